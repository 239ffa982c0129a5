//! The settings that a server gets in environment variables, as every candidate of a lab of servers does.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use crate::Fault;

/// The settings of a server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens: `WIRECOST_HOST`, the loopback without it, and `WIRECOST_PORT`.
    pub address: SocketAddr,
    /// Where its engine keeps files: `WIRECOST_FOLDER`.
    pub folder: PathBuf,
}

impl Settings {
    /// The settings of this process.
    ///
    /// # Errors
    /// A variable that is missing or broken.
    pub fn from_environment() -> Result<Self, Fault> {
        let broken = |name, reason: String| Fault::Setting { name, reason };
        let variable = |name| std::env::var(name).map_err(|error| broken(name, error.to_string()));
        let port = variable("WIRECOST_PORT")?.parse().map_err(|error| broken("WIRECOST_PORT", format!("{error}")))?;
        let host: IpAddr = match std::env::var("WIRECOST_HOST") {
            Ok(host) => host.parse().map_err(|error| broken("WIRECOST_HOST", format!("{error}")))?,
            Err(_) => Ipv4Addr::LOCALHOST.into(),
        };
        Ok(Self { address: (host, port).into(), folder: variable("WIRECOST_FOLDER")?.into() })
    }
}
