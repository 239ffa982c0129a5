//! Whose clock decides (METHOD 36).
//!
//! A runner reports what its own clocks showed around a batch. The harness reads the system's clocks around the whole
//! exchange, and knows from exchanges that run nothing what the exchange itself takes. Where the two differ by more than
//! that explains, the runner's figure does not count.

use std::collections::BTreeSet;

use crate::estimate::median;

/// CPU time over the batches of a window.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CpuAccount {
    /// Operations in all batches.
    pub operations: u64,
    /// Batches.
    pub batches: u64,
    /// What the runner reported, in nanoseconds.
    pub told_ns: u64,
    /// What the system's clock of the runner showed from the end of one exchange to the end of the next, in nanoseconds.
    pub seen_ns: u64,
    /// What the marks of all batches take on an undisturbed machine, in nanoseconds.
    pub marks_ns: u64,
    /// What the processes that the runner started used meanwhile, in nanoseconds.
    pub descendants_ns: u64,
    /// What an exchange takes that runs no operation, in nanoseconds.
    pub exchange_ns: f64,
}

/// What is known of batches of one size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BatchTimes {
    /// Marks of the reference are made around this many parts of each.
    pub parts: u64,
    /// Operations in each.
    pub operations: u64,
    /// CPU time that the runner reported of one, in nanoseconds.
    pub told_ns: f64,
    /// What the system's clock of the runner showed of the same one, with the exchange, in nanoseconds.
    pub seen_ns: f64,
}

/// How many times as much CPU time an operation takes by the system's clock as by the runner's, where batches take longer with each operation
/// than the runner reports; none if they do not.
///
/// What an exchange and its marks cost is the same for batches of as many parts. So it plays no part in the difference, whatever the runner
/// does in batches of no operations. `beside_ns` is what an honest runner may spend on each operation outside of what it times.
pub fn slope(batches: &[BatchTimes], beside_ns: f64) -> Option<f64> {
    let growths = batches.iter().map(|batch| batch.parts).collect::<BTreeSet<_>>().into_iter().filter_map(|parts| {
        let of_parts: Vec<&BatchTimes> = batches.iter().filter(|batch| batch.parts == parts).collect();
        let few = of_parts.iter().map(|batch| batch.operations).min()?;
        let many = of_parts.iter().map(|batch| batch.operations).max()?;
        (many > few).then(|| growth(&of_parts, few, many))
    });
    // Those of most operations are the least affected by chance.
    let growth = growths.max_by_key(|growth| growth.operations)?;
    let operations = growth.operations as f64;
    let allowed_ns = CPU_TOLERANCE * growth.told_ns * operations + CHANCE_NS + beside_ns * operations;
    let hidden = growth.hidden_ns * operations > allowed_ns;
    hidden
        .then(|| ratio(growth.told_ns + growth.hidden_ns, growth.told_ns).min(growth.most))
        .filter(|factor| *factor > 1.0 + CPU_TOLERANCE)
}

/// What many operations take beyond few.
struct Growth {
    operations: u64,
    /// What the runner reports of one, in nanoseconds.
    told_ns: f64,
    /// What it does not report of one, in nanoseconds.
    hidden_ns: f64,
    /// All that was seen of many, in units of what was reported: a disturbed batch of few makes the difference tell more than there is.
    most: f64,
}

fn growth(batches: &[&BatchTimes], few: u64, many: u64) -> Growth {
    let middle = |operations: u64, of: &dyn Fn(&BatchTimes) -> f64| {
        let batches = batches.iter().filter(|batch| batch.operations == operations);
        median(&batches.map(|batch| of(batch)).collect::<Vec<_>>())
    };
    let told_ns = middle(many, &|batch| batch.told_ns) / many as f64;
    // What is beside the operations of a batch takes as much longer as they do where a neighbour slows both: in units of operations it is
    // the same for all batches.
    let beside = |batch: &BatchTimes| {
        let (operations, seen) = (batch.operations as f64, batch.seen_ns - batch.told_ns);
        operations * seen / batch.told_ns.max(seen / MOST_HIDDEN)
    };
    let hidden = (middle(many, &beside) - middle(few, &beside)) / (many - few) as f64;
    let most = ratio(middle(many, &|batch| batch.seen_ns), middle(many, &|batch| batch.told_ns));
    Growth { operations: many - few, told_ns, hidden_ns: hidden * told_ns, most }
}

/// How many times as long as reported something took.
fn ratio(seen_ns: f64, told_ns: f64) -> f64 {
    seen_ns / told_ns.max(seen_ns / MOST_HIDDEN)
}

/// A clock that stands still shows no times, and nothing of how many it is off.
const MOST_HIDDEN: f64 = 100.0;

/// What the exchanges of two batches differ by, in nanoseconds.
const CHANCE_NS: f64 = 8_000.0;

/// By how much the reported time may be too low before it counts as untrue, as a share.
const CPU_TOLERANCE: f64 = 0.10;

/// How much more than an empty one an exchange may take when the work of a batch has emptied the caches.
const EXCHANGE_TOLERANCE: f64 = 1.5;

/// The least that the median of samples may be of their mean: a clock that counts in steps shows 0 in most samples, and a
/// neighbour makes some of them less than twice as long.
const LEAST_MEDIAN: f64 = 0.5;

impl CpuAccount {
    /// CPU time per operation as the runner reported it, in nanoseconds.
    pub fn mean_ns(&self) -> f64 {
        self.told_ns as f64 / self.operations.max(1) as f64
    }

    /// The system's CPU time per operation in nanoseconds, where `median_ns`, the runner's figure for an operation, is not
    /// to be believed; none if it is. The machine made everything take `slowness` times as long as exchanges and marks were known to take.
    pub fn corrected_ns(&self, median_ns: f64, slowness: f64) -> Option<f64> {
        let (told, operations) = (self.told_ns as f64, self.operations as f64);
        let exchanges = self.exchange_ns * self.batches as f64 * slowness;
        let marks = self.marks_ns as f64 * slowness;
        let seen = self.seen_ns as f64 + self.descendants_ns as f64 - exchanges - marks;
        let hidden = seen - told > CPU_TOLERANCE * told + EXCHANGE_TOLERANCE * exchanges;
        let uneven = median_ns * operations < LEAST_MEDIAN * told;
        (operations > 0.0 && (hidden || uneven)).then(|| seen.max(told) / operations)
    }
}

/// How many times longer batches lasted by the harness's clock than by the runner's; none if both agree.
///
/// `batches` are the wall times of each, reported and observed, in nanoseconds. The lower quartile decides: on a busy machine most
/// batches wait for a core between one clock and the other, and that says nothing of either.
pub fn wall_factor(batches: &[(u64, u64)], exchange_ns: f64) -> Option<f64> {
    /// A batch whose end waits for the harness's thread to wake looks longer.
    const TOLERANCE: f64 = 1.5;
    let factor = |(told, seen): &(u64, u64)| (*seen as f64 - 2.0 * exchange_ns).max(0.0) / (*told as f64).max(1.0);
    let mut factors: Vec<f64> = batches.iter().map(factor).collect();
    factors.sort_by(f64::total_cmp);
    factors.get(batches.len() / 4).copied().filter(|factor| *factor > TOLERANCE)
}

/// The share of its wall time in which a candidate does not work; none if that is little.
///
/// `batches` are the wall and CPU times of each, in nanoseconds. Work that another program does for a candidate shows as such
/// idleness in every batch, so that the lower quartile decides: on a busy machine many batches wait for a core.
pub fn idle_share(batches: &[(u64, u64)]) -> Option<f64> {
    const MOST: f64 = 0.5;
    let mut shares: Vec<f64> = batches.iter().map(|(wall, cpu)| 1.0 - *cpu as f64 / (*wall as f64).max(1.0)).collect();
    shares.sort_by(f64::total_cmp);
    shares.get(batches.len() / 4).copied().filter(|share| *share > MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HONEST: CpuAccount = CpuAccount {
        operations: 1_000,
        batches: 100,
        told_ns: 8_000_000,
        seen_ns: 9_600_000,
        marks_ns: 0,
        descendants_ns: 0,
        exchange_ns: 12_000.0,
    };

    #[test]
    fn method_36_an_honest_clock_agrees_with_the_system() {
        assert_eq!(HONEST.corrected_ns(8_000.0, 1.0), None);
        let more = CpuAccount { told_ns: 9_000_000, ..HONEST };
        assert_eq!(more.corrected_ns(9_000.0, 1.0), None, "a coarse clock may tell more");
    }

    #[test]
    fn method_36_unreported_time_is_found_wherever_it_was_spent() {
        let halved = CpuAccount { told_ns: 4_000_000, ..HONEST };
        assert_eq!(halved.corrected_ns(4_000.0, 1.0), Some(8_400.0));
        assert_eq!(CpuAccount { told_ns: 0, ..HONEST }.corrected_ns(0.0, 1.0), Some(8_400.0));
        let helped = CpuAccount { descendants_ns: 20_000_000, ..HONEST };
        assert_eq!(helped.corrected_ns(8_000.0, 1.0), Some(28_400.0));
        assert_eq!(CpuAccount::default().corrected_ns(0.0, 1.0), None, "nothing was run");
    }

    /// Batches of a runner whose exchange and marks cost 20 us, and 5 us for each part, which reports `report` of the 5 us of an operation
    /// and lets `spins` nanoseconds pass in batches of so many operations.
    fn batches(report: f64, spins: impl Fn(u64) -> f64) -> Vec<BatchTimes> {
        let mut random = fastrand::Rng::with_seed(36);
        let sizes = [(8, 24), (8, 48), (60, 180), (8, 24), (8, 48), (60, 180)];
        let batch = |(parts, operations): (u64, u64)| {
            let work_ns = 5_000.0 * operations as f64 * (1.0 + 0.02 * random.f64());
            let exchange_ns = 20_000.0 + 5_000.0 * parts as f64 + 4_000.0 * random.f64();
            BatchTimes {
                parts,
                operations,
                told_ns: report * work_ns,
                seen_ns: work_ns + exchange_ns + spins(operations),
            }
        };
        sizes.map(batch).to_vec()
    }

    #[test]
    fn method_36_a_runner_cannot_set_what_its_exchanges_may_cost() {
        assert_eq!(slope(&batches(1.0, |_| 0.0), 0.0), None);
        assert_eq!(slope(&batches(1.0, |_| 90_000.0), 0.0), None, "slow exchanges are honest");
        assert_eq!(slope(&batches(1.0, |operations| 300.0 * operations as f64), 0.0), None, "it counts them");
        for spins in [0.0, 100_000.0] {
            let slope = slope(&batches(0.5, |_| spins), 0.0).unwrap();
            assert!((slope / 2.0 - 1.0).abs() < 0.05, "{slope}");
        }
        let of_one_size: Vec<BatchTimes> =
            batches(0.5, |_| 0.0).into_iter().filter(|batch| batch.parts == 60).collect();
        assert_eq!(slope(&of_one_size, 0.0), None, "nothing to compare");
        let beside = batches(1.0, |operations| 900.0 * operations as f64);
        assert!(slope(&beside, 0.0).is_some() && slope(&beside, 700.0).is_none());

        let mut disturbed = batches(1.0, |operations| if operations == 180 { 80_000.0 } else { 0.0 });
        disturbed.iter_mut().filter(|batch| batch.operations == 60).for_each(|batch| {
            batch.seen_ns += 600_000.0;
            batch.told_ns += 600_000.0;
        });
        assert!(slope(&disturbed, 0.0).is_none_or(|factor| factor < 1.5), "few took as long as many");
    }

    #[test]
    fn method_36_a_median_that_leaves_most_of_the_time_out_does_not_count() {
        assert_eq!(HONEST.corrected_ns(0.0, 1.0), Some(8_400.0), "a clock that counts in steps of 10 ms");
        assert_eq!(HONEST.corrected_ns(5_000.0, 1.0), None, "a neighbour came and went");
    }

    #[test]
    fn method_36_wall_time_is_that_of_the_harness_where_they_differ() {
        let mut batches = [(90_000, 130_000); 10];
        batches[3..].iter_mut().for_each(|(_, seen)| *seen = 4_000_000);
        assert_eq!(wall_factor(&batches, 40_000.0), None, "most of them waited for a core");
        let mut batches = [(90_000, 130_000); 10];
        batches[3].1 = 4_000_000;
        let divided: Vec<_> = batches.iter().map(|(told, seen)| (told / 10, *seen)).collect();
        assert!(wall_factor(&divided, 20_000.0).unwrap() > 9.0);
        assert!(wall_factor(&[(0, 500_000)], 20_000.0).is_some());
    }

    #[test]
    fn method_36_waiting_for_a_core_is_no_idleness() {
        let mut batches = [(4_000_000, 90_000); 10];
        assert!(idle_share(&batches).is_some_and(|share| share > 0.97));
        batches[..3].fill((100_000, 90_000));
        assert_eq!(idle_share(&batches), None, "most of them waited for a core");
        assert_eq!(idle_share(&[(100_000, 190_000)]), None, "two threads work");
        assert_eq!(idle_share(&[]), None);
    }
}
