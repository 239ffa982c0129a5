//! What only a whole run tells of a case: controls, and the labels that follow from them.

use std::collections::HashMap;

use wirecost_measure::{control, estimate};
use wirecost_store::{CaseDocument, EstimateDocument, Status, WarmupEnd};

use crate::lab::LAB;

/// How the label of a case begins whose runner does not let its timed answers be checked.
pub const NOT_CHECKED: &str = "not checked while timed";

const AT_FLOOR: &str = "at the floor";
const BELOW_LEAST: &str = "less than the least work: ";
const REMEMBERS: &str = "remembers answers: unseen inputs take ";
const LATE: &str = "work put off: reading a result for the first time takes ";
const SLOW_ANSWERS: &str = "reading a result takes ";
const IDLE: &str = "mostly idle: ";
const CPU_CLOCK: &str = "CPU time by the system's clock: ";
const WALL_CLOCK: &str = "wall time by the harness's clock: ";
const BOUNDED: &str = "warm-up cut at its bound in ";
const DOUBLING: &str = "doubling the batch gave ";
const INEXACT: &str = "instructions differ between trials by ";

/// All of the above that are concluded here, and so concluded anew whenever a run is read.
const CONCLUDED: [&str; 11] =
    [AT_FLOOR, BELOW_LEAST, REMEMBERS, LATE, SLOW_ANSWERS, IDLE, CPU_CLOCK, WALL_CLOCK, BOUNDED, DOUBLING, INEXACT];

/// Adds the control's cost beside each case, and the labels that follow. A run that has them already, such as an
/// imported one, keeps them.
pub fn conclude(cases: &mut [CaseDocument], verdict: &str) {
    let mut cases: Vec<&mut CaseDocument> = cases.iter_mut().filter(|case| case.lab == LAB).collect();
    let controls: HashMap<String, EstimateDocument> = cases
        .iter()
        .filter(|case| case.is_control())
        .filter_map(|case| Some((case.language.clone(), *case.estimates.get(verdict)?)))
        .collect();
    let tellings: Vec<Telling> = cases.iter().filter_map(|case| Telling::of(case)).collect();
    for case in cases.iter_mut().filter(|case| case.status == Status::Ok) {
        case.labels.retain(|label| !CONCLUDED.iter().any(|start| label.starts_with(start)));
        let bounded = case.trials.iter().filter(|trial| trial.warmup == Some(WarmupEnd::TimeBound)).count();
        if bounded > 0 {
            case.labels.push(format!("{BOUNDED}{bounded} of {} trials", case.trials.len()));
        }
        if case.is_control() {
            continue;
        }
        let empty = controls.get(&case.language).copied();
        case.labels.extend(too_fast(case, verdict, empty));
        case.estimates.extend(empty.map(|empty| ("empty_ns".to_owned(), empty)));
        case.labels.extend(suspicions(case, &tellings));
        if let Some(doubling) = case.estimates.get("doubling") {
            let doubling = estimate::Estimate { median: doubling.median, low: doubling.low, high: doubling.high };
            if case.trials.len() > 1 && control::doubling_fails(&doubling) {
                case.labels.push(format!("{DOUBLING}{:.2}x the time", doubling.median));
            }
        }
        // Exact quantities are the same in every trial or said not to be (METHOD 14); a wrong size has failed the case.
        if let Some(count) = case.estimates.get("instructions").filter(|count| count.low < count.high) {
            case.labels.push(format!("{INEXACT}{:.2} %", (count.high / count.low - 1.0) * 100.0));
        }
    }
}

/// How long a case's answers took to tell, with what decides how much there is to tell.
struct Telling {
    candidate: String,
    place: [String; 4],
    factor: f64,
}

impl Telling {
    fn of(case: &CaseDocument) -> Option<Self> {
        let factor = case.median("answer_factor").filter(|_| !case.is_control() && case.status == Status::Ok)?;
        let binding = case.parameters.get("binding").cloned().unwrap_or_default();
        let place = [case.language.clone(), case.message.clone(), case.operation.clone(), binding];
        Some(Self { candidate: case.candidate.clone(), place, factor })
    }

    fn of_others(&self, all: &[Self]) -> Vec<f64> {
        let others = all.iter().filter(|other| other.place == self.place && other.candidate != self.candidate);
        others.map(|other| other.factor).collect()
    }
}

/// What most trials of a case showed against it. One trial alone may have met an interrupt, or a busy machine.
fn suspicions(case: &CaseDocument, tellings: &[Telling]) -> Vec<String> {
    let [cpu_ns, answer_ns] = ["cpu_ns", "answer_ns"].map(|name| case.median(name).unwrap_or_default());
    let most = |name: &str, suspect: &dyn Fn(f64) -> bool| {
        let values = case.trial_values(name);
        let suspects: Vec<f64> = values.iter().copied().filter(|value| suspect(*value)).collect();
        (2 * suspects.len() > case.trials.len()).then(|| estimate::median(&suspects))
    };
    let any = |_: f64| true;
    let others: Vec<f64> = Telling::of(case).map(|own| own.of_others(tellings)).unwrap_or_default();
    let [cpu, time] = [most("told_cpu_ns", &any), most("told_time_ns", &any)];
    let time_ns = case.median("time_ns").unwrap_or_default();
    [
        most("novelty", &control::remembers).map(|novelty| format!("{REMEMBERS}{novelty:.1}x the time")),
        most("late_ns", &|late| control::is_late(late, answer_ns, cpu_ns))
            .map(|late| format!("{LATE}{late:.0} ns, the operation {cpu_ns:.0} ns")),
        most("answer_factor", &|factor| control::is_slow_to_tell(factor, &others))
            // Telling that takes no longer than the operation hides little of it.
            .filter(|_| control::outweighs(answer_ns, cpu_ns))
            .map(|factor| format!("{SLOW_ANSWERS}{factor:.1}x what the harness takes: work may be put off until then")),
        most("idle_share", &any).map(|share| {
            format!("{IDLE}in {:.0} % of its wall time neither it nor what it started works", share * 100.0)
        }),
        cpu.map(|told| format!("{CPU_CLOCK}{cpu_ns:.1} ns, where the runner told {told:.1} ns")),
        time.map(|told| format!("{WALL_CLOCK}{time_ns:.1} ns, where the runner told {told:.1} ns")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Why a case is too fast to be ranked.
fn too_fast(case: &CaseDocument, verdict: &str, empty: Option<EstimateDocument>) -> Option<String> {
    let (median, empty) = (case.median(verdict)?, empty.map_or(0.0, |empty| empty.median));
    let octets = case.median("size_bytes").unwrap_or_default();
    if median < empty + control::least_ns(octets) {
        return Some(format!("{BELOW_LEAST}{octets} bytes in {median:.1} ns"));
    }
    control::at_floor(median, empty).then(|| AT_FLOOR.to_owned())
}

#[cfg(test)]
mod tests {
    use wirecost_store::TrialDocument;

    use super::*;

    /// A case whose trials found these novelties.
    fn looked(novelties: &[f64]) -> CaseDocument {
        let trial = |novelty: &f64| TrialDocument {
            estimates: [("cpu_ns".to_owned(), 5_000.0), ("novelty".to_owned(), *novelty)].into(),
            samples: 7,
            outliers: 0,
            position: 0,
            warmup: None,
            load: None,
        };
        let mut case = CaseDocument {
            lab: LAB.into(),
            candidate: "a".into(),
            version: "1".into(),
            receipt: "Cargo.lock".into(),
            language: "rust".into(),
            format: "json".into(),
            message: "m".into(),
            operation: "decode".into(),
            parameters: std::collections::BTreeMap::new(),
            status: Status::Ok,
            reason: None,
            labels: Vec::new(),
            trials: novelties.iter().map(trial).collect(),
            estimates: std::collections::BTreeMap::new(),
        };
        wirecost_store::complete(&mut case);
        case
    }

    #[test]
    fn method_6_only_checks_that_agree_say_that_a_candidate_remembers() {
        let labels = |novelties: &[f64]| {
            let mut cases = [looked(novelties)];
            conclude(&mut cases, "cpu_ns");
            let [case] = cases;
            case.labels
        };
        assert_eq!(labels(&[11.2, 1.13]), [""; 0], "two trials that disagree");
        assert_eq!(labels(&[11.2, 9.04, 1.2]), ["remembers answers: unseen inputs take 10.1x the time"]);
        assert_eq!(
            labels(&[11.2]),
            ["remembers answers: unseen inputs take 11.2x the time"],
            "every look of the trial"
        );
        assert_eq!(labels(&[1.1]), [""; 0]);
    }
}
