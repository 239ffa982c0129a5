//! An external vocabulary of Fast Infoset that a user gives in the place of one that is made of the message.

use std::path::Path;
use std::sync::Arc;

use fastinfoset::{Registry, Vocabulary, WriteOptions};
use wirecost_codec_protocol::SchemaDefinition;

use crate::input::read_file;
use crate::{Message, PlanError, sha256};

/// What formats begin with whose documents refer to an external vocabulary.
const FORMATS: &str = "fast-infoset-external";

/// A vocabulary file, as `wirecost vocabulary` writes it.
#[derive(Debug, Clone)]
pub struct ExternalVocabulary {
    /// The URI by which documents name it.
    pub uri: String,
    vocabulary: Vocabulary,
    file: Vec<u8>,
}

impl ExternalVocabulary {
    /// Reads a vocabulary file.
    ///
    /// # Errors
    /// If it cannot be read or is none, with its name.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let file = read_file(path)?;
        let (uri, vocabulary) = Vocabulary::from_file(&file).map_err(|error| PlanError::at(path.display(), error))?;
        Ok(Self { uri, vocabulary, file })
    }

    /// What a writer needs.
    pub fn write_options(&self) -> WriteOptions {
        let mut vocabularies = Registry::new();
        vocabularies.register(self.uri.clone(), self.vocabulary.clone());
        WriteOptions { external_vocabulary: Some(self.uri.clone()), vocabularies, ..WriteOptions::default() }
    }

    /// The digest of the file.
    pub fn sha256(&self) -> String {
        sha256(&self.file)
    }
}

impl Message {
    /// The same message, whose documents refer to this vocabulary.
    pub fn with_vocabulary(mut self, given: Option<Arc<ExternalVocabulary>>) -> Self {
        self.vocabulary = given;
        self
    }

    /// The digest of the vocabulary that the user gives.
    pub fn vocabulary_sha256(&self) -> Option<String> {
        self.vocabulary.as_ref().map(|given| given.sha256())
    }

    /// The vocabulary that the user gives, if documents in this format refer to one.
    pub fn vocabulary(&self, format: &str) -> Option<&ExternalVocabulary> {
        self.vocabulary.as_deref().filter(|_| format.starts_with(FORMATS))
    }

    /// What candidates of a format are told that is known at run time only: the vocabulary file or the schema.
    pub fn definition(&self, format: &str) -> Option<SchemaDefinition> {
        match self.vocabulary(format) {
            Some(given) => Some(SchemaDefinition { text: given.file.clone(), type_name: given.uri.clone() }),
            None => self.schema().map(|schema| schema.definition.clone()),
        }
    }
}
