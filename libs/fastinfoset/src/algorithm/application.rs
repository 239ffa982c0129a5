//! Encoding algorithms that an application defines, by URI.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};

/// An application-defined encoding algorithm (X.891 clause 8.3): the two directions between bytes and characters.
pub trait ApplicationAlgorithm: Send + Sync {
    /// Appends the characters that `bytes` stand for.
    ///
    /// # Errors
    /// When the bytes are not of this algorithm.
    fn to_text(&self, bytes: &[u8], out: &mut String) -> Result<()>;

    /// Appends the bytes for `text`.
    ///
    /// # Errors
    /// When the text cannot be expressed.
    fn to_bytes(&self, text: &str, out: &mut Vec<u8>) -> Result<()>;
}

/// The application-defined algorithms that are known, by URI. Cheap to clone.
#[derive(Clone, Default)]
pub struct Algorithms {
    by_uri: Arc<HashMap<String, Arc<dyn ApplicationAlgorithm>>>,
}

impl Algorithms {
    /// Adds an algorithm, in place of one with the same URI.
    pub fn register(&mut self, uri: impl Into<String>, algorithm: Arc<dyn ApplicationAlgorithm>) {
        Arc::make_mut(&mut self.by_uri).insert(uri.into(), algorithm);
    }

    /// The algorithm with this URI.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownAlgorithm`] if there is none.
    pub fn get(&self, uri: &str) -> Result<&dyn ApplicationAlgorithm> {
        match self.by_uri.get(uri) {
            Some(algorithm) => Ok(algorithm.as_ref()),
            None => Err(Error::new(ErrorKind::UnknownAlgorithm { uri: uri.to_owned() })),
        }
    }
}

impl fmt::Debug for Algorithms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_uri.keys()).finish()
    }
}
