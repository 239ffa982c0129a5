//! Values of options, as users of other load generators write them.

use std::time::Duration;

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::ValueEnum;
use wirecost_load::Segment;

/// What happens to a connection after an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CloseArg {
    /// It is used again
    KeepAlive,
    /// It is closed
    Fin,
    /// It is reset, which keeps no port in TIME_WAIT (also: rst)
    #[value(alias = "rst")]
    Reset,
}

/// A length of time: seconds where there is no unit, as wrk and ab write them.
pub fn span(text: &str) -> anyhow::Result<Duration> {
    match text.parse::<f64>() {
        Ok(seconds) => Ok(Duration::try_from_secs_f64(seconds)?),
        Err(_) => Ok(humantime::parse_duration(text)?),
    }
}

/// Requests a second: `500`, `20k`, or as vegeta writes it, `500/s` and `30/1m`.
pub fn rate(text: &str) -> anyhow::Result<f64> {
    let (number, per) = text.split_once('/').unwrap_or((text, "1s"));
    let per = if per.starts_with(|first: char| first.is_ascii_digit()) { per.into() } else { format!("1{per}") };
    let per = humantime::parse_duration(&per)?;
    let number = number.trim();
    let thousands = [('k', 1e3), ('K', 1e3), ('M', 1e6)].map(|(unit, times)| Some((number.strip_suffix(unit)?, times)));
    let (number, times) = thousands.into_iter().flatten().next().unwrap_or((number, 1.0));
    let rate_per_s = number.parse::<f64>()? * times / per.as_secs_f64();
    ensure!(rate_per_s.is_finite() && rate_per_s > 0.0, "a rate must be above 0");
    Ok(rate_per_s)
}

/// Stages of a rate, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages(pub Vec<Segment>);

/// The notation of stages: `100:10s` is a step, `100-500:30s` a ramp, and commas separate them.
pub fn stages(text: &str) -> anyhow::Result<Stages> {
    text.split(',').map(str::trim).map(stage).collect::<Result<_, _>>().map(Stages)
}

fn stage(text: &str) -> anyhow::Result<Segment> {
    let (rates, length) = text.split_once(':').context("write a stage as RATE:SPAN or FROM-TO:SPAN")?;
    let (from, to) = rates.split_once('-').unwrap_or((rates, rates));
    let per_s = |rate: &str| match rate.trim().parse::<f64>() {
        Ok(rate) if (0.0..=1e9).contains(&rate) => Ok(rate),
        _ => bail!("{rate:?} is not a rate: give requests per second, 0 or more"),
    };
    let length = span(length)?;
    ensure!(!length.is_zero(), "the stage {text:?} has no length");
    let duration_ns = u64::try_from(length.as_nanos())?;
    Ok(Segment { from_per_s: per_s(from)?, to_per_s: per_s(to)?, duration_ns })
}

/// The instants of a recorded trace, nanoseconds from its start: a number of seconds a line, ascending. Empty lines and
/// those that begin with `#` do not count. Errors begin with the line.
pub fn trace(text: &str) -> anyhow::Result<Vec<u64>> {
    /// The longest that a run may last, seconds.
    const LONGEST_S: f64 = 604_800.0;
    let mut offsets_ns = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let number = index + 1;
        let seconds = line.parse::<f64>().map_err(|fault| anyhow!("{number}: {fault}"))?;
        ensure!((0.0..=LONGEST_S).contains(&seconds), "{number}: an instant must lie between 0 and 604800 seconds");
        let offset_ns = (seconds * 1e9).round() as u64;
        ensure!(offsets_ns.last().is_none_or(|last| *last <= offset_ns), "{number}: the trace goes backwards in time");
        offsets_ns.push(offset_ns);
    }
    ensure!(!offsets_ns.is_empty(), "1: the trace is empty");
    Ok(offsets_ns)
}

/// `Name: value`, in characters that cannot end the header.
pub fn header(text: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = text.split_once(':').context("write a header as Name: value")?;
    ensure!(!name.trim().is_empty() && !text.contains(['\r', '\n']), "a header has a name and no line end");
    Ok((name.trim().into(), value.trim().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_rates_are_read_as_other_tools_write_them() {
        assert_eq!(span("10").unwrap(), Duration::from_secs(10));
        assert_eq!(span("250ms").unwrap(), Duration::from_millis(250));
        assert!(span("-1").is_err() && span("x").is_err());
        assert_eq!(
            ["500", "500/s", "500/1s", "30/1m", "1/100ms", "20k", "1.5M/s"].map(|text| rate(text).unwrap()),
            [500.0, 500.0, 500.0, 0.5, 10.0, 20e3, 1.5e6]
        );
        for text in ["0", "-1", "x", "1/0s", "NaN", "1/", "k", "1kk", "1m"] {
            assert!(rate(text).is_err(), "{text}");
        }
    }

    #[test]
    fn stages_are_steps_and_ramps() {
        let segment = |from_per_s, to_per_s, s: u64| Segment { from_per_s, to_per_s, duration_ns: s * 1_000_000_000 };
        assert_eq!(
            stages("100:10s, 100-500:1m,0:5").unwrap(),
            Stages(vec![segment(100.0, 100.0, 10), segment(100.0, 500.0, 60), segment(0.0, 0.0, 5)])
        );
        for text in ["", "100", "100:", "x:1s", "-5:1s", "1-2-3:1s", "100:0s", "NaN:1s", "1e10:1s"] {
            assert!(stages(text).is_err(), "{text}");
        }
    }

    #[test]
    fn traces_say_which_line_is_wrong() {
        assert_eq!(trace("# seconds\n0\n0.5\n\n0.5\n2\n").unwrap(), [0, 500_000_000, 500_000_000, 2_000_000_000]);
        for (text, line) in [("0\nx\n", "2: "), ("1\n0.5\n", "2: "), ("-1", "1: "), ("# none\n", "1: "), ("inf", "1: ")]
        {
            assert!(trace(text).unwrap_err().to_string().starts_with(line), "{text:?}");
        }
    }

    #[test]
    fn headers_are_taken_apart() {
        assert_eq!(header("Accept:  text/xml ").unwrap(), ("Accept".into(), "text/xml".into()));
        assert!(header("Accept").is_err() && header(": x").is_err() && header("a: b\r\nc: d").is_err());
    }
}
