//! The lock file of this build: what vouches for the version of a crate that is compiled in.

const LOCK: &str = include_str!("../../../Cargo.lock");

/// The versions of a package in the lock file.
pub fn locked(package: &str) -> Vec<&'static str> {
    let entries = LOCK.split("[[package]]");
    let field = |entry: &'static str, key: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.and_then(|rest| rest.strip_suffix('"'))
    };
    entries.filter(|entry| field(entry, "name") == Some(package)).filter_map(|entry| field(entry, "version")).collect()
}
