//! The two clocks of a batch.

use rustix::time::{ClockId, Timespec, clock_gettime};

/// The clocks at the start of a batch.
pub(crate) struct Meter {
    wall: u64,
    cpu: u64,
}

fn nanoseconds(clock: ClockId) -> u64 {
    let Timespec { tv_sec, tv_nsec } = clock_gettime(clock);
    // These clocks start at boot or at the start of the process, never before 0.
    tv_sec as u64 * 1_000_000_000 + tv_nsec as u64
}

/// The monotonic clock in nanoseconds.
pub(crate) fn wall_ns() -> u64 {
    nanoseconds(ClockId::Monotonic)
}

impl Meter {
    /// Reads the clocks, wall last, so that the wall interval is within the other.
    pub(crate) fn start() -> Self {
        let cpu = nanoseconds(ClockId::ProcessCPUTime);
        Self { wall: wall_ns(), cpu }
    }

    /// Reads the clocks again, wall first, and gives what passed by both.
    pub(crate) fn stop(self) -> (u64, u64) {
        let wall_ns = wall_ns() - self.wall;
        let cpu_ns = nanoseconds(ClockId::ProcessCPUTime) - self.cpu;
        (wall_ns, cpu_ns)
    }
}
