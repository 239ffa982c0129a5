//! From the trials of a case to its estimates.

use std::collections::BTreeSet;

use wirecost_measure::estimate;

use crate::{CaseDocument, EstimateDocument, Status};

/// The estimates that are exact: the same in every trial, or the case failed (METHOD 14).
pub const EXACT: &[&str] = &["size_bytes", "gzip_bytes", "zstd_bytes"];

/// Computes the estimates of a case from its trials.
///
/// Each is the median over trials with its interval. A trial without one, such as the memory of a process that
/// measured several cases, does not count for it.
pub fn complete(case: &mut CaseDocument) {
    let names: BTreeSet<&String> = case.trials.iter().flat_map(|trial| trial.estimates.keys()).collect();
    let mut estimates = std::collections::BTreeMap::new();
    for name in names {
        let values: Vec<f64> = case.trials.iter().filter_map(|trial| trial.estimates.get(name).copied()).collect();
        if EXACT.contains(&name.as_str()) && values.iter().any(|value| *value != values[0]) {
            case.status = Status::Failed;
            case.reason = Some(format!("{name} differs between trials: {values:?}"));
        }
        if let Some(estimate) = estimate::estimate(&values) {
            let estimate = EstimateDocument { median: estimate.median, low: estimate.low, high: estimate.high };
            estimates.insert(name.clone(), estimate);
        }
    }
    case.estimates = estimates;
    if !matches!(case.status, Status::Ok | Status::Invalid) {
        // A case that failed has no figure, never a fast one. What a busy machine measured stands unranked.
        case.estimates.clear();
    }
}
