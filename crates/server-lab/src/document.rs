//! From what the load found to what is stored of a trial.

use std::collections::BTreeMap;

use crate::serving::ServerLoad;
use wirecost_load::{Label as Told, LoadResult, Quantiles};
use wirecost_model::{EstimateId, GeneratorDocument, Label, LoadDocument, ServerDocument, TenthDocument};

use crate::place::Places;
use crate::trial::Trial;
use crate::used::Used;

/// A closed loop shows the most that a server gives where the server used this share of its cores.
const FULL: f64 = 0.9;

/// The record of a trial's load.
///
/// It is a type of its own beside [`LoadResult`]: its form is published in the schema of runs, the model depends on no load
/// generator, and the generator's library on nothing of wirecost.
pub(crate) fn document(trial: &Trial<'_>, result: &LoadResult, used: &Used) -> LoadDocument {
    let errors = result.errors;
    let kinds = [
        ("status", errors.status),
        ("wrong_answer", errors.wrong_answer),
        ("timeout", errors.timeout),
        ("connect", errors.connect),
        ("closed", errors.closed),
    ];
    // The generator does not know how busy the server was; a stack's own client does not know either.
    let mut labels: Vec<Label> = result.labels.iter().filter(|told| !told.is_of_loop()).map(label).collect();
    labels.extend(loop_label(trial.load, trial.places, used.cores_busy()));
    LoadDocument {
        valid: result.valid,
        reason: result.reason.clone(),
        labels,
        duration_s: result.duration_s,
        sent: result.sent,
        ok: result.ok,
        misses: result.misses,
        errors: kinds.into_iter().filter(|(_, n)| *n > 0).map(|(kind, n)| (kind.to_owned(), n)).collect(),
        queued: result.queued,
        unsent: result.unsent,
        connections_opened: result.connections.opened,
        latency_ns: result.latency_ns.as_ref().map(quantiles),
        service_time_ns: quantiles(&result.service_time_ns),
        send_lateness_ns: result.send_lateness_ns.as_ref().map(quantiles),
        histogram: result.histogram.clone(),
        service_time_histogram: result.histograms.get("service_time").cloned(),
        series: result
            .series
            .iter()
            .map(|tenth| TenthDocument {
                at_s: tenth.at_s,
                sent: tenth.sent,
                ok: tenth.ok,
                errors: tenth.errors,
                p50_ns: tenth.p50_ns,
                p99_ns: tenth.p99_ns,
                max_ns: tenth.max_ns,
            })
            .collect(),
        resources: Vec::new(),
        generator: GeneratorDocument {
            cores: trial.places.generator.clone(),
            cpu_ns_per_request: result.generator.cpu_ns_per_request,
            core_wanted: result.generator.core_wanted,
            core_denied: result.generator.core_denied,
        },
        server: ServerDocument {
            cores: trial.places.server.clone(),
            cpu_ns: used.usage.cpu_ns,
            cores_busy: used.cores_busy(),
            memory_bytes: used.usage.memory_bytes,
            peak_memory_bytes: used.usage.peak_memory_bytes,
            voluntary_switches: used.usage.voluntary_switches,
            involuntary_switches: used.usage.involuntary_switches,
            processes: used.usage.processes,
            threads: used.usage.threads,
            load_average: used.load_average,
        },
    }
}

/// What the generator says of its load, as a label of a case.
fn label(told: &Told) -> Label {
    match told {
        Told::Http2 => Label::Http2,
        Told::ServiceTime => Label::ServiceTime,
        Told::ClosedLoop => Label::ClosedLoop,
        Told::ClosedLoopServerUnknown => Label::ClosedLoopServerUnknown,
        Told::MaximumThroughput => Label::MaximumThroughput,
        Told::EndedEarly => Label::EndedEarly,
        Told::UnsustainedRate => Label::UnsustainedRate,
        Told::ConnectionsRanOut => Label::ConnectionsRanOut,
        Told::CoresKeptAwake => Label::CoresKeptAwake,
        Told::Other(text) => Label::read(text),
    }
}

/// What the rate of a closed loop says; nothing of a planned rate. Only a server that was busy all the time on cores of its
/// own shows the most that it gives (METHOD 19, 20). One caller waits for its server and the server for its caller: neither
/// is ever full.
fn loop_label(load: &ServerLoad, places: &Places, cores_busy: f64) -> Option<Label> {
    let full = cores_busy >= FULL * places.server_count as f64;
    let most = load.connections > 1 && !places.are_shared() && full;
    load.rate_per_s.is_none().then_some(if most { Label::MaximumThroughput } else { Label::ClosedLoop })
}

fn quantiles(of: &Quantiles) -> BTreeMap<String, f64> {
    let whole = |value: Option<u64>| value.map(|value| value as f64);
    let named = [
        ("p50", whole(of.p50)),
        ("p90", whole(of.p90)),
        ("p99", whole(of.p99)),
        ("p99_9", whole(of.p99_9)),
        ("p99_99", whole(of.p99_99)),
        ("p99_999", whole(of.p99_999)),
        ("max", whole(of.max)),
        ("mean", of.mean),
    ];
    named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// The numbers of a trial, of which the case's estimates are made.
pub(crate) fn estimates(result: &LoadResult, load: &LoadDocument) -> BTreeMap<EstimateId, f64> {
    let ended = result.generator.requests;
    let each = |total: f64| (ended > 0).then(|| total / ended as f64);
    // The server was watched a little longer or shorter than the window lasted.
    let cpu_ns = load.server.cores_busy * result.duration_s * 1e9;
    let switches = load.server.voluntary_switches + load.server.involuntary_switches;
    let failed = result.errors.total() as f64 / result.sent.max(1) as f64;
    let named = [
        (EstimateId::RatePerS, Some(result.rate_per_s)),
        (EstimateId::ServerCpuNs, each(cpu_ns)),
        (EstimateId::ServerCoresBusy, Some(load.server.cores_busy)),
        (EstimateId::ServerSwitches, each(switches as f64)),
        (EstimateId::GeneratorCpuNs, load.generator.cpu_ns_per_request),
        (EstimateId::MemoryBytes, Some(load.server.memory_bytes as f64)),
        (EstimateId::PeakMemoryBytes, Some(load.server.peak_memory_bytes as f64)),
        (EstimateId::FailedShare, Some(failed)),
        (EstimateId::LoadAverage, load.server.load_average),
    ];
    let mut estimates: BTreeMap<EstimateId, f64> =
        named.into_iter().filter_map(|(id, value)| Some((id, value?))).collect();
    for (of, quantiles) in [("service", Some(&load.service_time_ns)), ("latency", load.latency_ns.as_ref())] {
        let named = quantiles.into_iter().flatten();
        estimates.extend(named.map(|(name, value)| (EstimateId::named(&format!("{of}_{name}_ns")), *value)));
    }
    estimates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serving::CalledBy;

    #[test]
    fn a_label_of_the_generator_keeps_its_wording() {
        for told in [
            Told::Http2,
            Told::ServiceTime,
            Told::ClosedLoop,
            Told::ClosedLoopServerUnknown,
            Told::MaximumThroughput,
            Told::EndedEarly,
            Told::UnsustainedRate,
            Told::ConnectionsRanOut,
            Told::CoresKeptAwake,
            Told::Other("of another release".into()),
        ] {
            assert_eq!(label(&told).to_string(), told.to_string());
        }
    }

    #[test]
    fn method_19_20_only_a_busy_server_shows_its_maximum() {
        let load = |connections: usize, rate_per_s: Option<f64>, client| ServerLoad {
            rate_per_s,
            client,
            ..ServerLoad::of_connections(connections)
        };
        let apart = Places { server_count: 1, server: vec![0], generator: vec![1] };
        let shared = Places { server_count: 1, server: vec![0], generator: vec![0] };
        for client in [CalledBy::Own, CalledBy::Generator] {
            let label = |connections, places: &Places, busy| loop_label(&load(connections, None, client), places, busy);
            assert_eq!(label(16, &apart, 0.95), Some(Label::MaximumThroughput));
            assert_eq!(label(16, &apart, 0.27), Some(Label::ClosedLoop));
            assert_eq!(label(16, &shared, 0.95), Some(Label::ClosedLoop));
            assert_eq!(label(1, &apart, 0.95), Some(Label::ClosedLoop));
            let two = Places { server_count: 2, ..apart.clone() };
            assert_eq!(label(16, &two, 1.0), Some(Label::ClosedLoop), "half of its cores");
            assert_eq!(loop_label(&load(16, Some(500.0), client), &apart, 1.0), None);
        }
    }
}
