//! Workers as processes of this machine, and as those of others through ssh.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::{Placed, instant, quoted};
use crate::error::Error;
use crate::job::Job;
use crate::plan::Plan;

/// How long a worker may take to end after the end of its input.
const PATIENCE: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// One process for each part. A worker ends when its standard input does: so it ends with this process, however this
/// process ends, and across ssh too.
pub(crate) struct Processes {
    workers: Vec<Worker>,
}

struct Worker {
    rank: u64,
    child: Child,
    /// Holds the standard input of the worker open.
    input: Option<Sender<()>>,
    /// How it ended.
    ended: Option<String>,
}

impl Processes {
    /// Starts them on this machine, each by `spawn`.
    pub(crate) fn local(job: &Job, spawn: impl FnMut(&mut Command) -> io::Result<Child>) -> Result<Self, Error> {
        let folder = job.folder.to_string_lossy().into_owned();
        let command = |words: &[&str]| {
            let mut command = Command::new(&job.program);
            command.args(words).args(["--out", &folder]);
            command
        };
        Self::start(job, command, spawn)
    }

    /// Starts one on each host.
    pub(crate) fn ssh(job: &Job, hosts: &[String]) -> Result<Self, Error> {
        let mut hosts = hosts.iter();
        let command = |words: &[&str]| {
            let words = [&[job.program.as_str()], words, &["--out", "-"]].concat();
            let line: Vec<String> = words.into_iter().map(quoted).collect();
            let mut command = Command::new("ssh");
            command.args(["-o", "BatchMode=yes"]).args(&job.engine_options);
            command.arg("--").args(hosts.next()).arg(line.join(" "));
            command
        };
        Self::start(job, command, Command::spawn)
    }

    /// Starts a worker for each part by `spawn`, as `command` says for the words of the worker.
    fn start(
        job: &Job,
        mut command: impl FnMut(&[&str]) -> Command,
        mut spawn: impl FnMut(&mut Command) -> io::Result<Child>,
    ) -> Result<Self, Error> {
        let at = instant(job.lead);
        let mut all = Self { workers: Vec::new() };
        for &rank in &job.ranks {
            let mut command = command(&["worker", "--plan", "-", "--start-at", &at, "--progress"]);
            let [output, errors] =
                [job.output(rank), job.errors(rank)].map(|path| File::create(&path).map_err(Error::file(&path)));
            // Ctrl-C is for this process, which stops the workers.
            command.stdin(Stdio::piped()).stdout(output?).stderr(errors?).process_group(0);
            let mut child = spawn(&mut command).map_err(|fault| Error::Engine {
                command: command.get_program().to_string_lossy().into_owned(),
                reason: fault.to_string(),
            })?;
            let plan = Plan { rank: Some(rank), ..job.plan.clone() }.to_json() + "\n";
            let (input, held) = mpsc::channel::<()>();
            if let Some(mut pipe) = child.stdin.take() {
                thread::spawn(move || {
                    // A worker that is gone says so by its end.
                    let _ = pipe.write_all(plan.as_bytes());
                    let _ = held.recv();
                });
            }
            all.workers.push(Worker { rank, child, input: Some(input), ended: None });
        }
        Ok(all)
    }

    /// Whether one is left, at most so long later.
    fn are_gone_within(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        while self.workers.iter_mut().any(Worker::is_running) {
            if start.elapsed() > patience {
                return false;
            }
            thread::sleep(LOOK_EVERY);
        }
        true
    }
}

impl Worker {
    fn is_running(&mut self) -> bool {
        if self.ended.is_none() {
            self.ended = match self.child.try_wait() {
                Ok(None) => None,
                Ok(Some(status)) => Some(status.to_string()),
                Err(fault) => Some(fault.to_string()),
            };
        }
        self.ended.is_none()
    }
}

impl Placed for Processes {
    fn is_running(&mut self) -> Result<bool, Error> {
        // Every one is asked, so that each end is known.
        Ok(self.workers.iter_mut().filter_map(|worker| worker.is_running().then_some(())).count() > 0)
    }

    fn tell_to_end(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.input = None);
    }

    fn end(&mut self) -> BTreeMap<u64, String> {
        self.tell_to_end();
        if !self.are_gone_within(PATIENCE) {
            for worker in self.workers.iter_mut().filter(|worker| worker.ended.is_none()) {
                // It may have ended in this moment.
                let _ = worker.child.kill();
                let _ = worker.child.wait();
                worker.ended = Some("it did not end and was killed".into());
            }
        }
        let words = |worker: &Worker| Some((worker.rank, worker.ended.clone()?));
        self.workers.iter().filter_map(words).collect()
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.end();
    }
}
