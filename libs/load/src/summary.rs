//! A result for the eyes.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use crate::parts::{PartReport, PartState};
use crate::quantiles::Quantiles;
use crate::result::LoadResult;

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
        writeln!(out, "{:<14}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}", "", "p50", "p90", "p99", "p99.9", "p99.99", "max")?;
        if let Some(latency) = &result.latency_ns {
            row(out, "latency", latency)?;
        }
        row(out, "service time", &result.service_time_ns)?;
        if let Some(lateness) = &result.send_lateness_ns {
            row(out, "send lateness", lateness)?;
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
    write!(out, "{name:<14}")?;
    let of = quantiles;
    for value in [of.p50, of.p90, of.p99, of.p99_9, of.p99_99, of.max] {
        write!(out, "{:>10}", value.map_or("-".into(), duration))?;
    }
    writeln!(out)
}

/// A duration with three digits or so, in the unit that suits it.
pub fn duration(nanoseconds: u64) -> String {
    match nanoseconds as f64 {
        ns if ns < 1e3 => format!("{ns:.0} ns"),
        ns if ns < 1e6 => format!("{:.1} us", ns / 1e3),
        ns if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.3} s", ns / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let texts = [0, 999, 1_500, 41_234_000, 1_000_500_000].map(duration);
        assert_eq!(texts, ["0 ns", "999 ns", "1.5 us", "41.23 ms", "1.000 s"]);
        let texts = [0.113222469, 2.0, 2.5, 86.977, 3600.0].map(seconds);
        assert_eq!(texts, ["113 ms", "2 s", "2.5 s", "1 m 27 s", "1 h 0 m 0 s"]);
    }
}
