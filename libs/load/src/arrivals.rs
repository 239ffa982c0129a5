//! The instants of an open-loop schedule, one after the other.

use crate::schedule::{Schedule, Segment, Spacing};

/// The planned instants of a schedule, nanoseconds from the start of the warm-up, ascending and without end except for a
/// trace's. Empty for a closed loop.
///
/// Even and Poisson spacing, any rate over time: the k-th request is due when the integral of the rate reaches the k-th
/// arrival of a process of rate 1 (the time change of Poisson processes).
#[derive(Debug)]
pub struct Arrivals {
    segments: Vec<Segment>,
    /// Index of the current segment; the last goes on for ever.
    current: usize,
    /// Seconds from the start, and requests due, at the start of the current segment.
    start_s: f64,
    start_requests: f64,
    spacing: Source,
}

#[derive(Debug)]
enum Source {
    Even(u64),
    Poisson { rng: fastrand::Rng, requests: f64 },
    Trace { warmup_ns: u64, offsets_ns: std::vec::IntoIter<u64> },
}

impl Arrivals {
    /// The instants of `schedule`, after a warm-up at its first rate; a trace waits until the warm-up is over.
    pub fn new(schedule: &Schedule, warmup_ns: u64) -> Self {
        let (mut segments, spacing) = match schedule {
            Schedule::Closed { .. } => (Vec::new(), Source::Trace { warmup_ns, offsets_ns: Vec::new().into_iter() }),
            Schedule::Trace { offsets_ns } => {
                (Vec::new(), Source::Trace { warmup_ns, offsets_ns: offsets_ns.clone().into_iter() })
            }
            Schedule::Rate { segments, spacing: Spacing::Even } => (segments.clone(), Source::Even(0)),
            Schedule::Rate { segments, spacing: Spacing::Poisson { seed } } => {
                (segments.clone(), Source::Poisson { rng: fastrand::Rng::with_seed(*seed), requests: 0.0 })
            }
        };
        if let (Some(first), Some(last)) = (segments.first().copied(), segments.last().copied()) {
            let rate = first.from_per_s;
            segments.insert(0, Segment { from_per_s: rate, to_per_s: rate, duration_ns: warmup_ns });
            let rate = last.to_per_s;
            segments.push(Segment { from_per_s: rate, to_per_s: rate, duration_ns: u64::MAX });
        }
        Self { segments, current: 0, start_s: 0.0, start_requests: 0.0, spacing }
    }

    /// The second at which `requests` are due, if ever; calls must ascend.
    fn due_s(&mut self, requests: f64) -> Option<f64> {
        loop {
            let segment = self.segments.get(self.current)?;
            let duration_s = segment.duration_ns as f64 / 1e9;
            let area = (segment.from_per_s + segment.to_per_s) / 2.0 * duration_s;
            let wanted = requests - self.start_requests;
            if wanted < area || (self.current + 1 == self.segments.len() && area > 0.0) {
                return Some(self.start_s + time_to(segment, duration_s, wanted));
            }
            self.start_s += duration_s;
            self.start_requests += area;
            self.current += 1;
        }
    }
}

/// Seconds into `segment` at which `wanted` requests are due: the root of `from t + (to - from) t^2 / 2d = wanted`,
/// written without the difference of two near numbers.
fn time_to(segment: &Segment, duration_s: f64, wanted: f64) -> f64 {
    if wanted <= 0.0 {
        return 0.0;
    }
    let slope = (segment.to_per_s - segment.from_per_s) / duration_s;
    let root = (segment.from_per_s * segment.from_per_s + 2.0 * slope * wanted).max(0.0).sqrt();
    2.0 * wanted / (segment.from_per_s + root)
}

impl Iterator for Arrivals {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let requests = match &mut self.spacing {
            Source::Trace { warmup_ns, offsets_ns } => return Some(offsets_ns.next()?.saturating_add(*warmup_ns)),
            Source::Even(index) => {
                *index += 1;
                (*index - 1) as f64
            }
            Source::Poisson { rng, requests } => {
                *requests -= (1.0 - rng.f64()).ln();
                *requests
            }
        };
        Some((self.due_s(requests)? * 1e9).round() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    fn first(schedule: &Schedule, warmup_ns: u64, count: usize) -> Vec<u64> {
        Arrivals::new(schedule, warmup_ns).take(count).collect()
    }

    #[test]
    fn a_constant_rate_is_exact_after_a_million() {
        let arrivals = Arrivals::new(&Schedule::constant(1000.0), 0);
        assert!(arrivals.take(1_000_000).enumerate().all(|(index, due)| due == index as u64 * 1_000_000));
    }

    #[test]
    fn warm_up_goes_at_the_first_rate() {
        let schedule = Schedule::steps(&[(10.0, Duration::from_secs(1)), (2.0, Duration::ZERO)], Spacing::Even);
        let due = first(&schedule, 500_000_000, 18);
        assert_eq!(due[..2], [0, 100_000_000]);
        assert_eq!(due[14..], [1_400_000_000, 1_500_000_000, 2_000_000_000, 2_500_000_000]);
    }

    #[test]
    fn a_ramp_holds_its_area() {
        let schedule = Schedule::ramp(0.0, 100.0, Duration::from_secs(2), Spacing::Even);
        let within = Arrivals::new(&schedule, 0).take_while(|&due| due < 2_000_000_000).count();
        assert_eq!(within, 100);
        let first_half = Arrivals::new(&schedule, 0).take_while(|&due| due < 1_000_000_000).count();
        assert_eq!(first_half, 25);
    }

    #[test]
    fn a_ramp_to_nothing_ends() {
        let schedule = Schedule::ramp(100.0, 0.0, Duration::from_secs(2), Spacing::Even);
        assert_eq!(Arrivals::new(&schedule, 0).count(), 100);
    }

    #[test]
    fn a_trace_follows_the_warm_up() {
        let schedule = Schedule::Trace { offsets_ns: vec![0, 5, 5, 9] };
        assert_eq!(first(&schedule, 100, 9), [100, 105, 105, 109]);
    }

    #[test]
    fn a_closed_loop_plans_nothing() {
        assert_eq!(Arrivals::new(&Schedule::closed(), 7).next(), None);
    }

    #[test]
    fn poisson_gaps_have_the_mean_and_the_spread_of_an_exponential() {
        let due = first(&Schedule::poisson(1000.0, 42), 0, 100_001);
        let gaps: Vec<f64> = due.windows(2).map(|pair| (pair[1] - pair[0]) as f64).collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64;
        assert!((mean / 1e6 - 1.0).abs() < 0.02, "mean {mean}");
        assert!((variance.sqrt() / mean - 1.0).abs() < 0.02, "spread {}", variance.sqrt());
    }

    #[test]
    fn a_seed_repeats() {
        let schedule = Schedule::poisson(50.0, 7);
        assert_eq!(first(&schedule, 0, 100), first(&schedule, 0, 100));
        assert_ne!(first(&schedule, 0, 100), first(&Schedule::poisson(50.0, 8), 0, 100));
    }

    proptest! {
        #[test]
        fn instants_ascend(
            rates in prop::collection::vec((0.0..1e5f64, 0.0..1e5f64, 0..2_000_000_000u64), 1..6),
            seed in any::<Option<u64>>(),
            warmup_ns in 0..1_000_000_000u64,
        ) {
            let segments = rates
                .into_iter()
                .map(|(from_per_s, to_per_s, duration_ns)| Segment { from_per_s, to_per_s, duration_ns })
                .collect();
            let spacing = seed.map_or(Spacing::Even, |seed| Spacing::Poisson { seed });
            let due = first(&Schedule::Rate { segments, spacing }, warmup_ns, 1000);
            prop_assert!(due.is_sorted());
        }
    }
}
