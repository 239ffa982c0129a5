//! One clock for everything that is timed.

use rustix::time::{ClockId, clock_gettime};

fn nanoseconds(clock: ClockId) -> u64 {
    let time = clock_gettime(clock);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Nanoseconds on the machine's monotonic clock (`CLOCK_MONOTONIC`): the same in every thread and process of a machine.
#[inline]
pub fn now_ns() -> u64 {
    nanoseconds(ClockId::Monotonic)
}

/// CPU time that the calling thread has used, nanoseconds.
pub(crate) fn thread_cpu_ns() -> u64 {
    nanoseconds(ClockId::ThreadCPUTime)
}

/// CPU time that this process has used, nanoseconds.
pub(crate) fn process_cpu_ns() -> u64 {
    nanoseconds(ClockId::ProcessCPUTime)
}

/// Nanoseconds since 1970-01-01T00:00:00Z, by which results of several machines are laid beside each other.
pub fn unix_ns() -> u64 {
    nanoseconds(ClockId::Realtime)
}
