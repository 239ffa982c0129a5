//! A small server that speaks memcached's text protocol, in front of a storage engine.
//!
//! Two stores of 2009, Tokyo Tyrant and MemcacheDB, were servers of this protocol around an engine. The engines can still be
//! installed and the servers cannot, so this server takes their place, and serves engines of today in the same way. It runs
//! on one thread. All commands that have arrived are one turn: the engine's writes of a turn are one transaction where it has
//! transactions, and no command is answered before that has ended.

mod clients;
mod commands;
mod connection;
mod embedded;
pub mod engine;
mod entry;
pub mod protocol;
mod server;
mod settings;

pub use clients::call;
pub use commands::Keeper;
pub use embedded::embed;
pub use engine::{Batch, Changes, Engine, Failure, Found, Ordered, Reader, View};
pub use server::Server;
pub use settings::Settings;

/// Why a server ended.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There is no such engine, or it has no such variant.
    #[error("no engine {name:?} with the variant {variant:?}; there are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// Its variant.
        variant: String,
        /// The engines with their variants.
        known: String,
    },
    /// A variable of its environment is missing or broken.
    #[error("{name}: {reason}")]
    Setting {
        /// Its name.
        name: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The engine gave up. What was not answered may not be stored.
    #[error(transparent)]
    Engine(#[from] Failure),
    /// It cannot listen, or the system gives no events.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Serves an engine until the process is ended, with the settings of the environment.
///
/// # Errors
/// If there is no such engine, a variable is missing or broken, the port is taken, or the engine fails.
pub fn serve(engine: &str, variant: &str) -> Result<(), Fault> {
    let settings = Settings::from_environment()?;
    let mut engine = engine::open(engine, variant, &settings.folder)?;
    Server::listen(settings.address)?.serve(engine.as_mut())
}
