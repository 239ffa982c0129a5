//! The cores of this machine.

/// The cores that this process may use.
pub fn available_cores() -> Vec<usize> {
    let set = rustix::thread::sched_getaffinity(None);
    let cores = set.map(|set| (0..rustix::thread::CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect());
    cores.unwrap_or_default()
}
