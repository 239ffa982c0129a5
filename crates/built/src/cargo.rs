//! Calls cargo and reads why it refuses.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::{FLAGS, NotBuilt};

/// Cargo in a folder, as if nobody had called it from another package.
pub fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(folder).stdin(Stdio::null()).env("RUSTFLAGS", FLAGS).env("CARGO_TERM_COLOR", "never");
    // What cargo sets for this process, where it was started by cargo, is not meant for another package.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let is_other = ["CARGO_PKG_", "CARGO_BUILD_", "CARGO_PROFILE_"].iter().any(|begin| name.starts_with(begin));
        if name == "CARGO_ENCODED_RUSTFLAGS" || is_other {
            cargo.env_remove(&*name);
        }
    }
    cargo
}

/// What a command of the toolchain says.
pub fn output(command: &mut Command) -> Result<Output, NotBuilt> {
    command.output().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => NotBuilt::NoCargo,
        _ => NotBuilt::Refused(format!("cargo cannot be run: {error}")),
    })
}

/// Why cargo refuses, by what it says.
pub fn refused(output: &Output) -> NotBuilt {
    let text = String::from_utf8_lossy(&output.stderr);
    match is_of_network(&text) {
        true => NotBuilt::Network(first_error(&text)),
        false => NotBuilt::Refused(first_error(&text)),
    }
}

/// Whether cargo fails for want of a network. Warnings of a download that worked at last stand before the error.
fn is_of_network(text: &str) -> bool {
    const SAYS: [&str; 6] = [
        "failed to download",
        "download of config.json failed",
        "Could not resolve host",
        "Could not connect to server",
        "network failure",
        "spurious network error",
    ];
    let error = if text.starts_with("error") { 0 } else { text.find("\nerror").unwrap_or(0) };
    SAYS.iter().any(|says| text[error..].contains(says))
}

/// The first line of what cargo says that is an error.
fn first_error(text: &str) -> String {
    let line = text.lines().find(|line| line.starts_with("error")).or_else(|| text.lines().last());
    line.unwrap_or("cargo says nothing").trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_network_is_told_from_a_missing_version() {
        let spurious =
            "warning: spurious network error (3 tries remaining): [6] Could not resolve host: index.crates.io";
        let host = "Caused by:\n  [6] Could not resolve host: index.crates.io";
        let of_network = format!("{spurious}\nerror: failed to get `prost` as a dependency of package `a`\n\n{host}\n");
        assert!(is_of_network(&of_network));
        assert_eq!(first_error(&of_network), "failed to get `prost` as a dependency of package `a`");
        let version = "error: failed to select a version for the requirement `postcard = \"=0.0.7\"`";
        assert!(!is_of_network(&format!("{spurious}\n{version}\n")));
        assert!(!is_of_network(version));
    }
}
