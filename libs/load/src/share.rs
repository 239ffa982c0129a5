//! Which part of something that is divided somebody takes.

/// One of `of` parts, from 0 on. Of a schedule, it is every `of`-th arrival from the `index`-th on, so that all parts
/// together follow the schedule exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which one, from 0 on.
    pub index: usize,
    /// Of how many.
    pub of: usize,
}

impl Share {
    /// All of it.
    pub const ALL: Share = Share { index: 0, of: 1 };

    /// How much of `whole` it is. Parts differ by one at most, and add up to the whole: what does not divide goes to the
    /// first parts (the largest remainder, where all remainders are equal).
    pub fn part_of(self, whole: usize) -> usize {
        whole / self.of + usize::from(self.index < whole % self.of)
    }

    /// This share of the share `outer`.
    pub(crate) fn within(self, outer: Share) -> Share {
        Share { index: outer.index + outer.of * self.index, of: outer.of * self.of }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrivals::Arrivals;
    use crate::schedule::{Schedule, Segment, Spacing};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_add_up_and_differ_by_one_at_most(whole in 0..1_000_000usize, of in 1..1000usize) {
            let parts: Vec<usize> = (0..of).map(|index| Share { index, of }.part_of(whole)).collect();
            prop_assert_eq!(parts.iter().sum::<usize>(), whole);
            prop_assert!(parts[0] - parts[of - 1] <= 1 && parts.is_sorted_by(|one, next| one >= next));
        }

        /// Generators with threads follow one schedule together, whatever it is.
        #[test]
        fn shares_of_shares_are_the_whole_schedule(
            generators in 1..6usize,
            threads in 1..4usize,
            rates in prop::collection::vec((1.0..1e4f64, 1.0..1e4f64, 1..2_000_000_000u64), 1..4),
            seed in any::<Option<u64>>(),
        ) {
            let segment = |(from_per_s, to_per_s, duration_ns)| Segment { from_per_s, to_per_s, duration_ns };
            let spacing = seed.map_or(Spacing::Even, |seed| Spacing::Poisson { seed });
            let schedule = Schedule::Rate { segments: rates.into_iter().map(segment).collect(), spacing };
            let whole: Vec<u64> = Arrivals::new(&schedule, 1_000_000).take(600).collect();
            let mut dealt = Vec::new();
            for index in 0..generators {
                for thread in 0..threads {
                    let outer = Share { index, of: generators };
                    let share = Share { index: thread, of: threads }.within(outer);
                    let arrivals = Arrivals::new(&schedule, 1_000_000).take(600);
                    dealt.extend(arrivals.skip(share.index).step_by(share.of));
                }
            }
            dealt.sort_unstable();
            prop_assert_eq!(dealt, whole);
        }
    }
}
