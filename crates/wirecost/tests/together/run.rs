//! `wirecost run` from end to end: what a user sees and what is stored.

use crate::common::{Home, Ran, SHORT, case, cases, rounds, workspace};

/// The schema as published, against which every document of these tests is checked.
fn published() -> jsonschema::Validator {
    let text = std::fs::read_to_string(workspace().join("docs/schema/run.schema.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

#[test]
fn the_published_schema_is_current() {
    let ran = Home::new().run(&["schema"]).expect(0);
    let published = std::fs::read_to_string(workspace().join("docs/schema/run.schema.json")).unwrap();
    assert!(published == ran.out, "write it anew: wirecost schema > docs/schema/run.schema.json");
    let answers = Home::new().run(&["schema", "answers"]).expect(0);
    let published = std::fs::read_to_string(workspace().join("docs/schema/answers.schema.json")).unwrap();
    assert!(published == answers.out, "write it anew: wirecost schema answers > docs/schema/answers.schema.json");
}

#[test]
fn method_25_a_run_is_measured_stored_and_reported() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let (ran, document) = home.run_json(&["run", &suite, "--seed", "7", "-v"]);
    ran.expect(0).says("decode echo-float").says("an empty operation costs").says("page: ").says("stored:");
    published().validate(&document).unwrap();
    assert_eq!(document["seed"], 7);
    assert_eq!(document["suite"], "short");

    let measured = cases(&document, |case| case["status"] == "ok");
    assert!(measured.len() >= 15, "{}", measured.len());
    for case in &measured {
        assert_eq!(rounds(&document, case), 2, "{case:#}");
        for name in ["time_ns", "cpu_ns"] {
            let estimate = &case["estimates"][name];
            assert!(estimate["low"].as_f64() <= estimate["median"].as_f64(), "{case:#}");
            assert!(estimate["median"].as_f64() <= estimate["high"].as_f64(), "{case:#}");
        }
    }
    // What METHOD 25 asks for beside time, wherever the runner can tell.
    for name in [
        "cold_ns",
        "allocations",
        "allocated_bytes",
        "peak_rss_bytes",
        "size_bytes",
        "gzip_bytes",
        "gzip_ns",
        "zstd_ns",
    ] {
        let prost = cases(&document, |case| case["candidate"] == "prost" && case["message"] == "doubles-1000");
        assert!(prost.iter().all(|case| case["estimates"][name]["median"].is_number()), "{name}: {prost:#?}");
    }
    // A library in C allocates unseen: no count rather than one too low.
    let (ran, unseen) = home.run_json(&["run", &suite, "--candidate", "protobuf", "--message", "doubles-1000"]);
    ran.expect(0).says("doubles-1000: ").says("fastest decode");
    for case in cases(&unseen, |case| case["candidate"] == "protobuf" && case["status"] == "ok") {
        let estimates = &case["estimates"];
        assert!(estimates["cpu_ns"]["median"].is_number() && estimates["allocations"].is_null(), "{case:#}");
    }
    // Sizes that anybody can compute: a packed field of 1000 doubles, and the document of 2001.
    let size = |candidate: &str, message: &str| {
        let found = cases(&document, |case| {
            case["candidate"] == candidate && case["message"] == message && case["operation"] == "decode"
        });
        found[0]["estimates"]["size_bytes"]["median"].as_f64().unwrap()
    };
    assert_eq!(size("prost", "doubles-1000"), 1.0 + 2.0 + 8.0 * 1000.0);
    assert_eq!(size("roxmltree", "echo-float"), 389.0);
    // What a format cannot hold is a row with its reason.
    let skipped = cases(&document, |case| case["status"] == "skipped");
    let reason = skipped.iter().find(|case| case["candidate"] == "serde_json-value").unwrap()["reason"].as_str();
    assert_eq!(reason, Some("not representable: a 32-bit float, which JSON without a schema does not hold"));
    // Versions come from the lock file of the candidate's own build.
    let prost = cases(&document, |case| case["candidate"] == "prost");
    assert!(prost.iter().all(|case| case["receipt"].as_str().unwrap().contains("Cargo.lock")));
}

#[test]
fn method_23_the_document_holds_all_that_a_figure_depends_on() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let (ran, document) = home.run_json(&["run", &suite, "--candidate", "prost", "--trials", "1"]);
    ran.expect(0);
    let environment = &document["environment"];
    for field in ["wirecost_version", "functions_aligned_64", "optimised", "os", "kernel", "architecture", "cores"] {
        assert!(!environment[field].is_null(), "{field}: {environment:#}");
    }
    assert!(document["command"].as_str().unwrap().contains("--candidate prost"));
    assert!(document["warnings"].to_string().contains("with 1 trials an interval covers the median with 0 %"));
    for case in cases(&document, |case| case["status"] == "ok") {
        let name = case["candidate"].as_str().unwrap();
        assert!(!case["version"].as_str().unwrap().is_empty(), "{name}");
    }
}

#[test]
fn a_stored_run_can_be_listed_shown_exported_and_imported() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let (ran, document) =
        home.run_json(&["run", &suite, "--candidate", "prost", "--html", "r.html", "--save-as", "before"]);
    ran.expect(0).says("named before");
    let run_id = document["run_id"].as_str().unwrap();
    home.run(&["runs"]).expect(0).says(run_id).says("done").says("[before] ");
    assert!(home.run(&["report", "before", "--json"]).expect(0).out.contains(run_id));
    home.run(&["run", "--save-as", "2026"]).expect(2).says("a name begins with a letter");
    home.run(&["report", run_id]).expect(0).says("prost");
    home.run(&["export", "latest", "--format", "md"]).expect(0).says("| prost |");
    let csv = home.run(&["export", "--format", "csv"]).expect(0).out;
    assert!(csv.lines().next().unwrap().contains("cpu_ns,cpu_ns_low,cpu_ns_high"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + document["cases"].as_array().unwrap().len());
    let html = std::fs::read_to_string(home.path("r.html")).unwrap();
    assert!(html.contains("prost") && !html.contains("http://") && !html.contains("https://"), "it asks nobody");

    let exported: serde_json::Value = serde_json::from_str(&home.run(&["export"]).expect(0).out).unwrap();
    assert_eq!(exported["cases"], document["cases"]);
    let file = home.path("run.json").display().to_string();
    home.run(&["import", &file]).expect(2).says("stored already");
    let other = Home::new();
    other.run(&["import", &file]).expect(0).says(run_id);
    let imported: serde_json::Value = serde_json::from_str(&other.run(&["export", run_id]).expect(0).out).unwrap();
    assert_eq!(imported["cases"], document["cases"]);
    other.run(&["run", "--resume", run_id]).expect(2).says("another machine");
    home.run(&["report", "20"]).expect(0);
    home.run(&["report", "nope"]).expect(2).says("wirecost runs");
}

#[test]
fn a_users_json_and_xml_are_measured() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let json = home.write(
        "order.json",
        r#"{"id": 18446744073709551615, "lines": [{"sku": "ab", "n": 1}, {"sku": "cd", "n": 2}]}"#,
    );
    let xml = home.write("note.xml", "<note><!--hi--><to>Anna</to><to2>Bert</to2>and <b>more</b></note>");
    let chosen = ["serde_json-value", "roxmltree", "python-elementtree*", "prost", "quick-xml-serde"];
    let chosen = chosen.map(|name| ["--candidate", name]).concat();
    let arguments = [&["run", &suite, "--message", &json, "--message", &xml][..], &chosen].concat();
    let (ran, document) = home.run_json(&arguments);
    let lacks_packages = document.to_string().contains("needs the network");
    ran.expect(0);
    let of = |message: &str, candidate: &str| {
        cases(&document, |case| {
            case["message"] == message && case["candidate"] == candidate && case["operation"] == "decode"
        })[0]
            .clone()
    };
    assert_eq!(of("order", "serde_json-value")["status"], "ok");
    assert_eq!(of("order", "roxmltree")["status"], "ok", "JSON as XML by the mapping");
    if lacks_packages {
        println!("skipped: packages of prost cannot be downloaded")
    } else {
        assert_eq!(of("order", "prost")["status"], "ok", "it is built for the message")
    }
    // No types are generated for it.
    let without = of("order", "quick-xml-serde");
    assert_eq!(without["status"], "skipped");
    let reason = without["reason"].as_str().unwrap();
    assert!(reason.starts_with("quick-xml-serde has no type in xml for the field \"id\": "), "{reason}");
    assert_eq!(of("note", "roxmltree")["status"], "ok");
    // Its data is in every format, the comment is not.
    assert_eq!(of("note", "serde_json-value")["status"], "ok");
    if !lacks_packages {
        assert_eq!(of("note", "prost")["status"], "ok", "elements and texts in their order");
    }
    if let Some(tree) = cases(&document, |c| c["message"] == "note" && c["candidate"] == "python-elementtree").first() {
        assert!(tree["labels"].to_string().contains("partial: leaves out comments"), "{tree:#}");
    }
}

#[test]
fn a_message_that_cannot_be_varied_says_so() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let json = home.write("one.json", r#"{"alone": "x"}"#);
    let (ran, document) = home.run_json(&["run", &suite, "--message", &json, "--candidate", "serde_json-value"]);
    ran.expect(0);
    let found = cases(&document, |case| case["candidate"] == "serde_json-value");
    assert!(found.iter().all(|case| case["labels"].to_string().contains("one input")), "{found:#?}");
}

#[test]
fn broken_input_is_refused_with_its_place() {
    let home = Home::new();
    let json = home.write("broken.json", "{\n  \"a\": 1,\n  \"a\": }");
    home.run(&["run", "--message", &json]).expect(2).says("broken.json:3:");
    let xml = home.write("broken.xml", "<a>\n<b></a>");
    home.run(&["run", "--message", &xml]).expect(2).says("broken.xml:2:");
    let suite = home.write("broken.toml", "trials = 1\nbudget = \"soon\"\n");
    home.run(&["run", &suite]).expect(2).says("broken.toml:2:");
    home.run(&["run", "no-such-suite"]).expect(2).says("quick");
    home.run(&["run", "--message", "no-such-message"]).expect(2).says("dns-100");
    home.run(&["run", "--message", "/no/such/file.json"]).expect(2).says("/no/such/file.json");
    home.run(&["run", "--candidate", "nobody"]).expect(2).says("no candidate matches nobody");
    let file = home.write("broken-run.json", "{\"schema\": \"wirecost.run/1\"}");
    home.run(&["import", &file]).expect(2).says("broken-run.json:1:");
    home.run(&["run", "--no-such-flag"]).expect(2);
}

#[test]
fn a_budget_shortens_a_run_and_refuses_none() {
    let home = Home::new();
    let planned = home.run(&["run", "full", "--time", "30m", "--dry-run"]).expect(0);
    let planned = planned.says("shortened by --time: codec: ");
    assert!(planned.err.contains(" trials in place of 10"), "{}", planned.transcript());
    // A trial of a suite that is longer than the time stands, and is said.
    home.run(&["run", "full", "--time", "10", "--dry-run"]).expect(0).says("longer than --time 10 s");
    home.run(&["run", "full", "--time", "soon", "--dry-run"]).expect(2).says("10 for seconds");

    let suite = home.write("short.toml", &SHORT.replace("trials = 2", "trials = 9").replace("\"2m\"", "\"1ms\""));
    let arguments = ["run", &suite, "--candidate", "prost", "--message", "doubles-1000"];
    let (ran, document) = home.run_json(&[&arguments[..], &["--time", "10ms"]].concat());
    ran.expect(0).says("3 trials in place of 9").says("warm-ups and windows at 25 %");
    assert_eq!(document["trials_planned"], 3);
    assert!(document["warnings"].to_string().contains("shortened by --time: codec: 3 trials"), "{document:#}");
    assert!(cases(&document, |case| case["status"] == "ok").len() >= 2, "{document:#}");
    // The suite's own budget is what it is meant for, and refuses nobody.
    let (ran, document) = home.run_json(&[&arguments[..], &["--trials", "2"]].concat());
    ran.expect(0).says("the suite's budget is 0 s");
    assert_eq!(document["trials_planned"], 2);
    let home = Home::new();
    let plan =
        home.run(&["run", "--dry-run"]).expect(0).says("about").says("skipped: codec/serde_json-value/echo-float");
    assert!(!home.path(".local/share/wirecost/runs.db").exists(), "{}", plan.transcript());
}

/// Who brings a message asks about formats; the servers of the suite have to be asked for.
#[test]
fn a_message_of_ones_own_is_for_the_codec_lab() {
    let home = Home::new();
    let message = home.write("order.json", r#"{"id": 17, "customer": "Ada"}"#);
    let three = ["run", "--message", &message, "--message", "dns-100", "--message", "echo-float", "--dry-run"];
    let planned = home.run(&three).expect(0);
    assert!(!planned.out.contains("http/"), "{}", planned.transcript());
    let planned = home.run(&[&three[..], &["--lab", "http", "--candidate", "hyper"]].concat()).expect(0);
    assert!(planned.out.contains("http/hyper/order"), "{}", planned.transcript());
}

#[test]
fn test_runs_every_case_once_and_stores_nothing() {
    let home = Home::new();
    let ran = home.run(&["run", "--test"]).expect(0);
    assert!(ran.out.contains("ok      codec/prost/dns-100/encode"), "{}", ran.transcript());
    // What passed is what was run.
    let ok = ran.out.lines().filter(|line| line.starts_with("ok ")).count();
    let last = ran.out.trim_end().lines().last().unwrap();
    assert!(last.starts_with(&format!("{ok} passed, 0 failed, ")), "{}", ran.transcript());
    assert!(!home.path(".local/share/wirecost/runs.db").exists());
}

#[test]
fn instructions_are_counted_where_something_counts_them() {
    let home = Home::new();
    let suite = home.write("short.toml", SHORT);
    let chosen = ["--candidate", "prost", "--message", "doubles-1000", "--operation", "decode"];
    let arguments = [&["run", &suite, "--measure", "instructions"][..], &chosen].concat();
    if home.run(&["doctor"]).expect(0).out.contains("missing --measure instructions") {
        println!("skipped: neither counters nor valgrind here");
        return;
    }
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0).says("instructions counted");
    for case in cases(&document, |case| case["candidate"] == "prost") {
        let estimate = &case["estimates"]["instructions"];
        let (low, high) = (estimate["low"].as_f64().unwrap(), estimate["high"].as_f64().unwrap());
        // 8003 bytes are not moved in fewer than a few hundred instructions, and two counts of them hardly differ.
        assert!(low > 300.0 && high / low < 1.02, "{case:#}");
    }
}

#[test]
fn an_overlay_adds_and_replaces() {
    let home = Home::new();
    home.write("mine/suites/mine.toml", &SHORT.replace("\"echo-float\", \"doubles-1000\"", "\"pair\""));
    home.write(
        "mine/messages/pair/message.toml",
        "summary = \"a pair\"\nsource = \"made up\"\ntype = \"pair\"\n[types.pair]\na = \"text\"\nb = \"u8?\"\n",
    );
    home.write("mine/messages/pair/value.json", "{\"a\": \"x1\"}");
    home.run(&["list", "--overlay", "mine"]).expect(0).says("mine").says("a pair");
    let arguments = ["run", "mine", "--overlay", "mine", "--candidate", "serde_json-value"];
    let (ran, document) = home.run_json(&arguments);
    ran.expect(0);
    let of_json = |c: &serde_json::Value| c["candidate"] == "serde_json-value" && c["parameters"]["twin"].is_null();
    assert_eq!(cases(&document, |c| of_json(c) && c["status"] == "ok").len(), 2);
    assert!(case(&document, "empty")["status"] == "ok");
}

#[test]
fn a_script_that_looks_for_the_interpreter_is_started_once() {
    let home = Home::new();
    let interpreter = std::process::Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let Ok(found) = interpreter else { return eprintln!("skipped: no python3") };
    let interpreter = String::from_utf8(found.stdout).unwrap().trim().to_owned();
    // As version managers do: the version is asked of the script, too.
    let script = format!("#!/bin/sh\necho \"$*\" >> \"$HOME/started\"\nexec '{interpreter}' \"$@\"\n");
    let script = home.write("shims/python3", &script);
    std::fs::set_permissions(home.path(&script), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut path = vec![home.path("shims")];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let mut run = home.command(&["run", "tiny", "--lab", "codec", "--candidate", "python-json", "--trials", "3"]);
    run.env("PATH", std::env::join_paths(path).unwrap());
    Ran::of(run).expect(0);
    let started = std::fs::read_to_string(home.path("started")).unwrap();
    assert_eq!(started.matches("runner.py").count(), 1, "{started}");
}

#[test]
fn list_and_doctor_answer_without_anything_installed() {
    let home = Home::new();
    let listed: serde_json::Value = serde_json::from_str(&home.run(&["list", "--json"]).expect(0).out).unwrap();
    let names: Vec<_> = listed["candidates"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"serde_json") && names.contains(&"prost"), "{names:?}");
    let output = home.command(&["doctor"]).env("PATH", "").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("apt-get install python3"), "{text}");
    let output = home.command(&["run", "--test", "--candidate", "prost"]).env("PATH", "").output().unwrap();
    assert!(output.status.success(), "nothing missing fails the default run");
    home.run(&["setup", "shell", "--print", "bash"]).expect(0).says("_wirecost");
}

/// Servers are planned when the codecs are measured, by what the machine has then.
#[test]
fn servers_are_measured_after_the_codecs_in_the_same_run() {
    const BOTH: &str = r#"
        budget = "1m"
        trials = 6
        messages = ["doubles-1000"]
        operations = ["decode"]
        # All but those of Python.
        exclude = ["[!p]*", "p[!y]*"]
        [rules]
        sample = "1ms"
        warmup = "2ms"
        window = "5ms"
        min_samples = 3
        [http]
        budget = "1m"
        trials = 1
        messages = ["hello"]
        candidates = ["hyper"]
        warmup = "20ms"
        window = "50ms"
        [[http.load]]
        connections = [2]
    "#;
    let home = Home::new();
    let suite = home.write("both.toml", BOTH);
    let (ran, document) = home.run_json(&["run", &suite]);
    let of = |lab: &str| cases(&document, |case| case["lab"] == lab);
    assert!(of("codec").iter().any(|case| case["status"] == "ok"), "{}", ran.transcript());
    assert!(
        !of("http").is_empty() && of("http").iter().all(|case| case["status"] != "skipped"),
        "{}",
        ran.transcript()
    );
    let id = document["run_id"].as_str().unwrap();
    assert_eq!(home.run(&["runs"]).expect(0).out.lines().filter(|line| line.starts_with(id)).count(), 1);
    home.run(&["run", "--resume", id]).says("is complete already");
    // What is wrong with the part of the servers is said before the codecs are measured.
    let broken = home.write("broken.toml", &BOTH.replace("\"hello\"", "\"hallo\""));
    assert!(!home.run(&["run", &broken]).expect(2).says("hallo").err.contains("cases in"));
}
