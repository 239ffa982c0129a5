//! From runs to verdicts: what may be said of a run's cases, and what may not.
//!
//! [`trust`] reads the A/A pair; [`group`] says who is smallest and fastest and who cannot be told apart from them;
//! [`gate`] compares two builds in a run, or a run with earlier ones; [`history`] follows a case over runs. Nothing here
//! measures, and nothing here words a sentence: `wirecost_report` does.

pub mod gate;
pub mod group;
pub mod history;
pub mod trust;

use wirecost_store::{CaseDocument, RunDocument};

/// The estimate that stands for the cost of a case: the run's, or instructions where these were counted.
pub fn estimate_name<'a>(run: &'a RunDocument, case: &CaseDocument) -> &'a str {
    if case.estimates.contains_key("instructions") { "instructions" } else { &run.verdict_estimate }
}

/// What a case decodes into or encodes from.
pub fn binding(case: &CaseDocument) -> &str {
    case.parameters.get("binding").map_or("", String::as_str)
}
