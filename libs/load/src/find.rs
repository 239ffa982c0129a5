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

/// The search ends when the highest rate that kept the goal and the lowest that did not are this near.
const NEAR: f64 = 1.05;
/// Probes at the most: the search doubles from the first rate, and then halves what is between.
const MOST_PROBES: usize = 40;

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
        let sustained = !result.labels.contains(&Label::UnsustainedRate);
        let whole = result.ok > 0 && result.errors.total() == 0;
        Ok(sustained && whole && result.latency()?.value_at_quantile(self.quantile) < self.below_ns)
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The highest rate whose probe kept the goal, requests per second. `None` if not even the first rate, or a thousandth
    /// of it, did.
    pub rate_per_s: Option<f64>,
    /// Every rate that was probed, and whether it kept the goal.
    pub probes: Vec<(f64, bool)>,
    /// The second pass, at a fixed share of that rate. `None` without such a rate, or if the search was ended early.
    pub confirmation: Option<LoadResult>,
    /// Whether the confirmation kept the goal as well.
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
    (first_per_s, probe, share): (f64, Duration, f64),
    mut progress: impl FnMut(&Progress),
) -> Result<Found, Error> {
    let mut at = |rate_per_s: f64, duration: Duration| {
        let options = Options { schedule: Schedule::constant(rate_per_s), duration, ..options.clone() };
        run(&options, protocol.clone(), &mut progress)
    };
    let mut probes = Vec::new();
    let search = search(first_per_s, |rate_per_s| {
        let result = at(rate_per_s, probe)?;
        // Half a probe says nothing.
        if options.stop.is_stopped() {
            return Err(Cut::Stopped);
        }
        let kept = goal.is_kept(&result)? && (result.misses == 0 || options.allow_misses);
        probes.push((rate_per_s, kept));
        Ok(kept)
    });
    let kept = probes.iter().filter(|(_, kept)| *kept).map(|(rate_per_s, _)| *rate_per_s);
    let rate_per_s = kept.max_by(f64::total_cmp);
    let confirmation = match (search, rate_per_s) {
        (Err(Cut::Failed(error)), _) => return Err(error),
        (Err(Cut::Stopped), _) | (Ok(_), None) => None,
        (Ok(_), Some(rate_per_s)) => match at(rate_per_s * share, options.duration) {
            Err(Error::Stopped) => None,
            result => Some(result?),
        },
    };
    let confirmed = match &confirmation {
        Some(result) => goal.is_kept(result)?,
        None => false,
    };
    Ok(Found { rate_per_s, probes, confirmation, confirmed })
}

/// The highest rate that holds, to a factor of [`NEAR`], if rates hold up to some point and not beyond.
fn search<E>(first: f64, mut holds: impl FnMut(f64) -> Result<bool, E>) -> Result<Option<f64>, E> {
    let (mut good, mut bad): (Option<f64>, Option<f64>) = (None, None);
    let mut rate = first;
    for _ in 0..MOST_PROBES {
        if holds(rate)? {
            good = Some(rate);
        } else {
            bad = Some(rate);
        }
        rate = match (good, bad) {
            (Some(good), Some(bad)) if bad / good <= NEAR => break,
            (Some(good), Some(bad)) => (good * bad).sqrt(),
            (Some(good), None) => good * 2.0,
            (None, _) if rate < first / 1000.0 => break,
            (None, _) => rate / 2.0,
        };
    }
    Ok(good)
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

    proptest! {
        #[test]
        fn the_search_finds_the_edge(first in 1.0..1e5f64, edge in 1.0..1e6f64) {
            let mut probes = 0;
            let found = search(first, |rate| { probes += 1; Ok::<_, ()>(rate <= edge) }).unwrap();
            prop_assert!(probes <= MOST_PROBES);
            match found {
                Some(rate) => prop_assert!(rate <= edge && edge / rate <= NEAR, "{rate} for {edge}"),
                None => prop_assert!(edge < first / 1000.0),
            }
        }
    }
}
