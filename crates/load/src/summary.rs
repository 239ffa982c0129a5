//! A result for the eyes.

use std::fmt;

use crate::quantiles::Quantiles;
use crate::result::LoadResult;

/// A result as a few lines of text; `{}` writes it.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a>(pub &'a LoadResult);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.0;
        writeln!(out, "{}: {} connections, {} s", result.target, result.connections.requested, result.duration_s)?;
        if !result.valid {
            writeln!(out, "NOT VALID: {}", result.reason.as_deref().unwrap_or("no reason given"))?;
        }
        if !result.labels.is_empty() {
            writeln!(out, "labels: {}", result.labels.join(", "))?;
        }
        if result.generators.expected > 1 {
            writeln!(out, "merged: {} of {} results", result.generators.merged, result.generators.expected)?;
        }
        writeln!(out, "rate: {:.1} good answers/s", result.rate_per_s)?;
        writeln!(out, "requests: {} sent, {} ok, {} failed", result.sent, result.ok, result.errors.total())?;
        let errors = &result.errors;
        let kinds = [
            ("status", errors.status),
            ("wrong answer", errors.wrong_answer),
            ("timeout", errors.timeout),
            ("connect", errors.connect),
            ("closed", errors.closed),
            ("waited for a connection", result.queued),
            ("never sent", result.unsent),
        ];
        for (name, count) in kinds.into_iter().filter(|(_, count)| *count > 0) {
            writeln!(out, "  {name}: {count}")?;
        }
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
            write!(out, ", {:.1} us CPU a request", cpu_ns / 1e3)?;
        }
        write!(out, ", {:.0} % of a core wanted", generator.core_wanted * 100.0)
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
fn duration(nanoseconds: u64) -> String {
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
    }
}
