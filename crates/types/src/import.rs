//! Models from schemas: `.proto`, `.avsc`, `.avdl`, `.thrift`, `.fbs`, `.capnp`, JSON Schema, XML Schema, and `message.toml`.

mod avdl;
mod avro;
mod avro_names;
pub(crate) mod capnp;
pub(crate) mod flatbuffers;
mod json_schema;
mod nesting;
mod open;
mod openapi;
mod pointer;
mod proto;
mod scanner;
mod sources;
mod thrift;
pub mod xsd;

use std::collections::{HashMap, HashSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

pub use avdl::{load as avdl, parse as avdl_text};
pub use avro::parse as avro;
pub use capnp::{load as capnp, parse as capnp_text};
pub use flatbuffers::{load as flatbuffers, parse as flatbuffers_text};
pub use json_schema::{load_value as json_schema_value, parse as json_schema, parse_with as json_schema_with};
pub use open::Sample;
pub use proto::{load as proto, parse as proto_text};
pub use thrift::{load as thrift, parse as thrift_text};

use wirecost_value::{Value, json};

use crate::syntax::{is_name_character, is_taken};
use crate::{Format, MAX_BYTES, Model, TypesError};

/// The most files that one may include or import, directly and through others.
const MAX_FILES: usize = 256;

/// A model that was read from a schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The model, which has passed [`Model::check`], with the types that its root needs.
    pub model: Model,
    /// The format of the schema; none for a `message.toml`.
    pub format: Option<Format>,
    /// The name of the message's type in the schema, in full.
    pub type_name: String,
    /// Why that type was taken, where nobody said which is meant and there are several.
    pub note: Option<String>,
    /// What a program takes that reads messages by the schema: the text of an `.avsc`, also of an `.avdl`, or the
    /// descriptors of a `.proto` with its imports (`google.protobuf.FileDescriptorSet`). None where no program here
    /// does.
    pub definition: Option<Vec<u8>>,
    /// Where the fields of its messages lie, in formats whose messages do not say it.
    pub(crate) layout: Option<Layout>,
}

/// Where the fields of messages lie.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Layout {
    FlatBuffers(flatbuffers::layout::Layout),
    CapnProto(capnp::layout::Layout),
}

/// A model that messages made whole where its schema leaves something open.
#[derive(Debug, Clone, PartialEq)]
pub struct Completed {
    /// The model.
    pub imported: Imported,
    /// What the user should know: which type was taken, and what the messages added to it.
    pub notes: Vec<String>,
}

impl From<Imported> for Completed {
    /// A schema that leaves nothing open.
    fn from(imported: Imported) -> Self {
        Self { notes: imported.note.iter().cloned().collect(), imported }
    }
}

/// Reads a schema as [`file()`] does, where messages say what it leaves open. They are valid by a JSON Schema.
///
/// # Errors
/// As [`file()`], or if a message is not valid, with its place.
pub fn completed(
    path: &Path,
    type_name: Option<&str>,
    roots: &[PathBuf],
    samples: &[Sample<'_>],
) -> Result<Completed, TypesError> {
    if path.extension().is_some_and(|extension| extension == "json") {
        return json_schema::load(path, type_name, roots, samples);
    }
    Ok(file(path, type_name, roots)?.into())
}

/// Reads a schema by its extension: `.proto`, `.avsc`, `.avdl`, `.thrift`, `.fbs`, `.capnp`, `.json` (JSON Schema), `.xsd`, `.wsdl`, or `.toml`
/// (`message.toml`).
///
/// `type_name` says which type of the file is the message; it may be left out where there is one, or one that no other type
/// refers to. Files that a schema imports are looked for beside it, and in the folders `roots`.
///
/// # Errors
/// If the file is broken, with its place, has no such type, or says what a model cannot.
pub fn file(path: &Path, type_name: Option<&str>, roots: &[PathBuf]) -> Result<Imported, TypesError> {
    let place = path.display().to_string();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension {
        "proto" => proto(path, type_name, roots),
        "thrift" => thrift(path, type_name, roots),
        "fbs" => flatbuffers(path, type_name, roots),
        "capnp" => capnp(path, type_name, roots),
        "avsc" => avro(&place, &read(path)?, type_name),
        "avdl" => avdl(path, type_name, roots),
        "json" => Ok(json_schema::load(path, type_name, roots, &[])?.imported),
        "xsd" | "wsdl" => Ok(xsd::load(path, type_name, roots, &[])?.imported),
        "toml" => {
            let mut model = Model::from_toml(&place, &read(path)?)?;
            if let Some(name) = type_name {
                let names: Vec<String> = model.types.keys().cloned().collect();
                model.root = crate::Type::Named(choose(&place, Some(name), &names, |_| false)?.name);
            }
            let type_name = model.root.to_string();
            Ok(Imported { model, format: None, type_name, note: None, layout: None, definition: None })
        }
        _ => Err(TypesError::at(
            place,
            "types are in a .proto, .avsc, .avdl, .thrift, .fbs, .capnp, .json (JSON Schema, OpenAPI), .xsd, .wsdl or .toml file",
        )),
    }
}

/// The text of a schema file.
fn read(path: &Path) -> Result<String, TypesError> {
    let broken = |error: &dyn std::fmt::Display| TypesError::at(path.display(), error);
    let file = std::fs::File::open(path).map_err(|error| broken(&error))?;
    let mut text = String::new();
    // A device says no size.
    file.take(MAX_BYTES as u64 + 1).read_to_string(&mut text).map_err(|error| broken(&error))?;
    if text.len() > MAX_BYTES {
        Err(broken(&format!("it is longer than {MAX_BYTES} bytes, the most that a schema may have")))
    } else {
        Ok(text)
    }
}

/// Has Avro's library take names of any alphabet, as Avro's own tools do.
pub(crate) fn allow_any_alphabet() {
    avro_names::allow();
}

/// Refuses a text that is longer than a schema may be.
fn within_bounds(file: &str, text: &str) -> Result<(), TypesError> {
    if text.len() > MAX_BYTES {
        return Err(TypesError::at(file, format_args!("{} bytes; a schema may have {MAX_BYTES}", text.len())));
    }
    Ok(())
}

/// The text of a schema that is JSON.
fn document(file: &str, text: &str) -> Result<Value, TypesError> {
    within_bounds(file, text)?;
    json::read(text.as_bytes()).map_err(|error| {
        let position = error.position;
        TypesError::at(format_args!("{file}:{}:{}", position.line, position.column), error.reason)
    })
}

/// A type that was chosen, and why where nobody named it.
struct Chosen {
    name: String,
    note: Option<String>,
}

/// The type among `names` that `wanted` names by its full or its short name; else the only one there is, or the only one
/// that is not `used` by another.
fn choose(
    place: &str,
    wanted: Option<&str>,
    names: &[String],
    used: impl Fn(&str) -> bool,
) -> Result<Chosen, TypesError> {
    const SHOWN: usize = 20;
    let known = || match names.len() {
        0 => "there is none".to_owned(),
        count if count > SHOWN => format!("there are {} and {} others", names[..SHOWN].join(", "), count - SHOWN),
        _ => format!("there are {}", names.join(", ")),
    };
    let Some(wanted) = wanted else {
        let roots: Vec<&String> = names.iter().filter(|name| !used(name)).collect();
        return match (names, roots.as_slice()) {
            ([only], _) => Ok(Chosen { name: only.clone(), note: None }),
            (_, [root]) => {
                let note =
                    format!("{place}: type {root} is used, the only one that no other type refers to; --type NAME");
                Ok(Chosen { name: (*root).clone(), note: Some(note + " chooses another") })
            }
            _ => Err(TypesError::at(place, format_args!("choose a type with --type NAME; {}", known()))),
        };
    };
    let short = |name: &&String| name.rsplit('.').next() == Some(wanted);
    let named = match names.iter().find(|name| *name == wanted) {
        Some(name) => vec![name],
        None => names.iter().filter(short).collect(),
    };
    match named.as_slice() {
        [name] => Ok(Chosen { name: (*name).clone(), note: None }),
        _ => Err(TypesError::at(place, format_args!("type {wanted:?} is unknown or ambiguous; {}", known()))),
    }
}

/// Names of a schema as names of a model, which lacks some.
#[derive(Debug, Default, Clone)]
struct TypeNames {
    given: HashMap<String, String>,
    taken: HashSet<String>,
    /// The number that the next type gets whose name is taken.
    next: HashMap<String, usize>,
}

impl TypeNames {
    /// The name for the type that the schema calls `source`: the same where a model can have it.
    fn of(&mut self, source: &str) -> String {
        if let Some(name) = self.given.get(source) {
            return name.clone();
        }
        let name = self.fresh(source);
        self.given.insert(source.to_owned(), name.clone());
        name
    }

    /// A name that no type has yet, like `wanted`.
    fn fresh(&mut self, wanted: &str) -> String {
        let mut base: String = wanted.chars().map(|c| if is_name_character(c) { c } else { '_' }).collect();
        if base.is_empty() || is_taken(&base) {
            base.push('_');
        }
        let mut name = base.clone();
        let number = self.next.entry(base.clone()).or_insert(2);
        while !self.taken.insert(name.clone()) {
            name = format!("{base}-{number}");
            *number += 1;
        }
        name
    }
}

#[cfg(test)]
mod tests;
