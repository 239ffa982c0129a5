//! The manifest of a candidate's crate.

use std::path::Path;

use crate::sources::Files;
use crate::{Change, Recipe, Recipes};

/// The manifest of the crate: the candidate's libraries as the manifest of all candidates names them, and what its code shares with
/// others. `library` is the folder of the runner library.
pub fn print(recipes: &Recipes, library: &Path, package: &str, recipe: &Recipe, changes: &[Change]) -> String {
    let mut dependencies = toml::Table::new();
    let shared = ["serde", "base64"].iter().filter(|it| !recipe.packages.iter().any(|of| of == *it));
    for name in shared.copied().chain(recipe.helpers.iter().map(String::as_str)) {
        let known = recipes.dependency(name).or_else(|| recipes.generator(name));
        dependencies.extend(known.map(|it| (name.to_owned(), it.clone())));
    }
    let path = library.join("crates/codec-protocol");
    let path = toml::Table::from_iter([("path".to_owned(), path.display().to_string().into())]);
    dependencies.insert("wirecost-codec-protocol".to_owned(), path.into());
    let mut requirement = None;
    for name in &recipe.packages {
        let Some(usual) = recipes.dependency(name) else { continue };
        let varied = varied(usual, changes);
        requirement = requirement.or_else(|| varied.get("version").cloned());
        dependencies.insert(name.clone(), varied.into());
    }
    let mut generators = toml::Table::new();
    for name in &recipe.generators {
        generators.extend(requirement.clone().map(|version| (name.clone(), version)));
    }
    for name in &recipe.companions {
        dependencies.extend(requirement.clone().map(|version| (name.clone(), version)));
    }
    for name in &recipe.helper_generators {
        generators.extend(recipes.generator(name).map(|it| (name.clone(), it.clone())));
    }
    let table = |pairs: Vec<(&str, toml::Value)>| -> toml::Value {
        toml::Table::from_iter(pairs.into_iter().map(|(key, value)| (key.to_owned(), value))).into()
    };
    // Generators do not know the words that an edition adds: `gen` is a field's name up to 2021.
    let edition = if recipe.generators.is_empty() { "2024" } else { "2021" };
    let manifest = vec![
        ("package", table(vec![("name", package.into()), ("version", "0.0.0".into()), ("edition", edition.into())])),
        ("dependencies", dependencies.into()),
        ("build-dependencies", generators.into()),
        ("profile", table(vec![("release", table(vec![("strip", "debuginfo".into())]))])),
        // A workspace of its own, wherever the cache is.
        ("workspace", table(Vec::new())),
    ];
    toml::Table::from_iter(manifest.into_iter().map(|(key, value)| (key.to_owned(), value))).to_string()
}

/// A dependency with what is varied.
fn varied(usual: &toml::Value, changes: &[Change]) -> toml::Table {
    let mut table = match usual {
        toml::Value::Table(table) => table.clone(),
        version => toml::Table::from_iter([("version".to_owned(), version.clone())]),
    };
    for change in changes {
        match change {
            Change::Version(version) => {
                // Of 1.0.100, cargo would take what the lock file has of 1.0, which is another version.
                let is_full = version.starts_with(|c: char| c.is_ascii_digit()) && version.split('.').count() >= 3;
                let requirement = if is_full { format!("={version}") } else { version.clone() };
                table.insert("version".to_owned(), requirement.into());
            }
            Change::Path(path) => {
                table.remove("version");
                let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                table.insert("path".to_owned(), path.display().to_string().into());
            }
            Change::NoFeature(feature) => {
                let features = table.get_mut("features").and_then(toml::Value::as_array_mut);
                features.into_iter().for_each(|all| all.retain(|it| it.as_str() != Some(feature)));
            }
            Change::Feature(feature) => {
                let features = table.entry("features").or_insert_with(|| toml::Value::Array(Vec::new()));
                features.as_array_mut().into_iter().for_each(|all| all.push(feature.clone().into()));
            }
        }
    }
    table
}

/// The features that the crate asks of its main package.
pub fn features(files: &Files, package: Option<&str>) -> Vec<String> {
    let manifest: toml::Table =
        files.get("Cargo.toml").and_then(|bytes| String::from_utf8_lossy(bytes).parse().ok()).unwrap_or_default();
    let Some(package) = package else { return Vec::new() };
    let of_package = manifest.get("dependencies").and_then(|dependencies| dependencies.get(package));
    let off = of_package.and_then(|it| it.get("default-features")?.as_bool()) == Some(false);
    let named = of_package.and_then(|it| it.get("features")?.as_array()).into_iter().flatten();
    let named = named.filter_map(toml::Value::as_str);
    (!off).then_some("default").into_iter().chain(named).map(str::to_owned).collect()
}
