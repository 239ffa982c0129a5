//! METHOD 1, 2 and 4: what becomes of candidates that are wrong, each in its own way.

use crate::common::{self, Home, SHORT, case, example, workspace};

#[test]
fn method_1_2_4_5_6_every_fault_is_a_row_with_its_reason_and_the_run_goes_on() {
    let home = Home::new();
    let suite = home.write("short.toml", &SHORT.replace("3s", "1s"));
    let faulty = format!("faulty={}", example("faulty_runner"));
    let words: Vec<String> = (1000..1400).map(|number| format!("\"{number}\"")).collect();
    let message = home.write("m.json", &format!("{{\"words\": [{}]}}", words.join(", ")));
    // Those of the runner, and one of wirecost's own that is not built for the message.
    let chosen = [
        "honest",
        "flips",
        "canned",
        "throws",
        "late-throw",
        "crashes",
        "hangs",
        "rubbish",
        "text",
        "too-long",
        "miscounts",
        "chatty",
        "view",
        "serde_json-value",
    ];
    let chosen = chosen.map(|name| ["--candidate", name]).concat();
    let arguments = [&["run", &suite, "--runner", &faulty, "--message", &message][..], &chosen].concat();
    let (ran, document) = home.run_json(&arguments);
    ran.expect(1);
    for (fault, reason) in [
        ("flips", "wrong answer at words[0]: expected "),
        ("canned", "wrong answer at words["),
        ("throws", "it threw: out of luck"),
        ("late-throw", "it threw in the middle"),
        ("crashes", "the runner ended during `verify`: killed by signal 6; its last line: about to crash"),
        ("hangs", "no answer to `verify` within 1 s"),
        ("rubbish", "invalid answer to `verify`: a frame that holds no value"),
        ("text", "invalid answer to `verify`: a frame of 1819043176 bytes was announced"),
        ("too-long", "it reports 4611686018427387903 ns, the harness saw"),
        ("miscounts", "1 iterations where 0 were due"),
    ] {
        let case = case(&document, fault);
        assert_eq!(case["status"], "failed", "{case:#}");
        assert!(case["reason"].as_str().unwrap().contains(reason), "{case:#}");
        // METHOD 4: no figure, and so no fast one.
        assert_eq!(case["estimates"].as_object().unwrap().len(), 0, "{case:#}");
    }
    let labels = |name: &str| {
        let case = case(&document, name);
        assert_eq!(case["status"], "ok", "{case:#}");
        common::labels(case).join("; ")
    };
    for sound in ["honest", "chatty"] {
        assert!(labels(sound).contains("version self-reported"), "{}", labels(sound));
        assert!(!labels(sound).contains("remembers") && !labels(sound).contains("least work"), "{}", labels(sound));
    }
    // METHOD 5: bytes that lay ready were not encoded. A busy machine may slow the control, or the batches, above the least work;
    // then what it takes to read a result gives it away.
    let view = labels("view");
    let caught = ["less than the least work", "too fast to rank", "work may be put off until then"];
    assert!(caught.iter().any(|reason| view.contains(reason)), "{view}");
}

#[test]
fn a_runner_made_with_the_library_bears_odd_candidates() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let odd = format!("odd={}", example("odd_runner"));
    let message = home.write("m.json", r#"{"words": ["one", "two", "six", "ten"]}"#);
    let chosen = ["prints", "panics", "remembers", "refuses"].map(|name| ["--candidate", name]).concat();
    let arguments = [&["run", &suite, "--runner", &odd, "--message", &message][..], &chosen].concat();
    let (ran, document) = home.run_json(&arguments);
    ran.expect(1);
    assert_eq!(case(&document, "prints")["status"], "ok", "what it prints goes to standard error");
    assert_eq!(case(&document, "remembers")["status"], "ok", "its answers are right");
    let panics = case(&document, "panics");
    assert_eq!(panics["status"], "failed", "{panics:#}");
    assert!(panics["reason"].as_str().unwrap().contains("panicked: 35 bytes are too many"), "{panics:#}");
    let refuses = case(&document, "refuses");
    assert_eq!((&refuses["status"], &refuses["reason"]), (&"skipped".into(), &"not on a Saturday".into()));
}

/// What the user names and what cannot be used is an error before anything is measured, in a test of answers too.
#[test]
fn a_program_that_is_no_runner_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let text = home.write("text", "no program");
    std::fs::set_permissions(&text, std::fs::Permissions::from_mode(0o644)).unwrap();
    // A runner of another protocol: a frame that says what it is, in words of its own.
    let description = r#"head -c 4 >/dev/null; printf '\2\0\0\0{}'"#;
    let other = home.write("other", &format!("#!/bin/sh\n{description}\n"));
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o755)).unwrap();
    for (program, said) in [
        ("/bin/echo", "runner \"x\""),
        ("/bin/true", "runner \"x\""),
        ("/no/such", "cannot start /no/such"),
        (&text, "cannot start"),
        (&other, "runner \"x\""),
    ] {
        let runner = format!("x={program}");
        for more in [&["--test"][..], &["--dry-run"], &[]] {
            let arguments = [&["run", &suite, "--candidate", "prost", "--runner", &runner], more].concat();
            home.run(&arguments).expect(2).says(said).says("speaks the runner protocol");
        }
    }
    assert!(!home.path(".local/share/wirecost/runs.db").exists(), "nothing was measured");
}

#[test]
fn two_candidates_of_one_name_are_refused() {
    let home = Home::new();
    let faulty = example("faulty_runner");
    let arguments = ["run", "--runner", &format!("a={faulty}"), "--runner", &format!("b={faulty}")];
    home.run(&arguments).expect(2).says("candidate \"honest\" is in runner \"b\" and in runner \"a\"");
}

#[test]
fn a_version_that_its_receipt_contradicts_fails_with_the_reason() {
    let home = Home::new();
    let runner = std::fs::read_to_string(workspace().join("candidates/codec/python/runner.toml")).unwrap();
    // Whatever the interpreter is, it is not this one.
    let other = runner.replace("command = [\"python3\", \"--version\"]", "command = [\"echo\", \"Python 1.5.2\"]");
    assert_ne!(runner, other);
    home.write("mine/candidates/codec/python/runner.toml", &other);
    let ran = home.run(&["run", "--test", "tiny", "--overlay", "mine", "--candidate", "python-json"]);
    if ran.err.contains("not measured") {
        return eprintln!("skipped: {}", ran.err);
    }
    ran.expect(1).says("failed  codec/python-json/doubles-1000/decode: its version does not hold: ").says("1.5.2");
}
