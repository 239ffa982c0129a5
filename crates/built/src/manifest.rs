//! The manifest of a candidate's crate.

use std::path::{Path, PathBuf};

use crate::recipe::TO_ROOT;
use crate::sources::Files;
use crate::structs::STRUCT_FEATURES;
use crate::{Change, Recipe};

/// The crate of structs that candidates share.
const SHARED: &str = "wirecost-message";

/// What the crate of a candidate has of structs.
#[derive(Default)]
pub struct Structs<'a> {
    /// The [kinds](crate::structs::features) that it has.
    pub features: Vec<&'a str>,
    /// The folder of the crate that it shares with other candidates.
    pub shared: Option<PathBuf>,
}

/// The manifest of the crate: that in the candidate's folder, with what is varied. `library` is the folder of the runner library, and
/// `structs` are what the crate has of them.
pub fn print(library: &Path, recipe: &Recipe, changes: &[Change], structs: &Structs<'_>) -> String {
    let Structs { features, shared } = structs;
    let mut manifest = recipe.manifest.clone();
    if let Some(package) = manifest.get_mut("package").and_then(toml::Value::as_table_mut) {
        package.remove("metadata");
    }
    manifest.remove("lib");
    if !features.is_empty() {
        let known = STRUCT_FEATURES.map(|name| (name.to_owned(), toml::Value::Array(Vec::new())));
        let wanted = toml::Value::Array(features.iter().map(|name| (*name).into()).collect());
        let all = toml::Table::from_iter(known.into_iter().chain([("default".to_owned(), wanted)]));
        manifest.insert("features".to_owned(), all.into());
    }
    let mut requirement = None;
    if let (Some(name), Some(dependencies)) = (recipe.versioned(), table(&mut manifest, "dependencies"))
        && let Some(usual) = dependencies.get(name)
    {
        let varied = varied(usual, changes);
        requirement = varied.get("version").cloned();
        dependencies.insert(name.to_owned(), varied.into());
    }
    for key in ["dependencies", "build-dependencies"] {
        let Some(dependencies) = table(&mut manifest, key) else { continue };
        for (name, dependency) in dependencies.iter_mut() {
            if let (true, Some(version)) = (recipe.same_version.contains(name), &requirement) {
                *dependency = version.clone();
            }
            let path =
                dependency.get("path").and_then(toml::Value::as_str).map(|path| match path.strip_prefix(TO_ROOT) {
                    Some(path) => library.join(path),
                    None => recipe.place.as_deref().unwrap_or(library).join(path),
                });
            if let (Some(path), Some(table)) = (path, dependency.as_table_mut()) {
                table.insert("path".to_owned(), path.display().to_string().into());
            }
        }
    }
    let mut release = toml::Table::from_iter([("strip".to_owned(), "debuginfo".into())]);
    if let (Some(shared), Some(dependencies)) = (shared, table(&mut manifest, "dependencies")) {
        let features = toml::Value::Array(features.iter().map(|name| (*name).into()).collect());
        let dependency = toml::Table::from_iter([
            ("path".to_owned(), shared.display().to_string().into()),
            ("features".to_owned(), features),
        ]);
        dependencies.insert(SHARED.to_owned(), dependency.into());
        // Its generic code is compiled where it is used; the rest is never timed.
        let hardly = toml::Table::from_iter([("opt-level".to_owned(), toml::Value::Integer(1))]);
        release.insert("package".to_owned(), toml::Table::from_iter([(SHARED.to_owned(), hardly.into())]).into());
    }
    manifest.insert("profile".to_owned(), toml::Table::from_iter([("release".to_owned(), release.into())]).into());
    // A workspace of its own, wherever the cache is.
    manifest.insert("workspace".to_owned(), toml::Table::new().into());
    manifest.to_string()
}

fn table<'a>(manifest: &'a mut toml::Table, key: &str) -> Option<&'a mut toml::Table> {
    manifest.get_mut(key).and_then(toml::Value::as_table_mut)
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
            // A matter of flags.
            Change::Native => {}
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

/// Whether the crate of the servers of a lab has a feature of this name; without a name, whether it has any.
pub fn has_feature(files: &Files, lab: &str, name: Option<&str>) -> bool {
    let text = files.get(&format!("candidates/{lab}/Cargo.toml"));
    let manifest: Option<toml::Table> = text.and_then(|bytes| String::from_utf8_lossy(bytes).parse().ok());
    let features = manifest.as_ref().and_then(|it| it.get("features")?.as_table());
    features.is_some_and(|features| name.is_none_or(|name| name != "default" && features.contains_key(name)))
}
