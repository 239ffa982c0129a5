//! A copy of the sources, in which a file is written only if it changed: cargo compiles again what is newer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What is no source, or made of sources.
const LEFT_OUT: [&str; 4] = [".git", "target", "__pycache__", "node_modules"];

/// The lock file of cargo.
const LOCK: &str = "Cargo.lock";

/// Makes `copy` hold the files of `source`, and `changed` in addition to them or in their place.
pub fn mirror(source: &Path, copy: &Path, changed: &[(PathBuf, String)]) {
    let mut wanted: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    for path in files(source) {
        wanted.insert(path.clone(), fs::read(source.join(&path)).unwrap());
    }
    // Flags of cargo reach a copy from the workspace above it. With its own, it would have them twice, and build everything once more.
    if copy.starts_with(source) {
        wanted.retain(|path, _| !path.starts_with(".cargo"));
    }
    // cargo adds the new packages to the lock file of the copy, and need not do so again.
    let changed_at = |root: &Path| fs::metadata(root.join(LOCK)).and_then(|file| file.modified()).ok();
    if changed_at(copy) > changed_at(source) {
        wanted.insert(LOCK.into(), fs::read(copy.join(LOCK)).unwrap());
    }
    for (path, text) in changed {
        wanted.insert(path.clone(), text.clone().into_bytes());
    }
    fs::create_dir_all(copy).unwrap();
    for path in files(copy).difference(&wanted.keys().cloned().collect()) {
        fs::remove_file(copy.join(path)).unwrap();
        // cargo takes an empty folder for a package without a manifest.
        for folder in path.ancestors().skip(1) {
            if fs::remove_dir(copy.join(folder)).is_err() {
                break;
            }
        }
    }
    for (path, bytes) in wanted {
        let path = copy.join(path);
        if fs::read(&path).is_ok_and(|there| there == bytes) {
            continue;
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// The files below a folder, by their paths in it.
fn files(root: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            if LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                folders.push(path)
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_owned());
            }
        }
    }
    found
}
