//! What an `.avdl` file imports: other such files, and protocols and schemas as JSON (`.avpr`, `.avsc`).

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use wirecost_value::Value;

use super::{Idl, Member, Named, Place, Properties, Source, Ty, parser};
use crate::TypesError;
use crate::import::sources::Sources;
use crate::import::{MAX_FILES, document, read, within_bounds};

/// An import.
#[derive(Debug)]
pub(super) struct Import {
    pub kind: ImportKind,
    /// The file, as the import names it.
    pub file: String,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum ImportKind {
    /// An `.avdl` file.
    Idl,
    /// A protocol as JSON.
    Protocol,
    /// A schema as JSON.
    Schema,
}

/// Reads a file and all that it imports into one. A file is looked for beside the one that imports it, then in each of `roots`; one that is
/// nowhere is remembered, since a message may do without its types.
pub(super) fn load(path: &Path, roots: &[PathBuf]) -> Result<Idl, TypesError> {
    let (mut idl, mut seen, sources) = (Idl::default(), HashSet::new(), Sources::new(roots));
    let mut waiting = vec![(ImportKind::Idl, path.to_owned())];
    while let Some((kind, path)) = waiting.pop() {
        let canonical = path.canonicalize().map_err(|error| TypesError::at(path.display(), error))?;
        if !seen.insert(canonical) {
            continue;
        }
        if seen.len() > MAX_FILES {
            return Err(TypesError::at(path.display(), format_args!("more than {MAX_FILES} files are imported")));
        }
        let imports = add(&mut idl, kind, &path.display().to_string(), &read(&path)?)?;
        let mut found = Vec::new();
        for import in imports {
            let place = sources.find(&path, &import.file);
            if place.is_file() {
                found.push((import.kind, place));
            } else {
                idl.lacking.push(import.file);
            }
        }
        waiting.extend(found.into_iter().rev());
    }
    Ok(idl)
}

/// Adds what the text of a file defines. What it imports.
pub(super) fn add(idl: &mut Idl, kind: ImportKind, place: &str, text: &str) -> Result<Vec<Import>, TypesError> {
    within_bounds(place, text)?;
    let text: Rc<str> = text.into();
    idl.sources.push(Source { place: place.to_owned(), text: Rc::clone(&text) });
    if let ImportKind::Idl = kind {
        return parser::parse(place, &text, idl);
    }
    let value = document(place, &text)?;
    let source = idl.sources.len() - 1;
    let mut reader = JsonReader { idl, place, source };
    match kind {
        ImportKind::Protocol => {
            let namespace = text_of(&value, "namespace");
            for ty in list_of(&value, "types") {
                reader.ty(ty, namespace)?;
            }
        }
        _ => drop(reader.ty(&value, None)?),
    }
    Ok(Vec::new())
}

/// Reads types from JSON.
struct JsonReader<'a> {
    idl: &'a mut Idl,
    place: &'a str,
    source: usize,
}

impl JsonReader<'_> {
    fn ty(&mut self, value: &Value, namespace: Option<&str>) -> Result<Ty, TypesError> {
        match value {
            Value::Text(name) if parser::PRIMITIVES.contains(&name.as_str()) => Ok(Ty::Plain(value.clone())),
            Value::Text(name) => Ok(Ty::Named(full(name, namespace), Place { source: self.source, offset: 0 })),
            Value::Sequence(branches) => {
                Ok(Ty::Union(branches.iter().map(|branch| self.ty(branch, namespace)).collect::<Result<_, _>>()?))
            }
            Value::Map(_) => self.object(value, namespace),
            _ => Err(TypesError::at(self.place, "a type is a name, a list or an object")),
        }
    }

    fn object(&mut self, value: &Value, namespace: Option<&str>) -> Result<Ty, TypesError> {
        let lacks = |what: &str| TypesError::at(self.place, format_args!("a type lacks {what}"));
        let inner = |name: &str| value.get(name).ok_or_else(|| lacks(name));
        match text_of(value, "type") {
            Some("array") => Ok(Ty::Array(Box::new(self.ty(inner("items")?, namespace)?))),
            Some("map") => Ok(Ty::Map(Box::new(self.ty(inner("values")?, namespace)?))),
            Some("record" | "error") => self.define("record", value, namespace),
            Some("enum") => self.define("enum", value, namespace),
            Some("fixed") => self.define("fixed", value, namespace),
            Some(name) if parser::PRIMITIVES.contains(&name) => Ok(Ty::Plain(value.clone())),
            _ => self.ty(inner("type")?, namespace),
        }
    }

    fn define(&mut self, kind: &'static str, value: &Value, around: Option<&str>) -> Result<Ty, TypesError> {
        let name = text_of(value, "name").ok_or_else(|| TypesError::at(self.place, "a type lacks its name"))?;
        let name = full(name, text_of(value, "namespace").or(around));
        let namespace = name.rsplit_once('.').map(|(namespace, _)| namespace.to_owned());
        let mut named = Named { kind, properties: others(value, &OF_TYPES), fields: Vec::new() };
        for field in list_of(value, "fields") {
            let (Some(of_field), Some(ty)) = (text_of(field, "name"), field.get("type")) else {
                return Err(TypesError::at(self.place, format_args!("a field of {name} lacks its name or type")));
            };
            let ty = self.ty(ty, namespace.as_deref())?;
            named.fields.push(Member {
                name: of_field.to_owned(),
                ty,
                properties: others(field, &["name", "type", "doc"]),
            });
        }
        let place = Place { source: self.source, offset: 0 };
        self.idl.define(name.clone(), named, place)?;
        Ok(Ty::Named(name, place))
    }
}

/// What a type says in other words once it is read.
const OF_TYPES: [&str; 5] = ["type", "name", "namespace", "doc", "fields"];

fn full(name: &str, namespace: Option<&str>) -> String {
    match namespace {
        Some(namespace) if !name.contains('.') && !namespace.is_empty() => format!("{namespace}.{name}"),
        _ => name.to_owned(),
    }
}

fn text_of<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_text()
}

fn list_of<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_items).unwrap_or_default()
}

fn others(value: &Value, but: &[&str]) -> Properties {
    match value {
        Value::Map(entries) => entries.iter().filter(|(name, _)| !but.contains(&name.as_str())).cloned().collect(),
        _ => Vec::new(),
    }
}
