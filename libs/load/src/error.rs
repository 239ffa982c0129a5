//! What can keep a run from happening. What goes wrong within a run is counted in its result.

use std::path::PathBuf;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The target is not one that can be loaded.
    #[error("target {target:?}: {reason}")]
    Target {
        /// What was given.
        target: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A schedule that cannot be followed.
    #[error("schedule: {0}")]
    Schedule(&'static str),
    /// Options that contradict each other.
    #[error("options: {0}")]
    Options(&'static str),
    /// Fewer files may be open than connections are asked for.
    #[error("{needed} files must be open at once, the limit is {limit}: raise it with `ulimit -n {needed}`")]
    Files {
        /// Files that the run needs.
        needed: u64,
        /// What the hard limit allows.
        limit: u64,
    },
    /// Fewer local ports are there than connections to one address are asked for.
    #[error(
        "{needed} connections to one address need as many local ports, there are {available}: \
         widen them with `sysctl -w net.ipv4.ip_local_port_range='1024 65000'`"
    )]
    Ports {
        /// Connections that the run needs.
        needed: u64,
        /// Ports of the range.
        available: u64,
    },
    /// Not one connection could be opened.
    #[error("no connection to {target} could be opened: {source}")]
    Connect {
        /// The target.
        target: String,
        /// The first failure.
        source: std::io::Error,
    },
    /// The run was ended before its measured window began.
    #[error("ended early, before the warm-up was over: nothing was measured")]
    Stopped,
    /// A thread of the generator panicked: a defect of this library.
    #[error("a thread of the generator panicked")]
    Panicked,
    /// The operating system refused something that the engine needs.
    #[error("{what}: {source}")]
    System {
        /// What was asked of it.
        what: &'static str,
        /// Its answer.
        source: std::io::Error,
    },
    /// TLS could not be set up.
    #[error("TLS: {0}")]
    Tls(#[from] rustls::Error),
    /// A file could not be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file of targets does not follow its format.
    #[error("targets, line {line}: {reason}")]
    Targets {
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A result document that cannot be used.
    #[error("result: {0}")]
    Document(String),
    /// A recorded exchange that cannot be sent again.
    #[error("{0}")]
    Recorded(&'static str),
    /// Results that must not be merged.
    #[error("merge: {0}")]
    Merge(String),
}

impl Error {
    /// A refusal of the operating system.
    pub(crate) fn system(what: &'static str) -> impl FnOnce(rustix::io::Errno) -> Error {
        move |errno| Error::System { what, source: errno.into() }
    }
}
