//! Where a round trip's time goes, by the differences between servers that do more and more.

use wirecost_measure::estimate::estimate;
use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, RunDocument};

use super::{Grid, round_trips};
use crate::units;

/// The ladder of SOAP servers, from the one that does least.
pub const SOAP: [&str; 10] = [
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
];

/// Ladders: what each is of, and its rungs from the one that does least.
const LADDERS: [(&str, &[&str]); 3] = [
    ("SOAP", &SOAP),
    ("SBW", &["raw-tcp", "sbw-shortened", "sbw-direct", "sbw-broker"]),
    ("relays", &["raw-unix", "raw-tcp", "raw-relay"]),
];

/// A step needs this many trials in which both servers took turns. No interval of fewer covers 95 %.
const FEWEST: usize = 6;

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
    /// The difference to the rung below, nanoseconds; none for the lowest, and where its interval holds 0.
    pub step: Option<EstimateDocument>,
    /// The step as a share of the highest rung's round trip. Its interval reaches to the far ends of both intervals.
    pub share: Option<EstimateDocument>,
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
                let step = rungs.last().map(|below| step(case, below.case).unwrap_or_else(|| apart(time, &below.time)));
                let step = step.filter(|step| step.low > 0.0 || step.high < 0.0);
                rungs.push(Rung { case, time: *time, step, share: None });
            }
            if let Some(whole) = rungs.last().map(|top| top.time) {
                rungs.iter_mut().for_each(|rung| rung.share = rung.step.map(|step| share(&step, &whole)));
            }
            if rungs.len() > 1 {
                ladders.push(Ladder { title: format!("{of}: {title}"), rungs });
            }
        }
    }
    ladders
}

/// The difference of two servers, from the trials in which both were up and took turns. What the machine does to both cancels
/// out. None with fewer than six such trials.
fn step(upper: &CaseDocument, lower: &CaseDocument) -> Option<EstimateDocument> {
    let in_turn = |case: &CaseDocument| -> Vec<(usize, f64)> {
        let trials = case.trials.iter().filter(|trial| trial.estimates.contains_key(&EstimateId::WindowTimeNs));
        trials.filter_map(|trial| Some((trial.position, *trial.estimates.get(&EstimateId::TimeNs)?))).collect()
    };
    let (upper, lower) = (in_turn(upper), in_turn(lower));
    let below = |position: usize| lower.iter().find(|(other, _)| *other == position).map(|(_, ns)| *ns);
    let steps = upper.iter().filter_map(|(position, ns)| Some(ns - below(*position)?));
    let steps: Vec<f64> = steps.collect();
    let of = estimate(&steps).filter(|_| steps.len() >= FEWEST)?;
    Some(EstimateDocument { median: of.median, low: of.low, high: of.high })
}

/// A step as a share of the whole, between the far ends of both intervals.
fn share(step: &EstimateDocument, whole: &EstimateDocument) -> EstimateDocument {
    let ends = [step.low / whole.low, step.low / whole.high, step.high / whole.low, step.high / whole.high];
    let (low, high) = ends.iter().fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(*end), high.max(*end)));
    EstimateDocument { median: step.median / whole.median, low, high }
}

/// The difference of two medians of independent trials. Its interval reaches from the closest to the farthest ends of
/// theirs, and so covers it at least as often as they cover their medians.
fn apart(upper: &EstimateDocument, lower: &EstimateDocument) -> EstimateDocument {
    EstimateDocument { median: upper.median - lower.median, low: upper.low - lower.high, high: upper.high - lower.low }
}

impl Ladder<'_> {
    pub(super) fn grid(&self) -> Grid {
        let row = |rung: &Rung<'_>| {
            let several = rung.case.trials.len() > 1;
            let interval = |low: String, high: String| if several { format!("{low} - {high}") } else { String::new() };
            let (step, between) = rung.step.as_ref().map_or_else(Default::default, |step| {
                (units::time(step.median), interval(units::time(step.low), units::time(step.high)))
            });
            let (share, of_whole) = rung.share.as_ref().map_or_else(Default::default, |share| {
                (percent(share.median), interval(percent(share.low), percent(share.high)))
            });
            vec![rung.case.candidate.clone(), units::time(rung.time.median), step, between, share, of_whole]
        };
        Grid {
            title: format!("What each rung adds, {}", self.title),
            headings: ["server", "round trip", "step", "95 % interval", "of the whole", "95 % interval"]
                .map(str::to_owned)
                .to_vec(),
            rows: self.rungs.iter().map(row).collect(),
            note: "a step whose interval holds 0 is not shown; all rungs but the last do less than the work".into(),
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use wirecost_model::TrialDocument;

    use super::*;

    #[test]
    fn a_difference_reaches_between_the_ends() {
        let estimate = |median, low, high| EstimateDocument { median, low, high };
        let step = apart(&estimate(30.0, 25.0, 36.0), &estimate(20.0, 18.0, 23.0));
        assert_eq!(step, estimate(10.0, 2.0, 18.0));
    }

    /// A case with trials at these positions that took this long in slices.
    fn case(trials: &[(usize, f64)]) -> CaseDocument {
        let text = r#"{"lab":"rpc","candidate":"c","version":"1","language":"c","format":"xml","message":"m",
            "operation":"echo","status":"ok","parameters":{}}"#;
        let mut case: CaseDocument = serde_json::from_str(text).unwrap();
        let trial = |&(position, ns): &(usize, f64)| TrialDocument {
            estimates: [(EstimateId::TimeNs, ns), (EstimateId::WindowTimeNs, 1.0)].into(),
            samples: 1,
            outliers: 0,
            position,
            warmup: None,
            load: None,
        };
        case.trials = trials.iter().map(trial).collect();
        case
    }

    #[test]
    fn a_step_is_taken_where_both_were_up() {
        // The machine was half as fast in the second trial; the lower one was in another group, too.
        let lower = case(&[(0, 100.0), (3, 200.0), (6, 100.0), (9, 100.0), (12, 100.0), (15, 100.0), (1, 900.0)]);
        let upper = case(&[(0, 110.0), (3, 212.0), (6, 111.0), (9, 111.0), (12, 111.0), (15, 111.0)]);
        let found = step(&upper, &lower).unwrap();
        assert_eq!((found.median, found.low, found.high), (11.0, 10.0, 12.0));
        let few = case(&[(0, 110.0), (3, 212.0), (6, 111.0), (10, 1.0), (11, 1.0), (13, 1.0)]);
        assert!(step(&few, &lower).is_none());
    }

    #[test]
    fn a_share_of_the_whole_has_the_spread_of_both() {
        let estimate = |median, low, high| EstimateDocument { median, low, high };
        let found = share(&estimate(10.0, 9.0, 12.0), &estimate(100.0, 90.0, 120.0));
        assert_eq!(found, estimate(0.1, 9.0 / 120.0, 12.0 / 90.0));
        let negative = share(&estimate(-1.0, -2.0, 1.0), &estimate(100.0, 50.0, 200.0));
        assert_eq!((negative.low, negative.high), (-0.04, 0.02));
    }
}
