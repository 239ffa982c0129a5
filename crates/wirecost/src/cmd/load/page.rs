//! The result of one load as an HTML file.

use wirecost_load::{Found, LoadResult, Quantiles, per_second};
use wirecost_report::html::loaded::{Distribution, Interval, Loaded, render};
use wirecost_report::html::searched::{self, Probe, Searched};
use wirecost_report::units;

use super::found;

/// The page of a result, with those of other files beside it.
pub fn of(result: &LoadResult, beside: &[(String, LoadResult)]) -> String {
    let others: Vec<Loaded> = beside.iter().map(|(name, result)| loaded(name, result)).collect();
    render(&loaded("this result", result), &others)
}

/// The page of a search, with its confirmation and results of other files beside that.
pub fn of_search(found: &Found, beside: &[(String, LoadResult)]) -> String {
    let others: Vec<Loaded> = beside.iter().map(|(name, result)| loaded(name, result)).collect();
    let confirmation = found.confirmation.as_ref().map(|result| loaded("the confirmation", result));
    let probes = found.probes.iter().map(|probe| Probe {
        rate: per_second(probe.rate_per_s),
        quantile_ns: probe.quantile_ns,
        is_kept: probe.is_kept(),
        said: found::said(&probe.probed),
    });
    let (target, answer, quantile) = (found.target.clone(), found::answer(found), found.goal.name());
    searched::render(&Searched { target, answer, quantile, probes: probes.collect() }, confirmation.as_ref(), &others)
}

fn loaded(name: &str, result: &LoadResult) -> Loaded {
    let distributions = [
        ("latency, from the planned instant", result.latency_ns.as_ref()),
        ("service time, from the send", Some(&result.service_time_ns)),
        ("send lateness", result.send_lateness_ns.as_ref()),
    ];
    let distributions = distributions.into_iter().filter_map(|(name, of)| Some(distribution(name, of?))).collect();
    // What came after the window has ended is no part of its course.
    let within = result.series.iter().filter(|tenth| tenth.at_s < result.duration_s);
    let course = within.map(|tenth| Interval {
        at_s: tenth.at_s,
        ok_per_s: tenth.ok as f64 / tenth.length_s,
        p50_ns: tenth.p50_ns,
        max_ns: tenth.max_ns,
    });
    Loaded {
        name: name.to_owned(),
        rate_per_s: result.rate_per_s,
        target: result.target.clone(),
        sentences: sentences(result),
        not_valid: (!result.valid).then(|| result.reason.clone().unwrap_or_else(|| "no reason given".into())),
        distributions,
        outcomes: outcomes(result),
        course: course.collect(),
        conditions: conditions(result),
    }
}

fn distribution(name: &'static str, of: &Quantiles) -> Distribution {
    Distribution { name, quantiles: [of.p50, of.p90, of.p99, of.p99_9, of.p99_99, of.p99_999], max_ns: of.max }
}

fn sentences(result: &LoadResult) -> Vec<String> {
    let mut lines = vec![format!("{} good answers per second.", units::count(result.rate_per_s.round()))];
    let (waits, what) = match &result.latency_ns {
        Some(latency) => (latency, "wait less than"),
        None => (&result.service_time_ns, "answers take less than"),
    };
    let shares = [("Half of all", waits.p50), ("99 of 100", waits.p99), ("999 of 1,000", waits.p99_9)];
    for (share, ns) in shares {
        let Some(ns) = ns else { continue };
        let who = if result.latency_ns.is_some() { "users " } else { "" };
        lines.push(format!("{share} {who}{what} {}.", units::time(ns as f64)));
    }
    let failed = result.errors.total();
    if failed > 0 {
        lines.push(format!("{failed} of {} requests failed.", result.sent));
    }
    lines
}

fn outcomes(result: &LoadResult) -> Vec<(String, u64)> {
    let errors = &result.errors;
    let kinds = [
        ("sent", result.sent),
        ("good answers", result.ok),
        ("answers without a value", result.misses),
        ("another status", errors.status),
        ("wrong answer", errors.wrong_answer),
        ("no answer in time", errors.timeout),
        ("no connection", errors.connect),
        ("connection closed", errors.closed),
        ("waited for a connection", result.queued),
        ("never sent", result.unsent),
    ];
    let named = kinds.map(|(name, count)| (name.to_owned(), count));
    // Where every answer has a status, all are shown.
    let (statuses, what) = if result.answers.is_empty() {
        (&result.statuses, "the server said")
    } else {
        (&result.answers, "answers with status")
    };
    let statuses = statuses.iter().map(|(status, count)| (format!("{what} {status}"), *count));
    named.into_iter().chain(statuses).filter(|(_, count)| *count > 0).collect()
}

fn conditions(result: &LoadResult) -> Vec<String> {
    let planned = match &result.latency_ns {
        Some(_) => "Requests went out at planned instants (an open loop).",
        None => "Each connection sent its next request when it had an answer (a closed loop).",
    };
    let mut lines = vec![
        planned.to_owned(),
        format!(
            "{} connection{}, for {}.",
            result.connections.requested,
            if result.connections.requested == 1 { "" } else { "s" },
            units::time((result.duration_s * 1e9).round())
        ),
        format!("The generator wanted {:.0} % of a core.", result.generator.core_wanted * 100.0),
    ];
    lines.extend(result.server.as_ref().map(|server| format!("The server kept {:.2} cores busy.", server.cores_busy)));
    lines.extend(result.labels.iter().map(|label| format!("Note: {label}.")));
    lines
}
