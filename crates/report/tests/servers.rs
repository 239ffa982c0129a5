//! What the http lab's part of a run looks like.

use std::collections::BTreeMap;

use wirecost_model::{CaseDocument, EstimateDocument, EstimateId, Lab, Label, RunDocument, Status, TrialDocument};
use wirecost_report::answer::serving;
use wirecost_report::terminal::{Screen, sheets};
use wirecost_report::{markdown, servers};

/// The tables of a run, each row with its notes, on a terminal of `width` characters.
fn shown(run: &RunDocument, width: usize) -> String {
    sheets::draw(&servers::sheets(run), Screen { width, verbose: true })
}

/// The same in Markdown.
fn written(run: &RunDocument) -> String {
    markdown::sheets(&servers::sheets(run))
}

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
        message_digest: None,
        host: None,
        language: "rust".into(),
        format: "json".into(),
        message: "hello".into(),
        operation: "get".into(),
        parameters: parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        status: Status::Ok,
        reason: None,
        labels: vec![if schedule == "closed" { Label::ServiceTime } else { Label::ConnectionsRanOut }],
        concluded: Vec::new(),
        trials_planned: 0,
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
fn a_column_of_another_load_says_which() {
    let run = run();
    let hello = serving::of(&run).remove(0);
    let headings = serving::headings(&hello);
    assert!(headings.contains(&"answers/s".to_owned()) && headings.contains(&"p99 wait".to_owned()), "{headings:?}");
    assert!(
        headings.iter().any(|heading| ["CPU at 2,000/s", "CPU at most"].contains(&heading.as_str())),
        "{headings:?}"
    );
}

#[test]
fn method_30_servers_tie_only_where_a_difference_as_large_would_have_been_shown() {
    let of = |rates: [f64; 2], spread: f64| {
        let [one, other] = [measured("ant", rates[0]), measured("bee", rates[1])];
        let twin = twin(&one, spread);
        let run = RunDocument { cases: vec![one, other, twin], ..run() };
        plain(&shown(&run, 150))
    };
    let tie = of([20_000.0, 20_100.0], 1.01);
    assert!(tie.contains("no winner shown: bee 1.2, ant 1.2 tie"), "{tie}");
    let hidden = of([20_000.0, 60_000.0], 4.0);
    assert!(
        hidden.contains("bee 1.2, ant 1.2 (undecided: "),
        "a floor of a factor of four hides one of three: {hidden}"
    );
}

#[test]
fn a_table_for_each_load() {
    insta::assert_snapshot!("http_terminal", plain(&shown(&run(), 110)));
    insta::assert_snapshot!("http_markdown", written(&run()));
}

/// What a busy machine measured is last and grey, whatever its figures, and is no failure.
#[test]
fn a_case_of_a_busy_machine_keeps_its_figures() {
    let text = shown(&run(), 110);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains("4,000")).collect();
    let [row] = rows.as_slice() else { panic!("{text}") };
    assert!(row.contains("busy") && row.trim_start().starts_with('\u{1b}'), "its row is grey: {row:?}");
    let line = |name: &str| text.lines().position(|line| plain(line).trim_start().starts_with(name)).unwrap();
    assert!(line("busy") > line("slow"), "{text}");
    let red = anstyle::AnsiColor::Red.on_default().to_string();
    let said = text.lines().find(|line| line.contains("the schedule was missed")).unwrap();
    assert!(said.contains("invalid, machine busy") && !said.contains(&red), "{said:?}");
    assert!(written(&run()).contains("| busy | 1.2 | 4,000 |"), "{}", written(&run()));
    let told = wirecost_report::terminal::render(&run(), Screen::of(110));
    assert!(told.contains("3 cases measured, 2 set aside (machine busy), 2 skipped, 1 failed"), "{told}");
}

/// Slices hold without the windows: the server keeps its rank, and a mark says why it has no latency.
#[test]
fn a_server_without_valid_windows_is_ranked_and_has_no_latency() {
    let mut run = run();
    let slow = &mut run.cases[3];
    slow.estimates.retain(|id, _| !id.is_wait());
    let reason = "the schedule was missed".to_owned();
    slow.labels.push(Label::WindowsNotValid { count: 3, trials: 6, reason });
    let told = plain(&wirecost_report::terminal::render(&run, Screen::of(110)));
    let row = told.lines().find(|line| line.trim_start().starts_with("slow 1.2")).unwrap();
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(words[..4], ["slow", "1.2", "20,000", "-"], "{told}");
    assert!(told.contains("-: the machine was too busy in half of the windows or more"), "{told}");
}

#[test]
fn a_heading_says_what_intervals_of_so_many_trials_cover() {
    let of = |name: &str, trials: usize| {
        let mut case = measured(name, 20_000.0);
        case.trials.truncate(trials);
        wirecost_store::complete(&mut case);
        case
    };
    for (trials, heading) in [([6, 6], "96.9 % interval"), ([3, 3], "75 % interval"), ([3, 6], "75 to 96.9 % interval")]
    {
        let run = RunDocument { cases: vec![of("ant", trials[0]), of("bee", trials[1])], ..run() };
        let (text, page) = (written(&run), wirecost_report::html::render(&run, &[]));
        let is_there = text.contains(heading) && page.contains(&format!("median and its {heading}"));
        assert!(is_there && !text.contains("95 %"), "{trials:?}: {text}");
    }
}

#[test]
fn a_narrow_terminal_keeps_rate_cpu_and_quantiles() {
    let text = shown(&run(), 60);
    let header = text.lines().find(|line| line.contains("answers/s")).unwrap();
    assert!(header.contains("CPU/request") && header.contains("service p99") && !header.contains("memory"), "{header}");
}

/// A case with six trials around a rate, as narrow as those of a quiet machine.
fn measured(candidate: &str, rate_per_s: f64) -> CaseDocument {
    let mut case = CaseDocument { labels: Vec::new(), estimates: BTreeMap::new(), ..case(candidate, "closed", 1.0) };
    let trial = |step: f64| {
        let rate = rate_per_s * (0.997 + 0.001 * step);
        let estimates =
            [(EstimateId::RatePerS, rate), (EstimateId::ServerCpuNs, 1e9 / rate), (EstimateId::MemoryBytes, 5e6)];
        TrialDocument { estimates: estimates.into(), samples: 1, outliers: 0, position: 0, warmup: None, load: None }
    };
    case.trials = [3.0, 1.0, 5.0, 2.0, 4.0, 0.0].map(trial).to_vec();
    wirecost_store::complete(&mut case);
    case
}

/// The second of an A/A pair whose trials differ from those of `like` by up to this many times.
fn twin(like: &CaseDocument, spread: f64) -> CaseDocument {
    let mut twin = like.clone();
    twin.parameters.insert("twin".into(), "true".into());
    for (trial, way) in twin.trials.iter_mut().zip([1.0, -1.0, 0.7, -0.7, 0.9, -0.8]) {
        let rate = trial.estimates[&EstimateId::RatePerS] * f64::powf(spread, way);
        trial.estimates.extend([(EstimateId::RatePerS, rate), (EstimateId::ServerCpuNs, 1e9 / rate)]);
    }
    wirecost_store::complete(&mut twin);
    twin
}

/// A run of `ant` and of `bee`, which answers this many times as much, with a pair of this spread if there is one.
fn two(times: f64, pair: Option<f64>) -> RunDocument {
    let ant = measured("ant", 20_000.0);
    let twin = pair.map(|spread| twin(&ant, spread));
    let cases = [ant, measured("bee", 20_000.0 * times)].into_iter().chain(twin).collect();
    RunDocument { cases, ..run() }
}

#[test]
fn method_31_no_server_leads_by_less_than_the_noise_floor() {
    let told = |times: f64, pair: Option<f64>| plain(&shown(&two(times, pair), 200));
    let wins = "most answers per second: bee 1.2 (";
    let ties = "most answers per second: no winner shown: bee 1.2, ant 1.2 tie";
    for (times, pair, said) in [
        (1.08, Some(1.005), wins),
        (1.08, Some(1.1), ties),
        (1.3, Some(1.1), wins),
        (1.08, None, ties),
        (1.3, None, wins),
    ] {
        let text = told(times, pair);
        assert!(text.contains(said), "{times} {pair:?}: {said}\n{text}");
        let noise =
            if pair.is_some() { "noise floor of answers/s " } else { "no noise floor is known (no A/A pair): " };
        assert!(text.contains(noise), "{times} {pair:?}\n{text}");
    }
    assert!(told(1.3, None).contains("over 15 %"), "the margin is said");
}

/// A server under a load, with so much memory.
fn holds(candidate: &str, schedule: &str, bytes: f64) -> CaseDocument {
    let mut case = measured(candidate, 2_000.0);
    case.parameters.insert("schedule".into(), schedule.into());
    for trial in &mut case.trials {
        trial.estimates.insert(EstimateId::MemoryBytes, bytes);
        trial.estimates.extend((schedule != "closed").then_some((EstimateId::LatencyP99Ns, 9e6)));
    }
    wirecost_store::complete(&mut case);
    case
}

#[test]
fn the_least_memory_is_the_least_of_its_column() {
    let told = |cases: Vec<CaseDocument>| {
        plain(&wirecost_report::terminal::render(&RunDocument { cases, ..run() }, Screen::of(110)))
    };
    let of_two = |schedule: &str| vec![holds("ant", schedule, 4.7e6), holds("bee", schedule, 4.8e6)];
    // Most servers were measured without a plan only.
    let text = told([of_two("closed"), of_two("2000/s"), vec![holds("cat", "closed", 2.2e6)]].concat());
    assert!(text.contains("least memory  cat 1.2, 2.10 MiB"), "{text}");
    assert!(text.contains("memory: 100 connections, keep-alive, as fast as they go"), "{text}");
    // Whoever was measured under another load is marked and not compared.
    let text = told([of_two("closed"), vec![holds("cat", "2000/s", 2.2e6)]].concat());
    let least = text.lines().find(|line| line.starts_with("least memory")).unwrap();
    assert!(least.contains("ant 1.2, bee 1.2 (tie") && !least.contains("cat"), "{text}");
    assert!(text.contains("+2.10 MiB") && text.contains("+: under another load than the rest of its column"), "{text}");
}

/// The machine did something else in each trial, and the same to both.
#[test]
fn method_38_servers_that_took_turns_are_compared_trial_by_trial() {
    let on_such_a_machine = |mut case: CaseDocument, takes_turns: bool| {
        for (position, trial) in case.trials.iter_mut().enumerate() {
            trial.position = position;
            let machine = [1.0, 1.6, 1.2, 2.0, 1.1, 1.4][position];
            trial.estimates.entry(EstimateId::RatePerS).and_modify(|rate| *rate /= machine);
            let in_window = trial.estimates[&EstimateId::RatePerS];
            trial.estimates.extend(takes_turns.then_some((EstimateId::WindowRatePerS, in_window)));
        }
        wirecost_store::complete(&mut case);
        case
    };
    let told = |takes_turns: bool| {
        let (slow, fast) = (measured("slow", 80_000.0), measured("fast", 84_000.0));
        let cases = [twin(&fast, 1.005), fast, slow].map(|case| on_such_a_machine(case, takes_turns));
        let mut run = run();
        run.cases = cases.into();
        plain(&shown(&run, 110))
    };
    let apart = told(false);
    assert!(apart.contains("most answers per second: no winner shown: fast 1.2, slow 1.2 tie"), "{apart}");
    let in_turns = told(true);
    let leads = "most answers per second: fast 1.2 (64,980; slow 1.2: 0.95x (0.95-0.95))";
    assert!(in_turns.contains(leads), "{in_turns}");
}

#[test]
fn method_12_a_pair_that_differs_makes_its_figure_advice_only() {
    let mut run = two(1.5, Some(1.0));
    let twin = run.cases.iter_mut().find(|case| case.is_twin()).unwrap();
    for trial in &mut twin.trials {
        *trial.estimates.get_mut(&EstimateId::RatePerS).unwrap() *= 1.2;
    }
    wirecost_store::complete(twin);
    let text = plain(&shown(&run, 200));
    assert!(text.contains("two equals differ in answers/s: its verdict is advice only"), "{text}");
}

#[test]
fn the_second_of_a_pair_is_no_row_of_its_own() {
    let run = two(1.08, Some(1.005));
    let text = plain(&shown(&run, 200));
    assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("ant")).count(), 1, "{text}");
    let markdown = written(&run);
    assert_eq!(markdown.matches("| ant |").count(), 1, "{markdown}");
    assert!(markdown.contains("- noise floor of answers/s "), "{markdown}");
    let page = wirecost_report::html::render(&run, &[]);
    assert!(page.contains("Noise floor of answers/s") && page.contains("A/A: http ant 1.2 get hello"), "{page}");
}

#[test]
fn the_screen_the_document_and_the_page_say_what_the_tables_say() {
    for (pair, known) in [(Some(1.005), true), (None, false)] {
        let run = two(1.08, pair);
        let text = plain(&wirecost_report::terminal::render(&run, Screen::of(100)));
        let most = if known { "serves most   bee 1.2, " } else { "serves most   bee 1.2, ant 1.2 (tie" };
        assert!(text.contains(most), "{text}");
        // The floors of a figure differ from load to load.
        assert_eq!(text.contains("noise floor of serves most "), known, "{text}");
        let answers = wirecost_report::answer::Answers::by_default(&run, wirecost_report::answer::By::Format);
        let document = wirecost_report::answer::document::Document::of(&answers, None);
        let document = serde_json::to_value(document).unwrap();
        let most = &document["servers"][0]["most"];
        assert_eq!((&most["difference_shown"], most["noise_floor"].is_number()), (&known.into(), known), "{most}");
        assert_eq!(most["claimed_over"] == 0.15, !known, "{most}");
        let page = wirecost_report::html::render(&run, &[]);
        let wins = "<dt>most answers per second</dt><dd><b>bee</b>";
        assert_eq!(page.contains(wins), known, "{known}");
    }
}
