//! CPU time of processes that this one did not start.

use rustix::process::Pid;

use crate::processes;
use crate::usage::cpu_ns;

/// CPU time of some processes and of all that they started, counted from when each was first seen.
#[derive(Debug, Default)]
pub struct ProcessClock {
    roots: Vec<Pid>,
    /// Each process, its CPU time when it was first seen, and when it was last read.
    known: Vec<(Pid, u64, u64)>,
}

impl ProcessClock {
    /// That of these processes; those that are not there are not watched.
    pub fn new(pids: &[u32]) -> Self {
        let roots = pids.iter().filter_map(|pid| Pid::from_raw(i32::try_from(*pid).ok()?)).collect();
        let mut clock = Self { roots, known: Vec::new() };
        clock.look_again();
        clock
    }

    /// Looks for processes that were started since; how many are new. It reads a file of every process of the machine. This
    /// process is never one of them, though one that it watches may have started it.
    pub fn look_again(&mut self) -> usize {
        let (before, own) = (self.known.len(), rustix::process::getpid());
        for pid in processes::with_descendants(&self.roots).into_iter().filter(|pid| *pid != own) {
            if let (false, Some(now_ns)) = (self.known.iter().any(|(known, ..)| *known == pid), cpu_ns(pid)) {
                self.known.push((pid, now_ns, now_ns));
            }
        }
        self.known.len() - before
    }

    /// The CPU time so far, nanoseconds; none if no process is watched, or all are gone. One that ended keeps what it had.
    pub fn read_ns(&mut self) -> Option<u64> {
        let mut alive = false;
        for (pid, _, last_ns) in &mut self.known {
            if let Some(now_ns) = cpu_ns(*pid) {
                *last_ns = now_ns;
                alive = true;
            }
        }
        alive.then(|| self.known.iter().map(|(_, first_ns, last_ns)| last_ns.saturating_sub(*first_ns)).sum())
    }

    /// The processes that are watched.
    pub fn processes(&self) -> Vec<u32> {
        self.known.iter().map(|(pid, ..)| pid.as_raw_pid().unsigned_abs()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_process_counts_with_what_it_started() {
        let script = "sh -c 'i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; sleep 60' & wait";
        let mut child = Command::new("sh").args(["-c", script]).spawn().unwrap();
        let mut clock = ProcessClock::new(&[child.id()]);
        let mut used_ns = 0;
        while used_ns < 20_000_000 {
            std::thread::sleep(std::time::Duration::from_millis(5));
            clock.look_again();
            used_ns = clock.read_ns().unwrap();
        }
        assert!(clock.processes().len() >= 2 && clock.processes().contains(&child.id()));
        for pid in clock.processes().into_iter().rev() {
            let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
        let _ = child.wait();
    }

    #[test]
    fn who_looks_is_not_watched() {
        for pid in [std::process::id(), std::os::unix::process::parent_id()] {
            assert!(!ProcessClock::new(&[pid]).processes().contains(&std::process::id()));
        }
    }

    #[test]
    fn who_is_not_there_has_no_time() {
        assert_eq!(ProcessClock::new(&[]).read_ns(), None);
        assert_eq!(ProcessClock::new(&[u32::MAX, 0]).read_ns(), None);
    }
}
