//! The external vocabularies that a reader knows, by URI.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::Vocabulary;
use crate::reader::tables::Base;

/// A vocabulary with the form in which a reader looks things up, which is made for the first reader.
#[derive(Debug)]
pub(crate) struct External {
    pub(crate) vocabulary: Vocabulary,
    base: OnceLock<Arc<Base>>,
}

impl External {
    fn new(vocabulary: Vocabulary) -> Arc<Self> {
        Arc::new(Self { vocabulary, base: OnceLock::new() })
    }

    /// The form for readers.
    pub(crate) fn base(&self) -> Arc<Base> {
        self.base.get_or_init(|| Arc::new(Base::new(&self.vocabulary))).clone()
    }

    /// What every document starts with when it names no external vocabulary.
    pub(crate) fn built_in() -> Arc<Self> {
        static BUILT_IN: OnceLock<Arc<External>> = OnceLock::new();
        BUILT_IN.get_or_init(|| Self::new(Vocabulary::new())).clone()
    }
}

/// External vocabularies by URI (X.891 clause 7.2.13). Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    by_uri: Arc<HashMap<String, Arc<External>>>,
}

impl Registry {
    /// A registry that knows no vocabulary.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a vocabulary, in place of one with the same URI.
    pub fn register(&mut self, uri: impl Into<String>, vocabulary: Vocabulary) {
        Arc::make_mut(&mut self.by_uri).insert(uri.into(), External::new(vocabulary));
    }

    /// The vocabulary with this URI.
    pub fn get(&self, uri: &str) -> Option<&Vocabulary> {
        self.by_uri.get(uri).map(|external| &external.vocabulary)
    }

    pub(crate) fn external(&self, uri: &str) -> Option<Arc<External>> {
        self.by_uri.get(uri).cloned()
    }
}
