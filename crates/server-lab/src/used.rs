//! What a server and a client use while the load lasts.

use std::time::{Duration, Instant};

use wirecost_host::{Got, Server, Threads, Usage, load_average};
use wirecost_load::unix_ns;

/// What a server used in a window, as far as the clock could be met.
#[derive(Debug, Clone, Copy)]
pub struct Used {
    /// When that began, nanoseconds since 1970.
    pub(crate) start_unix_ns: u64,
    pub(crate) usage: Usage,
    elapsed: Duration,
    pub(crate) load_average: Option<f64>,
    /// What the stack's own client got of the processors, where there was one.
    pub client: Option<Got>,
}

impl Used {
    /// Waits for a window, given by its start since 1970, and watches the server and the process of a client from there to
    /// its end.
    pub fn within(server: &Server, client: Option<u32>, start_unix_ns: u64, window: Duration) -> Self {
        std::thread::sleep(Duration::from_nanos(start_unix_ns.saturating_sub(unix_ns())));
        let threads = || client.and_then(Threads::of);
        let (start, began_unix_ns, before) = (Instant::now(), unix_ns(), server.usage_without_memory());
        let client_before = threads();
        // It ends with the load: who looks later finds an idle server.
        let elapsed = window.saturating_sub(Duration::from_nanos(began_unix_ns.saturating_sub(start_unix_ns)));
        std::thread::sleep(elapsed.saturating_sub(start.elapsed()));
        let usage = server.usage().since(before);
        let client = threads().zip(client_before).map(|(after, before)| after.since(&before));
        Self { start_unix_ns: began_unix_ns, usage, elapsed, load_average: load_average(), client }
    }

    /// Does `work` of which nobody knows how long it takes, and watches the server meanwhile.
    pub fn during<T>(server: &Server, work: impl FnOnce() -> T) -> (T, Self) {
        let before = server.usage();
        let (start, start_unix_ns) = (Instant::now(), unix_ns());
        let done = work();
        let elapsed = start.elapsed();
        let usage = settled(server, before.processes).since(before);
        (done, Self { start_unix_ns, usage, elapsed, load_average: load_average(), client: None })
    }

    /// CPU time of the server, nanoseconds.
    pub fn cpu_ns(&self) -> u64 {
        self.usage.cpu_ns
    }

    /// CPU time by wall time.
    pub fn cores_busy(&self) -> f64 {
        self.usage.cpu_ns as f64 / self.elapsed.as_nanos().max(1) as f64
    }
}

/// What a server has used, when the processes have ended that it started for connections: until then their time is in no
/// figure. Those that stay are waited for no longer than a moment.
fn settled(server: &Server, processes_before: u64) -> Usage {
    const MOMENT: Duration = Duration::from_millis(500);
    const LOOK: Duration = Duration::from_millis(2);
    let start = Instant::now();
    loop {
        let usage = server.usage();
        if usage.processes <= processes_before || start.elapsed() > MOMENT {
            return usage;
        }
        std::thread::sleep(LOOK);
    }
}
