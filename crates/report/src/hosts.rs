//! The same cases on several machines, side by side.

use std::collections::BTreeMap;

use serde::Serialize;
use wirecost_model::{CaseDocument, Environment, Lab, RunDocument, Status};
use wirecost_verdict::cost_estimate;
use wirecost_verdict::trust::Pair;

use crate::sheet::Sheet;
use crate::units;

/// The name and version of the form of [`ByHost`].
pub const SCHEMA: &str = "wirecost.hosts/1";

/// What runs of one suite on several machines show.
#[derive(Debug, Clone, Serialize)]
pub struct ByHost {
    /// The machines, in the order of the columns.
    pub hosts: Vec<Host>,
    /// The cases that were measured on at least one of them.
    pub cases: Vec<Row>,
}

/// A machine.
#[derive(Debug, Clone, Serialize)]
pub struct Host {
    /// Its name.
    pub name: String,
    /// The run that was measured on it.
    pub run_id: String,
    /// Its processor.
    pub cpu: Option<String>,
    /// Logical cores that may be used.
    pub cores: usize,
    /// What equal cases may differ by in its run, as a share.
    pub noise_floor: Option<f64>,
}

/// A case on all machines.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The message.
    pub message: String,
    /// The operation.
    pub operation: String,
    /// The candidate.
    pub candidate: String,
    /// Its version; machines may have different ones, which are rows of their own.
    pub version: String,
    /// Its cost on each machine, nanoseconds or instructions; none if it has no figure.
    pub cost: Vec<Option<f64>>,
    /// Why it has none.
    pub reasons: Vec<Option<String>>,
}

impl ByHost {
    /// The codec cases of these runs.
    pub fn of(runs: &[RunDocument]) -> Self {
        let mut cases: Vec<Row> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for (column, run) in runs.iter().enumerate() {
            let shown = |case: &&CaseDocument| case.lab == Lab::CODEC && !case.is_twin() && !case.is_control();
            for case in run.cases.iter().filter(shown) {
                // Where machines have other messages of that name, these are rows of their own, too.
                let key = format!("{}@{} {:?}", case.key(), case.version, case.message_digest);
                let index = *places.entry(key).or_insert_with(|| {
                    cases.push(Row::of(case, runs.len()));
                    cases.len() - 1
                });
                let row = &mut cases[index];
                let measured = case.status == Status::Ok;
                row.cost[column] = case.median(cost_estimate(run, case)).filter(|_| measured);
                row.reasons[column].clone_from(&case.reason);
            }
        }
        cases.retain(|row| row.cost.iter().any(Option::is_some));
        Self { hosts: runs.iter().map(Host::of).collect(), cases }
    }

    /// A table for each message and operation, in the order of the first run.
    pub fn sheets(&self) -> Vec<Sheet> {
        let mut sections: Vec<(String, Vec<&Row>)> = Vec::new();
        for row in &self.cases {
            let title = format!("{} {}", row.operation, row.message);
            match sections.iter_mut().find(|(known, _)| *known == title) {
                Some((_, rows)) => rows.push(row),
                None => sections.push((title, vec![row])),
            }
        }
        sections.into_iter().map(|(title, rows)| self.sheet(title, rows)).collect()
    }

    fn sheet(&self, title: String, mut rows: Vec<&Row>) -> Sheet {
        let first = |row: &Row| row.cost[0].unwrap_or(f64::INFINITY);
        rows.sort_by(|a, b| first(a).total_cmp(&first(b)));
        let names = self.hosts.iter().map(|host| host.name.clone());
        let ratios = self.hosts.iter().skip(1).map(|host| format!("{} by {}", host.name, self.hosts[0].name));
        let headings = ["candidate".to_owned()].into_iter().chain(names).chain(ratios).collect();
        let cells = |row: &&Row| {
            let cost = |cost: &Option<f64>| cost.map_or_else(|| "-".to_owned(), units::time);
            let ratio = |other: &Option<f64>| match (other, row.cost[0]) {
                (Some(other), Some(first)) if first > 0.0 => format!("{:.2}x", other / first),
                _ => String::new(),
            };
            let of_several = rows.iter().filter(|other| other.candidate == row.candidate).count() > 1;
            let version = if of_several { format!(" {}", row.version) } else { String::new() };
            let name = [row.candidate.clone() + &version];
            name.into_iter().chain(row.cost.iter().map(cost)).chain(row.cost.iter().skip(1).map(ratio)).collect()
        };
        let rows = rows.iter().map(cells).collect();
        let note = "cost of an operation on each machine, and its ratio to that on the first".to_owned();
        Sheet::of_numbers(title, headings, rows, note)
    }

    /// A line for each machine.
    pub fn lines(&self) -> Vec<String> {
        let line = |host: &Host| {
            let cpu = host.cpu.as_deref().unwrap_or("processor unknown");
            let floor = match host.noise_floor {
                Some(floor) => format!("equal cases differ by up to {:.1} %", floor * 100.0),
                None => "no A/A pair".to_owned(),
            };
            format!("{}: {cpu}, {} cores; {floor}; run {}", host.name, host.cores, host.run_id)
        };
        self.hosts.iter().map(line).collect()
    }
}

impl Host {
    fn of(run: &RunDocument) -> Self {
        let Environment { cpu, cores, .. } = &run.environment;
        Self {
            name: run.hosts.first().map_or_else(|| run.run_id.clone(), |host| host.name.clone()),
            run_id: run.run_id.clone(),
            cpu: cpu.clone(),
            cores: *cores,
            noise_floor: Pair::of(run).map(|pair| pair.noise_floor()),
        }
    }
}

impl Row {
    fn of(case: &CaseDocument, hosts: usize) -> Self {
        Self {
            message: case.message.clone(),
            operation: case.operation.clone(),
            candidate: case.candidate.clone(),
            version: case.version.clone(),
            cost: vec![None; hosts],
            reasons: vec![None; hosts],
        }
    }
}
