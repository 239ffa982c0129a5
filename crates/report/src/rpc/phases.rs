//! Where a round trip's time goes, by timestamps inside the stacks.

use wirecost_store::{CaseDocument, RunDocument};

use super::{Grid, round_trips};
use crate::units;

/// The parts of a call in the order in which they happen: the estimate's name, and a heading.
pub const PARTS: [(&str, &str); 8] = [
    ("phase_client_encode_ns", "client encode"),
    ("phase_client_send_ns", "client send"),
    ("phase_transport_ns", "system calls, transport, wake-ups"),
    ("phase_server_parse_ns", "server parse"),
    ("phase_server_dispatch_ns", "dispatch"),
    ("phase_server_handle_ns", "handler"),
    ("phase_server_serialise_ns", "serialise"),
    ("phase_client_decode_ns", "client decode"),
];

/// What of a call the parts are of.
const WHOLE: &str = "phase_total_ns";

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
        split.cases.retain(|case| case.estimates.contains_key(WHOLE));
        split.cases.sort_by(|a, b| whole(a).total_cmp(&whole(b)));
    }
    splits.retain(|split| !split.cases.is_empty());
    splits
}

/// How long a call took while it was stamped, nanoseconds.
pub fn whole(case: &CaseDocument) -> f64 {
    case.median(WHOLE).unwrap_or_default()
}

/// The parts of a case's call, nanoseconds; those that its stack does not tell are left out.
pub fn parts(case: &CaseDocument) -> Vec<(&'static str, f64)> {
    let known = PARTS.iter().filter_map(|(name, heading)| Some((*heading, case.median(name)?)));
    known.collect()
}

impl Split<'_> {
    pub(super) fn grid(&self) -> Grid {
        let told = |name: &str| self.cases.iter().any(|case| case.estimates.contains_key(name));
        let columns: Vec<&(&str, &str)> = PARTS.iter().filter(|(name, _)| told(name)).collect();
        let headings = ["stack", "whole"].into_iter().chain(columns.iter().map(|(_, heading)| *heading));
        let row = |case: &&CaseDocument| {
            let cell = |name: &str| case.median(name).map_or(String::new(), units::time);
            let parts = columns.iter().map(|(name, _)| cell(name));
            [case.candidate.clone(), cell(WHOLE)].into_iter().chain(parts).collect()
        };
        Grid {
            title: format!("Where a call's time goes, by stamps: {}", self.title),
            headings: headings.map(str::to_owned).collect(),
            rows: self.cases.iter().map(row).collect(),
            note: "means of a separate window, in which each stamp takes some 25 ns; a part that a library hides is \
                   counted in the part beside it"
                .into(),
        }
    }
}
