//! Avro IDL: <https://avro.apache.org/docs/1.12.0/idl-language/>. A file is brought to the JSON of an `.avsc`, which
//! the library reads.
//!
//! Read are protocols and schema files with records, errors, enumerations, fixed types, unions, arrays, maps, optional
//! types, logical types, defaults and annotations, and what a file imports. The messages of a protocol are passed over, since they are no
//! types.

mod imported;
mod parser;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use indexmap::IndexMap;
use wirecost_value::{Value, json};

use super::{Imported, choose};
use crate::TypesError;

/// How deep types may lie within each other, where each is defined where it is first named.
const MAX_WITHIN: usize = 200;

/// A type as a field has it.
#[derive(Debug, Clone)]
enum Ty {
    /// What JSON says by itself, such as `"int"` or a logical type.
    Plain(Value),
    Array(Box<Ty>),
    Map(Box<Ty>),
    Union(Vec<Ty>),
    /// The full name of a type, and where it is named.
    Named(String, Place),
}

/// A byte of a source.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    source: usize,
    offset: usize,
}

/// A file that was read.
#[derive(Debug)]
struct Source {
    place: String,
    text: Rc<str>,
}

/// A type with a name.
#[derive(Debug)]
struct Named {
    /// `record`, `enum` or `fixed`.
    kind: &'static str,
    /// Its other attributes: aliases, symbols, a size, a default.
    properties: Properties,
    /// Of a record.
    fields: Vec<Member>,
}

/// A field of a record.
#[derive(Debug)]
struct Member {
    name: String,
    ty: Ty,
    /// Its other attributes: aliases, a default.
    properties: Properties,
}

/// Entries of an object of JSON.
type Properties = Vec<(String, Value)>;

/// What a file defines, with what it imports.
#[derive(Debug, Default)]
struct Idl {
    types: IndexMap<String, Named>,
    /// How many types are of the file itself.
    own: usize,
    /// The type that a schema file says it is about.
    root: Option<Ty>,
    sources: Vec<Source>,
    /// Files that are imported and were not found.
    lacking: Vec<String>,
}

/// Reads an `.avdl` file; those that it imports are looked for beside the file that imports them, and in `roots`.
///
/// # Errors
/// If it is broken, with line and column, has no such type, or says what a model cannot.
pub fn load(path: &Path, type_name: Option<&str>, roots: &[PathBuf]) -> Result<Imported, TypesError> {
    import(&imported::load(path, roots)?, type_name)
}

/// Reads the text of an `.avdl` file alone. `file` names it in errors.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let mut idl = Idl::default();
    let imports = imported::add(&mut idl, imported::ImportKind::Idl, file, text)?;
    idl.lacking = imports.into_iter().map(|import| import.file).collect();
    import(&idl, type_name)
}

/// One of the types that the text of an `.avsc` file defines, in a list or within each other.
///
/// # Errors
/// As [`load`].
pub fn of_schema(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let mut idl = Idl::default();
    imported::add(&mut idl, imported::ImportKind::Schema, file, text)?;
    import(&idl, type_name)
}

fn import(idl: &Idl, type_name: Option<&str>) -> Result<Imported, TypesError> {
    let file = &idl.sources[0].place;
    let mut printer = Printer { idl, known: HashSet::new() };
    let (schema, note) = match (&idl.root, type_name) {
        (Some(root), None) => (printer.ty(root, 0)?, None),
        (_, wanted) => {
            // Where a file only imports, its types are theirs.
            let own = if idl.own == 0 { idl.types.len() } else { idl.own };
            let own: Vec<String> = idl.types.keys().take(own).cloned().collect();
            let used = idl.used();
            let chosen = choose(file, wanted, &own, |name| used.contains(name))?;
            (printer.ty(&Ty::Named(chosen.name, Place::default()), 0)?, chosen.note)
        }
    };
    let schema = json::write(&schema).map_err(|error| TypesError::at(file, error))?;
    let schema = String::from_utf8(schema).map_err(|error| TypesError::at(file, error))?;
    Ok(Imported { note, ..super::avro(file, &schema, None)? })
}

impl Idl {
    fn define(&mut self, name: String, named: Named, place: Place) -> Result<(), TypesError> {
        match self.types.insert(name.clone(), named) {
            None => Ok(()),
            Some(_) => Err(self.error(place, format_args!("the type {name} is defined twice"))),
        }
    }

    fn error(&self, place: Place, reason: impl std::fmt::Display) -> TypesError {
        let source = &self.sources[place.source];
        TypesError::at_offset(&source.place, &source.text, place.offset, reason)
    }

    /// The types that another type names.
    fn used(&self) -> HashSet<&str> {
        let mut used = HashSet::new();
        for (name, named) in &self.types {
            let mut open: Vec<&Ty> = named.fields.iter().map(|field| &field.ty).collect();
            while let Some(ty) = open.pop() {
                match ty {
                    Ty::Plain(_) => {}
                    Ty::Array(inner) | Ty::Map(inner) => open.push(inner),
                    Ty::Union(branches) => open.extend(branches),
                    // What contains itself may still be the message.
                    Ty::Named(other, _) if other == name => {}
                    Ty::Named(other, _) => drop(used.insert(other.as_str())),
                }
            }
        }
        used
    }
}

/// Brings types to JSON: each named one is defined where it is first named, and is its name from there on.
struct Printer<'a> {
    idl: &'a Idl,
    known: HashSet<&'a str>,
}

impl<'a> Printer<'a> {
    fn ty(&mut self, ty: &Ty, within: usize) -> Result<Value, TypesError> {
        Ok(match ty {
            Ty::Plain(value) => value.clone(),
            Ty::Array(item) => object(vec![entry("type", "array"), ("items".to_owned(), self.ty(item, within + 1)?)]),
            Ty::Map(item) => object(vec![entry("type", "map"), ("values".to_owned(), self.ty(item, within + 1)?)]),
            Ty::Union(branches) => {
                Value::Sequence(branches.iter().map(|branch| self.ty(branch, within + 1)).collect::<Result<_, _>>()?)
            }
            Ty::Named(name, place) => {
                let Some((name, named)) = self.idl.types.get_key_value(name) else {
                    let reason = match self.idl.lacking.as_slice() {
                        [] => format!("the type {name} is not defined in this file"),
                        lacking => format!(
                            "the type {name} is not defined in this file, and {} is not found, which is imported; -I DIR names a folder \
                             to look in",
                            lacking.join(", ")
                        ),
                    };
                    return Err(self.idl.error(*place, reason));
                };
                if !self.known.insert(name) {
                    return Ok(Value::text(name.as_str()));
                }
                if within > MAX_WITHIN {
                    let reason = format_args!("types lie deeper within each other than {MAX_WITHIN} levels");
                    return Err(self.idl.error(*place, reason));
                }
                self.named(name, named, within + 1)?
            }
        })
    }

    fn named(&mut self, name: &str, named: &Named, within: usize) -> Result<Value, TypesError> {
        let mut entries = vec![entry("type", named.kind), entry("name", name)];
        entries.extend(named.properties.iter().cloned());
        if named.kind == "record" {
            let fields = named.fields.iter().map(|Member { name, ty, properties }| {
                let mut entries = vec![entry("name", name), ("type".to_owned(), self.ty(ty, within)?)];
                entries.extend(properties.iter().cloned());
                Ok(object(entries))
            });
            entries.push(("fields".to_owned(), Value::Sequence(fields.collect::<Result<_, TypesError>>()?)));
        }
        Ok(object(entries))
    }
}

fn object(entries: Properties) -> Value {
    Value::Map(entries)
}

fn entry(key: &str, value: &str) -> (String, Value) {
    (key.to_owned(), Value::text(value))
}

#[cfg(test)]
mod tests;
