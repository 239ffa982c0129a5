//! A result for the eyes.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use hdrhistogram::Histogram;

use crate::parts::{PartReport, PartState};
use crate::quantiles::Quantiles;
use crate::result::LoadResult;

/// The widths of the columns of quantiles, in characters: all of them fit a line of 80.
const NAME: usize = 13;
const FIGURE: usize = 8;
/// Statuses that are named in a line.
const MOST_STATUSES: usize = 5;
/// Parts that were left out and are named.
const MOST_PARTS: usize = 10;

/// A result as a few lines of text; `{}` writes it.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a>(pub &'a LoadResult);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.0;
        let length = seconds(result.duration_s);
        writeln!(out, "{}: {} connections, {length}", result.target, result.connections.requested)?;
        if !result.valid {
            writeln!(out, "NOT VALID: {}", result.reason.as_deref().unwrap_or("no reason given"))?;
        }
        if !result.labels.is_empty() {
            let labels: Vec<String> = result.labels.iter().map(ToString::to_string).collect();
            writeln!(out, "labels: {}", labels.join(", "))?;
        }
        if result.generators.expected > 1 {
            writeln!(out, "merged: {} of {} results", result.generators.merged, result.generators.expected)?;
        }
        let left_out: Vec<&PartReport> = result.parts.iter().filter(|part| part.state != PartState::Counted).collect();
        for part in left_out.iter().take(MOST_PARTS) {
            let host = part.host.as_ref().map_or(String::new(), |host| format!(" on {host}"));
            writeln!(out, "  part {}{host}: {}", part.rank, part.reason.as_deref().unwrap_or("no reason given"))?;
        }
        if left_out.len() > MOST_PARTS {
            writeln!(out, "  and {} more parts; the JSON document names all", left_out.len() - MOST_PARTS)?;
        }
        writeln!(out, "rate: {:.1} good answers/s", result.rate_per_s)?;
        requests(out, result)?;
        write!(out, "{:<NAME$}", "")?;
        for quantile in ["p50", "p75", "p90", "p95", "p99", "p99.9", "p99.99", "max"] {
            write!(out, "{quantile:>FIGURE$}")?;
        }
        writeln!(out)?;
        if let Some(latency) = &result.latency_ns {
            row(out, "latency", latency)?;
        }
        row(out, "service time", &result.service_time_ns)?;
        if let Some(lateness) = &result.send_lateness_ns {
            row(out, "send lateness", lateness)?;
        }
        if let Some(wait) = result.acknowledgement_wait {
            writeln!(out, "found: {wait}")?;
        }
        let generator = &result.generator;
        let threads = if generator.threads == 1 { "thread" } else { "threads" };
        write!(out, "generator: {} {threads}", generator.threads)?;
        if let Some(cpu_ns) = generator.cpu_ns_per_request {
            write!(out, ", {:.1} us CPU per request", cpu_ns / 1e3)?;
        }
        write!(out, ", {:.0} % of a core wanted", generator.core_wanted * 100.0)?;
        let Some(server) = &result.server else { return Ok(()) };
        let processes = if server.processes == 1 { "process" } else { "processes" };
        write!(
            out,
            "\nserver: {} {processes}, {:.2} cores busy, its busiest thread {:.0} % of one",
            server.processes,
            server.cores_busy,
            server.busiest_thread * 100.0
        )
    }
}

/// What became of the requests: a line of all, and a line for each kind that occurred.
fn requests(out: &mut fmt::Formatter<'_>, result: &LoadResult) -> fmt::Result {
    write!(out, "requests: ")?;
    if result.unsent > 0 {
        write!(out, "{} planned, ", result.planned)?;
    }
    write!(out, "{} sent, {} ok, ", result.sent, result.ok)?;
    if result.misses > 0 {
        write!(out, "{} misses, ", result.misses)?;
    }
    writeln!(out, "{} failed", result.errors.total())?;
    // That all answers have the usual status need not be said.
    if result.answers.keys().any(|status| status != "200") {
        writeln!(out, "statuses: {}", most_frequent(&result.answers))?;
    }
    let errors = &result.errors;
    let of = |what: &str, count: u64| if count > 0 { format!("{count} {what}") } else { String::new() };
    let kinds = [
        ("status", errors.status, most_frequent(&result.statuses)),
        ("wrong answer", errors.wrong_answer, of("do not follow the protocol", errors.malformed)),
        ("timeout", errors.timeout, String::new()),
        ("connect", errors.connect, String::new()),
        ("closed", errors.closed, of("by a reset of the stream", errors.reset)),
        ("under way when the run was ended", result.unfinished, String::new()),
        ("left over from the warm-up", result.carried, String::new()),
        ("waited for a connection", result.queued, String::new()),
        ("never sent", result.unsent, String::new()),
    ];
    for (name, count, detail) in kinds.into_iter().filter(|(_, count, _)| *count > 0) {
        let detail = if detail.is_empty() { detail } else { format!(" ({detail})") };
        writeln!(out, "  {name}: {count}{detail}")?;
    }
    match &result.first_fault {
        Some(fault) if errors.connect + errors.closed + errors.malformed > 0 => {
            writeln!(out, "  the first connection failed: {fault}")
        }
        _ => Ok(()),
    }
}

/// The statuses that came most often: `2400 x 200, 100 x 302`.
fn most_frequent(statuses: &BTreeMap<String, u64>) -> String {
    let mut all: Vec<_> = statuses.iter().collect();
    all.sort_by_key(|(status, count)| (Reverse(**count), *status));
    let shown: Vec<String> =
        all.iter().take(MOST_STATUSES).map(|(status, count)| format!("{count} x {status}")).collect();
    let more = all.len().saturating_sub(MOST_STATUSES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &more
}

/// A length of time as people say it: `1 m 27 s`, `5 s`, `113 ms`.
fn seconds(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60);
    match seconds {
        s if s >= 3600.0 => format!("{hours} h {minutes} m {rest} s"),
        s if s >= 60.0 => format!("{minutes} m {rest} s"),
        s if s >= 1.0 => format!("{} s", (s * 100.0).round() / 100.0),
        s => format!("{:.0} ms", s * 1e3),
    }
}

fn row(out: &mut fmt::Formatter<'_>, name: &str, quantiles: &Quantiles) -> fmt::Result {
    write!(out, "{name:<NAME$}")?;
    let of = quantiles;
    for value in [of.p50, of.p75, of.p90, of.p95, of.p99, of.p99_9, of.p99_99, of.max] {
        write!(out, "{:>FIGURE$}", value.map_or("-".into(), duration))?;
    }
    writeln!(out)
}

/// A duration with three digits, in the unit that suits it.
pub fn duration(nanoseconds: u64) -> String {
    let ns = nanoseconds as f64;
    // What would be rounded to 1000 is 1.00 of the next unit.
    let (number, unit) = match ns {
        ns if ns < 1e3 => return format!("{ns:.0} ns"),
        ns if ns < 999.5e3 => (ns / 1e3, "us"),
        ns if ns < 999.5e6 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    let decimals = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.decimals$} {unit}")
}

/// How good answers are spread: a bar for each tenth of a decade or so, of at most `width` characters a line. None of few.
pub fn histogram(latency: &Histogram<u64>, width: usize) -> Option<String> {
    /// Fewer make no picture.
    const FEWEST: u64 = 20;
    /// The most bars: with the figures above, they fit a screen of 24 lines.
    const BARS: usize = 8;
    /// Characters beside the bars.
    const BESIDE: usize = 30;
    let (least, most) = (latency.min().max(1) as f64, latency.max().max(1) as f64);
    if latency.len() < FEWEST || width < BESIDE + 10 {
        return None;
    }
    let step = (most / least).powf(1.0 / BARS as f64).max(1.05);
    let (mut bars, mut counted, mut end) = (Vec::new(), 0, least);
    while counted < latency.len() {
        end *= step;
        // The last bar holds the maximum, whatever rounding made of it.
        let bound = if bars.len() + 1 >= BARS { most.max(end) } else { end };
        let upto = latency.count_between(0, bound as u64);
        bars.push((bound as u64, upto - counted));
        counted = upto;
    }
    let highest = bars.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let mut out = String::new();
    for (bound, count) in bars {
        let length = (count as f64 / highest as f64 * (width - BESIDE) as f64).round() as usize;
        let share = 100.0 * count as f64 / latency.len() as f64;
        let bar = "#".repeat(length.max(usize::from(count > 0)));
        out += format!("  to {:>7} {count:>8} {share:>5.1} % {bar}", duration(bound)).trim_end();
        out.push('\n');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let texts = [0, 999, 1_500, 41_234_000, 1_000_500_000].map(duration);
        assert_eq!(texts, ["0 ns", "999 ns", "1.50 us", "41.2 ms", "1.00 s"]);
        let texts = [9_996, 99_960, 999_499, 999_500, 999_600_000, 17_100_000_000].map(duration);
        assert_eq!(texts, ["10.0 us", "100 us", "999 us", "1.00 ms", "1.00 s", "17.1 s"]);
        let texts = [0.113222469, 2.0, 2.5, 86.977, 3600.0].map(seconds);
        assert_eq!(texts, ["113 ms", "2 s", "2.5 s", "1 m 27 s", "1 h 0 m 0 s"]);
    }

    #[test]
    fn a_histogram_counts_every_answer_once() {
        let mut latency = crate::histogram::precise();
        assert_eq!(histogram(&latency, 80), None);
        for value in (0..1000).map(|number| 100_000 + number * 100).chain([40_000_000]) {
            crate::histogram::record(&mut latency, value);
        }
        let drawn = histogram(&latency, 80).unwrap();
        let counts = drawn.lines().map(|line| line[13..22].trim().parse::<u64>().unwrap());
        assert_eq!(counts.sum::<u64>(), 1001, "{drawn}");
        assert!(drawn.lines().count() <= 8 && drawn.lines().all(|line| line.len() <= 80), "{drawn}");
        let last = drawn.lines().last().unwrap();
        assert!(last.contains("40.0 ms") && last.ends_with("0.1 % #"), "{drawn}");
        let mut same = crate::histogram::precise();
        (0..50).for_each(|_| crate::histogram::record(&mut same, 5_000));
        assert_eq!(histogram(&same, 80).unwrap().lines().count(), 1);
    }
}
