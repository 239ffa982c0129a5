//! The highest rate at which a goal is kept.

use std::str::FromStr;
use std::time::Duration;

use crate::error::Error;
use crate::label::Label;
use crate::options::Options;
use crate::protocol::Protocol;
use crate::result::LoadResult;
use crate::run::{Progress, run};
use crate::schedule::Schedule;
use crate::stop::Stop;
use crate::summary::duration as in_words;

/// The search ends when the highest rate that kept the goal and the lowest that did not are this near.
const NEAR: f64 = 1.05;
/// Rates at the most: the search doubles from the first rate, and then halves what is between.
const MOST_RATES: usize = 40;
/// Probes of one rate at the most: one that did not keep the goal may have met something that was not the server.
const TRIES: usize = 3;
/// How often a search begins anew above a rate that fails at first and holds later.
const REOPENED: usize = 2;

/// What must hold, such as `p99<5ms`: a quantile of the latency from the planned send below a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The quantile, from 0 to 1; 1 is the maximum.
    pub quantile: f64,
    /// The bound, nanoseconds.
    pub below_ns: u64,
}

impl FromStr for Goal {
    type Err = Error;

    /// Reads `pQ<NUMBER UNIT` or `max<NUMBER UNIT`; the units are `ns`, `us`, `ms`, `s`.
    fn from_str(text: &str) -> Result<Goal, Error> {
        parse(text).ok_or(Error::Options("write a goal as p99<5ms, p99.9<800us or max<1s"))
    }
}

fn parse(text: &str) -> Option<Goal> {
    let (name, bound) = text.split_once('<')?;
    let quantile = match name.trim() {
        "max" => 1.0,
        name => name.strip_prefix('p')?.parse::<f64>().ok().filter(|percent| (0.0..=100.0).contains(percent))? / 100.0,
    };
    let bound = bound.trim();
    let (number, unit) = bound.split_at(bound.find(|c: char| c.is_ascii_alphabetic())?);
    let unit_ns = match unit {
        "ns" => 1.0,
        "us" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    let below_ns = number.trim().parse::<f64>().ok()? * unit_ns;
    (1.0..1e18).contains(&below_ns).then_some(Goal { quantile, below_ns: below_ns as u64 })
}

impl Goal {
    /// Whether a result keeps it: every planned request was sent and answered well, and the quantile is below the bound.
    ///
    /// # Errors
    /// [`Error::Document`] if the result holds no distribution.
    pub fn is_kept(&self, result: &LoadResult) -> Result<bool, Error> {
        Ok(self.why_not(result)?.is_none())
    }

    /// The latency that the goal is about, nanoseconds; none without a good answer.
    ///
    /// # Errors
    /// [`Error::Document`] if the result holds no distribution.
    pub fn quantile_ns(&self, result: &LoadResult) -> Result<Option<u64>, Error> {
        Ok((result.ok > 0).then_some(result.latency()?.value_at_quantile(self.quantile)))
    }

    /// Why a result does not keep it.
    fn why_not(&self, result: &LoadResult) -> Result<Option<String>, Error> {
        if result.labels.contains(&Label::UnsustainedRate) {
            let (unsent, planned) = (result.unsent, result.planned);
            return Ok(Some(format!("{unsent} of {planned} requests were never sent: the server did not keep up")));
        }
        if result.errors.total() > 0 {
            let statuses: Vec<&str> = result.statuses.keys().map(String::as_str).take(3).collect();
            let statuses = if statuses.is_empty() { String::new() } else { format!(" ({})", statuses.join(", ")) };
            return Ok(Some(format!("{} of {} requests failed{statuses}", result.errors.total(), result.sent)));
        }
        Ok(match self.quantile_ns(result)? {
            None => Some("no request had a good answer".into()),
            Some(found_ns) if found_ns >= self.below_ns => {
                Some(format!("{} was {}, not below {}", self.name(), in_words(found_ns), in_words(self.below_ns)))
            }
            Some(_) => None,
        })
    }

    /// The quantile as people write it: `p99`, `max`.
    pub fn name(&self) -> String {
        match self.quantile {
            quantile if quantile >= 1.0 => "max".into(),
            // Binary fractions of a percentage have digits that nobody wrote.
            quantile => format!("p{}", (quantile * 1e8).round() / 1e6),
        }
    }
}

/// What a probe showed of its rate.
#[derive(Clone, Debug, PartialEq)]
pub enum Probed {
    /// It kept the goal.
    Kept,
    /// The server did not keep the goal, for this reason.
    NotKept(String),
    /// The result says nothing of the server, for this reason.
    NotValid(String),
}

/// A run at one rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The rate, requests per second.
    pub rate_per_s: f64,
    /// The latency that the goal is about, nanoseconds; none without a good answer.
    pub quantile_ns: Option<u64>,
    /// What it showed.
    pub probed: Probed,
}

impl Probe {
    /// Whether it kept the goal.
    pub fn is_kept(&self) -> bool {
        self.probed == Probed::Kept
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The highest rate that keeps the goal, requests per second. `None` if not even the first rate, or a thousandth of
    /// it, did, or if it is unknown where the goal ends because probes above were not valid. Of a search that was ended
    /// early: the highest that kept it so far.
    pub rate_per_s: Option<f64>,
    /// The highest rate that kept the goal in a valid probe, whether or not a higher one may keep it too.
    pub kept_per_s: Option<f64>,
    /// Why there is no rate, where it is not that none keeps the goal.
    pub unknown: Option<String>,
    /// Every probe, in order.
    pub probes: Vec<Probe>,
    /// The second pass, at a fixed share of that rate. `None` without such a rate, or if the search was ended early.
    pub confirmation: Option<LoadResult>,
    /// Whether the confirmation kept the goal as well, in a valid result.
    pub confirmed: bool,
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

/// Searches for the highest constant rate that keeps `goal`, in probes of length `probe` from `first_per_s` on, then
/// runs for the time that `options` say at `share` of it. Ended early, it tells what the probes until then have shown.
///
/// # Errors
/// Those of [`run`].
pub fn find_rate<P: Protocol>(
    options: &Options,
    protocol: &P,
    goal: Goal,
    search: (f64, Duration, f64),
    mut progress: impl FnMut(&Progress),
) -> Result<Found, Error> {
    let at = |rate_per_s: f64, duration: Duration| {
        let options = Options { schedule: Schedule::constant(rate_per_s), duration, ..options.clone() };
        run(&options, protocol.clone(), &mut progress)
    };
    find_rate_by(goal, search, options.duration, &options.stop, at)
}

/// The same search, where `at` loads the server at a rate for a time, by whatever generators; the confirmation lasts
/// `duration`, and `stop` says that the search was ended early.
///
/// # Errors
/// Those of `at`; [`Error::Stopped`] ends the search early.
pub fn find_rate_by(
    goal: Goal,
    (first_per_s, probe, share): (f64, Duration, f64),
    duration: Duration,
    stop: &Stop,
    mut at: impl FnMut(f64, Duration) -> Result<LoadResult, Error>,
) -> Result<Found, Error> {
    let mut probes = Vec::new();
    let edge = search(first_per_s, |rate_per_s| {
        let result = at(rate_per_s, probe)?;
        // Half a probe says nothing.
        if stop.is_stopped() {
            return Err(Cut::Stopped);
        }
        let probed = judge(&goal, &result)?;
        probes.push(Probe { rate_per_s, quantile_ns: goal.quantile_ns(&result)?, probed: probed.clone() });
        Ok(probed)
    });
    let kept = probes.iter().filter(|probe| probe.is_kept()).map(|probe| probe.rate_per_s);
    let kept_per_s = kept.max_by(f64::total_cmp);
    let (rate_per_s, unknown) = match edge {
        Err(Cut::Failed(error)) => return Err(error),
        Err(Cut::Stopped) => {
            return Ok(Found {
                rate_per_s: kept_per_s,
                kept_per_s,
                unknown: None,
                probes,
                confirmation: None,
                confirmed: false,
            });
        }
        Ok(Edge::At(rate_per_s)) => (Some(rate_per_s), None),
        Ok(Edge::Nowhere) => (None, None),
        Ok(Edge::Unknown { at_per_s, reason }) => {
            (None, Some(format!("no probe at {at_per_s:.0}/s was valid: {reason}")))
        }
    };
    let mut found = Found { rate_per_s, kept_per_s, unknown, probes, confirmation: None, confirmed: false };
    let Some(rate_per_s) = rate_per_s else { return Ok(found) };
    for _ in 0..TRIES {
        let result = match at(rate_per_s * share, duration) {
            Err(Error::Stopped) => break,
            result => result?,
        };
        if stop.is_stopped() {
            return Ok(found);
        }
        let probed = judge(&goal, &result)?;
        (found.confirmed, found.confirmation) = (probed == Probed::Kept, Some(result));
        if !matches!(probed, Probed::NotValid(_)) {
            return Ok(found);
        }
    }
    if let Some(result) = &found.confirmation {
        let reason = result.reason.as_deref().unwrap_or("no reason given");
        found.unknown = Some(format!("the confirmation at {:.0}/s was not valid: {reason}", rate_per_s * share));
        found.rate_per_s = None;
    }
    Ok(found)
}

/// What a result shows of its rate.
fn judge(goal: &Goal, result: &LoadResult) -> Result<Probed, Error> {
    if !result.valid {
        return Ok(Probed::NotValid(result.reason.clone().unwrap_or_else(|| "no reason given".into())));
    }
    Ok(goal.why_not(result)?.map_or(Probed::Kept, Probed::NotKept))
}

/// Where rates stop to hold.
#[derive(Debug, PartialEq)]
enum Edge {
    /// At this rate, to a factor of [`NEAR`].
    At(f64),
    /// No rate holds.
    Nowhere,
    /// Nobody knows: no probe of this rate, which would tell, was valid.
    Unknown { at_per_s: f64, reason: String },
}

/// The highest rate that holds, to a factor of [`NEAR`], if rates hold up to some point and not beyond.
fn search<E>(first: f64, mut probe: impl FnMut(f64) -> Result<Probed, E>) -> Result<Edge, E> {
    let (mut good, mut bad): (Option<f64>, Option<(f64, Probed)>) = (None, None);
    let (mut rate, mut reopened) = (first, 0);
    for _ in 0..MOST_RATES {
        match repeated(rate, &mut probe)? {
            Probed::Kept => {
                good = Some(rate);
                // A rate that failed before holds now.
                if bad.as_ref().is_some_and(|(bad, _)| rate >= *bad) {
                    bad = None;
                }
            }
            failed => bad = Some((rate, failed)),
        }
        rate = match (good, &bad) {
            (Some(good), Some((bad, _))) if bad / good <= NEAR => {
                // Whatever disturbed all probes of that rate may be gone by now. One that was tried a moment ago is not
                // tried again.
                if reopened == REOPENED || *bad == rate {
                    break;
                }
                reopened += 1;
                *bad
            }
            (Some(good), Some((bad, _))) => (good * bad).sqrt(),
            (Some(good), None) => good * 2.0,
            (None, _) if rate < first / 1000.0 => break,
            (None, _) => rate / 2.0,
        };
    }
    Ok(match (good, bad) {
        (_, Some((at_per_s, Probed::NotValid(reason)))) => Edge::Unknown { at_per_s, reason },
        (Some(good), _) => Edge::At(good),
        (None, _) => Edge::Nowhere,
    })
}

/// What the probes of a rate show together: it holds where the first does, or two of three do. Probes that are not valid
/// do not count, unless all are.
fn repeated<E>(rate: f64, probe: &mut impl FnMut(f64) -> Result<Probed, E>) -> Result<Probed, E> {
    let (mut kept, mut failed, mut last) = (0, 0, None);
    for _ in 0..TRIES {
        match probe(rate)? {
            Probed::Kept if failed == 0 => return Ok(Probed::Kept),
            Probed::Kept => kept += 1,
            Probed::NotKept(reason) => {
                failed += 1;
                last = Some(Probed::NotKept(reason));
            }
            not_valid => last = last.or(Some(not_valid)),
        }
        if failed == 2 {
            break;
        }
    }
    Ok(match last {
        Some(last) if kept <= failed => last,
        _ => Probed::Kept,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn goals() {
        assert_eq!("p99<5ms".parse::<Goal>().unwrap(), Goal { quantile: 0.99, below_ns: 5_000_000 });
        assert_eq!("max < 1.5 s".parse::<Goal>().unwrap(), Goal { quantile: 1.0, below_ns: 1_500_000_000 });
        assert_eq!("p99.9<800us".parse::<Goal>().unwrap().below_ns, 800_000);
        for text in ["", "p99", "p99<5", "p101<5ms", "p99<5m", "p99<-5ms", "x<5ms", "p99<ms", "pNaN<1ms"] {
            assert!(text.parse::<Goal>().is_err(), "{text}");
        }
    }

    fn not_kept() -> Probed {
        Probed::NotKept("p99 was 9 ms, not below 5 ms".into())
    }

    fn below(edge: f64) -> impl Fn(f64) -> Probed {
        move |rate| if rate <= edge { Probed::Kept } else { not_kept() }
    }

    fn is_near(edge: &Edge, wanted: f64) -> bool {
        matches!(edge, Edge::At(rate) if *rate <= wanted && wanted / rate <= NEAR)
    }

    #[test]
    fn quantiles_have_the_names_that_people_give_them() {
        let name = |text: &str| text.parse::<Goal>().unwrap().name();
        assert_eq!(["p99<5ms", "p99.9<1s", "p50<1s", "max<1s"].map(name), ["p99", "p99.9", "p50", "max"]);
    }

    #[test]
    fn one_bad_probe_of_a_rate_does_not_end_the_search_there() {
        // Whichever probe meets something that is not the server's.
        for disturbed in 0..20 {
            let (mut probes, server) = (0, below(9_582.0));
            let found = search(100.0, |rate| {
                probes += 1;
                Ok::<_, ()>(if probes - 1 == disturbed { not_kept() } else { server(rate) })
            });
            assert!(is_near(&found.unwrap(), 9_582.0), "the probe {disturbed} was disturbed");
        }
    }

    #[test]
    fn a_search_recovers_from_a_time_in_which_every_probe_fails() {
        let (mut probes, server) = (0, below(9_582.0));
        let found = search(100.0, |rate| {
            probes += 1;
            Ok::<_, ()>(if (3..6).contains(&probes) { not_kept() } else { server(rate) })
        });
        assert!(is_near(&found.unwrap(), 9_582.0));
    }

    #[test]
    fn where_probes_are_not_valid_there_is_no_rate() {
        let mut rates = Vec::new();
        let found = search(100.0, |rate| {
            rates.push(rate);
            let late = || Probed::NotValid("the schedule was missed".into());
            Ok::<_, ()>(if rate > 1_000.0 { late() } else { Probed::Kept })
        });
        let Edge::Unknown { at_per_s, reason } = found.unwrap() else { panic!() };
        assert!(at_per_s > 1_000.0 && reason == "the schedule was missed");
        assert!(rates.len() <= MOST_RATES * TRIES, "{}", rates.len());
    }

    #[test]
    fn a_probe_that_is_not_valid_does_not_count_where_another_is() {
        let mut first = true;
        let found = search(100.0, |rate| {
            first = !first;
            Ok::<_, ()>(if first { Probed::NotValid("busy".into()) } else { below(3_000.0)(rate) })
        });
        assert!(is_near(&found.unwrap(), 3_000.0));
    }

    proptest! {
        #[test]
        fn the_search_finds_the_edge(first in 1.0..1e5f64, edge in 1.0..1e6f64) {
            let mut probes = 0;
            let found = search(first, |rate| { probes += 1; Ok::<_, ()>(below(edge)(rate)) }).unwrap();
            prop_assert!(probes <= MOST_RATES * TRIES);
            match found {
                Edge::At(rate) => prop_assert!(rate <= edge && edge / rate <= NEAR, "{rate} for {edge}"),
                Edge::Nowhere => prop_assert!(edge < first / 1000.0),
                Edge::Unknown { .. } => prop_assert!(false),
            }
        }
    }
}
