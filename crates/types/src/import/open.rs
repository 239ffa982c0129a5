//! What a schema leaves open, and messages say.
//!
//! An importer writes a *hole* where its schema says no type, or one that is only a hint: a name that no definition has. It also says
//! which records take fields that they do not name. One walk of the messages along the model collects what reaches each hole and each
//! such record ([`walk`]); then [`crate::infer`] says what these values are, and the model is whole ([`settle`]).

mod settle;
mod walk;

use std::collections::HashMap;

use fancy_regex::Regex;
use indexmap::IndexMap;
use wirecost_value::Value;

use super::TypeNames;
use crate::{Definition, Model, Presence, Type, TypesError};

/// A message, and what it is called in errors and notes.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// Its file.
    pub name: &'a str,
    /// Its data tree.
    pub value: &'a Value,
    /// Whether it is XML, where a number is the text of one: no JSON Schema says whether it is valid.
    pub has_only_text: bool,
}

impl<'a> Sample<'a> {
    /// A message that has numbers of its own.
    pub fn new(name: &'a str, value: &'a Value) -> Self {
        Self { name, value, has_only_text: false }
    }
}

/// A place whose type the messages say.
pub struct Hole {
    /// Where the schema leaves it open.
    pub place: String,
    /// Why it has no type without messages.
    pub reason: String,
    /// What a record there is called.
    pub hint: String,
    /// Which values may be there.
    pub takes: fn(&Value) -> bool,
    /// The scalar type that it has where all its values are of it.
    pub preferred: Option<Type>,
    /// Values that the schema gives as such of this place.
    pub given: Vec<Value>,
    /// Whether there need be no such value: what else may be there is known.
    pub is_spare: bool,
}

/// What a record takes beside its fields.
#[derive(Default)]
pub struct Extras {
    /// The types of the fields that the schema gives by a pattern of their names.
    pub by_pattern: Vec<(Regex, Type)>,
    /// The type of all others; none if it may be any.
    pub others: Option<Type>,
    /// Whether there may be no others.
    pub is_closed: bool,
}

/// All that a model leaves open.
#[derive(Default)]
pub struct Open {
    pub names: TypeNames,
    pub holes: IndexMap<String, Hole>,
    /// What the records take beside their fields; none of a record that takes nothing.
    pub extras: HashMap<String, Extras>,
    /// What an optional field has that is absent, by its record and its name.
    pub defaults: IndexMap<(String, String), Value>,
    /// What the importer has to say.
    pub notes: Vec<String>,
}

impl Open {
    /// A new hole, as a type.
    pub fn hole(&mut self, hole: Hole) -> Type {
        // No type of a model has a name with this mark.
        let name = format!("?{}", self.holes.len());
        self.holes.insert(name.clone(), hole);
        Type::Named(name)
    }

    /// Makes the model whole. `file` names its schema in notes.
    ///
    /// # Errors
    /// If there is no message and a place has no type without, or no message reaches a place that must have one.
    pub fn complete(self, file: &str, model: Model, samples: &[Sample<'_>]) -> Result<Complete, TypesError> {
        let model = model.without_unused();
        if samples.is_empty()
            && let Some(hole) = self.first_unknown(&model)
        {
            return Err(hole.fault());
        }
        let mut walk = walk::Walk::new(&model, &self);
        samples.iter().for_each(|sample| walk.root(sample.value));
        let found = walk.found;
        let mut complete = settle::settle(file, &model, &self, found)?;
        set_defaults(&mut complete.model, self.defaults);
        complete.notes.splice(0..0, self.notes);
        complete.model.check().map_err(|error| TypesError::at(file, error))?;
        Ok(complete)
    }

    /// The first hole of the model whose type nothing says.
    fn first_unknown(&self, model: &Model) -> Option<&Hole> {
        let mut used = Vec::new();
        model.root.names(&mut used);
        for (name, definition) in &model.types {
            types_of(definition).for_each(|ty| ty.names(&mut used));
            let extras = self.extras.get(name).into_iter().flat_map(Extras::types);
            extras.for_each(|ty| ty.names(&mut used));
        }
        let used: std::collections::HashSet<String> = used.into_iter().collect();
        let unknown = |(name, hole): &(&String, &Hole)| {
            used.contains(*name) && !hole.is_spare && hole.preferred.is_none() && hole.given.is_empty()
        };
        self.holes.iter().find(unknown).map(|(_, hole)| hole)
    }
}

impl Hole {
    fn fault(&self) -> TypesError {
        TypesError::at(&self.place, &self.reason)
    }
}

impl Extras {
    fn types(&self) -> impl Iterator<Item = &Type> {
        self.by_pattern.iter().map(|(_, ty)| ty).chain(&self.others)
    }

    /// The types that it has, to be renamed.
    pub fn types_mut(&mut self) -> impl Iterator<Item = &mut Type> {
        self.by_pattern.iter_mut().map(|(_, ty)| ty).chain(&mut self.others)
    }

    /// The type that the schema gives a field that the record does not name.
    fn of(&self, name: &str) -> Option<&Type> {
        let by_pattern = self.by_pattern.iter().find(|(pattern, _)| pattern.is_match(name).unwrap_or(false));
        by_pattern.map(|(_, ty)| ty).or(self.others.as_ref())
    }
}

/// A model without holes, and what the user should know of how it became so.
pub struct Complete {
    pub model: Model,
    pub notes: Vec<String>,
}

fn types_of(definition: &Definition) -> Box<dyn Iterator<Item = &Type> + '_> {
    match definition {
        Definition::Record(record) => Box::new(record.fields.iter().map(|field| &field.ty)),
        Definition::Union(branches) => Box::new(branches.iter()),
        Definition::Enumeration(_) => Box::new(std::iter::empty()),
    }
}

/// Gives the fields their defaults. A default is an annotation: one that is not of its type says nothing.
fn set_defaults(model: &mut Model, defaults: IndexMap<(String, String), Value>) {
    for ((record, name), default) in defaults {
        let find = |model: &Model| {
            let fields = &model.record(&record)?.fields;
            fields.iter().position(|field| field.name == name && field.presence == Presence::Optional)
        };
        let Some(at) = find(model) else { continue };
        let Some(ty) = model.record(&record).map(|it| it.fields[at].ty.clone()) else { continue };
        let Ok(value) = model.fit_type(&ty, &default) else { continue };
        if let Some(Definition::Record(record)) = model.types.get_mut(&record) {
            record.fields[at].presence = Presence::Default(value);
        }
    }
}
