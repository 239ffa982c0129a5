//! A model with holes, filled with what the messages have there.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use wirecost_value::Value;

use super::walk::{Found, Place};
use super::{Complete, Hole, Open};
use crate::import::TypeNames;
use crate::{Definition, Field, Int, Model, Presence, Record, Type, TypesError, infer};

/// The most fields that a note names.
const NAMED: usize = 20;

/// The model with what was found in its holes, and the fields that messages have beside those of their records.
pub fn settle(file: &str, model: &Model, open: &Open, found: Found<'_>) -> Result<Complete, TypesError> {
    let mut settler =
        Settler { names: open.names.clone(), types: model.types.clone(), filled: HashMap::new(), notes: Vec::new() };
    for (name, hole) in &open.holes {
        let reached = found.holes.get(name.as_str()).map(Vec::as_slice).unwrap_or_default();
        let ty = settler.fill(hole, reached)?;
        settler.filled.insert(name.clone(), ty);
    }
    settler.widen(&found)?;
    settler.extend(file, &found)?;
    let mut root = model.root.clone();
    if !found.beyond_root.is_empty() {
        root = Type::union([root, settler.inferred(&found.beyond_root, "message")?]);
    }
    let seen = &found.seen;
    let alive = settler.alive(seen);
    let filling = Filling { filled: &settler.filled, alive: &alive };
    let Some(root) = filling.of(&root, true) else {
        let unknown = open.holes.iter().find(|(name, _)| settler.filled.get(*name).is_some_and(Option::is_none));
        return Err(unknown
            .map_or_else(|| TypesError::at(file, "no message shows what its types are"), |(_, hole)| hole.fault()));
    };
    let mut left_out = Vec::new();
    let mut types = IndexMap::new();
    for (name, definition) in settler.types.iter().filter(|(name, _)| alive.contains(*name)) {
        types.insert(name.clone(), filling.definition(name, definition, seen, &mut left_out));
    }
    let mut notes = settler.notes;
    let whole = without_single(Model::new(root, types)).without_unused();
    left_out.retain(|(record, _)| whole.types.contains_key(record));
    if !left_out.is_empty() {
        let names: Vec<String> = left_out.iter().map(|(record, field)| format!("{record}.{field}")).collect();
        notes.push(format!(
            "{file}: left out, since the schema gives no type and no message has it: {}",
            listed(&names)
        ));
    }
    Ok(Complete { model: whole, notes })
}

/// A type, and those of its kind that hold more.
fn alike(ty: &Type) -> Vec<Type> {
    let wider = match ty {
        Type::Integer(_) => vec![Type::Integer(Int::I64), Type::Integer(Int::U64)],
        Type::Float32 => vec![Type::Float64],
        _ => Vec::new(),
    };
    std::iter::once(ty.clone()).chain(wider).collect()
}

/// Names in a sentence, of which only the first are said.
fn listed(names: &[String]) -> String {
    match names.len().checked_sub(NAMED).filter(|more| *more > 0) {
        Some(more) => format!("{} and {more} others", names[..NAMED].join(", ")),
        None => names.join(", "),
    }
}

struct Settler {
    names: TypeNames,
    types: IndexMap<String, Definition>,
    /// The type of each hole; none where nothing says it.
    filled: HashMap<String, Option<Type>>,
    notes: Vec<String>,
}

impl Settler {
    /// The type of a hole by the values that reach it.
    fn fill(&mut self, hole: &Hole, reached: &[&Value]) -> Result<Option<Type>, TypesError> {
        let values: Vec<&Value> = hole.given.iter().chain(reached.iter().copied()).collect();
        let scalar = Model::new(Type::Null, IndexMap::new());
        let holds_all = |ty: &Type| values.iter().all(|value| scalar.fit_type(ty, value).is_ok());
        if let Some(ty) = hole.preferred.iter().flat_map(alike).find(holds_all) {
            return Ok(Some(ty));
        }
        if values.is_empty() { Ok(None) } else { self.inferred(&values, &hole.hint).map(Some) }
    }

    /// The type of values, whose records are added to the model.
    fn inferred(&mut self, values: &[&Value], hint: &str) -> Result<Type, TypesError> {
        let values: Vec<Value> = values.iter().map(|value| (*value).clone()).collect();
        let model = infer(&values, hint)?.model;
        let names: HashMap<&String, String> = model.types.keys().map(|name| (name, self.names.fresh(name))).collect();
        let renamed = |ty: &Type| ty.with_names(&|name| Some(Type::Named(names.get(&name.to_owned())?.clone())));
        for (name, definition) in &model.types {
            self.types.insert(names[name].clone(), definition.with_types(&renamed));
        }
        Ok(renamed(&model.root))
    }

    /// Lets fields take what messages have there though their types do not.
    fn widen(&mut self, found: &Found<'_>) -> Result<(), TypesError> {
        for ((record, name), values) in &found.beyond {
            let more = self.inferred(values, name)?;
            self.field(record, name, |field| field.ty = Type::union([field.ty.clone(), more]));
        }
        for (record, name) in &found.lacking {
            self.field(record, name, |field| field.presence = Presence::Optional);
        }
        Ok(())
    }

    fn field(&mut self, record: &str, name: &str, change: impl FnOnce(&mut Field)) {
        let Some(Definition::Record(record)) = self.types.get_mut(record) else { return };
        record.fields.iter_mut().find(|field| field.name == name).map(change);
    }

    /// Adds the fields that records do not name.
    fn extend(&mut self, file: &str, found: &Found<'_>) -> Result<(), TypesError> {
        let mut added: IndexMap<Place<'_>, Vec<Type>> = IndexMap::new();
        for (place, ty) in &found.typed {
            added.entry(*place).or_default().push((*ty).clone());
        }
        let mut unnamed: IndexMap<&str, Vec<String>> = IndexMap::new();
        for (place @ (record, name), values) in &found.untyped {
            unnamed.entry(record).or_default().push((*name).to_owned());
            let ty = self.inferred(values, name)?;
            added.entry(*place).or_default().push(ty);
        }
        for ((record, name), types) in added {
            if let Some(Definition::Record(record)) = self.types.get_mut(record) {
                record.fields.push(Field::new(name, Type::union(types)).optional());
            }
        }
        for (record, names) in unnamed {
            let names = listed(&names);
            self.notes
                .push(format!("{file}: {record} has fields that the schema does not name, here optional: {names}"));
        }
        Ok(())
    }

    /// The definitions of which a value can be said: those of records whose required fields have types.
    fn alive(&self, seen: &HashSet<Place<'_>>) -> HashSet<String> {
        let mut alive: HashSet<String> = self.types.keys().cloned().collect();
        loop {
            let filling = Filling { filled: &self.filled, alive: &alive };
            let dead: Vec<String> = alive
                .iter()
                .filter(|name| !self.types.get(*name).is_some_and(|it| filling.is_known(name, it, seen)))
                .cloned()
                .collect();
            if dead.is_empty() {
                return alive;
            }
            dead.iter().for_each(|name| _ = alive.remove(name));
        }
    }
}

/// What stands for each hole, and the definitions that remain.
struct Filling<'a> {
    filled: &'a HashMap<String, Option<Type>>,
    alive: &'a HashSet<String>,
}

impl Filling<'_> {
    /// The type with its holes filled; none if it has no value that is known. A list that messages have is empty then.
    fn of(&self, ty: &Type, is_seen: bool) -> Option<Type> {
        let inner = |inner: &Type| self.of(inner, is_seen).or(is_seen.then_some(Type::Null));
        Some(match ty {
            Type::Named(name) => match self.filled.get(name) {
                Some(filled) => filled.clone()?,
                None => self.alive.contains(name).then(|| ty.clone())?,
            },
            Type::List(item) => Type::list(inner(item)?),
            Type::Set(item) => Type::Set(Box::new(inner(item)?)),
            Type::Map(key, value) => Type::Map(*key, Box::new(inner(value)?)),
            Type::Nullable(some) => inner(some)?.nullable(),
            Type::Union(branches) => {
                let known: Vec<Type> = branches.iter().filter_map(|branch| self.of(branch, is_seen)).collect();
                (!known.is_empty()).then(|| Type::union(known))?
            }
            scalar => scalar.clone(),
        })
    }

    fn is_known(&self, name: &str, definition: &Definition, seen: &HashSet<Place<'_>>) -> bool {
        let is_known = |field: &Field| {
            field.presence != Presence::Required
                || self.of(&field.ty, seen.contains(&(name, field.name.as_str()))).is_some()
        };
        match definition {
            Definition::Record(record) => record.fields.iter().all(is_known),
            Definition::Union(branches) => branches.iter().any(|it| self.of(it, seen.contains(&(name, ""))).is_some()),
            Definition::Enumeration(_) => true,
        }
    }

    fn definition(
        &self,
        name: &str,
        definition: &Definition,
        seen: &HashSet<Place<'_>>,
        left_out: &mut Vec<(String, String)>,
    ) -> Definition {
        match definition {
            Definition::Record(record) => {
                let mut fields = Vec::with_capacity(record.fields.len());
                for field in &record.fields {
                    match self.of(&field.ty, seen.contains(&(name, field.name.as_str()))) {
                        Some(ty) => fields.push(Field { ty, ..field.clone() }),
                        None => left_out.push((name.to_owned(), field.name.clone())),
                    }
                }
                Definition::Record(Record { fields, extensions: record.extensions.clone() })
            }
            Definition::Union(branches) => {
                let known = branches.iter().filter_map(|it| self.of(it, seen.contains(&(name, ""))));
                Definition::Union(Type::union(known).branches())
            }
            Definition::Enumeration(_) => definition.clone(),
        }
    }
}

/// The model with the only branch of each union that has one in place of its name.
fn without_single(mut model: Model) -> Model {
    let mut single: HashMap<String, Type> = HashMap::new();
    for (name, definition) in &model.types {
        if let Definition::Union(branches) = definition
            && let [only] = branches.as_slice()
            && *only != Type::Named(name.clone())
        {
            single.insert(name.clone(), only.clone());
        }
    }
    if single.is_empty() {
        return model;
    }
    // One may stand for another, and not without end.
    let named = |name: &str| {
        let mut ty = single.get(name)?;
        for _ in 0..single.len() {
            let Type::Named(next) = ty else { break };
            let Some(next) = single.get(next) else { break };
            ty = next;
        }
        Some(ty.clone())
    };
    model.root = model.root.with_names(&named);
    model.types.retain(|name, _| !single.contains_key(name));
    model.types.values_mut().for_each(|it| *it = it.with_types(&|ty| ty.with_names(&named)));
    model
}

impl Definition {
    /// The same definition with other types in it.
    pub(crate) fn with_types(&self, to: &impl Fn(&Type) -> Type) -> Self {
        match self {
            Self::Record(record) => {
                let fields = record.fields.iter().map(|field| Field { ty: to(&field.ty), ..field.clone() }).collect();
                Self::Record(Record { fields, extensions: record.extensions.clone() })
            }
            Self::Union(branches) => Self::Union(Type::union(branches.iter().map(to)).branches()),
            Self::Enumeration(_) => self.clone(),
        }
    }
}

impl Type {
    /// The same type with what stands for its names, each where there is something.
    pub(crate) fn with_names(&self, to: &impl Fn(&str) -> Option<Type>) -> Self {
        match self {
            Self::Named(name) => to(name).unwrap_or_else(|| self.clone()),
            Self::List(item) => Self::list(item.with_names(to)),
            Self::Set(item) => Self::Set(Box::new(item.with_names(to))),
            Self::Map(key, value) => Self::Map(*key, Box::new(value.with_names(to))),
            Self::Nullable(inner) => inner.with_names(to).nullable(),
            Self::Union(branches) => Self::union(branches.iter().map(|branch| branch.with_names(to))),
            scalar => scalar.clone(),
        }
    }

    /// The branches of a union, null among them; of another type itself.
    pub(crate) fn branches(self) -> Vec<Self> {
        match self {
            Self::Union(branches) => branches,
            Self::Nullable(inner) => inner.branches().into_iter().chain([Self::Null]).collect(),
            other => vec![other],
        }
    }
}
