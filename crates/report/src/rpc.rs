//! What a run of the rpc lab shows beyond its tables: where a round trip's time goes, and what it means for an application.

pub mod application;
pub mod phases;
pub mod rungs;

use wirecost_model::{CaseDocument, Closing, EstimateId, Lab, Placement, RunDocument, Status, Transfer};

use crate::sheet::Sheet;
use crate::words;

/// The tables of a run, beyond those of its loads.
pub fn sheets(run: &RunDocument) -> Vec<Sheet> {
    let phases = phases::splits(run).into_iter().map(|split| split.sheet());
    phases.chain(rungs::ladders(run).into_iter().map(|ladder| ladder.sheet())).collect()
}

/// The cases of one client that makes one call after the other, by what was called, and under which circumstances.
fn round_trips(run: &RunDocument) -> Vec<(String, Vec<&CaseDocument>)> {
    let mut sections: Vec<(String, Vec<&CaseDocument>)> = Vec::new();
    let measured = |case: &&CaseDocument| case.lab == Lab::RPC && case.status == Status::Ok && !case.is_twin();
    for case in run.cases.iter().filter(measured) {
        if !case.estimates.contains_key(&EstimateId::TimeNs) {
            continue;
        }
        let title = circumstances(case);
        match sections.iter_mut().find(|(known, _)| *known == title) {
            Some((_, cases)) => cases.push(case),
            None => sections.push((title, vec![case])),
        }
    }
    sections
}

/// What was called, and how, in words.
fn circumstances(case: &CaseDocument) -> String {
    let called = format!("{} {}", case.operation, case.message);
    let Some(load) = case.server_load() else { return format!("{called}, {}", words::parameters(case)) };
    let placement = match load.placement {
        Placement::Together => ", client and server on the same core",
        Placement::Apart => ", client and server on cores of their own",
        Placement::Free => ", placed by the system",
    };
    let close = if load.close == Closing::KeepAlive { "" } else { ", a new connection for each call" };
    let transfer = match load.transfer {
        Transfer::Whole => "",
        Transfer::Chunked => ", body in chunks",
        Transfer::Streaming => ", body as it comes",
    };
    format!("{called}{placement}{close}{transfer}")
}
