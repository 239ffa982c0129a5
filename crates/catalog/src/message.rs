//! Messages: what is encoded and decoded, in both value models.

mod content;
mod template;
mod variants;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use wirecost_types::infer::Said;
use wirecost_types::{Model, Notes, infer_said};
use wirecost_value::shape::Fields;
use wirecost_value::{Shape, Value, json};

pub(crate) use self::content::as_xml;
pub use self::content::{Content, Xml};
use self::content::{value_content, xml_content};
use self::template::{Template, pinned};
use crate::file::{self, FileError, FileFormat, Held, Reading, Values};
use crate::input::read_file;
use crate::suite::toml_error;
use crate::told::{self, Told};
use crate::{Catalog, Lack, PlanError, Schema, did_you_mean, sha256};

/// The largest message whose type is inferred, in bytes.
const MAX_INFERRED: usize = 16 << 20;

/// A message: a payload with a known logical value.
#[derive(Debug, Clone)]
pub struct Message {
    /// Its name.
    pub name: String,
    /// One line for people.
    pub summary: String,
    /// Where it comes from.
    pub source: String,
    /// The name of its type; none for a file of the user's.
    pub message_type: Option<String>,
    /// Its type.
    pub shape: Option<Shape>,
    /// The records that this type is made of, by name.
    pub types: Option<BTreeMap<String, Fields>>,
    /// The schema of the user's that it has.
    pub schema: Option<Arc<Schema>>,
    /// The types that were given: those of its `message.toml` or of the user's.
    definition: Option<Arc<Model>>,
    /// What code is generated from for candidates that are built for this message: a schema's types, those that the user gave or
    /// that its `message.toml` defines, or those that were inferred.
    pub model: Option<Arc<Model>>,
    /// The types for runners that compile types, where it has no [`Message::types`]: those of its model, or why
    /// there are none. None until [`Message::tell_types`].
    pub told: Option<Result<Told, Lack>>,
    /// The digest of what it was made of, so that a run can be resumed on the same message only, and runs are compared by it.
    pub sha256: String,
    /// The message itself, in both models.
    pub content: Content,
    /// Whether there are other messages of its shape and lengths, so that the answer to the last input is not that to the next.
    pub varies: bool,
    /// Other messages of its type, which its file holds.
    samples: Vec<Value>,
    /// What the values of its file say of their types.
    said: Vec<Said>,
    /// What the user should know of it.
    pub notes: Vec<String>,
    /// The document that the message is as XML, where it is not the mapping's.
    template: Option<Template>,
    variation: Variation,
}

#[derive(Debug, Clone)]
enum Variation {
    /// Every leaf is drawn anew but for the fields named.
    Redraw { fixed: Vec<String> },
    /// Leaves are exchanged among themselves: all that is known of a user's message is what it holds.
    Exchange,
}

/// A `message.toml`: of a typed message; with `xml` alone of a document that has no data tree; with `value` alone of a
/// value that has no type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    summary: String,
    source: String,
    #[serde(rename = "type")]
    message_type: Option<String>,
    #[serde(default)]
    fixed: Vec<String>,
    /// What [`Model::from_toml`] reads.
    #[serde(rename = "types")]
    _types: Option<serde::de::IgnoredAny>,
    xml: Option<XmlFile>,
    /// The file with the value of a message without a type; its name says the format, as that of a user's file does.
    value: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct XmlFile {
    file: String,
    sha256: String,
    /// The field of a typed message whose text is in the document, and that text.
    field: Option<String>,
    text: Option<String>,
}

impl Message {
    /// The names of the messages of the catalogue.
    pub fn names(catalog: &Catalog) -> Vec<String> {
        catalog.list("messages")
    }

    /// The line for people of a message of the catalogue.
    ///
    /// # Errors
    /// If its `message.toml` is missing or broken, with line and column.
    pub fn summary(name: &str, catalog: &Catalog) -> Result<String, PlanError> {
        let place = format!("messages/{name}/message.toml");
        let bytes = catalog.read(&place).ok_or_else(|| PlanError::at(&place, "no such file"))?;
        let text = String::from_utf8_lossy(&bytes);
        let file: File = toml::from_str(&text).map_err(|error| toml_error(&place, &text, &error))?;
        Ok(file.summary)
    }

    /// Reads a message of the catalogue: a value with its type, or a value or a document that has none.
    ///
    /// # Errors
    /// If there is none of that name, or its files are broken, with file, line and column.
    pub fn load(name: &str, catalog: &Catalog) -> Result<Self, PlanError> {
        if !Self::names(catalog).iter().any(|known| known == name) {
            let known = Self::names(catalog);
            let meant = did_you_mean(name, known.iter().map(String::as_str));
            let known = known.join(", ");
            return Err(PlanError::Choice(format!(
                "no message {name:?}{meant}; give one of {known}, or a JSON, XML, MessagePack, CBOR or YAML file"
            )));
        }
        Self::described(name, &|file| {
            let path = format!("messages/{name}/{file}");
            match catalog.read(&path) {
                Some(bytes) => Ok((path, bytes)),
                None => Err(PlanError::at(path, "no such file")),
            }
        })
    }

    /// Reads a message that is a folder: its `message.toml`, and the files that this names.
    fn from_folder(folder: &Path) -> Result<Self, PlanError> {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or("message");
        Self::described(name, &|file| {
            let path = folder.join(file);
            let place = path.display().to_string();
            Ok((place, Cow::Owned(read_file(&path)?)))
        })
    }

    /// A message by its `message.toml`; `read` gives the place and the content of a file beside it.
    fn described(name: &str, read: ReadFile<'_>) -> Result<Self, PlanError> {
        let (place, bytes) = read("message.toml")?;
        let text = String::from_utf8_lossy(&bytes);
        let file: File = toml::from_str(&text).map_err(|error| toml_error(&place, &text, &error))?;
        let Some(message_type) = file.message_type.clone() else {
            if let Some(value) = &file.value {
                let (place, bytes) = read(value)?;
                let read = file::read(&bytes, FileFormat::of(Path::new(value)), &Reading::default());
                let (content, _) = read.and_then(Held::into_content).map_err(|error| error.of(&place))?;
                return Ok(Self::untyped(name.to_owned(), file.summary, file.source, content, &bytes));
            }
            let Some(xml) = &file.xml else { return Err(PlanError::at(&place, "neither type nor xml nor value")) };
            let (place, bytes) = read(&xml.file)?;
            pinned(xml, &bytes).map_err(|reason| PlanError::at(&place, reason))?;
            let content =
                xml_content(&bytes).map_err(|error| PlanError::at_position(&place, error.position, error.reason))?;
            return Ok(Self::untyped(name.to_owned(), file.summary, file.source, content, &bytes));
        };
        if file.value.is_some() {
            return Err(PlanError::at(
                &place,
                "value is for a message without type; that of one with a type is value.json",
            ));
        }
        let model = Model::from_toml(&place, &text)?;
        let types = told::by_name(&model).map_err(|reason| PlanError::at(&place, reason))?;
        let shape = Shape::parse(&message_type, &types).map_err(|error| PlanError::at(&place, error))?;
        let (place, bytes) = read("value.json")?;
        let value = json::read(&bytes).map_err(|error| PlanError::at_position(&place, error.position, error.reason))?;
        let value = shape.apply(&value).map_err(|error| PlanError::at(&place, error))?;
        let mut made_of = [&bytes, file.fixed.join(" ").as_bytes()].concat();
        let template = file
            .xml
            .map(|xml| {
                let (place, bytes) = read(&xml.file)?;
                made_of.extend(&*bytes);
                Template::new(xml, &bytes).map_err(|reason| PlanError::at(place, reason))
            })
            .transpose()?;
        let content = Content { value: Err(Lack::new("")), xml: Err(Lack::new("")), typed: None };
        let mut message = Self {
            message_type: Some(message_type),
            shape: Some(shape),
            types: Some(types),
            definition: Some(Arc::new(model)),
            sha256: sha256(&made_of),
            template,
            variation: Variation::Redraw { fixed: file.fixed },
            ..Self::of_content(name.to_owned(), file.summary, file.source, content)
        };
        message.content = message.of_value(value);
        message.varies = message.variants(2, 0).len() == 2;
        Ok(message)
    }

    /// Reads a file of the user's in the form that its name or its content says, else as JSON or XML; or a folder in the form of the
    /// catalogue, with a `message.toml`.
    ///
    /// # Errors
    /// If a file cannot be read, is larger than the limit of a message, or is broken, with file and place.
    pub fn from_file(path: &Path) -> Result<Self, PlanError> {
        Self::read(path, &Reading::default())
    }

    /// The same, as the command line says.
    ///
    /// # Errors
    /// As [`Message::from_file`]. The error of an unreadable file names the forms that were tried.
    pub fn read(path: &Path, reading: &Reading<'_>) -> Result<Self, PlanError> {
        if path.is_dir() {
            return Self::from_folder(path);
        }
        let place = path.display().to_string();
        let packed = read_file(path)?;
        let bytes = file::unpacked(&packed).map_err(|error| error.of(&place))?;
        let read = file::read(&bytes, FileFormat::of(path), reading).and_then(Held::into_content);
        let (content, rest) = read.map_err(|error| error.of(&place))?;
        let summary = format!("{} bytes from {place}", packed.len());
        let mut message = Self::untyped(file::stem(path).to_owned(), summary, place, content, &packed);
        message.samples = rest.values;
        message.said = rest.said;
        message.definition = rest.model.map(Arc::new);
        message.notes = rest.notes.iter().map(|note| format!("{}: {note}", message.source)).collect();
        Ok(message)
    }

    /// The same message, of the type that a schema says.
    ///
    /// # Errors
    /// If its value does not fit the schema, with the place.
    pub fn with_schema(mut self, schema: Arc<Schema>) -> Result<Self, PlanError> {
        let lacks = |reason: &dyn std::fmt::Display| PlanError::at(&self.source, reason);
        let value = self.content.value.as_ref().map_err(|lack| lacks(lack))?;
        self.content.typed = Some(schema.typed(value).map_err(|error| lacks(&error))?);
        self.model = Some(schema.model());
        self.schema = Some(schema);
        self.varies = self.variants(2, 0).len() == 2;
        Ok(self)
    }

    /// The same message, of a type that the user gave: its data tree has the types from here on, in every format.
    ///
    /// # Errors
    /// If its value is not of the type, with the place.
    pub fn with_types(mut self, model: Arc<Model>) -> Result<Self, PlanError> {
        let lacks = |reason: &dyn std::fmt::Display| PlanError::at(&self.source, reason);
        let value = self.content.value.as_ref().map_err(|lack| lacks(lack))?;
        let typed = model.fit(value).map_err(|misfit| lacks(&misfit))?;
        self.content = Content { typed: Some(typed.clone()), ..value_content(typed, "message", None) };
        self.definition = Some(Arc::clone(&model));
        self.model = Some(model);
        self.varies = self.variants(2, 0).len() == 2;
        Ok(self)
    }

    /// The same message, with more that the user should know.
    pub(crate) fn with_notes(mut self, notes: &[String]) -> Self {
        self.notes.extend_from_slice(notes);
        self
    }

    /// The values that its file holds.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        self.content.value.iter().chain(&self.samples)
    }

    /// Gives the message a model where it has none: that of its own `message.toml`, or the one that follows from its value.
    ///
    /// # Errors
    /// Why it has no model.
    pub fn find_model(&mut self) -> Result<Arc<Model>, Lack> {
        if let Some(model) = &self.model {
            return Ok(Arc::clone(model));
        }
        let value = self.content.value.clone().map_err(|lack| Lack::new(format_args!("not representable: {lack}")))?;
        let model = match &self.definition {
            Some(model) => Arc::clone(model),
            None if self.size() > MAX_INFERRED => {
                return Err(Lack::new(format_args!(
                    "its type is inferred up to {} MiB; give it with --types FILE",
                    MAX_INFERRED >> 20
                )));
            }
            None => {
                let samples: Vec<Value> = self.values().cloned().collect();
                let inferred = infer_said(&samples, &self.said, &self.name).map_err(Lack::new)?;
                Arc::new(inferred.model)
            }
        };
        self.content.typed = Some(model.fit(&value).map_err(Lack::new)?);
        self.model = Some(Arc::clone(&model));
        self.varies = self.variants(2, 0).len() == 2;
        Ok(model)
    }

    /// The digest of the type that it was given, or else, for what is made for its types, of the one that was inferred; none
    /// without a type.
    pub fn type_sha256(&self, is_typed: bool) -> Option<String> {
        if let Some(schema) = &self.schema {
            let name = schema.definition.type_name.as_bytes();
            return Some(sha256(&[name, &schema.definition.text].concat()));
        }
        let inferred = self.model.as_ref().filter(|_| is_typed);
        let model = self.definition.as_ref().or(inferred)?;
        // TOML cannot write a default that holds null.
        let text = model.to_toml(&Notes::default()).unwrap_or_else(|_| format!("{:?}", model.types));
        Some(sha256(text.as_bytes()))
    }

    /// Derives types for runners that compile types, where the message has none of its own.
    pub fn tell_types(&mut self) {
        if self.types.is_none() && self.told.is_none() {
            self.told = Some(self.find_model().and_then(|model| Told::of(&model)));
        }
    }

    /// The name of its type, as runners get it.
    pub fn told_type(&self) -> Option<&str> {
        let told = || Some(self.told.as_ref()?.as_ref().ok()?.root.as_str());
        self.message_type.as_deref().or_else(told)
    }

    /// The records that its type is made of, as runners get them.
    pub fn told_types(&self) -> Option<&BTreeMap<String, Fields>> {
        let told = || Some(&self.told.as_ref()?.as_ref().ok()?.types);
        self.types.as_ref().or_else(told)
    }

    /// Its type, as runners get it.
    pub fn told_shape(&self) -> Option<&Shape> {
        let told = || Some(&self.told.as_ref()?.as_ref().ok()?.shape);
        self.shape.as_ref().or_else(told)
    }

    /// A message of which only the size is asked: a data tree and a document, or why there is none. It has no variants.
    pub fn to_size(name: String, source: String, value: Result<Value, Lack>, xml: Result<Xml, Lack>) -> Self {
        Self::of_content(name, source.clone(), source, Content { value, xml, typed: None })
    }

    /// A message without a type, made of `bytes`.
    fn untyped(name: String, summary: String, source: String, content: Content, bytes: &[u8]) -> Self {
        let message = Self::of_content(name, summary, source, content);
        Self { sha256: sha256(bytes), varies: message.variants(2, 0).len() == 2, ..message }
    }

    fn of_content(name: String, summary: String, source: String, content: Content) -> Self {
        Self {
            name,
            summary,
            source,
            message_type: None,
            shape: None,
            types: None,
            schema: None,
            definition: None,
            model: None,
            told: None,
            sha256: String::new(),
            content,
            varies: false,
            samples: Vec::new(),
            said: Vec::new(),
            notes: Vec::new(),
            template: None,
            variation: Variation::Exchange,
        }
    }

    /// The data trees of a file of the user's, or of a folder with a message, without all else that a message of it would have.
    ///
    /// # Errors
    /// As [`Message::from_file`].
    pub fn values_of(path: &Path, reading: &Reading<'_>) -> Result<Result<Values, Lack>, PlanError> {
        let of_one = |content: Content| {
            let has_only_text = content.xml.is_ok_and(|xml| !xml.infoset.lines.is_empty());
            content.value.map(|value| Values { values: vec![value], has_only_text, ..Values::default() })
        };
        if path.is_dir() {
            return Ok(of_one(Self::from_folder(path)?.content));
        }
        let place = path.display().to_string();
        let of = |error: FileError| error.of(&place);
        let packed = read_file(path)?;
        let bytes = file::unpacked(&packed).map_err(of)?;
        match file::read(&bytes, FileFormat::of(path), reading).map_err(of)? {
            Held::Values(values) => Ok(Ok(values)),
            held => Ok(of_one(held.into_content().map_err(of)?.0)),
        }
    }

    /// The message as it is written with another value of the same type.
    fn of_value(&self, value: Value) -> Content {
        match &self.template {
            Some(template) => Content { xml: template.fill(&value), value: Ok(value), typed: None },
            None => value_content(value, self.message_type.as_deref().unwrap_or("message"), self.shape.as_ref()),
        }
    }

    /// The size of the message as JSON or XML, whichever is larger, in bytes.
    pub fn size(&self) -> usize {
        let xml = self.content.xml.as_ref().map_or(0, |xml| xml.bytes.len());
        let json = self.content.value.as_ref().ok().and_then(|value| json::write(value).ok());
        xml.max(json.map_or(0, |bytes| bytes.len()))
    }

    /// Whether this message is an XML document without a type.
    pub(crate) fn is_document(&self) -> bool {
        self.shape.is_none() && self.content.xml.as_ref().is_ok_and(|xml| !xml.infoset.lines.is_empty())
    }

    /// Whether this message as XML is a document of its own rather than the mapping's.
    pub fn has_own_xml(&self) -> bool {
        self.template.is_some()
    }
}

/// Gives the place and the content of a file that belongs to a message.
type ReadFile<'a> = &'a dyn Fn(&str) -> Result<(String, Cow<'static, [u8]>), PlanError>;

#[cfg(test)]
mod tests;
