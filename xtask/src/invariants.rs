//! What docs/ARCHITECTURE.md says of the crates in one line each, checked against the manifests.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::root;
use crate::tidy::read;

const SECTION: &str = "## Invariants";

/// For each package of the project, by its folder: the folders of the packages that it needs, tests aside.
fn needs() -> BTreeMap<String, BTreeSet<String>> {
    let mut needs = BTreeMap::new();
    for group in ["crates", "libs"] {
        for entry in std::fs::read_dir(root().join(group)).expect("the folder of packages") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name");
            let folder = format!("{group}/{name}");
            let manifest: toml::Table = read(&format!("{folder}/Cargo.toml")).parse().expect("a manifest");
            let of_systems = manifest.get("target").and_then(toml::Value::as_table);
            let tables = of_systems.into_iter().flat_map(toml::Table::values).filter_map(toml::Value::as_table);
            let tables =
                tables.chain([&manifest]).flat_map(|it| [it.get("dependencies"), it.get("build-dependencies")]);
            let dependencies = tables.flatten().filter_map(toml::Value::as_table).flat_map(toml::Table::values);
            let paths = dependencies.filter_map(|it| it.get("path")?.as_str());
            needs.insert(folder, paths.map(|path| folder_of(group, path)).collect());
        }
    }
    needs
}

/// The folder that a path in a manifest of this group names.
fn folder_of(group: &str, path: &str) -> String {
    match path.strip_prefix("../../") {
        Some(other) => other.to_owned(),
        None => format!("{group}/{}", path.trim_start_matches("../")),
    }
}

/// All that a package needs, also through others.
fn all_of(needs: &BTreeMap<String, BTreeSet<String>>, package: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![package];
    while let Some(next) = left.pop() {
        let direct = needs.get(next).unwrap_or_else(|| panic!("{next} is no package of the project"));
        left.extend(direct.iter().filter(|it| found.insert((*it).clone())).map(String::as_str));
    }
    found
}

#[test]
fn every_invariant_of_the_architecture_holds() {
    let needs = needs();
    let document = read("docs/ARCHITECTURE.md");
    let section = document.split(SECTION).nth(1).expect("the section").split("\n## ").next().unwrap_or_default();
    let lines: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    assert!(lines.len() > 10, "{lines:?}");
    for line in lines {
        // What follows a colon is the reason.
        let statement = line.split(": ").next().unwrap_or_default();
        let named: Vec<&str> = statement.split('`').skip(1).step_by(2).collect();
        let (package, others) = named.split_first().expect("a package");
        let all = all_of(&needs, package);
        if statement.contains("depends on nothing of the project") {
            assert!(all.is_empty(), "{line} {all:?}");
        } else if statement.contains(" alone") {
            assert_eq!(all, others.iter().map(|it| (*it).to_owned()).collect(), "{line}");
        } else {
            assert!(statement.contains("does not depend on"), "{line}");
            for other in others {
                assert!(needs.contains_key(*other), "{line} {other} is no package of the project");
                assert!(!all.contains(*other), "{line}");
            }
        }
    }
}
