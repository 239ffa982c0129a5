//! The sources that candidates are built from. The binary carries them, so that it needs no checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rust_embed::RustEmbed;

/// What runners are made of.
#[derive(RustEmbed)]
#[folder = "../../crates"]
#[include = "codec-protocol/src/*.rs"]
#[include = "codec-protocol/Cargo.toml"]
#[include = "codec-protocol/build.rs"]
#[include = "model/src/*.rs"]
#[include = "model/Cargo.toml"]
#[include = "reference/src/*.rs"]
#[include = "reference/Cargo.toml"]
#[include = "value/src/*.rs"]
#[include = "value/Cargo.toml"]
struct Crates;

/// A candidate's library that comes with wirecost.
#[derive(RustEmbed)]
#[folder = "../../libs"]
#[include = "fastinfoset/src/*.rs"]
#[include = "fastinfoset/Cargo.toml"]
struct Libraries;

/// The servers in Rust, with the files of codecs that they share.
#[derive(RustEmbed)]
#[folder = "../../candidates"]
#[include = "feed/*.rs"]
#[include = "feed/*.css"]
#[include = "feed/Cargo.toml"]
#[include = "http/*.rs"]
#[include = "http/Cargo.toml"]
#[include = "kv/*.rs"]
#[include = "kv/Cargo.toml"]
#[include = "rpc/*.rs"]
#[include = "rpc/Cargo.toml"]
#[include = "codec/rust/quick-xml-reader/*.rs"]
#[include = "codec/rust/thrift/*.rs"]
#[exclude = "*/benches/*"]
#[exclude = "*/fuzz/*"]
#[exclude = "*/tests/*"]
#[exclude = "rpc/capnp/generate/*"]
struct Servers;

/// What the servers in Rust are made of.
#[derive(RustEmbed)]
#[folder = "../.."]
#[include = "crates/kv-protocol/src/*.rs"]
#[include = "crates/kv-protocol/Cargo.toml"]
#[include = "crates/rpc-protocol/src/*.rs"]
#[include = "crates/rpc-protocol/Cargo.toml"]
#[include = "crates/value/src/*.rs"]
#[include = "crates/value/Cargo.toml"]
#[include = "libs/fastinfoset/src/*.rs"]
#[include = "libs/fastinfoset/Cargo.toml"]
#[include = "libs/hpack/src/*.rs"]
#[include = "libs/hpack/Cargo.toml"]
#[include = "libs/load/src/*.rs"]
#[include = "libs/load/Cargo.toml"]
#[include = "libs/sbw/src/*.rs"]
#[include = "libs/sbw/Cargo.toml"]
struct OfServers;

/// The candidates.
#[derive(RustEmbed)]
#[folder = "../../candidates/codec/rust"]
#[include = "*/*.rs"]
#[include = "*/Cargo.toml"]
#[include = "*/README.md"]
struct Candidates;

/// What candidates share that go through serde, in the folder `shared`.
pub const LIBRARY: &str = "library.rs";

/// What those share that lend in a way of their own.
pub const VIEWS: &str = "views.rs";

/// What the structs of a message need beside them.
pub const OF_STRUCTS: [&str; 2] = ["types/bytes.rs", "types/lent_leaves.rs"];

const WORKSPACE: &str = include_str!("../../../Cargo.toml");

/// The versions of candidates' packages that this wirecost was tested with.
pub const LOCK: &str = include_str!("../../../candidates/codec/rust/Cargo.lock");

/// The versions that wirecost itself, and the servers in Rust, were tested with.
pub const SERVERS_LOCK: &str = include_str!("../../../Cargo.lock");

/// Files by their path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The runner library with what it needs, and the libraries that come with wirecost, as a workspace.
pub fn runner_library() -> Files {
    let crates =
        Crates::iter().filter_map(|path| Some((format!("crates/{path}"), Crates::get(&path)?.data.into_owned())));
    let libraries = Libraries::iter().filter_map(|path| {
        let bytes = Libraries::get(&path)?.data.into_owned();
        let bytes = if path.ends_with("Cargo.toml") { without_tests(&bytes) } else { bytes };
        Some((format!("libs/{path}"), bytes))
    });
    let mut files: Files = crates.chain(libraries).collect();
    files.insert("Cargo.toml".to_owned(), workspace(&["crates/*", "libs/*"]).into_bytes());
    files
}

/// The workspace of the program that holds the servers of a lab in Rust.
pub fn servers(lab: &str) -> Files {
    let parts = OfServers::iter().filter_map(|path| Some((path.clone().into_owned(), OfServers::get(&path)?.data)));
    let servers = Servers::iter().filter_map(|path| {
        // The feed service keeps its data in the engines of the kv lab.
        let is_of_engines = lab == "feed" && path.starts_with("kv/");
        let is_needed = path.starts_with(&format!("{lab}/")) || path.starts_with("codec/") || is_of_engines;
        Some((format!("candidates/{path}"), Servers::get(&path)?.data)).filter(|_| is_needed)
    });
    let whole = |(path, bytes): (String, std::borrow::Cow<'static, [u8]>)| {
        let bytes = if path.ends_with("Cargo.toml") { without_tests(&bytes) } else { bytes.into_owned() };
        (path, bytes)
    };
    let mut files: Files = parts.chain(servers).map(whole).collect();
    let members: &[&str] =
        if lab == "feed" { &["candidates/feed", "candidates/kv"] } else { &[&format!("candidates/{lab}")] };
    files.insert("Cargo.toml".to_owned(), workspace(members).into_bytes());
    files
}

/// A manifest without targets whose sources are not embedded, and without what only they need.
fn without_tests(manifest: &[u8]) -> Vec<u8> {
    let table: Result<toml::Table, _> = String::from_utf8_lossy(manifest).parse();
    let mut table = table.expect("the manifest of a library is TOML");
    ["bench", "test", "example", "dev-dependencies"].iter().for_each(|key| drop(table.remove(*key)));
    if let Some(package) = table.get_mut("package").and_then(toml::Value::as_table_mut) {
        package.remove("readme");
    }
    table.to_string().into_bytes()
}

/// A file of the candidates' folder.
pub fn candidate_file(path: &str) -> Option<String> {
    Candidates::get(path).map(|file| text(file.data))
}

/// The names of the candidates' folders.
pub fn candidate_folders() -> BTreeSet<String> {
    Candidates::iter().filter_map(|path| Some(path.split_once('/')?.0.to_owned())).collect()
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

/// The version of a dependency of a package in the lock file.
pub fn locked(package: &str, dependency: &str) -> Option<String> {
    static READ: LazyLock<toml::Table> = LazyLock::new(|| LOCK.parse().expect("the lock file is TOML"));
    let packages = READ.get("package").and_then(toml::Value::as_array)?;
    let name = |it: &toml::Value| it.get("name").and_then(toml::Value::as_str).map(str::to_owned);
    let of = packages.iter().find(|it| name(it).as_deref() == Some(package))?;
    let entries = of.get("dependencies")?.as_array()?.iter().filter_map(toml::Value::as_str);
    // Where a name stands for one package it comes alone, else with its version.
    let mut entries = entries.map(|entry| entry.split_once(' ').unwrap_or((entry, "")));
    let (found, version) = entries.find(|(name, _)| *name == dependency)?;
    if let Some(version) = version.split(' ').next().filter(|version| !version.is_empty()) {
        return Some(version.to_owned());
    }
    let of_name = packages.iter().find(|it| name(it).as_deref() == Some(found))?;
    of_name.get("version").and_then(toml::Value::as_str).map(str::to_owned)
}

/// The root of a workspace with these members, without what only the project itself needs.
fn workspace(members: &[&str]) -> String {
    let root: toml::Table = WORKSPACE.parse().expect("the workspace's manifest is TOML");
    let of_root = root.get("workspace").and_then(toml::Value::as_table);
    let mut of_root = of_root.expect("the root is a workspace").clone();
    of_root.insert("members".to_owned(), members.to_vec().into());
    of_root.remove("default-members");
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
        for file in [
            "crates/codec-protocol/src/lib.rs",
            "crates/reference/src/lib.rs",
            "crates/model/Cargo.toml",
            "crates/value/src/value.rs",
            "libs/fastinfoset/src/lib.rs",
        ] {
            assert!(files.contains_key(file), "{file}");
        }
        let root: toml::Table = String::from_utf8_lossy(&files["Cargo.toml"]).parse().unwrap();
        assert_eq!(root["workspace"]["members"][0].as_str(), Some("crates/*"));
        assert!(root["workspace"]["package"].get("edition").is_some());
        let library = String::from_utf8_lossy(&files["libs/fastinfoset/Cargo.toml"]);
        assert!(library.contains("quick-xml") && !library.contains("[[bench]]"), "{library}");
        for shared in OF_STRUCTS.iter().chain(&[LIBRARY, VIEWS]) {
            assert!(candidate_file(&format!("shared/{shared}")).is_some(), "{shared}");
        }
    }
}
