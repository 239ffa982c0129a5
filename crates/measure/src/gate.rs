//! When a change counts as a regression (METHOD 16).

use serde::{Deserialize, Serialize};

use crate::compare::{ALPHA, Comparison};

/// What a gate says of one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Slower, certainly, and by more than the bound.
    Regressed,
    /// Nothing is shown, and a slowdown of the size asked for could have gone unseen.
    Inconclusive,
    /// Slower, certainly, and by no more than the bound.
    WithinBound,
    /// No difference is shown, and one of the size asked for would have been.
    NoDifference,
    /// Faster, certainly.
    Improved,
}

/// What is asked of a change.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The largest slowdown that passes, as a share.
    pub allowed: f64,
    /// What equal things differ by, as a share; none if that is unknown.
    pub noise_floor: Option<f64>,
}

impl Rule {
    /// What a slowdown must exceed to count: the larger of what is allowed and what noise does.
    pub fn bound(&self) -> f64 {
        self.allowed.max(self.floor())
    }

    fn floor(&self) -> f64 {
        self.noise_floor.unwrap_or_default()
    }

    /// Judges a case of a declared set: `adjusted_p` is its p within the set, `detectable` the difference that the
    /// set would have shown of it, as a share.
    pub fn judge(&self, comparison: &Comparison, adjusted_p: f64, detectable: f64) -> Verdict {
        let shown = comparison.shows_difference(ALPHA) && adjusted_p <= ALPHA;
        match comparison.ratio.median - 1.0 {
            slower if slower > self.bound() => {
                if shown {
                    Verdict::Regressed
                } else {
                    Verdict::Inconclusive
                }
            }
            faster if shown && faster < -self.floor() => Verdict::Improved,
            _ if detectable > self.allowed => Verdict::Inconclusive,
            slower if shown && slower > self.floor() => Verdict::WithinBound,
            _ => Verdict::NoDifference,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::Estimate;

    fn comparison(median: f64, low: f64, high: f64, p: f64) -> Comparison {
        Comparison { ratio: Estimate { median, low, high }, p, enough: true, detectable: (high / low).ln() }
    }

    #[test]
    fn method_16_regressed_needs_the_interval_and_the_bound() {
        let rule = Rule { allowed: 0.03, noise_floor: Some(0.01) };
        let judge = |comparison: Comparison| rule.judge(&comparison, comparison.p, comparison.detectable);
        assert_eq!(judge(comparison(1.10, 1.08, 1.12, 0.002)), Verdict::Regressed);
        assert_eq!(judge(comparison(1.02, 1.015, 1.025, 0.002)), Verdict::WithinBound, "certain, and small");
        assert_eq!(judge(comparison(1.10, 0.98, 1.22, 0.2)), Verdict::Inconclusive, "large, and not certain");
        assert_eq!(judge(comparison(1.001, 0.99, 1.01, 0.6)), Verdict::NoDifference);
        assert_eq!(judge(comparison(0.90, 0.88, 0.92, 0.002)), Verdict::Improved);
        assert_eq!(rule.judge(&comparison(1.10, 1.08, 1.12, 0.002), 0.2, 0.02), Verdict::Inconclusive, "one of many");
        let noisy = Rule { noise_floor: Some(0.12), ..rule };
        assert_eq!(noisy.judge(&comparison(1.10, 1.08, 1.12, 0.002), 0.002, 0.02), Verdict::NoDifference);
    }
}
