//! Schemas that other people wrote, which this machine may have beside the project: every type of every file is read, or a reason is known.

use std::path::{Path, PathBuf};

use wirecost_types::import;

/// The files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending))
        } else {
            found.extend(path.extension().is_some_and(|it| it == ending).then_some(path))
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

/// Files that are wrong: a name that is defined twice, and one of another file that is not imported.
const WRONG: [&str; 2] = ["duplicateNameErrorParsing.avdl", "player.avsc"];

/// What is no fault of a file.
const AMBIGUOUS: [&str; 2] = ["is unknown or ambiguous; there are", "choose a type with --type NAME; there is none"];

/// So many types of a file are read at most: it is compiled for each.
const OF_FILE: usize = 8;

/// What became of the files of a corpus.
#[derive(Default)]
struct Read {
    files: usize,
    /// Files of which a type is read, or which define none.
    read: usize,
    types: usize,
    refused: usize,
}

/// Reads each type of these files by its name, and the files without a name where they define none. Each refusal must have a known reason.
fn read(corpus: &str, files: &[PathBuf], words: &[&str]) -> Read {
    let (mut read, mut unknown) = (Read { files: files.len(), ..Read::default() }, Vec::new());
    for path in files {
        let text = std::fs::read_to_string(path).unwrap();
        let names: Vec<String> = defined(&text, words).into_iter().take(OF_FILE).collect();
        let names: Vec<Option<&str>> =
            if names.is_empty() { vec![None] } else { names.iter().map(|name| Some(name.as_str())).collect() };
        let errors = names.iter().filter_map(|name| Some(import::file(path, *name, &[]).err()?.to_string()));
        // Of types within others, several may have one name; and a file may define none.
        let errors: Vec<String> =
            errors.filter(|error| !AMBIGUOUS.iter().any(|reason| error.contains(reason))).collect();
        read.types += names.len() - errors.len();
        read.refused += errors.len();
        read.read += usize::from(errors.len() < names.len());
        errors.iter().for_each(|error| println!("{corpus}: not read: {error}"));
        let is_wrong = WRONG.iter().any(|name| path.ends_with(name));
        unknown
            .extend(errors.into_iter().filter(|error| !is_wrong && !KNOWN.iter().any(|reason| error.contains(reason))));
    }
    assert!(unknown.is_empty(), "{} types are read, {unknown:#?}", read.types);
    println!("{corpus}: {} of {} files are read, {} types and not {}", read.read, read.files, read.types, read.refused);
    read
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

/// Whether so many of the files are read, where they are there.
fn check(read: &Read, least: usize) {
    assert!(read.files == 0 || read.read >= least, "{} of {}, {} types refused", read.read, read.files, read.refused);
}

#[test]
fn types_of_thrifts_own_test_files_are_read() {
    check(&read("thrift", &corpus("thrift", &["thrift"]), &["struct", "exception", "union"]), 46);
}

#[test]
fn messages_of_protocol_buffers_own_test_files_are_read() {
    check(&read("protobuf", &corpus("protobuf", &["proto"]), &["message"]), 102);
}

#[test]
fn messages_of_googleapis_are_read() {
    let all = corpus("googleapis", &["proto"]);
    let roots = all.first().map(|_| std::fs::read_to_string(root_list()).unwrap()).unwrap_or_default();
    let roots: Vec<PathBuf> = all.into_iter().filter(|path| roots.lines().any(|line| path.ends_with(line))).collect();
    check(&read("googleapis", &roots, &["message"]), 25);
}

/// The list of files that were drawn; the others are what they import.
fn root_list() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schemas/googleapis/ROOTS")
}

#[test]
fn records_of_avros_own_test_files_are_read() {
    check(&read("avro", &corpus("avro", &["avdl", "avsc"]), &["record", "error"]), 50);
}
