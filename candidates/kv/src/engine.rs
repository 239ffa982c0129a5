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

use std::collections::BTreeMap;
use std::path::Path;

use crate::Fault;
pub use map::Map;

/// An engine that gave up.
#[derive(Debug, Clone, thiserror::Error)]
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

/// What a turn is to change, by key: the new entry, or none where the key is to go.
pub type Changes = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// An engine that keeps its keys in order, and can be read on other threads while one writes.
pub trait Ordered: Engine + Send {
    /// Makes all changes or none. When this returns, they are as safe as this engine makes them.
    ///
    /// # Errors
    /// That the engine gave up: whether the changes were made is not known before the store is opened again.
    fn write(&mut self, changes: &Changes) -> Result<(), Failure> {
        self.turn(&mut |batch| {
            for (key, entry) in changes {
                match entry {
                    Some(entry) => batch.set(key, entry)?,
                    None => batch.delete(key).map(|_| ())?,
                }
            }
            Ok(())
        })
    }

    /// A way to read that another thread can take. It sees what was written before each of its views.
    ///
    /// # Errors
    /// That the engine gave up.
    fn reader(&self) -> Result<Box<dyn Reader>, Failure>;
}

/// Reads beside a thread that writes.
pub trait Reader: Send {
    /// Lets `look` read one state of the store.
    ///
    /// # Errors
    /// That the engine gave up.
    fn view(&mut self, look: &mut Look<'_>) -> Result<(), Failure>;
}

/// What is done with a view.
pub type Look<'a> = dyn FnMut(&dyn View) -> Result<(), Failure> + 'a;

/// What is done with an entry that a scan finds; `false` ends the scan.
pub type Found<'a> = dyn FnMut(&[u8], &[u8]) -> bool + 'a;

/// One state of a store.
pub trait View {
    /// The entry of a key.
    ///
    /// # Errors
    /// That the engine gave up.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Failure>;

    /// Shows the entries from this key on, in the order of their keys, until `found` says that it has enough.
    ///
    /// # Errors
    /// That the engine gave up.
    fn scan(&self, from: &[u8], found: &mut Found<'_>) -> Result<(), Failure>;
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

/// Opens an ordered engine in a folder.
type OpenOrdered = fn(&Path) -> Result<Box<dyn Ordered>, Failure>;

/// The ordered engines that this program was built with, by what they keep of what they answered: all, or all but for a power cut
/// (`sqlite-normal`).
const ORDERED: &[(&str, OpenOrdered)] = &[
    #[cfg(feature = "sqlite")]
    ("sqlite", |folder| Ok(Box::new(sqlite::Sqlite::open(folder, sqlite::Synchronous::Full)?))),
    #[cfg(feature = "sqlite")]
    ("sqlite-normal", |folder| Ok(Box::new(sqlite::Sqlite::open(folder, sqlite::Synchronous::Normal)?))),
    #[cfg(feature = "lmdb")]
    ("lmdb", |folder| Ok(Box::new(lmdb::Lmdb::open(folder, lmdb::Sync::EachTurn)?))),
    #[cfg(feature = "redb")]
    ("redb", |folder| Ok(Box::new(redb::Redb::open(folder, ::redb::Durability::Immediate)?))),
    #[cfg(feature = "fjall")]
    ("fjall", |folder| Ok(Box::new(fjall::Fjall::open(folder, Some(::fjall::PersistMode::SyncData))?))),
];

/// The names of the ordered engines that this program was built with.
pub fn ordered_names() -> impl Iterator<Item = &'static str> {
    ORDERED.iter().map(|(name, _)| *name)
}

/// Opens an ordered engine by its name.
///
/// # Errors
/// If there is none, or it cannot be opened.
pub fn open_ordered(name: &str, folder: &Path) -> Result<Box<dyn Ordered>, Fault> {
    match ORDERED.iter().find(|(known, _)| *known == name) {
        Some((_, open)) => Ok(open(folder)?),
        None => {
            let known = ordered_names().collect::<Vec<_>>().join(", ");
            Err(Fault::Unknown { name: name.into(), variant: String::new(), known })
        }
    }
}

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
