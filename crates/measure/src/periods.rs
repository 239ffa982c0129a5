//! The best of several long periods: the statistic of historical experiments, shown beside ours where one is run again.
//!
//! One process counts operations over some seconds, several times over, drops the beginning of each period and reports
//! the best. It tells what the machine can do at its luckiest, not what it does: no interval follows from it, and more
//! periods make it smaller (docs/METHODOLOGY.md shows by how much).

use serde::{Deserialize, Serialize};

use crate::Subject;

/// How long and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Periods {
    /// How many periods.
    pub count: usize,
    /// The wall time of each in nanoseconds.
    pub length_ns: u64,
    /// What of its beginning does not count, in nanoseconds.
    pub dropped_ns: u64,
}

/// Wall nanoseconds per operation in the best period, in batches of `iterations`.
///
/// # Errors
/// The subject's, from whichever batch failed.
pub fn best<S: Subject>(subject: &mut S, periods: &Periods, iterations: u64) -> Result<f64, S::Error> {
    let mut best = f64::INFINITY;
    for _ in 0..periods.count {
        let (mut elapsed, mut counted, mut operations) = (0, 0, 0);
        while elapsed < periods.length_ns {
            let sample = subject.batch(iterations, 1)?.sample;
            if elapsed >= periods.dropped_ns {
                counted += sample.wall_ns;
                operations += sample.iterations;
            }
            // A batch that took no time at all would never fill a period.
            elapsed += sample.wall_ns.max(1);
        }
        if operations > 0 {
            best = best.min(counted as f64 / operations as f64);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Batch, Sample};

    /// A candidate on a mock clock whose operations take these nanoseconds, batch by batch.
    struct Mock(Vec<u64>);

    impl Subject for Mock {
        type Error = std::convert::Infallible;

        fn batch(&mut self, iterations: u64, _parts: u64) -> Result<Batch, Self::Error> {
            let ns = if self.0.len() > 1 { self.0.remove(0) } else { self.0[0] };
            let wall_ns = ns * iterations;
            let sample = Sample { iterations, wall_ns, cpu_ns: wall_ns };
            Ok(Batch { sample, took_ns: wall_ns, parts: Vec::new() })
        }
    }

    #[test]
    fn the_beginning_is_dropped_and_the_best_period_counts() {
        let periods = Periods { count: 2, length_ns: 300, dropped_ns: 100 };
        // Ten operations a batch: 10 ns each in the first batch of a period is its dropped beginning.
        let Ok(ns) = best(&mut Mock(vec![10, 9, 11, 10, 7, 8, 9]), &periods, 10);
        assert_eq!(ns, 7.5 + 0.5, "the second period counts 7, 8 and 9 where the first counts 9 and 11");
        let Ok(ns) = best(&mut Mock(vec![5]), &periods, 10);
        assert_eq!(ns, 5.0);
    }
}
