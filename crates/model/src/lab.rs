//! The kinds of measurement.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of measurement, by its name in suites, documents and folders. Each lab's crate names its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lab(Cow<'static, str>);

impl Lab {
    /// Formats and parsers, in a process of their own.
    pub const CODEC: Self = Self::named("codec");
    /// Web servers under load.
    pub const HTTP: Self = Self::named("http");
    /// Stores of values by key.
    pub const KV: Self = Self::named("kv");
    /// RPC stacks, server and client.
    pub const RPC: Self = Self::named("rpc");

    /// The lab of this name.
    pub const fn named(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl From<String> for Lab {
    fn from(name: String) -> Self {
        Self(Cow::Owned(name))
    }
}

impl fmt::Display for Lab {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
