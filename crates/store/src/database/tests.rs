use super::*;
use crate::complete;
use wirecost_model::{EstimateId, Lab, Status};

fn case(candidate: &str) -> CaseDocument {
    CaseDocument {
        lab: Lab::CODEC,
        candidate: candidate.into(),
        version: "1".into(),
        receipt: "Cargo.lock".into(),
        build: None,
        message_digest: None,
        host: None,
        language: "rust".into(),
        format: "json".into(),
        message: "m".into(),
        operation: "decode".into(),
        parameters: Default::default(),
        status: Status::Ok,
        reason: None,
        labels: Vec::new(),
        concluded: Vec::new(),
        trials_planned: 0,
        trials: Vec::new(),
        estimates: Default::default(),
    }
}

fn run(run_id: &str) -> RunDocument {
    RunDocument {
        schema: wirecost_model::SCHEMA.into(),
        run_id: run_id.into(),
        command: "wirecost run".into(),
        started: "2026-01-01T00:00:00Z".into(),
        ended: None,
        seed: 1,
        suite: "quick".into(),
        trials_planned: 6,
        verdict_estimate: EstimateId::CpuNs,
        environment: Default::default(),
        together: None,
        hosts: Vec::new(),
        provisional: false,
        warnings: Vec::new(),
        cases: vec![case("a"), case("b")],
    }
}

fn trial(time_ns: f64, size: f64) -> TrialDocument {
    let estimates = [(EstimateId::TimeNs, time_ns), (EstimateId::SizeBytes, size)].into();
    TrialDocument { estimates, samples: 1, outliers: 0, position: 0, warmup: None, load: None }
}

#[test]
fn a_run_is_read_back_with_its_estimates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/runs.db");
    let mut store = Store::open(&path).unwrap();
    store.insert(&run("20260101-a"), "{}").unwrap();
    let key = case("a").key();
    for (number, time) in [3.0, 1.0, 2.0].into_iter().enumerate() {
        store.add_trial("20260101-a", &key, number, &trial(time, 10.0), &[]).unwrap();
    }
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.trials("20260101-a", &key).unwrap(), BTreeSet::from([0, 1, 2]));
    let run = store.load(&store.find("2026").unwrap()).unwrap().into_document();
    let estimate = run.cases[0].estimates[&EstimateId::TimeNs];
    assert_eq!((estimate.low, estimate.median, estimate.high), (1.0, 2.0, 3.0));
    assert_eq!(run.cases[1].status, Status::Skipped, "no trial, no figure");
    assert!(store.find("nope").unwrap_err().to_string().contains("wirecost runs"));
}

#[test]
fn a_name_stands_for_the_run_that_got_it_last() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let mut store = Store::open(&path).unwrap();
    store.insert(&run("20260101-a"), "{}").unwrap();
    store.insert(&run("20260102-b"), "{}").unwrap();
    store.save_as("20260101-a", "before").unwrap();
    assert_eq!(store.find("before").unwrap(), "20260101-a");
    store.save_as("20260102-b", "before").unwrap();
    store.save_as("20260102-b", "main").unwrap();
    assert_eq!(store.find("before").unwrap(), "20260102-b");
    let names = Store::read(&path).unwrap().names().unwrap();
    assert_eq!(names, [("20260102-b".to_owned(), vec!["before".to_owned(), "main".to_owned()])].into());
    for wrong in ["latest", "2026", "a/b", ""] {
        store.save_as("20260101-a", wrong).unwrap_err();
    }
    // As a program before this one left it.
    store.connection.execute_batch("DROP TABLE names").unwrap();
    assert!(store.names().unwrap().is_empty() && store.find("before").is_err());
}

#[test]
fn a_first_look_is_found_by_its_name_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    store.insert(&run("20260101-a"), "{}").unwrap();
    store.insert(&RunDocument { provisional: true, ..run("20260102-b") }, "{}").unwrap();
    let names = |runs: Vec<RunRow>| runs.into_iter().map(|run| run.run_id).collect::<Vec<_>>();
    assert_eq!(names(store.runs().unwrap()), ["20260101-a"]);
    assert_eq!(names(store.all_runs().unwrap()), ["20260102-b", "20260101-a"]);
    assert_eq!(store.find("latest").unwrap(), "20260101-a");
    assert!(store.load(&store.find("20260102").unwrap()).unwrap().into_document().provisional);
}

#[test]
fn a_page_of_runs_holds_no_others_and_counts_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    for number in 0..25 {
        let command = format!("wirecost run {}", if number % 5 == 0 { "ÄRGER" } else { "codec" });
        store.insert(&RunDocument { command, ..run(&format!("r{number:02}")) }, "{}").unwrap();
    }
    store.insert(&RunDocument { provisional: true, ..run("r99") }, "{}").unwrap();
    let page = |words: &[&str], skipped, most| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let RunPage { runs, found, total } = store.page(&words, skipped, most).unwrap();
        (runs.into_iter().map(|run| run.run_id).collect::<Vec<_>>(), found, total)
    };
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    assert_eq!(page(&[], 0, 2), (ids(&["r24", "r23"]), 25, 25));
    assert_eq!(page(&[], 24, 2), (ids(&["r00"]), 25, 25));
    assert_eq!(page(&["ärger", "run"], 1, 3), (ids(&["r15", "r10", "r05"]), 5, 25));
    assert_eq!(page(&["nothing"], 0, 3), (ids(&[]), 0, 25));
    assert_eq!(store.latest(None, 2).unwrap(), ["r24", "r23"]);
    assert!(store.latest(Some("2025"), 2).unwrap().is_empty());
}

#[test]
fn cases_are_added_to_a_run_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    let mut run = run("20260101-a");
    store.insert(&run, "{}").unwrap();
    store.add_trial(&run.run_id, &case("a").key(), 0, &trial(1.0, 10.0), &[]).unwrap();
    run.warnings.push("one more lab".to_owned());
    store.add_cases(&run, &[case("b"), case("c")], "{\"more\": 1}").unwrap();
    let stored = store.load(&run.run_id).unwrap().into_document();
    let names: Vec<&str> = stored.cases.iter().map(|case| case.candidate.as_str()).collect();
    assert_eq!((names, stored.cases[0].trials.len()), (vec!["a", "b", "c"], 1));
    assert_eq!((stored.warnings.len(), store.request(&run.run_id).unwrap()), (1, "{\"more\": 1}".to_owned()));
}

#[test]
fn method_14_a_size_that_changes_between_trials_fails_the_case() {
    let mut case = case("a");
    case.trials = vec![trial(1.0, 10.0), trial(1.0, 11.0)];
    complete(&mut case);
    assert_eq!(case.status, Status::Failed);
    assert!(case.estimates.is_empty() && case.reason.unwrap().contains("size_bytes"));
}

#[test]
fn a_full_disk_loses_no_finished_trial() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    store.insert(&run("r"), "{}").unwrap();
    let pages: i64 = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.connection.execute_batch(&format!("PRAGMA max_page_count = {}", pages + 4)).unwrap();
    let key = case("a").key();
    let samples = vec![Sample { iterations: 1, wall_ns: 1, cpu_ns: 1 }; 50];
    let mut stored = 0;
    let error = loop {
        match store.add_trial("r", &key, stored, &trial(1.0, 1.0), &samples) {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    let said = error.to_string();
    assert!(said.contains("--resume r") && said.contains(&format!("{stored} finished trial")), "{said}");
    assert!(stored > 0);
    // A run that has no room is not there, and nothing of it can be resumed.
    let large = RunDocument { command: "x".repeat(100_000), ..run("s") };
    let said = store.insert(&large, "{}").unwrap_err().to_string();
    assert!(said.contains("nothing of this run is stored") && !said.contains("--resume"), "{said}");
    assert!(!store.holds("s").unwrap());
    assert_eq!(store.trials("r", &key).unwrap().len(), stored);
    store.connection.execute_batch("PRAGMA max_page_count = 100000").unwrap();
    store.add_trial("r", &key, stored, &trial(1.0, 1.0), &samples).unwrap();
}

#[test]
fn tables_of_a_newer_version_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    Store::open(&path).unwrap().connection.execute_batch("PRAGMA user_version = 99").unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Newer { found: 99, .. })));
}

#[test]
fn older_and_newer_documents_are_read() {
    let old = r#"{"schema":"wirecost.run/1","run_id":"r","command":"c","started":"s","seed":1,"environment":{},
        "cases":[{"lab":"codec","candidate":"a","version":"1","language":"rust","format":"json","message":"m",
        "operation":"decode","status":"ok","from_the_future":[1]}],"also_new":true}"#;
    let run: RunDocument = serde_json::from_str(old).unwrap();
    assert_eq!(run.cases[0].key(), "codec/a/m/decode");
}

fn null_into(store: &Store, table: &str) {
    let damage = format!("UPDATE {table} SET document = replace(document, '3.0', 'null')");
    assert!(store.connection.execute(&damage, []).unwrap() > 0);
}

#[test]
fn a_row_with_null_for_a_number_is_shown_as_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let mut store = Store::open(&path).unwrap();
    store.insert(&run("r"), "{}").unwrap();
    for (number, time) in [1.0, 3.0].into_iter().enumerate() {
        store.add_trial("r", &case("a").key(), number, &trial(time, 10.0), &[]).unwrap();
    }
    store.add_trial("r", &case("b").key(), 0, &trial(1.0, 10.0), &[]).unwrap();
    null_into(&store, "trials");
    let loaded = store.load("r").unwrap().into_document();
    assert_eq!(loaded.cases[0].status, Status::Invalid);
    let reason = loaded.cases[0].reason.as_deref().unwrap();
    assert!(reason.contains("trial 2 is damaged") && reason.contains("null"), "{reason}");
    assert!(loaded.cases[0].estimates.is_empty());
    assert_eq!(loaded.cases[1].status, Status::Ok, "what is whole stays");
}

#[test]
fn a_damaged_case_and_a_damaged_run_are_shown_by_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    store.insert(&run("r"), "{}").unwrap();
    store.connection.execute("UPDATE cases SET document = '{' WHERE key = 'codec/a/m/decode'", []).unwrap();
    store.connection.execute("UPDATE runs SET document = '[1e999]'", []).unwrap();
    let loaded = store.load("r").unwrap().into_document();
    assert_eq!((&*loaded.run_id, &*loaded.command), ("r", "wirecost run"));
    assert!(loaded.warnings[0].contains("damaged"), "{:?}", loaded.warnings);
    let case = &loaded.cases[0];
    assert_eq!((&*case.candidate, &*case.message, case.status), ("a", "m", Status::Failed));
    assert!(case.reason.as_deref().unwrap().contains("this case is damaged"));
}

#[test]
fn a_digit_that_changed_is_no_figure_and_the_check_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    store.insert(&run("r"), "{}").unwrap();
    let samples = [Sample { iterations: 1, wall_ns: 5, cpu_ns: 1 }];
    for (key, number) in [(case("a").key(), 0), (case("a").key(), 1), (case("b").key(), 0)] {
        store.add_trial("r", &key, number, &trial(3.5, 10.0), &samples).unwrap();
    }
    assert_eq!(store.check().unwrap(), Checked { trials: 3, ..Checked::default() });
    let changed = "UPDATE trials SET document = replace(document, '3.5', '2.5') WHERE number = 1;
                   UPDATE trials SET samples = replace(samples, '5', '4') WHERE key LIKE '%/b/%'";
    store.connection.execute_batch(changed).unwrap();
    let loaded = store.load("r").unwrap().into_document();
    assert_eq!((loaded.cases[0].status, loaded.cases[1].status), (Status::Invalid, Status::Ok));
    let reason = loaded.cases[0].reason.as_deref().unwrap();
    assert!(reason.contains("trial 2 is damaged in the database: its digest differs"), "{reason}");
    assert!(loaded.cases[0].estimates.is_empty());
    let damaged = store.check().unwrap().damaged;
    assert_eq!(damaged, ["run r: codec/a/m/decode: trial 2", "run r: codec/b/m/decode: trial 1 (samples)"]);
}

#[test]
fn a_database_of_an_earlier_release_is_read_as_it_is_and_then_gains_digests() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let mut store = Store::open(&path).unwrap();
    store.insert(&run("r"), "{}").unwrap();
    store.add_trial("r", &case("a").key(), 0, &trial(3.5, 10.0), &[]).unwrap();
    let earlier =
        "DROP INDEX listed; ALTER TABLE trials DROP COLUMN digest; ALTER TABLE trials DROP COLUMN samples_digest;
                   PRAGMA user_version = 1;";
    store.connection.execute_batch(earlier).unwrap();
    drop(store);
    let store = Store::read(&path).unwrap();
    assert_eq!(store.load("r").unwrap().into_document().cases[0].trials.len(), 1);
    assert_eq!(store.check().unwrap(), Checked { trials: 1, without_digest: 1, ..Checked::default() });
    assert_eq!(store.page(&[], 0, 1).unwrap().total, 1);
    drop(store);
    let mut store = Store::open(&path).unwrap();
    store.add_trial("r", &case("a").key(), 1, &trial(3.5, 10.0), &[]).unwrap();
    assert_eq!(store.check().unwrap(), Checked { trials: 2, without_digest: 1, ..Checked::default() });
}

#[test]
fn what_is_no_table_is_no_database_of_runs() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)";
    let view = format!("ALTER TABLE runs RENAME TO old; CREATE VIEW runs AS {endless} SELECT old.* FROM old, more");
    let trigger = format!(
        "CREATE TRIGGER endless BEFORE UPDATE ON runs BEGIN SELECT count(*) FROM ({endless} SELECT n FROM more); END"
    );
    for (number, changed) in [view, trigger].into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.db"));
        Store::open(&path).unwrap().connection.execute_batch(&changed).unwrap();
        assert!(matches!(Store::read(&path), Err(StoreError::Foreign { .. })), "{changed}");
        assert!(matches!(Store::open(&path), Err(StoreError::Foreign { .. })), "{changed}");
    }
}

#[test]
fn no_nan_and_no_infinity_gets_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    store.insert(&run("r"), "{}").unwrap();
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = store.add_trial("r", &case("a").key(), 0, &trial(number, 1.0), &[]).unwrap_err();
        assert!(matches!(error, StoreError::NotFinite { .. }), "{error}");
        assert!(error.to_string().contains("codec/a/m/decode: estimates.time_ns"), "{error}");
        let mut head = run("r");
        head.environment.load_after = Some(number);
        assert!(matches!(store.update_run(&head), Err(StoreError::NotFinite { .. })));
        let mut other = run("other");
        other.cases[0].trials = vec![trial(1.0, number)];
        assert!(matches!(store.insert(&other, ""), Err(StoreError::NotFinite { .. })));
    }
    assert!(store.trials("r", &case("a").key()).unwrap().is_empty());
    assert_eq!(store.runs().unwrap().len(), 1);
}

#[test]
fn identifiers_are_checked_and_stand_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    assert!(matches!(store.insert(&run("../../x"), ""), Err(StoreError::RunId { .. })));
    store.insert(&run("r1"), "").unwrap();
    assert!(matches!(store.insert(&run("r1"), ""), Err(StoreError::Exists { .. })));
    let twice = RunDocument { cases: vec![case("a"), case("b"), case("a")], ..run("twice") };
    let said = store.insert(&twice, "").unwrap_err().to_string();
    assert!(said.contains("the case codec/a/m/decode twice") && !said.contains("UNIQUE"), "{said}");
    store.insert(&run("r"), "").unwrap();
    assert_eq!(store.find("r").unwrap(), "r", "a whole name is no beginning of another");
}

#[test]
fn reading_makes_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/runs.db");
    assert!(matches!(Store::read(&path), Err(StoreError::Missing { .. })));
    assert!(matches!(Store::existing(&path), Err(StoreError::Missing { .. })));
    assert!(!folder.path().join("no").exists());
    for (content, missing) in
        [("", true), ("no database, and long enough to have a header of one hundred bytes", false)]
    {
        let path = folder.path().join("file");
        std::fs::write(&path, content.repeat(3)).unwrap();
        match Store::read(&path) {
            Err(StoreError::Missing { .. }) => assert!(missing),
            Err(StoreError::Foreign { .. }) => assert!(!missing),
            other => panic!("{:?}", other.map(drop)),
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content.repeat(3));
    }
}

#[test]
fn a_reader_sees_how_far_a_run_is_while_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let mut store = Store::open(&path).unwrap();
    let skipped = CaseDocument { status: Status::Skipped, ..case("b") };
    store.insert(&RunDocument { cases: vec![case("a"), skipped, case("c")], ..run("r") }, "{}").unwrap();
    store.connection.execute("UPDATE cases SET document = '{' WHERE key LIKE '%/c/%'", []).unwrap();
    let reader = Store::read(&path).unwrap();
    let before = reader.data_version().unwrap();
    assert_eq!(reader.data_version().unwrap(), before);
    for number in 0..3 {
        store.add_trial("r", &case("a").key(), number, &trial(1.0 + number as f64, 1.0), &[]).unwrap();
    }
    assert_ne!(reader.data_version().unwrap(), before);
    let progress = reader.progress("r").unwrap();
    let told: Vec<(bool, u64)> = progress.iter().map(|case| (case.is_open, case.trials)).collect();
    assert_eq!(told, [(true, 3), (false, 0), (false, 0)], "{progress:?}");
    let latest = reader.latest_trials("r", 2).unwrap();
    let times: Vec<f64> = latest.iter().map(|(_, trial)| trial.estimates[&EstimateId::TimeNs]).collect();
    assert_eq!(times, [3.0, 2.0]);
    assert_eq!(latest[0].0, case("a").key());
    assert!(reader.progress("other").unwrap().is_empty() && reader.latest_trials("other", 2).unwrap().is_empty());
}
