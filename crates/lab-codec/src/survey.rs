//! Looks at the cores of this machine before anything is measured on them.

use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use wirecost_measure::machine::Machine;
use wirecost_measure::reference::{self, Mark};
use wirecost_measure::survey::Survey;

/// The most cores that are looked at: those of one machine are alike, and each takes time.
const MOST_CORES: usize = 8;

/// How long each core is looked at before a run.
pub const BRIEFLY: Duration = Duration::from_millis(100);

/// What marks say of the cores that this process may use, each looked at for this long, and of the machine as a whole. Nothing
/// where the reference does not run.
pub fn survey(length: Duration) -> (Machine, Vec<Survey>) {
    let mut machine = Machine::default();
    let series: Vec<(Vec<Mark>, Duration)> = cores().into_iter().filter_map(|core| marks(core, length)).collect();
    series.iter().flat_map(|(marks, _)| marks).for_each(|mark| machine.note(*mark));
    let nanoseconds = |time: &Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    let surveys = series.iter().filter_map(|(marks, took)| Survey::of(marks, nanoseconds(took), &machine)).collect();
    (machine, surveys)
}

/// The cores that this process may use.
#[cfg(target_os = "linux")]
pub(crate) fn cores() -> Vec<usize> {
    let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).take(MOST_CORES).collect()
}

/// Elsewhere the reference does not run.
#[cfg(not(target_os = "linux"))]
pub(crate) fn cores() -> Vec<usize> {
    Vec::new()
}

/// Keeps this thread on one core, and says whether it can.
#[cfg(target_os = "linux")]
pub(crate) fn stay(core: usize) -> bool {
    if core >= CpuSet::MAX_CPU {
        return false;
    }
    let mut only = CpuSet::new();
    only.set(core);
    sched_setaffinity(None, &only).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn stay(_core: usize) -> bool {
    false
}

/// Marks of one core, by a thread that stays there.
fn marks(core: usize, length: Duration) -> Option<(Vec<Mark>, Duration)> {
    let series = move || {
        if !stay(core) {
            return None;
        }
        reference::mark()?;
        let start = Instant::now();
        let mut marks = Vec::new();
        while start.elapsed() < length {
            marks.push(reference::mark()?);
        }
        Some((marks, start.elapsed()))
    };
    std::thread::spawn(series).join().ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cores_of_this_machine_have_a_speed() {
        let (machine, surveys) = survey(Duration::from_millis(20));
        if reference::mark().is_none() {
            assert!(surveys.is_empty());
            return;
        }
        assert_eq!(surveys.len(), cores().len());
        for survey in surveys {
            // A machine that is never undisturbed has no speed yet.
            assert_eq!(survey.slowness.is_empty(), machine.base().is_none(), "core {}", survey.core);
            assert!((0.0..=1.0).contains(&survey.quiet_share) && survey.step_ns > 0.0, "core {}", survey.core);
        }
    }
}
