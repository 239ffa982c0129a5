//! How stores are called.

use wirecost_server_lab::Candidate;
use wirecost_server_lab::candidate::StoreProtocol;

/// The value of the parameter `binding` where there is no server.
const IN_PROCESS: &str = "in-process";
/// Its value where a client library calls the store.
pub(crate) const CLIENT_LIBRARY: &str = "client-library";

/// How a candidate is called, where the load generator does not call it.
pub(crate) fn binding(candidate: &Candidate) -> Option<&'static str> {
    let store = candidate.file.store.as_ref()?;
    if store.protocol == StoreProtocol::InProcess {
        Some(IN_PROCESS)
    } else {
        store.client.as_ref().map(|_| CLIENT_LIBRARY)
    }
}

/// Whether a candidate is a server that others can call. An engine without one is called in its process, and a client library has
/// a server on another machine by itself.
pub fn has_server(candidate: &Candidate) -> bool {
    binding(candidate).is_none()
}
