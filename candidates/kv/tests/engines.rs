//! Every engine against a map: whatever is done, both give the same, also after the engine was opened again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use proptest::prelude::*;
use wirecost_kv_rust::engine::{self, Engine};

/// One thing that is done.
#[derive(Debug, Clone)]
enum Step {
    Set(u8, Vec<u8>),
    Get(u8),
    Delete(u8),
    Clear,
    /// The turn ends, and the next begins.
    Turn,
    /// The engine is closed and opened again, which those that keep nothing do not take part in.
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let entry = prop_oneof![
        8 => prop::collection::vec(any::<u8>(), 0..200),
        1 => (1_000..70_000usize, any::<u8>()).prop_map(|(bytes, byte)| vec![byte; bytes]),
    ];
    prop_oneof![
        8 => (0..20u8, entry).prop_map(|(key, entry)| Step::Set(key, entry)),
        8 => (0..20u8).prop_map(Step::Get),
        4 => (0..20u8).prop_map(Step::Delete),
        1 => Just(Step::Clear),
        6 => Just(Step::Turn),
        2 => Just(Step::Reopen),
    ]
}

/// Keys of 1 to 250 bytes.
fn key(number: u8) -> Vec<u8> {
    vec![b'a' + number; if number == 19 { 250 } else { 1 + usize::from(number) }]
}

/// What an engine is opened as.
struct Subject {
    name: &'static str,
    variant: String,
    /// Whether it still has everything when it is opened again.
    keeps: bool,
}

/// Does the steps, and compares at each.
fn agrees(subject: &Subject, steps: &[Step]) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let open = || engine::open(subject.name, &subject.variant, folder.path()).unwrap();
    let mut engine: Option<Box<dyn Engine>> = Some(open());
    let mut map: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
    for turn in steps.split_inclusive(|step| matches!(step, Step::Turn | Step::Reopen)) {
        let mut seen = Ok(());
        engine
            .as_mut()
            .unwrap()
            .turn(&mut |batch| {
                for step in turn {
                    seen = seen.clone().and(one(step, batch, &mut map));
                }
                Ok(())
            })
            .unwrap();
        seen.map_err(TestCaseError::fail)?;
        if subject.keeps && matches!(turn.last(), Some(Step::Reopen)) {
            // A store has one process: it is closed before it is opened again.
            engine = None;
            engine = engine.or_else(|| Some(open()));
        }
    }
    let mut seen = Ok(());
    engine
        .as_mut()
        .unwrap()
        .turn(&mut |batch| {
            for number in 0..20 {
                seen = seen.clone().and(one(&Step::Get(number), batch, &mut map));
            }
            Ok(())
        })
        .unwrap();
    seen.map_err(TestCaseError::fail)
}

fn one(step: &Step, batch: &mut dyn engine::Batch, map: &mut BTreeMap<Vec<u8>, Vec<u8>>) -> Result<(), String> {
    match step {
        Step::Set(number, entry) => {
            batch.set(&key(*number), entry).unwrap();
            map.insert(key(*number), entry.clone());
        }
        Step::Get(number) => {
            let mut found = None;
            let is_there = batch.get(&key(*number), &mut |entry| found = Some(entry.to_vec())).unwrap();
            if found.as_ref() != map.get(&key(*number)) || is_there != found.is_some() {
                return Err(format!("key {number}: {is_there}, {found:?}"));
            }
        }
        Step::Delete(number) => {
            let was_there = batch.delete(&key(*number)).unwrap();
            if was_there != map.remove(&key(*number)).is_some() {
                return Err(format!("deleting key {number}: {was_there}"));
            }
        }
        Step::Clear => {
            batch.clear().unwrap();
            map.clear();
        }
        Step::Turn | Step::Reopen => {}
    }
    Ok(())
}

fn check(subject: &Subject, cases: u32) {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let checked = runner.run(&prop::collection::vec(step(), 1..60), |steps| agrees(subject, &steps));
    checked.unwrap_or_else(|error| panic!("{} {}: {error}", subject.name, subject.variant));
}

#[test]
fn every_engine_of_this_program_agrees_with_a_map() {
    for (name, variant) in engine::names() {
        // What redb has committed without durability may be gone when it is opened again.
        let keeps = name != "map" && (name, variant) != ("redb", "none");
        check(&Subject { name, variant: variant.to_owned(), keeps }, 24);
    }
}

/// Builds the library of an engine in C, or says why not.
fn built(name: &str, header: &str, target: &Path) -> Option<PathBuf> {
    if !Path::new(header).is_file() {
        eprintln!("not tested: {name}: {header} is missing; `wirecost setup kv` installs it");
        return None;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let status = Command::new("sh").arg(folder.join("build.sh")).args([folder.as_path(), target]).status().unwrap();
    assert!(status.success(), "{name}");
    Some(target.join("engine.so"))
}

#[test]
fn every_engine_in_c_agrees_with_a_map() {
    for (name, header, options) in [
        ("tokyo-cabinet", "/usr/include/tchdb.h", "1000"),
        ("berkeley-db", "/usr/include/db.h", "sync 8"),
        ("rocksdb", "/usr/include/rocksdb/c.h", "nosync"),
    ] {
        let target = tempfile::tempdir().unwrap();
        let Some(library) = built(name, header, target.path()) else { continue };
        // It has no function that closes it: it is opened again by another process, after it was killed (the crash of the lab).
        check(&Subject { name: "shim", variant: format!("{}:{options}", library.display()), keeps: false }, 8);
    }
}

#[test]
fn missing_things_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let said = engine::open("lmbd", "sync", folder.path()).err().unwrap().to_string();
    assert!(said.contains("lmbd") && said.contains("lmdb sync"), "{said}");
    let said = engine::open("shim", "/nowhere.so:", folder.path()).err().unwrap().to_string();
    assert!(said.contains("/nowhere.so"), "{said}");
}
