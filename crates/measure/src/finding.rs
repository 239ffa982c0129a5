//! What may be said of two that were compared, as one comparison of several: that they differ, that they are about alike, or that their
//! trials do not tell.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, Normal};

use crate::compare::{Comparison, logarithms};
use crate::power::{self, Bar};

/// The difference that trials must be able to show before any two are called alike, as a share.
const COARSE: f64 = 0.5;

/// How much longer a rank test takes than the test of means to find the same difference of normal trials: pi/3 (Hollander, Wolfe and
/// Chicken, 4.5).
const RANKS: f64 = std::f64::consts::FRAC_PI_3;

/// What trials say of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// They differ, by more than equals do.
    Differ,
    /// No difference is shown, and a larger one than was measured would have been.
    Alike,
    /// Nothing: a difference as large as the measured one could have gone unseen, or so few trials cannot show any.
    Undecided {
        /// How many trials of each would decide, as far as these tell.
        trials: usize,
    },
}

impl Finding {
    /// How many trials of each would decide; none if these do.
    pub fn trials_to_decide(self) -> Option<usize> {
        match self {
            Self::Undecided { trials } => Some(trials),
            Self::Differ | Self::Alike => None,
        }
    }
}

/// A finding, with what the trials could have found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// The finding.
    pub finding: Finding,
    /// The slowdown that four of five such comparisons would have shown, as a share; infinite where none could have been.
    pub detectable: f64,
}

impl Found {
    /// What the trials of two say, of which `comparison` is told and which are set apart by all other tests that they have to pass if
    /// `is_set_apart` holds. None where one of them has no sound trial.
    pub fn of(trials: [&[f64]; 2], comparison: &Comparison, is_set_apart: bool, bar: Bar) -> Option<Self> {
        let (first, second) = (logarithms(trials[0])?, logarithms(trials[1])?);
        let detectable = power::detectable(&first, &second, bar);
        let ratio = comparison.ratio.median;
        let size = ratio.max(1.0 / ratio) - 1.0;
        let finding = if is_set_apart && comparison.shows_difference(bar.alpha) && size > bar.floor {
            Finding::Differ
        } else if size <= detectable && detectable <= COARSE {
            Finding::Alike
        } else {
            Finding::Undecided { trials: needed(&first, &second, detectable, size.max(COARSE), bar) }
        };
        Some(Self { finding, detectable })
    }
}

/// How many trials of each of two would decide: show a difference of `size`, or that there is none so large. The interval of a
/// comparison, and that of the A/A pair behind the noise floor, become narrower with the square root of their number.
fn needed(first: &[f64], second: &[f64], detectable: f64, size: f64, bar: Bar) -> usize {
    let now = first.len().min(second.len());
    let needed = if detectable.is_finite() {
        now as f64 * (detectable.ln_1p() / size.ln_1p()).powi(2)
    } else {
        let noise = [power::residuals(first), power::residuals(second)].concat();
        let variance = noise.iter().map(|value| value.powi(2)).sum::<f64>() / noise.len() as f64;
        let normal = Normal::standard();
        let quantiles = normal.inverse_cdf(1.0 - bar.alpha / 2.0) + normal.inverse_cdf(power::POWER);
        2.0 * RANKS * variance * (quantiles / size.ln_1p()).powi(2)
    };
    // Half as many again at least: with as many as now, nothing was decided.
    (needed.ceil() as usize).max(power::fewest_trials(bar.alpha)).max(now + now.div_ceil(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{ALPHA, independent};

    fn found(first: &[f64], second: &[f64], bar: Bar) -> Finding {
        let comparison = independent(first, second, ALPHA).unwrap();
        Found::of([first, second], &comparison, true, bar).unwrap().finding
    }

    fn trials_around(cost: f64, trials: usize) -> Vec<f64> {
        (0..trials).map(|trial| cost * (1.0 + 0.01 * ((7 * trial) % 5) as f64)).collect()
    }

    #[test]
    fn method_30_what_so_few_trials_cannot_show_is_undecided_however_large() {
        let one_of_thirty = Bar { alpha: ALPHA / 30.0, floor: 0.1, ..Bar::ALONE };
        let (slow, fast) = (trials_around(19_100.0, 5), trials_around(117.0, 6));
        assert_eq!(found(&slow, &fast, one_of_thirty), Finding::Undecided { trials: 8 });
        assert_eq!(found(&trials_around(19_100.0, 8), &trials_around(117.0, 8), one_of_thirty), Finding::Differ);
        let three = Bar { alpha: 3.0 * ALPHA / 30.0, ..one_of_thirty };
        assert_eq!(found(&slow, &fast, three), Finding::Differ);
        let alone = Bar { floor: 0.1, ..Bar::ALONE };
        assert_eq!(found(&slow[..3], &fast[..4], alone), Finding::Undecided { trials: 5 });
        assert_eq!(found(&slow[..4], &fast[..4], alone), Finding::Differ);
    }

    #[test]
    fn alike_means_that_a_larger_difference_would_have_been_seen() {
        let alone = Bar::ALONE;
        assert_eq!(found(&trials_around(100.0, 6), &trials_around(100.5, 6), alone), Finding::Alike);
        assert_eq!(
            found(&trials_around(100.0, 6), &trials_around(101.0, 6), Bar { floor: 0.1, ..alone }),
            Finding::Alike
        );
        // A floor of 150 % hides a factor of 2.2, which is nothing like equal.
        let hidden = found(&trials_around(100.0, 6), &trials_around(220.0, 6), Bar { floor: 1.5, ..alone });
        assert_eq!(hidden, Finding::Undecided { trials: 9 });
        let scattered = [1.0, 1.1, 3.0, 0.9, 1.0, 2.8].map(|factor| 100.0 * factor);
        assert!(matches!(found(&trials_around(100.0, 6), &scattered, alone), Finding::Undecided { .. }));
    }
}
