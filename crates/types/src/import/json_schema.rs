//! JSON Schema, draft 3 to 2020-12: what of it says which values there are.
//!
//! A value must satisfy all keywords of a schema together: what stands beside `$ref`, `allOf`, `anyOf` and `oneOf` holds for all that
//! these give. So types are made of all schemas that apply to a place ([`whole`]). Keywords that only narrow a type, such as `minLength`
//! or `if`, are no types: messages are checked against them ([`valid`]). Where a schema says no type, the messages do ([`super::open`]).

mod collection;
mod conditions;
mod files;
mod leaf;
mod places;
mod valid;
mod whole;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use wirecost_value::Value;

use self::files::Whole;
use self::places::{Part, Places, REFERENCES, last, shown};
use super::open::{Hole, Open, Sample};
use super::pointer::escaped;
use super::{Completed, Imported, openapi};
use crate::{Definition, Format, Model, Type, TypesError};

/// The deepest nesting of schemas within each other, references included.
const MAX_NESTING: usize = 128;

/// The most combinations of schemas that the choices of a document may lead to.
const MAX_COMBINATIONS: usize = 4_096;

/// The most places whose types messages say each by itself; further ones share what is referred to.
const MAX_PLACES: usize = 10_000;

/// The stack that the deepest values and schemas need, with the larger frames of a build for tests.
const STACK_BYTES: usize = 256 << 20;

/// Reads the text of a JSON Schema. `file` names it in errors. `type_name` names one of its `$defs`, in place of the whole.
///
/// # Errors
/// If it is no JSON, with line and column, or does not say its types, with the JSON pointer.
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    Ok(parse_with(file, text, type_name, &[])?.imported)
}

/// As [`parse`], where messages say what the schema leaves open.
///
/// # Errors
/// As [`parse`], or if a message is not valid by the schema.
pub fn parse_with(
    file: &str,
    text: &str,
    type_name: Option<&str>,
    samples: &[Sample<'_>],
) -> Result<Completed, TypesError> {
    deep(|| completed(file, &Whole::parse(file, text)?, type_name, samples))
}

/// Reads the file of a JSON Schema, with those that it refers to.
///
/// # Errors
/// As [`parse_with`].
pub fn load(
    path: &Path,
    type_name: Option<&str>,
    roots: &[PathBuf],
    samples: &[Sample<'_>],
) -> Result<Completed, TypesError> {
    deep(|| {
        let whole = Whole::read(path)?.with_files(path, roots)?;
        completed(&path.display().to_string(), &whole, type_name, samples)
    })
}

/// As `load`, of a file whose data tree was read already, such as one in YAML.
///
/// # Errors
/// As [`parse_with`].
pub fn load_value(
    path: &Path,
    document: Value,
    type_name: Option<&str>,
    roots: &[PathBuf],
    samples: &[Sample<'_>],
) -> Result<Completed, TypesError> {
    deep(|| {
        let whole = Whole::of(document).with_files(path, roots)?;
        completed(&path.display().to_string(), &whole, type_name, samples)
    })
}

/// Does this with a stack for values that nest deep.
fn deep<T: Send>(work: impl FnOnce() -> Result<T, TypesError> + Send) -> Result<T, TypesError> {
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
    std::thread::scope(|scope| {
        let running = worker.spawn_scoped(scope, work).map_err(|error| TypesError::at("types", error))?;
        running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn completed(
    file: &str,
    whole: &Whole,
    type_name: Option<&str>,
    samples: &[Sample<'_>],
) -> Result<Completed, TypesError> {
    let mut importer = Importer::new(file, whole);
    let broken = |(pointer, reason): Fault| TypesError::at(shown(file, &pointer), reason);
    let (document, hint) = if openapi::is_openapi(&whole.document) {
        let used = |name: &str| importer.places.is_used(&format!("/components/schemas/{}", escaped(name)));
        let found = openapi::find(file, &whole.document, type_name, used)?;
        importer.open.notes.extend(found.note);
        let reference = format!("#{}", found.pointer);
        let document = importer.places.target(&reference, "").map_err(|reason| broken((found.pointer, reason)))?;
        (document, found.hint)
    } else {
        let document = importer.document(type_name).map_err(broken)?;
        let title = document.schema.get("title").and_then(Value::as_text);
        let hint = type_name.or(title).unwrap_or("message").to_owned();
        (document, hint)
    };
    if !samples.is_empty() {
        importer.open.notes.extend(valid::check(file, &importer.places, whole, &document.pointer, samples)?);
    }
    let root = importer.must(vec![document], &hint).map_err(broken)?;
    let complete = importer.open.complete(file, Model::new(root, importer.types), samples)?;
    let type_name = complete.model.root.to_string();
    let imported = Imported {
        model: complete.model,
        format: Some(Format::JsonSchema),
        type_name,
        note: None,
        layout: None,
        definition: None,
    };
    Ok(Completed { imported, notes: complete.notes })
}

/// Where a schema says what a model cannot, as a JSON pointer, and what.
type Fault = (String, String);

/// What the schemas of a place stand for.
enum Known {
    /// They are being read; if they are met again, they must have a name.
    Open { name: Option<String>, is_met: bool },
    /// No value satisfies them where there is no type.
    Read(Option<Type>),
}

struct Importer<'a> {
    file: &'a str,
    places: Places<'a>,
    open: Open,
    types: IndexMap<String, Definition>,
    /// The types of places, by the pointers of the schemas that apply there.
    known: HashMap<String, Known>,
    depth: usize,
    combinations: usize,
}

fn refused<T>(pointer: &str, reason: impl Into<String>) -> Result<T, Fault> {
    Err((pointer.to_owned(), reason.into()))
}

impl<'a> Importer<'a> {
    fn new(file: &'a str, whole: &'a Whole) -> Self {
        Self {
            file,
            places: Places::new(&whole.document, &whole.files),
            open: Open::default(),
            types: IndexMap::new(),
            known: HashMap::new(),
            depth: 0,
            combinations: 0,
        }
    }

    /// The schema of the message.
    fn document(&self, type_name: Option<&str>) -> Result<Part<'a>, Fault> {
        let Some(name) = type_name else {
            return self.places.target("#", "").map_err(|reason| (String::new(), reason));
        };
        let definitions = ["$defs", "definitions"].map(|keyword| format!("#/{keyword}/{}", escaped(name)));
        let found = definitions.iter().find_map(|reference| self.places.target(reference, "").ok());
        found.ok_or_else(|| (String::new(), format!("{name:?} is none of its $defs")))
    }

    /// A place whose type the messages say.
    fn hole(&mut self, pointer: &str, reason: impl Into<String>, hint: &str, takes: fn(&Value) -> bool) -> Type {
        let place = shown(self.file, pointer);
        let (hint, reason) = (hint.to_owned(), reason.into());
        self.open.hole(Hole { place, reason, hint, takes, preferred: None, given: Vec::new(), is_spare: false })
    }

    /// What may stand beside what is known, where messages show some.
    fn spare(&mut self, pointer: &str, hint: &str) -> Type {
        let (place, hint) = (shown(self.file, pointer), hint.to_owned());
        let takes = |_: &Value| true;
        self.open.hole(Hole {
            place,
            reason: String::new(),
            hint,
            takes,
            preferred: None,
            given: Vec::new(),
            is_spare: true,
        })
    }

    /// A place of a scalar type, as far as the messages do not show another.
    fn preferring(&mut self, ty: Type, pointer: &str, hint: &str, takes: fn(&Value) -> bool) -> Type {
        let (place, hint) = (shown(self.file, pointer), hint.to_owned());
        self.open.hole(Hole {
            place,
            reason: String::new(),
            hint,
            takes,
            preferred: Some(ty),
            given: Vec::new(),
            is_spare: false,
        })
    }

    /// The type that all of these schemas give; `hint` is what a record there is called.
    fn must(&mut self, parts: Vec<Part<'a>>, hint: &str) -> Result<Type, Fault> {
        let pointer = parts.first().map_or_else(String::new, |part| part.pointer.clone());
        match self.all_of(parts, hint)? {
            Some(ty) => Ok(ty),
            None => refused(&pointer, "no value satisfies all that is said of it"),
        }
    }

    /// The type that all of these schemas give; none if no value satisfies them.
    fn all_of(&mut self, parts: Vec<Part<'a>>, hint: &str) -> Result<Option<Type>, Fault> {
        let (parts, called) = self.followed(parts)?;
        let pointer = parts.first().map_or_else(String::new, |part| part.pointer.clone());
        let key: Vec<&str> = parts.iter().map(|part| part.pointer.as_str()).collect();
        let key = key.join("\n");
        let hint = called.as_deref().unwrap_or(hint);
        match self.known.get_mut(&key) {
            Some(Known::Read(ty)) => return Ok(ty.clone()),
            Some(Known::Open { name, is_met }) => {
                *is_met = true;
                let name = name.get_or_insert_with(|| self.open.names.fresh(hint));
                return Ok(Some(Type::Named(name.clone())));
            }
            None => _ = self.known.insert(key.clone(), Known::Open { name: None, is_met: false }),
        }
        let depth = self.depth;
        let read = self.deeper(&pointer).and_then(|()| self.whole(parts, &key, hint));
        self.depth = depth;
        let (name, is_met) = match self.known.get_mut(&key) {
            Some(Known::Open { name, is_met }) => (name.take(), *is_met),
            _ => (None, false),
        };
        // What cannot be read here, messages can say.
        let ty = read.unwrap_or_else(|(pointer, reason)| Some(self.hole(&pointer, reason, hint, |_| true)));
        let ty = match (ty, name) {
            (Some(ty), Some(name)) => Some(self.settled(ty, name, is_met)),
            (Some(ty), None) if called.is_some() => Some(self.named(ty, hint)),
            (ty, _) => ty,
        };
        // Where only messages say the type, each place has its own.
        if is_met || self.open.holes.len() > MAX_PLACES || ty.as_ref().is_none_or(|ty| self.is_defined(ty)) {
            _ = self.known.insert(key, Known::Read(ty.clone()))
        } else {
            _ = self.known.remove(&key)
        }
        Ok(ty)
    }

    /// Whether a definition, or no message, says what the type is.
    fn is_defined(&self, ty: &Type) -> bool {
        let mut names = Vec::new();
        ty.names(&mut names);
        !names.iter().any(|name| self.open.holes.contains_key(name))
    }

    /// Goes one level down.
    fn deeper(&mut self, pointer: &str) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            refused(pointer, format!("schemas nest deeper than {MAX_NESTING} levels"))
        } else {
            Ok(())
        }
    }

    /// The schemas that these are, where one of them only stands for another; and what a single one is called by its last `$ref`.
    fn followed(&self, parts: Vec<Part<'a>>) -> Result<(Vec<Part<'a>>, Option<String>), Fault> {
        let is_alone = parts.len() == 1;
        let (mut followed, mut called): (Vec<Part<'a>>, _) = (Vec::new(), None);
        for mut part in parts {
            let mut seen = Vec::new();
            while let Some((target, is_reference)) = self.stands_for(&part) {
                if seen.contains(&target.pointer) {
                    return refused(&part.pointer, "it contains itself without a record or a union between");
                }
                seen.push(target.pointer.clone());
                if is_reference && is_alone {
                    called = Some(self.called(&target.pointer));
                }
                part = target;
            }
            if !followed.iter().any(|other| other.pointer == part.pointer) {
                followed.push(part);
            }
        }
        Ok((followed, called))
    }

    /// The schema that stands for another: what its `$ref` refers to, or the only branch that it has, where it says nothing else
    /// of a value. And whether it is by `$ref`.
    fn stands_for(&self, part: &Part<'a>) -> Option<(Part<'a>, bool)> {
        let Value::Map(keywords) = part.schema else { return None };
        let says = keywords.iter().map(|(keyword, _)| keyword.as_str()).filter(|it| whole::SAYS_TYPE.contains(it));
        let says: Vec<&str> = says.collect();
        match self.reference(part) {
            Ok(Some(target)) => {
                return (self.places.ignores_siblings || says.is_empty()).then_some((target, true));
            }
            Ok(None) => {}
            Err(_) => return None,
        }
        let [keyword @ ("allOf" | "anyOf" | "oneOf")] = says.as_slice() else { return None };
        let mut branches = part.get(keyword).and_then(|branches| branches.items()).unwrap_or_default();
        (branches.len() == 1).then(|| (branches.swap_remove(0), false))
    }

    /// What the `$ref` of a schema refers to.
    fn reference(&self, part: &Part<'a>) -> Result<Option<Part<'a>>, Fault> {
        let mut given =
            REFERENCES.iter().filter_map(|keyword| Some((keyword, part.schema.get(keyword).and_then(Value::as_text)?)));
        let Some((keyword, reference)) = given.next() else { return Ok(None) };
        let from = format!("{}/{keyword}", part.pointer);
        self.places.target(reference, &from).map(Some).map_err(|reason| (from, reason))
    }

    /// What a type is called that is referred to: its key, or the title or the file of a whole document.
    fn called(&self, pointer: &str) -> String {
        let file = files::file_of(pointer).filter(|_| pointer.matches('/').count() == 2);
        if file.is_none() && !pointer.is_empty() {
            return last(pointer).unwrap_or_default();
        }
        let title = self.places.at(pointer).and_then(|schema| schema.get("title")).and_then(Value::as_text);
        let stem = file.as_ref().and_then(|file| file.file_stem()?.to_str());
        title.or(stem).unwrap_or("message").to_owned()
    }

    /// The type of a place that has a name already, since it is a record or contains itself.
    fn settled(&mut self, ty: Type, name: String, is_met: bool) -> Type {
        match &ty {
            _ if !is_met => ty,
            Type::Named(own) if *own == name => ty,
            Type::Named(own) if !self.open.holes.contains_key(own) => {
                self.rename(&name, own);
                ty
            }
            // It stands for the only type that it has until all are known.
            _ => {
                self.types.insert(name.clone(), Definition::Union(ty.branches()));
                Type::Named(name)
            }
        }
    }

    /// The type by the name under which it is referred to, where it is a union.
    fn named(&mut self, ty: Type, hint: &str) -> Type {
        let branches = ty.clone().branches();
        if branches.len() < 2 || (branches.len() == 2 && branches.contains(&Type::Null)) {
            return ty;
        }
        let name = self.open.names.fresh(hint);
        self.types.insert(name.clone(), Definition::Union(branches));
        Type::Named(name)
    }

    /// Gives all that refer to the type `from` the type `to` instead.
    fn rename(&mut self, from: &str, to: &str) {
        let renamed = |ty: &Type| ty.with_names(&|name| (name == from).then(|| Type::Named(to.to_owned())));
        self.types.values_mut().for_each(|definition| *definition = definition.with_types(&renamed));
        let extras = self.open.extras.values_mut().flat_map(|extras| extras.types_mut());
        extras.for_each(|ty| *ty = renamed(ty));
        for known in self.known.values_mut() {
            if let Known::Read(Some(ty)) = known {
                *ty = renamed(ty);
            }
        }
    }

    /// A name for a record or an enumeration, which is the type of the place that is known by `key`, if any.
    fn name(&mut self, key: Option<&str>, hint: &str) -> String {
        match key.and_then(|key| self.known.get_mut(key)) {
            Some(Known::Open { name, .. }) => name.get_or_insert_with(|| self.open.names.fresh(hint)).clone(),
            _ => self.open.names.fresh(hint),
        }
    }
}

#[cfg(test)]
mod tests;
