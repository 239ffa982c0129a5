//! The highest rate at which a goal is kept.

mod edge;
mod goal;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::edge::{Edge, Shown, Tally};
pub use self::goal::Goal;
use crate::error::Error;
use crate::options::Options;
use crate::protocol::Protocol;
use crate::result::LoadResult;
use crate::run::{Progress, run};
use crate::schedule::Schedule;
use crate::stop::Stop;

/// The name and version of the form of the document of a search.
pub const SEARCH_SCHEMA: &str = "wirecost.search/1";

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

/// What a probe showed of its rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", content = "reason", rename_all = "snake_case")]
pub enum Probed {
    /// It kept the goal.
    Kept,
    /// The server did not keep the goal, for this reason.
    NotKept(String),
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
    /// The highest rate that keeps the goal, requests per second: two valid probes kept it, two valid probes at most 5 %
    /// above did not, and the confirmation kept it as well. `None` where any of that is missing.
    pub rate_per_s: Option<f64>,
    /// Why there is no rate.
    pub reason: Option<String>,
    /// The highest rate that more valid probes kept than did not, whether or not a higher one keeps the goal too. Where
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
        let options = Options { schedule: Schedule::constant(rate_per_s), duration, ..options.clone() };
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
    let goal = search.goal;
    let mut probes: Vec<Probe> = Vec::new();
    let mut probe = |rate_per_s: f64| {
        let (quantile_ns, probed) = match at(rate_per_s, search.probe) {
            Err(error @ Error::Connect { .. }) if !probes.is_empty() => (None, Probed::NotKept(error.to_string())),
            result => {
                let result = result?;
                (goal.quantile_ns(&result)?, judge(&goal, &result)?)
            }
        };
        // Half a probe says nothing.
        if stop.is_stopped() {
            return Err(Cut::Stopped);
        }
        probes.push(Probe { rate_per_s, quantile_ns, probed: probed.clone() });
        Ok(probed)
    };
    let edge = edge::search(search.first_per_s, &mut probe);
    let mut confirmation = None;
    let shown = edge.and_then(|edge| match edge {
        Edge::At(rate_per_s) => {
            confirm(rate_per_s, search, stop, &mut at, &mut confirmation).map(|refuted| (Some(rate_per_s), refuted))
        }
        Edge::Nowhere(lowest) => Ok((None, Some(format!("no rate keeps the goal, not even {}/s", per_second(lowest))))),
        Edge::Unknown(reason) => Ok((None, Some(reason))),
    });
    let (rate_per_s, reason) = match shown {
        Ok(shown) => shown,
        Err(Cut::Stopped) => (None, Some("the search was ended early".into())),
        Err(Cut::Failed(error)) => return Err(error),
    };
    Ok(Found {
        schema: SEARCH_SCHEMA.into(),
        target: target.into(),
        goal,
        rate_per_s: rate_per_s.filter(|_| reason.is_none()),
        kept_per_s: highest_kept(&probes),
        reason,
        probes,
        confirmation: if stop.is_stopped() { None } else { confirmation },
    })
}

/// Runs at a share of a rate until a valid result confirms it; why it is not confirmed. `last` becomes the last result.
fn confirm(
    rate_per_s: f64,
    search: &Search,
    stop: &Stop,
    at: &mut impl FnMut(f64, Duration) -> Result<LoadResult, Error>,
    last: &mut Option<LoadResult>,
) -> Result<Option<String>, Cut> {
    let rate_per_s = rate_per_s * search.share;
    let mut tally = Tally::default();
    tally.probe(1, || {
        let result = match at(rate_per_s, search.confirmation) {
            Err(error @ Error::Connect { .. }) => return Ok(Probed::NotKept(error.to_string())),
            result => result?,
        };
        if stop.is_stopped() {
            return Err(Cut::Stopped);
        }
        let probed = judge(&search.goal, &result)?;
        *last = Some(result);
        Ok(probed)
    })?;
    Ok(match tally.shown(1, "confirmation", rate_per_s) {
        Shown::Holds => None,
        Shown::Fails(reason) => {
            Some(format!("the confirmation at {}/s did not keep the goal: {reason}", per_second(rate_per_s)))
        }
        Shown::Unknown(reason) => Some(reason),
    })
}

/// What a result shows of its rate.
fn judge(goal: &Goal, result: &LoadResult) -> Result<Probed, Error> {
    if !result.valid {
        return Ok(Probed::NotValid(result.reason.clone().unwrap_or_else(|| "no reason given".into())));
    }
    Ok(goal.why_not(result)?.map_or(Probed::Kept, Probed::NotKept))
}

/// The highest rate that more valid probes kept than did not.
fn highest_kept(probes: &[Probe]) -> Option<f64> {
    let balance = |rate_per_s: f64| -> i64 {
        let of_rate = probes.iter().filter(|probe| probe.rate_per_s.total_cmp(&rate_per_s).is_eq());
        let votes = of_rate.map(|probe| match probe.probed {
            Probed::Kept => 1,
            Probed::NotKept(_) => -1,
            Probed::NotValid(_) => 0,
        });
        votes.sum()
    };
    probes.iter().map(|probe| probe.rate_per_s).filter(|rate| balance(*rate) > 0).max_by(f64::total_cmp)
}

/// A rate as people read it: a whole number, unless it is small.
pub fn per_second(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.3}") } else { format!("{rate:.0}") }
}
