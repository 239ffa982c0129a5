//! What a series of marks says of a machine before anything is measured on it.

use crate::estimate::median;
use crate::machine::Machine;
use crate::reference::Mark;
use crate::trial::PART_NS;

/// The shortest part of a batch: below it the marks take longer than the work between them.
const SHORTEST_PART_NS: u64 = 10_000;

/// The longest, where the machine is hardly ever disturbed: a trial needs a few dozen.
const LONGEST_PART_NS: u64 = 100_000;

/// A core's marks, one right after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// The core.
    pub core: u64,
    /// How many times longer than at its fastest each mark took, in order.
    pub slowness: Vec<f64>,
    /// The wall time from one mark to the next, in nanoseconds.
    pub step_ns: f64,
    /// The speeds of its clock, as ticks of an undisturbed mark, the fastest first.
    pub clocks: Vec<f64>,
    /// What each quiet mark took, in units of the one before it where both ran at the same speed of the clock.
    pub undisturbed: Vec<f64>,
    /// The share of quiet marks.
    pub quiet_share: f64,
    /// How long an undisturbed speed lasts, in nanoseconds: the median over its stretches. None where it was never met.
    pub stretch_ns: Option<f64>,
}

impl Survey {
    /// Of marks that took `elapsed_ns` together, as `machine` knows their core; none of no marks.
    pub fn of(marks: &[Mark], elapsed_ns: u64, machine: &Machine) -> Option<Self> {
        let core = marks.first()?.core();
        let step_ns = elapsed_ns as f64 / marks.len() as f64;
        let quiet = marks.iter().filter(|mark| machine.is_quiet(**mark)).count();
        let stretches = marks.chunk_by(|a, b| machine.is_steady(*a, *b)).filter(|stretch| machine.is_quiet(stretch[0]));
        let stretches: Vec<f64> = stretches.map(|stretch| stretch.len() as f64).collect();
        Some(Self {
            core,
            slowness: marks.iter().filter_map(|mark| machine.slowness(*mark)).collect(),
            step_ns,
            undisturbed: marks
                .windows(2)
                .filter(|pair| machine.is_steady(pair[0], pair[1]))
                .map(|pair| pair[1].ticks() as f64 / pair[0].ticks() as f64)
                .collect(),
            quiet_share: quiet as f64 / marks.len() as f64,
            clocks: machine.clocks(core).to_vec(),
            stretch_ns: (!stretches.is_empty()).then(|| median(&stretches) * step_ns),
        })
    }
}

/// The longest part of a batch on this machine, in nanoseconds: a tenth of the time for which its cores stay undisturbed, so
/// that a short disturbance seldom hides between two quiet marks.
pub fn part_ns(surveys: &[Survey]) -> u64 {
    let stretches: Vec<f64> = surveys.iter().filter_map(|survey| survey.stretch_ns).collect();
    if stretches.is_empty() {
        return PART_NS;
    }
    ((median(&stretches) / 10.0) as u64).clamp(SHORTEST_PART_NS, LONGEST_PART_NS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_28_a_part_lasts_a_tenth_of_the_undisturbed_time() {
        let mut machine = Machine::default();
        let mut marks = Vec::new();
        for _ in 0..50 {
            marks.extend([Mark::new(4_000, 3); 60]);
            marks.extend([Mark::new(6_000, 3); 20]);
        }
        marks.iter().for_each(|mark| machine.note(*mark));
        let survey = Survey::of(&marks, 16_000_000, &machine).unwrap();
        assert_eq!((survey.core, survey.step_ns, survey.quiet_share), (3, 4_000.0, 0.75));
        assert_eq!(survey.stretch_ns, Some(240_000.0));
        assert_eq!(part_ns(&[survey]), 24_000);
        assert_eq!((part_ns(&[]), Survey::of(&[], 0, &machine)), (PART_NS, None));
    }
}
