//! Fast Infoset: `convert`, `dump`, `vocabulary`, and its candidates on a document of the user's.

use std::io::Write as _;
use std::process::Stdio;

use crate::common::{Home, SHORT, cases};

const ORDER: &str = "<o:order xmlns:o=\"urn:orders\" number=\"7\"><!-- new --><o:line unit=\"kg\">flour</o:line>\
                     <o:line unit=\"kg\">salt &amp; pepper</o:line><?print twice?></o:order>";

#[test]
fn a_document_goes_to_fast_infoset_and_comes_back() {
    let home = Home::new();
    home.write("a.xml", ORDER);
    home.run(&["convert", "a.xml", "a.fi"]).expect(0);
    let bytes = std::fs::read(home.path("a.fi")).unwrap();
    assert_eq!(bytes[..4], [0xE0, 0, 0, 1]);
    assert!(bytes.len() < ORDER.len());
    home.run(&["convert", "a.fi", "back.xml"]).expect(0);
    assert_eq!(std::fs::read_to_string(home.path("back.xml")).unwrap(), ORDER);
    // The bytes tell the form where the name does not.
    std::fs::copy(home.path("a.fi"), home.path("nameless")).unwrap();
    assert_eq!(home.run(&["convert", "nameless", "-"]).expect(0).out, ORDER);
    home.run(&["convert", "a.xml", "b.xml"]).expect(2).says("--to fi");
}

#[test]
fn documents_go_through_pipes() {
    let home = Home::new();
    let through = |arguments: &[&str], input: &[u8]| {
        let mut command = home.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        output.stdout
    };
    let bytes = through(&["convert", "-", "-"], ORDER.as_bytes());
    assert_eq!(through(&["convert", "--from", "fi", "--to", "xml", "-", "-"], &bytes), ORDER.as_bytes());
    let dumped = String::from_utf8(through(&["dump", "-"], &bytes)).unwrap();
    assert!(dumped.contains("\"urn:orders\", new in its table"), "{dumped}");
}

#[test]
fn broken_input_is_refused_with_its_byte() {
    let home = Home::new();
    home.write("a.xml", ORDER);
    home.run(&["convert", "a.xml", "a.fi"]).expect(0);
    let bytes = std::fs::read(home.path("a.fi")).unwrap();
    std::fs::write(home.path("cut.fi"), &bytes[..20]).unwrap();
    home.run(&["convert", "cut.fi", "b.xml"]).expect(2).says("cut.fi: byte 20: the document ends here");
    assert!(!home.path("b.xml").exists() && !home.path("b.xml.partial").exists());
    // What comes before the error is shown.
    home.run(&["dump", "cut.fi"]).expect(2).says("magic bytes").says("byte 20");
    home.write("bad.xml", "<a><b></a>");
    home.run(&["convert", "bad.xml", "b.fi"]).expect(2).says("bad.xml");
    home.run(&["convert", "missing.xml", "b.fi"]).expect(2).says("missing.xml");
}

#[test]
fn a_vocabulary_makes_documents_smaller_and_is_needed_to_read_them() {
    let home = Home::new();
    home.write("a.xml", ORDER);
    home.run(&["vocabulary", "a.xml", "-o", "order.fivoc"]).expect(0).says("urn:vocabulary:order");
    home.run(&["convert", "a.xml", "plain.fi"]).expect(0);
    home.run(&["convert", "--vocabulary", "order.fivoc", "a.xml", "small.fi"]).expect(0);
    let size = |name: &str| std::fs::metadata(home.path(name)).unwrap().len();
    assert!(size("small.fi") < size("plain.fi"));
    home.run(&["convert", "small.fi", "-"]).expect(2).says("urn:vocabulary:order").says("--vocabulary FILE.fivoc");
    home.run(&["dump", "small.fi"]).expect(2).says("--vocabulary FILE.fivoc");
    assert_eq!(home.run(&["convert", "--vocabulary", "order.fivoc", "small.fi", "-"]).expect(0).out, ORDER);
    home.run(&["dump", "--vocabulary", "order.fivoc", "small.fi"]).expect(0).says("external vocabulary");
    home.run(&["dump", "order.fivoc"]).expect(0).says("local names");
}

#[test]
fn every_candidate_takes_a_document_without_a_data_tree() {
    let home = Home::new();
    home.write("a.xml", ORDER);
    home.run(&["run", "tiny", "--test", "--message", "a.xml", "--candidate", "fast-infoset*"]).expect(0);
}

#[test]
fn the_documents_of_a_folder_are_messages_and_a_broken_one_is_said() {
    let home = Home::new();
    home.write("corpus/a.xml", ORDER);
    home.write("corpus/deeper/b.xml", ORDER);
    home.write("corpus/bad.xml", "<a>");
    let ran = home.run(&[
        "run",
        "historical-fast-infoset",
        "--test",
        "--corpus",
        "corpus",
        "--candidate",
        "fast-infoset-pull",
    ]);
    ran.expect(0).says("fast-infoset-pull/a/decode").says("fast-infoset-pull/b/encode").says("bad.xml");
    home.run(&["run", "tiny", "--test", "--corpus", "nowhere"]).expect(2).says("nowhere");
}

#[test]
fn the_default_suite_leaves_the_settings_out_unless_they_are_named() {
    let home = Home::new();
    let ran = home.run(&["run", "--dry-run"]).expect(0).says("fast-infoset-pull");
    assert!(!ran.out.contains("fast-infoset-limit0"), "{}", ran.transcript());
    home.run(&["run", "--dry-run", "--candidate", "fast-infoset-limit0"]).expect(0).says("fast-infoset-limit0");
}

#[test]
fn settings_are_chosen_by_parameter() {
    let home = Home::new();
    home.write("a.xml", ORDER);
    let run = ["run", "historical-fast-infoset", "--dry-run", "--message", "a.xml"];
    let candidates = |parameters: &[&str]| {
        let flags = parameters.iter().flat_map(|parameter| ["--parameter", parameter]).collect::<Vec<_>>();
        let out = home.run(&[&run[..], &flags].concat()).expect(0).out;
        let names = out.lines().filter_map(|line| line.strip_prefix("codec/")?.split('/').next()).map(str::to_owned);
        names
            .filter(|name| name.starts_with("fast-infoset") || name.contains("xml"))
            .collect::<std::collections::BTreeSet<_>>()
    };
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    // Those that have no such parameter stay.
    let others = ["fast-infoset-serde", "quick-xml-events", "quick-xml-gzip", "roxmltree"];
    let sixteen = ["fast-infoset-limit16", "fast-infoset-external-limit16"];
    assert_eq!(candidates(&["limit=16"]), set(&[&others[..], &sixteen].concat()));
    let narrowed = ["limit=16", "vocabulary=external", "compression=gzip"];
    assert_eq!(candidates(&narrowed), set(&[&others[..], &sixteen[1..]].concat()));
    home.run(&[&run[..], &["--parameter", "limit=17"]].concat()).expect(2).says("limit can be 0, 16, 24, 32, 7");
    home.run(&[&run[..], &["--parameter", "limt=7"]].concat()).expect(2).says("no case has a parameter \"limt\"");
    home.run(&[&run[..], &["--parameter", "limit"]].concat()).expect(2).says("NAME=VALUE");
    let listed = home.run(&["list", "--json"]).expect(0).out;
    assert!(listed.contains("\"vocabulary\": \"external\"") && listed.contains("\"limit\": \"16\""), "{listed}");
}

#[test]
fn sizes_are_those_of_formats_and_of_other_settings_where_asked() {
    let home = Home::new();
    home.write("a.xml", ORDER);
    let formats = |arguments: &[&str]| {
        let out = home.run(&[&["size", "--json", "a.xml"], arguments].concat()).expect(0).out;
        let sizes: serde_json::Value = serde_json::from_str(&out).unwrap();
        let formats =
            sizes[0]["sizes"].as_array().unwrap().iter().map(|size| size["format"].as_str().unwrap().to_owned());
        formats.filter(|format| format.starts_with("fast-infoset")).collect::<std::collections::BTreeSet<_>>()
    };
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(formats(&[]), set(&["fast-infoset", "fast-infoset-external"]));
    let seven = set(&["fast-infoset", "fast-infoset-limit7", "fast-infoset-external-limit7"]);
    assert_eq!(formats(&["--parameter", "limit=7"]), seven);
    assert_eq!(formats(&["--candidate", "fast-infoset*"]).len(), 11);
}

#[test]
fn a_vocabulary_of_the_users_stands_in_the_place_of_one_for_each_message() {
    let home = Home::new();
    home.write("a.xml", ORDER);
    home.write("samples.xml", &ORDER.replace("<o:line", "<o:note>n</o:note><o:line"));
    home.run(&["vocabulary", "a.xml", "samples.xml", "-o", "order.fivoc"]).expect(0);
    home.run(&["convert", "--vocabulary", "order.fivoc", "a.xml", "a.fi"]).expect(0);
    let converted = std::fs::metadata(home.path("a.fi")).unwrap().len();
    let size = home.run(&["size", "--json", "a.xml", "--vocabulary", "order.fivoc"]).expect(0).out;
    let size: serde_json::Value = serde_json::from_str(&size).unwrap();
    let external = size[0]["sizes"].as_array().unwrap().iter().find(|it| it["format"] == "fast-infoset-external");
    assert_eq!(external.unwrap()["size_bytes"], converted, "{size}");
    let suite = home.write("short.toml", SHORT);
    let run = ["run", &suite, "--trials", "1", "--message", "a.xml", "--candidate", "fast-infoset-external"];
    let (ran, document) = home.run_json(&[&run[..], &["--vocabulary", "order.fivoc"]].concat());
    ran.expect(0);
    let with = cases(&document, |case| case["format"] == "fast-infoset-external");
    let is_of_it = |case: &&serde_json::Value| {
        case["message_digest"]["type_sha256"].is_string()
            && case["estimates"]["size_bytes"]["median"] == converted as f64
    };
    assert!(!with.is_empty() && with.iter().all(is_of_it), "{with:#?}");
    home.write("none.fivoc", "nothing");
    home.run(&[&run[..], &["--vocabulary", "none.fivoc"]].concat()).expect(2).says("none.fivoc");
}

#[test]
fn documents_of_a_folder_have_their_sizes_together() {
    let home = Home::new();
    home.write("corpus/a.xml", ORDER);
    home.write("corpus/b.xml", "<a x='1'><b>2</b><b>3</b></a>");
    let shown = home.run(&["size", "--corpus", "corpus"]).expect(0);
    shown.says("2 messages together").says("of xml").says("geometric mean");
    let json = home.run(&["size", "--corpus", "corpus", "--json"]).expect(0).out;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap().as_array().unwrap().len(), 2);
}

#[test]
fn a_wrong_archive_is_no_corpus() {
    let home = Home::new();
    home.write("a.jar", "no archive");
    let ran = home.run(&["setup", "corpus", "ubl", "--from", "a.jar", "--into", "documents"]);
    ran.expect(2).says("a.jar: SHA-256 is").says("this is not ph-ubl-testfiles-10.1.0.jar");
    assert!(!home.path("documents").exists());
    assert_eq!(
        std::fs::read_dir(home.path("."))
            .unwrap()
            .flatten()
            .filter(|entry| { entry.file_name().to_string_lossy().contains("partial") })
            .count(),
        0
    );
}

/// By mvn, as the interoperation tests of the library fetch the same archive; without mvn it says so and passes.
#[test]
fn the_ubl_documents_are_brought_once() {
    let mvn = std::process::Command::new("mvn").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !mvn.is_ok_and(|status| status.success()) {
        println!("skipped: mvn is not there");
        return;
    }
    let home = Home::new();
    let setup = ["setup", "corpus", "ubl", "--into", "documents"];
    assert_eq!(home.run(&setup).expect(0).out.trim(), "documents");
    let is_shown = |entry: &std::fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
    let entries = |folder: &str| std::fs::read_dir(home.path(folder)).unwrap().flatten().filter(is_shown).count();
    assert_eq!(entries("."), 1, "nothing is left beside the documents");
    let run =
        ["run", "historical-fast-infoset", "--dry-run", "--candidate", "fast-infoset-pull", "--corpus", "documents"];
    let planned = home.run(&run).expect(0).out;
    let documents = |operation: &str| {
        let is_one =
            |line: &&str| line.starts_with("codec/fast-infoset-pull/") && line.contains(&format!("/{operation}?"));
        planned.lines().filter(is_one).count()
    };
    // One decoding is there four times: it is the A/A pair of the run, twice a round.
    assert_eq!((documents("decode"), documents("encode")), (85, 82), "{planned}");
    // A folder that is there is the user's: it is not unpacked again.
    std::fs::remove_dir_all(home.path("documents")).unwrap();
    std::fs::create_dir(home.path("documents")).unwrap();
    assert_eq!(home.run(&setup).expect(0).out.trim(), "documents");
    assert_eq!(entries("documents"), 0);
}
