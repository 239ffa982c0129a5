//! Measures one process of the service.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Deserialize;
use wirecost_lab::{Bench, Outcome, Slot};
use wirecost_model::{EstimateId, TrialDocument};

use crate::part::engine;
use crate::plan::FeedPlan;
use crate::row::{Case, Row};

/// How often a process is looked at, to see whether it has ended or the run is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Entries that are answered before the service is killed.
const BEFORE_KILL: usize = 40;

/// What a process says of an operation.
#[derive(Debug, Deserialize)]
struct Measured {
    operation: String,
    format: String,
    parameters: BTreeMap<String, String>,
    estimates: BTreeMap<String, f64>,
    samples: usize,
}

/// What a process says.
#[derive(Debug, Deserialize)]
struct Report {
    cases: Vec<Measured>,
}

impl Measured {
    fn is_of(&self, case: &Case) -> bool {
        let followers = self.parameters.get("followers").and_then(|number| number.parse().ok());
        self.operation == case.operation && self.format == case.format && followers == case.followers
    }
}

/// Measures a plan.
pub struct FeedBench<'a> {
    plan: &'a FeedPlan,
    cancelled: Arc<AtomicBool>,
}

/// A process that ends with this one: it holds the other end of its input.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Why there are no figures.
enum Ended {
    Cancelled,
    Failed(String),
}

impl<'a> FeedBench<'a> {
    pub fn new(plan: &'a FeedPlan) -> Self {
        Self { plan, cancelled: Arc::default() }
    }

    fn command(&self, row: &Row, verb: &str, folder: &Path, users: u32) -> Result<Command, Ended> {
        let part = &self.plan.part;
        let program = self.plan.programs.get(engine(&row.store));
        let program = program.ok_or_else(|| Ended::Failed("its program is not built".into()))?;
        let followers: Vec<String> = part.followers.iter().map(u32::to_string).collect();
        let mut command = Command::new(program);
        command.arg(verb).arg("--data").arg(folder);
        command.args(["--store", &row.store, "--delivery", &row.delivery, "--unread", &row.unread]);
        command.args(["--users", &users.to_string(), "--follows", &part.follows.to_string()]);
        command.args(["--seed", &self.plan.seed.to_string(), "--followers", &followers.join(",")]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    fn start(mut command: Command) -> Result<Process, Ended> {
        command.spawn().map(Process).map_err(|error| Ended::Failed(format!("it does not start: {error}")))
    }

    /// What a process says until it ends.
    fn heard(&self, mut process: Process) -> Result<String, Ended> {
        let mut out = process.0.stdout.take();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            out.as_mut().map(|out| out.read_to_string(&mut text));
            text
        });
        let status = loop {
            match process.0.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if self.cancelled.load(Ordering::Relaxed) => return Err(Ended::Cancelled),
                Ok(None) => std::thread::sleep(LOOK),
                Err(error) => return Err(Ended::Failed(error.to_string())),
            }
        };
        let text = reader.join().unwrap_or_default();
        if status.success() {
            return Ok(text);
        }
        let mut said = String::new();
        process.0.stderr.take().map(|mut err| err.read_to_string(&mut said));
        Err(Ended::Failed(format!("it ended with {status}: {}", said.trim().lines().last().unwrap_or_default())))
    }

    fn measured(&self, row: &Row) -> Result<Report, Ended> {
        let folder = folder()?;
        let process = Self::start(self.command(row, "feed-measure", folder.path(), self.plan.part.users)?)?;
        let text = self.heard(process)?;
        serde_json::from_str(&text).map_err(|error| Ended::Failed(format!("it says {text:?}: {error}")))
    }

    /// Kills the service while it publishes, and counts what it answered for and no longer has.
    fn crashed(&self, row: &Row) -> Result<BTreeMap<EstimateId, f64>, Ended> {
        let folder = folder()?;
        let users = self.plan.part.users.min(1_000);
        let failed = |error: std::io::Error| Ended::Failed(error.to_string());
        let mut process = Self::start(self.command(row, "feed-publish", folder.path(), users)?)?;
        let Some(out) = process.0.stdout.take() else { return Err(Ended::Failed("it has no output".into())) };
        let mut lines = BufReader::new(out).lines();
        let mut answered: Vec<String> = Vec::new();
        while answered.len() < BEFORE_KILL {
            match lines.next() {
                Some(line) => answered.push(line.map_err(failed)?),
                None => return Err(Ended::Failed("it ended while it published".into())),
            }
        }
        process.0.kill().map_err(failed)?;
        // What it had said before it died counts as well; a line that was cut off says nothing.
        answered.extend(lines.map_while(Result::ok));
        drop(process);
        let mut check = Self::start(self.command(row, "feed-check", folder.path(), users)?)?;
        if let Some(mut input) = check.0.stdin.take() {
            input.write_all((answered.join("\n") + "\n").as_bytes()).map_err(failed)?;
        }
        let text = self.heard(check)?;
        let lost: f64 = text.trim().parse().map_err(|_| Ended::Failed(format!("it says {text:?}")))?;
        Ok([(EstimateId::AnsweredWrites, answered.len() as f64), (EstimateId::LostWrites, lost)].into())
    }
}

fn folder() -> Result<tempfile::TempDir, Ended> {
    tempfile::tempdir().map_err(|error| Ended::Failed(format!("no folder for its data: {error}")))
}

fn trial(estimates: BTreeMap<EstimateId, f64>, samples: usize, position: usize) -> Outcome {
    let trial = TrialDocument { estimates, samples, outliers: 0, position, warmup: None, load: None };
    Outcome::Trial { trial: Box::new(trial), samples: Vec::new(), labels: Vec::new() }
}

impl Bench for FeedBench<'_> {
    fn stop_with(&mut self, cancelled: &Arc<AtomicBool>) {
        self.cancelled = Arc::clone(cancelled);
    }

    fn measure(&mut self, cases: &[usize], place: Slot, told: &mut dyn FnMut(usize, Outcome) -> bool) {
        let Some(row) = cases.first().map(|case| &self.plan.rows[self.plan.cases[*case].row]) else { return };
        let report = match self.measured(row) {
            Err(Ended::Cancelled) => return,
            Err(Ended::Failed(reason)) => Err(reason),
            Ok(report) => Ok(report),
        };
        for index in cases {
            let case = &self.plan.cases[*index];
            let outcome = if case.operation == "crash" {
                match self.crashed(row) {
                    Err(Ended::Cancelled) => return,
                    Err(Ended::Failed(reason)) => Outcome::Failed(reason),
                    Ok(lost) if lost.get(&EstimateId::LostWrites).is_some_and(|lost| *lost > 0.0) => Outcome::Failed(
                        format!("it lost {} entries that it had answered for", lost[&EstimateId::LostWrites]),
                    ),
                    Ok(lost) => trial(lost, 1, place.position),
                }
            } else {
                match &report {
                    Err(reason) => Outcome::Failed(reason.clone()),
                    Ok(report) => match report.cases.iter().find(|measured| measured.is_of(case)) {
                        None => Outcome::Failed("the process says nothing of it".into()),
                        Some(measured) => {
                            let known = |(name, value): (&String, &f64)| Some((EstimateId::known(name)?, *value));
                            let estimates = measured.estimates.iter().filter_map(known).collect();
                            trial(estimates, measured.samples, place.position)
                        }
                    },
                }
            };
            if !told(*index, outcome) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use wirecost_lab::Plan as _;

    use super::*;
    use crate::part::Part;

    const PART: &str = r#"{"budget": "1m", "trials": 1, "users": 100, "follows": 5, "followers": [1], "stores": ["sqlite"],
        "deliveries": ["push"], "crash": true}"#;

    /// What becomes of the cases of a program that is this script; the script sees its verb.
    fn outcomes(script: &str) -> BTreeMap<String, Outcome> {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        std::fs::write(&program, format!("#!/bin/sh\ncase $1 in\n{script}\nesac\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
        let part: Part = serde_json::from_str(PART).unwrap();
        let mut plan = FeedPlan::new(part.clone(), Row::all(&part), 1);
        plan.programs.insert("sqlite".into(), program);
        let mut told = BTreeMap::new();
        let mut bench = plan.start().unwrap();
        bench.measure(&plan.processes()[0], Slot { round: 0, position: 3 }, &mut |case, outcome| {
            told.insert(format!("{} {}", plan.cases[case].operation, plan.cases[case].format), outcome);
            true
        });
        assert_eq!(told.len(), plan.cases.len());
        told
    }

    fn failed(outcome: &Outcome) -> &str {
        match outcome {
            Outcome::Failed(reason) => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn figures_become_trials_and_what_is_not_said_fails() {
        let told = outcomes(
            r#"feed-measure) echo '{"cases": [{"operation": "home", "format": "none", "parameters": {}, "samples": 7,
                "estimates": {"cpu_ns": 5.5, "nobody_knows": 1}}]}';;
            feed-publish) seq 1 50; sleep 60;;
            feed-check) cat > /dev/null; echo 0;;"#,
        );
        let Outcome::Trial { trial, .. } = &told["home none"] else { panic!("{told:?}") };
        assert_eq!((trial.samples, trial.position), (7, 3));
        assert_eq!(trial.estimates, BTreeMap::from([(EstimateId::CpuNs, 5.5)]));
        assert!(failed(&told["deliver none"]).contains("says nothing of it"));
        let Outcome::Trial { trial, .. } = &told["crash none"] else { panic!("{told:?}") };
        assert_eq!(
            trial.estimates,
            BTreeMap::from([(EstimateId::AnsweredWrites, 50.0), (EstimateId::LostWrites, 0.0)])
        );
    }

    #[test]
    fn a_service_that_fails_or_loses_an_entry_has_no_figures() {
        let told = outcomes(
            "feed-measure) echo broken >&2; exit 2;;\nfeed-publish) seq 1 50; sleep 60;;\nfeed-check) cat > /dev/null; echo 3;;",
        );
        assert!(failed(&told["home none"]).contains("broken"));
        assert!(failed(&told["crash none"]).contains("lost 3 entries"));
        let told = outcomes("feed-measure) echo hello;;\nfeed-publish) seq 1 3;;");
        assert!(failed(&told["home none"]).contains("hello"));
        assert!(failed(&told["crash none"]).contains("ended while it published"));
    }
}
