//! Messages: what is encoded and decoded, in both value models.

mod content;
mod template;
mod typing;
mod variants;

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use wirecost_types::Model;
use wirecost_types::infer::Said;
use wirecost_value::{Value, json};

pub(crate) use self::content::as_xml;
pub use self::content::{Content, Xml};
use self::content::{FileContent, read_document, value_content};
use self::template::{Template, pinned};
use self::typing::Typing;
use crate::document;
use crate::file::{self, FileError, FileFormat, Held, Reading, Values};
use crate::input::read_file;
use crate::runner_types::RunnerTypes;
use crate::suite::toml_error;
use crate::{Catalog, ExternalVocabulary, Lack, PlanError, Schema, did_you_mean, sha256};

/// A message: a payload with a known logical value.
#[derive(Debug, Clone)]
pub struct Message {
    /// Its name.
    pub name: String,
    /// One line for people.
    pub summary: String,
    /// Where it comes from.
    pub source: String,
    typing: Typing,
    /// Its types as runners get them, once they were asked for.
    told: OnceLock<Result<RunnerTypes, Lack>>,
    /// The digest of what it was made of, so that a run can be resumed on the same message only, and runs are compared by it.
    pub sha256: String,
    /// The message itself, in both models.
    pub content: Content,
    /// Whether there are others like it, once that was asked.
    varies: OnceLock<bool>,
    /// Other messages of its type, which its file holds.
    samples: Vec<Value>,
    /// What the values of its file say of their types.
    said: Vec<Said>,
    /// What the user should know of it.
    pub notes: Vec<String>,
    /// The document that the message is as XML, where it is not the mapping's.
    template: Option<Template>,
    /// The type by which its document is read as data; none of a message that is no document, or has no such type.
    document: Option<Arc<Model>>,
    /// The vocabulary to which its documents in Fast Infoset refer; none for one of its own names.
    pub(crate) vocabulary: Option<Arc<ExternalVocabulary>>,
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
                let found = read.and_then(|held| held.into_content(None)).map_err(|error| error.of(&place))?;
                return Ok(Self::untyped(name.to_owned(), file.summary, file.source, found, &bytes));
            }
            let Some(xml) = &file.xml else { return Err(PlanError::at(&place, "neither type nor xml nor value")) };
            let (place, bytes) = read(&xml.file)?;
            pinned(xml, &bytes).map_err(|reason| PlanError::at(&place, reason))?;
            let held = Held::Document(Cow::Borrowed(&bytes));
            let found = held.into_content(None).map_err(|error| error.of(&place))?;
            return Ok(Self::untyped(name.to_owned(), file.summary, file.source, found, &bytes));
        };
        if file.value.is_some() {
            return Err(PlanError::at(
                &place,
                "value is for a message without type; that of one with a type is value.json",
            ));
        }
        let (told, model) = typing::defined(&place, &text, &message_type)?;
        let (place, bytes) = read("value.json")?;
        let value = json::read(&bytes).map_err(|error| PlanError::at_position(&place, error.position, error.reason))?;
        let value = told.shape.apply(&value).map_err(|error| PlanError::at(&place, error))?;
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
            typing: Typing::Defined { told, model },
            sha256: sha256(&made_of),
            template,
            variation: Variation::Redraw { fixed: file.fixed },
            ..Self::of_content(name.to_owned(), file.summary, file.source, content)
        };
        message.content = message.of_value(value);
        message.content.typed = message.fit().map_err(|lack| PlanError::at(&place, lack))?;
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
        let read =
            file::read(&bytes, FileFormat::of(path), reading).and_then(|held| held.into_content(reading.document()));
        let found = read.map_err(|error| error.of(&place))?;
        let summary = format!("{} bytes from {place}", packed.len());
        Ok(Self::untyped(file::stem(path).to_owned(), summary, place, found, &packed))
    }

    /// The same message, of the type that a schema says.
    ///
    /// # Errors
    /// If its value does not fit the schema, with the place.
    pub fn with_schema(mut self, schema: Arc<Schema>) -> Result<Self, PlanError> {
        self.typing = Typing::Schema(schema);
        self.content.typed = self.fit().map_err(|lack| PlanError::at(&self.source, lack))?;
        Ok(self)
    }

    /// The same message, of a type that the user gave: its data tree has the types from here on, in every format.
    ///
    /// # Errors
    /// If its value is not of the type, with the place.
    pub fn with_types(mut self, model: Arc<Model>) -> Result<Self, PlanError> {
        let failed = |lack: Lack| PlanError::at(&self.source, lack);
        if let (true, Ok(xml)) = (model.document.is_some() && self.is_document(), &self.content.xml) {
            let events = &xml.infoset.events;
            let read = document::read(&xml.infoset, &model).map_err(failed)?;
            let value = read.tape.value();
            let typed = model.fit(&value).map_err(Lack::new).map_err(failed)?;
            document::comes_back(events.iter().cloned(), &read.layout, &model, &typed).map_err(failed)?;
            self.content.value = Ok(value);
            self.document = Some(Arc::clone(&model));
        }
        self.typing = Typing::Given(model);
        let typed = self.fit().map_err(|lack| PlanError::at(&self.source, lack))?;
        if let Some(value) = &typed {
            self.content = match self.document {
                // It stays the document that it is.
                Some(_) => Content { value: Ok(value.clone()), ..self.content },
                None => value_content(value.clone(), "message", None),
            };
        }
        self.content.typed = typed;
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

    /// A message of which only the size is asked: a data tree and a document, or why there is none. It has no variants.
    pub fn to_size(name: String, source: String, value: Result<Value, Lack>, xml: Result<Xml, Lack>) -> Self {
        Self::of_content(name, source.clone(), source, Content { value, xml, typed: None })
    }

    /// The same message, of the type by which its document was read.
    pub fn of_document(mut self, model: Option<Arc<Model>>) -> Self {
        if let Some(model) = model {
            self.typing = Typing::Inferred(Arc::clone(&model));
            self.document = Some(model);
            self.take_type();
        }
        self
    }

    /// A message of what a file holds, whose bytes these are.
    fn untyped(name: String, summary: String, source: String, found: FileContent, bytes: &[u8]) -> Self {
        let FileContent { content, rest, document } = found;
        let mut message = Self { sha256: sha256(bytes), ..Self::of_content(name, summary, source, content) };
        message.samples = rest.values;
        message.said = rest.said;
        message.notes = rest.notes.iter().map(|note| format!("{}: {note}", message.source)).collect();
        if let Some(model) = rest.model {
            message.typing = Typing::Given(model);
            message.take_type();
        }
        message.of_document(document)
    }

    fn of_content(name: String, summary: String, source: String, content: Content) -> Self {
        Self {
            name,
            summary,
            source,
            typing: Typing::Open,
            told: OnceLock::new(),
            sha256: String::new(),
            content,
            varies: OnceLock::new(),
            samples: Vec::new(),
            said: Vec::new(),
            notes: Vec::new(),
            template: None,
            document: None,
            vocabulary: None,
            variation: Variation::Exchange,
        }
    }

    /// The data trees of a file of the user's, or of a folder with a message, without all else that a message of it would have.
    ///
    /// # Errors
    /// As [`Message::from_file`].
    pub fn values_of(path: &Path, reading: &Reading<'_>) -> Result<Result<Values, Lack>, PlanError> {
        let of_one = |content: Content, rest: Values| {
            let has_only_text = content.xml.is_ok_and(|xml| !xml.infoset.lines.is_empty());
            content.value.map(|value| Values { values: vec![value], has_only_text, ..rest })
        };
        if path.is_dir() {
            return Ok(of_one(Self::from_folder(path)?.content, Values::default()));
        }
        let place = path.display().to_string();
        let of = |error: FileError| error.of(&place);
        let packed = read_file(path)?;
        let bytes = file::unpacked(&packed).map_err(of)?;
        match file::read(&bytes, FileFormat::of(path), reading).map_err(of)? {
            Held::Values(values) => Ok(Ok(values)),
            held => {
                let found = held.into_content(reading.document()).map_err(of)?;
                Ok(of_one(found.content, found.rest))
            }
        }
    }

    /// The message as it is written with another value of the same type.
    fn of_value(&self, value: Value) -> Content {
        match &self.template {
            Some(template) => Content { xml: template.fill(&value), value: Ok(value), typed: None },
            None => {
                value_content(value, self.message_type().unwrap_or("message"), self.defined().map(|told| &told.shape))
            }
        }
    }

    /// The size of the message as JSON or XML, whichever is larger, in bytes.
    pub fn size(&self) -> usize {
        let xml = self.content.xml.as_ref().map_or(0, |xml| xml.bytes.len());
        let json = self.content.value.as_ref().ok().and_then(|value| json::write(value).ok());
        xml.max(json.map_or(0, |bytes| bytes.len()))
    }

    /// Whether this message is an XML document without a type.
    pub fn is_document(&self) -> bool {
        self.defined().is_none() && self.content.xml.as_ref().is_ok_and(|xml| !xml.infoset.lines.is_empty())
    }

    /// Whether this message is an XML document that has a data tree.
    pub fn is_document_with_data(&self) -> bool {
        self.document.is_some()
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
