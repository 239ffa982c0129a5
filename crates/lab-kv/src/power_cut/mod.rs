//! A power cut: what the operating system has, and the disk has not, is gone.
//!
//! The store runs with a library (`files.c`, `disk.c`, `calls.c`) that sees its writes and syncs. When the store has been
//! killed, its files are put back to what was synced, and the store is started again without the library.

mod files;
mod library;

use wirecost_host::{Launch, Server};
use wirecost_served::Reason;

pub(crate) use library::Library;

/// Has a store loaded with the library.
pub(crate) fn watch(launch: &mut Launch, library: &Library) {
    launch.environment.push(("LD_PRELOAD".into(), library.path().display().to_string()));
    launch.environment.push(("WIRECOST_POWER_CUT".into(), "{dir}".into()));
}

/// Sees that the library is in every process of the store.
///
/// # Errors
/// That it is not: a program that is linked statically does not load it.
pub(crate) fn check(server: &Server, library: &Library) -> Result<(), Reason> {
    if server.maps(library.path()) {
        return Ok(());
    }
    let reason = "a power cut cannot be simulated: its process does not load the library that sees its writes (it is linked \
                  statically, or clears its environment)";
    Err(reason.into())
}

/// Takes from a store that has been killed all that was not synced. How many syncs there were.
///
/// # Errors
/// Where it wrote in ways that the library does not see.
pub(crate) fn strike(server: &Server) -> Result<u64, Reason> {
    files::fall_back(server.folder()).map_err(|error| format!("a power cut cannot be simulated: {error}").into())
}
