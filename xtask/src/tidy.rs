//! What no compiler sees: how long files are, and how functions are declared.

use std::path::Path;

use crate::command::root;

/// A file that is longer holds more than one idea.
const MOST_LINES: usize = 500;

/// The files with sources of the project, without those that a program wrote.
pub fn sources() -> Vec<String> {
    let listed = crate::prove::git(
        &["ls-files", "--"],
        &["crates/*/src/*.rs", "libs/*/src/*.rs", "candidates/*.rs", "xtask/src/*.rs"],
    );
    let listed = listed.expect("git lists the sources");
    listed.lines().filter(|file| !file.contains("/generated/")).map(str::to_owned).collect()
}

pub fn read(file: &str) -> String {
    let path = root().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn no_file_has_more_than_500_lines() {
    let sources = sources();
    assert!(sources.len() > 500, "{}", sources.len());
    let mut long = Vec::new();
    for file in sources {
        let lines = read(&file).lines().count();
        let is_test = Path::new(&file).file_stem().is_some_and(|stem| stem == "tests");
        if lines > MOST_LINES && !is_test {
            long.push((lines, file));
        }
    }
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn no_public_function_takes_a_tuple_apart_in_its_head() {
    let mut found = Vec::new();
    for file in sources() {
        for (index, line) in read(&file).lines().enumerate() {
            let is_public = line.trim_start().starts_with("pub fn ");
            if is_public && (line.contains("((") || line.contains(", (")) && line.contains("): (") {
                found.push(format!("{file}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "name what belongs together as a struct:\n{}", found.join("\n"));
}

/// A module is `name.rs`, with its parts in `name/`. In a folder of candidates `mod.rs` is what a generated module begins with.
#[test]
fn no_module_is_called_mod() {
    let is_mod = |file: &String| file.ends_with("/mod.rs") && !file.starts_with("candidates/");
    let found: Vec<String> = sources().into_iter().filter(is_mod).collect();
    assert!(found.is_empty(), "{found:?}");
}
