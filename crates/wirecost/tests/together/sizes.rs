//! `size` on large and on endless messages: bounded memory, and an error at each limit.

#![cfg(target_os = "linux")]

use crate::common::{Home, child};

/// A message of this size shows the factor beside what the program itself takes.
const BYTES: usize = 1 << 20;

#[test]
fn a_message_adds_at_most_12_times_its_size_and_20_megabytes_of_memory() {
    let home = Home::new();
    let peak = |name: &str, text: &str| {
        home.write(name, text);
        // Three formats show the factor; the others are written in the same way.
        let mut arguments = vec!["size", name];
        for candidate in ["serde_json-value", "rmpv", "fast-infoset-pull", "quick-xml-events"] {
            arguments.extend(["--candidate", candidate]);
        }
        let (status, peak) = child::peak(home.command(&arguments));
        assert!(status.success(), "{name}: {status}");
        peak
    };
    // A build for tests takes tens of megabytes by itself.
    let own = peak("tiny.json", "1");
    for (name, text) in child::messages(BYTES) {
        let (added, most) = (peak(name, &text).saturating_sub(own), 12 * text.len() as u64 + 20_000_000);
        assert!(added <= most, "{name}: {added} bytes of memory for {} of message, {most} allowed", text.len());
    }
}

#[test]
fn streamed_sizes_equal_those_that_candidates_write() {
    let home = Home::new();
    let file = home.write("m.json", "{\"a\":[1,-2,0.5,null,\"x<&>\"],\"b\":{\"c\":true},\"d\":\"\"}");
    let toml = "summary = \"the same by its folder\"\nsource = \"here\"\nvalue = \"m.json\"\n";
    home.write("whole/message.toml", toml);
    std::fs::copy(&file, home.path("whole/m.json")).unwrap();
    let sizes = |name: &str| {
        let ran = home.run(&["size", name, "--json"]).expect(0);
        let mut sizes: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        sizes[0]["message"] = serde_json::Value::Null;
        sizes
    };
    let (streamed, whole) = (sizes(&file), sizes(home.path("whole").to_str().unwrap()));
    assert_eq!(streamed["0"]["sizes"], whole["0"]["sizes"]);
    assert_eq!(streamed, whole);
}

#[test]
fn every_limit_has_its_error_and_place() {
    let home = Home::new();
    let deep = home.write("deep.xml", &format!("\n{}{}", "<a>".repeat(1_025), "</a>".repeat(1_025)));
    for verb in [&["size"][..], &["run", "--test", "--lab", "codec", "--message"]] {
        let on = |file: &str| home.run(&[verb, &[file]].concat());
        on("/dev/zero").expect(2).says("/dev/zero: it is longer than 67108864 bytes");
        on(&deep).expect(2).says("nested deeper than 1024 levels").says("deep.xml:2:");
        std::fs::File::create(home.path("large.json")).unwrap().set_len((64 << 20) + 1).unwrap();
        on("large.json").expect(2).says("large.json: 67108865 bytes; a message may have 67108864");
    }
}
