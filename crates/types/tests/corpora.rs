//! Schemas that other people wrote, which this machine may have beside the project: every type of every file is read, or a reason is known.

use std::path::{Path, PathBuf};

use wirecost_types::import;

/// The files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(files(&path, ending)),
            false => found.extend(path.extension().is_some_and(|it| it == ending).then_some(path)),
        }
    }
    found.sort();
    found
}

/// The names that follow these words in a file.
fn defined(text: &str, words: &[&str]) -> Vec<String> {
    let lines = text.lines().filter_map(|line| {
        let mut parts = line.split_whitespace();
        let is_one = parts.next().is_some_and(|word| words.contains(&word));
        let name = parts.next().filter(|_| is_one)?;
        Some(name.split(['{', '(']).next().unwrap_or(name).to_owned())
    });
    lines.filter(|name| !name.is_empty()).collect()
}

/// What a model cannot say of a type.
const KNOWN: [&str; 3] =
    ["a field without a number", "a map with keys of type ", "each value contains another of it, without end"];

#[test]
fn types_of_thrifts_own_test_files_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schemas/thrift");
    let all = files(&folder, "thrift");
    if all.is_empty() {
        println!("skipped: {} is not there", folder.display());
        return;
    }
    let (mut read, mut refused, mut unknown) = (0, 0, Vec::new());
    for path in &all {
        let text = std::fs::read_to_string(path).unwrap();
        for name in defined(&text, &["struct", "exception", "union"]) {
            let Err(error) = import::file(path, Some(&name), &[]) else {
                read += 1;
                continue;
            };
            let is_known = KNOWN.iter().any(|reason| error.to_string().contains(reason));
            refused += 1;
            unknown.extend((!is_known).then(|| error.to_string()));
        }
    }
    assert!(unknown.is_empty(), "{read} types are read, {unknown:#?}");
    assert!(read > 10 * refused, "{read} types of {} files are read, {refused} are not", all.len());
}
