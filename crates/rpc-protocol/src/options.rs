//! The task of a client as options of the load engine.

use std::time::Duration;

use wirecost_load::{Address, Options, Schedule, Target};

use crate::Calling;

impl Calling {
    /// The options of a window of this many milliseconds: those by which a client runs, and by which the calls that it wrote
    /// down are judged.
    pub fn options(&self, window_ms: u64) -> Options {
        let schedule = match self.rate_per_s {
            Some(rate_per_s) => Schedule::constant(rate_per_s),
            None => Schedule::closed(),
        };
        let target = Target::plain(self.address.to_string(), Address::Tcp(self.address));
        Options {
            connections: self.connections,
            max_connections: self.connections,
            // A thread a connection.
            threads: self.connections,
            cores: self.cores.clone(),
            warmup: Duration::from_millis(self.warmup_ms),
            duration: Duration::from_millis(window_ms),
            timeout: self.timeout(),
            // A client library may use all of its core: it is what is measured.
            shares_cores: true,
            ..Options::new(target, schedule)
        }
    }
}
