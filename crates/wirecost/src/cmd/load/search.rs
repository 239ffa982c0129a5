//! The search for the highest rate that keeps a goal: what it found in words, and where that is written.

use std::fmt::Write as _;
use std::process::ExitCode;

use wirecost_load::{Found, Goal, Search, per_second};
use wirecost_report::units;

use super::found::{answer, said};
use super::{CONFIRMED_SHARE, DURATION, FIRST_RATE_PER_S, INTERRUPTED, LoadArgs, Outputs, PROBE, deliver, page};
use crate::output;
use crate::screen::Screen;

/// The search that the options ask for.
pub fn of(args: &LoadArgs, goal: Goal) -> Search {
    let confirmation = args.duration.unwrap_or(DURATION);
    Search {
        goal,
        first_per_s: args.rate.unwrap_or(FIRST_RATE_PER_S),
        probe: PROBE.min(confirmation),
        share: CONFIRMED_SHARE,
        confirmation,
    }
}

/// Prints what a search found and writes it where asked; the exit code that it deserves.
pub fn conclude(args: &LoadArgs, found: &Found, is_stopped: bool) -> anyhow::Result<ExitCode> {
    // The files are written even if nobody reads on.
    let printed = crate::output::print(&Screen::new(false, false).broken(&told(found)));
    // The page and the document are of the whole search; what else is asked for is of its confirmation.
    let outputs = Outputs::new(&args.json, &args.html, &args.hdr, &args.beside);
    if let Some(file) = &args.json {
        output::write(file, found.to_json()? + "\n")?;
    }
    if let Some(file) = &args.html {
        output::write(file, page::of_search(found, &outputs.earlier()?))?;
    }
    printed?;
    // Whether the confirmation kept the goal is not the same as whether all its figures are valid.
    if let Some(confirmation) = &found.confirmation {
        deliver(confirmation, &outputs.without_documents())?;
    }
    Ok(match found.rate_per_s {
        _ if is_stopped => INTERRUPTED.into(),
        Some(_) if found.is_confirmed => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// A line for each probe, then what follows: a rate only where valid probes show it.
fn told(found: &Found) -> String {
    let mut out = String::from(if found.probes.is_empty() { "probes: none\n" } else { "probes:\n" });
    for probe in &found.probes {
        let latency = probe.quantile_ns.map_or("-".into(), |ns| units::time(ns as f64));
        let (rate, name, said) = (per_second(probe.rate_per_s), found.goal.name(), said(&probe.probed));
        let _ = writeln!(out, "{rate:>10}/s  {name} {latency:>8}  {said}");
    }
    let _ = writeln!(out, "{}", answer(found));
    if found.confirmation.is_some() {
        let _ = writeln!(out, "the confirmation:\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_load::{Probe, Probed, SEARCH_SCHEMA};

    fn found(rate_per_s: Option<f64>, reason: Option<&str>) -> Found {
        let probe = |rate_per_s, quantile_ns, probed| Probe { rate_per_s, quantile_ns, probed };
        let probes = vec![
            probe(100.0, Some(1_200_000), Probed::Kept),
            probe(200.0, Some(9_100_000), Probed::NotKept("p99 was 9.10 ms, not below 5.00 ms".into())),
            probe(200.0, None, Probed::Disturbed("the schedule was missed".into())),
        ];
        Found {
            schema: SEARCH_SCHEMA.into(),
            target: "http://127.0.0.1/".into(),
            goal: "p99<5ms".parse().unwrap(),
            rate_per_s,
            is_confirmed: rate_per_s.is_some(),
            limit: None,
            reason: reason.map(str::to_owned),
            kept_per_s: Some(100.0),
            probes,
            confirmation: None,
        }
    }

    #[test]
    fn every_probe_says_its_latency_and_why_it_failed() {
        let found = found(Some(100.0), None);
        let text = told(&found);
        assert!(text.contains("100/s  p99  1.20 ms  kept\n"), "{text}");
        assert!(text.contains("200/s  p99  9.10 ms  not kept: p99 was 9.10 ms, not below 5.00 ms\n"), "{text}");
        assert!(text.contains("200/s  p99        -  not kept, but disturbed: the schedule was missed\n"), "{text}");
        assert!(text.ends_with("highest rate that kept the goal: 100/s, confirmed at 90 % of it\n"), "{text}");
        // The page and the document say the same.
        let page = page::of_search(&found, &[]);
        for said in [
            "9.10 ms",
            "not kept: p99 was 9.10 ms, not below 5.00 ms",
            "not kept, but disturbed: the schedule was missed",
        ] {
            assert!(page.contains(said), "{said}: {page}");
        }
        let document = serde_json::to_value(&found).unwrap();
        assert_eq!(document["probes"][2]["outcome"], "disturbed");
        assert_eq!(document["probes"][2]["reason"], "the schedule was missed");
        assert_eq!(document["probes"][1]["quantile_ns"], 9_100_000);
    }

    #[test]
    fn a_limit_makes_a_rate_the_least_that_is_known() {
        let found = Found { limit: Some("the generator's limit".into()), ..found(Some(51_200.0), None) };
        let answer =
            "ighest rate that kept the goal: at least 51,200/s (the generator's limit), confirmed at 90 % of it";
        for text in [told(&found), page::of_search(&found, &[]).replace("&#39;", "'")] {
            assert!(text.contains(answer), "{text}");
        }
        let limit = "in probes of 2s; no confirmation at 46,080/s was valid: the schedule was missed";
        let found = Found { limit: Some(limit.into()), is_confirmed: false, ..found };
        assert!(told(&found).ends_with(&format!("at least 51,200/s ({limit})\n")), "{}", told(&found));
    }

    #[test]
    fn where_probes_are_not_valid_no_rate_is_called_the_highest() {
        let reason = "no probe at 200/s was valid: the schedule was missed";
        let found = found(None, Some(reason));
        for text in [told(&found), page::of_search(&found, &[])] {
            assert!(text.contains(&format!("NO FIGURE: {reason}; probes at 100/s kept the goal")), "{text}");
            assert!(!text.contains("highest rate that kept"), "{text}");
        }
    }
}
