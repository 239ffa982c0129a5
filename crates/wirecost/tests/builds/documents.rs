//! JSON for programs: every verb that prints data has a document that names its form, and docs/JSON.md names all of them.

use crate::common::{self, Home, workspace};
use crate::generated;
use serde_json::Value;

fn home() -> Home {
    let home = Home::new();
    for number in 1..3 {
        let run = serde_json::to_string(&generated::run(1, 9, number)).unwrap();
        let file = home.write(&format!("{number}.json"), &run);
        home.run(&["import", &file]).expect(0);
    }
    home.write("a.xml", "<a><b>text</b></a>");
    home.run(&["convert", "a.xml", "a.fi"]).expect(0);
    home
}

#[test]
fn every_verb_that_prints_data_prints_a_document() {
    let home = home();
    for (arguments, schema) in [
        (&["list", "--json"][..], "wirecost.list/1"),
        (&["doctor", "--json"], "wirecost.doctor/1"),
        (&["runs", "--json"], "wirecost.runs/1"),
        (&["report", "--json"], "wirecost.run/1"),
        (&["report", "--by", "library", "--json"], "wirecost.answers/1"),
        (&["report", "--rate", "20k/s", "--json"], "wirecost.answers/1"),
        (&["export"], "wirecost.run/1"),
        (&["compare", "1.json", "2.json", "--json"], "wirecost.outcome/1"),
        (&["compare", "1.json", "2.json", "--format", "json"], "wirecost.outcome/1"),
        (&["history", "*", "--json"], "wirecost.history/1"),
        (&["start", "rpc", "--json"], "wirecost.stacks/1"),
        (&["probe", "--candidate", "json-http", "--json"], "wirecost.probe/1"),
    ] {
        let ran = home.run(arguments).expect(0);
        let document: Value =
            serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.transcript()));
        assert_eq!(document["schema"], schema, "{}", ran.transcript());
        if let "wirecost.answers/1" = schema {
            let published = common::workspace().join("docs/schema/answers.schema.json");
            let published: Value = serde_json::from_str(&std::fs::read_to_string(published).unwrap()).unwrap();
            jsonschema::validator_for(&published).unwrap().validate(&document).unwrap();
        }
    }
}

#[test]
fn documents_hold_what_the_tables_show() {
    let home = home();
    let read = |arguments: &[&str]| -> Value { serde_json::from_str(&home.run(arguments).expect(0).out).unwrap() };
    let runs = read(&["runs", "--json"]);
    let ids: Vec<&str> = runs["runs"].as_array().unwrap().iter().map(|run| run["run_id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["20260102-030402-abcd", "20260102-030401-abcd"]);
    let history = read(&["history", "codec/candidate-1/echo-float/decode", "--json"]);
    let points = history["cases"][0]["points"].as_array().unwrap();
    assert_eq!((points.len(), points[0]["estimate"].as_str()), (2, Some("cpu_ns")));
    assert!(points[1]["low"].as_f64() <= points[1]["median"].as_f64(), "{history:#}");
    let sizes = read(&["size", "a.xml", "--json"]);
    assert_eq!((&sizes[0]["schema"], &sizes[0]["message"]), (&"wirecost.size/1".into(), &"a".into()));
    let pieces = home.run(&["dump", "a.fi", "--json"]).expect(0).out;
    let pieces: Vec<Value> = pieces.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&pieces[0]["schema"], &pieces[0]["offset"]), (&"wirecost.dump/1".into(), &0.into()));
    assert!(pieces[0]["bytes_hex"].as_str().unwrap().starts_with("E0"), "{:?}", pieces[0]);
}

#[test]
fn a_plan_is_a_document_too() {
    let home = Home::new();
    let arguments = ["run", "tiny", "--lab", "codec", "--candidate", "prost", "--dry-run"];
    let (ran, plan) = home.run_json(&arguments);
    ran.expect(0);
    assert_eq!(plan["schema"], "wirecost.plan/1");
    let cases = plan["labs"][0]["cases"].as_array().unwrap();
    assert!(cases.contains(&"codec/prost/echo-float/decode".into()), "{plan:#}");
    assert!(plan["predicted_s"].as_f64() > Some(0.0), "{plan:#}");
}

#[test]
fn every_form_is_described() {
    let described = std::fs::read_to_string(workspace().join("docs/JSON.md")).unwrap();
    let mut forms = std::collections::BTreeSet::new();
    let mut folders = vec![workspace().join("crates/wirecost/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
                continue;
            }
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            // Within another text a quotation mark follows a backslash.
            let words = text.split('"').map(|word| word.trim_end_matches('\\'));
            let named = words.filter(|word| word.starts_with("wirecost.") && word.contains("/1"));
            forms.extend(named.map(str::to_owned));
        }
    }
    assert!(forms.len() > 8, "{forms:?}");
    let missing: Vec<&String> = forms.iter().filter(|form| !described.contains(&format!("`{form}`"))).collect();
    assert!(missing.is_empty(), "docs/JSON.md does not name {missing:?}");
}

/// The table of docs/ARCHITECTURE.md says what each crate of the workspace depends on, as its manifest does.
#[test]
fn the_table_of_crates_names_what_each_depends_on() {
    let text = std::fs::read_to_string(workspace().join("docs/ARCHITECTURE.md")).unwrap();
    let mut told: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, place, .., needs, _] = cells[..] else { continue };
        let place = place.trim_matches('`');
        if workspace().join(place).join("Cargo.toml").exists()
            && ["crates/", "libs/"].iter().any(|it| place.starts_with(it))
        {
            told.push((place.to_owned(), needs.to_owned()));
        }
    }
    let mut known: Vec<(String, String)> = Vec::new();
    for group in ["crates", "libs"] {
        for folder in std::fs::read_dir(workspace().join(group)).unwrap() {
            let folder = folder.unwrap().path();
            let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
            let manifest: toml::Table = manifest.parse().unwrap();
            let all = manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten();
            let own = all.filter(|(_, dependency)| dependency.get("path").is_some());
            let mut own: Vec<&str> = own.map(|(name, _)| name.strip_prefix("wirecost-").unwrap_or(name)).collect();
            own.sort_unstable();
            let needs = if own.is_empty() { "nothing".to_owned() } else { own.join(", ") };
            known.push((format!("{group}/{}", folder.file_name().unwrap().display()), needs));
        }
    }
    told.sort();
    known.sort();
    assert_eq!(told, known);
}
