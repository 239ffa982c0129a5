//! Where a round trip's time goes, by the differences between servers that do more and more.

use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, RunDocument};

use super::{Grid, round_trips};
use crate::units;

/// Ladders: what each is of, and its rungs from the one that does least.
const LADDERS: [(&str, &[&str]); 3] = [
    (
        "SOAP",
        &[
            "raw-tcp",
            "soap-ladder-fixed",
            "soap-ladder-bytes",
            "soap-ladder-chars",
            "soap-ladder-pull",
            "soap-ladder-sax",
            "soap-ladder-dom",
            "soap-ladder-bind-text",
            "soap-ladder-bind",
            "soap",
        ],
    ),
    ("SBW", &["raw-tcp", "sbw-shortened", "sbw-direct", "sbw-broker"]),
    ("relays", &["raw-unix", "raw-tcp", "raw-relay"]),
];

/// Servers that do more and more, called alike.
#[derive(Debug, Clone)]
pub struct Ladder<'a> {
    /// Of what, what was called, and how.
    pub title: String,
    /// From the one that does least.
    pub rungs: Vec<Rung<'a>>,
}

/// A server, and what it takes more than the one below.
#[derive(Debug, Clone)]
pub struct Rung<'a> {
    /// The server.
    pub case: &'a CaseDocument,
    /// Its round trip, nanoseconds.
    pub time: EstimateDocument,
    /// The difference to the rung below, nanoseconds; none for the lowest.
    pub step: Option<EstimateDocument>,
}

/// The ladders of which a run holds two rungs or more.
pub fn ladders(run: &RunDocument) -> Vec<Ladder<'_>> {
    let mut ladders = Vec::new();
    for (title, cases) in round_trips(run) {
        for (of, names) in LADDERS {
            let found = names.iter().filter_map(|name| cases.iter().find(|case| case.candidate == **name));
            let mut rungs: Vec<Rung<'_>> = Vec::new();
            for case in found {
                let Some(time) = case.estimates.get(&EstimateId::TimeNs) else { continue };
                let step = rungs.last().map(|below| difference(time, &below.time));
                rungs.push(Rung { case, time: *time, step });
            }
            if rungs.len() > 1 {
                ladders.push(Ladder { title: format!("{of}: {title}"), rungs });
            }
        }
    }
    ladders
}

/// The difference of two medians of independent trials. Its interval reaches from the closest to the farthest ends of
/// theirs, and so covers it with 95 % at least.
fn difference(upper: &EstimateDocument, lower: &EstimateDocument) -> EstimateDocument {
    EstimateDocument { median: upper.median - lower.median, low: upper.low - lower.high, high: upper.high - lower.low }
}

impl Ladder<'_> {
    pub(super) fn grid(&self) -> Grid {
        let row = |rung: &Rung<'_>| {
            let (step, interval) = rung.step.as_ref().map_or_else(Default::default, |step| {
                let interval = format!("{} - {}", units::time(step.low), units::time(step.high));
                (units::time(step.median), if rung.case.trials.len() > 1 { interval } else { String::new() })
            });
            vec![rung.case.candidate.clone(), units::time(rung.time.median), step, interval]
        };
        Grid {
            title: format!("What each rung adds, {}", self.title),
            headings: ["server", "round trip", "step", "95 % interval"].map(str::to_owned).to_vec(),
            rows: self.rungs.iter().map(row).collect(),
            note: "a step whose interval holds 0 is not shown; all rungs but the last do less than the work".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_reaches_between_the_ends() {
        let estimate = |median, low, high| EstimateDocument { median, low, high };
        let step = difference(&estimate(30.0, 25.0, 36.0), &estimate(20.0, 18.0, 23.0));
        assert_eq!(step, estimate(10.0, 2.0, 18.0));
    }
}
