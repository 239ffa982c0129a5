//! The undisturbed speed of a machine, from marks of the reference (METHOD 28).
//!
//! It is known for each core and for the whole run, never for one trial, since a whole trial may be disturbed. Each core has its
//! speeds. A neighbour who stays from the start can look like one. [`Machine::base`] then drops once the core is
//! seen undisturbed, and tells which times were taken too early.

use std::collections::BTreeMap;

use crate::reference::Mark;
use crate::speeds::Speeds;

pub use crate::speeds::CLOCKS;

/// How far two speeds may differ and still count as one, as a share.
const SAME: f64 = 0.01;

/// What is known of each core.
#[derive(Debug, Clone, Default)]
pub struct Machine {
    cores: BTreeMap<u64, Speeds>,
}

impl Machine {
    /// Takes note of a mark.
    pub fn note(&mut self, mark: Mark) {
        self.cores.entry(mark.core()).or_default().note(mark.ticks());
    }

    /// How many times longer than undisturbed at its core's fastest speed a mark took; none if no speed is known yet.
    pub fn slowness(&self, mark: Mark) -> Option<f64> {
        Some(mark.ticks() as f64 / self.fastest(mark.core())?)
    }

    /// Whether a mark ran undisturbed.
    pub fn is_quiet(&self, mark: Mark) -> bool {
        self.clock(mark).is_some()
    }

    /// At which speed of its core's clock a mark ran undisturbed, as the ticks of an undisturbed mark at that speed; none if it was
    /// disturbed.
    pub fn clock(&self, mark: Mark) -> Option<f64> {
        self.known(mark.core())?.clock(mark.ticks())
    }

    /// Whether two marks ran undisturbed on the same core and at the same speed of its clock.
    pub fn is_steady(&self, before: Mark, after: Mark) -> bool {
        match (self.clock(before), self.clock(after)) {
            (Some(first), Some(second)) => before.core() == after.core() && (second / first - 1.0).abs() <= SAME,
            _ => false,
        }
    }

    /// By what a time beside this mark is multiplied to compare with the rest of the run: 1 while all cores run at one clock.
    pub fn scale(&self, mark: Mark) -> f64 {
        let clock = self.clock(mark).or_else(|| self.fastest(mark.core()));
        let scale = self.base().zip(clock).map_or(1.0, |(base, clock)| base / clock);
        if (scale - 1.0).abs() <= SAME { 1.0 } else { scale }
    }

    /// Ticks of an undisturbed mark at the clock to which times are brought: the fastest that was known. A time that was brought to
    /// more of them was taken before the machine's speed was known.
    pub fn base(&self) -> Option<f64> {
        self.cores.values().filter_map(Speeds::fastest_ever).min_by(f64::total_cmp)
    }

    /// How often a core's clock became slower for good.
    pub fn slower(&self) -> u64 {
        self.cores.values().map(Speeds::slower).sum()
    }

    /// The speeds of a core's clock, as ticks of an undisturbed mark, the fastest first; none while none is known.
    pub fn clocks(&self, core: u64) -> &[f64] {
        self.known(core).map_or(&[], Speeds::clocks)
    }

    /// What is known of a core. One that is much slower than another from the start has a neighbour who stays, as far as can be told.
    fn known(&self, core: u64) -> Option<&Speeds> {
        let known = self.cores.get(&core)?;
        let is_alike = known.clocks().first()? <= &(self.base()? * CLOCKS);
        (is_alike || known.slower() > 0).then_some(known)
    }

    /// Ticks of an undisturbed mark at the fastest speed of a core; where none is known, of the machine.
    fn fastest(&self, core: u64) -> Option<f64> {
        self.known(core).and_then(|known| known.clocks().first().copied()).or(self.base())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks after which it is asked whether the clock has become slower.
    const LONG: u64 = 16_384;

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
        let machine = noted((0..2 * LONG).map(|_| disturbed(&mut random)));
        assert_eq!(machine.clocks(0), []);
        let machine = noted((0..2 * LONG).map(|_| random.u64(4_000..4_150)));
        assert_eq!(machine.clocks(0), [4_000.0]);
        assert!(machine.is_quiet(Mark::new(4_100, 0)), "marks without sharp values may lie further apart");
    }

    #[test]
    fn method_28_a_neighbour_that_stays_does_not_become_the_undisturbed_speed() {
        let mut random = fastrand::Rng::with_seed(29);
        let stays: Vec<u64> = (0..5 * LONG).map(|_| disturbed(&mut random)).collect();
        let machine = noted((0..20).map(|_| 4_000).chain(stays));
        assert!(machine.is_quiet(Mark::new(4_000, 0)));
        assert_eq!(machine.slower(), 0);
    }

    #[test]
    fn method_28_a_clock_that_becomes_slower_is_followed_and_divided_by() {
        let mut random = fastrand::Rng::with_seed(30);
        let throttled = (0..2 * LONG).map(|mark| if mark % 3 == 0 { disturbed(&mut random) + 1_500 } else { 5_000 });
        let machine = noted((0..20).map(|_| 4_000).chain(throttled.collect::<Vec<_>>()));
        assert!(machine.is_quiet(Mark::new(5_000, 0)));
        assert_eq!((machine.slower(), machine.scale(Mark::new(5_000, 0))), (1, 0.8));
    }

    #[test]
    fn method_28_a_clock_that_becomes_faster_is_followed_at_once() {
        let machine = noted((0..2_000).map(|_| 4_000).chain((0..20).map(|_| 3_400)));
        assert!(machine.is_quiet(Mark::new(3_400, 0)) && !machine.is_quiet(Mark::new(4_000, 0)));
        assert_eq!((machine.scale(Mark::new(3_400, 0)), machine.base()), (1.0, Some(3_400.0)));
    }

    #[test]
    fn method_28_a_clock_of_several_speeds_is_undisturbed_at_each() {
        let mut random = fastrand::Rng::with_seed(32);
        let mut ticks = vec![4_000; 100];
        for stretch in 0..200 {
            ticks.extend([[4_000; 40], [4_160; 40], [4_320; 40]][stretch % 3]);
            ticks.extend((0..20).map(|_| disturbed(&mut random)));
        }
        let machine = noted(ticks);
        assert_eq!(machine.clocks(0), [4_000.0, 4_160.0, 4_320.0]);
        let clock = |ticks| machine.clock(Mark::new(ticks, 0));
        assert_eq!([4_010, 4_158, 4_325].map(clock), [Some(4_000.0), Some(4_160.0), Some(4_320.0)]);
        assert_eq!([4_230, 4_400, 5_200].map(clock), [None; 3]);
        assert!((machine.scale(Mark::new(4_162, 0)) - 4_000.0 / 4_160.0).abs() < 1e-9);
        let from_the_slowest = noted(machine.clocks(0).iter().rev().flat_map(|clock| [*clock as u64; 50]));
        assert_eq!(from_the_slowest.clocks(0), machine.clocks(0), "in whichever order they come");
        let slower = noted((0..100).map(|_| 4_000).chain((0..2 * LONG).map(|_| 4_160)));
        assert_eq!((slower.slower(), slower.clocks(0).len()), (0, 2), "a speed that is known replaces none");
    }

    #[test]
    fn method_28_where_a_clock_moves_in_small_steps_each_mark_tells_its_speed() {
        let mut random = fastrand::Rng::with_seed(34);
        let steps: Vec<u64> = (0..12).map(|step| 4_000 + 30 * step).collect();
        let stretch = |_| {
            let at = steps[random.usize(..steps.len())];
            let quiet: Vec<u64> = (0..40).map(|_| at + random.u64(..15)).collect();
            quiet.into_iter().chain((0..20).map(|_| disturbed(&mut random)).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        let machine = noted((0..2_000).flat_map(stretch));
        let mark = |ticks| Mark::new(ticks, 0);
        let quiet = steps.iter().filter(|ticks| machine.is_quiet(mark(**ticks))).count();
        assert_eq!(quiet, steps.len(), "{:?}", machine.clocks(0));
        assert!(machine.is_steady(mark(4_180), mark(4_190)) && !machine.is_steady(mark(4_000), mark(4_060)));
        let by = machine.scale(mark(4_060)) / machine.scale(mark(4_240));
        assert!((by - 4_240.0 / 4_060.0).abs() < 1e-9, "{by}");
        assert!(!machine.is_quiet(mark(5_300)) && !machine.is_quiet(mark(3_700)));
    }

    #[test]
    fn method_28_speeds_of_one_clock_lie_close_together() {
        let noted = |speeds: &[u64]| noted((0..20).flat_map(|_| speeds).flat_map(|ticks| [*ticks; 40]));
        let steps = [4_000, 4_138, 4_286, 4_444, 4_615, 4_800];
        let known = noted(&steps);
        assert_eq!(known.clocks(0), steps.map(|ticks| ticks as f64), "from 3.0 to 2.5 GHz");
        assert_eq!(noted(&[4_800, 4_000]).clocks(0), [4_000.0], "nothing in between: a neighbour");
        assert_eq!(noted(&[4_000, 4_300, 4_600, 4_900, 5_200]).clocks(0).last(), Some(&4_900.0), "too slow in all");
    }

    #[test]
    fn method_28_a_neighbour_that_hardly_computes_is_seen_where_marks_are_sharp() {
        let mut random = fastrand::Rng::with_seed(33);
        let stretch =
            |_| [4_000; 40].map(|_| random.u64(4_000..4_016)).into_iter().chain([4_036; 20]).collect::<Vec<_>>();
        let machine = noted((0..100).flat_map(stretch));
        assert!(machine.is_quiet(Mark::new(4_015, 0)) && !machine.is_quiet(Mark::new(4_036, 0)));
    }

    #[test]
    fn method_28_a_core_that_is_much_slower_than_another_has_a_neighbour() {
        let mut machine = noted((0..100).map(|_| 4_000));
        (0..100).for_each(|_| machine.note(Mark::new(8_000, 1)));
        assert!(!machine.is_quiet(Mark::new(8_000, 1)) && machine.is_quiet(Mark::new(4_000, 0)));
        assert_eq!((machine.slowness(Mark::new(8_000, 1)), machine.clocks(1)), (Some(2.0), &[][..]));
    }

    #[test]
    fn cores_of_one_clock_are_not_scaled() {
        let mut machine = noted((0..20).map(|_| 4_000));
        (0..20).for_each(|_| machine.note(Mark::new(4_020, 1)));
        let scale = |ticks, core| machine.scale(Mark::new(ticks, core));
        assert_eq!([scale(4_000, 0), scale(4_020, 1), scale(4_000, 7)], [1.0; 3]);
        assert_eq!([machine.clocks(0), machine.clocks(1)], [[4_000.0], [4_020.0]]);
    }
}
