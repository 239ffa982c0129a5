//! Finds the highest rate that keeps a goal. It probes rates, and something other than the server may disturb a probe.

use super::{Probed, per_second};

/// The search ends when the highest rate that kept the goal and the lowest that did not are this near ...
const NEAR: f64 = 1.05;
/// ... or this near, where something other than the server ended it.
const NEAR_LIMIT: f64 = 1.25;
/// The step from one rate to the next as long as only one side of the edge is known.
const STRIDE: f64 = 4.0;
/// Probes of a search at the most, which bounds its time. Where nothing is disturbed, a search from 100/s to 50,000/s takes 17.
pub(super) const MOST_PROBES: usize = 20;
/// Probes of one kind that decide a rate.
pub(super) const DECIDING: usize = 2;
/// Probes of one rate that something disturbed, one after the other, before it is given up.
const MOST_UNCLEAR: usize = 3;
/// Probes of one rate at the most.
const MOST_OF_ONE_RATE: usize = 5;
/// How often a search tries a rate again that did not hold.
const REOPENED: usize = 2;

/// What the probes of a rate show together.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shown {
    /// The goal is kept.
    Holds,
    /// It is not, as far as is known.
    Not(Why),
}

/// Why a rate does not hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Why {
    /// The server does not keep the goal, for this reason.
    Server(String),
    /// The generator can do no more, for this reason.
    Generator(String),
    /// Nobody knows: too few probes say something, or they contradict each other.
    Unknown(String),
}

/// The probes of one rate.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    kept: usize,
    failed: usize,
    at_limit: usize,
    unclear: usize,
    unclear_in_a_row: usize,
    /// Whether a probe was not valid for a reason that more probes do not change.
    is_not_valid: bool,
    why_failed: Option<String>,
    why_unclear: Option<String>,
}

impl Tally {
    pub(super) fn add(&mut self, probed: Probed) {
        self.unclear_in_a_row = match &probed {
            Probed::Disturbed(_) | Probed::NotValid(_) => self.unclear_in_a_row + 1,
            _ => 0,
        };
        self.is_not_valid |= matches!(probed, Probed::NotValid(_));
        match probed {
            Probed::Kept => self.kept += 1,
            Probed::NotKept(reason) | Probed::Failed(reason) => {
                (self.failed, self.why_failed) = (self.failed + 1, Some(reason));
            }
            Probed::AtLimit(reason) => (self.at_limit, self.why_unclear) = (self.at_limit + 1, Some(reason)),
            Probed::Disturbed(reason) | Probed::NotValid(reason) => {
                (self.unclear, self.why_unclear) = (self.unclear + 1, Some(reason));
            }
        }
    }

    fn total(&self) -> usize {
        self.kept + self.failed + self.at_limit + self.unclear
    }

    fn holds(&self, wanted: usize) -> bool {
        self.kept >= DECIDING || self.kept >= wanted && self.failed == 0
    }

    /// Whether one of the first clear probes kept the goal (`wanted` is 1), or two did, or two did not.
    pub(super) fn is_decided(&self, wanted: usize) -> bool {
        self.failed >= DECIDING || self.at_limit >= DECIDING || self.holds(wanted)
    }

    fn is_done(&self, wanted: usize) -> bool {
        self.is_decided(wanted) || self.total() >= MOST_OF_ONE_RATE || self.unclear_in_a_row >= MOST_UNCLEAR
    }

    /// Whether the server did not keep the goal in one of them.
    pub(super) fn has_failed(&self) -> bool {
        self.failed > 0
    }

    /// What they show of a rate; `what` is what each of them is called.
    pub(super) fn shown(&self, wanted: usize, what: &str, rate_per_s: f64) -> Shown {
        let (rate, unclear) = (per_second(rate_per_s), self.why_unclear.as_deref().unwrap_or("no reason given"));
        if self.failed >= DECIDING {
            Shown::Not(Why::Server(self.why_failed.clone().unwrap_or_default()))
        } else if self.holds(wanted) {
            Shown::Holds
        } else if self.at_limit >= DECIDING {
            Shown::Not(Why::Generator(unclear.to_owned()))
        } else if self.kept + self.failed + self.at_limit == 0 {
            Shown::Not(Why::Unknown(format!("no {what} at {rate}/s was valid: {unclear}")))
        } else {
            let Self { kept, failed, .. } = self;
            let others = self.at_limit + self.unclear;
            Shown::Not(Why::Unknown(format!(
                "too few valid {what}s at {rate}/s: {kept} kept the goal, {failed} did not, {others} not valid: {unclear}"
            )))
        }
    }
}

/// The edge: the rate up to which the goal is kept.
#[derive(Debug, PartialEq)]
pub(super) enum Edge {
    /// At this rate, to a factor of [`NEAR`]. Two probes kept the goal there, and two valid ones above did not.
    At(f64),
    /// Not below this rate. Why nothing shows that it is there.
    AtLeast(f64, String),
    /// No rate holds, down to this one, for this reason.
    Nowhere(f64, String),
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// The highest rate that holds, to a factor of [`NEAR`], if rates hold up to some point and not beyond. No rate below `lowest`
/// is tried, nor below a thousandth of `first`.
pub(super) fn search<E>(first: f64, lowest: f64, mut probe: impl FnMut(f64) -> Result<Probed, E>) -> Result<Edge, E> {
    let lowest = (first / 1000.0).max(lowest).min(first);
    let mut search = Search {
        first,
        lowest,
        left: MOST_PROBES,
        held: Vec::new(),
        bad: None,
        last: None,
        reopened: 0,
        waited: false,
    };
    loop {
        let (rate, tally, wanted) = match search.next() {
            Step::Try(rate) => (rate, Tally::default(), 1),
            Step::Settle(rate, tally) => (rate, tally, DECIDING),
            Step::End => return Ok(search.edge()),
        };
        if let Some(reason) = search.visit(rate, tally, wanted, &mut probe)? {
            return Ok(Edge::Unknown(reason));
        }
    }
}

struct Search {
    first: f64,
    lowest: f64,
    /// Probes that may still be made.
    left: usize,
    /// Rates that hold, ascending.
    held: Vec<(f64, Tally)>,
    /// The lowest rate that does not, or of which nobody knows.
    bad: Option<Bad>,
    last: Option<f64>,
    reopened: usize,
    /// Whether a rate was tried once more, below which nothing is known.
    waited: bool,
}

/// A rate that does not hold, as far as is known.
struct Bad {
    rate: f64,
    why: Why,
    /// No request of its last probe had a good answer.
    has_failed: bool,
    /// More probes would change nothing.
    is_not_valid: bool,
}

impl Bad {
    /// How near the search goes to it.
    fn near(&self) -> f64 {
        if let Why::Server(_) = self.why { NEAR } else { NEAR_LIMIT }
    }
}

enum Step {
    /// Probe a rate.
    Try(f64),
    /// Probe a rate until two probes kept the goal, or two did not.
    Settle(f64, Tally),
    End,
}

impl Search {
    fn next(&mut self) -> Step {
        if self.left == 0 {
            return Step::End;
        }
        let (good, bad) = match (self.held.last(), &self.bad) {
            (None, None) => return Step::Try(self.first),
            (None, Some(bad)) if bad.is_not_valid => return Step::End,
            // What disturbs every probe of a rate has seldom to do with the rate, and may pass.
            (None, Some(bad)) if matches!(bad.why, Why::Unknown(_)) && !self.waited => {
                self.waited = true;
                return Step::Try(bad.rate);
            }
            (None, Some(bad)) if bad.rate <= self.lowest => return Step::End,
            (None, Some(bad)) => {
                self.waited = false;
                return Step::Try((bad.rate / STRIDE).max(self.lowest));
            }
            (Some((good, _)), None) => return Step::Try(good * STRIDE),
            (Some(good), Some(bad)) => (good, bad),
        };
        let is_settled = good.1.kept >= DECIDING;
        let is_near = bad.rate / good.0 <= bad.near();
        let was_last = self.last == Some(bad.rate);
        // A server that answers nothing any more ends the search, so the rate that held is asked again.
        if !is_settled && (is_near || bad.has_failed && was_last) {
            return Step::Settle(good.0, good.1.clone());
        }
        // Whatever disturbed all probes of that rate may be gone by now. One that was tried a moment ago is not tried again.
        let may_hold = match bad.why {
            Why::Unknown(_) => true,
            Why::Server(_) => is_near,
            Why::Generator(_) => false,
        };
        if may_hold && !was_last && self.reopened < REOPENED {
            self.reopened += 1;
            // It takes as much to refute what was seen as it took to see it.
            return Step::Settle(bad.rate, Tally::default());
        }
        if is_near { Step::End } else { Step::Try((good.0 * bad.rate).sqrt()) }
    }

    /// Probes a rate until it is known whether it holds, or no probe is left. A reason to end the search at once: no request
    /// has a good answer, at the only rate so far or at one that held before.
    fn visit<E>(
        &mut self,
        rate: f64,
        mut tally: Tally,
        wanted: usize,
        probe: &mut impl FnMut(f64) -> Result<Probed, E>,
    ) -> Result<Option<String>, E> {
        let held_before = self.held.last().is_none_or(|(good, _)| rate <= *good);
        let mut has_failed = false;
        while self.left > 0 && !tally.is_done(wanted) {
            self.left -= 1;
            let probed = probe(rate)?;
            has_failed = matches!(probed, Probed::Failed(_));
            if let (Probed::Failed(reason), true) = (&probed, held_before) {
                return Ok(Some(format!("no request at {}/s had a good answer: {reason}", per_second(rate))));
            }
            tally.add(probed);
        }
        self.take(rate, tally, wanted, has_failed);
        Ok(None)
    }

    fn take(&mut self, rate: f64, tally: Tally, wanted: usize, has_failed: bool) {
        self.last = Some(rate);
        self.held.retain(|(held, _)| *held < rate);
        match tally.shown(wanted, "probe", rate) {
            Shown::Holds => {
                self.held.push((rate, tally));
                // A rate that failed before holds now.
                self.bad.take_if(|bad| rate >= bad.rate);
            }
            // No probe was left to decide it.
            Shown::Not(_) if !tally.is_done(wanted) => {}
            Shown::Not(why) => self.bad = Some(Bad { rate, why, has_failed, is_not_valid: tally.is_not_valid }),
        }
    }

    fn edge(self) -> Edge {
        let Some((good, tally)) = self.held.last() else {
            return match self.bad {
                None => Edge::Unknown(format!("{MOST_PROBES} probes contradict each other")),
                Some(Bad { rate, why: Why::Server(reason), .. }) if rate <= self.lowest => Edge::Nowhere(rate, reason),
                Some(Bad { rate, why: Why::Server(reason) | Why::Generator(reason), .. }) => {
                    Edge::Unknown(format!("no probe down to {}/s kept the goal: {reason}", per_second(rate)))
                }
                Some(Bad { why: Why::Unknown(reason), .. }) => Edge::Unknown(reason),
            };
        };
        let Some(bad) = self.bad else {
            return Edge::AtLeast(*good, format!("{MOST_PROBES} probes show no limit"));
        };
        match bad.why {
            Why::Server(_) if bad.rate / good <= NEAR && tally.kept >= DECIDING => Edge::At(*good),
            Why::Server(_) => Edge::AtLeast(
                *good,
                format!("{MOST_PROBES} probes show no more; {}/s did not keep the goal", per_second(bad.rate)),
            ),
            Why::Generator(_) => Edge::AtLeast(*good, "the generator's limit".into()),
            Why::Unknown(reason) => Edge::AtLeast(*good, reason),
        }
    }
}

#[cfg(test)]
mod tests;
