//! The settings that a server gets in environment variables, as every candidate of the lab does (README.md of these candidates).

use std::str::FromStr;

use crate::Fault;

/// Connections that may wait to be accepted: as for every candidate. tokio's own 128 make connections wait for a second.
pub const BACKLOG: u32 = 4096;

/// The settings of a server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Its port on the loopback: `WIRECOST_PORT`.
    pub port: u16,
    /// What it answers with under `/message`: the content of the file `WIRECOST_MESSAGE`.
    pub message: Vec<u8>,
    /// What it answers with under `/who`: `WIRECOST_NONCE`.
    pub nonce: String,
    /// The threads it works on: `WIRECOST_CORES`.
    pub cores: usize,
}

impl Settings {
    /// The settings of this process.
    pub(crate) fn from_environment() -> Result<Self, Fault> {
        Ok(Self {
            port: number("WIRECOST_PORT")?,
            message: std::fs::read(variable("WIRECOST_MESSAGE")?)?,
            nonce: variable("WIRECOST_NONCE")?,
            cores: number("WIRECOST_CORES")?,
        })
    }
}

fn variable(name: &'static str) -> Result<String, Fault> {
    std::env::var(name).map_err(|error| Fault::Setting { name, reason: error.to_string() })
}

fn number<N: FromStr<Err: ToString>>(name: &'static str) -> Result<N, Fault> {
    variable(name)?.parse().map_err(|error: N::Err| Fault::Setting { name, reason: error.to_string() })
}
