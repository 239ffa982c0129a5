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
const KNOWN: [&str; 4] = [
    "a field without a number",
    "a map with keys of type ",
    "each value contains another of it, without end",
    "it has the wire format of message sets",
];

/// So many types of a file are read at most: it is compiled for each.
const OF_FILE: usize = 8;

/// How many types of these files are read, and how many are not, each for a known reason.
fn count(files: &[PathBuf], words: &[&str]) -> (usize, usize) {
    let (mut read, mut refused, mut unknown) = (0, 0, Vec::new());
    for path in files {
        let text = std::fs::read_to_string(path).unwrap();
        for name in defined(&text, words).into_iter().take(OF_FILE) {
            let Err(error) = import::file(path, Some(&name), &[]) else {
                read += 1;
                continue;
            };
            let error = error.to_string();
            // Of types within others, several may have one name.
            if error.contains("is unknown or ambiguous; there are") {
                continue;
            }
            let is_known = KNOWN.iter().any(|reason| error.contains(reason));
            refused += 1;
            unknown.extend((!is_known).then_some(error));
        }
    }
    assert!(unknown.is_empty(), "{read} types are read, {unknown:#?}");
    println!("{read} types of {} files are read, {refused} are not", files.len());
    (read, refused)
}

/// The files of a corpus; none where it is not there, which is said.
fn corpus(name: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schemas").join(name);
    let all: Vec<PathBuf> = endings.iter().flat_map(|ending| files(&folder, ending)).collect();
    if all.is_empty() {
        println!("skipped: {} is not there", folder.display());
    }
    all
}

#[test]
fn types_of_thrifts_own_test_files_are_read() {
    let (read, refused) = count(&corpus("thrift", &["thrift"]), &["struct", "exception", "union"]);
    assert!(refused == 0 || read > 10 * refused, "{read} {refused}");
}

#[test]
fn messages_of_protocol_buffers_own_test_files_are_read() {
    let (read, refused) = count(&corpus("protobuf", &["proto"]), &["message"]);
    assert!(refused == 0 || read > 30 * refused, "{read} {refused}");
}

#[test]
fn messages_of_googleapis_are_read() {
    let all = corpus("googleapis", &["proto"]);
    let roots = all.first().map(|_| std::fs::read_to_string(root_list()).unwrap()).unwrap_or_default();
    let roots: Vec<PathBuf> = all.into_iter().filter(|path| roots.lines().any(|line| path.ends_with(line))).collect();
    let (_, refused) = count(&roots, &["message"]);
    assert_eq!(refused, 0);
}

/// The list of files that were drawn; the others are what they import.
fn root_list() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schemas/googleapis/ROOTS")
}

#[test]
fn records_of_avros_own_test_files_are_read() {
    // One is meant to be broken, and one names a type of another file that it does not import.
    let broken = ["duplicateNameErrorParsing.avdl"];
    let all = corpus("avro", &["avdl"]).into_iter().filter(|path| !broken.iter().any(|name| path.ends_with(name)));
    let (read, refused) = count(&all.collect::<Vec<_>>(), &["record", "error"]);
    assert!(refused == 0 || read > 20 * refused, "{read} {refused}");
}
