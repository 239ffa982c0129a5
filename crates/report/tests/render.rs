//! What people see of a run, as snapshots: `INSTA_UPDATE=always cargo test -p wirecost-report` writes them anew.

use std::collections::BTreeMap;

use wirecost_model::{
    BuildDocument, CaseDocument, Environment, EstimateDocument, EstimateId, Lab, Label, RunDocument, SCHEMA, Status,
    TrialDocument,
};
use wirecost_report::terminal::Screen;

fn case(candidate: &str, binding: &str, cpu_ns: f64) -> CaseDocument {
    let estimate = |median: f64, spread: f64| EstimateDocument {
        median,
        low: median * (1.0 - spread),
        high: median * (1.0 + spread),
    };
    let mut estimates: BTreeMap<EstimateId, EstimateDocument> = BTreeMap::new();
    for (name, median, spread) in [
        ("cpu_ns", cpu_ns, 0.04),
        ("cold_ns", cpu_ns * 9.0, 0.3),
        ("size_bytes", 13_400.0, 0.0),
        ("gzip_bytes", 2_018.0, 0.0),
        ("zstd_bytes", 1_943.0, 0.0),
        ("allocations", 506.0, 0.0),
        ("peak_rss_bytes", 4_700_000.0, 0.01),
    ] {
        estimates.insert(EstimateId::named(name), estimate(median, spread));
    }
    CaseDocument {
        lab: Lab::CODEC,
        candidate: candidate.into(),
        version: "1.2.3".into(),
        receipt: "Cargo.lock".into(),
        build: None,
        message_digest: None,
        host: None,
        language: "rust".into(),
        format: "json".into(),
        message: "dns-100".into(),
        operation: "decode".into(),
        parameters: [("binding".into(), binding.into())].into(),
        status: Status::Ok,
        reason: None,
        labels: Vec::new(),
        concluded: Vec::new(),
        trials_planned: 0,
        trials: (0..6).map(|trial| trial_of(cpu_ns * (0.985 + 0.006 * f64::from(trial)))).collect(),
        estimates,
    }
}

fn trial_of(cpu_ns: f64) -> TrialDocument {
    let estimates = [(EstimateId::CpuNs, cpu_ns)].into();
    TrialDocument { estimates, samples: 7, outliers: 1, position: 0, warmup: None, load: None }
}

fn run() -> RunDocument {
    let unmeasured = |name: &str, status, reason: &str| CaseDocument {
        status,
        reason: Some(reason.into()),
        estimates: BTreeMap::new(),
        ..case(name, "typed", 1.0)
    };
    RunDocument {
        schema: SCHEMA.into(),
        run_id: "20260102-030405-abcd".into(),
        command: "wirecost run --message '<b>|.json'".into(),
        started: "2026-01-02T03:04:05Z".into(),
        ended: None,
        seed: 42,
        suite: "quick".into(),
        trials_planned: 6,
        verdict_estimate: EstimateId::CpuNs,
        environment: Environment { cpu: Some("Some CPU".into()), cores: 2, kernel: "6.1".into(), ..Default::default() },
        together: None,
        hosts: Vec::new(),
        provisional: false,
        warnings: vec!["the machine is busy".into()],
        cases: vec![
            case("slow", "typed", 56_600.0),
            case("fast", "typed", 39_000.0),
            CaseDocument { labels: vec![Label::read("too fast to rank")], ..case("tiny", "typed", 4.5) },
            case("tree", "tree", 106_000.0),
            CaseDocument { operation: "encode".into(), ..case("fast", "typed", 3_650.0) },
            CaseDocument { format: "none".into(), ..case("empty", "nothing", 1.02) },
            unmeasured("other", Status::Skipped, "not representable: mixed content at line 12"),
            unmeasured("broken", Status::Failed, "wrong answer at records[3].ttl: expected 3600, found 3601"),
        ],
    }
}

fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, styled)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = styled.split_once('m').map_or("", |(_, after)| after);
    }
    out + rest
}

/// The answers, and below them the tables of all cases.
fn detailed(run: &RunDocument, width: usize) -> String {
    plain(&wirecost_report::terminal::render(run, Screen { width, verbose: true }))
}

#[test]
fn a_candidate_built_alone_shows_what_it_took_to_build() {
    let build = BuildDocument {
        profile: "release".into(),
        features: vec!["default".into(), "float_roundtrip".into()],
        flags: String::new(),
        compiler: "rustc 1.90.0".into(),
        build_s: 6.04,
        program_bytes: 812_345,
        dependencies: 7,
    };
    let mut run = run();
    let of_one = |run: &RunDocument| {
        [detailed(run, 140), wirecost_report::markdown::render(run), wirecost_report::html::render(run, &[])]
    };
    assert!(of_one(&run).iter().all(|text| !text.contains("Candidates built alone")));
    for (index, case) in run.cases.iter_mut().enumerate().take(2) {
        case.candidate = "serde_json".into();
        case.operation = ["decode", "encode"][index].into();
        case.build = Some(build.clone());
    }
    for text in of_one(&run) {
        for cell in ["Candidates built alone", "6.0 s", "793 KiB", "default float_roundtrip"] {
            assert!(text.contains(cell), "{cell} is missing: {text}");
        }
    }
}

#[test]
fn terminal_wide() {
    insta::assert_snapshot!(detailed(&run(), 140));
}

#[test]
fn terminal_narrow() {
    let text = detailed(&run(), 60);
    let tables = text.lines().filter(|line| line.starts_with("  ") && !line.contains(": "));
    assert!(tables.clone().count() > 5 && tables.clone().all(|line| line.chars().count() <= 60), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn markdown() {
    insta::assert_snapshot!(wirecost_report::markdown::render(&run()));
}

/// A figure names its library and version, a ratio is next to its baseline, and there is no overall winner.
#[test]
fn method_17_23_24_sentences_name_library_version_and_message() {
    let run = run();
    let groups = wirecost_verdict::group::groups(&run);
    let sentences: Vec<String> = groups.iter().filter_map(wirecost_report::words::fastest).collect();
    assert_eq!(
        sentences,
        ["typed: decode dns-100: 1 too fast to rank: tiny 1.2.3; of the others fast 1.2.3 is the fastest, \
          1.45x faster than slow 1.2.3 (1.43-1.48)"]
    );
    let text = detailed(&run, 200);
    for candidate in ["fast", "slow"] {
        let row = text.lines().find(|line| line.trim_start().starts_with(candidate)).unwrap();
        assert!(row.contains(" us ") && row.contains("1.2.3") && row.contains('x'), "{row}");
    }
    assert!(text.contains("gzip at level 6, zstd at level 3"), "{text}");
    assert!(!text.to_lowercase().contains("overall"), "{text}");
}

/// Where nobody wins, those that tie are named, and what is certain all the same.
#[test]
fn method_37_no_winner_is_shown_where_two_tie() {
    let mut run = run();
    run.cases = vec![case("a", "typed", 1_000.0), case("b", "typed", 1_001.0), case("c", "typed", 2_000.0)];
    let sentences = |run: &RunDocument| {
        let groups = wirecost_verdict::group::groups(run);
        groups.iter().filter_map(wirecost_report::words::fastest).collect::<Vec<_>>()
    };
    let expected = "typed: decode dns-100: no winner shown: a 1.2.3, b 1.2.3 tie (a difference of 2.6 % would have been \
                    detected); certainly slower than a 1.2.3: c 1.2.3 2.00x (1.96-2.04)";
    assert_eq!(sentences(&run), [expected]);
    run.cases.truncate(1);
    assert_eq!(sentences(&run), [""; 0], "nobody to compare with");
}

#[test]
fn counts_have_a_range_and_no_interval() {
    let heading = |id: EstimateId| {
        let mut run = run();
        run.cases = ["base", "new"]
            .map(|side| {
                let mut case = case("a", "typed", 1_000.0);
                case.parameters.insert("side".into(), side.into());
                case.trials.iter_mut().zip(1..).for_each(|(trial, step)| {
                    trial.estimates.insert(id, 1_000.0 + f64::from(step));
                });
                wirecost_store::complete(&mut case);
                case
            })
            .into();
        let outcome = wirecost_verdict::gate::builds(&run, ["base", "new"], 0.01, |_| false);
        assert_eq!(outcome.cases.len(), 1, "{outcome:?}");
        plain(&wirecost_report::outcome::terminal(&outcome, 150)).lines().next().unwrap().to_owned()
    };
    let (counts, times) = (heading(EstimateId::Instructions), heading(EstimateId::CpuNs));
    assert!(counts.contains(" range ") && !counts.contains("95 %"), "{counts}");
    assert!(times.contains("95 % interval"), "{times}");
}

#[test]
fn one_earlier_run_does_not_tell_the_noise_floor() {
    let (earlier, later) = (run(), RunDocument { run_id: "later".into(), ..run() });
    let outcome = wirecost_verdict::gate::runs(&[earlier], &later, 0.03, |_| false);
    let text = plain(&wirecost_report::outcome::terminal(&outcome, 150));
    assert!(text.contains("allowed 3.0 %, noise floor unknown"), "{text}");
    assert!(text.contains("advice only: 1 earlier run: to know how much"), "{text}");
}

#[test]
fn csv() {
    insta::assert_snapshot!(wirecost_report::csv::render(&run()).unwrap());
}

/// Texts that would break a table, a terminal, a page of Markdown or a spreadsheet.
const HOSTILE: &str = "a\nb\r\nc\u{1b}[2J|`x`<img src=x onerror=alert(1)>*d*\u{7}";

fn with_texts(text: &str) -> RunDocument {
    let mut run = run();
    run.command = format!("wirecost ``{text}");
    run.warnings = vec![text.into()];
    for case in &mut run.cases {
        case.candidate.push_str(text);
        case.version = text.into();
        case.message = text.into();
        case.labels = vec![Label::read(text)];
        case.reason = case.reason.as_ref().map(|_| text.into());
    }
    run
}

#[test]
fn hostile_names_break_no_table_and_reach_no_terminal() {
    let (plain, hostile) = (with_texts("x"), with_texts(HOSTILE));
    let detailed = |run: &RunDocument| wirecost_report::terminal::render(run, Screen { width: 10_000, verbose: true });
    let lines = |run: &RunDocument| detailed(run).lines().count();
    assert_eq!(lines(&hostile), lines(&plain));
    let terminal = detailed(&hostile);
    assert!(!terminal.contains("\u{1b}[2J") && !terminal.contains('\u{7}') && !terminal.contains('\r'), "{terminal:?}");

    let markdown = wirecost_report::markdown::render(&hostile);
    // Between backticks nothing is mark-up.
    assert!(
        !markdown.replace(&format!("``{HOSTILE}"), "").lines().skip(4).any(|line| line.contains("<img")),
        "{markdown}"
    );
    let lines: Vec<&str> = markdown.lines().collect();
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    let tables = lines.split(|line| !line.starts_with("| ")).filter(|table| !table.is_empty());
    assert!(tables.clone().all(|table| table.iter().all(|line| bars(line) == bars(table[0]))), "{markdown}");
    assert!(tables.count() > 0, "{markdown}");
    assert!(markdown.contains("``` wirecost ``"), "{markdown}");
    assert!(!markdown.lines().any(|line| line.starts_with("c\\u") || line == "b"), "{markdown}");
}

#[test]
fn markdown_leaves_out_columns_that_are_empty_in_every_row() {
    let mut run = run();
    for case in &mut run.cases {
        case.estimates.remove(&EstimateId::ZstdBytes);
        case.labels.clear();
    }
    let markdown = wirecost_report::markdown::render(&run);
    let heads = markdown.lines().filter(|line| line.starts_with("| candidate |"));
    assert!(heads.clone().all(|head| !head.contains("zstd") && !head.contains("notes") && head.contains("| gzip |")));
    assert!(heads.count() > 0, "{markdown}");
}

#[test]
fn a_spreadsheet_takes_no_text_for_a_formula() {
    let mut run = run();
    let formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1"];
    let case = run.cases[0].clone();
    run.cases = formulas.iter().map(|text| CaseDocument { candidate: (*text).into(), ..case.clone() }).collect();
    run.cases[0].reason = Some("=cmd|' /C calc'!A0".into());
    run.cases[0].estimates.insert(EstimateId::named("=x"), EstimateDocument { median: -1.5, low: -2.0, high: -1.0 });
    let text = wirecost_report::csv::render(&run).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    for (row, formula) in reader.records().zip(formulas) {
        let row = row.unwrap();
        assert!(row[2].starts_with('\'') && row[2].ends_with(formula.trim_start()), "{row:?}");
        for (cell, heading) in row.iter().zip(&headers) {
            let is_number = cell.parse::<f64>().is_ok();
            let is_formula = cell.trim_start().starts_with(['=', '+', '-', '@']);
            assert!(is_number || !is_formula, "{heading}: {cell:?}");
        }
    }
    assert!(headers.iter().any(|heading| heading == "'=x"), "{headers:?}");
}
