//! The undisturbed speed of a machine, from marks of the reference (METHOD 28).
//!
//! On a core whose other hardware thread comes and goes, marks have one sharp least value and a broad range above it. The
//! least value is the speed of the undisturbed core. It is known for each core and for the whole run, never for one
//! trial, since a whole trial may be disturbed. It follows a clock that gets faster at once. A clock that gets slower shows
//! as another sharp value that takes the place of the first for thousands of marks.
//!
//! A neighbour who stays from the start can make one too. [`Machine::base`] then drops once the core is seen undisturbed, and
//! tells which times were taken too early.

use std::collections::BTreeMap;

use crate::reference::Mark;

/// How far from the undisturbed time a mark may lie and still be quiet, as a share.
pub const TOLERANCE: f64 = 0.03;

/// Marks that agree before they count as a speed of the machine.
const SUPPORT: u64 = 16;

/// How many times as many marks lie at a speed of the machine as right above or below it.
const PEAK: u64 = 4;

/// Marks after which it is asked whether the clock has become slower.
const PERIOD: u64 = 16_384;

/// The share of a period's marks at one other speed that makes it the new one.
const SETTLED: f64 = 0.5;

/// The width of a step in which marks are counted, as a share: a step and its neighbours hold the marks of one speed.
const STEP: f64 = 0.005;

/// How far the levels of two cores may differ before times are brought to one of them, as a share.
const SAME: f64 = 0.01;

/// What is known of each core.
#[derive(Debug, Clone, Default)]
pub struct Machine {
    cores: BTreeMap<u64, Core>,
    /// The level to which times are brought: the least that was known.
    base: Option<f64>,
    slower: u64,
}

#[derive(Debug, Clone, Default)]
struct Core {
    /// The ticks of an undisturbed mark; none before enough of them agree.
    level: Option<f64>,
    /// Marks of the current period by step, with the least of each. Only marks that agree with the one before count: a speed
    /// lasts, and a stray mark is none.
    steps: BTreeMap<u32, (u64, u64)>,
    last: u32,
    marks: u64,
}

fn step(ticks: u64) -> u32 {
    ((ticks.max(1) as f64).ln() / STEP) as u32
}

impl Machine {
    /// Takes note of a mark.
    pub fn note(&mut self, mark: Mark) {
        let core = self.cores.entry(mark.core()).or_default();
        let step = step(mark.ticks());
        if core.last.abs_diff(step) <= 1 {
            let (count, least) = core.steps.entry(step).or_insert((0, u64::MAX));
            *count += 1;
            *least = mark.ticks().min(*least);
        }
        core.last = step;
        core.marks += 1;
        let lower = core.level.is_none_or(|level| (mark.ticks() as f64) < level * (1.0 - SAME));
        if let Some(level) = core.agreed(step).filter(|_| lower) {
            core.level = Some(level);
            // Whether the clock became faster or was never seen undisturbed before, times from now on need no scale.
            self.base = Some(self.base.map_or(level, |base| base.min(level)));
        }
        if core.marks == PERIOD {
            self.slower += u64::from(core.end_period());
            self.base = self.base.or(core.level);
        }
    }

    /// How many times longer than undisturbed a mark took; none if the machine's speed is not known yet.
    pub fn slowness(&self, mark: Mark) -> Option<f64> {
        let level = self.cores.get(&mark.core())?.level?;
        Some(mark.ticks() as f64 / level)
    }

    /// Whether a mark ran undisturbed.
    pub fn is_quiet(&self, mark: Mark) -> bool {
        self.slowness(mark).is_some_and(|slowness| (slowness - 1.0).abs() <= TOLERANCE)
    }

    /// By what a time of this core is multiplied to compare with the rest of the run: 1 while all cores run at one clock.
    pub fn scale(&self, core: u64) -> f64 {
        let level = self.cores.get(&core).and_then(|core| core.level);
        let scale = self.base.zip(level).map_or(1.0, |(base, level)| base / level);
        if (scale - 1.0).abs() <= SAME { 1.0 } else { scale }
    }

    /// Ticks of an undisturbed mark at the clock to which times are brought. A time that was brought to more of them was taken
    /// before the machine's speed was known.
    pub fn base(&self) -> Option<f64> {
        self.base
    }

    /// How often a core's clock became slower for good.
    pub fn slower(&self) -> u64 {
        self.slower
    }

    /// Ticks of an undisturbed mark by core.
    pub fn levels(&self) -> impl Iterator<Item = (u64, f64)> {
        self.cores.iter().filter_map(|(core, known)| Some((*core, known.level?)))
    }
}

impl Core {
    /// The least mark of this step and its neighbours, where enough marks agree and few lie right beside them: a speed is a
    /// peak, and what a neighbour does is a plain with an edge.
    fn agreed(&self, step: u32) -> Option<f64> {
        let count = |steps| self.steps.range(steps).map(|(_, (count, _))| count).sum::<u64>();
        let near = step.saturating_sub(1)..=step + 1;
        let beside = count(step + 2..=step + 5).max(count(step.saturating_sub(5)..=step.saturating_sub(2)));
        let is_peak = count(near.clone()) >= SUPPORT.max(PEAK * beside);
        let least = self.steps.range(near).map(|(_, (_, least))| *least).min()?;
        is_peak.then_some(least as f64)
    }

    /// Forgets the period, and says whether its marks have settled at a slower speed.
    fn end_period(&mut self) -> bool {
        let steps = std::mem::take(&mut self.steps);
        self.marks = 0;
        let all: u64 = steps.values().map(|(count, _)| count).sum();
        let most = |count: u64| count >= SUPPORT && count as f64 >= SETTLED * all as f64;
        let near = |step: u32| steps.range(step.saturating_sub(1)..=step + 1).map(|(_, (count, _))| count).sum::<u64>();
        let Some(level) = self.level else {
            // A clock that wanders makes no peak, and most marks still lie close to its least speed.
            let lowest = steps.keys().copied().find(|step| near(*step) >= SUPPORT);
            let least = lowest.and_then(|step| steps.get(&step)).map_or(0.0, |(_, least)| *least as f64);
            let close = steps.range(..=step((least * (1.0 + TOLERANCE)) as u64)).map(|(_, (count, _))| count).sum();
            self.level = Some(least).filter(|_| most(close));
            return false;
        };
        let undisturbed = steps.values().any(|(_, least)| (*least as f64) <= level * (1.0 + TOLERANCE));
        let Some(settled) = steps.keys().copied().max_by_key(|step| near(*step)) else { return false };
        if undisturbed || !most(near(settled)) {
            return false;
        }
        self.level = steps.get(&settled).map(|(_, least)| *least as f64);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(ticks: impl IntoIterator<Item = u64>) -> Machine {
        let mut machine = Machine::default();
        ticks.into_iter().for_each(|ticks| machine.note(Mark::new(ticks, 0)));
        machine
    }

    /// A mark beside a neighbour: 1.3 to 2 times the undisturbed one.
    fn disturbed(random: &mut fastrand::Rng) -> u64 {
        (4_000.0 * (1.3 + 0.7 * random.f64())) as u64
    }

    #[test]
    fn method_28_the_least_speed_that_marks_agree_on_is_the_undisturbed_one() {
        let mut random = fastrand::Rng::with_seed(28);
        let mut ticks: Vec<u64> = (0..2_000).map(|_| disturbed(&mut random)).collect();
        ticks.iter_mut().step_by(50).for_each(|ticks| *ticks = 3_000);
        let machine = noted(ticks.iter().copied().chain((0..20).map(|n| 4_000 + n)));
        assert!(machine.is_quiet(Mark::new(4_001, 0)) && !machine.is_quiet(Mark::new(5_200, 0)));
        assert!(!machine.is_quiet(Mark::new(3_000, 0)), "marks that come one at a time are no speed");
        assert!(machine.slowness(Mark::new(6_000, 0)).is_some_and(|slowness| (slowness - 1.5).abs() < 0.001));
        assert!(!machine.is_quiet(Mark::new(4_001, 1)), "nothing is known of another core");
    }

    #[test]
    fn method_28_a_broad_range_of_marks_is_no_speed_and_a_clock_that_wanders_is_one() {
        let mut random = fastrand::Rng::with_seed(31);
        let machine = noted((0..2 * PERIOD).map(|_| disturbed(&mut random)));
        assert_eq!(machine.levels().next(), None);
        let machine = noted((0..PERIOD).map(|_| random.u64(4_000..4_150)));
        assert_eq!(machine.levels().next(), Some((0, 4_000.0)));
    }

    #[test]
    fn method_28_a_neighbour_that_stays_does_not_become_the_undisturbed_speed() {
        let mut random = fastrand::Rng::with_seed(29);
        let stays: Vec<u64> = (0..5 * PERIOD).map(|_| disturbed(&mut random)).collect();
        let machine = noted((0..20).map(|_| 4_000).chain(stays));
        assert!(machine.is_quiet(Mark::new(4_000, 0)));
        assert_eq!(machine.slower(), 0);
    }

    #[test]
    fn method_28_a_clock_that_becomes_slower_is_followed_and_divided_by() {
        let mut random = fastrand::Rng::with_seed(30);
        let throttled = (0..2 * PERIOD).map(|mark| if mark % 3 == 0 { disturbed(&mut random) + 1_500 } else { 5_000 });
        let machine = noted((0..20).map(|_| 4_000).chain(throttled.collect::<Vec<_>>()));
        assert!(machine.is_quiet(Mark::new(5_000, 0)));
        assert_eq!((machine.slower(), machine.scale(0)), (1, 0.8));
    }

    #[test]
    fn method_28_a_clock_that_becomes_faster_is_followed_at_once() {
        let machine = noted((0..2_000).map(|_| 4_000).chain((0..20).map(|_| 3_600)));
        assert!(machine.is_quiet(Mark::new(3_600, 0)) && !machine.is_quiet(Mark::new(4_000, 0)));
        assert_eq!((machine.scale(0), machine.base()), (1.0, Some(3_600.0)));
    }

    #[test]
    fn cores_of_one_clock_are_not_scaled() {
        let mut machine = noted((0..20).map(|_| 4_000));
        (0..20).for_each(|_| machine.note(Mark::new(4_020, 1)));
        assert_eq!((machine.scale(0), machine.scale(1), machine.scale(7)), (1.0, 1.0, 1.0));
        assert_eq!(machine.levels().collect::<Vec<_>>(), [(0, 4_000.0), (1, 4_020.0)]);
    }
}
