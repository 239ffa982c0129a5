//! JSON Schema, draft 2020-12: what of it says which values there are.
//!
//! A value must satisfy all keywords of a schema together: what stands beside `$ref`, `allOf`, `anyOf` and `oneOf` holds for all that
//! these give. So types are made of all schemas that apply to a place ([`whole`]). Keywords that only narrow a type, such as
//! `minLength`, are passed over; those that make it depend on something, such as `if`, are refused with their JSON pointer.

mod leaf;
mod places;
mod whole;

use std::collections::HashMap;

use indexmap::IndexMap;
use wirecost_value::{Value, json};

use self::places::{Part, Places, last};
use super::{Imported, TypeNames};
use crate::{Definition, Field, Format, MAX_BYTES, Model, Presence, Type, TypesError};

/// The deepest nesting of schemas within each other, references included.
const MAX_NESTING: usize = 128;

/// The most combinations of schemas that the choices of a document may lead to.
const MAX_COMBINATIONS: usize = 4_096;

/// Reads the text of a JSON Schema. `file` names it in errors. `type_name` names one of its `$defs`, in place of the whole.
///
/// # Errors
/// If it is no JSON, with line and column, or says what a model cannot, with the JSON pointer.
pub fn parse(file: &str, text: &str, type_name: Option<&str>) -> Result<Imported, TypesError> {
    if text.len() > MAX_BYTES {
        return Err(TypesError::at(file, format_args!("{} bytes; a schema may have {MAX_BYTES}", text.len())));
    }
    let document = json::read(text.as_bytes()).map_err(|error| {
        let position = error.position;
        TypesError::at(format_args!("{file}:{}:{}", position.line, position.column), error.reason)
    })?;
    let mut importer = Importer {
        places: Places::new(&document),
        names: TypeNames::default(),
        types: IndexMap::new(),
        known: HashMap::new(),
        depth: 0,
        combinations: 0,
    };
    let broken = |(pointer, reason): Fault| TypesError::at(format_args!("{file}#{pointer}"), reason);
    let root = importer.root(type_name).map_err(broken)?;
    let mut model = Model::new(root, importer.types).without_unused();
    let defaults = taken_defaults(&mut model);
    model.check().map_err(|error| TypesError::at(file, error))?;
    set_defaults(&mut model, defaults);
    let type_name = model.root.to_string();
    Ok(Imported { model, format: Some(Format::JsonSchema), type_name, note: None, definition: None })
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

/// The defaults of the fields, without which the fields are optional.
fn taken_defaults(model: &mut Model) -> Vec<Option<Value>> {
    let taken = |field: &mut Field| match &field.presence {
        Presence::Default(_) => match std::mem::replace(&mut field.presence, Presence::Optional) {
            Presence::Default(value) => Some(value),
            _ => None,
        },
        _ => None,
    };
    fields(model).map(taken).collect()
}

/// Gives the fields their defaults back. A default is an annotation: one that is not of its type says nothing.
fn set_defaults(model: &mut Model, defaults: Vec<Option<Value>>) {
    let types: Vec<Type> = fields(model).map(|field| field.ty.clone()).collect();
    let fitted = |(ty, value): (&Type, Option<Value>)| model.fit_type(ty, &value?).ok();
    let fitted: Vec<Option<Value>> = types.iter().zip(defaults).map(fitted).collect();
    for (field, default) in fields(model).zip(fitted) {
        if let Some(value) = default {
            field.presence = Presence::Default(value);
        }
    }
}

fn fields(model: &mut Model) -> impl Iterator<Item = &mut Field> {
    fn of(definition: &mut Definition) -> &mut [Field] {
        match definition {
            Definition::Record(record) => &mut record.fields,
            Definition::Enumeration(_) | Definition::Union(_) => &mut [],
        }
    }
    model.types.values_mut().flat_map(of)
}

struct Importer<'a> {
    places: Places<'a>,
    names: TypeNames,
    types: IndexMap<String, Definition>,
    /// The types of places, by the pointers of the schemas that apply there.
    known: HashMap<String, Known>,
    depth: usize,
    combinations: usize,
}

fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn refused<T>(pointer: &str, reason: impl Into<String>) -> Result<T, Fault> {
    Err((pointer.to_owned(), reason.into()))
}

impl<'a> Importer<'a> {
    fn root(&mut self, type_name: Option<&str>) -> Result<Type, Fault> {
        let document = self.places.target("#", "").map_err(|reason| (String::new(), reason))?;
        let title = document.schema.get("title").and_then(text_of).unwrap_or("message");
        let Some(name) = type_name else { return self.must(vec![document], title) };
        let definitions = ["$defs", "definitions"].map(|keyword| format!("#/{keyword}/{}", escaped(name)));
        let found = definitions.iter().find_map(|reference| self.places.target(reference, "").ok());
        match found {
            Some(part) => self.must(vec![part], name),
            None => refused("", format!("{name:?} is none of its $defs")),
        }
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
                let name = name.get_or_insert_with(|| self.names.fresh(hint));
                return Ok(Some(Type::Named(name.clone())));
            }
            None => _ = self.known.insert(key.clone(), Known::Open { name: None, is_met: false }),
        }
        self.deeper(&pointer)?;
        let ty = self.whole(parts, &key, hint)?;
        self.depth -= 1;
        let open = match self.known.get_mut(&key) {
            Some(Known::Open { name, is_met }) => (name.take(), *is_met),
            _ => (None, false),
        };
        let ty = match (ty, open) {
            (Some(ty), (Some(name), is_met)) => Some(self.settled(ty, name, is_met, &pointer)?),
            (Some(ty), (None, _)) if called.is_some() => Some(self.named(ty, hint)),
            (ty, _) => ty,
        };
        self.known.insert(key, Known::Read(ty.clone()));
        Ok(ty)
    }

    /// Goes one level down.
    fn deeper(&mut self, pointer: &str) -> Result<(), Fault> {
        self.depth += 1;
        match self.depth > MAX_NESTING {
            true => refused(pointer, format!("schemas nest deeper than {MAX_NESTING} levels")),
            false => Ok(()),
        }
    }

    /// The schemas that these are, where one of them only stands for another; and what a single one is called by its last `$ref`.
    fn followed(&self, parts: Vec<Part<'a>>) -> Result<(Vec<Part<'a>>, Option<String>), Fault> {
        let is_alone = parts.len() == 1;
        let (mut followed, mut called): (Vec<Part<'a>>, _) = (Vec::new(), None);
        for mut part in parts {
            let mut seen = Vec::new();
            while let Some((target, is_reference)) = self.stands_for(&part)? {
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
    fn stands_for(&self, part: &Part<'a>) -> Result<Option<(Part<'a>, bool)>, Fault> {
        let Value::Map(keywords) = part.schema else { return Ok(None) };
        let says = keywords.iter().map(|(keyword, _)| keyword.as_str()).filter(|it| whole::SAYS_TYPE.contains(it));
        let says: Vec<&str> = says.collect();
        if let Some(target) = self.reference(part)? {
            return Ok((self.places.ignores_siblings || says.is_empty()).then_some((target, true)));
        }
        let [keyword @ ("allOf" | "anyOf" | "oneOf")] = says.as_slice() else { return Ok(None) };
        let mut branches = part.get(keyword).and_then(|branches| branches.items()).unwrap_or_default();
        Ok((branches.len() == 1).then(|| (branches.swap_remove(0), false)))
    }

    /// What the `$ref` of a schema refers to.
    fn reference(&self, part: &Part<'a>) -> Result<Option<Part<'a>>, Fault> {
        let Some(Value::Text(reference)) = part.schema.get("$ref") else { return Ok(None) };
        let from = format!("{}/$ref", part.pointer);
        self.places.target(reference, &from).map(Some).map_err(|reason| (from, reason))
    }

    /// What a type is called that is referred to.
    fn called(&self, pointer: &str) -> String {
        let title = || self.places.at("")?.get("title").and_then(text_of).map(str::to_owned);
        last(pointer).or_else(title).unwrap_or_else(|| "message".to_owned())
    }

    /// The type of a place that has a name already, since it is a record or contains itself.
    fn settled(&mut self, ty: Type, name: String, is_met: bool, pointer: &str) -> Result<Type, Fault> {
        match &ty {
            _ if !is_met => return Ok(ty),
            Type::Named(own) if *own == name => return Ok(ty),
            Type::Named(own) => self.rename(&name, own),
            _ => match branches(&ty) {
                Some(branches) => {
                    self.types.insert(name.clone(), Definition::Union(branches));
                    return Ok(Type::Named(name));
                }
                None => return refused(pointer, "it contains itself without a record or a union between"),
            },
        }
        Ok(ty)
    }

    /// The type by the name under which it is referred to, where it is a union.
    fn named(&mut self, ty: Type, hint: &str) -> Type {
        match branches(&ty).filter(|branches| branches.len() > 2 || !branches.contains(&Type::Null)) {
            Some(branches) => {
                let name = self.names.fresh(hint);
                self.types.insert(name.clone(), Definition::Union(branches));
                Type::Named(name)
            }
            None => ty,
        }
    }

    /// Gives all that refer to the type `from` the type `to` instead.
    fn rename(&mut self, from: &str, to: &str) {
        for definition in self.types.values_mut() {
            match definition {
                Definition::Record(record) => {
                    record.fields.iter_mut().for_each(|field| renamed(&mut field.ty, from, to))
                }
                Definition::Union(branches) => branches.iter_mut().for_each(|branch| renamed(branch, from, to)),
                Definition::Enumeration(_) => {}
            }
        }
        for known in self.known.values_mut() {
            if let Known::Read(Some(ty)) = known {
                renamed(ty, from, to);
            }
        }
    }

    /// A name for a record or an enumeration, which is the type of the place that is known by `key`, if any.
    fn name(&mut self, key: Option<&str>, hint: &str) -> String {
        match key.and_then(|key| self.known.get_mut(key)) {
            Some(Known::Open { name, .. }) => name.get_or_insert_with(|| self.names.fresh(hint)).clone(),
            _ => self.names.fresh(hint),
        }
    }
}

/// The branches of a type that a definition may have; none if it is no union.
fn branches(ty: &Type) -> Option<Vec<Type>> {
    match ty {
        Type::Union(branches) => Some(branches.clone()),
        Type::Nullable(inner) => match &**inner {
            Type::Union(branches) => Some(branches.iter().cloned().chain([Type::Null]).collect()),
            one => Some(vec![one.clone(), Type::Null]),
        },
        _ => None,
    }
}

fn renamed(ty: &mut Type, from: &str, to: &str) {
    match ty {
        Type::Named(name) if name == from => to.clone_into(name),
        Type::List(inner) | Type::Set(inner) | Type::Map(_, inner) | Type::Nullable(inner) => renamed(inner, from, to),
        Type::Union(branches) => branches.iter_mut().for_each(|branch| renamed(branch, from, to)),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
