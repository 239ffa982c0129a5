//! Where a trial goes on while the core of its runner is disturbed: on another core, or a little later.

use std::time::Duration;

#[cfg(target_os = "linux")]
use rustix::process::Pid;
#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// How long to wait where every core has been tried.
const PAUSE: Duration = Duration::from_millis(1);

/// The cores that runners may be moved between.
#[derive(Debug, Clone)]
pub struct SpareCores {
    cores: Vec<usize>,
    /// How often the trial has stepped aside.
    steps: usize,
    /// The cores that the thread of the harness may use while no batch is elsewhere. Trials take turns, so what it may use when one of
    /// them moves may be what another has left it.
    #[cfg(target_os = "linux")]
    own: Option<CpuSet>,
    /// Whose place is fixed for one batch, with the cores that it may use afterwards.
    moved: Option<Moved>,
}

/// The runner.
#[cfg(target_os = "linux")]
type Moved = (Pid, CpuSet);
#[cfg(not(target_os = "linux"))]
type Moved = ();

impl SpareCores {
    /// Between these cores, for a harness whose thread may use what it may use now.
    pub fn new(cores: Vec<usize>) -> Self {
        Self {
            cores,
            steps: 0,
            #[cfg(target_os = "linux")]
            own: sched_getaffinity(None).ok(),
            moved: None,
        }
    }

    /// Steps aside with the runner `process`. Only its first thread moves, which is the one that measures, and after one batch it
    /// may go wherever it likes: it stays where it was for as long as nobody else wants that core.
    pub fn step(&mut self, process: u32) {
        self.steps += 1;
        if self.steps.is_multiple_of(self.cores.len().max(1)) {
            std::thread::sleep(PAUSE);
        }
        self.go(process);
    }

    /// Moves on to the next core, without waiting.
    #[cfg(target_os = "linux")]
    pub fn go(&mut self, process: u32) {
        self.settle();
        let here = core_of(process).and_then(|core| self.cores.iter().position(|other| *other == core));
        let (Some(here), Some(process)) = (here, i32::try_from(process).ok().and_then(Pid::from_raw)) else { return };
        let there = self.cores[(here + 1) % self.cores.len()];
        let (Ok(allowed), Some(own)) = (sched_getaffinity(Some(process)), self.own) else { return };
        let mut only = CpuSet::new();
        only.set(there);
        if sched_setaffinity(Some(process), &only).is_ok() {
            // The harness looks for an answer without sleeping, and would keep the runner off that core.
            let mut others = own;
            others.unset(there);
            let _ = sched_setaffinity(None, &others);
            self.moved = Some((process, allowed));
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn go(&mut self, _process: u32) {}

    /// A batch was run: its process may go wherever it likes.
    pub fn settle(&mut self) {
        #[cfg(target_os = "linux")]
        if let (Some((process, allowed)), Some(own)) = (self.moved.take(), self.own) {
            // A process that has ended needs no core.
            let _ = sched_setaffinity(Some(process), &allowed);
            let _ = sched_setaffinity(None, &own);
        }
    }
}

/// A trial that ends with a batch elsewhere leaves the harness the cores that it had: other labs look for theirs.
impl Drop for SpareCores {
    fn drop(&mut self) {
        self.settle();
    }
}

/// The core on which a process's first thread was last.
#[cfg(target_os = "linux")]
fn core_of(process: u32) -> Option<usize> {
    core_in(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// Whether some thread of a process was last on this core.
pub fn is_on(process: u32, core: usize) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return false };
    let mut cores =
        threads.filter_map(|thread| core_in(&std::fs::read_to_string(thread.ok()?.path().join("stat")).ok()?));
    cores.any(|other| other == core)
}

/// The core that a line of proc_pid_stat(5) tells: its field 39.
fn core_in(stat: &str) -> Option<usize> {
    // The name, which may hold anything, ends at the last parenthesis; field 3 follows.
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(39 - 3)?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_moves_to_the_next_core_and_is_free_again() {
        let cores = crate::survey::cores();
        let mut child = Command::new("sh").args(["-c", "while :; do :; done"]).stdin(Stdio::null()).spawn().unwrap();
        let id = child.id();
        let pid = Pid::from_child(&child);
        let mut aside = SpareCores::new(cores.clone());
        let (free, own) = (sched_getaffinity(Some(pid)).unwrap(), sched_getaffinity(None).unwrap());
        let before = core_of(id).unwrap();
        aside.step(id);
        let fixed = sched_getaffinity(Some(pid)).unwrap();
        assert_eq!(fixed.count(), 1);
        assert!(cores.len() == 1 || !fixed.is_set(before), "{before}");
        let there = cores.iter().find(|core| fixed.is_set(**core)).unwrap();
        assert!(cores.len() == 1 || !sched_getaffinity(None).unwrap().is_set(*there), "the harness leaves it the core");
        aside.settle();
        assert_eq!((sched_getaffinity(Some(pid)).unwrap(), sched_getaffinity(None).unwrap()), (free, own));
        // Of two trials that wait, neither gives the harness back what the other had left it.
        let mut other = aside.clone();
        aside.step(id);
        other.step(id);
        aside.settle();
        drop(other);
        assert_eq!(sched_getaffinity(None).unwrap(), own, "also where the trial ends meanwhile");
        let _ = child.kill();
        let _ = child.wait();
        assert_eq!(core_of(u32::MAX), None);
    }
}
