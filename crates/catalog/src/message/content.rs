//! What a message holds, in both models.

use std::borrow::Cow;

use std::sync::Arc;

use wirecost_types::Model;
use wirecost_value::infoset::{Infoset, Omission};
use wirecost_value::{Shape, Value, mapping, xml};

use crate::Lack;
use crate::document;
use crate::file::{FileError, FilePlace, Held, Values};
use crate::input::may_be_inferred;

/// One concrete message in both models; in one of them it may have no form, for the reason given.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// The data tree.
    pub value: Result<Value, Lack>,
    /// The document.
    pub xml: Result<Xml, Lack>,
    /// The data tree with the types of the message's model; none without a model.
    pub typed: Option<Value>,
}

/// A document with its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Xml {
    /// The text.
    pub bytes: Vec<u8>,
    /// What it says.
    pub infoset: Infoset,
}

/// What a file holds.
pub(super) struct FileContent {
    /// The first message.
    pub(super) content: Content,
    /// What it holds beside it.
    pub(super) rest: Values,
    /// The type of a document, by which it is read.
    pub(super) document: Option<Arc<Model>>,
}

impl Held<'_> {
    /// The message, and what the file holds beside it. A document is read by `model`, or else by the type that is inferred of it.
    pub(super) fn into_content(self, model: Option<&Model>) -> Result<FileContent, FileError> {
        let document = match self {
            Self::Values(mut values) => {
                let value = values.values.remove(0);
                let content = value_content(value, "message", None);
                return Ok(FileContent { content, rest: values, document: None });
            }
            Self::Document(document) => document,
        };
        let is_own_text = matches!(document, Cow::Borrowed(_));
        let resolved = document::resolved(&document)?;
        let read =
            read_document(&resolved.text, model.cloned().map(Arc::new)).map_err(|error| match &resolved.text {
                Cow::Borrowed(_) if is_own_text => {
                    FileError { place: FilePlace::Text(error.position), reason: error.reason }
                }
                // Its places are not those of the file.
                _ => FileError::whole(format!("as XML: {}", error.reason)),
            })?;
        let notes = resolved.note.into_iter().chain(read.note).collect();
        Ok(FileContent { content: read.content, rest: Values { notes, ..Values::default() }, document: read.model })
    }
}

/// A document in both models.
pub(super) struct DocumentContent {
    pub(super) content: Content,
    /// The type by which it was read; none of one that names the kinds of its values, or that has no type.
    pub(super) model: Option<Arc<Model>>,
    /// What of it is no data, in words.
    pub(super) note: Option<String>,
}

/// Reads a document by `model`, or else by the type that is inferred of it.
///
/// # Errors
/// If it is broken. A document that has no data tree says why in its content.
pub(super) fn read_document(bytes: &[u8], model: Option<Arc<Model>>) -> Result<DocumentContent, xml::ReadError> {
    let infoset = xml::read(bytes)?;
    if model.is_none() && infoset.events.iter().any(document::is_mapped) {
        let value = mapping::from_infoset(&infoset, None).map_err(Lack::new);
        let content = Content { value, xml: Ok(Xml { bytes: bytes.to_vec(), infoset }), typed: None };
        return Ok(DocumentContent { content, model: None, note: None });
    }
    let found = match model {
        Some(model) => Ok(model),
        None => may_be_inferred(bytes.len()).and_then(|()| document::infer(&infoset).map(Arc::new)),
    };
    let read = found.and_then(|model| {
        let read = document::read(&infoset, &model)?;
        let value = read.tape.value();
        document::comes_back(infoset.events.iter().cloned(), &read.layout, &model, &value)?;
        Ok((model, value, read.dropped.words()))
    });
    let xml = Ok(Xml { bytes: bytes.to_vec(), infoset });
    Ok(match read {
        Ok((model, value, dropped)) => DocumentContent {
            content: Content { value: Ok(value), xml, typed: None },
            model: Some(model),
            note: dropped.as_deref().map(document::left_out),
        },
        Err(lack) => {
            DocumentContent { content: Content { value: Err(lack), xml, typed: None }, model: None, note: None }
        }
    })
}

pub(super) fn value_content(value: Value, root: &str, shape: Option<&Shape>) -> Content {
    let xml = mapping::to_infoset(&value, root, shape)
        .and_then(|infoset| Ok(Xml { bytes: xml::write(&infoset)?, infoset }))
        .map_err(Lack::new);
    Content { value: Ok(value), xml, typed: None }
}

/// A Fast Infoset document as XML, which is what candidates of every format start from.
pub(crate) fn as_xml(bytes: &[u8]) -> fastinfoset::Result<Vec<u8>> {
    let mut document = Vec::new();
    let algorithms = fastinfoset::Algorithms::default();
    fastinfoset::xml::to_xml(&mut fastinfoset::Reader::new(bytes), &algorithms, &mut document)?;
    Ok(document)
}

impl Content {
    /// Whether the document has white space between tags, which its data tree does not hold.
    pub fn has_whitespace(&self) -> bool {
        self.xml.as_ref().is_ok_and(|xml| xml.infoset.has(Omission::Whitespace))
    }
}
