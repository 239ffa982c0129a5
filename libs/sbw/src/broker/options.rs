//! The options of a broker.

use std::net::{IpAddr, Ipv4Addr};
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::message::DEFAULT_MAX_MESSAGE;
use crate::rendezvous::UserDirectory;

/// How a broker listens, what it lets modules do, and how much it holds for them.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address to listen on. Anything but loopback sends the session key over a network in the clear.
    pub listen: IpAddr,
    /// The ports to try, in this order; `0..=0` lets the system pick one.
    pub ports: RangeInclusive<u16>,
    /// Where to write port and key for modules to find; `None` writes nothing.
    pub directory: Option<UserDirectory>,
    /// Use the key that is in the directory already, rather than a new one.
    pub reuse_key: bool,
    /// Let modules send system method 3, shutdown, to each other (libSBW's `Module::shutdown`).
    pub allow_module_shutdown: bool,
    /// Let modules stop the broker (method 17, `shutdownBroker`).
    pub allow_broker_shutdown: bool,
    /// Keep a registry of modules and services (methods 13 to 16), in `sbwreg.xml` if there is a directory.
    pub registry: bool,
    /// Start registered modules when they are asked for. Whoever has the session key can then run programs.
    pub start_on_demand: bool,
    /// Time that a started module has to connect.
    pub start_wait: Duration,
    /// The most connections at a time.
    pub max_modules: usize,
    /// The most connections that have not said their key yet; the oldest makes room for the next.
    pub max_handshakes: usize,
    /// Time that a peer has to say its key and name.
    pub handshake_wait: Duration,
    /// The largest message, in bytes. A larger one is thrown away as it comes; if it is a call or a reply, its caller
    /// gets a communication exception.
    pub max_message: usize,
    /// The most bytes that wait for one module; one message of any size may always wait.
    pub max_queue: usize,
    /// The most bytes held for all connections together; over it the one that holds most is dropped.
    pub max_memory: usize,
    /// The most calls that one module may have open.
    pub max_open_calls: usize,
    /// Time that a module has to tell the broker its services when another asks for them.
    pub ask_wait: Duration,
}

impl Default for Options {
    /// A broker that libSBW programs find: loopback, ports 10100 to 10200, no files.
    fn default() -> Self {
        Options {
            listen: Ipv4Addr::LOCALHOST.into(),
            ports: 10_100..=10_200,
            directory: None,
            reuse_key: false,
            allow_module_shutdown: true,
            allow_broker_shutdown: false,
            registry: false,
            start_on_demand: false,
            start_wait: Duration::from_secs(12),
            max_modules: 10_000,
            max_handshakes: 512,
            handshake_wait: Duration::from_secs(5),
            max_message: DEFAULT_MAX_MESSAGE,
            max_queue: DEFAULT_MAX_MESSAGE,
            max_memory: 1 << 30,
            max_open_calls: 65_536,
            ask_wait: Duration::from_secs(5),
        }
    }
}

impl Options {
    /// A broker for one program and its children: a port of the system's choice, nothing written.
    pub fn private() -> Self {
        Options { ports: 0..=0, ..Self::default() }
    }

    /// The broker of the user of this process: files in [`UserDirectory::from_environment`].
    ///
    /// # Errors
    /// As [`UserDirectory::from_environment`].
    pub fn for_user() -> crate::Result<Self> {
        Ok(Options { directory: Some(UserDirectory::from_environment()?), ..Self::default() })
    }
}
