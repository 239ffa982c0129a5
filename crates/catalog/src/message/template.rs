//! A pinned document with a place for a value.

use wirecost_value::{Value, xml};

use super::{Xml, XmlFile};
use crate::Lack;
use crate::sha256;

/// A document that is the same for every value, but for one place.
#[derive(Debug, Clone)]
pub(super) struct Template {
    text: String,
    field: String,
    placeholder: String,
}

/// Whether a document is the one that its digest pins.
pub(super) fn pinned(file: &XmlFile, bytes: &[u8]) -> Result<(), String> {
    let digest = sha256(bytes);
    if digest == file.sha256 { Ok(()) } else { Err(format!("its digest is {digest}, not {} as pinned", file.sha256)) }
}

impl Template {
    /// A pinned document with one place for its value.
    pub(super) fn new(file: XmlFile, bytes: &[u8]) -> Result<Self, String> {
        pinned(&file, bytes)?;
        let (Some(field), Some(placeholder)) = (file.field, file.text) else {
            return Err("field and text do not say where its value stands".into());
        };
        let text = String::from_utf8(bytes.to_vec()).map_err(|_| "not UTF-8".to_owned())?;
        if text.matches(&placeholder).count() != 1 {
            return Err(format!("the text {placeholder:?} must stand in it once"));
        }
        Ok(Self { text, field, placeholder })
    }

    /// The document with this value.
    pub(super) fn fill(&self, value: &Value) -> Result<Xml, Lack> {
        let text = match value.get(&self.field) {
            Some(Value::Float32(x)) => x.to_string(),
            Some(Value::Text(text)) => text.clone(),
            Some(other) => return Err(Lack::new(format_args!("field {:?} is {}", self.field, other.kind()))),
            None => return Err(Lack::new(format_args!("field {:?} is missing", self.field))),
        };
        let bytes = self.text.replacen(&self.placeholder, &text, 1).into_bytes();
        let infoset = xml::read(&bytes).map_err(Lack::new)?;
        Ok(Xml { bytes, infoset })
    }
}
