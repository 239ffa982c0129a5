//! A case over runs.

use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, Lab, MessageDigest, RunDocument, Status};

use crate::floor::Pairs;
use crate::trust::Pair;
use crate::{alike, followed_estimate};

/// A case in one run.
#[derive(Debug, Clone)]
pub struct Point {
    /// The run.
    pub run_id: String,
    /// When it started (RFC 3339).
    pub started: String,
    /// The candidate's version then.
    pub version: String,
    /// The cost then.
    pub cost: EstimateDocument,
    /// The trials that the cost is the median of.
    pub trials: usize,
    /// By how much equal cases may have differed in that run, as a share; none without an A/A pair.
    pub noise_floor: Option<f64>,
}

/// A case over the runs that have it, the earliest first: what one line may join. Runs whose message of that name is another one, or
/// that measured something else of it, are histories of their own.
#[derive(Debug, Clone)]
pub struct History {
    /// The case.
    pub key: String,
    /// What was measured, e.g. `cpu_ns`.
    pub estimate: EstimateId,
    /// What the message is; none where its name says all of it, or the runs do not tell.
    pub message: Option<MessageDigest>,
    /// Its figures.
    pub points: Vec<Point>,
}

impl History {
    /// Its name among `all`: the case, and what sets it apart from the others of that case.
    pub fn name(&self, all: &[Self]) -> String {
        let estimate = all.iter().any(|other| other.key == self.key && other.estimate != self.estimate);
        let estimate = estimate.then(|| self.estimate.to_string());
        let apart: Vec<String> = estimate.into_iter().chain(self.message_apart(all)).collect();
        if apart.is_empty() { self.key.clone() } else { format!("{} ({})", self.key, apart.join(", ")) }
    }

    /// What its message is, where others of the same case have another one.
    pub fn message_apart(&self, all: &[Self]) -> Option<String> {
        let is_like = |other: &&Self| (&other.key, other.estimate) == (&self.key, self.estimate);
        (all.iter().filter(is_like).count() > 1)
            .then(|| self.message.as_ref().map_or("message not recorded".to_owned(), in_short))
    }
}

/// A digest as people tell it from another.
fn in_short(digest: &MessageDigest) -> String {
    let short = |digest: &str| digest.chars().take(8).collect::<String>();
    let of_type = digest.type_sha256.as_deref().map_or(String::new(), |digest| format!(" of type {}", short(digest)));
    format!("message {}{of_type}", short(&digest.sha256))
}

/// The histories of the cases that `wanted` says, over `runs` in any order. Runs of another machine than the latest
/// one's stay out: their figures say nothing of this case.
pub fn histories(runs: &[RunDocument], wanted: impl Fn(&str) -> bool) -> Vec<History> {
    let mut runs: Vec<&RunDocument> = runs.iter().collect();
    runs.sort_by(|a, b| a.started.cmp(&b.started).then(a.run_id.cmp(&b.run_id)));
    let Some(latest) = runs.last() else { return Vec::new() };
    let machine = |run: &RunDocument| (run.environment.cpu.clone(), run.environment.cores);
    let here = machine(latest);
    // Beside each history, the case that it began with.
    let mut histories: Vec<(&CaseDocument, History)> = Vec::new();
    for run in runs.into_iter().filter(|run| machine(run) == here) {
        let (of_codecs, of_servers) = (Pair::of(run).map(|pair| pair.noise_floor()), Pairs::of(run));
        let counts = |case: &&CaseDocument| case.status == Status::Ok && !case.is_twin() && !case.is_control();
        for case in run.cases.iter().filter(counts) {
            let (key, estimate) = (case.key(), followed_estimate(run, case));
            let Some(cost) = case.estimates.get(&estimate).copied().filter(|_| wanted(&key)) else { continue };
            let point = Point {
                run_id: run.run_id.clone(),
                started: run.started.clone(),
                version: case.version.clone(),
                cost,
                trials: case.trial_values(estimate).len(),
                noise_floor: if case.lab == Lab::CODEC { of_codecs } else { of_servers.floor(case, estimate).known },
            };
            let continues = |(first, history): &&mut (&CaseDocument, History)| {
                history.key == key && history.estimate == estimate && alike::is_one_line(first, case)
            };
            match histories.iter_mut().find(continues) {
                Some((_, history)) => history.points.push(point),
                None => {
                    let message = case.message_digest.clone();
                    histories.push((case, History { key, estimate, message, points: vec![point] }));
                }
            }
        }
    }
    histories.into_iter().map(|(_, history)| history).collect()
}
