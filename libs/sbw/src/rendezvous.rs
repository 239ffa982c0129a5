//! How modules find the broker: files in the user's directory, named and written as the original does.
//!
//! | file | holds |
//! | --- | --- |
//! | `runtime/127.0.0.1/run.properties` | `sbw.module.port=10100`, empty when the broker has stopped |
//! | `runtime/127.0.0.1/key` | the session key, without a newline, for the user's eyes alone |

use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use crate::{Error, Result, SessionKey};

const PORT: &str = "sbw.module.port";

/// The directory with the files that say where a user's broker listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserDirectory(PathBuf);

impl UserDirectory {
    /// The directory as given.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        UserDirectory(path.into())
    }

    /// What `SBW_USER` names, else `.sbw` in the home directory.
    ///
    /// # Errors
    /// [`Error::NoBroker`] if there is neither `SBW_USER` nor a home directory.
    pub fn from_environment() -> Result<Self> {
        if let Some(path) = std::env::var_os("SBW_USER").filter(|path| !path.is_empty()) {
            return Ok(Self::new(path));
        }
        std::env::home_dir()
            .map(|home| Self::new(home.join(".sbw")))
            .ok_or_else(|| Error::NoBroker("neither SBW_USER nor a home directory is set".to_owned()))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn runtime(&self) -> PathBuf {
        self.0.join("runtime").join("127.0.0.1")
    }

    /// Where the session key is kept.
    pub fn key_path(&self) -> PathBuf {
        self.runtime().join("key")
    }

    fn properties_path(&self) -> PathBuf {
        self.runtime().join("run.properties")
    }

    /// The address and key of the user's broker. The broker may have died since it wrote them.
    ///
    /// # Errors
    /// [`Error::NoBroker`] if no port or no key is written there.
    pub fn broker(&self) -> Result<(SocketAddr, SessionKey)> {
        let port = self.port()?.ok_or_else(|| Error::NoBroker(format!("no {PORT} in {:?}", self.properties_path())))?;
        Ok((SocketAddr::from((Ipv4Addr::LOCALHOST, port)), self.key()?))
    }

    /// The session key as in its file.
    ///
    /// # Errors
    /// [`Error::NoBroker`] if there is none.
    pub fn key(&self) -> Result<SessionKey> {
        let path = self.key_path();
        let bytes = fs::read(&path).map_err(|error| Error::NoBroker(format!("read {path:?}: {error}")))?;
        SessionKey::from_bytes(bytes).map_err(|error| Error::NoBroker(format!("{path:?}: {error}")))
    }

    /// The port in run.properties; `None` if the file or the port is missing.
    fn port(&self) -> Result<Option<u16>> {
        let path = self.properties_path();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io(format!("read {path:?}"))(error)),
        };
        Ok(port(&text))
    }

    /// Writes the key, then the port, in this order: who finds the port finds the key.
    pub(crate) fn publish(&self, port: u16, key: &SessionKey) -> Result<()> {
        let runtime = self.runtime();
        create_private(&runtime).map_err(Error::io(format!("create {runtime:?}")))?;
        replace(&self.key_path(), key.bytes())?;
        // Short lines: the original reads them through 50 bytes.
        let properties = format!("{PORT}={port}\nsbw.broker.port=\nsbw.broker.no-remote=true\n");
        replace(&self.properties_path(), properties.as_bytes())
    }

    /// Takes the port away again, unless another broker has written its own since.
    pub(crate) fn withdraw(&self, port: u16) -> Result<()> {
        if self.port()? != Some(port) {
            return Ok(());
        }
        replace(&self.properties_path(), format!("{PORT}=\nsbw.broker.port=\nsbw.broker.no-remote=true\n").as_bytes())
    }
}

/// The port that a run.properties names.
pub(crate) fn port(properties: &str) -> Option<u16> {
    let mut lines = properties.lines().filter_map(|line| line.split_once('='));
    lines.find(|(name, _)| name.trim() == PORT).and_then(|(_, port)| port.trim().parse().ok())
}

/// Directories that do not exist yet are made for the user alone.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Puts a file in place whole or not at all, readable by the user alone from the moment it exists.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| Error::io("get random bytes")(error.into()))?;
    let temporary = path.with_extension(format!("{:016x}", u64::from_ne_bytes(random)));
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&temporary).and_then(|mut file| file.write_all(bytes));
    written.and_then(|()| fs::rename(&temporary, path)).map_err(|error| {
        // The error matters, not that what it left could not be removed either.
        let _ = fs::remove_file(&temporary);
        Error::io(format!("write {path:?}"))(error)
    })
}
