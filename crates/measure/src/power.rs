//! What size of difference a comparison would have shown, and how many trials it takes to decide one.

use crate::compare::{ALPHA, logarithms};
use crate::estimate::median;
use crate::rank;

/// The share of runs that show a difference of the size called detectable.
pub(crate) const POWER: f64 = 0.8;

/// What is added to [`POWER`] for the few values that the redrawing starts from, divided by their number: they underestimate their
/// own spread only roughly. Found by simulation (`--example detectable`): with them a slowdown of the printed size is found in 80 to
/// 87 % of runs, by 6 and 10 trials of normal and skewed noise, and by 5 to 20 earlier runs of normal noise.
pub(crate) mod roughness {
    /// Of trials of two sides.
    pub const SIDES: f64 = 0.2;
    /// Of pairs.
    pub const PAIRS: f64 = 0.4;
    /// Of earlier runs.
    pub const RUNS: f64 = 0.42;
}

/// The share of runs that are to show a difference, where `trials` values tell how much they vary.
pub(crate) fn with(roughness: f64, trials: usize) -> f64 {
    POWER + roughness / trials as f64
}

/// Runs that are drawn from the trials of one to learn what they would have shown.
const REDRAWN: usize = 200;

/// What a difference must exceed to be shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// The largest p.
    pub alpha: f64,
    /// What equals may differ by, as a share.
    pub floor: f64,
    /// How many times as large as for two alone a difference must be, as a logarithm: see [`crate::fastest::reach`].
    pub reach: f64,
}

impl Bar {
    /// That of two that are compared alone, where nothing is known of equals.
    pub const ALONE: Self = Self { alpha: ALPHA, floor: 0.0, reach: 1.0 };
}

/// The slowdown that four of five comparisons like that of these logarithms of trials would have shown, as a share; infinite where
/// so few trials can show none, however large.
pub(crate) fn detectable(first: &[f64], second: &[f64], bar: Bar) -> f64 {
    let noise = [residuals(first), residuals(second)].concat();
    of_noise(&noise, [first.len(), second.len()], bar)
}

/// The same of so many trials of two whose noise is known from other trials.
fn of_noise(noise: &[f64], trials: [usize; 2], bar: Bar) -> f64 {
    let outside = rank::sum_outside(trials[0], trials[1], bar.alpha);
    let power = with(roughness::SIDES, noise.len() / 2);
    let alone = shown(outside, power, bar.floor, |random| {
        let [first, second] = trials.map(|n| (0..n).map(|_| drawn(noise, random)).collect::<Vec<_>>());
        differences(&first, &second)
    });
    (alone.ln_1p() * bar.reach).exp_m1()
}

/// The slowdown that four of five comparisons of two with this many `trials` each would show, if they vary like these two equals. As a
/// share; none if these have no sound trials.
pub fn detectable_between(equals: [&[f64]; 2], trials: usize, bar: Bar) -> Option<f64> {
    let noise = equals.map(|trials| logarithms(trials).map(|trials| residuals(&trials)));
    let [Some(first), Some(second)] = noise else { return None };
    Some(of_noise(&[first, second].concat(), [trials; 2], bar))
}

/// All differences of the values of two.
pub(crate) fn differences(first: &[f64], second: &[f64]) -> Vec<f64> {
    second.iter().flat_map(|b| first.iter().map(move |a| b - a)).collect()
}

/// What trials differ by from their median, as widely as the population they are drawn from.
pub(crate) fn residuals(trials: &[f64]) -> Vec<f64> {
    let (middle, n) = (median(trials), trials.len() as f64);
    let wider = (n / (n - 1.0).max(1.0)).sqrt();
    trials.iter().map(|trial| (trial - middle) * wider).collect()
}

/// One of the trials' residuals, blurred by what lies between neighbours on average: six trials are not the only values
/// there are (the smoothed bootstrap; Silverman and Young, Biometrika 74, 1987).
pub(crate) fn drawn(noise: &[f64], random: &mut fastrand::Rng) -> f64 {
    let widest = noise.iter().fold(0.0f64, |widest, value| widest.max(value.abs()));
    let blur = 2.0 * widest / noise.len() as f64;
    noise[random.usize(..noise.len())] + blur * (2.0 * random.f64() - 1.0)
}

/// The shift that the share `power` of redrawn runs of equals would have shown. A run shows every shift that lifts the lower
/// end of its interval above zero, and its middle above the floor.
pub(crate) fn shown(
    outside: Option<usize>,
    power: f64,
    floor: f64,
    mut redraw: impl FnMut(&mut fastrand::Rng) -> Vec<f64>,
) -> f64 {
    let Some(outside) = outside else { return f64::INFINITY };
    let mut random = fastrand::Rng::with_seed(0);
    let mut shown: Vec<f64> = (0..REDRAWN)
        .map(|_| {
            let mut differences = redraw(&mut random);
            let low = *differences.select_nth_unstable_by(outside, f64::total_cmp).1;
            let middle = median(&differences);
            (-low).max(floor.ln_1p() - middle)
        })
        .collect();
    let place = ((power * REDRAWN as f64) as usize).min(REDRAWN - 1);
    shown.select_nth_unstable_by(place, f64::total_cmp).1.max(0.0).exp_m1()
}

/// The fewest trials of either side with which [`crate::compare::independent`] can show a difference at `alpha`.
pub fn fewest_trials(alpha: f64) -> usize {
    (2..rank::EXACT / 2).find(|trials| rank::sum_outside(*trials, *trials, alpha).is_some()).unwrap_or(rank::EXACT / 2)
}
