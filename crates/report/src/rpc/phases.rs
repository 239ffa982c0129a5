//! Where a round trip's time goes, by timestamps inside the stacks.

use wirecost_model::{CaseDocument, EstimateId, RunDocument};

use super::round_trips;
use crate::sheet::Sheet;
use crate::units;

/// The parts of a call in the order in which they happen: the estimate's name, and a heading.
pub const PARTS: [(EstimateId, &str); 8] = [
    (EstimateId::PhaseClientEncodeNs, "client encode"),
    (EstimateId::PhaseClientSendNs, "client send"),
    (EstimateId::PhaseTransportNs, "system calls, transport, wake-ups"),
    (EstimateId::PhaseServerParseNs, "server parse"),
    (EstimateId::PhaseServerDispatchNs, "dispatch"),
    (EstimateId::PhaseServerHandleNs, "handler"),
    (EstimateId::PhaseServerSerialiseNs, "serialise"),
    (EstimateId::PhaseClientDecodeNs, "client decode"),
];

/// What of a call the parts are of.
const WHOLE: EstimateId = EstimateId::PhaseTotalNs;

/// Stacks that were called alike.
#[derive(Debug, Clone)]
pub struct Split<'a> {
    /// What was called, and how.
    pub title: String,
    /// The stacks that stamped, the fastest first.
    pub cases: Vec<&'a CaseDocument>,
}

/// What a run knows of the phases of its calls.
pub fn splits(run: &RunDocument) -> Vec<Split<'_>> {
    let mut splits: Vec<Split<'_>> =
        round_trips(run).into_iter().map(|(title, cases)| Split { title, cases }).collect();
    for split in &mut splits {
        split.cases.retain(|case| case.estimates.contains_key(&WHOLE));
        split.cases.sort_by(|a, b| whole(a).total_cmp(&whole(b)));
    }
    splits.retain(|split| !split.cases.is_empty());
    splits
}

/// How long a call took while it was stamped, nanoseconds.
pub fn whole(case: &CaseDocument) -> f64 {
    case.median(WHOLE).unwrap_or_default()
}

/// The parts of a case's call, nanoseconds; those that its stack does not report are left out.
pub fn parts(case: &CaseDocument) -> Vec<(&'static str, f64)> {
    let known = PARTS.iter().filter_map(|(id, heading)| Some((*heading, case.median(*id)?)));
    known.collect()
}

impl Split<'_> {
    pub(super) fn sheet(&self) -> Sheet {
        let told = |id: &EstimateId| self.cases.iter().any(|case| case.estimates.contains_key(id));
        let columns: Vec<&(EstimateId, &str)> = PARTS.iter().filter(|(id, _)| told(id)).collect();
        let headings = ["stack", "whole"].into_iter().chain(columns.iter().map(|(_, heading)| *heading));
        let row = |case: &&CaseDocument| {
            let cell = |id: EstimateId| case.median(id).map_or(String::new(), units::time);
            let parts = columns.iter().map(|(id, _)| cell(*id));
            [case.candidate.clone(), cell(WHOLE)].into_iter().chain(parts).collect()
        };
        Sheet::of_numbers(
            format!("Where a call's time goes, by stamps: {}", self.title),
            headings.map(str::to_owned).collect(),
            self.cases.iter().map(row).collect(),
            "means of a separate window, in which each stamp takes some 25 ns; a part that a library hides is counted in the part \
             beside it"
                .into(),
        )
    }
}
