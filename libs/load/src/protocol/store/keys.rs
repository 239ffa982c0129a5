//! Which key a request is for, and whether it stores. Both depend on the number of the request only.

use serde::{Deserialize, Serialize};

use super::Workload;
use crate::template::scatter;

/// Which key comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The first, the second, and so on, and the first again after the last.
    InOrder,
    /// Any, all alike.
    #[default]
    Uniform,
    /// Some much more often than others, by Zipf's law with the exponent 0.99, as YCSB has it. Those that are asked for
    /// most lie anywhere.
    Zipf,
    /// By the same law, those most often that were stored last: the keys of the highest numbers.
    Latest,
}

impl Order {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Order::InOrder => "in-order",
            Order::Uniform => "uniform",
            Order::Zipf => "zipf",
            Order::Latest => "latest",
        }
    }
}

/// The exponent of Zipf's law in YCSB's workloads.
const THETA: f64 = 0.99;
/// Keeps apart what is drawn for a request: its key, and whether it stores.
const OF_WRITES: u64 = 0x5851_f42d_4c95_7f2d;
/// Spreads numbers that follow each other (the golden ratio).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Draws keys.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    count: u64,
    order: Order,
    writes: f64,
    seed: u64,
    zipf: Option<Zipf>,
    /// The key of the first request, in order.
    first: u64,
}

impl Keys {
    pub fn new(workload: &Workload) -> Self {
        let Workload { keys: count, order, writes, seed, .. } = *workload;
        let zipf = matches!(order, Order::Zipf | Order::Latest).then(|| Zipf::new(count));
        Self { count, order, writes, seed, zipf, first: 0 }
    }

    /// The same, where keys come in order beginning with this one.
    pub fn beginning_at(self, first: u64) -> Self {
        Self { first, ..self }
    }

    /// The key of a request.
    #[inline]
    pub fn of(&self, request: u64) -> u64 {
        let drawn = || scatter(self.seed ^ request.wrapping_mul(SPREAD));
        let rank = |zipf: &Zipf| zipf.rank(unit(drawn()));
        match (self.order, &self.zipf) {
            (Order::InOrder, _) => (self.first + request) % self.count,
            // Scattering leaves 0 where it is.
            (Order::Zipf, Some(zipf)) => scatter(rank(zipf) ^ SPREAD) % self.count,
            (Order::Latest, Some(zipf)) => self.count - 1 - rank(zipf),
            _ => drawn() % self.count,
        }
    }

    /// Whether a request stores.
    #[inline]
    pub fn is_write(&self, request: u64) -> bool {
        self.writes >= 1.0 || unit(scatter(self.seed ^ OF_WRITES ^ request.wrapping_mul(SPREAD))) < self.writes
    }
}

/// A number from 0 up to, and without, 1.
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// Ranks by Zipf's law: Gray et al., "Quickly Generating Billion-Record Synthetic Databases", SIGMOD 1994, figure 5, as YCSB
/// uses it.
#[derive(Clone, Copy, Debug)]
struct Zipf {
    count: f64,
    /// The sum of `1 / rank^theta` over all ranks.
    zeta: f64,
    eta: f64,
}

impl Zipf {
    fn new(count: u64) -> Self {
        let zeta: f64 = (1..=count).map(|rank| (rank as f64).powf(-THETA)).sum();
        let of_two = 1.0 + 0.5f64.powf(THETA);
        let count = count as f64;
        let eta = (1.0 - (2.0 / count).powf(1.0 - THETA)) / (1.0 - of_two / zeta);
        Self { count, zeta, eta }
    }

    /// The rank, from 0, at a point of the distribution.
    fn rank(&self, point: f64) -> u64 {
        let within = point * self.zeta;
        let rank = if within < 1.0 {
            0.0
        } else if within < 1.0 + 0.5f64.powf(THETA) {
            1.0
        } else {
            self.count * (self.eta * point - self.eta + 1.0).powf(1.0 / (1.0 - THETA))
        };
        (rank as u64).min(self.count as u64 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(order: Order, keys: u64, requests: u64) -> Vec<u64> {
        let workload = Workload { keys, value_bytes: 24, order, writes: 0.5, seed: 7 };
        let keys_of = Keys::new(&workload);
        let mut counts = vec![0; keys as usize];
        (0..requests).for_each(|request| counts[keys_of.of(request) as usize] += 1);
        counts
    }

    #[test]
    fn keys_in_order_come_once_each() {
        assert_eq!(counts(Order::InOrder, 1000, 1000), vec![1; 1000]);
    }

    #[test]
    fn uniform_keys_are_alike() {
        // Each key is expected 1000 times with a standard deviation of 32.
        assert!(counts(Order::Uniform, 100, 100_000).iter().all(|count| (840..1160).contains(count)));
    }

    #[test]
    fn zipf_keys_follow_the_law() {
        let mut counts = counts(Order::Zipf, 1000, 1_000_000);
        let first = counts.iter().position(|count| count == counts.iter().max().unwrap()).unwrap();
        assert_ne!(first, 0, "the key that is asked for most lies anywhere");
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let zeta: f64 = (1..=1000).map(|rank| f64::from(rank).powf(-THETA)).sum();
        // Two ranks can share a key, since scattering them is no permutation: the sum of the first ten tells enough.
        let expected: f64 = (1..=10).map(|rank| f64::from(rank).powf(-THETA) / zeta).sum();
        let share = counts[..10].iter().sum::<u64>() as f64 / 1e6;
        assert!((share / expected - 1.0).abs() < 0.1, "{share} {expected}");
    }

    #[test]
    fn latest_keys_are_the_last() {
        let counts = counts(Order::Latest, 1000, 100_000);
        assert!(counts[999] > counts[998] && counts[998] > counts[900] && counts[999] > 10_000);
    }

    #[test]
    fn few_keys_have_an_order_too() {
        for keys in 1..4 {
            for order in [Order::InOrder, Order::Uniform, Order::Zipf, Order::Latest] {
                assert_eq!(counts(order, keys, 100).iter().sum::<u64>(), 100);
            }
        }
    }

    #[test]
    fn the_share_of_writes_is_kept() {
        for writes in [0.0, 0.05, 0.5, 1.0] {
            let keys = Keys::new(&Workload { keys: 9, value_bytes: 24, order: Order::Uniform, writes, seed: 1 });
            let share = (0..100_000).filter(|request| keys.is_write(*request)).count() as f64 / 1e5;
            assert!((share - writes).abs() < 0.005, "{writes}: {share}");
        }
    }
}
