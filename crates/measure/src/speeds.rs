//! The undisturbed speeds of one core, from its marks (METHOD 28).
//!
//! On a core whose other hardware thread comes and goes, marks have one sharp least value and a broad range above it. The least
//! value is the speed of the undisturbed core. It follows a clock that gets faster at once. A clock that gets slower shows as another
//! sharp value that takes the place of the first for thousands of marks.
//!
//! A clock that changes with the load of other cores has a few speeds, some per cent apart, and stays at each for milliseconds.
//! Marks then have a sharp value for each of them. Such a speed is undisturbed too, and what took place at it is brought to the
//! fastest.
//!
//! A neighbour who hardly computes may slow the reference by less than one per cent, and a candidate by much more. So a mark is
//! undisturbed only within the width of such a sharp value. Where the clock wanders, or moves in steps of less than one per cent, marks have
//! no sharp values. There they may lie further apart, and each tells the clock that it had.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// How far from a speed of the clock a mark may lie and still be undisturbed, as a share.
const NEAR: f64 = 0.005;

/// The same where marks have no sharp values.
const TOLERANCE: f64 = 0.03;

/// How many times as dense marks lie within [`NEAR`] of a speed as elsewhere within [`TOLERANCE`] of it where they have sharp values.
const SHARP: f64 = 7.5;

/// By how much a speed of the clock may be slower than the next faster one, as a factor. Neighbours slow the reference by more.
pub const CLOCKS: f64 = 1.10;

/// By how much it may be slower than the fastest, as a factor.
const SLOWEST: f64 = 1.25;

/// How far speeds of the clock lie from each other at least, as a share.
const DISTINCT: f64 = 0.015;

/// Marks that agree before they count as a speed of the core.
const SUPPORT: u64 = 16;

/// The same for a speed that is slower than one that is known: chance has more ways to make such a one.
const OF_SLOWER: u64 = 64;

/// How many times as many marks lie at a speed of the core as right above or below it.
const PEAK: u64 = 4;

/// The share of the marks of a peak's fullest step that its lowest step has at least, and how many: what lies below is a matter of
/// luck.
const EDGE: f64 = 0.1;
const AT_EDGE: u64 = 2;

/// Marks after which speeds are looked at again, and those near a speed that show its edge.
const AGAIN: u64 = 1_024;
const ENOUGH: u64 = 100;

/// Marks after which it is asked whether the clock has become slower.
const PERIOD: u64 = 16 * AGAIN;

/// The share of a period's marks at one other speed that makes it the new one.
const SETTLED: f64 = 0.5;

/// Marks are counted in steps of this width, as a share of their ticks.
const STEP: f64 = 0.001;

/// The steps to either side that hold the marks of one speed, and those beside them.
const WIDTH: u32 = 7;
const BESIDE: u32 = 20;

/// What is known of a core.
#[derive(Debug, Clone, Default)]
pub struct Speeds {
    /// Ticks of an undisturbed mark at each speed of the clock, the fastest first.
    clocks: Vec<f64>,
    /// The same at the fastest that was ever known.
    fastest_ever: Option<f64>,
    /// How often the clock became slower for good.
    slower: u64,
    /// Marks of the current period by step, with the least of each. Only marks that agree with the one before count: a speed
    /// lasts, and a stray mark is none.
    steps: BTreeMap<u32, (u64, u64)>,
    last: u32,
    marks: u64,
    /// All marks so far within [`TOLERANCE`] of a speed, and those within [`NEAR`] of one.
    close: u64,
    near: u64,
}

fn step(ticks: u64) -> u32 {
    ((ticks.max(1) as f64).ln() / STEP) as u32
}

/// The steps that hold the marks of one speed.
fn around(step: u32) -> RangeInclusive<u32> {
    step.saturating_sub(WIDTH)..=step.saturating_add(WIDTH)
}

/// How far a mark lies from a speed, as a share.
fn off(ticks: f64, clock: f64) -> f64 {
    (ticks / clock - 1.0).abs()
}

impl Speeds {
    /// Takes note of a mark.
    pub fn note(&mut self, ticks: u64) {
        let step = step(ticks);
        if self.last.abs_diff(step) <= WIDTH {
            let (count, least) = self.steps.entry(step).or_insert((0, u64::MAX));
            *count += 1;
            *least = ticks.min(*least);
        }
        self.last = step;
        self.marks += 1;
        let within = |share: f64| self.clocks.iter().any(|clock| off(ticks as f64, *clock) <= share);
        let (close, near) = (within(TOLERANCE), within(NEAR));
        (self.close, self.near) = (self.close + u64::from(close), self.near + u64::from(near));
        if let Some(support) = self.may_be_new(ticks)
            && let Some(clock) = self.agreed(step, support)
        {
            self.add(clock);
        }
        if self.marks.is_multiple_of(AGAIN) {
            self.look_again();
        }
        if self.marks.is_multiple_of(PERIOD) {
            self.end_period();
        }
    }

    /// Ticks of an undisturbed mark at each speed of the clock, the fastest first; none while none is known.
    pub fn clocks(&self) -> &[f64] {
        &self.clocks
    }

    /// The same at the fastest that was ever known.
    pub fn fastest_ever(&self) -> Option<f64> {
        self.fastest_ever
    }

    /// How often the clock became slower for good.
    pub fn slower(&self) -> u64 {
        self.slower
    }

    /// The speed of the clock at which a mark ran undisturbed, as the ticks of an undisturbed mark; none if it was disturbed. Where
    /// speeds are not sharp, the mark itself tells it.
    pub fn clock(&self, ticks: u64) -> Option<f64> {
        let ticks = ticks as f64;
        let nearest = self.clocks.iter().copied().min_by(|a, b| off(ticks, *a).total_cmp(&off(ticks, *b)))?;
        let (within, clock) = if self.is_sharp() { (NEAR, nearest) } else { (TOLERANCE, ticks) };
        (off(ticks, nearest) <= within).then_some(clock)
    }

    /// Whether marks lie dense at the speeds that are known.
    fn is_sharp(&self) -> bool {
        let near = 2.0 * NEAR * self.clocks.len() as f64;
        let gaps = self.clocks.windows(2).map(|pair| (pair[1] / pair[0] - 1.0).min(2.0 * TOLERANCE));
        let close = gaps.sum::<f64>() + 2.0 * TOLERANCE;
        self.near as f64 * (close - near) >= SHARP * (self.close - self.near) as f64 * near
    }

    /// How many marks would show that this one is at a speed that is not known yet: faster than any, or between those of one clock.
    /// None if it cannot be.
    fn may_be_new(&self, ticks: u64) -> Option<u64> {
        let Some((fastest, slowest)) = self.clocks.first().zip(self.clocks.last()) else { return Some(SUPPORT) };
        let ticks = ticks as f64;
        let is_apart = self.clocks.iter().all(|clock| off(ticks, *clock) > DISTINCT);
        let support = if ticks < *fastest { SUPPORT } else { OF_SLOWER };
        (is_apart && ticks <= (slowest * CLOCKS).min(fastest * SLOWEST)).then_some(support)
    }

    /// One more speed. Those that are too much slower are none of the same clock.
    fn add(&mut self, clock: f64) {
        self.clocks.push(clock);
        self.clocks.sort_by(f64::total_cmp);
        let (mut faster, most) = (self.clocks[0], self.clocks[0] * SLOWEST);
        self.clocks.retain(|clock| {
            let belongs = *clock <= (faster * CLOCKS).min(most);
            faster = if belongs { *clock } else { faster };
            belongs
        });
        self.fastest_ever = Some(self.fastest_ever.map_or(clock, |fastest| fastest.min(clock)));
    }

    /// Where the marks around this step begin, if enough of them agree and few lie right beside them: a speed is a peak, and what a
    /// neighbour does is a plain with an edge.
    fn agreed(&self, step: u32, support: u64) -> Option<f64> {
        let (low, high) = around(step).into_inner();
        let (below, above) = (low.saturating_sub(BESIDE)..=low.saturating_sub(1), high + 1..=high + BESIDE);
        let is_peak = self.count(around(step)) >= support.max(PEAK * self.count(below).max(self.count(above)));
        self.edge(step).filter(|_| is_peak)
    }

    /// Where the marks around this step begin.
    fn edge(&self, step: u32) -> Option<f64> {
        let marks = || self.steps.range(around(step));
        let most = marks().map(|(_, (count, _))| *count).max()?;
        let lowest = marks().find(|(_, (count, _))| *count >= AT_EDGE && *count as f64 >= EDGE * most as f64);
        lowest.map(|(_, (_, least))| *least as f64)
    }

    /// Finds the edges of its speeds from many marks. While a neighbour stays who hardly computes, marks begin a little later.
    fn look_again(&mut self) {
        for index in 0..self.clocks.len() {
            let clock = self.clocks[index];
            let step = step(clock as u64);
            if let Some(edge) = self.agreed(step, ENOUGH).filter(|edge| *edge < clock) {
                self.clocks[index] = edge;
                self.fastest_ever = self.fastest_ever.map(|fastest| if fastest == clock { edge } else { fastest });
            }
        }
    }

    /// Forgets the period. Its marks may have settled at a slower speed.
    fn end_period(&mut self) {
        let all = self.count(0..=u32::MAX);
        let most = |count: u64| count >= SUPPORT && count as f64 >= SETTLED * all as f64;
        if self.clocks.is_empty() {
            // A clock that wanders makes no peak, and most marks still lie close to its least speed.
            let lowest = self.steps.keys().copied().find(|step| self.count(around(*step)) >= SUPPORT);
            if let Some(least) = lowest.and_then(|step| self.edge(step))
                && most(self.count(0..=step((least * (1.0 + TOLERANCE)) as u64)))
            {
                self.add(least);
            }
        } else if let Some(settled) = self.steps.keys().copied().max_by_key(|step| self.count(around(*step)))
            && most(self.count(around(settled)))
            && self.steps.values().all(|(_, least)| self.clock(*least).is_none())
        {
            self.clocks = self.edge(settled).into_iter().collect();
            self.slower += 1;
        }
        self.steps.clear();
    }

    fn count(&self, steps: RangeInclusive<u32>) -> u64 {
        self.steps.range(steps).map(|(_, (count, _))| count).sum()
    }
}
