//! Axes.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// An axis: logarithmic, or linear from zero.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    logarithmic: bool,
    /// Of values, or of their decimal logarithms.
    places: Range<f64>,
    ticks: Vec<f64>,
}

/// The most steps between ticks, about.
const STEPS: f64 = 6.0;

impl Scale {
    /// A logarithmic axis that holds all of `values` above zero.
    pub fn logarithmic(values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = range(values.filter(|value| *value > 0.0).map(f64::log10)).unwrap_or((0.0, 1.0));
        // A little room, so that no mark lies on the edge.
        let room = ((high - low) * 0.04).max(0.05);
        let places = low - room..high + room;
        Self { logarithmic: true, ticks: decimal_ticks(&places), places }
    }

    /// A linear axis from zero that holds all of `values`.
    pub fn linear(values: impl Iterator<Item = f64>) -> Self {
        let high = range(values).map_or(1.0, |(_, high)| high);
        let high = if high > 0.0 { high * 1.02 } else { 1.0 };
        let rough = high / STEPS;
        let decade = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0].map(|digit| digit * decade).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * decade);
        let ticks = (0..=STEPS as usize).map(|n| n as f64 * step).filter(|tick| *tick <= high).collect();
        Self { logarithmic: false, places: 0.0..high, ticks }
    }

    /// A logarithmic axis of ratios with 1 in its middle that reaches up to `most`, which is above 1.
    pub fn ratios(most: f64) -> Self {
        let reach = most.log10() * 1.04;
        let places = -reach..reach;
        let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
        let Some(step) = steps.into_iter().find(|step| (most - 1.0) / step <= STEPS / 2.0) else {
            return Self { logarithmic: true, ticks: decimal_ticks(&places), places };
        };
        let ticks = (-(STEPS as i32)..=STEPS as i32).map(|n| 1.0 + f64::from(n) * step);
        let ticks = ticks.filter(|tick| *tick > 0.0 && places.contains(&tick.log10())).collect();
        Self { logarithmic: true, places, ticks }
    }

    /// An axis of things in order, the first of which is 1.
    pub fn ordinal(count: usize) -> Self {
        let every = count.div_ceil(2 * STEPS as usize).max(1);
        let ticks = (1..=count).step_by(every).map(|number| number as f64).collect();
        Self { logarithmic: false, places: 0.5..count.max(1) as f64 + 0.5, ticks }
    }

    /// The same logarithmic axis with room at both ends, as a share of its length.
    pub fn with_room(self, share: f64) -> Self {
        let room = (self.places.end - self.places.start) * share;
        let places = self.places.start - room..self.places.end + room;
        Self { ticks: decimal_ticks(&places), places, ..self }
    }

    /// The values with grid lines.
    pub fn ticks(&self) -> &[f64] {
        &self.ticks
    }
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    /// Where a value lies between two ends; values beyond the axis lie on its end.
    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let place = if self.logarithmic { value.log10() } else { *value };
        let share = (place - self.places.start) / (self.places.end - self.places.start);
        // What is no number lies at the beginning: the conversion makes it zero.
        first + (share.clamp(0.0, 1.0) * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        let value = |place: f64| if self.logarithmic { 10f64.powf(place) } else { place };
        value(self.places.start)..value(self.places.end)
    }
}

/// Round values on a logarithmic axis between two decimal logarithms: powers of ten, and others where these are few.
fn decimal_ticks(places: &Range<f64>) -> Vec<f64> {
    let decades = places.end - places.start;
    let every = (decades / STEPS).ceil().max(1.0);
    let digits: &[f64] = match decades {
        d if d > 2.2 => &[1.0],
        d if d > 1.2 => &[1.0, 3.0],
        d if d > 0.8 => &[1.0, 2.0, 5.0],
        d if d > 0.45 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
        d if d > 0.2 => &[1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
        _ => &[
            1.0, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.2, 2.4, 2.6, 2.8, 3.0, 3.2, 3.5, 4.0,
            4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5,
        ],
    };
    let (first, last) = ((places.start / every).floor() as i64, (places.end / every).ceil() as i64);
    let ticks = (first..=last).flat_map(|n| digits.iter().map(move |digit| 10f64.powf(n as f64 * every) * digit));
    ticks.filter(|tick| places.contains(&tick.log10())).collect()
}

/// The least and the greatest of the finite ones.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    // Values beyond these are no costs; they would only make an axis of hundreds of decades overflow.
    let values = values.filter(|value| value.is_finite() && value.abs() < 1e30);
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_round_ticks() {
        let ticks = |scale: &Scale| scale.ticks().iter().map(|tick| tick.round()).collect::<Vec<_>>();
        assert_eq!(ticks(&Scale::logarithmic([15.0, 98_000.0].into_iter())), [100.0, 1e3, 1e4, 1e5]);
        assert_eq!(ticks(&Scale::logarithmic([15.0, 98.0].into_iter())), [20.0, 50.0, 100.0]);
        assert_eq!(ticks(&Scale::logarithmic([7e3, 17e3].into_iter()).with_room(0.1)), [7e3, 1e4, 1.5e4, 2e4]);
        assert_eq!(ticks(&Scale::logarithmic([1_860.0, 2_370.0].into_iter())), [1_800.0, 2_000.0, 2_500.0]);
        assert_eq!(
            ticks(&Scale::logarithmic([1_000.0, 1_010.0].into_iter())),
            [900.0, 950.0, 1_000.0, 1_050.0, 1_100.0]
        );
        assert_eq!(ticks(&Scale::linear([18_000.0, 40.0].into_iter())), [0.0, 5e3, 1e4, 1.5e4]);
    }

    #[test]
    fn ratios_lie_about_one() {
        let percent = |most: f64| {
            let scale = Scale::ratios(most);
            assert_eq!(scale.map(&1.0, (0, 100)), 50);
            scale.ticks().iter().map(|tick| (tick * 100.0).round() as i32).collect::<Vec<_>>()
        };
        assert_eq!(percent(1.05), [96, 98, 100, 102, 104]);
        assert_eq!(percent(1.25), [80, 90, 100, 110, 120]);
        assert_eq!(percent(20.0), [10, 100, 1000]);
    }

    #[test]
    fn nothing_and_nonsense_have_an_axis_too() {
        for values in [vec![], vec![0.0], vec![-1.0], vec![f64::NAN, f64::INFINITY], vec![7.0], vec![1e-300, 1e300]] {
            for scale in [Scale::logarithmic(values.iter().copied()), Scale::linear(values.iter().copied())] {
                assert!(scale.places.start < scale.places.end && scale.ticks().len() <= 20, "{values:?} {scale:?}");
                assert!(
                    values.iter().all(|value| (0..=100).contains(&scale.map(value, (0, 100)))),
                    "{values:?} {scale:?}"
                );
            }
        }
    }
}
