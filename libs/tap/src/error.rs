//! The one error type of the crate.

/// What an operation of this crate gives back.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What keeps a tap from its work. What goes wrong on one connection is an [`Event`](crate::Event), no error.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The tap cannot listen.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Where it should.
        address: std::net::SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    /// Events cannot be delivered to their receiver.
    #[error("{0}")]
    Sink(std::io::Error),
    /// A message cannot be saved.
    #[error("cannot write {path:?}: {source}")]
    Save {
        /// The file or folder.
        path: std::path::PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}
