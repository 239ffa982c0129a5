//! The cost of an operation from those parts of batches during which the machine was undisturbed (METHOD 28 to 30).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::estimate::median;
use crate::machine::Machine;
use crate::reference::Mark;

/// Operations in a row between two marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// How many.
    pub iterations: u64,
    /// Which of the timed inputs they began with. Parts that begin alike hold the same work.
    pub input: u64,
    /// Wall time in nanoseconds, without the marks.
    pub wall_ns: u64,
    /// CPU time of the whole process in nanoseconds, without the marks.
    pub cpu_ns: u64,
    /// The reference right before.
    pub before: Mark,
    /// The reference right after.
    pub after: Mark,
    /// Whether its core had hardly run this candidate before ([`Stay`]).
    pub is_cold: bool,
}

/// What the marks of a part say of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Undisturbed before and after, at the same speed of the clock.
    Quiet,
    /// Undisturbed on one side alone, or moved to another core or speed of the clock.
    Mixed,
    /// Disturbed on both sides.
    Disturbed,
}

impl Part {
    /// Its state, from its marks alone.
    pub fn state(&self, machine: &Machine) -> State {
        if machine.is_steady(self.before, self.after) {
            State::Quiet
        } else if machine.is_quiet(self.before) || machine.is_quiet(self.after) {
            State::Mixed
        } else {
            State::Disturbed
        }
    }

    /// Wall time of an operation in nanoseconds.
    fn elapsed_ns(&self) -> f64 {
        self.wall_ns as f64 / self.iterations.max(1) as f64
    }

    /// The same at the fastest clock of the run.
    fn operation_ns(&self, machine: &Machine) -> f64 {
        self.elapsed_ns() * (machine.scale(self.before) + machine.scale(self.after)) / 2.0
    }
}

/// How long a subject has been on its core. The branch predictor of a core learns the branches of each input over several rounds, and a
/// candidate that has come from another core takes up to twice as long until then.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stay {
    core: Option<u64>,
    operations: u64,
    wall_ns: u64,
}

impl Stay {
    /// How often each input is worked on before a core is warm.
    const ROUNDS: u64 = 12;

    /// How long that takes at the most, in nanoseconds.
    const LONGEST_NS: u64 = 10_000_000;

    /// Takes note of the next part, and tells it whether its core is still cold. After `inputs` operations the same inputs come again.
    pub fn note(&mut self, part: &mut Part, inputs: u64) {
        let core = Some(part.after.core());
        if self.core != core || part.before.core() != part.after.core() {
            *self = Self { core, ..Self::default() };
        }
        part.is_cold = self.operations < Self::ROUNDS * inputs && self.wall_ns < Self::LONGEST_NS;
        self.operations += part.iterations;
        self.wall_ns += part.wall_ns;
    }
}

/// How many quiet parts a trial needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    /// In all.
    pub parts: usize,
    /// Of each input that parts begin with.
    pub of_each: usize,
}

impl Need {
    /// What makes a trial's figure as sharp as processes differ from each other: fewer than this many parts would add to that.
    pub const USUAL: Self = Self { parts: 24, of_each: 3 };

    /// The fewest parts of which a median is worth anything.
    const FEWEST: usize = 6;

    /// What makes a figure where the patience ended before more was seen.
    pub const LEAST: Self = Self { parts: 8, of_each: 1 };

    /// What can be asked of operations so long that only `most` parts fit into a trial.
    pub fn within(self, most: u64) -> Self {
        let parts = usize::try_from(most).unwrap_or(usize::MAX).clamp(Self::FEWEST, self.parts.max(Self::FEWEST));
        Self { parts, of_each: if parts < self.parts { 1 } else { self.of_each } }
    }

    /// Whether so many quiet parts of each input are enough.
    fn is_met(self, mut counts: impl Iterator<Item = usize> + Clone) -> bool {
        counts.clone().sum::<usize>() >= self.parts && counts.all(|count| count >= self.of_each)
    }
}

/// What the quiet parts of a trial say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quiet {
    /// The cost of an operation in nanoseconds: the mean over the inputs of the median of each one's quiet parts.
    pub operation_ns: f64,
    /// How many times longer than that the median operation took over all parts, each kind of part by its own median: what the
    /// machine explains.
    pub explained: f64,
}

/// The quiet parts that a trial has beside each other, while it goes on. Where a neighbour comes and goes all the time, one part in twenty
/// is quiet by its marks, and had company in between.
#[derive(Debug, Clone, Default)]
pub struct Count {
    /// By the input that they begin with.
    quiet: BTreeMap<u64, usize>,
    /// The part before, if it was quiet: its input, and whether it is counted or never will be.
    before: Option<(u64, bool)>,
}

impl Count {
    /// Takes note of the next part.
    pub fn note(&mut self, part: &Part, machine: &Machine) {
        self.quiet.entry(part.input).or_insert(0);
        let before = self.before.take();
        if part.state(machine) != State::Quiet {
            return;
        }
        if let Some((input, false)) = before {
            self.add(input);
        }
        if before.is_some() && !part.is_cold {
            self.add(part.input);
        }
        self.before = Some((part.input, before.is_some() || part.is_cold));
    }

    fn add(&mut self, input: u64) {
        *self.quiet.entry(input).or_insert(0) += 1;
    }

    /// Whether these are enough.
    pub fn suffices(&self, need: Need) -> bool {
        need.is_met(self.quiet.values().copied())
    }
}

/// Which parts are quiet beside another that is, on a core that is warm.
fn counted(parts: &[Part], machine: &Machine) -> Vec<bool> {
    let quiet: Vec<bool> = parts.iter().map(|part| part.state(machine) == State::Quiet).collect();
    let beside =
        |index: usize| index.checked_sub(1).is_some_and(|before| quiet[before]) || quiet.get(index + 1) == Some(&true);
    parts.iter().enumerate().map(|(index, part)| quiet[index] && beside(index) && !part.is_cold).collect()
}

/// The share of parts that are quiet.
pub fn share(parts: &[Part], machine: &Machine) -> f64 {
    let quiet = parts.iter().filter(|part| part.state(machine) == State::Quiet).count();
    quiet as f64 / parts.len().max(1) as f64
}

/// The median over the quiet parts of wall time of an operation in nanoseconds; none if there are none.
pub(crate) fn median_ns(parts: &[Part], machine: &Machine) -> Option<f64> {
    let quiet = parts.iter().filter(|part| part.state(machine) == State::Quiet);
    let times: Vec<f64> = quiet.map(|part| part.operation_ns(machine)).collect();
    (!times.is_empty()).then(|| median(&times))
}

/// What the quiet parts say; none if there are fewer than `need`.
pub fn quiet(parts: &[Part], need: Need, machine: &Machine) -> Option<Quiet> {
    let mut of_input: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (part, counts) in parts.iter().zip(counted(parts, machine)) {
        let times = of_input.entry(part.input).or_default();
        if counts {
            times.push(part.operation_ns(machine));
        }
    }
    if parts.is_empty() || !need.is_met(of_input.values().map(Vec::len)) {
        return None;
    }
    let medians: BTreeMap<u64, f64> = of_input.iter().map(|(input, times)| (*input, median(times))).collect();
    let operation_ns = medians.values().sum::<f64>() / medians.len() as f64;
    Some(Quiet { operation_ns, explained: explained(parts, &medians, machine) })
}

/// Speeds of the clock that differ by less than this share slow parts alike.
const ALIKE: f64 = 0.01;

/// What the machine slows alike: the state of a part, whether its core is cold, and the speed of its clock.
type Kind = (State, bool, Option<u64>);

fn kind(part: &Part, machine: &Machine) -> Kind {
    (part.state(machine), part.is_cold, machine.clock(part.after).map(|clock| (clock.ln() / ALIKE) as u64))
}

/// By what the machine slows the parts of a trial: the median of each kind, weighted by how often it was met. Work that is done in fewer
/// than half of the parts of a kind does not move it.
fn explained(parts: &[Part], medians: &BTreeMap<u64, f64>, machine: &Machine) -> f64 {
    let mut of_kind: BTreeMap<Kind, Vec<f64>> = BTreeMap::new();
    for part in parts {
        let undisturbed = medians.get(&part.input).copied().unwrap_or(f64::NAN);
        of_kind.entry(kind(part, machine)).or_default().push(part.elapsed_ns() / undisturbed);
    }
    of_kind.values().map(|times| median(times) * times.len() as f64).sum::<f64>() / parts.len() as f64
}

/// How many times as long these parts took as parts of the same kind and input in `trial`; none if that has too few like them.
///
/// The clock counts that shows less: wall time holds waiting for other threads, and CPU time holds their work for something else. So does the
/// less of the median and the mean: work that is done now and then moves the mean of a few parts, and operations of two kinds the median.
pub fn beside(parts: &[Part], trial: &[Part], machine: &Machine) -> Option<f64> {
    let clocks = [|part: &Part| part.wall_ns, |part: &Part| part.cpu_ns];
    clocks.into_iter().filter_map(|clock| beside_by(clock, parts, trial, machine)).min_by(f64::total_cmp)
}

fn beside_by(clock: fn(&Part) -> u64, parts: &[Part], trial: &[Part], machine: &Machine) -> Option<f64> {
    const FEWEST: usize = 3;
    let operation_ns = |part: &Part| clock(part) as f64 / part.iterations.max(1) as f64;
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    let mut of_kind: BTreeMap<(Kind, u64), Vec<f64>> = BTreeMap::new();
    for part in trial {
        of_kind.entry((kind(part, machine), part.input)).or_default().push(operation_ns(part));
    }
    of_kind.retain(|_, times| times.len() >= FEWEST);
    let ratios = |of: &dyn Fn(&[f64]) -> f64| -> Vec<f64> {
        let usual = |part: &Part| of_kind.get(&(kind(part, machine), part.input)).map(|times| of(times));
        // A clock that counts in steps shows 0 for most.
        let of_part = |part: &Part| Some(operation_ns(part) / usual(part).filter(|usual| *usual > 0.0)?);
        parts.iter().filter_map(of_part).collect()
    };
    let (by_median, by_mean) = (ratios(&median), ratios(&mean));
    (!by_median.is_empty()).then(|| median(&by_median).min(mean(&by_mean)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: u64 = 4_000;

    fn machine() -> Machine {
        let mut machine = Machine::default();
        (0..20).for_each(|_| machine.note(Mark::new(LEVEL, 0)));
        machine
    }

    fn part(input: u64, wall_ns: u64, before: f64, after: f64) -> Part {
        let mark = |slowness: f64| Mark::new((LEVEL as f64 * slowness) as u64, 0);
        Part {
            iterations: 1,
            input,
            wall_ns,
            cpu_ns: wall_ns,
            before: mark(before),
            after: mark(after),
            is_cold: false,
        }
    }

    const NEED: Need = Need { parts: 3, of_each: 1 };

    #[test]
    fn method_28_only_marks_decide_what_counts() {
        let mut parts = vec![part(0, 100, 1.0, 1.0); 4];
        parts.extend([part(0, 90, 1.4, 1.4), part(0, 300, 1.4, 1.0)]);
        let found = quiet(&parts, NEED, &machine()).unwrap();
        assert_eq!(found.operation_ns, 100.0);
        assert!((found.explained - (4.0 + 0.9 + 3.0) / 6.0).abs() < 1e-9, "{}", found.explained);
        assert_eq!(share(&parts, &machine()), 4.0 / 6.0);
        let mut moved = part(0, 1, 1.0, 1.0);
        moved.after = Mark::new(LEVEL, 1);
        assert_eq!(moved.state(&machine()), State::Mixed, "another core");
    }

    #[test]
    fn method_28_a_part_that_is_quiet_by_chance_does_not_count() {
        // A neighbour that comes and goes was away for the marks alone, and then for a while.
        let by_chance = [part(0, 140, 1.0, 1.0), part(0, 150, 1.0, 1.4), part(0, 150, 1.4, 1.4)];
        let mut parts: Vec<Part> = by_chance.into_iter().cycle().take(30).collect();
        assert_eq!(quiet(&parts, NEED, &machine()), None);
        parts.extend(vec![part(0, 100, 1.0, 1.0); 3]);
        assert_eq!(quiet(&parts, NEED, &machine()).unwrap().operation_ns, 100.0);
        let mut count = Count::default();
        let suffices: Vec<bool> = parts
            .iter()
            .map(|part| {
                count.note(part, &machine());
                count.suffices(NEED)
            })
            .collect();
        assert_eq!(suffices.iter().position(|suffices| *suffices), Some(32));
    }

    #[test]
    fn method_28_what_ran_at_a_slower_clock_is_brought_to_the_fastest() {
        let mut machine = machine();
        (0..100).for_each(|_| machine.note(Mark::new(LEVEL * 104 / 100, 0)));
        let mut parts = vec![part(0, 100, 1.0, 1.0); 2];
        parts.extend(vec![part(0, 104, 1.04, 1.04); 4]);
        let found = quiet(&parts, Need { parts: 6, of_each: 1 }, &machine).unwrap();
        assert!((found.operation_ns - 100.0).abs() < 1e-9, "{}", found.operation_ns);
        assert!(
            (found.explained - (2.0 + 4.0 * 1.04) / 6.0).abs() < 1e-9,
            "its CPU time was longer: {}",
            found.explained
        );
        assert_eq!(part(0, 102, 1.0, 1.04).state(&machine), State::Mixed, "the clock changed meanwhile");
    }

    #[test]
    fn method_28_a_core_counts_once_it_knows_the_inputs() {
        let mut machine = machine();
        (0..20).for_each(|_| machine.note(Mark::new(LEVEL, 1)));
        let on = |core, input, wall_ns| {
            let mark = Mark::new(LEVEL, core);
            Part { iterations: 1, input, wall_ns, cpu_ns: wall_ns, before: mark, after: mark, is_cold: false }
        };
        let mut stay = Stay::default();
        let (mut parts, mut count) = (Vec::new(), Count::default());
        for (core, times) in [(0, 60), (1, 60), (0, 24)] {
            for round in 0..times {
                let mut part = on(core, round % 4, if round < 40 { 200 } else { 100 });
                stay.note(&mut part, 4);
                count.note(&part, &machine);
                parts.push(part);
            }
        }
        assert_eq!(parts.iter().filter(|part| !part.is_cold).count(), 24, "twelve of each input after every move");
        let need = Need { parts: 24, of_each: 6 };
        assert_eq!(quiet(&parts, need, &machine).unwrap().operation_ns, 100.0);
        assert!(count.suffices(need) && !count.suffices(Need { parts: 25, of_each: 1 }));
        assert_eq!(share(&parts, &machine), 1.0, "the machine was undisturbed");
        let mut long = Stay::default();
        let is_cold = |_| {
            let mut part = on(0, 0, 2_000_000);
            long.note(&mut part, 4);
            part.is_cold
        };
        assert_eq!((0..8).map(is_cold).position(|is_cold| !is_cold), Some(5), "ten milliseconds will do");
    }

    #[test]
    fn inputs_that_cost_more_keep_their_weight() {
        let mut parts = Vec::new();
        for input in 0..10 {
            parts.extend([part(input, if input == 9 { 300 } else { 100 }, 1.0, 1.0); 3]);
        }
        assert_eq!(quiet(&parts, NEED, &machine()).unwrap().operation_ns, 120.0, "a median over all would say 100");
    }

    #[test]
    fn method_35_parts_are_compared_with_those_that_the_machine_slowed_alike() {
        // Inputs of 100 and of 300 ns, on a machine that makes them 1.5 times as long for half of the time.
        let at = |input: u64, slowness: f64, times: f64| {
            part(input, (times * slowness * if input == 0 { 100.0 } else { 300.0 }) as u64, slowness, slowness)
        };
        let window: Vec<Part> =
            (0..80).map(|number| at(number % 2, if number % 20 < 10 { 1.0 } else { 1.5 }, 1.0)).collect();
        let machine = machine();
        for slowness in [1.0, 1.5] {
            let taken = |times| beside(&[at(0, slowness, times), at(1, slowness, times)], &window, &machine).unwrap();
            assert!((taken(1.0) - 1.0).abs() < 0.01 && (taken(2.0) - 2.0).abs() < 0.01, "{slowness}");
        }
        let rare = |number: usize| at(0, 1.0, if number == 7 { 100.0 } else { 1.0 });
        assert_eq!(beside(&(0..16).map(rare).collect::<Vec<_>>(), &window, &machine), Some(1.0), "once, it collects");
        let two_kinds = |number: usize| part(0, if number.is_multiple_of(3) { 200 } else { 100 }, 1.0, 1.0);
        let (few, many) = ([0, 1, 3].map(two_kinds), (0..90).map(two_kinds).collect::<Vec<_>>());
        let most_are_dear = beside(&few, &many, &machine).unwrap();
        assert!((most_are_dear - 1.25).abs() < 1e-9, "{most_are_dear}, where their median is 2");
        let quiet = at(0, 1.0, 1.0);
        let (waits, helped) = (Part { wall_ns: 10_000, ..quiet }, Part { cpu_ns: 300, ..quiet });
        assert_eq!(beside(&[waits], &window, &machine), Some(1.0), "another thread works for it");
        assert_eq!(beside(&[helped], &window, &machine), Some(1.0), "another thread works beside it");
        assert_eq!(beside(&[part(0, 100, 1.5, 1.0)], &window, &machine), None, "none was slowed like it");
        let stepped: Vec<Part> = window.iter().map(|part| Part { cpu_ns: 0, ..*part }).collect();
        assert_eq!(beside(&window[..2], &stepped, &machine), Some(1.0), "a clock that counts in steps");
    }

    #[test]
    fn long_operations_need_fewer_parts() {
        let need = Need { parts: 24, of_each: 3 };
        assert_eq!([1_000, 24, 12, 1].map(|most| need.within(most).parts), [24, 24, 12, 6]);
        assert_eq!([24, 23].map(|most| need.within(most).of_each), [3, 1]);
    }

    #[test]
    fn method_30_too_few_quiet_parts_give_no_figure() {
        let mut parts = vec![part(0, 100, 1.0, 1.0); 2];
        assert_eq!(quiet(&parts, NEED, &machine()), None);
        parts.push(part(0, 100, 1.0, 1.0));
        assert!(quiet(&parts, NEED, &machine()).is_some());
        parts.push(part(1, 100, 1.5, 1.0));
        assert_eq!(quiet(&parts, NEED, &machine()), None, "none of the second input");
        assert_eq!(quiet(&[], Need { parts: 0, of_each: 0 }, &machine()), None);
    }

    #[test]
    fn method_29_rare_work_is_not_explained_by_the_machine() {
        let mut parts: Vec<Part> = (0..40).map(|_| part(0, 100, 1.0, 1.0)).collect();
        parts.extend((0..20).map(|_| part(0, 150, 1.5, 1.5)));
        parts[7].cpu_ns = 6_000;
        parts[7].wall_ns = 6_000;
        let found = quiet(&parts, NEED, &machine()).unwrap();
        let mean = parts.iter().map(|part| part.cpu_ns as f64).sum::<f64>() / 60.0;
        assert!((found.explained - 70.0 / 60.0).abs() < 1e-9);
        assert!((mean - found.explained * found.operation_ns - 98.3).abs() < 0.1, "5,900 ns in 60 operations");
    }
}
