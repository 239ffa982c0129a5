//! What the processors gave the threads of a process that is not under control here.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::usage::cpu_ns;

/// What the threads of a process have got of the processors so far. The difference of two gives what a window gave.
#[derive(Debug, Clone)]
pub struct Threads {
    at: Instant,
    cpu_ns: u64,
    /// By thread: nanoseconds on a processor, and ready to run without one.
    threads: BTreeMap<u32, (u64, u64)>,
}

/// What a window gave.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Got {
    /// CPU time of the process, of threads that ended as well, nanoseconds.
    pub cpu_ns: u64,
    /// Length of the window.
    pub elapsed: Duration,
    /// Share of a core that the busiest thread used or waited for.
    pub wanted: f64,
    /// Share of the window that the unluckiest thread waited for a core.
    pub denied: f64,
}

impl Threads {
    /// Those of a process; `None` where there is none of this number.
    pub fn of(pid: u32) -> Option<Self> {
        let process = i32::try_from(pid).ok().and_then(Pid::from_raw)?;
        let (at, cpu_ns) = (Instant::now(), cpu_ns(process)?);
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let threads = tasks.filter_map(|task| {
            let schedstat = fs::read_to_string(task.path().join("schedstat")).ok()?;
            Some((task.file_name().to_str()?.parse().ok()?, on_and_waiting(&schedstat)?))
        });
        Some(Self { at, cpu_ns, threads: threads.collect() })
    }

    /// What they got since `earlier`. A thread that was not there then got all it has.
    pub fn since(&self, earlier: &Self) -> Got {
        let elapsed = self.at.duration_since(earlier.at);
        let share = |part_ns: u64| part_ns as f64 / elapsed.as_nanos().max(1) as f64;
        let mut got = Got { cpu_ns: self.cpu_ns.saturating_sub(earlier.cpu_ns), elapsed, wanted: 0.0, denied: 0.0 };
        for (thread, (on_ns, waiting_ns)) in &self.threads {
            let (on_then, waiting_then) = earlier.threads.get(thread).copied().unwrap_or_default();
            let (on, waiting) = (on_ns.saturating_sub(on_then), waiting_ns.saturating_sub(waiting_then));
            got.wanted = got.wanted.max(share(on + waiting));
            got.denied = got.denied.max(share(waiting));
        }
        got
    }
}

/// The first two numbers of a `schedstat` (Documentation/scheduler/sched-stats.rst).
fn on_and_waiting(schedstat: &str) -> Option<(u64, u64)> {
    let mut numbers = schedstat.split_ascii_whitespace().map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedstat_is_read() {
        assert_eq!(on_and_waiting("1500 20 3\n"), Some((1500, 20)));
        assert_eq!(on_and_waiting("1500\n"), None);
        assert_eq!(on_and_waiting("x y z\n"), None);
    }

    #[test]
    fn a_window_is_what_came_in_it() {
        let at = Instant::now();
        let earlier = Threads { at, cpu_ns: 1_000, threads: [(1, (600, 50)), (2, (400, 0))].into() };
        let threads = [(1, (700, 350)), (2, (900, 100)), (3, (100, 0))].into();
        let later = Threads { at: at + Duration::from_nanos(1_000), cpu_ns: 1_700, threads };
        let elapsed = Duration::from_nanos(1_000);
        assert_eq!(later.since(&earlier), Got { cpu_ns: 700, elapsed, wanted: 0.6, denied: 0.3 });
    }

    #[test]
    fn the_threads_of_this_process_are_found() {
        let before = Threads::of(std::process::id()).unwrap();
        while Threads::of(std::process::id()).unwrap().since(&before).cpu_ns < 20_000_000 {}
        assert!(before.threads.contains_key(&std::process::id()) && Threads::of(u32::MAX).is_none());
    }
}
