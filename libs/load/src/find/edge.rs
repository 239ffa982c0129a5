//! Finds the highest rate that keeps a goal. It probes rates, and something other than the server may disturb a probe.

use super::{Probed, per_second};

/// The search ends when the highest rate that kept the goal and the lowest that did not are this near.
const NEAR: f64 = 1.05;
/// Rates at the most: the search doubles from the first rate, and then halves what is between.
const MOST_RATES: usize = 40;
/// Valid probes of one kind that decide a rate.
const DECIDING: usize = 2;
/// Probes of one rate that are not valid, one after the other, before it is given up.
const MOST_NOT_VALID: usize = 3;
/// Probes of one rate at the most.
const MOST_PROBES: usize = 5;
/// How often a search begins anew above a rate that fails at first and holds later.
const REOPENED: usize = 2;

/// What the probes of a rate show together.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shown {
    /// The goal is kept.
    Holds,
    /// The goal is not kept, for this reason.
    Fails(String),
    /// Too few probes were valid, or they contradict each other.
    Unknown(String),
}

/// The probes of one rate.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    kept: usize,
    failed: usize,
    not_valid: usize,
    not_valid_in_a_row: usize,
    why_failed: Option<String>,
    why_not_valid: Option<String>,
}

impl Tally {
    /// Probes until one of the first valid probes kept the goal (`wanted` is 1), or two did, or two did not.
    pub(super) fn probe<E>(&mut self, wanted: usize, mut probe: impl FnMut() -> Result<Probed, E>) -> Result<(), E> {
        while !self.is_decided(wanted) && self.total() < MOST_PROBES && self.not_valid_in_a_row < MOST_NOT_VALID {
            let probed = probe()?;
            self.not_valid_in_a_row = if let Probed::NotValid(_) = probed { self.not_valid_in_a_row + 1 } else { 0 };
            match probed {
                Probed::Kept => self.kept += 1,
                Probed::NotKept(reason) => (self.failed, self.why_failed) = (self.failed + 1, Some(reason)),
                Probed::NotValid(reason) => {
                    (self.not_valid, self.why_not_valid) = (self.not_valid + 1, Some(reason));
                }
            }
        }
        Ok(())
    }

    fn total(&self) -> usize {
        self.kept + self.failed + self.not_valid
    }

    fn holds(&self, wanted: usize) -> bool {
        self.kept >= DECIDING || self.kept >= wanted && self.failed == 0
    }

    fn is_decided(&self, wanted: usize) -> bool {
        self.failed >= DECIDING || self.holds(wanted)
    }

    /// What they show of a rate; `what` is what each of them is called.
    pub(super) fn shown(&self, wanted: usize, what: &str, rate_per_s: f64) -> Shown {
        let (rate, invalid) = (per_second(rate_per_s), self.why_not_valid.as_deref().unwrap_or("no reason given"));
        if self.failed >= DECIDING {
            Shown::Fails(self.why_failed.clone().unwrap_or_default())
        } else if self.holds(wanted) {
            Shown::Holds
        } else if self.kept + self.failed == 0 {
            Shown::Unknown(format!("no {what} at {rate}/s was valid: {invalid}"))
        } else {
            let Self { kept, failed, not_valid, .. } = self;
            Shown::Unknown(format!(
                "too few valid {what}s at {rate}/s: {kept} kept the goal, {failed} did not, {not_valid} not valid: {invalid}"
            ))
        }
    }
}

/// The edge: the rate up to which the goal is kept.
#[derive(Debug, PartialEq)]
pub(super) enum Edge {
    /// At this rate, to a factor of [`NEAR`]. Two valid probes kept the goal there, and two above did not.
    At(f64),
    /// No rate holds, down to this one.
    Nowhere(f64),
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// The highest rate that holds, to a factor of [`NEAR`], if rates hold up to some point and not beyond.
pub(super) fn search<E>(first: f64, mut probe: impl FnMut(f64) -> Result<Probed, E>) -> Result<Edge, E> {
    let mut search = Search { first, held: Vec::new(), bad: None, last: None, reopened: 0 };
    for _ in 0..MOST_RATES {
        match search.next() {
            Step::Try(rate) => {
                let mut tally = Tally::default();
                tally.probe(1, || probe(rate))?;
                search.take(rate, tally, 1);
            }
            Step::Settle(rate, mut tally) => {
                tally.probe(DECIDING, || probe(rate))?;
                search.take(rate, tally, DECIDING);
            }
            Step::End => break,
        }
    }
    Ok(search.edge())
}

struct Search {
    first: f64,
    /// Rates that hold, ascending.
    held: Vec<(f64, Tally)>,
    /// The lowest rate that does not, or of which nobody knows.
    bad: Option<(f64, Shown)>,
    last: Option<f64>,
    reopened: usize,
}

enum Step {
    /// Probe a rate.
    Try(f64),
    /// Probe a rate that one probe kept until two did, or two did not.
    Settle(f64, Tally),
    End,
}

impl Search {
    fn next(&mut self) -> Step {
        match (self.held.last(), &self.bad) {
            (None, None) => Step::Try(self.first),
            (Some((good, tally)), Some((bad, _))) if bad / good <= NEAR => {
                // Whatever disturbed all probes of that rate may be gone by now. One that was tried a moment ago is not
                // tried again.
                if self.reopened < REOPENED && self.last != Some(*bad) {
                    self.reopened += 1;
                    Step::Try(*bad)
                } else if tally.kept < DECIDING {
                    Step::Settle(*good, tally.clone())
                } else {
                    Step::End
                }
            }
            (Some((good, _)), Some((bad, _))) => Step::Try((good * bad).sqrt()),
            (Some((good, _)), None) => Step::Try(good * 2.0),
            (None, Some((bad, _))) if *bad < self.first / 1000.0 => Step::End,
            (None, Some((bad, _))) => Step::Try(bad / 2.0),
        }
    }

    /// Takes what the probes of a rate have shown.
    fn take(&mut self, rate: f64, tally: Tally, wanted: usize) {
        self.held.retain(|(held, _)| *held < rate);
        match tally.shown(wanted, "probe", rate) {
            Shown::Holds => {
                self.held.push((rate, tally));
                // A rate that failed before holds now.
                self.bad.take_if(|(bad, _)| rate >= *bad);
            }
            shown => self.bad = Some((rate, shown)),
        }
        self.last = Some(rate);
    }

    fn edge(self) -> Edge {
        match (self.held.last(), self.bad) {
            (_, Some((_, Shown::Unknown(reason)))) => Edge::Unknown(reason),
            (Some((good, tally)), Some((bad, _))) if bad / good <= NEAR && tally.kept >= DECIDING => Edge::At(*good),
            (Some((good, _)), Some((bad, _))) => Edge::Unknown(format!(
                "after {MOST_RATES} rates the search is still between {}/s and {}/s",
                per_second(*good),
                per_second(bad)
            )),
            (Some((good, _)), None) => Edge::Unknown(format!(
                "every rate up to {}/s kept the goal: nothing shows where it ends",
                per_second(*good)
            )),
            (None, Some((bad, _))) => Edge::Nowhere(bad),
            (None, None) => Edge::Unknown("no rate was probed".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn not_kept() -> Probed {
        Probed::NotKept("p99 was 9 ms, not below 5 ms".into())
    }

    fn not_valid() -> Probed {
        Probed::NotValid("the schedule was missed".into())
    }

    fn below(edge: f64) -> impl Fn(f64) -> Probed {
        move |rate| if rate <= edge { Probed::Kept } else { not_kept() }
    }

    fn is_near(edge: &Edge, wanted: f64) -> bool {
        matches!(edge, Edge::At(rate) if *rate <= wanted && wanted / rate <= NEAR)
    }

    /// Searches from 100/s, where the probe `number`, from 0, of `rate` shows `probed(number, rate)`.
    fn found(mut probed: impl FnMut(usize, f64) -> Probed) -> (Edge, Vec<(f64, Probed)>) {
        let mut probes = Vec::new();
        let edge = search(100.0, |rate| {
            let shown = probed(probes.len(), rate);
            probes.push((rate, shown.clone()));
            Ok::<_, ()>(shown)
        });
        (edge.unwrap(), probes)
    }

    #[test]
    fn one_bad_probe_of_a_rate_does_not_end_the_search_there() {
        // Whichever probe meets something that is not the server's.
        for disturbed in 0..20 {
            let server = below(9_582.0);
            let (edge, _) = found(|number, rate| if number == disturbed { not_kept() } else { server(rate) });
            assert!(is_near(&edge, 9_582.0), "the probe {disturbed} was disturbed");
        }
    }

    #[test]
    fn one_good_probe_beyond_the_edge_is_no_figure() {
        // Whichever probe of a rate that the server does not carry looks good by chance.
        for lucky in 0..20 {
            let server = below(9_582.0);
            let (edge, _) = found(|number, rate| if number == lucky { Probed::Kept } else { server(rate) });
            assert!(is_near(&edge, 9_582.0), "the probe {lucky} was lucky: {edge:?}");
        }
    }

    #[test]
    fn a_search_recovers_from_a_time_in_which_every_probe_fails() {
        let server = below(9_582.0);
        let (edge, _) = found(|number, rate| if (2..5).contains(&number) { not_kept() } else { server(rate) });
        assert!(is_near(&edge, 9_582.0), "{edge:?}");
    }

    #[test]
    fn two_valid_probes_stand_on_either_side_of_a_figure() {
        let server = below(9_582.0);
        let (edge, probes) = found(|number, rate| if number % 3 == 0 { not_valid() } else { server(rate) });
        let Edge::At(at) = edge else { panic!("{edge:?}") };
        let count = |wanted: fn(&Probed) -> bool, range: std::ops::RangeInclusive<f64>| {
            probes.iter().filter(|(rate, probed)| range.contains(rate) && wanted(probed)).count()
        };
        assert!(count(|probed| *probed == Probed::Kept, at..=at) >= 2);
        assert!(count(|probed| matches!(probed, Probed::NotKept(_)), at..=at * NEAR) >= 2);
    }

    #[test]
    fn where_probes_are_not_valid_there_is_no_rate() {
        let (edge, probes) = found(|_, rate| if rate > 1_000.0 { not_valid() } else { Probed::Kept });
        let Edge::Unknown(reason) = edge else { panic!("{edge:?}") };
        assert!(reason.starts_with("no probe at 1") && reason.ends_with("/s was valid: the schedule was missed"));
        assert!(probes.len() <= MOST_RATES * MOST_PROBES, "{}", probes.len());
    }

    #[test]
    fn one_valid_probe_that_fails_decides_nothing() {
        // Above the edge, the first probe of each visit to a rate fails, and the other three are not valid.
        let mut beyond = 0;
        let (edge, _) = found(|_, rate| {
            if rate <= 3_000.0 {
                return Probed::Kept;
            }
            beyond += 1;
            if beyond % 4 == 1 { not_kept() } else { not_valid() }
        });
        let Edge::Unknown(reason) = edge else { panic!("{edge:?}") };
        assert!(reason.contains("0 kept the goal, 1 did not, 3 not valid: the schedule was missed"), "{reason}");
    }

    #[test]
    fn a_server_without_an_edge_has_no_figure() {
        let (edge, _) = found(|_, _| Probed::Kept);
        let Edge::Unknown(reason) = edge else { panic!("{edge:?}") };
        assert!(reason.starts_with("every rate up to "), "{reason}");
    }

    #[test]
    fn a_probe_that_is_not_valid_does_not_count_where_another_is() {
        let server = below(3_000.0);
        let (edge, _) = found(|number, rate| if number % 2 == 0 { not_valid() } else { server(rate) });
        assert!(is_near(&edge, 3_000.0), "{edge:?}");
    }

    proptest! {
        #[test]
        fn the_search_finds_the_edge(first in 1.0..1e5f64, edge in 1.0..1e6f64) {
            let mut probes = 0;
            let found = search(first, |rate| { probes += 1; Ok::<_, ()>(below(edge)(rate)) }).unwrap();
            prop_assert!(probes <= MOST_RATES * MOST_PROBES);
            match found {
                Edge::At(rate) => prop_assert!(rate <= edge && edge / rate <= NEAR, "{rate} for {edge}"),
                Edge::Nowhere(_) => prop_assert!(edge < first / 1000.0),
                Edge::Unknown(reason) => prop_assert!(false, "{reason}"),
            }
        }
    }
}
