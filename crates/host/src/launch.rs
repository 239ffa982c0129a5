//! What to start, and how.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A server to start. In arguments, values of the environment, and contents of files, `{port}`, `{dir}` and `{nonce}`
/// stand for the port, the server's private folder, and a word that nobody else knows.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program, found in `PATH` if it has no `/`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its environment, beside that of this process.
    pub environment: Vec<(String, String)>,
    /// Names and contents of files to write into its folder, such as its configuration.
    pub files: Vec<(String, String)>,
    /// Names and contents of files in which nothing is put in, such as what it serves.
    pub plain_files: Vec<(String, Vec<u8>)>,
    /// Cores that it is kept on. None: the operating system places it.
    pub cores: Vec<usize>,
    /// How long it may take to listen.
    pub patience: Duration,
    /// Where it is to listen; `{port}` stands for this port, or for a free one of this address where it is 0. None: a free
    /// port of the loopback.
    pub listen: Option<SocketAddr>,
    /// How it proves who it is, beyond holding the listening socket.
    pub nonce: Option<Nonce>,
    /// The most memory for data of its own that each of its processes may have, bytes (`RLIMIT_DATA`: heap, and what else is
    /// private and can be written to). None: as much as this process may have.
    pub data_bytes: Option<u64>,
    /// Set when nobody waits any more until it listens.
    pub cancelled: Option<Arc<AtomicBool>>,
}

/// A word that only the server that was started can know, because it is in its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonce {
    /// What is sent on a new connection, with `{nonce}` and `{port}` put in: `GET /who HTTP/1.0\r\n\r\n`, say. The answer
    /// must hold the nonce.
    pub question: String,
}

impl Launch {
    /// A program with arguments, which has thirty seconds to listen: a virtual machine on a busy core takes some.
    pub fn new<A: Into<String>>(program: impl Into<String>, arguments: impl IntoIterator<Item = A>) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            environment: Vec::new(),
            files: Vec::new(),
            plain_files: Vec::new(),
            cores: Vec::new(),
            patience: Duration::from_secs(30),
            listen: None,
            nonce: None,
            data_bytes: None,
            cancelled: None,
        }
    }
}

/// What the placeholders of one start stand for.
#[derive(Clone, Debug)]
pub(crate) struct Values<'a> {
    pub port: u16,
    pub folder: &'a Path,
    pub nonce: &'a str,
}

impl Values<'_> {
    pub(crate) fn put_in(&self, text: &str) -> String {
        text.replace("{port}", &self.port.to_string())
            .replace("{dir}", &self.folder.to_string_lossy())
            .replace("{nonce}", self.nonce)
    }
}
