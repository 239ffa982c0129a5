//! A kept corpus of damaged databases and documents: each is read, shown as damaged, or refused, without a panic.

use std::path::Path;

use rusqlite::Connection;
use wirecost_model::RunDocument;
use wirecost_store::Store;

const DOCUMENT: &str = r#"{"schema":"wirecost.run/1","run_id":"r1","command":"wirecost run","started":"2026-01-01T00:00:00Z",
    "ended":null,"seed":7,"environment":{"cores":2,"load_before":0.5},"warnings":["w"],"cases":[{"lab":"codec",
    "candidate":"a","version":"1","language":"rust","format":"json","message":"m","operation":"decode","status":"ok",
    "trials":[{"estimates":{"time_ns":5.0},"samples":1},{"estimates":{"time_ns":6.5},"samples":2}]}]}"#;

fn sound(path: &Path) {
    let run: RunDocument = serde_json::from_str(DOCUMENT).unwrap();
    let mut store = Store::open(path).unwrap();
    store.insert(&run, "{}").unwrap();
    drop(store);
    // Everything in one file, so that damage to it is all there is.
    let connection = Connection::open(path).unwrap();
    connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(())).unwrap();
}

/// Reads all that there is; whatever happens is an answer.
fn read(path: &Path) -> Result<usize, String> {
    let store = Store::read(path).map_err(|error| error.to_string())?;
    let runs = store.runs().map_err(|error| error.to_string())?;
    for run in &runs {
        let loaded = store.load(&run.run_id).map_err(|error| error.to_string())?;
        for case in &loaded.document().cases {
            assert!(case.estimates.values().all(|estimate| estimate.median.is_finite()));
        }
    }
    Ok(runs.len())
}

#[test]
fn a_damaged_file_is_read_or_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.db");
    sound(&whole);
    assert_eq!(read(&whole), Ok(1));
    let bytes = std::fs::read(&whole).unwrap();
    let damaged = folder.path().join("damaged.db");
    let mut tried = 0;
    let mut check = |bytes: &[u8]| {
        std::fs::write(&damaged, bytes).unwrap();
        if let Err(error) = read(&damaged) {
            assert!(error.contains("damaged.db"), "{error}");
        }
        assert_eq!(std::fs::read(&damaged).unwrap(), bytes, "reading changes nothing");
        tried += 1;
    };
    for part in 0..60 {
        check(&bytes[..bytes.len() * part / 60]);
        let mut turned = bytes.clone();
        let at = bytes.len() * part / 60;
        turned[at] ^= 1 << (part % 8);
        check(&turned);
        let mut emptied = bytes.clone();
        emptied[at..(at + 64).min(bytes.len())].fill(0);
        check(&emptied);
    }
    // The header of the file, byte by byte (SQLite file format, 1.3).
    for at in 0..100 {
        let mut turned = bytes.clone();
        turned[at] ^= 0xff;
        check(&turned);
    }
    assert_eq!(tried, 280);
}

#[test]
fn damaged_rows_are_shown_and_keep_no_other_from_being_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.db");
    let damages = [
        "null",
        "",
        "{}",
        "[]",
        "1",
        "\"\"",
        "{",
        "{\"estimates\":{\"time_ns\":null},\"samples\":1}",
        "{\"estimates\":{\"time_ns\":1e999},\"samples\":1}",
        "{\"estimates\":{\"time_ns\":\"5\"},\"samples\":1}",
        "{\"estimates\":{\"time_ns\":5},\"samples\":-1}",
        "{\"estimates\":{},\"samples\":1e30}",
        "\u{feff}{}",
    ];
    let deep = "[".repeat(100_000);
    for table in ["runs", "cases", "trials"] {
        for damage in damages.iter().copied().chain([deep.as_str()]) {
            let _ = std::fs::remove_file(&path);
            sound(&path);
            let connection = Connection::open(&path).unwrap();
            connection.execute(&format!("UPDATE {table} SET document = ?1"), [damage]).unwrap();
            drop(connection);
            assert_eq!(read(&path), Ok(1), "{table} {damage:.40}");
        }
    }
}

#[test]
fn a_hostile_document_is_taken_whole_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.db")).unwrap();
    let mut texts: Vec<String> = (0..DOCUMENT.len()).step_by(5).map(|at| DOCUMENT[..at].to_owned()).collect();
    for (from, to) in [
        ("5.0", "null"),
        ("5.0", "1e999"),
        ("5.0", "\"5\""),
        ("5.0", "[]"),
        ("5.0", "NaN"),
        ("\"r1\"", "null"),
        ("\"r1\"", "\"../r1\""),
        ("\"r1\"", "\"/r1\""),
        ("\"r1\"", "\"\""),
        ("\"r1\"", "\"r\\u0000\""),
        ("7", "-7"),
        ("7", "1e400"),
        ("\"ok\"", "\"great\""),
        ("\"ok\"", "5"),
        ("\"seed\"", "\"run_id\""),
        ("[\"w\"]", "[null]"),
        ("\"lab\"", "\"lab\":\"x\",\"lab\""),
        ("{\"cores\":2", "{\"cores\":-2"),
        ("\"wirecost run\"", "\"\\ud800\""),
        ("\"samples\":1", "\"samples\":1.5"),
        ("\"trials\":", "\"trials\":5,\"x\":"),
    ] {
        assert!(DOCUMENT.contains(from), "{from}");
        texts.push(DOCUMENT.replacen(from, to, 1));
    }
    texts.push(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)));
    texts.push(format!("\u{feff}{DOCUMENT}"));
    let (mut taken, mut refused) = (0, 0);
    for text in &texts {
        let stored = match serde_json::from_str::<RunDocument>(text) {
            Ok(run) => store.insert(&run, "").is_ok(),
            Err(error) => {
                assert!(error.line() > 0 || text.is_empty(), "{error}");
                false
            }
        };
        if stored { taken += 1 } else { refused += 1 }
    }
    assert!(texts.len() >= 101 && refused > 90, "{taken} taken, {refused} refused of {}", texts.len());
    let ids: Vec<String> = store.runs().unwrap().into_iter().map(|run| run.run_id).collect();
    assert!(ids.iter().all(|id| id == "r1"), "{ids:?}");
}
