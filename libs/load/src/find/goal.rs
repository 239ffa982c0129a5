//! What a search wants to hold.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::label::Label;
use crate::result::LoadResult;
use crate::summary::duration as in_words;

/// What must hold, such as `p99<5ms`: a quantile of the latency from the planned send below a bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    ///
    /// # Errors
    /// [`Error::Document`] if the result holds no distribution.
    pub fn why_not(&self, result: &LoadResult) -> Result<Option<String>, Error> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals() {
        assert_eq!("p99<5ms".parse::<Goal>().unwrap(), Goal { quantile: 0.99, below_ns: 5_000_000 });
        assert_eq!("max < 1.5 s".parse::<Goal>().unwrap(), Goal { quantile: 1.0, below_ns: 1_500_000_000 });
        assert_eq!("p99.9<800us".parse::<Goal>().unwrap().below_ns, 800_000);
        for text in ["", "p99", "p99<5", "p101<5ms", "p99<5m", "p99<-5ms", "x<5ms", "p99<ms", "pNaN<1ms"] {
            assert!(text.parse::<Goal>().is_err(), "{text}");
        }
    }

    #[test]
    fn quantiles_have_the_names_that_people_give_them() {
        let name = |text: &str| text.parse::<Goal>().unwrap().name();
        assert_eq!(["p99<5ms", "p99.9<1s", "p50<1s", "max<1s"].map(name), ["p99", "p99.9", "p50", "max"]);
    }
}
