//! Kubernetes: an Indexed Job, submitted, watched and deleted by kubectl.
//!
//! Each pod keeps its result in a folder of its own until it was fetched: logs are rotated, and what a pod printed is gone
//! with it. Logs only tell how far it is.

mod manifest;
mod pods;

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use self::manifest::{RESULTS, name_of_its_own, submitted};
use self::pods::{Pod, Seen, State, lines};
use super::{Placed, complaint};
use crate::error::Error;
use crate::job::Job;
use crate::keep::{self, Kept};
use crate::signs::{BeginSign, ProgressSign};

pub use self::manifest::manifest;

/// The cluster is asked at most this often.
const ASK_EVERY: Duration = Duration::from_secs(1);
/// A cluster that does not answer may come back.
const MOST_FAILURES: usize = 60;
/// How long results are asked for beyond the time at which the last must be there.
const LONGEST_OVERDUE: Duration = Duration::from_secs(60);
/// Results that are fetched at once.
const FETCHED_AT_ONCE: usize = 8;
/// Bytes at the beginning of a log that hold the first sign of life.
const FIRST_BYTES: usize = 1000;
/// How long kubectl waits for an answer of the cluster.
const PATIENCE: &str = "--request-timeout=20s";

/// A job that was submitted. Dropping it deletes it.
pub(crate) struct Kubernetes {
    job: Job,
    name: String,
    /// What was seen of each part's pod at last, by rank.
    pods: BTreeMap<u64, Pod>,
    begun: BTreeMap<u64, BeginSign>,
    /// Parts that keep their results, and why those could not be fetched.
    kept: BTreeMap<u64, Option<String>>,
    fetched: BTreeSet<u64>,
    submitted: Instant,
    is_running: bool,
    is_deleted: bool,
    asked: Option<Instant>,
    failures: usize,
}

/// Calls kubectl.
fn call(options: &[String], arguments: &[&str]) -> Result<Output, Error> {
    // Ctrl-C is for this process, which takes the job back.
    let output = Command::new("kubectl").args(options).args(arguments).process_group(0).output();
    output.map_err(|fault| {
        failed(match fault.kind() {
            std::io::ErrorKind::NotFound => "there is no such program: the client of Kubernetes is needed here".into(),
            _ => fault.to_string(),
        })
    })
}

fn failed(reason: String) -> Error {
    Error::Engine { command: "kubectl".into(), reason }
}

impl Kubernetes {
    /// Writes the manifest and applies it.
    pub(crate) fn submit(job: &Job) -> Result<Self, Error> {
        let path = job.folder.join("job.yaml");
        let name = name_of_its_own(job);
        std::fs::write(&path, submitted(job, &name)?).map_err(Error::file(&path))?;
        let placed = Self {
            job: job.clone(),
            name,
            pods: BTreeMap::new(),
            begun: BTreeMap::new(),
            kept: BTreeMap::new(),
            fetched: BTreeSet::new(),
            submitted: Instant::now(),
            is_running: true,
            is_deleted: false,
            asked: None,
            failures: 0,
        };
        // If one of its objects is refused, the other is deleted.
        let output = call(&job.engine_options, &["apply", PATIENCE, "--filename", &path.to_string_lossy()])?;
        if output.status.success() { Ok(placed) } else { Err(failed(complaint(&output))) }
    }

    fn call(&self, arguments: &[&str]) -> Result<Output, Error> {
        call(&self.job.engine_options, arguments)
    }

    fn selector(&self) -> String {
        format!("--selector=app.kubernetes.io/instance={}", self.name)
    }

    /// What there is of the job.
    fn look(&self) -> Result<Seen, Error> {
        let output = self.call(&["get", "jobs,pods", &self.selector(), "--output=json", PATIENCE])?;
        if !output.status.success() {
            return Err(failed(complaint(&output)));
        }
        Seen::from_json(&output.stdout).map_err(|fault| failed(format!("its answer is not a list of objects: {fault}")))
    }

    /// Takes what is there of the job, and fetches results. Whether there is any of it.
    fn take(&mut self, seen: Seen) -> Result<bool, Error> {
        let is_alive = |pod: &Pod| !matches!(pod.state, State::Ended(_));
        let is_running = seen.goes_on || seen.pods.values().any(is_alive);
        let gone = |pod: &mut Pod| pod.state = State::Ended("it is gone: it was deleted, or its node was lost".into());
        let there: BTreeMap<u64, Pod> = seen
            .pods
            .into_iter()
            .filter_map(|(place, pod)| Some((*self.job.ranks.get(place as usize)?, pod)))
            .collect();
        let lost = self.pods.iter_mut().filter(|(rank, pod)| pod.state == State::Runs && !there.contains_key(rank));
        lost.for_each(|(_, pod)| gone(pod));
        self.pods.extend(there);
        if self.runs().any(|(rank, _)| !self.begun.contains_key(&rank)) {
            self.read_first_lines()?;
        }
        self.read_last_lines()?;
        // Where logs cannot be read, nothing tells that a part has its result. It has by now, or it is asked in vain.
        let overdue = self.submitted.elapsed().saturating_sub(self.job.lead + self.job.longest);
        let has_result = |rank: &u64| self.kept.contains_key(rank) || !overdue.is_zero();
        let ready: Vec<u64> = self.runs().map(|(rank, _)| rank).filter(has_result).collect();
        self.fetch(&ready);
        Ok(is_running && overdue < LONGEST_OVERDUE)
    }

    /// The pods at work whose results are not here.
    fn runs(&self) -> impl Iterator<Item = (u64, &Pod)> {
        let runs = self.pods.iter().filter(|(_, pod)| pod.state == State::Runs).map(|(rank, pod)| (*rank, pod));
        runs.filter(|(rank, _)| !self.fetched.contains(rank))
    }

    /// Lines of all logs, each with the part that printed it. A pod whose log cannot be read yet prints none.
    fn logs(&self, options: &[&str]) -> Result<Vec<(u64, String)>, Error> {
        let output =
            self.call(&[&["logs", &self.selector(), "--prefix", "--ignore-errors", PATIENCE], options].concat())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let ranks: BTreeMap<&str, u64> = self.pods.iter().map(|(rank, pod)| (pod.name.as_str(), *rank)).collect();
        Ok(lines(&text).filter_map(|(pod, line)| Some((*ranks.get(pod)?, line.to_owned()))).collect())
    }

    /// Reads the first sign of life of each part.
    fn read_first_lines(&mut self) -> Result<(), Error> {
        for (rank, line) in self.logs(&["--tail=-1", &format!("--limit-bytes={FIRST_BYTES}")])? {
            if let Some(begun) = BeginSign::from_line(&line).filter(|begun| begun.rank == rank) {
                self.begun.insert(rank, begun);
            }
        }
        Ok(())
    }

    /// Reads the progress of each part, and writes it where processes of this machine write theirs.
    fn read_last_lines(&mut self) -> Result<(), Error> {
        if self.runs().next().is_none() {
            return Ok(());
        }
        for (rank, line) in self.logs(&["--tail=2"])? {
            if Kept::from_line(&line).is_some_and(|kept| kept.rank == rank) {
                self.kept.entry(rank).or_default();
            } else if ProgressSign::from_line(&line).is_some() {
                let begun = self.begun.get(&rank).map_or(String::new(), |begun| begun.to_line() + "\n");
                let path = self.job.output(rank);
                std::fs::write(&path, begun + &line + "\n").map_err(Error::file(&path))?;
            } else if BeginSign::from_line(&line).is_none() {
                let path = self.job.errors(rank);
                std::fs::write(&path, line + "\n").map_err(Error::file(&path))?;
            }
        }
        Ok(())
    }

    /// Fetches the results of these parts. What fails is tried again at the next look.
    fn fetch(&mut self, ranks: &[u64]) {
        for ranks in ranks.chunks(FETCHED_AT_ONCE) {
            let fetched: Vec<Result<(), String>> = thread::scope(|scope| {
                let this = &*self;
                let fetches: Vec<_> = ranks.iter().map(|rank| scope.spawn(|| this.fetch_one(*rank))).collect();
                fetches.into_iter().map(|fetch| fetch.join().unwrap_or_else(|_| Err("it panicked".into()))).collect()
            });
            for (rank, fetched) in ranks.iter().zip(fetched) {
                match fetched {
                    Ok(()) => drop(self.fetched.insert(*rank)),
                    Err(fault) => drop(self.kept.insert(*rank, Some(fault))),
                }
            }
        }
    }

    /// Fetches the result of a part, and lets its pod end once it is here, whole.
    fn fetch_one(&self, rank: u64) -> Result<(), String> {
        let Some(pod) = self.pods.get(&rank) else { return Err("it has no pod".into()) };
        let hand_over = |more: &[&str]| {
            let words =
                ["exec", &pod.name, "--container=worker", "--", &self.job.program, "worker", "--hand-over", RESULTS];
            let output = self.call(&[&words, more].concat()).map_err(|fault| fault.to_string())?;
            if output.status.success() { Ok(output.stdout) } else { Err(complaint(&output)) }
        };
        let text = String::from_utf8(hand_over(&[])?).map_err(|fault| fault.to_string())?;
        keep::take(&text, &self.job.plan.run, rank, &self.job.folder)?;
        // It is here. A pod that does not hear of it ends later, or with the job.
        let _ = hand_over(&["--release"]);
        Ok(())
    }

    /// What is known of a part's end.
    fn words(&self, rank: u64) -> String {
        let Some(pod) = self.pods.get(&rank) else { return "the cluster made no pod for it".into() };
        let place = pod.place();
        let said = match &pod.state {
            State::Waits(reason) => format!("{place} waited: {reason}"),
            State::Runs => format!("{place} was still at work"),
            State::Ended(how) => format!("{place}: {how}"),
        };
        match self.kept.get(&rank) {
            Some(Some(fault)) => format!("{said}; its result could not be fetched: {fault}"),
            _ => said,
        }
    }

    fn delete(&mut self) {
        let call =
            |kinds: &str| self.call(&["delete", kinds, &self.name, "--ignore-not-found", "--wait=false", PATIENCE]);
        // A job that is gone needs no end.
        self.is_deleted = call("jobs,configmaps").is_ok_and(|output| output.status.success());
    }
}

impl Placed for Kubernetes {
    fn is_running(&mut self) -> Result<bool, Error> {
        if !self.is_running || self.asked.is_some_and(|asked| asked.elapsed() < ASK_EVERY) {
            return Ok(self.is_running);
        }
        match self.look().and_then(|seen| self.take(seen)) {
            Ok(is_running) => (self.is_running, self.failures) = (is_running, 0),
            Err(fault @ Error::File { .. }) => return Err(fault),
            Err(fault) if self.failures >= MOST_FAILURES => return Err(fault),
            Err(_) => self.failures += 1,
        }
        self.asked = Some(Instant::now());
        Ok(self.is_running)
    }

    fn tell_to_end(&mut self) {
        // Its pods get SIGTERM, and leave what they have. They keep it for as long as a pod may take to end.
        let _ = self.call(&["delete", "jobs", &self.name, "--ignore-not-found", "--wait=false", PATIENCE]);
    }

    fn end(&mut self) -> BTreeMap<u64, String> {
        // What is not here by now is tried once more, whatever the logs say.
        let rest: Vec<u64> = self.runs().map(|(rank, _)| rank).collect();
        self.fetch(&rest);
        self.delete();
        self.is_running = false;
        for (_, begun) in self.begun.iter().filter(|(rank, _)| !self.fetched.contains(rank)) {
            // Without it, the part is reported as one that did not begin.
            let _ = begun.write(&self.job.folder);
        }
        let missing = self.job.ranks.iter().filter(|rank| !self.fetched.contains(rank));
        missing.map(|rank| (*rank, self.words(*rank))).collect()
    }
}

impl Drop for Kubernetes {
    fn drop(&mut self) {
        if !self.is_deleted {
            self.delete();
        }
    }
}
