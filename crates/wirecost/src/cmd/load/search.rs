//! What a search for the highest rate found, in words.

use std::fmt::Write as _;

use wirecost_load::{Found, Goal, Probed};
use wirecost_report::units;

use super::CONFIRMED_SHARE;

/// A line for each probe, then what follows: a rate only where valid probes show it. `first` is the rate that the search
/// began with.
pub fn told(found: &Found, goal: &Goal, first_per_s: f64, is_stopped: bool) -> String {
    let mut out = String::from(if found.probes.is_empty() { "probes: none\n" } else { "probes:\n" });
    for probe in &found.probes {
        let latency = probe.quantile_ns.map_or("-".into(), |ns| units::time(ns as f64));
        let said = match &probe.probed {
            Probed::Kept => "kept".to_owned(),
            Probed::NotKept(reason) => format!("not kept: {reason}"),
            Probed::NotValid(reason) => format!("not valid: {reason}"),
        };
        let _ = writeln!(out, "{:>10}/s  {} {latency:>8}  {said}", rate(probe.rate_per_s), goal.name());
    }
    let kept = || found.kept_per_s.map_or(String::new(), |kept| format!("; the goal was kept at {}/s", rate(kept)));
    let _ = match (found.rate_per_s, &found.unknown) {
        (None, Some(reason)) => writeln!(out, "NO FIGURE: {reason}{}", kept()),
        (None, None) if is_stopped => writeln!(out, "no rate has kept the goal so far"),
        (None, None) => writeln!(out, "no rate keeps the goal, not even {}/s", rate(first_per_s / 1000.0)),
        (Some(found), _) => writeln!(out, "highest rate that kept the goal: {}/s", rate(found)),
    };
    let percent = CONFIRMED_SHARE * 100.0;
    let _ = match (&found.confirmation, found.rate_per_s) {
        (None, _) if is_stopped => writeln!(out, "NOT CONFIRMED: the search was ended early"),
        (None, _) => Ok(()),
        (Some(_), None) => writeln!(out, "the last confirmation:\n"),
        (Some(_), Some(_)) if found.confirmed => writeln!(out, "confirmed at {percent:.0} % of it:\n"),
        (Some(_), Some(_)) => writeln!(out, "NOT CONFIRMED at {percent:.0} % of it:\n"),
    };
    out
}

/// A rate: a whole number, unless it is small.
fn rate(per_s: f64) -> String {
    if per_s < 10.0 { format!("{per_s:.3}") } else { format!("{per_s:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_load::Probe;

    fn found(rate_per_s: Option<f64>, unknown: Option<&str>) -> Found {
        let probe = |rate_per_s, quantile_ns, probed| Probe { rate_per_s, quantile_ns, probed };
        let probes = vec![
            probe(100.0, Some(1_200_000), Probed::Kept),
            probe(200.0, Some(9_100_000), Probed::NotKept("p99 was 9.10 ms, not below 5.00 ms".into())),
            probe(200.0, None, Probed::NotValid("the schedule was missed".into())),
        ];
        let (kept_per_s, unknown) = (Some(100.0), unknown.map(str::to_owned));
        Found { rate_per_s, kept_per_s, unknown, probes, confirmation: None, confirmed: false }
    }

    #[test]
    fn every_probe_says_its_latency_and_why_it_failed() {
        let text = told(&found(Some(100.0), None), &"p99<5ms".parse().unwrap(), 100.0, false);
        assert!(text.contains("100/s  p99  1.20 ms  kept\n"), "{text}");
        assert!(text.contains("200/s  p99  9.10 ms  not kept: p99 was 9.10 ms, not below 5.00 ms\n"), "{text}");
        assert!(text.contains("200/s  p99        -  not valid: the schedule was missed\n"), "{text}");
        assert!(text.ends_with("highest rate that kept the goal: 100/s\n"), "{text}");
    }

    #[test]
    fn where_probes_are_not_valid_no_rate_is_called_the_highest() {
        let unknown = "no probe at 200/s was valid: the schedule was missed";
        let text = told(&found(None, Some(unknown)), &"p99<5ms".parse().unwrap(), 100.0, false);
        assert!(text.contains(&format!("NO FIGURE: {unknown}; the goal was kept at 100/s\n")), "{text}");
        assert!(!text.contains("highest rate"), "{text}");
    }
}
