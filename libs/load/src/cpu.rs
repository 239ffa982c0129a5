//! What the generator's own threads got of the processors, and what they did not get.

use rustix::thread::{CpuSet, sched_setaffinity};

use crate::clock::{now_ns, thread_cpu_ns};
use crate::error::Error;

/// Times of a thread, nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CpuTimes {
    pub wall_ns: u64,
    /// On a processor.
    pub cpu_ns: u64,
    /// Ready to run, but waiting for a processor that something else had.
    pub wait_ns: u64,
}

impl CpuTimes {
    /// Those of the calling thread so far.
    pub(crate) fn of_thread() -> CpuTimes {
        CpuTimes { wall_ns: now_ns(), cpu_ns: thread_cpu_ns(), wait_ns: run_queue_wait_ns() }
    }

    pub(crate) fn since(self, start: CpuTimes) -> CpuTimes {
        CpuTimes {
            wall_ns: self.wall_ns.saturating_sub(start.wall_ns),
            cpu_ns: self.cpu_ns.saturating_sub(start.cpu_ns),
            wait_ns: self.wait_ns.saturating_sub(start.wait_ns),
        }
    }

    /// What they were at `start_ns`, an instant before, of a thread that had nothing to do since: it came late for want of a core,
    /// as far as it waited for one at all.
    pub(crate) fn began_at(self, start_ns: u64) -> CpuTimes {
        let late_ns = self.wall_ns.saturating_sub(start_ns);
        CpuTimes { wall_ns: start_ns.min(self.wall_ns), wait_ns: self.wait_ns.saturating_sub(late_ns), ..self }
    }

    /// Share of the time in which the thread ran or wanted to.
    pub(crate) fn wanted(&self) -> f64 {
        share(self.cpu_ns + self.wait_ns, self.wall_ns)
    }

    /// Share of the time in which the thread wanted to run and could not.
    pub(crate) fn denied(&self) -> f64 {
        share(self.wait_ns, self.wall_ns)
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The second number of `/proc/thread-self/schedstat` (Documentation/scheduler/sched-stats.rst); 0 where the kernel does
/// not keep it.
fn run_queue_wait_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_ascii_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Keeps the calling thread on one core.
pub(crate) fn pin(core: usize) -> Result<(), Error> {
    if core >= CpuSet::MAX_CPU {
        return Err(Error::Options("there is no core of that number"));
    }
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).map_err(Error::system("pinning a thread to its core"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_comes_late_was_denied_its_core_until_then() {
        let came = CpuTimes { wall_ns: 1_090, cpu_ns: 50, wait_ns: 400 };
        let end = CpuTimes { wall_ns: 1_100, cpu_ns: 60, wait_ns: 400 };
        assert_eq!(end.since(came).denied(), 0.0, "of the time after it came");
        assert_eq!(end.since(came.began_at(1_000)).denied(), 0.9);
        // One that never waited for a core was late for another reason.
        let end = CpuTimes { wait_ns: 0, ..end };
        assert_eq!(end.since(CpuTimes { wait_ns: 0, ..came }.began_at(1_000)).denied(), 0.0);
    }
}
