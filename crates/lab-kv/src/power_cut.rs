//! A power cut: what the operating system has, and the disk has not, is gone.
//!
//! The store runs with a library (`files.c`, `disk.c`, `calls.c`) that sees its writes and syncs. When the store has been
//! killed, its files are put back to what was synced, and the store is started again without the library.

mod files;
mod library;

use std::time::{Duration, Instant};

use wirecost_host::{Launch, Server};
use wirecost_server_lab::Reason;

pub(crate) use library::Library;

/// The library's name in the folder of a store: a store that runs as another user could not read the cache.
const NAME: &str = "power-cut.so";

/// Has a store loaded with the library.
///
/// # Errors
/// That the library cannot be read.
pub(crate) fn watch(launch: &mut Launch, library: &Library) -> Result<(), Reason> {
    let path = library.path();
    let content = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    launch.plain_files.push((NAME.into(), content));
    launch.environment.push(("LD_PRELOAD".into(), format!("{{dir}}/{NAME}")));
    launch.environment.push(("WIRECOST_POWER_CUT".into(), "{dir}".into()));
    Ok(())
}

/// Sees that the library is in every process of the store, once each has had the time to load it: one may have just begun.
///
/// # Errors
/// That it is not: a program that is linked statically does not load it.
pub(crate) fn check(server: &Server) -> Result<(), Reason> {
    const WITHIN: Duration = Duration::from_secs(2);
    const LOOK: Duration = Duration::from_millis(10);
    let (library, deadline) = (server.folder().join(NAME), Instant::now() + WITHIN);
    while Instant::now() < deadline {
        if server.maps(&library) {
            return Ok(());
        }
        std::thread::sleep(LOOK);
    }
    let reason = "a power cut cannot be simulated: its process does not load the library that sees its writes (it is linked \
                  statically, or clears its environment)";
    Err(reason.into())
}

/// How many syncs there were until now.
///
/// # Errors
/// If the library has not begun to count.
pub(crate) fn syncs(server: &Server) -> Result<u64, Reason> {
    files::syncs(server.folder()).map_err(|error| format!("a power cut cannot be simulated: {error}").into())
}

/// Takes from a store that has been killed all that was not synced. How many syncs there were.
///
/// # Errors
/// If it wrote in ways that the library does not see.
pub(crate) fn strike(server: &Server) -> Result<u64, Reason> {
    files::fall_back(server.folder()).map_err(|error| format!("a power cut cannot be simulated: {error}").into())
}
