//! What a message holds, in both models.

use std::borrow::Cow;

use wirecost_value::infoset::{Infoset, Omission};
use wirecost_value::{Shape, Value, mapping, xml};

use crate::Lack;
use crate::file::{FileError, FilePlace, Held, Values};

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

impl Held<'_> {
    /// The message, and what the file holds beside it.
    pub(super) fn into_content(self) -> Result<(Content, Values), FileError> {
        let content = match self {
            Self::Values(mut values) => {
                let value = values.values.remove(0);
                return Ok((value_content(value, "message", None), values));
            }
            Self::Document(Cow::Borrowed(bytes)) => xml_content(bytes)
                .map_err(|error| FileError { place: FilePlace::Text(error.position), reason: error.reason }),
            // Its places are not those of the file.
            Self::Document(Cow::Owned(document)) => {
                xml_content(&document).map_err(|error| FileError::whole(format!("as XML: {}", error.reason)))
            }
        };
        Ok((content?, Values::default()))
    }
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

pub(super) fn xml_content(bytes: &[u8]) -> Result<Content, xml::ReadError> {
    let infoset = xml::read(bytes)?;
    let value = mapping::from_infoset(&infoset, None).map_err(Lack::new);
    Ok(Content { value, xml: Ok(Xml { bytes: bytes.to_vec(), infoset }), typed: None })
}

impl Content {
    /// Whether the document has white space between tags, which its data tree does not hold.
    pub fn has_whitespace(&self) -> bool {
        self.xml.as_ref().is_ok_and(|xml| xml.infoset.has(Omission::Whitespace))
    }
}
