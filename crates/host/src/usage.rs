//! What a server has used, from the operating system.

use rustix::process::Pid;
use std::fs;

use crate::processes;

/// What a server and all that it started have used so far. The difference of two gives what a window used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time of its live processes and of those that they have waited for, of user and system, nanoseconds. That of ended
    /// processes comes in steps of 10 ms.
    pub cpu_ns: u64,
    /// Memory that its processes hold, bytes: proportional set size, so that what they share counts once.
    pub memory_bytes: u64,
    /// Sum of the peaks of its processes' resident memory, bytes.
    pub peak_memory_bytes: u64,
    /// Times that one of its threads gave up its core to wait.
    pub voluntary_switches: u64,
    /// Times that one of its threads had its core taken away.
    pub involuntary_switches: u64,
    /// Processes.
    pub processes: u64,
    /// Threads of them.
    pub threads: u64,
}

impl Usage {
    /// That of every process of a group.
    pub(crate) fn of_group(group: Pid) -> Usage {
        let mut usage = Usage::default();
        for pid in processes::of_group(group) {
            usage.add(pid);
            usage.add_memory(pid);
        }
        usage
    }

    /// The same without memory, which takes milliseconds to sum up where there is much of it.
    pub(crate) fn without_memory(group: Pid) -> Usage {
        let mut usage = Usage::default();
        processes::of_group(group).into_iter().for_each(|pid| usage.add(pid));
        usage
    }

    /// Adds what a process holds.
    fn add_memory(&mut self, pid: Pid) {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_pid())).unwrap_or_default();
        self.memory_bytes += kibibytes(&rollup, "Pss:") * 1024;
    }

    /// Adds a process but for what it holds. One that ends meanwhile adds what could still be read.
    fn add(&mut self, pid: Pid) {
        let folder = format!("/proc/{}", pid.as_raw_pid());
        self.processes += 1;
        self.cpu_ns += cpu_ns(pid).unwrap_or(0) + processes::of_ended_children_ns(pid);
        let status = fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        self.peak_memory_bytes += kibibytes(&status, "VmHWM:") * 1024;
        for task in fs::read_dir(format!("{folder}/task")).into_iter().flatten().flatten() {
            let status = fs::read_to_string(task.path().join("status")).unwrap_or_default();
            self.threads += 1;
            self.voluntary_switches += number(&status, "voluntary_ctxt_switches:");
            self.involuntary_switches += number(&status, "nonvoluntary_ctxt_switches:");
        }
    }

    /// What was used since `earlier`; memory, processes and threads are those of now.
    pub fn since(self, earlier: Usage) -> Usage {
        Usage {
            cpu_ns: self.cpu_ns.saturating_sub(earlier.cpu_ns),
            voluntary_switches: self.voluntary_switches.saturating_sub(earlier.voluntary_switches),
            involuntary_switches: self.involuntary_switches.saturating_sub(earlier.involuntary_switches),
            ..self
        }
    }
}

/// Memory that programs can still have, bytes; none if the system does not say.
pub fn available_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// The load average of the machine over the last minute.
pub fn load_average() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_ascii_whitespace().next()?.parse().ok()
}

/// The number behind a name in a file of `/proc` that has one by line; 0 without it.
fn number(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.split_ascii_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn kibibytes(text: &str, name: &str) -> u64 {
    number(text, name)
}

/// CPU time of a process and of all its threads, those that ended as well, to the nanosecond: `/proc/PID/stat` counts in
/// ticks of 10 ms.
pub(crate) fn cpu_ns(pid: Pid) -> Option<u64> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both calls write to the variables they are given and to nothing else; a process that is gone makes them
    // return an error.
    let failed = unsafe {
        libc::clock_getcpuclockid(pid.as_raw_pid(), &mut clock) != 0 || libc::clock_gettime(clock, &mut time) != 0
    };
    (!failed).then(|| time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_status() {
        let status = "Name:\tx\nVmHWM:\t  1024 kB\nvoluntary_ctxt_switches:\t5\nnonvoluntary_ctxt_switches:\t7\n";
        assert_eq!(number(status, "voluntary_ctxt_switches:"), 5);
        assert_eq!(number(status, "nonvoluntary_ctxt_switches:"), 7);
        assert_eq!(kibibytes(status, "VmHWM:"), 1024);
        assert_eq!(number(status, "VmSwap:"), 0);
    }

    #[test]
    fn cpu_time_of_this_process_grows() {
        let before = Usage::of_group(rustix::process::getpgrp());
        let start = cpu_ns(rustix::process::getpid()).unwrap();
        while cpu_ns(rustix::process::getpid()).unwrap() < start + 20_000_000 {
            std::hint::spin_loop();
        }
        let used = Usage::of_group(rustix::process::getpgrp()).since(before);
        assert!(used.processes >= 1 && used.threads >= 1 && used.memory_bytes > 0 && used.peak_memory_bytes > 0);
        assert!(load_average().is_some());
    }
}
