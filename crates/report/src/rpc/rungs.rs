//! Where a round trip's time goes, by the differences between servers that do more and more.

use std::collections::BTreeMap;

use wirecost_measure::compare::pseudomedian;
use wirecost_measure::estimate::{Estimate, estimate};
use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, RunDocument};

use super::round_trips;
use crate::sheet::Sheet;
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

/// A figure of one server.
#[derive(Debug, Clone)]
pub struct Figure {
    /// From all of its trials.
    pub whole: EstimateDocument,
    /// The value of each trial in which the server took turns with others. The key is the position of the trial in the run.
    pub in_turn: BTreeMap<usize, f64>,
}

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
    let figures: Vec<Figure> =
        timed.iter().map(|(case, whole)| Figure { whole: *whole, in_turn: in_turn(case) }).collect();
    let rung = |(index, (case, time)): (usize, &(&'a CaseDocument, EstimateDocument))| {
        let of = index.checked_sub(1).map(|_| (step(&figures, index), share(&figures, index)));
        let (step, share) = of.filter(|(step, _)| step.low > 0.0 || step.high < 0.0).unzip();
        Rung { case, time: *time, step, share }
    };
    timed.iter().enumerate().map(rung).collect()
}

fn in_turn(case: &CaseDocument) -> BTreeMap<usize, f64> {
    let trials = case.trials.iter().filter(|trial| trial.estimates.contains_key(&EstimateId::WindowTimeNs));
    trials.filter_map(|trial| Some((trial.position, *trial.estimates.get(&EstimateId::TimeNs)?))).collect()
}

/// One value for each trial in which all of these rungs took turns: `of` computes it from their figures.
fn together<const N: usize>(figures: &[Figure], rungs: [usize; N], of: impl Fn([f64; N]) -> f64) -> Vec<f64> {
    let all = |position: &usize| {
        let found = rungs.map(|rung| figures[rung].in_turn.get(position).copied());
        found.iter().all(Option::is_some).then(|| of(found.map(Option::unwrap_or_default)))
    };
    figures[rungs[0]].in_turn.keys().filter_map(all).collect()
}

fn document(found: Estimate) -> EstimateDocument {
    EstimateDocument { median: found.median, low: found.low, high: found.high }
}

/// The difference of a rung to the one below. Where both took turns in too few trials, its interval reaches between the far ends of those
/// of the two, and so covers it at least as often as these cover the rungs.
fn step(figures: &[Figure], upper: usize) -> EstimateDocument {
    let steps = together(figures, [upper, upper - 1], |[upper, lower]| upper - lower);
    estimate(&steps).filter(|_| steps.len() >= FEWEST).map(document).unwrap_or_else(|| {
        let (upper, lower) = (&figures[upper].whole, &figures[upper - 1].whole);
        EstimateDocument {
            median: upper.median - lower.median,
            low: upper.low - lower.high,
            high: upper.high - lower.low,
        }
    })
}

/// What a rung adds to the one below, as a share of the highest. Only ratios enter, so that it does not matter whether a machine is slower in
/// one trial than in another: the step by the highest rung that took turns with both, times that rung by the highest that took
/// turns with it, and so on. No two factors have a trial in common, so their errors add up in quadrature (JCGM 100:2008, 5.1). In a ratio,
/// the machine's speed cancels, and what is left differs as fresh processes do, as often up as down: so each is a pseudomedian.
pub fn share(figures: &[Figure], upper: usize) -> EstimateDocument {
    let top = figures.len() - 1;
    let with = |rung| {
        let shares = together(figures, [rung, upper, upper - 1], |[rung, upper, lower]| (upper - lower) / rung);
        pseudomedian(&shares).map(document)
    };
    let found = (upper..=top).rev().find_map(|rung| Some((rung, with(rung)?)));
    let (mut rung, added) = found.unwrap_or_else(|| {
        let EstimateDocument { median, low, high } = ratio(&figures[upper - 1].whole, &figures[upper].whole);
        (upper, EstimateDocument { median: 1.0 - median, low: 1.0 - high, high: 1.0 - low })
    });
    let (mut rest, mut below, mut beyond) = (1.0, 0.0_f64, 0.0_f64);
    while rung < top {
        let with = |next| pseudomedian(&together(figures, [rung, next], |[rung, next]| rung / next)).map(document);
        let found = (rung + 1..=top).rev().find_map(|next| Some((next, with(next)?)));
        let (next, by) = found.unwrap_or_else(|| (rung + 1, ratio(&figures[rung].whole, &figures[rung + 1].whole)));
        rest *= by.median;
        below = below.hypot((by.median / by.low).ln());
        beyond = beyond.hypot((by.high / by.median).ln());
        rung = next;
    }
    // A larger rest moves a step up, or further down if it is negative.
    let (less, more) = if added.median > 0.0 { (below, beyond) } else { (beyond, below) };
    let end = |own: f64, others: f64| rest * own.hypot(added.median * others);
    let median = added.median * rest;
    EstimateDocument {
        median,
        low: median - end(added.median - added.low, less),
        high: median + end(added.high - added.median, more),
    }
}

/// The ratio of two figures from independent trials, between the far ends of their intervals.
fn ratio(above: &EstimateDocument, below: &EstimateDocument) -> EstimateDocument {
    EstimateDocument { median: above.median / below.median, low: above.low / below.high, high: above.high / below.low }
}

impl Ladder<'_> {
    pub(super) fn sheet(&self) -> Sheet {
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
        Sheet::of_numbers(
            format!("What each rung adds, {}", self.title),
            ["server", "round trip", "step", "interval", "of the whole", "interval"].map(str::to_owned).to_vec(),
            self.rungs.iter().map(row).collect(),
            "a step whose interval holds 0 is not shown; all rungs but the last do less than the work. Intervals cover 95 % from six \
             trials in turn on; with fewer they reach between the far ends of both intervals"
                .into(),
        )
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

    fn figure(whole: EstimateDocument, in_turn: &[(usize, f64)]) -> Figure {
        Figure { whole, in_turn: in_turn.iter().copied().collect() }
    }

    #[test]
    fn without_common_trials_a_step_reaches_between_the_ends() {
        let figures = [figure(between(20.0, 18.0, 23.0), &[]), figure(between(30.0, 25.0, 36.0), &[])];
        assert_eq!(step(&figures, 1), between(10.0, 2.0, 18.0));
        let found = share(&figures, 1);
        assert!((found.low - (1.0 - 23.0 / 25.0)).abs() < 1e-9 && (found.high - 0.5).abs() < 1e-9, "{found:?}");
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
        let few = case(&[(0, 110.0), (3, 212.0), (6, 111.0), (10, 1.0), (11, 1.0), (13, 1.0)]);
        let of = |upper: &CaseDocument| {
            let whole = between(1.0, 1.0, 1.0);
            let figures = [&lower, upper].map(|case| Figure { whole, in_turn: in_turn(case) });
            (step(&figures, 1), share(&figures, 1))
        };
        let (step, share) = of(&upper);
        assert_eq!(step, between(25.0, 25.0, 50.0));
        assert!([share.low, share.median, share.high].iter().all(|end| (end - 0.2).abs() < 1e-9), "{share:?}");
        assert_eq!(of(&few).0, between(0.0, 0.0, 0.0));
    }

    #[test]
    fn a_share_reaches_the_highest_rung_over_groups() {
        // Two groups of three that share a rung, the second on a machine half as fast.
        let trials = |first: usize, ns: f64| (first..first + 6).map(move |trial| (trial, ns));
        let shared: Vec<(usize, f64)> = trials(0, 40.0).chain(trials(6, 80.0)).collect();
        let of = |trials: Vec<(usize, f64)>| figure(between(1.0, 0.1, 9.0), &trials);
        let figures = [
            of(trials(0, 20.0).collect()),
            of(trials(0, 24.0).collect()),
            of(shared),
            of(trials(6, 100.0).collect()),
            of(trials(6, 160.0).collect()),
        ];
        for (upper, expected) in [(1, 4.0 / 80.0), (2, 16.0 / 80.0), (3, 20.0 / 160.0), (4, 60.0 / 160.0)] {
            let found = share(&figures, upper);
            assert!(
                [found.low, found.median, found.high].iter().all(|end| (end - expected).abs() < 1e-9),
                "{upper}: {found:?}"
            );
        }
    }

    #[test]
    fn errors_of_what_is_above_widen_a_share() {
        let flat = |ns: f64| (0..6).map(|trial| (trial, ns)).collect::<Vec<_>>();
        // A tenth more or less of what the middle one is of the highest.
        let highest: Vec<(usize, f64)> =
            (6..12).zip([0.9, 1.0, 1.0, 1.0, 1.0, 1.1]).map(|(t, by)| (t, 200.0 / by)).collect();
        let middle: Vec<(usize, f64)> = flat(100.0).into_iter().chain((6..12).map(|trial| (trial, 100.0))).collect();
        for (lowest, expected) in [(90.0, 0.05), (110.0, -0.05)] {
            let any = between(1.0, 1.0, 1.0);
            let figures = [figure(any, &flat(lowest)), figure(any, &middle), figure(any, &highest)];
            let found = share(&figures, 1);
            assert!((found.median - expected).abs() < 1e-9, "{found:?}");
            let reach = [found.median - found.low, found.high - found.median].map(|end| end / 0.05);
            assert!(reach.iter().all(|end| (0.09..0.11).contains(end)), "{found:?}");
        }
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
