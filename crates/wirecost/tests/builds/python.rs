//! The libraries of Python candidates: what `setup python` brings, and that each answers right.

use std::process::Command;

use crate::common::{Home, workspace};

#[test]
fn libraries_that_pip_installs_answer_right() {
    let has_pip = Command::new("python3").args(["-m", "pip", "--version"]).output();
    if !has_pip.is_ok_and(|output| output.status.success()) {
        return eprintln!("skipped: python3 has no pip");
    }
    let home = Home::new();
    home.run(&["setup", "python", "--dry-run"]).expect(0).says("orjson 3.");
    home.run(&["setup", "python", "--library", "nosuch*"]).expect(2).says("nosuch*");
    // What this Python has besides is not measured.
    let before = home.run(&["list"]).expect(0).out;
    assert!(before.contains("python-json ") && !before.contains("python-orjson "), "{before}");
    let set_up = home.run(&["setup", "python"]).expect(0);
    assert_eq!(set_up.out.lines().filter(|line| line.starts_with("ok ")).count(), 8, "{}", set_up.transcript());

    let listed = home.run(&["list"]).expect(0).out;
    let of_python = |listed: &str| listed.lines().filter(|line| is_codec(line)).count();
    let more = of_python(&listed) - of_python(&before);
    let told = std::fs::read_to_string(workspace().join("candidates/codec/python/runner.toml")).unwrap();
    assert!(told.contains(&format!("candidates = {more}\n")), "{more} more: {told}");

    let own = home.write("own.json", r#"{"id": 7, "_name": "a", "copy": [1.5], "tags": {"x": "y"}, "note": "\u00e9"}"#);
    let document = home.write("doc.xml", "<!--a--><d xmlns:p='urn:p' p:a='1'>x<?y z?><p:b/>t<!--c--></d><?end?>");
    let messages = ["--message", "dns-100", "--message", "telemetry", "--message", &own, "--message", &document];
    let operations = ["--operation", "decode", "--operation", "encode", "--operation", "round-trip"];
    let arguments = ["run", "--test", "full", "--lab", "codec", "--language", "python"];
    let ran = home.run(&[&arguments[..], &messages, &operations].concat()).expect(0).says("0 failed");
    for done in [
        "python-msgspec-struct/own/encode",
        "python-msgspec-msgpack-struct/telemetry/decode",
        "python-pydantic/own/round-trip",
        "python-lxml/doc/round-trip",
        "python-lxml-events/doc/decode",
        "python-ormsgpack/dns-100/encode",
    ] {
        assert!(ran.out.contains(&format!("ok      codec/{done}")), "{done}: {}", ran.transcript());
    }
}

/// Whether a line of `list` is of a codec in Python: it names a binding.
fn is_codec(line: &str) -> bool {
    let bindings = [" dynamic ", " typed ", " tree ", " events "];
    line.contains(" python ") && bindings.iter().any(|binding| line.contains(binding))
}
