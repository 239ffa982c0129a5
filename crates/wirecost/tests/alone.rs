//! Candidates built alone: a message of the user's in typed candidates, and other versions and features of a library.

mod common;

use std::path::Path;

use common::{Home, Ran};

/// The operations that each candidate was tested in, and those that were not with their reasons.
fn tested(ran: &Ran) -> (Vec<&str>, Vec<&str>) {
    let lines = |word: &str| ran.out.lines().filter(|line| line.starts_with(word)).collect();
    (lines("ok "), lines("skipped "))
}

#[test]
fn typed_candidates_of_every_format_take_messages_that_nobody_tuned_for() {
    let home = Home::new();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own");
    let typed = [
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
                assert!(ok.iter().any(|line| line.ends_with(&case)), "{case} is not tested: {}", ran.told());
            }
        }
    }
    assert!(skipped.is_empty(), "{skipped:?}");
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
        ])
        .expect(0);
    if ran.lacks_packages() {
        return;
    }
    let text = std::fs::read_to_string(&document).unwrap_or_else(|error| panic!("{error}: {}", ran.told()));
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
    assert!(build["program_bytes"].as_u64().unwrap() > 100_000 && build["dependencies"].as_u64().unwrap() > 3);
    assert!(case("serde_json").get("build").is_none(), "it is in wirecost's own binary");
    assert!(case("prost@0.13")["receipt"].as_str().unwrap().contains("Cargo.lock of its own build"));
}

#[test]
fn what_cannot_be_built_is_a_row_with_its_reason() {
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
    assert!(ok.iter().any(|line| line.ends_with("codec/postcard/dns-record/decode")), "{}", ran.told());
    assert!(skipped.len() == 1 && skipped[0].contains("does not build: src/candidate.rs:"), "{skipped:?}");

    // Only the registry knows which versions there are.
    let ran = home.run(&[&arguments[..], &["--candidate", "postcard@0.0.7"]].concat()).expect(0);
    if !ran.lacks_packages() {
        assert!(tested(&ran).1[0].contains("does not build: failed to select a version"), "{}", ran.told());
    }
    let checkout = format!("prost={folder}");
    let ran = home.run(&[&arguments[..], &["--candidate", &checkout]].concat()).expect(0);
    assert!(tested(&ran).1[0].contains("measure a version instead"), "{}", ran.told());
    home.run(&[&arguments[..], &["--candidate", "postcart@1"]].concat()).expect(2).says("postcart");
    let lends = ["run", "full", "--lab", "codec", "--test", "--message", "dns-record", "--operation", "borrow"];
    let refused = home.run(&[&lends[..], &["--candidate", "prost@0.13"]].concat()).expect(2);
    assert!(!refused.told().contains("did you mean"), "{}", refused.told());

    // Without cargo the other candidates are measured all the same.
    let order = home.write("order.json", r#"{"id": 7}"#);
    let mut without =
        home.command(&["run", "full", "--lab", "codec", "--test", "--message", &order, "--candidate", "serde_json*"]);
    without.env("PATH", home.path("nothing"));
    let ran = Ran::of(without).expect(0);
    let (ok, skipped) = tested(&ran);
    assert!(ok.iter().any(|line| line.contains("serde_json-value")), "{}", ran.told());
    assert!(
        skipped.iter().all(|line| line.contains("serde_json/order") && line.contains("needs cargo")),
        "{skipped:?}"
    );
}
