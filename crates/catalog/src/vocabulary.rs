//! An external vocabulary of Fast Infoset that a user gives in the place of one that is made of the message.

use std::path::Path;

use fastinfoset::{Registry, Vocabulary, WriteOptions};
use wirecost_codec_protocol::SchemaDefinition;

use crate::input::read_file;
use crate::{PlanError, sha256};

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

    /// Whether documents in a format refer to an external vocabulary.
    pub(crate) fn is_for(format: &str) -> bool {
        format.starts_with("fast-infoset-external")
    }

    /// What candidates are told: the file in the place of a schema.
    pub(crate) fn definition(&self) -> SchemaDefinition {
        SchemaDefinition { text: self.file.clone(), type_name: self.uri.clone() }
    }

    /// The digest of the file.
    pub fn sha256(&self) -> String {
        sha256(&self.file)
    }
}
