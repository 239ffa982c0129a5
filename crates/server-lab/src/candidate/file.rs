//! What a candidate says of itself: its `candidate.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;
use wirecost_catalog::suite::Span;
use wirecost_model::Durability;

/// A `candidate.toml`. In its texts `{own}` stands for the program that holds the servers of the lab in Rust, `{wirecost}` for
/// this program, `{folder}` for the candidate's files, `{shared}` for those that it shares, `{built}` for what its build made,
/// `{installed}` for what `wirecost setup servers` installed for it alone.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// One line for people.
    pub summary: String,
    /// The language it is written in.
    pub language: String,
    /// The program or library whose version is reported.
    pub package: String,
    /// Programs, found in `PATH`, and files that must be there.
    #[serde(default)]
    pub needs: Vec<String>,
    /// What tells its version.
    pub version: VersionFile,
    /// What is run once before it can start.
    pub build: Option<BuildFile>,
    /// How it starts.
    pub start: StartFile,
    /// Names of its variants: each is a candidate of its own, `folder-variant`. None: the folder is the candidate.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Variants that do less than the work: shown, and never ranked.
    #[serde(default)]
    pub floors: Vec<String>,
    /// Another candidate of the lab whose files it uses: `{folder}` is then that one's.
    pub files_of: Option<String>,
    /// Another folder of the lab, whose files its build uses beside its own: `{shared}`.
    pub shares: Option<String>,
    /// Its client, in the rpc lab.
    pub client: Option<ClientFile>,
    /// What it is as a store, in the kv lab.
    pub store: Option<StoreFile>,
    /// What a message must be to stand as `{text}` in one of its files.
    pub text: Option<TextFile>,
    /// What `wirecost setup servers` installs.
    #[serde(default)]
    pub install: InstallFile,
}

/// What tells a version.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "[version] needs lock = PACKAGE, or command = [..] and prefix")]
pub enum VersionFile {
    /// The lock file of this build.
    Lock {
        /// The package in it.
        lock: String,
    },
    /// What a command prints first, after a prefix and up to white space.
    Command {
        /// Program and arguments.
        command: Vec<String>,
        /// What comes before the version.
        #[serde(default)]
        prefix: String,
    },
}

/// The client of a stack, a program that speaks the protocol of the crate `wirecost-rpc-protocol`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientFile {
    /// Program and arguments.
    pub command: Vec<String>,
    /// The format of its requests and replies.
    #[serde(default = "no_format")]
    pub format: String,
    /// Types of messages that it carries; `any` for those without a type.
    pub types: Vec<String>,
    /// What can be asked of it.
    #[serde(default = "every_operation")]
    pub operations: Vec<String>,
    /// Whether it goes over HTTP/1.1, so that bodies can come in chunks and connections can end with their answer.
    #[serde(default)]
    pub over_http: bool,
    /// Whether its bodies over HTTP can come in chunks indeed.
    #[serde(default = "chunks")]
    pub chunks: bool,
    /// Whether the load generator can send what it sends.
    #[serde(default)]
    pub replay: Replay,
}

fn chunks() -> bool {
    true
}

fn no_format() -> String {
    "octets".into()
}

fn every_operation() -> Vec<String> {
    ["echo", "count"].map(str::to_owned).to_vec()
}

/// What a candidate of the kv lab is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreFile {
    /// What it speaks.
    pub protocol: StoreProtocol,
    /// What becomes of a write that it has answered.
    pub durability: DurabilityFile,
    /// The client library that calls it, in place of the load generator: a program that does the jobs of
    /// `wirecost-kv-protocol`.
    pub client: Option<Vec<String>>,
}

/// What a store speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoreProtocol {
    /// memcached's text protocol.
    Memcached,
    /// RESP.
    Redis,
    /// PostgreSQL's.
    Postgresql,
    /// None: its operations are called in its process (`wirecost-kv-protocol`).
    InProcess,
}

/// The durability of a candidate, or of each of its variants.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "durability is memory, periodic, process or machine, or a table of these by variant")]
pub enum DurabilityFile {
    /// That of the only one.
    One(Durability),
    /// Those of its variants.
    ByVariant(BTreeMap<String, Durability>),
}

/// How the load generator can send a client's recorded requests again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replay {
    /// Not at all.
    #[default]
    None,
    /// As they are, on any connection; the same bytes come back each time.
    Exact,
    /// As HTTP/1.1: the body of the answer is the same each time.
    Http,
}

/// What is run once before a candidate can start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildFile {
    /// Program and arguments. It leaves what it makes in `{built}`.
    pub command: Vec<String>,
    /// The command of wirecost that runs it. None: whatever needs the candidate runs it.
    pub by: Option<String>,
}

/// How a candidate starts. Beside the placeholders of the file, `{port}`, `{dir}`, `{nonce}`, `{cores}` and `{text}` stand
/// for the port, the server's private folder, the word it proves itself with, the number of its cores, and the message. For a
/// store, `{host}`, `{keys}`, `{memory_mb}` and `{limit_mb}` stand for where it listens, how many keys it will have, the memory
/// that it may have for their values, and the same where that is less than they need (0 elsewhere).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartFile {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Files of the candidate's folder that go into the server's private folder, with placeholders put in.
    #[serde(default)]
    pub files: Vec<String>,
    /// How long a server of the labs http and rpc is loaded before it is measured, where a suite says less: its runtime compiles what
    /// is called often.
    #[serde(default)]
    pub warmup: Span,
    /// How long it is loaded before each slice, where it takes turns with others: its runtime works more after each start.
    #[serde(default)]
    pub lead: Span,
}

/// What a message must be to stand in a file as text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// Characters that it must not hold; control characters it must not hold in any case.
    pub without: String,
    /// Its most bytes.
    pub bytes: usize,
}

/// What `wirecost setup servers` installs, with apt and pip.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstallFile {
    /// Packages of Debian and its kin.
    #[serde(default)]
    pub apt: Vec<String>,
    /// Packages of Python, into a virtual environment of the candidate's own: `{installed}`.
    #[serde(default)]
    pub pip: Vec<String>,
}
