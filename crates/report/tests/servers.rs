//! What the http lab's part of a run looks like.

use std::collections::BTreeMap;

use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, Lab, Label, RunDocument, Status, TrialDocument};
use wirecost_report::servers;
use wirecost_report::terminal::Screen;

fn case(candidate: &str, schedule: &str, rate_per_s: f64) -> CaseDocument {
    let parameters = [
        ("connections", "100"),
        ("close", "keep-alive"),
        ("schedule", schedule),
        ("server_cores", "1"),
        ("placement", "apart"),
        ("generators", "1"),
        ("idle", "let-be"),
    ];
    let estimates = [
        ("rate_per_s", rate_per_s),
        ("server_cpu_ns", 1e9 / rate_per_s),
        ("service_p50_ns", 1.2e6),
        ("service_p99_ns", 2.5e6),
        ("memory_bytes", 5e6),
        ("cold_ns", 3e5),
    ];
    let latency = [("latency_p50_ns", 1.3e6), ("latency_p99_ns", 9e6)];
    let estimates = estimates.into_iter().chain(latency.into_iter().filter(|_| schedule != "closed"));
    let trial =
        || TrialDocument { estimates: BTreeMap::new(), samples: 1, outliers: 0, position: 0, warmup: None, load: None };
    CaseDocument {
        lab: Lab::HTTP,
        candidate: candidate.into(),
        version: "1.2".into(),
        receipt: "Cargo.lock".into(),
        build: None,
        host: None,
        language: "rust".into(),
        format: "json".into(),
        message: "hello".into(),
        operation: "get".into(),
        parameters: parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        status: Status::Ok,
        reason: None,
        labels: vec![if schedule == "closed" { Label::ServiceTime } else { Label::ConnectionsRanOut }],
        trials: vec![trial(), trial()],
        estimates: estimates
            .map(|(name, median)| {
                (EstimateId::named(name), EstimateDocument { median, low: median * 0.9, high: median * 1.1 })
            })
            .collect(),
    }
}

fn run() -> RunDocument {
    let head =
        r#"{"schema":"wirecost.run/1","run_id":"r","command":"c","started":"s","seed":1,"environment":{},"cases":[]}"#;
    let mut run: RunDocument = serde_json::from_str(head).unwrap();
    let without = |case: CaseDocument, status: Status, reason: &str| CaseDocument {
        status,
        reason: Some(reason.into()),
        estimates: BTreeMap::new(),
        labels: Vec::new(),
        ..case
    };
    let missing = "erl is not installed; wirecost setup servers";
    run.cases = vec![
        case("slow", "closed", 20_000.0),
        case("fast", "closed", 80_000.0),
        without(case("wrong", "closed", 1.0), Status::Failed, "wrong answer: expected 2 bytes"),
        case("slow", "2000/s", 2_000.0),
        CaseDocument {
            status: Status::Invalid,
            reason: Some("2 of 2 trials not valid: the schedule was missed".into()),
            ..case("busy", "2000/s", 4_000.0)
        },
        without(case("disturbed", "2000/s", 1.0), Status::Invalid, "2 of 2 trials not valid: the core was full"),
        without(case("absent", "closed", 1.0), Status::Skipped, missing),
        without(case("absent", "2000/s", 1.0), Status::Skipped, missing),
    ];
    run
}

/// The text without its styles.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn a_table_for_each_load() {
    insta::assert_snapshot!("http_terminal", plain(&servers::terminal(&run(), 110)));
    insta::assert_snapshot!("http_markdown", servers::markdown(&run()));
}

/// What a busy machine measured stands last and grey, whatever its figures, and is no failure.
#[test]
fn a_case_of_a_busy_machine_keeps_its_figures() {
    let text = servers::terminal(&run(), 110);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("4000")).collect();
    let [row] = rows.as_slice() else { panic!("{text}") };
    assert!(row.contains("busy") && row.trim_start().starts_with('\u{1b}'), "its row is grey: {row:?}");
    let line = |name: &str| text.lines().position(|line| plain(line).trim_start().starts_with(name)).unwrap();
    assert!(line("busy") > line("slow"), "{text}");
    let red = anstyle::AnsiColor::Red.on_default().to_string();
    let said = text.lines().find(|line| line.contains("the schedule was missed")).unwrap();
    assert!(said.contains("invalid, machine busy") && !said.contains(&red), "{said:?}");
    assert!(servers::markdown(&run()).contains("| busy | 1.2 | 4000 |"), "{}", servers::markdown(&run()));
    let told = wirecost_report::terminal::render(&run(), Screen::of(110));
    assert!(told.contains("3 cases measured, 2 set aside (machine busy), 2 skipped, 1 failed"), "{told}");
}

#[test]
fn a_narrow_terminal_keeps_rate_cpu_and_quantiles() {
    let text = servers::terminal(&run(), 60);
    let header = text.lines().find(|line| line.contains("answers/s")).unwrap();
    assert!(header.contains("CPU/request") && header.contains("service p99") && !header.contains("memory"), "{header}");
}
