//! From runs to verdicts: what may be said of a run's cases, and what may not.
//!
//! [`trust`] reads the A/A pair of codecs, and [`floor`] those of servers and stores; [`pace`] frees trials of what the
//! machine did from round to round; [`group`] says who is smallest and fastest and who ties with them;
//! [`versus`] compares cases with a baseline of the same run; [`turns`] compares servers that took turns;
//! [`gate`] compares two builds in a run, or a run with earlier ones; [`history`] follows a case over runs, and [`change`]
//! says where it changed. Nothing here measures, and nothing here words a sentence: `wirecost_report` does.

pub mod change;
pub mod floor;
pub mod gate;
pub mod group;
pub mod history;
pub mod pace;
pub mod trust;
pub mod turns;
pub mod versus;

use wirecost_model::{CaseDocument, EstimateId, RunDocument};

/// By how much counts of instructions may differ between builds of the same source: how long a copy or a comparison
/// takes depends on where its operands lie. As a share.
const LAYOUT: f64 = 0.001;

/// The estimate that stands for the cost of a case: the run's, or instructions where these were counted.
pub fn cost_estimate(run: &RunDocument, case: &CaseDocument) -> EstimateId {
    match case.estimates.contains_key(&EstimateId::Instructions) {
        true => EstimateId::Instructions,
        false => run.verdict_estimate,
    }
}

/// The estimate by which a case is followed from run to run: its cost, or what a request costs the server or the store.
pub fn followed_estimate(run: &RunDocument, case: &CaseDocument) -> EstimateId {
    let cost = cost_estimate(run, case);
    let has = |id: EstimateId| case.estimates.contains_key(&id);
    if !has(cost) && has(EstimateId::ServerCpuNs) { EstimateId::ServerCpuNs } else { cost }
}

/// What a case decodes into or encodes from, in the words of the release that measured it.
pub fn binding(case: &CaseDocument) -> &str {
    case.parameters.get("binding").map_or("", String::as_str)
}
