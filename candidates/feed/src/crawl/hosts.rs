//! One fetch at a time from a host, and a pause after it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// When hosts may be asked again; none while they are asked.
type Free = HashMap<String, Option<Instant>>;

/// The most hosts that are remembered, but for those that must be.
const MOST: usize = 10_000;

/// Who is asked, and was.
pub struct Hosts {
    pause: Duration,
    free: Mutex<Free>,
}

/// That a host is asked, until this is dropped.
pub struct HostTurn<'a> {
    hosts: &'a Hosts,
    host: String,
}

impl Hosts {
    pub fn new(pause: Duration) -> Self {
        Self { pause, free: Mutex::default() }
    }

    /// Takes the host of a URL, unless it is asked now or was just before.
    pub fn turn(&self, url: &str) -> Option<HostTurn<'_>> {
        let host = url.split('/').nth(2).unwrap_or_default().to_ascii_lowercase();
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(at) = free.get(&host)
            && at.is_none_or(|at| at > now)
        {
            return None;
        }
        if free.len() >= MOST {
            free.retain(|_, at| at.is_none_or(|at| at > now));
        }
        free.insert(host.clone(), None);
        Some(HostTurn { hosts: self, host })
    }
}

impl Drop for HostTurn<'_> {
    fn drop(&mut self) {
        let mut free = self.hosts.free.lock().unwrap_or_else(PoisonError::into_inner);
        free.insert(std::mem::take(&mut self.host), Some(Instant::now() + self.hosts.pause));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_asked_once_at_a_time_and_then_left_alone() {
        let hosts = Hosts::new(Duration::from_secs(3_600));
        let turn = hosts.turn("https://Example.org/a");
        assert!(turn.is_some() && hosts.turn("https://example.org/b").is_none());
        assert!(hosts.turn("https://example.net/").is_some());
        drop(turn);
        assert!(hosts.turn("https://example.org/b").is_none());
        let hosts = Hosts::new(Duration::ZERO);
        drop(hosts.turn("http://a/"));
        assert!(hosts.turn("http://a/").is_some());
    }
}
