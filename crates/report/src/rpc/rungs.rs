//! Where a round trip's time goes, by the differences between servers that do more and more.

use std::collections::BTreeMap;

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
    /// The step as a share of the highest rung's round trip.
    pub share: Option<EstimateDocument>,
}

/// From a rung to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The difference.
    pub difference: EstimateDocument,
    /// The lower rung as a share of the upper one.
    pub ratio: EstimateDocument,
}

/// A figure of one server: its value in each trial in which the server took turns. The key is the place of the trial in the run.
pub type ByTrial = BTreeMap<usize, f64>;

/// The ladders of which a run holds two rungs or more.
pub fn ladders(run: &RunDocument) -> Vec<Ladder<'_>> {
    let mut ladders = Vec::new();
    for (title, cases) in round_trips(run) {
        for (of, names) in LADDERS {
            let found = names.iter().filter_map(|name| cases.iter().find(|case| case.candidate == **name));
            let timed: Vec<(&CaseDocument, EstimateDocument)> =
                found.filter_map(|case| Some((*case, *case.estimates.get(&EstimateId::TimeNs)?))).collect();
            if timed.len() > 1 {
                ladders.push(Ladder { title: format!("{of}: {title}"), rungs: rungs(&timed) });
            }
        }
    }
    ladders
}

fn rungs<'a>(timed: &[(&'a CaseDocument, EstimateDocument)]) -> Vec<Rung<'a>> {
    let step = |pair: &[(&CaseDocument, EstimateDocument)]| {
        let [lower, upper] = [pair[0].0, pair[1].0].map(in_turn);
        step(&upper, &lower).unwrap_or_else(|| apart(&pair[1].1, &pair[0].1))
    };
    let steps: Vec<Step> = timed.windows(2).map(step).collect();
    let rung = |(index, (case, time)): (usize, &(&'a CaseDocument, EstimateDocument))| {
        let of = index.checked_sub(1).map(|index| (steps[index], share(&steps[index], &steps[index + 1..])));
        let (step, share) =
            of.filter(|(step, _)| step.is_shown()).map(|(step, share)| (step.difference, share)).unzip();
        Rung { case, time: *time, step, share }
    };
    timed.iter().enumerate().map(rung).collect()
}

impl Step {
    /// Whether its interval does not hold 0.
    fn is_shown(&self) -> bool {
        self.difference.low > 0.0 || self.difference.high < 0.0
    }
}

fn in_turn(case: &CaseDocument) -> ByTrial {
    let trials = case.trials.iter().filter(|trial| trial.estimates.contains_key(&EstimateId::WindowTimeNs));
    trials.filter_map(|trial| Some((trial.position, *trial.estimates.get(&EstimateId::TimeNs)?))).collect()
}

/// The step between two servers, from the trials in which both took turns. Whatever slows both of them leaves their ratio as it is. None
/// with fewer than six such trials.
pub fn step(upper: &ByTrial, lower: &ByTrial) -> Option<Step> {
    let pairs: Vec<(f64, f64)> =
        upper.iter().filter_map(|(position, upper)| Some((*upper, *lower.get(position)?))).collect();
    let of = |value: fn(&(f64, f64)) -> f64| {
        let of = estimate(&pairs.iter().map(value).collect::<Vec<_>>()).filter(|_| pairs.len() >= FEWEST)?;
        Some(EstimateDocument { median: of.median, low: of.low, high: of.high })
    };
    Some(Step { difference: of(|(upper, lower)| upper - lower)?, ratio: of(|(upper, lower)| lower / upper)? })
}

/// The difference and the ratio of two medians of independent trials. Their intervals reach from the closest to the farthest ends of
/// the medians', and so cover them at least as often as these cover the medians.
fn apart(upper: &EstimateDocument, lower: &EstimateDocument) -> Step {
    let of = |value: fn(f64, f64) -> f64| EstimateDocument {
        median: value(upper.median, lower.median),
        low: value(upper.low, lower.high),
        high: value(upper.high, lower.low),
    };
    let EstimateDocument { median, low: high, high: low } = of(|upper, lower| lower / upper);
    Step { difference: of(|upper, lower| upper - lower), ratio: EstimateDocument { median, low, high } }
}

/// A step as a share of the highest rung, with the steps above it in order: what it adds to its upper rung, times what that rung is of the
/// next one, and so on to the highest. Only ratios enter, so that a machine that is slower in one trial than in another does not. Errors
/// of the factors add up in quadrature, as independent ones do (JCGM 100:2008, 5.1). Neighbouring factors share a rung, so the interval of a
/// large step can be too narrow, by a fifth where the step is a quarter of its upper rung.
pub fn share(step: &Step, above: &[Step]) -> EstimateDocument {
    let added = 1.0 - step.ratio.median;
    let below = |of: &EstimateDocument| (of.median / of.low).ln().powi(2);
    let beyond = |of: &EstimateDocument| (of.high / of.median).ln().powi(2);
    let sum =
        |error: &dyn Fn(&EstimateDocument) -> f64| above.iter().map(|step| error(&step.ratio)).sum::<f64>().sqrt();
    let rest: f64 = above.iter().map(|step| step.ratio.median).product();
    // A larger rest moves a step up, or further down if it is negative.
    let (less, more) = if added > 0.0 { (sum(&below), sum(&beyond)) } else { (sum(&beyond), sum(&below)) };
    let error = |own: f64, others: f64| rest * own.hypot(added * others);
    EstimateDocument {
        median: added * rest,
        low: added * rest - error(step.ratio.high - step.ratio.median, less),
        high: added * rest + error(step.ratio.median - step.ratio.low, more),
    }
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

    fn between(median: f64, low: f64, high: f64) -> EstimateDocument {
        EstimateDocument { median, low, high }
    }

    #[test]
    fn without_common_trials_a_step_reaches_between_the_ends() {
        let step = apart(&between(30.0, 25.0, 36.0), &between(20.0, 18.0, 23.0));
        assert_eq!(step.difference, between(10.0, 2.0, 18.0));
        assert_eq!(step.ratio, between(20.0 / 30.0, 18.0 / 36.0, 23.0 / 25.0));
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
        let upper = case(&[(0, 125.0), (3, 250.0), (6, 125.0), (9, 125.0), (12, 125.0), (15, 125.0)]);
        let found = step(&in_turn(&upper), &in_turn(&lower)).unwrap();
        assert_eq!(found, Step { difference: between(25.0, 25.0, 50.0), ratio: between(0.8, 0.8, 0.8) });
        let few = case(&[(0, 110.0), (3, 212.0), (6, 111.0), (10, 1.0), (11, 1.0), (13, 1.0)]);
        assert!(step(&in_turn(&few), &in_turn(&lower)).is_none());
    }

    #[test]
    fn a_share_of_the_whole_comes_from_ratios_alone() {
        let of = |ratio| Step { difference: between(1.0, 1.0, 1.0), ratio };
        let alone = share(&of(between(0.9, 0.89, 0.92)), &[]);
        assert!(
            (alone.median - 0.1).abs() < 1e-9 && (alone.low - 0.08).abs() < 1e-9 && (alone.high - 0.11).abs() < 1e-9
        );
        let exact = |ratio| of(between(ratio, ratio, ratio));
        let found = share(&exact(0.9), &[exact(0.5), exact(0.8)]);
        assert!((found.median - 0.04).abs() < 1e-9 && (found.high - found.low).abs() < 1e-9, "{found:?}");
        // An error of a tenth in what is above is one of a tenth in the share, whichever sign this has.
        let unsure = of(between(0.5, 0.45, 0.55));
        let found = share(&exact(0.9), &[unsure]);
        assert!(found.low < 0.0475 && found.high > 0.0545 && found.high < 0.055, "{found:?}");
        let found = share(&exact(1.1), &[unsure]);
        assert!(found.low < -0.0545 && found.low > -0.055 && found.high > -0.0475, "{found:?}");
    }

    #[test]
    fn a_machine_of_two_speeds_leaves_shares_as_they_are() {
        let trials = |ns: f64| -> Vec<(usize, f64)> {
            (0..6).map(|trial| (trial, ns * if trial % 2 == 0 { 1.0 } else { 1.5 })).collect()
        };
        let cases = [20.0, 24.0, 40.0].map(|ns| case(&trials(ns)));
        let timed = [20.0, 24.0, 40.0].map(|ns| between(ns * 1.25, ns, ns * 1.5));
        let timed: Vec<_> = cases.iter().zip(timed).collect();
        let shares: Vec<_> = rungs(&timed).into_iter().map(|rung| rung.share).collect();
        for (found, expected) in shares.into_iter().flatten().zip([0.1, 0.4]) {
            let ends = [found.low, found.median, found.high];
            assert!(ends.iter().all(|end| (end - expected).abs() < 1e-9), "{found:?}");
        }
    }
}
