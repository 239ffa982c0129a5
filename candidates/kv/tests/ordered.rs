//! Engines that keep their keys in order, against a map that does.

use std::collections::BTreeMap;

use wirecost_kv_rust::engine::{open_ordered, ordered_names};
use wirecost_kv_rust::{Changes, Reader};

/// All entries from a key on, as a reader sees them.
fn scanned(reader: &mut dyn Reader, from: &[u8], most: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut entries = Vec::new();
    let mut scan = |key: &[u8], entry: &[u8]| {
        entries.push((key.to_vec(), entry.to_vec()));
        entries.len() < most
    };
    reader.view(&mut |view| view.scan(from, &mut scan)).unwrap();
    entries
}

#[test]
fn readers_see_what_was_written_in_the_order_of_keys() {
    for name in ordered_names() {
        let folder = tempfile::tempdir().unwrap();
        let mut engine = open_ordered(name, folder.path()).unwrap();
        let mut reader = engine.reader().unwrap();
        assert_eq!(scanned(reader.as_mut(), b"\0", 9), [], "{name}");
        let mut random = fastrand::Rng::with_seed(1);
        let mut map = BTreeMap::new();
        for round in 0..30_u8 {
            let mut changes = Changes::new();
            for _ in 0..random.usize(1..40) {
                let key: Vec<u8> = (0..random.usize(1..4)).map(|_| b"\0ab\xff"[random.usize(..4)]).collect();
                let entry = random.bool().then(|| vec![round; random.usize(..50)]);
                changes.insert(key, entry);
            }
            engine.write(&changes).unwrap();
            for (key, entry) in changes {
                match entry {
                    Some(entry) => map.insert(key, entry),
                    None => map.remove(&key),
                };
            }
            let from = [b"\0ab\xff"[random.usize(..4)]];
            // On a thread of its own, as the service reads.
            let seen = std::thread::scope(|scope| scope.spawn(|| scanned(reader.as_mut(), &from, 7)).join().unwrap());
            let due: Vec<_> =
                map.range(from.to_vec()..).take(7).map(|(key, entry)| (key.clone(), entry.clone())).collect();
            assert_eq!(seen, due, "{name}");
            reader
                .view(&mut |view| {
                    assert_eq!(view.get(&from)?, map.get(&from[..]).cloned(), "{name}");
                    Ok(())
                })
                .unwrap();
        }
        drop((reader, engine));
        let engine = open_ordered(name, folder.path()).unwrap();
        let kept = scanned(engine.reader().unwrap().as_mut(), b"\0", usize::MAX);
        assert_eq!(kept, map.into_iter().collect::<Vec<_>>(), "{name} forgets what was written");
    }
}

#[test]
fn a_view_is_one_state_of_the_store() {
    for name in ordered_names() {
        let folder = tempfile::tempdir().unwrap();
        let mut engine = open_ordered(name, folder.path()).unwrap();
        let changes =
            |entry: u8| Changes::from([(b"a".to_vec(), Some(vec![entry])), (b"b".to_vec(), Some(vec![entry]))]);
        engine.write(&changes(1)).unwrap();
        let mut reader = engine.reader().unwrap();
        reader
            .view(&mut |view| {
                assert_eq!(view.get(b"a")?, Some(vec![1]), "{name}");
                engine.write(&changes(2))?;
                assert_eq!(view.get(b"b")?, Some(vec![1]), "{name}");
                Ok(())
            })
            .unwrap();
        assert_eq!(scanned(reader.as_mut(), b"b", 9), [(b"b".to_vec(), vec![2])], "{name}");
    }
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let error = open_ordered("paper", std::path::Path::new("/nowhere")).err().unwrap().to_string();
    assert!(error.contains("paper") && error.contains("sqlite"), "{error}");
}
