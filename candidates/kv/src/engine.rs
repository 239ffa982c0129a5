//! What a storage engine must be able to do, and the engines that there are.

#[cfg(feature = "fjall")]
mod fjall;
#[cfg(feature = "lmdb")]
mod lmdb;
mod map;
#[cfg(feature = "redb")]
mod redb;
mod shim;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::path::Path;

use crate::Fault;
pub use map::Map;

/// An engine that gave up.
#[derive(Debug, thiserror::Error)]
#[error("{engine}: {reason}")]
pub struct Failure {
    engine: &'static str,
    reason: String,
}

impl Failure {
    /// What went wrong in an engine.
    pub fn new(engine: &'static str, reason: impl ToString) -> Self {
        Self { engine, reason: reason.to_string() }
    }
}

/// A store of entries by key. A key has at most 250 bytes, an entry at most 1 MiB and its header.
pub trait Engine {
    /// Lets `work` read and write. When this returns, what was written is as safe as this engine makes it.
    ///
    /// # Errors
    /// That the engine gave up: nothing that was written in this turn may be relied on.
    fn turn(&mut self, work: &mut Work<'_>) -> Result<(), Failure>;
}

/// What is done in a turn.
pub type Work<'a> = dyn FnMut(&mut dyn Batch) -> Result<(), Failure> + 'a;

/// Reading and writing within a turn. A read sees what the turn has written.
pub trait Batch {
    /// Shows the entry of a key to `found`; `false` where there is none.
    ///
    /// # Errors
    /// That the engine gave up.
    fn get(&mut self, key: &[u8], found: &mut dyn FnMut(&[u8])) -> Result<bool, Failure>;

    /// Stores the entry of a key, in place of the one before.
    ///
    /// # Errors
    /// That the engine gave up.
    fn set(&mut self, key: &[u8], entry: &[u8]) -> Result<(), Failure>;

    /// Removes a key; `false` where it was not there.
    ///
    /// # Errors
    /// That the engine gave up.
    fn delete(&mut self, key: &[u8]) -> Result<bool, Failure>;

    /// Removes all keys.
    ///
    /// # Errors
    /// That the engine gave up.
    fn clear(&mut self) -> Result<(), Failure>;
}

/// Opens an engine in a folder: an empty store, or what an earlier process left there.
type Open = fn(&Path) -> Result<Box<dyn Engine>, Failure>;

/// The engines that this program was built with, with their variants.
const ENGINES: &[(&str, &str, Open)] = &[
    ("map", "", |_| Ok(Box::new(Map::default()))),
    #[cfg(feature = "lmdb")]
    ("lmdb", "nosync", |folder| Ok(Box::new(lmdb::Lmdb::open(folder, lmdb::Sync::Never)?))),
    #[cfg(feature = "lmdb")]
    ("lmdb", "sync", |folder| Ok(Box::new(lmdb::Lmdb::open(folder, lmdb::Sync::EachTurn)?))),
    #[cfg(feature = "redb")]
    ("redb", "none", |folder| Ok(Box::new(redb::Redb::open(folder, ::redb::Durability::None)?))),
    #[cfg(feature = "redb")]
    ("redb", "immediate", |folder| Ok(Box::new(redb::Redb::open(folder, ::redb::Durability::Immediate)?))),
    #[cfg(feature = "fjall")]
    ("fjall", "buffered", |folder| Ok(Box::new(fjall::Fjall::open(folder, None)?))),
    #[cfg(feature = "fjall")]
    ("fjall", "sync", |folder| Ok(Box::new(fjall::Fjall::open(folder, Some(::fjall::PersistMode::SyncData))?))),
    #[cfg(feature = "sqlite")]
    ("sqlite", "off", |folder| Ok(Box::new(sqlite::Sqlite::open(folder, sqlite::Synchronous::Off)?))),
    #[cfg(feature = "sqlite")]
    ("sqlite", "normal", |folder| Ok(Box::new(sqlite::Sqlite::open(folder, sqlite::Synchronous::Normal)?))),
    #[cfg(feature = "sqlite")]
    ("sqlite", "full", |folder| Ok(Box::new(sqlite::Sqlite::open(folder, sqlite::Synchronous::Full)?))),
];

/// The word for an engine in a shared library; its variant is `LIBRARY:OPTIONS`.
const SHIM: &str = "shim";

/// The engines that this program was built with, with their variants.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    ENGINES.iter().map(|(name, variant, _)| (*name, *variant))
}

/// Opens an engine by its name and variant.
///
/// # Errors
/// If there is none, or it cannot be opened.
pub fn open(name: &str, variant: &str, folder: &Path) -> Result<Box<dyn Engine>, Fault> {
    if name == SHIM {
        let (library, options) = variant.rsplit_once(':').unwrap_or((variant, ""));
        return Ok(Box::new(shim::Shim::open(Path::new(library), folder, options)?));
    }
    match ENGINES.iter().find(|(known, of, _)| (*known, *of) == (name, variant)) {
        Some((.., open)) => Ok(open(folder)?),
        None => {
            let known: Vec<String> =
                names().map(|(name, variant)| format!("{name} {variant}").trim_end().to_owned()).collect();
            Err(Fault::Unknown { name: name.into(), variant: variant.into(), known: known.join(", ") })
        }
    }
}
