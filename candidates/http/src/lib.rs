//! The Rust candidates of the http lab: a folder each, whose `server.rs` has the function `serve`.
//!
//! They are one program, which wirecost builds when a run needs it. Each runs as a process of its own.

mod settings;

pub use settings::{BACKLOG, Settings};

/// Serves until the process is ended.
pub type Serve = fn(Settings) -> std::io::Result<()>;

mod servers {
    include!(concat!(env!("OUT_DIR"), "/servers.rs"));

    /// The server of a candidate's folder.
    pub fn find(name: &str) -> Option<super::Serve> {
        SERVERS.iter().find(|(known, _)| *known == name).map(|(_, serve)| *serve)
    }
}

/// Why a server ended.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There is no such server.
    #[error("no server {0:?} in this program")]
    Unknown(String),
    /// A variable of its environment is missing or broken.
    #[error("{name}: {reason}")]
    Setting {
        /// Its name.
        name: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// It cannot read the message, or cannot listen.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Serves as the candidate `name` until the process is ended, with the settings of its environment.
///
/// # Errors
/// If there is no such server, a variable is missing or broken, the message cannot be read, or the port is taken.
pub fn serve(name: &str) -> Result<(), Fault> {
    let serve = servers::find(name).ok_or_else(|| Fault::Unknown(name.into()))?;
    Ok(serve(Settings::from_environment()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// A candidate that starts this program has a server in it, and every server is one of a candidate.
    #[test]
    fn a_folder_with_a_server_is_a_candidate_of_its_name() {
        let mut found = 0;
        for entry in std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).unwrap() {
            let folder = entry.unwrap().path();
            let Ok(text) = std::fs::read_to_string(Path::new(&folder).join("candidate.toml")) else { continue };
            let name = folder.file_name().unwrap().to_str().unwrap();
            let starts_own = text.contains(&format!("command = [\"{{own}}\", \"http-server\", \"{name}\"]"));
            assert_eq!(starts_own, folder.join("server.rs").is_file(), "{name}");
            assert_eq!(starts_own, servers::find(name).is_some(), "{name}");
            found += usize::from(starts_own);
        }
        assert!(found >= 2, "hyper and axum at least");
        assert_eq!(serve("nginx").unwrap_err().to_string(), "no server \"nginx\" in this program");
    }
}
