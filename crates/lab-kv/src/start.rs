//! What starts a store.

use std::net::IpAddr;

use wirecost_host::Launch;
use wirecost_server_lab::{Candidate, Places, Reason};

use crate::needs::memory_bytes;

/// The least memory that a store is given for its values.
const LEAST_MEMORY_MB: u64 = 64;

/// How much a store will hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Keys.
    pub keys: u64,
    /// Bytes of a value.
    pub value_bytes: usize,
    /// The memory that it may have for them, in MiB, where that is less than they need.
    pub limit_mb: Option<u64>,
}

/// What starts the store of a candidate on its places, listening at `host`, with memory for all that it will hold.
///
/// # Errors
/// A program that is not there, or a file that cannot be read.
pub fn launch(candidate: &Candidate, size: Size, places: &Places, host: IpAddr) -> Result<Launch, Reason> {
    let mut launch = wirecost_server_lab::launch(candidate, b"", places, None)?;
    let memory_mb = (memory_bytes(size.keys, size.value_bytes) >> 20).max(LEAST_MEMORY_MB);
    let memory_mb = size.limit_mb.unwrap_or(memory_mb);
    let put_in = |text: &str| {
        text.replace("{host}", &host.to_string())
            .replace("{keys}", &size.keys.to_string())
            .replace("{memory_mb}", &memory_mb.to_string())
            // Redis takes 0 for no limit.
            .replace("{limit_mb}", &size.limit_mb.unwrap_or(0).to_string())
    };
    launch.arguments = launch.arguments.iter().map(|argument| put_in(argument)).collect();
    launch.files.iter_mut().for_each(|(_, content)| *content = put_in(content));
    launch.environment.push(("WIRECOST_HOST".into(), host.to_string()));
    Ok(launch)
}
