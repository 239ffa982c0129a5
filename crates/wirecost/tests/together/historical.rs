//! `wirecost historical`: the old experiments, run again, and what holds of them.

use crate::common::{Home, workspace};

/// A suite of the same name in the user's folder takes the place of wirecost's own.
const SHORT: &str = r#"
summary = "one record, for a moment"
budget = "5m"
trials = 3
messages = ["dns-record", "dns-record-defaults"]
operations = ["encode"]
candidates = ["prost", "thrift-binary"]
[rules]
sample = "1ms"
warmup = "2ms"
window = "10ms"
min_samples = 3
"#;

fn furnished() -> Home {
    let home = Home::new();
    for suite in ["historical-records", "historical-thrift-protobuf"] {
        home.write(&format!(".config/wirecost/suites/{suite}.toml"), SHORT);
    }
    home
}

#[test]
fn the_experiments_are_listed_with_the_time_that_they_take() {
    let listed = Home::new().run(&["historical"]).expect(0);
    for says in
        ["small-messages, 2001: ", "sbw, 2001: ", "fast-infoset, 2005: ", "web-servers, 2009: ", "  historical-kv "]
    {
        assert!(listed.out.contains(says), "{}", listed.transcript());
    }
    assert!(listed.out.contains("wirecost setup java"), "{}", listed.transcript());
    Home::new().run(&["historical", "record"]).expect(2).says("did you mean \"records\"");
    Home::new().run(&["historical", "--show"]).expect(2).says("--all takes all");
}

#[test]
fn claims_are_judged_by_runs_that_are_made_again() {
    let home = furnished();
    home.run(&["historical", "records", "--show"])
        .expect(0)
        .says("0 held, 0 did not hold, 1 cannot be told, 11 not measured");
    let page = home.path("page.md");
    let ran = home.run(&["historical", "records", "--page", page.to_str().unwrap(), "--results", "kept"]).expect(0);
    for says in [
        "2 suites, about",
        "held: A record takes 113 bytes in Thrift",
        "held: A record takes 83 bytes in Protocol Buffers",
        "2009: 829,996,683 bytes for ten million; now 83 B",
        "; java-protobuf-2.0.3-size is not in the run",
    ] {
        assert!(ran.transcript().contains(says), "{says:?}: {}", ran.transcript());
    }
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("| A record takes 113 bytes in Thrift |"), "{page}");
    assert!(home.path("kept/historical-thrift-protobuf.json.gz").exists());
    let kept = Home::new();
    let folder = home.path("kept");
    let show = ["historical", "records", "--show", "--results", folder.to_str().unwrap()];
    kept.run(&show).expect(0).says("held: A record takes 113 bytes in Thrift");
    // Each run has the name of its suite, and is not made again.
    home.run(&["report", "historical-records"]).expect(0);
    home.run(&["historical", "records", "--resume"]).expect(0).says("0 suites").says("held: A record takes 113 bytes");
}

#[test]
fn a_folder_of_results_is_read_and_a_broken_one_refused_with_its_place() {
    let home = Home::new();
    home.write("results/historical-records.json", "{\"schema\": \"wirecost.run/1\"");
    let show = ["historical", "records", "--show", "--results", "results"];
    home.run(&show).expect(2).says("historical-records.json:1:");
    std::fs::remove_file(home.path("results/historical-records.json")).unwrap();
    home.write("results/historical-records.json.gz", "no gzip");
    home.run(&show).expect(2).says("historical-records.json.gz");
}

/// The page is what the command writes of the runs that are kept beside it.
#[test]
fn the_published_findings_are_those_of_the_published_runs() {
    let (home, folder) = (Home::new(), workspace().join("docs/historical"));
    let page = home.path("findings.md");
    let results = folder.join("results");
    let show =
        ["historical", "--all", "--show", "--results", results.to_str().unwrap(), "--page", page.to_str().unwrap()];
    home.run(&show).expect(0);
    let (due, published) =
        (std::fs::read_to_string(page).unwrap(), std::fs::read_to_string(folder.join("findings.md")).unwrap());
    assert!(due == published, "write docs/historical/findings.md again, by the command in it");
    let sizes = std::fs::read_dir(results).unwrap().map(|file| file.unwrap().metadata().unwrap().len());
    assert!(sizes.sum::<u64>() < 10_000_000);
}
