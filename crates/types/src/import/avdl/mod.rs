//! Avro IDL: <https://avro.apache.org/docs/1.12.0/idl-language/>. A file is brought to the JSON of an `.avsc`, which
//! the library reads.
//!
//! Read are protocols and schema files with records, errors, enumerations, fixed types, unions, arrays, maps, optional
//! types, logical types, defaults and annotations. The messages of a protocol are passed over, since they are no types.
//! What other files define is not read: an import is refused.

mod parser;

use std::collections::HashSet;

use indexmap::IndexMap;
use wirecost_value::{Value, json};

use super::{Imported, choose};
use crate::{MAX_BYTES, TypesError};

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
    /// The full name of a type, and the byte where it is.
    Named(String, usize),
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

/// What a file defines.
#[derive(Debug, Default)]
struct Idl {
    types: IndexMap<String, Named>,
    /// The type that a schema file says it is about.
    root: Option<Ty>,
}

/// Reads the text of an `.avdl` file. `file` names it in errors.
///
/// # Errors
/// If it is broken or imports another file, with line and column, has no such type, or says what a model cannot.
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    if text.len() > MAX_BYTES {
        return Err(TypesError::at(file, format_args!("{} bytes; a schema may have {MAX_BYTES}", text.len())));
    }
    let idl = parser::parse(file, text)?;
    let mut printer = Printer { file, text, idl: &idl, known: HashSet::new() };
    let (schema, note) = match (&idl.root, type_name) {
        (Some(root), None) => (printer.ty(root, 0)?, None),
        (_, wanted) => {
            let names: Vec<String> = idl.types.keys().cloned().collect();
            let used = idl.used();
            let chosen = choose(file, wanted, &names, |name| used.contains(name))?;
            (printer.ty(&Ty::Named(chosen.name, 0), 0)?, chosen.note)
        }
    };
    let schema = json::write(&schema).map_err(|error| TypesError::at(file, error))?;
    let schema = String::from_utf8(schema).map_err(|error| TypesError::at(file, error))?;
    Ok(Imported { note, ..super::avro(file, &schema, None)? })
}

impl Idl {
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
    file: &'a str,
    text: &'a str,
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
            Ty::Named(name, offset) => {
                let Some((name, named)) = self.idl.types.get_key_value(name) else {
                    return Err(self.error(*offset, format_args!("the type {name} is not defined in this file")));
                };
                if !self.known.insert(name) {
                    return Ok(Value::text(name.as_str()));
                }
                if within > MAX_WITHIN {
                    return Err(self
                        .error(*offset, format_args!("types lie deeper within each other than {MAX_WITHIN} levels")));
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

    fn error(&self, offset: usize, reason: impl std::fmt::Display) -> TypesError {
        TypesError::at_offset(self.file, self.text, offset, reason)
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
