//! The answers of a run: what may be said, and what must not.

use std::collections::BTreeMap;

use wirecost_model::{
    CaseDocument, Environment, EstimateId, Lab, Label, MessageDigest, RunDocument, SCHEMA, Status, TrialDocument,
};
use wirecost_report::answer::demand::Demand;
use wirecost_report::answer::document::Document;
use wirecost_report::answer::machine::Machine;
use wirecost_report::answer::sentences::{Rankings, smallest};
use wirecost_report::answer::together::together;
use wirecost_report::answer::{Answers, BEST, By, Message, Row, baseline_names, can_be_baseline};
use wirecost_report::terminal::{self, OtherLanguage, Rendering, Screen};
use wirecost_store::complete;

/// A codec: its name, language, format and binding, what decoding and encoding cost, and its size.
type Codec<'a> = (&'a str, &'a str, &'a str, &'a str, [f64; 2], f64);

const CODECS: [Codec<'static>; 8] = [
    ("serde_json", "rust", "json", "typed", [20_000.0, 4_000.0], 1_629.0),
    ("sonic-rs", "rust", "json", "typed", [25_000.0, 5_000.0], 1_629.0),
    ("prost", "rust", "protobuf", "typed", [4_000.0, 1_300.0], 786.0),
    ("planus", "rust", "flatbuffers", "typed", [5_000.0, 2_000.0], 1_100.0),
    ("bitcode", "rust", "bitcode", "typed", [2_000.0, 900.0], 700.0),
    ("quick-xml", "rust", "xml", "events", [30_000.0, 9_000.0], 2_400.0),
    ("python-json", "python", "json", "dynamic", [90_000.0, 60_000.0], 1_629.0),
    ("python-pickle", "python", "pickle", "dynamic", [45_000.0, 20_000.0], 1_300.0),
];

fn cases(codec: &Codec<'_>) -> Vec<CaseDocument> {
    let (name, language, format, binding, costs, size) = codec;
    let of = |(operation, cost): (&str, &f64)| {
        let trial = |step: f64| TrialDocument {
            estimates: [
                (EstimateId::CpuNs, cost * (0.997 + 0.001 * step)),
                (EstimateId::SizeBytes, *size),
                (EstimateId::GzipBytes, (size / 2.0).floor()),
                (EstimateId::EmptyNs, 1.0),
            ]
            .into(),
            samples: 7,
            outliers: 0,
            position: 0,
            warmup: None,
            load: None,
        };
        let mut case = CaseDocument {
            lab: Lab::CODEC,
            candidate: (*name).into(),
            version: "1.0".into(),
            receipt: "Cargo.lock".into(),
            build: None,
            message_digest: None,
            host: None,
            language: (*language).into(),
            format: (*format).into(),
            message: "order".into(),
            operation: operation.into(),
            parameters: [("binding".into(), (*binding).into())].into(),
            status: Status::Ok,
            reason: None,
            labels: Vec::new(),
            concluded: Vec::new(),
            trials_planned: 0,
            trials: [3.0, 1.0, 5.0, 2.0, 4.0, 0.0].into_iter().map(trial).collect(),
            estimates: BTreeMap::new(),
        };
        complete(&mut case);
        case
    };
    ["decode", "encode"].into_iter().zip(costs).map(of).collect()
}

/// The second of an A/A pair that differs from `like` by up to this many times.
fn twin(like: &CaseDocument, spread: f64) -> CaseDocument {
    let mut twin = like.clone();
    twin.parameters.insert("twin".into(), "true".into());
    for (trial, way) in twin.trials.iter_mut().zip([1.0, -1.0, 0.7, -0.7, 0.9, -0.8]) {
        let value = trial.estimates[&EstimateId::CpuNs];
        trial.estimates.insert(EstimateId::CpuNs, value * spread.powf(way));
    }
    complete(&mut twin);
    twin
}

fn run(codecs: &[Codec<'_>]) -> RunDocument {
    let mut cases: Vec<CaseDocument> = codecs.iter().flat_map(cases).collect();
    cases.extend(cases.first().map(|first| twin(first, 1.002)));
    RunDocument {
        schema: SCHEMA.into(),
        run_id: "20260102-030405-abcd".into(),
        command: "wirecost run".into(),
        started: "2026-01-02T03:04:05Z".into(),
        ended: None,
        seed: 1,
        suite: "quick".into(),
        trials_planned: 6,
        verdict_estimate: EstimateId::CpuNs,
        environment: Environment {
            cpu: Some("Some CPU".into()),
            cores: 2,
            busy_before: Some(0.1),
            ..Default::default()
        },
        together: None,
        hosts: Vec::new(),
        provisional: false,
        warnings: Vec::new(),
        cases,
    }
}

fn row<'b, 'a>(message: &'b Message<'a>, name: &str) -> &'b Row<'a> {
    let rows = message.sections.iter().flat_map(|section| &section.rows);
    rows.clone().find(|row| row.name == name).unwrap_or_else(|| panic!("no row {name}"))
}

fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').map_or("", |(_, rest)| rest))
}

fn shown(run: &RunDocument, width: usize) -> String {
    plain(&terminal::render(run, Screen::of(width)))
}

#[test]
fn an_xml_message_has_the_size_of_the_document_that_is_read() {
    let mut run = run(&[
        ("quick-xml", "rust", "xml", "events", [30_000.0, 9_000.0], 28_272.0),
        ("fastinfoset", "rust", "fast-infoset", "events", [9_000.0, 9_000.0], 14_136.0),
    ]);
    // A writer leaves out what the document says twice.
    let written = run.cases.iter_mut().filter(|case| case.format == "xml" && case.operation == "encode");
    for case in written {
        for trial in &mut case.trials {
            trial.estimates.insert(EstimateId::SizeBytes, 26_490.0);
        }
        complete(case);
    }
    let answers = Answers::by_default(&run, By::Format);
    let message = &answers.messages[0];
    assert_eq!(row(message, "xml").shared(EstimateId::SizeBytes), Some(28_272.0));
    assert_eq!(row(message, "fast-infoset").size_difference, Some(-0.5));
    let text = shown(&run, 100);
    assert!(text.contains("28,272 B") && !text.contains("26,490"), "{text}");
}

#[test]
fn a_row_is_the_best_codec_of_a_format_in_a_language() {
    let run = run(&CODECS);
    let answers = Answers::by_default(&run, By::Format);
    let sections: Vec<(Option<&str>, Option<&str>, Vec<&str>)> = answers
        .sections()
        .map(|s| (s.language, s.binding, s.rows.iter().map(|row| row.name.as_str()).collect()))
        .collect();
    assert_eq!(
        sections,
        [
            (Some("rust"), Some("typed"), vec!["json", "bitcode", "protobuf", "flatbuffers"]),
            (Some("python"), Some("dynamic"), vec!["json", "pickle"]),
            (Some("rust"), Some("events"), vec!["xml"]),
        ]
    );
    let json = row(&answers.messages[0], "json");
    assert_eq!((json.codec.candidate.as_str(), json.codecs), ("serde_json", 2));
}

/// A ratio compares cases of one language that do the same work, and says whether the trials show it.
#[test]
fn ratios_are_to_the_baseline_of_their_own_section() {
    let mut run = run(&CODECS);
    let answers = Answers::by_default(&run, By::Format);
    let message = &answers.messages[0];
    let ratio = |message: &Message<'_>, name: &str| row(message, name).cells[0].unwrap().ratio();
    assert_eq!(ratio(message, "protobuf"), "0.20x");
    assert_eq!(ratio(message, "pickle"), "0.50x", "to Python's own json");
    assert_eq!(ratio(message, "xml"), "", "no json of its section: nothing to compare with");
    assert_eq!(row(message, "protobuf").size_difference.map(|share| (share * 100.0).round()), Some(-52.0));
    let answers = Answers::against(&run, By::Format, "protobuf").unwrap();
    assert_eq!(ratio(&answers.messages[0], "json"), "5.0x");
    let refused = Answers::against(&run, By::Format, "protobuff").unwrap_err();
    assert!(refused.known.contains(&"protobuf".to_owned()), "{refused:?}");
    // Where equals may differ by more than this, nothing is known.
    run.cases.pop();
    let wide = twin(&run.cases[0], 8.0);
    run.cases.push(wide);
    let answers = Answers::by_default(&run, By::Format);
    assert_eq!(ratio(&answers.messages[0], "protobuf"), "undecided");
}

#[test]
fn method_15_equal_codecs_are_not_shown_to_differ_from_the_baseline() {
    let equal: Vec<Codec<'_>> =
        ["a", "b", "c", "d", "e"].map(|name| (name, "rust", name, "typed", [1_000.0, 1_000.0], 100.0)).to_vec();
    let run = run(&equal);
    let answers = Answers::against(&run, By::Format, "a").unwrap();
    let cells = answers.sections().flat_map(|s| &s.rows).flat_map(|row| row.cells.iter().flatten());
    assert!(cells.filter_map(|cell| cell.versus).all(|versus| !versus.is_shown()));
}

#[test]
fn method_31_what_is_too_fast_has_no_figure_and_no_ratio_and_comes_first_in_the_sentence() {
    let mut run = run(&CODECS);
    let fast = cases(&("postcard", "rust", "postcard", "typed", [3.8, 3.0], 650.0));
    run.cases.extend(fast.into_iter().map(|case| CaseDocument { labels: vec![Label::AtFloor], ..case }));
    let answers = Answers::by_default(&run, By::Format);
    let message = &answers.messages[0];
    let cell = row(message, "postcard").cells[0].unwrap();
    assert_eq!((cell.text().as_str(), cell.ratio().as_str()), ("<10.0 ns", ""));
    let text = shown(&run, 120);
    let line = text.lines().find(|line| line.starts_with("fastest decode")).unwrap();
    assert!(
        line.contains("1 too fast to rank (under 10.0 ns): postcard 1.0; of the others bitcode 1.0, 2.00 us"),
        "{line}"
    );
    let demand = Demand::of(row(message, "postcard"), 20e3).unwrap().cores[0].unwrap();
    assert!(demand.at_most && (demand.cores - 0.0002).abs() < 1e-9, "{demand:?}");
}

#[test]
fn where_all_are_of_one_format_each_library_has_a_row() {
    let codecs = [CODECS[0], ("mine", "rust", "json", "typed", [30_000.0, 9_000.0], 1_629.0)];
    let run = run(&codecs);
    let answers = Answers::by_default(&run, By::Format);
    let section = &answers.messages[0].sections[0];
    let names: Vec<&str> = section.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!((section.format, names), (Some("json"), vec!["serde_json 1.0", "mine 1.0"]));
    assert!(section.rows[1].cells.iter().flatten().all(|cell| cell.versus.is_some()), "it is compared with the first");
    let text = shown(&run, 100);
    assert!(text.lines().any(|line| line.trim_start().starts_with("mine 1.0 ")), "{text}");
}

#[test]
fn compressing_costs_cores_and_what_is_saved_is_said() {
    let mut run = run(&CODECS);
    for case in &mut run.cases {
        for trial in &mut case.trials {
            trial.estimates.extend([(EstimateId::GzipNs, 116e3), (EstimateId::GunzipNs, 20e3)]);
        }
        complete(case);
    }
    let answers = Answers::by_default(&run, By::Format);
    let demand = Demand::of(row(&answers.messages[0], "json"), 20e3).unwrap();
    let gzip = &demand.compressed[0];
    let cores: Vec<f64> = gzip.cores.iter().map(|cores| cores.unwrap().cores).collect();
    assert!((cores[0] - 0.8).abs() < 0.01 && (cores[1] - 2.4).abs() < 0.01, "{cores:?}");
    let options = Rendering { rate_per_s: Some(20e3), link_bits_per_s: Some(100e6), ..Rendering::of(Screen::of(120)) };
    let text = plain(&terminal::answered(&answers, &options));
    let line = |name: &str| text.lines().find(|line| line.trim_start().starts_with(name)).unwrap().to_owned();
    // 1,629 bytes on a link of 100 Mbit/s; 0.106 of 0.480 cores, and 786 of 1,629 bytes.
    assert!(line("json").contains("130 us"), "{text}");
    assert!(line("protobuf").contains("78 %") && line("protobuf").contains("52 %"), "{text}");
    assert!(line("gzip").contains("6.67x as many") && line("gzip").contains("50 %"), "{text}");
}

#[test]
fn method_17_23_sentences_name_library_and_version() {
    let run = run(&CODECS);
    let (answers, rankings) = (Answers::by_default(&run, By::Format), Rankings::of(&run));
    let message = &answers.messages[0];
    assert_eq!(smallest(&run, message).as_deref(), Some("bitcode 700 B (bitcode 1.0); under gzip the same, 350 B"));
    let fastest = rankings.fastest("order", "decode", ("typed", None)).unwrap();
    assert_eq!(
        fastest.sentence(),
        "bitcode 1.0, 2.00 us (2.00x faster than prost 1.0); with a schema language: prost 1.0, 4.00 us (1.25x faster \
         than planus 1.0)"
    );
    assert_eq!(fastest.short(), "bitcode 1.0");
}

#[test]
fn who_does_less_work_is_not_in_the_answer_and_the_reason_is() {
    let mut run = run(&CODECS);
    for case in run.cases.iter_mut().filter(|case| case.candidate == "bitcode") {
        case.labels.push(Label::read("remembers answers: unseen inputs take 10.1x the time"));
    }
    let shown = shown(&run, 80);
    assert!(!shown.contains("fastest decode  typed: bitcode"), "{shown}");
    let told =
        "bitcode: not ranked: remembers answers: unseen inputs take 10.1x the time\n  (decode order and 1 more)\n";
    assert!(shown.contains(told), "{shown}");
}

#[test]
fn method_37_ties_are_named_and_no_one_wins() {
    let mut codecs = CODECS.to_vec();
    codecs.push(("rkyv", "rust", "rkyv", "typed", [2_001.0, 900.0], 710.0));
    let text = shown(&run(&codecs), 120);
    assert!(text.contains("fastest decode  typed: bitcode 1.0, rkyv 1.0 (tie)"), "{text}");
    let text = shown(&run(&CODECS[..1]), 120);
    assert!(text.contains("fastest decode  serde_json 1.0, 20.0 us (nothing to compare it with)"), "{text}");
}

#[test]
fn the_first_line_says_what_can_be_seen() {
    let text = shown(&run(&CODECS), 100);
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("order: 1,629 bytes as json, 6 trials, machine: quiet enough (differences over "),
        "{first}"
    );
    assert!(first.ends_with(" % are seen)"), "{first}");
    let machine = |change: fn(&mut RunDocument)| {
        let mut run = run(&CODECS);
        change(&mut run);
        Machine::of(&run).words()
    };
    assert!(machine(|run| run.environment.busy_before = Some(0.9)).starts_with("busy (differences over "));
    assert_eq!(
        machine(|run| run.cases.retain(|case| !case.is_twin())),
        "not busy (no A/A pair tells how much equals differ)"
    );
    assert_eq!(
        machine(|run| run.cases.iter_mut().for_each(|case| case.trials.truncate(2))),
        "not busy (too few trials to see any difference)"
    );
}

/// The answers are on the first screen, whatever was measured, and no line is too wide.
#[test]
fn the_answers_fit_a_terminal_of_default_size() {
    let names: Vec<String> = (0..40).map(|index| format!("format-{index}")).collect();
    let many: Vec<Codec<'_>> = names
        .iter()
        .enumerate()
        .map(|(index, name)| (name.as_str(), "rust", name.as_str(), "typed", [1e3 + 90.0 * index as f64; 2], 100.0))
        .chain(CODECS)
        .collect();
    for codecs in [&CODECS[..], &CODECS[..1], &many] {
        for width in [80, 100, 120] {
            let text = shown(&run(codecs), width);
            let wide = text.lines().find(|line| line.chars().count() > width);
            assert_eq!(wide, None, "{text}");
            let first: Vec<&str> = text.lines().take(24).collect();
            for label in ["smallest", "fastest decode", "fastest encode"] {
                assert!(first.iter().any(|line| line.starts_with(label)), "{label}\n{text}");
            }
        }
    }
    let text = shown(&run(&many), 80);
    assert!(text.contains("also measured: ") && text.contains("wirecost report --by format"), "{text}");
    let run = run(&many);
    let all = Rendering { all: true, ..Rendering::of(Screen::of(80)) };
    let text = plain(&terminal::answered(&Answers::by_default(&run, By::Format), &all));
    assert!(names.iter().all(|name| text.contains(name)) && !text.contains("also measured"), "{text}");
}

#[test]
fn views_turn_and_are_drawn() {
    let run = run(&CODECS);
    let of = |by: By| {
        let all = Rendering { all: true, ..Rendering::of(Screen::of(100)) };
        plain(&terminal::answered(&Answers::by_default(&run, by), &all))
    };
    insta::assert_snapshot!("answers_by_format", of(By::Format));
    insta::assert_snapshot!("answers_by_library", of(By::Library));
    insta::assert_snapshot!("answers_by_language", of(By::Language));
    let rate = Rendering { rate_per_s: Some(20_000.0), ..Rendering::of(Screen::of(100)) };
    insta::assert_snapshot!(
        "answers_demand",
        plain(&terminal::answered(&Answers::by_default(&run, By::Format), &rate))
    );
}

#[test]
fn the_first_message_has_a_screen_and_each_other_a_line() {
    let mut run = run(&CODECS);
    let again: Vec<CaseDocument> = run.cases.iter().filter(|case| !case.is_twin()).cloned().collect();
    run.cases.extend(again.into_iter().map(|case| CaseDocument { message: "invoice".into(), ..case }));
    let text = shown(&run, 100);
    assert!(text.starts_with("order: 1,629 bytes as json, 6 trials, machine: "), "{text}");
    let line = "\ninvoice  smallest bitcode; decode bitcode 1.0; encode bitcode 1.0\n";
    assert!(text.contains(line) && text.lines().count() <= 45, "{text}");
    let all = Rendering { all: true, ..Rendering::of(Screen::of(100)) };
    let text = plain(&terminal::answered(&Answers::by_default(&run, By::Format), &all));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("2 messages, 6 trials, machine: "), "{text}");
    assert!(lines[4].contains("invoice") && lines[4].contains("bitcode 700 B"), "{text}");
    assert!(text.contains("\ninvoice: 1,629 bytes as json\n"), "{text}");
}

#[test]
fn the_document_holds_what_the_screens_show() {
    let run = run(&CODECS);
    let answers = Answers::by_default(&run, By::Format);
    let document = serde_json::to_value(Document::of(&answers, Some(20_000.0))).unwrap();
    let message = &document["messages"][0];
    assert_eq!(message["smallest"]["formats"][0], "bitcode");
    assert_eq!(message["fastest"][0]["winner"], "bitcode 1.0");
    let protobuf = &message["sections"][0]["rows"][2];
    assert_eq!((&protobuf["name"], &protobuf["candidate"]), (&"protobuf".into(), &"prost".into()));
    assert_eq!(protobuf["costs"][0]["difference_shown"], true);
    assert_eq!(protobuf["demand"]["bytes_per_s"], 786.0 * 20_000.0);
    assert_eq!(protobuf["costs"][0]["estimate"], "cpu_ns");
}

#[test]
fn any_library_of_the_run_can_be_the_baseline() {
    let run = run(&CODECS);
    for by in [By::Format, By::Library, By::Language] {
        for case in &run.cases {
            for name in baseline_names(case, by) {
                assert!(can_be_baseline(case, by, &name));
                let answers = Answers::against(&run, by, &name).unwrap_or_else(|_| panic!("{by:?} refuses {name:?}"));
                assert!(answers.sections().any(|section| section.baseline.is_some()), "{by:?} {name}");
            }
        }
    }
    // Not the best codec of its format: it stands for the row all the same.
    let answers = Answers::against(&run, By::Format, "sonic-rs").unwrap();
    let json = row(&answers.messages[0], "json");
    assert_eq!((json.codec.candidate.as_str(), json.codecs), ("sonic-rs", 2));
    let protobuf = row(&answers.messages[0], "protobuf");
    assert!((protobuf.cells[0].unwrap().versus.unwrap().ratio - 4.0 / 25.0).abs() < 1e-6);
}

#[test]
fn a_baseline_must_be_a_row() {
    let mut run = run(&CODECS[..3]);
    let mut floor = run.cases[0].clone();
    floor.candidate = "copy".into();
    floor.parameters.insert("binding".into(), "floor".into());
    let mut failed = run.cases[0].clone();
    (failed.candidate, failed.status) = ("broken".into(), Status::Failed);
    let mut server = run.cases[0].clone();
    (server.candidate, server.lab) = ("nginx".into(), Lab::HTTP);
    let known = [floor, failed, server];
    for (case, name) in known.iter().zip(["copy", "broken", "nginx"]) {
        assert!(!can_be_baseline(case, By::Format, name), "{name}");
    }
    run.cases.extend(known);
    for name in ["copy", "broken", "nginx", "jsonn"] {
        let refused = Answers::against(&run, By::Format, name).unwrap_err();
        assert_eq!((refused.name.as_str(), refused.known.as_slice()), (name, &["json".into(), "protobuf".into()][..]));
    }
}

/// Labs may plan different numbers of trials: the screen says so.
#[test]
fn trials_of_several_labs_are_reported_as_a_range() {
    let mut run = run(&CODECS[..3]);
    assert!(shown(&run, 120).contains("6 trials"), "a run of an earlier release says one number");
    run.cases.iter_mut().for_each(|case| case.trials_planned = 10);
    assert!(shown(&run, 120).contains("10 trials"));
    let mut server = run.cases[0].clone();
    (server.candidate, server.lab, server.trials_planned) = ("nginx".into(), Lab::HTTP, 6);
    run.cases.push(server);
    assert!(shown(&run, 120).contains("6 to 10 trials"), "{}", shown(&run, 120));
}

#[test]
fn the_screen_names_what_adds_languages_and_how_many_codecs() {
    let run = run(&CODECS);
    let answers = Answers::by_default(&run, By::Format);
    let told = |others: Option<&[OtherLanguage]>| {
        plain(&terminal::answered(&answers, &Rendering { others, ..Rendering::of(Screen::of(120)) }))
    };
    let java =
        |candidates| OtherLanguage { language: "java".into(), command: "wirecost setup java".into(), candidates };
    let were = "only codecs in rust and python were measured; ";
    let said = |others| format!("{were}{others}");
    assert!(told(Some(&[java(Some(67))])).contains(&said("wirecost setup java adds 67 in java")));
    assert!(told(Some(&[java(None)])).contains(&said("wirecost setup java adds those in java")));
    assert!(told(None).contains(&said("wirecost doctor shows what adds others")));
    assert!(!told(Some(&[])).contains("were measured"), "nothing is left to add");
}

#[test]
fn documents_are_compared_with_xml() {
    let mut run = run(&[CODECS[0], CODECS[2], CODECS[5]]);
    assert_eq!(Answers::by_default(&run, By::Format).baseline.as_deref(), Some("json"));
    for case in &mut run.cases {
        case.message_digest = Some(MessageDigest { is_document: true, ..MessageDigest::default() });
    }
    assert_eq!(Answers::by_default(&run, By::Format).baseline.as_deref(), Some("xml"));
}

#[test]
fn all_are_compared_with_the_best() {
    let run = run(&CODECS[..5]);
    let answers = Answers::against(&run, By::Library, BEST).unwrap();
    let section = answers.sections().next().unwrap();
    assert_eq!((section.rows[0].name.as_str(), section.baseline), ("bitcode 1.0", Some(0)));
    assert_eq!(section.rows[1].name, "prost 1.0");
    assert!((section.rows[1].cells[0].unwrap().versus.unwrap().ratio - 2.0).abs() < 0.01);
    let shown = plain(&terminal::answered(&answers, &Rendering::of(Screen::of(100))));
    assert!(shown.contains("compared with the row that costs the least"), "{shown}");
}

/// The run with each case once more for another message, whose costs are `factors` times these by candidate.
fn with_another_message(codecs: &[Codec<'_>], factor: impl Fn(&str) -> f64) -> RunDocument {
    let mut run = run(codecs);
    let others: Vec<CaseDocument> = codecs.iter().flat_map(cases).collect();
    run.cases.extend(others.into_iter().map(|mut case| {
        let factor = factor(&case.candidate);
        for trial in &mut case.trials {
            for id in [EstimateId::CpuNs, EstimateId::SizeBytes] {
                trial.estimates.entry(id).and_modify(|value| *value = (*value * factor).round());
            }
        }
        complete(&mut case);
        CaseDocument { message: "invoice".into(), ..case }
    }));
    run
}

#[test]
fn messages_together_have_the_geometric_mean_of_their_ratios() {
    let codecs = [CODECS[0], CODECS[2]];
    assert!(together(&Answers::by_default(&run(&codecs), By::Format)).is_empty(), "one message is no several");
    // Protocol Buffers costs 0.2 of JSON in one message, and 0.8 in the other.
    let run = with_another_message(&codecs, |name| if name == "prost" { 4.0 } else { 1.0 });
    let answers = Answers::by_default(&run, By::Format);
    let all = together(&answers);
    let [of] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((of.operations.as_slice(), of.messages, of.rows.len()), (["decode", "encode"].as_slice(), 2, 1));
    let decode = of.rows[0].cells[0].unwrap();
    assert!((decode.mean - 0.4).abs() < 0.01, "{decode:?}");
    assert!((decode.least - 0.2).abs() < 0.01 && (decode.most - 0.8).abs() < 0.01, "{decode:?}");
    let size = of.rows[0].size.unwrap();
    assert!((size.mean - 2.0 * 786.0 / 1_629.0).abs() < 0.001 && size.messages == 2, "{size:?}");
    let page = wirecost_report::html::render(&run, &[]);
    assert!(page.contains("All messages together") && page.contains("the same weight"));
    let shown = plain(&terminal::answered(&answers, &Rendering { all: true, ..Rendering::of(Screen::of(100)) }));
    assert!(shown.contains("all messages together: geometric means of ratios to json"), "{shown}");
    assert!(shown.contains("0.40x  (0.20x to 0.80x)"), "{shown}");
}
