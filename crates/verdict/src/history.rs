//! A case over runs.

use wirecost_model::{EstimateDocument, EstimateId, Lab, RunDocument, Status};

use crate::floor::Pairs;
use crate::followed_estimate;
use crate::trust::Pair;

/// A case in one run.
#[derive(Debug, Clone)]
pub struct Point {
    /// The run.
    pub run_id: String,
    /// When it started (RFC 3339).
    pub started: String,
    /// The candidate's version then.
    pub version: String,
    /// What was measured, e.g. `cpu_ns`.
    pub estimate: EstimateId,
    /// The cost then.
    pub cost: EstimateDocument,
    /// By how much equal cases may have differed in that run, as a share; none without an A/A pair.
    pub noise_floor: Option<f64>,
}

/// A case over the runs that have it, the earliest first.
#[derive(Debug, Clone)]
pub struct History {
    /// The case.
    pub key: String,
    /// Its figures.
    pub points: Vec<Point>,
}

/// The histories of the cases that `wanted` says, over `runs` in any order. Runs of another machine than the latest
/// one's stay out: their figures say nothing of this case.
pub fn histories(runs: &[RunDocument], wanted: impl Fn(&str) -> bool) -> Vec<History> {
    let mut runs: Vec<&RunDocument> = runs.iter().collect();
    runs.sort_by(|a, b| a.started.cmp(&b.started).then(a.run_id.cmp(&b.run_id)));
    let Some(latest) = runs.last() else { return Vec::new() };
    let machine = |run: &RunDocument| (run.environment.cpu.clone(), run.environment.cores);
    let here = machine(latest);
    let mut histories: Vec<History> = Vec::new();
    for run in runs.into_iter().filter(|run| machine(run) == here) {
        let (of_codecs, of_servers) = (Pair::of(run).map(|pair| pair.noise_floor()), Pairs::of(run));
        let counts =
            |case: &&wirecost_model::CaseDocument| case.status == Status::Ok && !case.is_twin() && !case.is_control();
        for case in run.cases.iter().filter(counts) {
            let (key, estimate) = (case.key(), followed_estimate(run, case));
            let Some(cost) = case.estimates.get(&estimate).copied().filter(|_| wanted(&key)) else { continue };
            let point = Point {
                run_id: run.run_id.clone(),
                started: run.started.clone(),
                version: case.version.clone(),
                estimate,
                cost,
                noise_floor: match case.lab == Lab::CODEC {
                    true => of_codecs,
                    false => of_servers.floor(case, estimate).known,
                },
            };
            match histories.iter_mut().find(|history| history.key == key) {
                Some(history) => history.points.push(point),
                None => histories.push(History { key, points: vec![point] }),
            }
        }
    }
    histories
}
