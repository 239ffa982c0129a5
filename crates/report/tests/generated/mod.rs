//! Runs that were never measured: documents of any size with everything in them that a report must show. Their figures
//! follow from a number that stands for the run.

#![allow(dead_code)]

use std::collections::BTreeMap;

use wirecost_model::{
    CaseDocument, Environment, EstimateId, Lab, Label, LoadDocument, MessageDigest, RunDocument, SCHEMA, Status,
    TenthDocument, TrialDocument,
};
use wirecost_store::complete;

/// Figures that look random and follow from `state`, from 0 to 1.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> f64 {
        // The multiplier and increment of Knuth's MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f64 / (1u64 << 24) as f64
    }
}

/// The run with every seventh case dearer, every eleventh cheaper, and a size that changed.
pub fn changed(mut run: RunDocument) -> RunDocument {
    for (index, case) in run.cases.iter_mut().enumerate() {
        let factor = match index {
            index if index % 7 == 3 => 1.6,
            index if index % 11 == 5 => 0.6,
            _ => 1.0,
        };
        for trial in &mut case.trials {
            trial.estimates.entry(EstimateId::CpuNs).and_modify(|cost| *cost *= factor);
            trial.estimates.entry(EstimateId::SizeBytes).and_modify(|size| *size += if index < 2 { 7.0 } else { 0.0 });
        }
        if factor != 1.0 || index < 2 {
            complete(case);
        }
    }
    run
}

const FORMATS: [(&str, &str); 8] = [
    ("json", "typed"),
    ("protobuf", "typed"),
    ("xml", "tree"),
    ("xml", "events"),
    ("cbor", "dynamic"),
    ("avro", "typed"),
    ("fast-infoset", "events"),
    ("xml", "typed"),
];

/// A run of `messages` x `candidates` x decode and encode, and beside them a control, an A/A pair, and cases that were
/// skipped, failed or are invalid; none of all that without a candidate. Runs of several `number`s are of the same
/// machine and cases.
pub fn run(messages: usize, candidates: usize, number: u64) -> RunDocument {
    let mut draw = Draw(number);
    let mut cases = Vec::new();
    for message in 0..messages {
        let message = if message == 0 { "echo-float".to_owned() } else { format!("message-{message}") };
        for candidate in 0..candidates {
            // What a candidate costs does not change from run to run, but for the noise.
            let mut own = Draw(candidate as u64 * 7919 + message.len() as u64);
            let base = 10f64.powf(1.5 + own.next() * 3.5);
            for operation in ["decode", "encode"] {
                let mut case = case(candidate, &message, operation);
                case.trials = (0..6).map(|place| trial(base * (1.0 + draw.next() * 0.1), candidate, place)).collect();
                complete(&mut case);
                cases.push(case);
            }
        }
    }
    if !cases.is_empty() {
        let aside = aside(&cases[0]);
        cases.extend(aside);
    }
    if let Some(case) = cases.get_mut(1) {
        case.labels = vec![Label::read("too fast to rank: less than ten times an empty operation")];
    }
    RunDocument {
        schema: SCHEMA.into(),
        run_id: format!("20260102-0304{number:02}-abcd"),
        command: "wirecost run --message '<b>|.json'".into(),
        started: format!("2026-01-{:02}T03:04:05Z", 1 + number % 28),
        ended: None,
        seed: 42,
        suite: "generated".into(),
        trials_planned: 6,
        verdict_estimate: EstimateId::CpuNs,
        environment: Environment { cpu: Some("Some CPU".into()), cores: 2, kernel: "6.1".into(), ..Default::default() },
        together: None,
        hosts: Vec::new(),
        provisional: false,
        warnings: vec!["the machine is busy".into()],
        cases,
    }
}

/// What is shown beside the candidates' cases: made like `like`.
fn aside(like: &CaseDocument) -> Vec<CaseDocument> {
    let twin = CaseDocument {
        parameters: [("binding".into(), "typed".into()), ("twin".into(), "true".into())].into(),
        ..like.clone()
    };
    let parameters = [("binding".into(), "nothing".into())].into();
    let control = CaseDocument { candidate: "empty".into(), format: "none".into(), parameters, ..like.clone() };
    let mut floors = Vec::new();
    for (name, share) in [("xml-floor-bytes", 0.2), ("xml-floor-chars", 0.3)] {
        let mut floor = CaseDocument { candidate: name.into(), format: "xml".into(), ..like.clone() };
        floor.parameters.insert("binding".into(), "floor".into());
        floor.estimates.values_mut().for_each(|estimate| {
            estimate.median *= share;
            estimate.low *= share;
            estimate.high *= share;
        });
        floors.push(floor);
    }
    let without = |name: &str, status: Status, reason: &str| CaseDocument {
        candidate: name.into(),
        status,
        reason: Some(reason.into()),
        trials: Vec::new(),
        estimates: BTreeMap::new(),
        ..like.clone()
    };
    let unmeasured = [
        without("mixed", Status::Skipped, "not representable: mixed content at line 12"),
        without("wrong", Status::Failed, "wrong answer at records[3].ttl: expected 3600, found 3601"),
        without("limited", Status::Invalid, "the generator was saturated"),
        without("<b>&\"'</script><img src=x onerror=alert(1)>", Status::Failed, "a hostile name </script> <b>"),
    ];
    let servers = ["closed", "1000/s"].into_iter().flat_map(|schedule| (0..3).map(move |n| server(n, schedule)));
    [twin, control].into_iter().chain(floors).chain(unmeasured).chain(servers).collect()
}

/// A server under load, `schedule` being `closed` or a rate.
fn server(number: usize, schedule: &str) -> CaseDocument {
    let scale = 1.0 + number as f64;
    let latency = [("latency_p50_ns", 90e3 * scale), ("latency_p99_ns", 400e3 * scale)];
    let planned = schedule != "closed";
    let load = [("rate_per_s", 9_000.0 / scale), ("server_cpu_ns", 30e3 * scale), ("memory_bytes", 5e6)];
    let estimates = load.into_iter().chain(latency.into_iter().filter(|_| planned));
    let trial = |position: usize| {
        let noisy = |(name, value): (&str, f64)| (EstimateId::named(name), value * (1.0 + position as f64 * 0.01));
        let load = Some(window(scale, planned));
        TrialDocument { estimates: estimates.clone().map(noisy).collect(), load, ..trial(1.0, 0, position) }
    };
    let mut case = CaseDocument {
        lab: Lab::HTTP,
        candidate: format!("server-{number}"),
        format: "http".into(),
        parameters: [("connections".into(), "100".into()), ("schedule".into(), schedule.into())].into(),
        trials: (0..3).map(trial).collect(),
        ..case(0, "hello", "get")
    };
    complete(&mut case);
    case
}

/// Half a second of answers.
fn window(scale: f64, planned: bool) -> LoadDocument {
    let tenth = |number: u64| TenthDocument {
        at_s: number as f64 / 10.0,
        ok: 900 + number,
        p50_ns: Some((90e3 * scale) as u64),
        max_ns: Some((500e3 * scale) as u64 + number),
        ..TenthDocument::default()
    };
    let latency_ns = planned.then(BTreeMap::new);
    LoadDocument {
        valid: true,
        duration_s: 0.5,
        ok: 4510,
        latency_ns,
        series: (0..5).map(tenth).collect(),
        ..LoadDocument::default()
    }
}

fn case(candidate: usize, message: &str, operation: &str) -> CaseDocument {
    let (format, binding) = FORMATS[candidate % FORMATS.len()];
    CaseDocument {
        lab: Lab::CODEC,
        candidate: format!("candidate-{candidate}"),
        version: "1.2.3".into(),
        receipt: "Cargo.lock".into(),
        build: None,
        message_digest: Some(MessageDigest { sha256: message.into(), type_sha256: None, ..MessageDigest::default() }),
        host: None,
        language: ["rust", "java", "python"][candidate / FORMATS.len() % 3].into(),
        format: format.into(),
        message: message.into(),
        operation: operation.into(),
        parameters: [("binding".into(), binding.into())].into(),
        status: Status::Ok,
        reason: None,
        labels: Vec::new(),
        concluded: Vec::new(),
        trials_planned: 0,
        trials: Vec::new(),
        estimates: BTreeMap::new(),
    }
}

fn trial(cpu_ns: f64, candidate: usize, position: usize) -> TrialDocument {
    let size = 300.0 * (1 + candidate % FORMATS.len()) as f64;
    let estimates = [
        ("cpu_ns", cpu_ns),
        ("cold_ns", cpu_ns * 9.0 + 10_000.0),
        ("seed_best_ns", cpu_ns * 0.9),
        ("size_bytes", size),
        ("gzip_bytes", size * 0.5),
        ("zstd_bytes", size * 0.4),
        ("gzip_ns", size * 20.0),
        ("allocations", candidate as f64),
        ("allocated_bytes", size * 3.0),
        ("peak_rss_bytes", 4_700_000.0),
    ];
    let estimates: BTreeMap<_, _> = estimates.into();
    let trial = serde_json::json!({"estimates": estimates, "samples": 9, "outliers": 1, "position": position});
    serde_json::from_value(trial).expect("a trial document")
}
