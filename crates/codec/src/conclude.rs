//! What only a whole run tells of a case: controls, and the labels that follow from them.

use std::collections::HashMap;

use wirecost_measure::{control, estimate};
use wirecost_store::{CaseDocument, EstimateDocument, Status, WarmupEnd};

use crate::lab::LAB;

const AT_FLOOR: &str = "at the floor";
const BELOW_LEAST: &str = "less than the least work: ";
const REMEMBERS: &str = "remembers answers: unseen inputs take ";
const BOUNDED: &str = "warm-up cut at its bound in ";
const DOUBLING: &str = "doubling the batch gave ";
const INEXACT: &str = "instructions differ between trials by ";

/// Adds the control's cost beside each case, and the labels that follow. A run that has them already, such as an
/// imported one, keeps them.
pub fn conclude(cases: &mut [CaseDocument], verdict: &str) {
    let mut cases: Vec<&mut CaseDocument> = cases.iter_mut().filter(|case| case.lab == LAB).collect();
    let controls: HashMap<String, EstimateDocument> = cases
        .iter()
        .filter(|case| case.is_control())
        .filter_map(|case| Some((case.language.clone(), *case.estimates.get(verdict)?)))
        .collect();
    for case in cases.iter_mut().filter(|case| case.status == Status::Ok) {
        let concluded = [AT_FLOOR, BELOW_LEAST, REMEMBERS, BOUNDED, DOUBLING, INEXACT];
        case.labels.retain(|label| !concluded.iter().any(|start| label.starts_with(start)));
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
        if let Some(novelty) = case.median("novelty").filter(|novelty| control::remembers(*novelty)) {
            case.labels.push(format!("{REMEMBERS}{novelty:.1}x the time"));
        }
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

/// Why a case is too fast to be ranked.
fn too_fast(case: &CaseDocument, verdict: &str, empty: Option<EstimateDocument>) -> Option<String> {
    let (median, empty) = (case.median(verdict)?, empty.map_or(0.0, |empty| empty.median));
    let octets = case.median("size_bytes").unwrap_or_default();
    if median < empty + control::least_ns(octets) {
        return Some(format!("{BELOW_LEAST}{octets} octets in {median:.1} ns"));
    }
    control::at_floor(median, empty).then(|| AT_FLOOR.to_owned())
}
