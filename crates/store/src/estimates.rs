//! From the trials of a case to its estimates.

use std::collections::BTreeSet;

use wirecost_measure::estimate;
use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, Status};

/// Computes the estimates of a case from its trials.
///
/// Each is the median over trials with its interval. A trial without one, such as the memory of a process that
/// measured several cases, does not count for it.
pub fn complete(case: &mut CaseDocument) {
    let ids: BTreeSet<EstimateId> = case.trials.iter().flat_map(|trial| trial.estimates.keys().copied()).collect();
    let mut estimates = std::collections::BTreeMap::new();
    for id in ids {
        let values: Vec<f64> = case.trial_values(id);
        if id.is_exact() && values.iter().any(|value| *value != values[0]) {
            case.status = Status::Failed;
            case.reason = Some(format!("{id} differs between trials: {values:?}"));
        }
        if let Some(estimate) = estimate::estimate(&values) {
            let estimate = EstimateDocument { median: estimate.median, low: estimate.low, high: estimate.high };
            estimates.insert(id, estimate);
        }
    }
    case.estimates = estimates;
    if !matches!(case.status, Status::Ok | Status::Invalid) {
        // A case that failed has no figure, never a fast one. What a busy machine measured stands unranked.
        case.estimates.clear();
    }
}
