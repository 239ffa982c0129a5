//! Who places workers: this machine, ssh, Slurm, Kubernetes; and the scripts and manifests for those who do it themselves.

mod kubernetes;
mod namespaces;
mod processes;
mod slurm;

use std::collections::BTreeMap;
use std::process::{Command, Output};
use std::str::FromStr;
use std::time::Duration;

use crate::error::Error;
use crate::job::Job;
use crate::plan::MOST_PARTS;

pub use kubernetes::manifest;
pub use namespaces::reached;
pub use slurm::script;

/// Where the parts of a load run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerSite {
    /// So many processes of this machine, if the job says so each in a network namespace of its own.
    Local(u64),
    /// One on each of these hosts.
    Ssh(Vec<String>),
    /// So many nodes that Slurm gives.
    Slurm(u64),
    /// So many pods of Kubernetes.
    Kubernetes(u64),
}

impl FromStr for WorkerSite {
    type Err = String;

    fn from_str(text: &str) -> Result<WorkerSite, String> {
        let form = || format!("unknown place {text:?}; give local:N, ssh:HOST,HOST, slurm[:N] or kubernetes[:N]");
        let one = ["slurm", "kubernetes"].contains(&text).then_some((text, "1"));
        let (engine, rest) = text.split_once(':').or(one).ok_or_else(form)?;
        let count = || match rest.parse() {
            Ok(count @ 1..=MOST_PARTS) => Ok(count),
            _ => Err(format!("{rest:?} is not a number of workers; give 1 to {MOST_PARTS}")),
        };
        match engine {
            "local" => count().map(WorkerSite::Local),
            "slurm" => count().map(WorkerSite::Slurm),
            "kubernetes" => count().map(WorkerSite::Kubernetes),
            "ssh" => {
                let hosts: Vec<String> = rest.split(',').map(|host| host.trim().to_owned()).collect();
                match hosts.iter().find(|host| host.is_empty() || host.starts_with('-')) {
                    Some(host) => Err(format!("{host:?} is no host")),
                    None => Ok(WorkerSite::Ssh(hosts)),
                }
            }
            _ => Err(form()),
        }
    }
}

impl WorkerSite {
    /// How many parts there are.
    pub fn parts(&self) -> u64 {
        match self {
            WorkerSite::Local(count) | WorkerSite::Slurm(count) | WorkerSite::Kubernetes(count) => *count,
            WorkerSite::Ssh(hosts) => hosts.len() as u64,
        }
    }

    /// Time from the submission to the agreed start, unless the user says otherwise: what placing takes, and more.
    /// `by_hand` is where the user submits what was written.
    pub fn lead(&self, by_hand: bool) -> Duration {
        match self {
            WorkerSite::Local(count) => Duration::from_secs(2) + Duration::from_millis(20) * *count as u32,
            WorkerSite::Ssh(_) | WorkerSite::Slurm(_) => Duration::from_secs(5),
            // The manifest must be applied first.
            WorkerSite::Kubernetes(_) if by_hand => Duration::from_secs(120),
            // Machines may fetch the image first.
            WorkerSite::Kubernetes(_) => Duration::from_secs(30),
        }
    }
}

/// Workers that were placed. Dropping it ends them.
pub(crate) trait Placed {
    /// Whether any of them is at work or waits for its place.
    fn is_running(&mut self) -> Result<bool, Error>;

    /// Tells them to leave what they have and end.
    fn tell_to_end(&mut self);

    /// What of the parts lost its network for a while, as far as the engine knows. It is asked before the end.
    fn cut_off(&mut self) -> Result<BTreeMap<u64, String>, Error> {
        Ok(BTreeMap::new())
    }

    /// Ends those that are left, and gives what the engine says of each.
    fn end(&mut self) -> BTreeMap<u64, String>;
}

/// Places all parts of a job.
pub(crate) fn place(place: &WorkerSite, job: &Job) -> Result<Box<dyn Placed>, Error> {
    match (place, &job.namespaces) {
        (WorkerSite::Local(_), Some(reach)) => Ok(Box::new(namespaces::Namespaces::start(job, reach)?)),
        (WorkerSite::Local(_), None) => Ok(Box::new(processes::Processes::local(job, Command::spawn)?)),
        (WorkerSite::Ssh(hosts), _) => Ok(Box::new(processes::Processes::ssh(job, hosts)?)),
        (WorkerSite::Slurm(_), _) => Ok(Box::new(slurm::Slurm::submit(job)?)),
        (WorkerSite::Kubernetes(_), _) => Ok(Box::new(kubernetes::Kubernetes::submit(job)?)),
    }
}

/// An instant as `worker --start-at` takes it: seconds since 1970.
pub(crate) fn instant(lead: Duration) -> String {
    let at_ms = wirecost_load::unix_ns() / 1_000_000 + lead.as_millis() as u64;
    format!("@{}.{:03}", at_ms / 1000, at_ms % 1000)
}

/// The last line of what an engine's client complained about.
pub(crate) fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("no reason given").to_owned()
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@=,+%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_and_others_refused() {
        let place = |text: &str| text.parse::<WorkerSite>();
        assert_eq!(place("local:3"), Ok(WorkerSite::Local(3)));
        assert_eq!(place("ssh:a,root@b"), Ok(WorkerSite::Ssh(vec!["a".into(), "root@b".into()])));
        assert_eq!(place("slurm:2").unwrap().parts(), 2);
        assert_eq!(place("kubernetes:4").unwrap().parts(), 4);
        assert_eq!((place("kubernetes"), place("slurm")), (Ok(WorkerSite::Kubernetes(1)), Ok(WorkerSite::Slurm(1))));
        for text in ["", "local", "local:0", "local:x", "ssh:", "ssh:a,,b", "ssh:-oProxyCommand=x", "docker:3"] {
            assert!(place(text).is_err(), "{text}");
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("/a/b-c.json"), "/a/b-c.json");
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
        assert_eq!(quoted(""), "''");
    }
}
