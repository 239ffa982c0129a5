//! The sources that candidates are built from. The binary carries them, so that it needs no checkout.

use std::collections::BTreeMap;

use rust_embed::RustEmbed;

/// What runners are made of.
#[derive(RustEmbed)]
#[folder = "../../crates"]
#[include = "codec-protocol/src/*.rs"]
#[include = "codec-protocol/Cargo.toml"]
#[include = "measure/src/*.rs"]
#[include = "measure/Cargo.toml"]
#[include = "model/src/*.rs"]
#[include = "model/Cargo.toml"]
#[include = "value/src/*.rs"]
#[include = "value/Cargo.toml"]
struct Crates;

/// The candidates.
#[derive(RustEmbed)]
#[folder = "../../candidates/codec/rust"]
#[include = "src/*.rs"]
#[include = "alone/*"]
#[include = "Cargo.toml"]
struct Candidates;

/// What all candidates whose types are printed share, in `src`.
pub const SHARED: [&str; 4] = ["library.rs", "views.rs", "types/bytes.rs", "types/lent_leaves.rs"];

const WORKSPACE: &str = include_str!("../../../Cargo.toml");

/// The versions that this wirecost was built and tested with.
pub const LOCK: &str = include_str!("../../../Cargo.lock");

/// Files by their path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The runner library with what it needs, as a workspace.
pub fn runner_library() -> Files {
    let mut files: Files = Crates::iter()
        .filter_map(|path| Some((format!("crates/{path}"), Crates::get(&path)?.data.into_owned())))
        .collect();
    files.insert("Cargo.toml".to_owned(), workspace().into_bytes());
    files
}

/// A file of the candidates' folder.
pub fn candidate_file(path: &str) -> Option<String> {
    Candidates::get(path).map(|file| text(file.data))
}

/// The files below a folder of the candidates' folder, by their path in it.
pub fn candidate_folder(folder: &str) -> Files {
    let prefix = format!("{folder}/");
    let below = Candidates::iter().filter_map(|path| {
        let inner = path.strip_prefix(&prefix)?.to_owned();
        Some((inner, Candidates::get(&path)?.data.into_owned()))
    });
    below.collect()
}

/// The root of the workspace, without what only the project itself needs.
fn workspace() -> String {
    let root: toml::Table = WORKSPACE.parse().expect("the workspace's manifest is TOML");
    let of_root = root.get("workspace").and_then(toml::Value::as_table);
    let mut of_root = of_root.expect("the root is a workspace").clone();
    of_root.insert("members".to_owned(), vec!["crates/*"].into());
    let root: toml::Table = [("workspace".to_owned(), of_root.into())].into_iter().collect();
    root.to_string()
}

fn text(bytes: std::borrow::Cow<'static, [u8]>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_is_whole() {
        let files = runner_library();
        for file in ["codec-protocol/src/lib.rs", "measure/src/reference.rs", "model/Cargo.toml", "value/src/value.rs"]
        {
            assert!(files.contains_key(&format!("crates/{file}")), "{file}");
        }
        let root: toml::Table = String::from_utf8_lossy(&files["Cargo.toml"]).parse().unwrap();
        assert_eq!(root["workspace"]["members"][0].as_str(), Some("crates/*"));
        assert!(root["workspace"]["package"].get("edition").is_some());
        for shared in SHARED {
            assert!(candidate_file(&format!("src/{shared}")).is_some(), "{shared}");
        }
    }
}
