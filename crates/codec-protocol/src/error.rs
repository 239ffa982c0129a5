//! What can go wrong with a runner.

use std::io;

/// What can go wrong with a runner. Each text ends with the last line of the runner's standard error, if any.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// The program cannot be started.
    #[error("cannot start {program}: {source}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// The process ended, or closed its output, before it answered.
    #[error("the runner ended during `{request}`: {status}{last_line}")]
    Ended {
        /// The request it was to answer.
        request: &'static str,
        /// Exit code or signal.
        status: String,
        /// The end of its standard error.
        last_line: LastLine,
    },
    /// No answer in time.
    #[error("no answer to `{request}` within {seconds} s{last_line}")]
    TimedOut {
        /// The request it was to answer.
        request: &'static str,
        /// How long the harness waited, in seconds.
        seconds: u64,
        /// The end of its standard error.
        last_line: LastLine,
    },
    /// An answer that the protocol does not allow.
    #[error("invalid answer to `{request}`: {reason}{last_line}")]
    Rubbish {
        /// The request it was to answer.
        request: &'static str,
        /// What is wrong with it.
        reason: String,
        /// The end of its standard error.
        last_line: LastLine,
    },
    /// The candidate reports an error of its own.
    #[error("{0}{1}")]
    Failed(String, LastLine),
    /// The candidate cannot hold the message, or cannot do what was asked.
    #[error("{0}")]
    Unsupported(String),
}

/// The last line of a runner's standard error, or nothing.
#[derive(Debug, Default)]
pub struct LastLine(pub(crate) Option<String>);

impl std::fmt::Display for LastLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |line| write!(f, "; its last line: {line}"))
    }
}
