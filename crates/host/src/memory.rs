//! The memory of a server, cheap enough to be read many times a second.

use rustix::process::Pid;
use std::fs;

/// Processes whose memory is read.
#[derive(Debug, Clone)]
pub struct Memory(Vec<Pid>);

impl Memory {
    pub(crate) fn of(processes: Vec<Pid>) -> Self {
        Self(processes)
    }

    /// What they hold, bytes: the resident memory that each has for itself, and the largest part that one of them shares with
    /// files or others. 0 where all are gone.
    pub fn read_bytes(&self) -> u64 {
        let page = rustix::param::page_size() as u64;
        let (mut own, mut shared) = (0, 0);
        for pid in &self.0 {
            let text = fs::read_to_string(format!("/proc/{}/statm", pid.as_raw_pid())).unwrap_or_default();
            if let Some((resident, of_others)) = pages(&text) {
                own += resident.saturating_sub(of_others);
                shared = shared.max(of_others);
            }
        }
        (own + shared) * page
    }
}

/// Pages of a process that are resident, and those of them that it shares (proc(5), `/proc/PID/statm`).
fn pages(statm: &str) -> Option<(u64, u64)> {
    let mut fields = statm.split_ascii_whitespace().skip(1).map(str::parse);
    Some((fields.next()?.ok()?, fields.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_taken_is_seen() {
        assert_eq!(pages("100 20 5 1 0 9 0"), Some((20, 5)));
        assert_eq!(pages(""), None);
        let memory = Memory::of(vec![rustix::process::getpid()]);
        let before = memory.read_bytes();
        let taken = vec![1_u8; 64 << 20];
        let now = memory.read_bytes();
        assert!(now >= before + (taken.len() as u64) / 2, "{before} {now}");
        assert_eq!(Memory::of(Vec::new()).read_bytes(), 0);
    }
}
