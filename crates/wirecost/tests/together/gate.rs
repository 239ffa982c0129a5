//! `wirecost gate`, `compare` and `history` from end to end.

use std::os::unix::fs::PermissionsExt as _;

use crate::common::{self, Home, Ran, SHORT, example};
use crate::generated;

/// A build of a runner whose candidate `repeats` does its work so often.
fn build(home: &Home, name: &str, runner: &str, repeats: u32) -> String {
    let script = format!("#!/bin/sh\nODD_RUNNER_REPEATS={repeats} exec {}\n", example(runner));
    let path = home.write(name, &script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

struct Gate {
    home: Home,
    suite: String,
    message: String,
}

impl Gate {
    /// What is timed must not be too fast to rank; counted, it runs in an emulator.
    fn timed() -> Self {
        Self::of(100)
    }

    fn counted() -> Self {
        Self::of(10)
    }

    fn of(words: usize) -> Self {
        let home = Home::new();
        let suite = home.write("short.toml", SHORT);
        let words: Vec<String> = (1000..1000 + words).map(|number| format!("\"{number}\"")).collect();
        let message = home.write("m.json", &format!("{{\"words\": [{}]}}", words.join(", ")));
        Self { home, suite, message }
    }

    /// Gates two builds, and gives the outcome with how the command ended.
    fn run(&self, base: u32, new: u32, more: &[&str]) -> (Ran, serde_json::Value) {
        self.run_builds(("odd_runner", base), ("odd_runner", new), more)
    }

    fn run_builds(&self, base: (&str, u32), new: (&str, u32), more: &[&str]) -> (Ran, serde_json::Value) {
        let base = format!("base={}", build(&self.home, "base.sh", base.0, base.1));
        let new = format!("new={}", build(&self.home, "new.sh", new.0, new.1));
        let path = self.home.path("outcome.json").display().to_string();
        let fixed = ["gate", "--runner", &base, "--runner", &new, "--suite", &self.suite, "--message", &self.message];
        let chosen = ["--candidate", "repeats", "--json", &path];
        // Not those of half a minute; two counts of instructions show whether they differ.
        let says = |word| more.contains(&word);
        let trials = if says("instructions") { "2" } else { "10" };
        let trials: &[&str] = if says("--trials") { &[] } else { &["--trials", trials] };
        let ran = self.home.run(&[&fixed[..], &chosen, trials, more].concat());
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {}", ran.transcript()));
        (ran, serde_json::from_str(&text).unwrap())
    }
}

#[test]
fn method_16_a_planted_slowdown_is_a_regression_and_equal_builds_are_none() {
    let gate = Gate::timed();
    let comment = gate.home.path("comment.md").display().to_string();
    // One A/A pair in twenty looks biased by chance, more on a machine that others use, and then nothing is decided.
    let gated = std::iter::repeat_with(|| {
        let (ran, outcome) = gate.run(1, 3, &["--markdown", &comment]);
        assert!([3, 4].contains(&ran.code), "{}", ran.transcript());
        assert_eq!(ran.code == 4, !outcome["doubts"].as_array().unwrap().is_empty(), "{outcome:#}");
        (ran, outcome)
    });
    let decided = gated.take(4).find(|(ran, _)| ran.code == 3);
    let (_, outcome) = decided.expect("one of four gates decides");
    assert_eq!(outcome["cases"][0]["verdict"], "regressed", "{outcome:#}");
    assert_eq!(outcome["cases"][0]["key"], "codec/repeats/m/decode");
    assert!(std::fs::read_to_string(&comment).unwrap().contains("| regressed | codec/repeats/m/decode |"));

    // Equal builds cannot be shown to differ by half.
    let (ran, outcome) = gate.run(1, 1, &["--max-slowdown", "50%", "--trials", "6"]);
    assert!([0, 4].contains(&ran.code), "{}", ran.transcript());
    assert_ne!(outcome["cases"][0]["verdict"], "regressed", "{outcome:#}");

    // The run is stored, and can be judged again by another rule.
    gate.home.run(&["report", "latest"]).expect(0);
    let again = gate.home.run(&["gate", "latest", "--max-slowdown", "1000%"]);
    assert!([0, 4].contains(&again.code), "{}", again.transcript());
}

#[test]
fn method_27_exact_counts_decide_on_any_machine() {
    if std::process::Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("skipped: valgrind is not installed; try: apt-get install valgrind");
        return;
    }
    let gate = Gate::counted();
    let (ran, outcome) = gate.run(1, 2, &["--measure", "instructions"]);
    ran.expect(3).says("regressed: 1 of 1 cases");
    let ratio = outcome["cases"][0]["comparison"]["ratio"]["median"].as_f64().unwrap();
    assert!((1.9..=2.1).contains(&ratio), "twice the work, nearly twice the instructions: {ratio}");
    // METHOD 27: code that a candidate does not call changes nothing of it.
    let (ran, outcome) = gate.run_builds(("odd_runner", 1), ("filled_runner", 1), &["--measure", "instructions"]);
    ran.expect(0).says("no difference shown");
    let ratio = outcome["cases"][0]["comparison"]["ratio"]["median"].as_f64().unwrap();
    assert!((ratio - 1.0).abs() < 0.01, "{ratio}");
}

#[test]
fn stored_runs_decide_only_with_three_earlier_ones() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let runs: Vec<String> = (0..4)
        .map(|run| {
            let path = home.path(&format!("{run}.json")).display().to_string();
            home.run(&["run", &suite, "--candidate", "prost", "--json", &path]).expect(0);
            path
        })
        .collect();
    home.run(&["gate", &runs[0], &runs[1]])
        .expect(4)
        .says("1 earlier run: to know how much runs of the same code differ");
    let slower = home.path("slower.json").display().to_string();
    let mut document: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&runs[3]).unwrap()).unwrap();
    // Far beyond anything that three runs on any machine differ by.
    for case in document["cases"].as_array_mut().unwrap().iter_mut().filter(|case| case["candidate"] == "prost") {
        for estimate in case["estimates"].as_object_mut().unwrap().values_mut() {
            for end in ["low", "median", "high"] {
                estimate[end] = (estimate[end].as_f64().unwrap() * 1e9).into();
            }
        }
    }
    std::fs::write(&slower, document.to_string()).unwrap();
    let ran = home.run(&["gate", &runs[0], &runs[1], &runs[2], &slower]);
    assert!([3, 4].contains(&ran.code), "{}", ran.transcript());
    let ran = ran.says("regressed");
    assert_eq!(ran.code == 4, ran.out.contains("advice only"), "{}", ran.transcript());
    home.run(&["compare", &runs[0], &runs[1], "--format", "md"]).expect(0).says("| verdict | case |");
    home.run(&["history", "*/prost/*/decode"]).expect(0).says("codec/prost/echo-float/decode (").says("●");
    home.run(&["history", "nothing"]).expect(2).says("no case \"nothing\" in the latest 4 runs");
}

#[test]
fn a_gate_refuses_unusable_options_before_measuring() {
    let home = Home::new();
    home.run(&["gate"]).expect(2).says("--runner");
    home.run(&["gate", "--runner", "x=/bin/true"]).expect(2).says("--runner base=PROGRAM --runner new=PROGRAM");
    let odd = example("odd_runner");
    let both = [format!("base={odd}"), "new=/no/such".to_owned()];
    home.run(&["gate", "--runner", &both[0], "--runner", &both[1]]).expect(2).says("cannot start /no/such");
    let both = [format!("base={odd}"), format!("new={odd}")];
    let few = ["gate", "--runner", &both[0], "--runner", &both[1], "--candidate", "repeats", "--trials", "3"];
    home.run(&few).expect(2).says("3 trials cannot show a difference among 3 cases; use --trials ");
    home.run(&["gate", "latest", "--max-slowdown", "fast"]).expect(2).says("is not a percentage such as 3%");
}

/// Three runs of the same cases, and one in which everything takes ten times as long.
fn stored(home: &Home) -> Vec<String> {
    let runs = (1..6).map(|number| {
        let mut run = generated::run(1, 4, number);
        for case in run.cases.iter_mut().filter(|_| number == 5) {
            for value in case.trials.iter_mut().flat_map(|trial| trial.estimates.values_mut()) {
                *value *= 10.0;
            }
            wirecost_store::complete(case);
        }
        home.write(&format!("{number}.json"), &serde_json::to_string(&run).unwrap())
    });
    runs.collect()
}

#[test]
fn a_job_of_github_gets_annotations_and_a_summary() {
    let home = Home::new();
    let runs = stored(&home);
    let summary = home.write("summary.md", "before\n");
    let gate = |annotates: bool, runs: &[&str]| {
        let mut command = home.command(&[&["gate"], runs].concat());
        if annotates {
            command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &summary);
        }
        Ran::of(command)
    };
    let all: Vec<&str> = runs.iter().map(String::as_str).collect();
    let ran = gate(true, &all);
    assert!([3, 4].contains(&ran.code), "{}", ran.transcript());
    // The A/A pair of a generated run may look biased; then everything is advice, and a warning.
    let level = if ran.code == 3 { "error" } else { "warning" };
    let ran = ran.says(&format!("::{level} title=wirecost gate::"));
    let slower = ran
        .out
        .lines()
        .filter(|line| line.starts_with(&format!("::{level} title=wirecost gate found a slower case::codec/")));
    assert!(slower.count() > 0, "{}", ran.transcript());
    let text = std::fs::read_to_string(&summary).unwrap();
    assert!(text.starts_with("before\n### wirecost: ") && text.contains("| verdict | case |"), "{text}");
    // Two runs cannot decide.
    gate(true, &all[..2]).expect(4).says("::warning title=wirecost gate::could not decide");
    assert!(std::fs::read_to_string(&summary).unwrap().matches("### wirecost: ").count() == 2);
    let ran = gate(false, &all[..2]).expect(4);
    assert!(!ran.out.contains("::"), "{}", ran.transcript());
    assert!(std::fs::read_to_string(&summary).unwrap().matches("### wirecost: ").count() == 2);
}

#[test]
fn a_case_that_is_gone_is_named_unless_it_is_excluded() {
    let home = Home::new();
    let runs = stored(&home);
    let mut later: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&runs[3]).unwrap()).unwrap();
    later["cases"].as_array_mut().unwrap().retain(|case| case["candidate"] != "candidate-1");
    let later = home.write("later.json", &later.to_string());
    let gate = |more: &[&str]| {
        let mut command = home.command(&[&["gate", &runs[0], &runs[1], &runs[2], &later], more].concat());
        command.env("GITHUB_ACTIONS", "true");
        Ran::of(command)
    };
    let ran = gate(&[]);
    assert!([3, 4].contains(&ran.code), "{}", ran.transcript());
    let ran = ran.says("not judged: codec/candidate-1/echo-float/decode: run ").says(" has no such case");
    ran.says(" title=wirecost gate could not judge a case::codec/candidate-1/");
    for chosen in [["--exclude", "*/candidate-1/*"], ["--candidate", "candidate-[!1]"]] {
        let ran = gate(&chosen).says(&format!("limited by {}: other cases are not judged", chosen.join(" ")));
        assert!(
            ran.out.contains("excluded on purpose: ") && !ran.out.contains("not judged: codec/"),
            "{}",
            ran.transcript()
        );
    }
}

#[test]
fn the_action_gives_options_that_the_gate_has() {
    let action = std::fs::read_to_string(common::workspace().join("action.yml")).unwrap();
    let help = Home::new().run(&["gate", "--help"]).expect(0).out;
    let command = action.split("wirecost gate ").nth(1).unwrap().split("|| code").next().unwrap();
    let options: Vec<&str> = command.split_whitespace().filter(|word| word.starts_with("--")).collect();
    assert!(options.len() >= 4, "{command}");
    assert!(options.iter().all(|option| help.contains(option)), "{options:?}");
}

/// The commands of a step of the action.
fn step(action: &str, name: &str) -> String {
    let step = action.split(&format!("- name: {name}\n")).nth(1).unwrap();
    let lines = step.split("run: |\n").nth(1).unwrap().lines();
    let commands = lines.take_while(|line| line.is_empty() || line.starts_with("        "));
    commands.flat_map(|line| [line.trim_start_matches("        "), "\n"]).collect()
}

#[test]
fn the_action_reports_the_decision_of_the_gate_to_its_job() {
    if std::process::Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("skipped: valgrind is not installed; try: apt-get install valgrind");
        return;
    }
    let action = std::fs::read_to_string(common::workspace().join("action.yml")).unwrap();
    let (gate, commands) = (Gate::counted(), step(&action, "Gate"));
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_wirecost")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let runs = |new: u32, measure: &str, undecided: &str| {
        let output = gate.home.write("output", "");
        // As GitHub runs a step with `shell: bash`.
        let shell = ["--noprofile", "--norc", "-eo", "pipefail", "-c", &commands];
        let mut command = gate.home.command_of(std::path::Path::new("bash"), &shell);
        let (trials, most) = if measure == "time" { ("--trials 6", "0.1%") } else { ("--trials 2", "1%") };
        let options = format!("--message {} --suite {} --candidate repeats {trials}", gate.message, gate.suite);
        command.env("BASE", build(&gate.home, "base.sh", "odd_runner", 1));
        command.env("NEW", build(&gate.home, "new.sh", "odd_runner", new));
        command.envs([("PATH", path.as_str()), ("MEASURE", measure), ("MAX_SLOWDOWN", most), ("UNDECIDED", undecided)]);
        command.envs([("OPTIONS", options.as_str()), ("GITHUB_ACTIONS", "true"), ("GITHUB_OUTPUT", &output)]);
        (Ran::of(command), std::fs::read_to_string(output).unwrap())
    };
    let (ran, output) = runs(1, "instructions", "pass");
    assert_eq!(
        output,
        "decision=passed\n",
        "{}",
        ran.expect(0).says("::notice title=wirecost gate::passed").transcript()
    );
    let (ran, output) = runs(2, "instructions", "pass");
    assert_eq!(output, "decision=regressed\n", "{}", ran.expect(3).says("::error title=wirecost gate").transcript());
    // No clock shows that equal builds differ by less than a thousandth in so few short samples.
    for (undecided, code) in [("pass", 0), ("fail", 4)] {
        let (ran, output) = runs(1, "time", undecided);
        assert_eq!(output, "decision=undecided\n", "{}", ran.expect(code).says("could not decide").transcript());
    }
}
