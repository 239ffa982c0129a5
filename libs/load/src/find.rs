//! The highest rate at which a goal is kept.

mod edge;
mod goal;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::edge::{DECIDING, Edge, Shown, Tally, Why};
pub use self::goal::Goal;
use crate::error::Error;
use crate::options::Options;
use crate::protocol::Protocol;
use crate::refusal::Refusal;
use crate::result::LoadResult;
use crate::run::{Progress, run};
use crate::schedule::Schedule;
use crate::stop::Stop;

/// The name and version of the form of the document of a search.
pub const SEARCH_SCHEMA: &str = "wirecost.search/1";

/// Confirmations at the most. One that something other than the server disturbed is repeated.
const MOST_CONFIRMATIONS: usize = 3;

/// A search for the highest rate that keeps a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// What must hold.
    pub goal: Goal,
    /// The rate of the first probe, requests per second.
    pub first_per_s: f64,
    /// How long a probe lasts.
    pub probe: Duration,
    /// The share of the rate found at which it is confirmed.
    pub share: f64,
    /// How long the confirmation lasts.
    pub confirmation: Duration,
}

impl Search {
    /// How long a run of this search is warmed up, if a run of its own would be for `warmup`: the runs before it warmed up
    /// most of what there is.
    pub fn warmup(&self, warmup: Duration, duration: Duration) -> Duration {
        warmup.min(duration / 4)
    }
}

/// What a probe showed of its rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", content = "reason", rename_all = "snake_case")]
pub enum Probed {
    /// It kept the goal.
    Kept,
    /// The server did not keep the goal, for this reason.
    NotKept(String),
    /// No request had a good answer, for this reason.
    Failed(String),
    /// It did not keep the goal, and the generator could not have done more, for this reason.
    AtLimit(String),
    /// It did not keep the goal, and something other than the server may be why, for this reason.
    Disturbed(String),
    /// The result says nothing of the server, for this reason.
    NotValid(String),
}

/// A run at one rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// The rate, requests per second.
    pub rate_per_s: f64,
    /// The latency that the goal is about, nanoseconds; none without a good answer.
    pub quantile_ns: Option<u64>,
    /// What it showed.
    #[serde(flatten)]
    pub probed: Probed,
}

impl Probe {
    /// Whether it kept the goal.
    pub fn is_kept(&self) -> bool {
        self.probed == Probed::Kept
    }
}

/// What a search found: the document [`SEARCH_SCHEMA`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// [`SEARCH_SCHEMA`].
    pub schema: String,
    /// The server's name.
    pub target: String,
    /// What had to hold.
    pub goal: Goal,
    /// The highest rate that keeps the goal, requests per second: two probes kept it, two valid probes at most 5 % above did
    /// not, and the confirmation kept it as well. With a `limit`, a rate that a probe and the confirmation kept, or only probes where
    /// something other than the server disturbed every confirmation. `None` where any of that is missing.
    pub rate_per_s: Option<f64>,
    /// Whether the confirmation kept the goal.
    #[serde(default)]
    pub is_confirmed: bool,
    /// Why nothing is known of higher rates, such as the generator's limit. The server does at least `rate_per_s` then.
    #[serde(default)]
    pub limit: Option<String>,
    /// Why there is no rate.
    pub reason: Option<String>,
    /// The highest rate that more probes kept than did not, whether or not a higher one keeps the goal too. Where
    /// there is no rate, this is what is known.
    pub kept_per_s: Option<f64>,
    /// Every probe, in order.
    pub probes: Vec<Probe>,
    /// The last run of full length, at a fixed share of the rate that the probes show. `None` if they show none, or if
    /// the search was ended early.
    pub confirmation: Option<LoadResult>,
}

impl Found {
    /// Reads the document.
    ///
    /// # Errors
    /// [`Error::Document`], which says what is wrong.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let found: Self = serde_json::from_str(text).map_err(|fault| Error::Document(fault.to_string()))?;
        if found.schema != SEARCH_SCHEMA {
            return Err(Error::Document(format!("its schema is {:?}, not {SEARCH_SCHEMA:?}", found.schema)));
        }
        found.confirmation.iter().try_for_each(LoadResult::check)?;
        Ok(found)
    }

    /// The document as text.
    ///
    /// # Errors
    /// [`Error::Document`] if a number of it has no JSON form.
    pub fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string_pretty(self).map_err(|fault| Error::Document(fault.to_string()))
    }
}

/// Why a search did not come to its end.
enum Cut {
    Stopped,
    Failed(Error),
}

impl From<Error> for Cut {
    fn from(error: Error) -> Self {
        if let Error::Stopped = error { Cut::Stopped } else { Cut::Failed(error) }
    }
}

/// Searches for the highest constant rate that keeps a goal, in probes, then confirms it. Ended early, it returns what the
/// probes until then have shown, and no rate.
///
/// # Errors
/// Those of [`run`].
pub fn find_rate<P: Protocol>(
    options: &Options,
    protocol: &P,
    search: &Search,
    mut progress: impl FnMut(&Progress),
) -> Result<Found, Error> {
    let at = |rate_per_s: f64, duration: Duration| {
        let warmup = search.warmup(options.warmup, duration);
        // A request that waits for longer than the goal allows after the window is as good as never sent.
        let drain = options.drain.min(Duration::from_nanos(search.goal.below_ns).max(duration / 8));
        let schedule = Schedule::constant(rate_per_s);
        let options = Options { schedule, duration, warmup, drain, ..options.clone() };
        run(&options, protocol.clone(), &mut progress)
    };
    find_rate_by(&options.target.name, search, &options.stop, at)
}

/// The same search, where `at` loads the server `target` at a rate for a time, by whatever generators; `stop` says that
/// the search was ended early.
///
/// # Errors
/// Those of `at`; [`Error::Stopped`] ends the search early. A server that cannot be reached is an error of the first
/// probe. Later it is a server that does not keep the goal.
pub fn find_rate_by(
    target: &str,
    search: &Search,
    stop: &Stop,
    mut at: impl FnMut(f64, Duration) -> Result<LoadResult, Error>,
) -> Result<Found, Error> {
    let mut looker = Looker { search, stop, at: &mut at, probes: Vec::new(), confirmation: None };
    let Answer { rate_per_s, is_confirmed, limit, reason } = match looker.answer() {
        Ok(answer) => answer,
        Err(Cut::Stopped) => Answer::none("the search was ended early".into()),
        Err(Cut::Failed(error)) => return Err(error),
    };
    let Looker { probes, confirmation, .. } = looker;
    Ok(Found {
        schema: SEARCH_SCHEMA.into(),
        target: target.into(),
        goal: search.goal,
        rate_per_s,
        is_confirmed,
        limit,
        reason,
        kept_per_s: highest_kept(&probes, f64::INFINITY, 1),
        probes,
        confirmation: confirmation.filter(|_| !stop.is_stopped()),
    })
}

/// What a search says in the end.
struct Answer {
    rate_per_s: Option<f64>,
    is_confirmed: bool,
    limit: Option<String>,
    reason: Option<String>,
}

impl Answer {
    fn rate(rate_per_s: f64, limit: Option<String>) -> Self {
        Self { rate_per_s: Some(rate_per_s), is_confirmed: true, limit, reason: None }
    }

    fn none(reason: String) -> Self {
        Self { rate_per_s: None, is_confirmed: false, limit: None, reason: Some(reason) }
    }
}

/// A search on its way.
struct Looker<'a, A> {
    search: &'a Search,
    stop: &'a Stop,
    at: &'a mut A,
    probes: Vec<Probe>,
    /// The last one.
    confirmation: Option<LoadResult>,
}

impl<A: FnMut(f64, Duration) -> Result<LoadResult, Error>> Looker<'_, A> {
    fn answer(&mut self) -> Result<Answer, Cut> {
        let lowest = 1.0 / self.search.probe.as_secs_f64();
        match edge::search(self.search.first_per_s, lowest, |rate_per_s| self.probe(rate_per_s))? {
            Edge::At(rate_per_s) => self.confirm(rate_per_s, None),
            Edge::AtLeast(rate_per_s, limit) => self.confirm(rate_per_s, Some(limit)),
            Edge::Nowhere(lowest, reason) => {
                Ok(Answer::none(format!("no rate keeps the goal, not even {}/s: {reason}", per_second(lowest))))
            }
            Edge::Unknown(reason) => Ok(Answer::none(reason)),
        }
    }

    fn probe(&mut self, rate_per_s: f64) -> Result<Probed, Cut> {
        let result = match (self.at)(rate_per_s, self.search.probe) {
            Err(error @ Error::Connect { .. }) if !self.probes.is_empty() => Err(error.to_string()),
            result => Ok(result?),
        };
        // Half a probe says nothing.
        if self.stop.is_stopped() {
            return Err(Cut::Stopped);
        }
        let (quantile_ns, probed) = match result {
            Ok(result) => (self.search.goal.quantile_ns(&result)?, judge(&self.search.goal, &result)?),
            Err(reason) => (None, Probed::Failed(reason)),
        };
        self.probes.push(Probe { rate_per_s, quantile_ns, probed: probed.clone() });
        Ok(probed)
    }

    /// Confirms a rate, or, if that does not keep the goal for long, a rate of half of it at most that a probe kept.
    fn confirm(&mut self, rate_per_s: f64, limit: Option<String>) -> Result<Answer, Cut> {
        let mut left = MOST_CONFIRMATIONS;
        let confirmed = self.confirmed(rate_per_s, &mut left)?;
        let refuted = match self.shown(&confirmed, rate_per_s) {
            Shown::Holds => return Ok(Answer::rate(rate_per_s, limit)),
            Shown::Not(Why::Unknown(reason)) if confirmed.has_failed() => return Ok(Answer::none(reason)),
            Shown::Not(Why::Unknown(reason)) => return Ok(self.unconfirmed(rate_per_s, reason)),
            Shown::Not(Why::Server(reason) | Why::Generator(reason)) => {
                let rate = per_second(rate_per_s * self.search.share);
                format!("the confirmation at {rate}/s did not keep the goal: {reason}")
            }
        };
        let Some(lower) = highest_kept(&self.probes, rate_per_s / 2.0, 1) else { return Ok(Answer::none(refuted)) };
        let confirmed = self.confirmed(lower, &mut left)?;
        Ok(match self.shown(&confirmed, lower) {
            Shown::Holds => Answer::rate(lower, Some(refuted)),
            Shown::Not(Why::Unknown(_)) if !confirmed.has_failed() => self.unconfirmed(lower, refuted),
            Shown::Not(_) => Answer::none(refuted),
        })
    }

    /// What is known where something other than the server disturbed every confirmation: what several probes kept, or else one. What
    /// disturbs a probe only makes the goal harder to keep.
    fn unconfirmed(&self, rate_per_s: f64, reason: String) -> Answer {
        let kept = |least: i64| highest_kept(&self.probes, rate_per_s, least);
        let Some(kept) = kept(DECIDING as i64).or_else(|| kept(1)) else { return Answer::none(reason) };
        let limit = format!("in probes of {:?}; {reason}", self.search.probe);
        Answer { is_confirmed: false, ..Answer::rate(kept, Some(limit)) }
    }

    fn shown(&self, confirmed: &Tally, rate_per_s: f64) -> Shown {
        confirmed.shown(1, "confirmation", rate_per_s * self.search.share)
    }

    /// Runs at the fixed share of a rate until the results decide, as often as is left.
    fn confirmed(&mut self, rate_per_s: f64, left: &mut usize) -> Result<Tally, Cut> {
        let rate_per_s = rate_per_s * self.search.share;
        let mut tally = Tally::default();
        while *left > 0 && !tally.is_decided(1) {
            *left -= 1;
            let result = match (self.at)(rate_per_s, self.search.confirmation) {
                Err(error @ Error::Connect { .. }) => {
                    tally.add(Probed::Failed(error.to_string()));
                    continue;
                }
                result => result?,
            };
            if self.stop.is_stopped() {
                return Err(Cut::Stopped);
            }
            tally.add(judge(&self.search.goal, &result)?);
            self.confirmation = Some(result);
        }
        Ok(tally)
    }
}

/// What a result shows of its rate.
fn judge(goal: &Goal, result: &LoadResult) -> Result<Probed, Error> {
    let why_not = goal.why_not(result)?;
    let reason = || result.reason.clone().unwrap_or_else(|| "no reason given".into());
    // The first come from the server, and a generator that had its core would have sent the others.
    let refused_by_server = result.errors.status + result.errors.wrong_answer > 0;
    let had_core = result.refused_for.iter().all(|refusal| *refusal == Refusal::SendsLate);
    let is_servers = result.valid || refused_by_server || result.unsent > 0 && had_core;
    let refused_for = |refusal| result.refused_for.contains(&refusal);
    Ok(match why_not {
        Some(why_not) if result.ok == 0 && result.errors.total() > 0 => Probed::Failed(why_not),
        _ if !result.valid && !result.is_only_lengthened() => Probed::NotValid(reason()),
        // Latency runs from the planned instant, so what made it longer only makes the goal harder to keep.
        None => Probed::Kept,
        Some(why_not) if is_servers => Probed::NotKept(why_not),
        // Without other processes it may do more.
        Some(_) if refused_for(Refusal::GeneratorFull) && !refused_for(Refusal::CoreDenied) => {
            Probed::AtLimit(reason())
        }
        Some(_) => Probed::Disturbed(reason()),
    })
}

/// The highest rate, up to this one, that more probes kept than did not, by so many at least.
fn highest_kept(probes: &[Probe], up_to_per_s: f64, least: i64) -> Option<f64> {
    let balance = |rate_per_s: f64| -> i64 {
        let of_rate = probes.iter().filter(|probe| probe.rate_per_s.total_cmp(&rate_per_s).is_eq());
        let votes = of_rate.map(|probe| match probe.probed {
            Probed::Kept => 1,
            Probed::NotKept(_) | Probed::Failed(_) => -1,
            Probed::AtLimit(_) | Probed::Disturbed(_) | Probed::NotValid(_) => 0,
        });
        votes.sum()
    };
    let rates = probes.iter().map(|probe| probe.rate_per_s);
    rates.filter(|rate| *rate <= up_to_per_s && balance(*rate) >= least).max_by(f64::total_cmp)
}

/// A rate as people read it: a whole number, unless it is small.
pub fn per_second(rate: f64) -> String {
    match rate {
        rate if rate < 10.0 => format!("{rate:.3}"),
        rate if rate < 999.5 => format!("{rate:.0}"),
        rate => grouped(&format!("{rate:.0}")),
    }
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    match digits.split_at_checked(digits.len().saturating_sub(3)) {
        Some((front, last)) if !front.is_empty() => format!("{},{last}", grouped(front)),
        _ => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests;
