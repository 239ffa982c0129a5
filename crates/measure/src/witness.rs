//! Marks of the harness's own beside those that a runner tells (METHOD 28, 36).
//!
//! A runner tells its marks and the times between them, and could move time into parts that it calls disturbed. How much a neighbour slowed
//! the core of the runner at the time, the harness finds out with marks of its own on that core.

use crate::machine::Machine;
use crate::reference::Mark;

/// The longest that a mark takes beside a neighbour, in units of an undisturbed one. A longer one was interrupted, which is no slowness.
const MOST: f64 = 2.5;

/// How many times longer than undisturbed these marks took: the mean. None if no speed is known.
pub fn slowness(marks: impl Iterator<Item = Mark>, machine: &Machine) -> Option<f64> {
    let (sum, count) = marks
        .filter_map(|mark| machine.slowness(mark))
        .fold((0.0, 0), |(sum, count), slowness| (sum + slowness.clamp(1.0, MOST), count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// How much more than the reference a neighbour slows a candidate, as a share of what it slows the reference by.
const SENSITIVE: f64 = 0.5;

/// What a candidate is slowed by that no mark shows, as a share: it is new to a core, or its memory is far away.
const UNSEEN: f64 = 0.15;

/// Whether the harness's marks bear out what the marks of a runner explain: that the machine made its operations take `explained` times as
/// long as they would undisturbed, where those of the harness took `seen` times as long.
pub fn bears_out(explained: f64, seen: f64) -> bool {
    explained <= 1.0 + UNSEEN + (1.0 + SENSITIVE) * (seen - 1.0)
}

/// How slow the marks of a runner may be said to have been, where those of the harness were `seen` times as slow as undisturbed.
pub fn believed(told: f64, seen: Option<f64>) -> f64 {
    seen.map_or(told, |seen| told.min(seen * (1.0 + UNSEEN)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quiet::{Need, Part, quiet};

    fn machine() -> Machine {
        let mut machine = Machine::default();
        (0..20).for_each(|_| machine.note(Mark::new(4_000, 0)));
        machine
    }

    #[test]
    fn an_interruption_is_no_slowness() {
        let marks = [4_000, 6_000, 3_900, 4_000_000].map(|ticks| Mark::new(ticks, 0));
        assert_eq!(slowness(marks.into_iter(), &machine()), Some((1.0 + 1.5 + 1.0 + MOST) / 4.0));
        assert_eq!(slowness(marks.into_iter(), &Machine::default()), None);
    }

    /// What a runner gets for operations of 100 ns, which neighbours make 1.7 times as long, on a machine with such neighbours for this share
    /// of the time: the quiet figure with all that it does not explain, over six trials. None where its marks are not borne out. `tell` may
    /// change what is told of a part: whether it was disturbed, and its time.
    fn figure(
        random: &mut fastrand::Rng,
        disturbed: f64,
        tell: impl Fn(usize, bool, f64) -> (bool, f64),
    ) -> Option<f64> {
        let (mut told, mut seen, mut figures) = (0.0, 0.0, 0.0);
        for _ in 0..6 {
            let (mut parts, mut own, mut is_disturbed, mut spent_ns) = (Vec::new(), Vec::new(), false, 0.0);
            let mark = |is_disturbed| Mark::new(if is_disturbed { 6_400 } else { 4_000 }, 0);
            for number in 0..600 {
                if number % 30 == 0 {
                    is_disturbed = random.f64() < disturbed;
                    own.extend([mark(is_disturbed); 4]);
                }
                let elapsed_ns = if is_disturbed { 170.0 } else { 100.0 };
                spent_ns += elapsed_ns;
                let (is_disturbed, elapsed_ns) = tell(number, is_disturbed, elapsed_ns);
                let (wall_ns, mark) = ((elapsed_ns * 100.0) as u64, mark(is_disturbed));
                let clocks = Part {
                    iterations: 100,
                    input: 0,
                    wall_ns,
                    cpu_ns: wall_ns,
                    before: mark,
                    after: mark,
                    is_cold: false,
                };
                parts.push(clocks);
            }
            let found = quiet(&parts, Need::LEAST, &machine()).unwrap();
            told += found.explained;
            seen += slowness(own.into_iter(), &machine()).unwrap();
            figures += spent_ns / 600.0 - (found.explained - 1.0) * found.operation_ns;
        }
        bears_out(told / 6.0, seen / 6.0).then_some(figures / 6.0)
    }

    #[test]
    fn method_36_time_that_is_moved_into_parts_that_are_said_to_be_disturbed_gains_little() {
        let mut random = fastrand::Rng::with_seed(36);
        for disturbed in [0.0, 0.2, 0.4, 0.6] {
            let honest = figure(&mut random, disturbed, |_, is_disturbed, ns| (is_disturbed, ns));
            assert!(honest.is_some_and(|figure| (figure - 100.0).abs() < 1.0), "{honest:?} at {disturbed}");
            // So many of thirty parts have that share of their time, and those that are said to be disturbed share the rest.
            for (quiet, share) in (4..28).flat_map(|quiet| [0.1, 0.2, 0.3, 0.5, 0.7].map(|share| (quiet, share))) {
                let moves = |number: usize, is_disturbed: bool, ns: f64| {
                    if number % 30 < quiet {
                        (is_disturbed, ns * share)
                    } else {
                        (true, ns * (30.0 - quiet as f64 * share) / (30 - quiet) as f64)
                    }
                };
                let figure = figure(&mut random, disturbed, moves);
                assert!(figure.is_none_or(|figure| figure > 80.0), "{figure:?} of {quiet}, {share} at {disturbed}");
            }
        }
    }

    #[test]
    fn method_36_marks_are_not_believed_to_be_much_slower_than_those_of_the_harness() {
        assert_eq!(believed(1.3, Some(1.25)), 1.3);
        assert_eq!((believed(4.0, Some(1.0)), believed(1.6, None)), (1.15, 1.6));
    }
}
