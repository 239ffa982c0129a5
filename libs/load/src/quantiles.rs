//! A distribution in a few numbers.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

/// Quantiles of a distribution, nanoseconds. A quantile is there if at least one value lies beyond it, so that none is
/// the maximum in disguise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Quantiles {
    pub p50: Option<u64>,
    pub p75: Option<u64>,
    pub p90: Option<u64>,
    pub p95: Option<u64>,
    pub p99: Option<u64>,
    pub p99_9: Option<u64>,
    pub p99_99: Option<u64>,
    pub p99_999: Option<u64>,
    pub max: Option<u64>,
    pub mean: Option<f64>,
}

impl Quantiles {
    /// Those of `histogram`.
    pub fn of(histogram: &Histogram<u64>) -> Quantiles {
        let count = histogram.len();
        // One value in `one_in` lies beyond the quantile.
        let beyond = |one_in: u64| (count >= one_in).then(|| histogram.value_at_quantile(1.0 - 1.0 / one_in as f64));
        Quantiles {
            p50: (count > 0).then(|| histogram.value_at_quantile(0.5)),
            p75: beyond(4),
            p90: beyond(10),
            p95: beyond(20),
            p99: beyond(100),
            p99_9: beyond(1_000),
            p99_99: beyond(10_000),
            p99_999: beyond(100_000),
            max: (count > 0).then(|| histogram.max()),
            mean: (count > 0).then(|| histogram.mean()),
        }
    }
}

/// The value that so large a share of the values do not exceed; none of no values. It changes their order.
pub(crate) fn quantile_of(values: &mut [u64], share: f64) -> Option<u64> {
    let rank = (values.len() as f64 * share).ceil() as usize;
    let index = rank.saturating_sub(1);
    (index < values.len()).then(|| *values.select_nth_unstable(index).1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::histogram;
    use proptest::prelude::*;

    #[test]
    fn a_quantile_needs_a_value_beyond_it() {
        let mut values = histogram::precise();
        assert_eq!(Quantiles::of(&values), Quantiles::default());
        for value in 1..=99 {
            histogram::record(&mut values, value);
        }
        let quantiles = Quantiles::of(&values);
        assert_eq!((quantiles.p50, quantiles.p90, quantiles.p99, quantiles.max), (Some(50), Some(90), None, Some(99)));
    }

    proptest! {
        /// METHOD 21: percentiles are monotone.
        #[test]
        fn method_21_quantiles_ascend(values in prop::collection::vec(any::<u32>(), 1..2000)) {
            let mut distribution = histogram::precise();
            for &value in &values {
                histogram::record(&mut distribution, value.into());
            }
            let of = Quantiles::of(&distribution);
            let ascending: Vec<u64> = [of.p50, of.p75, of.p90, of.p95, of.p99, of.p99_9, of.max].into_iter().flatten().collect();
            prop_assert!(ascending.is_sorted(), "{ascending:?}");
        }
    }
}
