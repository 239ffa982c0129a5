//! What can keep a server from being under control.

use std::path::PathBuf;
use std::time::Duration;

/// Why a server is not there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program could not be run.
    #[error("{program}: {source}")]
    Run {
        /// The program.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// The program ended before it answered.
    #[error("{program} ended with {status} before it listened; its last line: {last_words}")]
    Ended {
        /// The program.
        program: String,
        /// How it ended.
        status: std::process::ExitStatus,
        /// The last line of its standard error.
        last_words: String,
    },
    /// The program does not listen.
    #[error("{program} did not listen on port {port} within {waited:?}; its last line: {last_words}")]
    Silent {
        /// The program.
        program: String,
        /// The port that it was given.
        port: u16,
        /// How long it had.
        waited: Duration,
        /// The last line of its standard error.
        last_words: String,
    },
    /// Whoever waited for it does so no more.
    #[error("{program} was given up before it listened")]
    Cancelled {
        /// The program.
        program: String,
    },
    /// Another process answers.
    #[error("port {port} is answered by something other than the {program} that was started: {why}")]
    Impostor {
        /// The program.
        program: String,
        /// The port.
        port: u16,
        /// What gave it away.
        why: String,
    },
    /// A file of the server's own could not be written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The operating system refused something.
    #[error("{what}: {source}")]
    System {
        /// What was asked of it.
        what: &'static str,
        /// Its answer.
        source: std::io::Error,
    },
}
