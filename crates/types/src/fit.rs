//! Gives values the types of a model, exactly or not at all.

pub(crate) mod decimal;
pub(crate) mod scalar;
pub(crate) mod time;

use std::collections::{HashMap, HashSet};

use wirecost_value::{Integer, Value};

use crate::{Definition, Enumeration, Key, Misfit, Model, Presence, Record, Type, well_known};

/// How often each node of a value may be tried on average, beside [`FREE_STEPS`]: unions within unions could otherwise be
/// tried in more ways than there is time for.
const STEPS_PER_NODE: usize = 64;

/// Tries that every value has.
const FREE_STEPS: usize = 100_000;

/// The most tries of a value.
fn max_steps(value: &Value) -> usize {
    fn nodes(value: &Value) -> usize {
        1 + match value {
            Value::Sequence(items) => items.iter().map(nodes).sum(),
            Value::Map(entries) => entries.iter().map(|(_, value)| nodes(value)).sum(),
            _ => 0,
        }
    }
    nodes(value).saturating_mul(STEPS_PER_NODE).saturating_add(FREE_STEPS)
}

impl Model {
    /// The value with the types of this model: numbers in the width of their field, bytes from base64 text, timestamps from
    /// RFC 3339 text, enumerations by name, fields in their order with their defaults.
    ///
    /// A value that has its types already stays as it is. `docs/TYPES.md` lists what is converted.
    ///
    /// # Errors
    /// If the value does not fit, with the place. Nothing is rounded, cut or left out.
    pub fn fit(&self, value: &Value) -> Result<Value, Misfit> {
        self.fit_type(&self.root, value)
    }

    /// The value with a type of this model.
    ///
    /// # Errors
    /// As [`Model::fit`].
    pub fn fit_type(&self, ty: &Type, value: &Value) -> Result<Value, Misfit> {
        Fitter::new(self, value).fit(ty, value).map_err(|fault| {
            let place: String = fault.way.iter().rev().map(String::as_str).collect();
            let place = if place.is_empty() { "the root".to_owned() } else { place };
            Misfit { place, reason: fault.reason }
        })
    }
}

impl Model {
    /// The branch that a value of one of `branches` is: the first that takes it as it is, else the first that takes it.
    pub(crate) fn branch(&self, branches: &[Type], value: &Value) -> Option<usize> {
        Fitter::new(self, value).choose(branches, value).map(|chosen| chosen.index)
    }

    /// A value of the branch at `index`, with its types, as the union holds it ([`Fitter::union`]).
    pub(crate) fn in_union(&self, branches: &[Type], index: usize, typed: Value) -> Value {
        let shows_branch = self.branch(branches, &typed) == Some(index);
        let Some(branch) = branches.get(index).filter(|_| !shows_branch) else { return typed };
        let spelt = self.spell_type(branch, &typed);
        let mut fitter = Fitter { keeps_text: true, ..Fitter::new(self, &spelt) };
        fitter.fit(branch, &spelt).unwrap_or(typed)
    }
}

/// How much a value may differ from what a type holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strictness {
    /// As far as nothing is lost.
    Any,
    /// It has the kind that the type has in the data tree.
    Tree,
    /// It is spelt as its type alone is: a date is text, since a number would be a number.
    Spelling,
}

/// Why a value does not fit, with the way to it from the inside out.
struct Fault {
    way: Vec<String>,
    reason: String,
}

type Fit<T> = Result<T, Box<Fault>>;

fn fault<T>(reason: impl Into<String>) -> Fit<T> {
    Err(Box::new(Fault { way: Vec::new(), reason: reason.into() }))
}

fn misfit<T>(value: &Value, due: impl std::fmt::Display) -> Fit<T> {
    fault(format!("{value} is not {due}"))
}

fn within<T>(fit: Fit<T>, step: impl FnOnce() -> String) -> Fit<T> {
    fit.map_err(|mut fault| {
        fault.way.push(step());
        fault
    })
}

struct Fitter<'m> {
    model: &'m Model,
    strictness: Strictness,
    /// Whether times, dates and UUIDs stay text.
    keeps_text: bool,
    /// Whether a text became a time, a date or a UUID.
    has_converted: bool,
    /// Whether a typed value is only asked for its branch.
    is_asked: bool,
    /// The fields of each record that was met so far, by name and alias.
    fields: HashMap<&'m str, HashMap<&'m str, usize>>,
    /// The tries that are left.
    steps: usize,
}

/// The branch of a union that takes a value.
struct Chosen {
    index: usize,
    strictness: Strictness,
    typed: Value,
}

impl<'m> Fitter<'m> {
    fn new(model: &'m Model, value: &Value) -> Self {
        Self {
            model,
            strictness: Strictness::Any,
            keeps_text: false,
            has_converted: false,
            is_asked: false,
            fields: HashMap::new(),
            steps: max_steps(value),
        }
    }

    fn fit(&mut self, ty: &'m Type, value: &Value) -> Fit<Value> {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => return fault("the unions of its type leave too many ways to read it"),
        }
        match (ty, value) {
            (Type::Nullable(_), Value::Null) => Ok(Value::Null),
            (Type::Nullable(inner), _) => self.fit(inner, value),
            (Type::List(item), Value::Sequence(items)) => {
                let items = items.iter().enumerate();
                let items = items.map(|(index, value)| within(self.fit(item, value), || format!("[{index}]")));
                Ok(Value::Sequence(items.collect::<Fit<_>>()?))
            }
            (Type::Set(item), Value::Sequence(items)) => {
                let mut seen = HashSet::new();
                let items = items.iter().enumerate().map(|(index, value)| {
                    let step = || format!("[{index}]");
                    let typed = within(self.fit(item, value), step)?;
                    if seen.insert(format!("{typed:?}")) {
                        Ok(typed)
                    } else {
                        within(fault("it is in its set already"), step)
                    }
                });
                Ok(Value::Sequence(items.collect::<Fit<_>>()?))
            }
            (Type::List(_) | Type::Set(_), _) => misfit(value, "a sequence"),
            (Type::Map(key, item), Value::Map(entries)) => self.map(*key, item, entries),
            (Type::Map(..), _) => misfit(value, "a map"),
            (Type::Union(branches), _) => self.union(branches, value),
            (Type::Named(name), _) => match self.model.types.get_key_value(name) {
                Some((name, Definition::Record(record))) => self.record_or_form(name, record, value),
                Some((_, Definition::Enumeration(names))) => enumeration(names, value, self.strictness),
                Some((_, Definition::Union(branches))) => self.union(branches, value),
                None => fault(format!("type {name:?} is not known")),
            },
            _ => self.scalar(ty, value),
        }
    }

    fn scalar(&mut self, ty: &Type, value: &Value) -> Fit<Value> {
        let typed = scalar::fit(ty, value, self.strictness).or_else(|due| misfit(value, due))?;
        if !matches!((ty, value), (Type::Timestamp(_) | Type::Date | Type::Uuid, Value::Text(_))) {
            return Ok(typed);
        }
        self.has_converted = true;
        Ok(if self.keeps_text { self.model.spell_type(ty, &typed) } else { typed })
    }

    fn map(&mut self, key_type: Key, item: &'m Type, entries: &[(String, Value)]) -> Fit<Value> {
        let mut seen = HashSet::new();
        let mut fitting = Vec::with_capacity(entries.len());
        for (key, value) in entries.iter().filter(|(_, value)| !matches!(value, Value::Absent)) {
            let step = || format!(".{key}");
            let Some(spelt) = scalar::key(key_type, key) else {
                return within(
                    fault(format!("{key:?} is no key of its map, which has {} keys", key_type.name())),
                    step,
                );
            };
            if key_type != Key::Text && !seen.insert(spelt.clone()) {
                return within(fault(format!("the key {spelt} is there twice")), step);
            }
            let value = within(self.fit(item, value), step)?;
            fitting.push((spelt, value));
        }
        Ok(Value::Map(fitting))
    }

    /// The first branch that takes the value as it is; else the first that takes it at all.
    ///
    /// Where the types of the data tree would not show the branch, times, dates and UUIDs stay text: of `date|i64` the
    /// first is text and the second a number.
    fn union(&mut self, branches: &'m [Type], value: &Value) -> Fit<Value> {
        let had_converted = std::mem::take(&mut self.has_converted);
        let chosen = self.choose(branches, value);
        let is_told = !self.has_converted || self.keeps_text || self.is_asked;
        self.has_converted |= had_converted;
        let Some(Chosen { index, strictness, typed }) = chosen else {
            if self.steps == 0 {
                return fault("the unions of its type leave too many ways to read it");
            }
            let names: Vec<String> = branches.iter().take(8).map(ToString::to_string).collect();
            let more = if branches.len() > names.len() { " and others" } else { "" };
            return misfit(value, format_args!("any branch of the union {}{more}", names.join("|")));
        };
        if is_told || self.shows(branches, index, &typed) {
            return Ok(typed);
        }
        let outer = std::mem::replace(&mut self.strictness, strictness);
        self.keeps_text = true;
        let spelt = self.fit(&branches[index], value);
        (self.strictness, self.keeps_text) = (outer, false);
        spelt
    }

    fn choose(&mut self, branches: &'m [Type], value: &Value) -> Option<Chosen> {
        let outer = self.strictness;
        let mut chosen = None;
        for strictness in [Strictness::Spelling, Strictness::Tree, Strictness::Any] {
            if strictness < outer || chosen.is_some() {
                break;
            }
            self.strictness = strictness;
            let mut fits = branches.iter().enumerate();
            chosen = fits.find_map(|(index, branch)| {
                let typed = self.fit(branch, value).ok()?;
                Some(Chosen { index, strictness, typed })
            });
        }
        self.strictness = outer;
        chosen
    }

    /// Whether a typed value shows that it is of the branch at `index`.
    fn shows(&mut self, branches: &'m [Type], index: usize, typed: &Value) -> bool {
        self.is_asked = true;
        let found = self.choose(branches, typed);
        self.is_asked = false;
        found.is_some_and(|found| found.index == index)
    }

    /// A record by its fields, or by the form that JSON has for a message of Protocol Buffers' own.
    fn record_or_form(&mut self, name: &'m str, record: &'m Record, value: &Value) -> Fit<Value> {
        match well_known::fields(name, value, self.model.messages.0.as_ref()) {
            Some(Ok(fields)) => self.record(name, record, &fields),
            Some(Err(due)) => misfit(value, due),
            None => self.record(name, record, value),
        }
    }

    fn record(&mut self, name: &'m str, record: &'m Record, value: &Value) -> Fit<Value> {
        let Value::Map(entries) = value else { return misfit(value, "a map") };
        let index = self.fields.entry(name).or_insert_with(|| {
            let names = record.fields.iter().enumerate();
            let names = names.flat_map(|(index, field)| {
                std::iter::once(&field.name).chain(&field.aliases).map(move |name| (name.as_str(), index))
            });
            names.collect()
        });
        let mut found: Vec<Option<&(String, Value)>> = vec![None; record.fields.len()];
        for entry in entries.iter().filter(|(_, value)| !matches!(value, Value::Absent)) {
            let Some(&at) = index.get(entry.0.as_str()) else {
                return fault(format!("{name} has no field {:?}", entry.0));
            };
            if found[at].replace(entry).is_some() {
                let step = || format!(".{}", record.fields[at].name);
                return within(fault(format!("it is repeated as {:?}", entry.0)), step);
            }
        }
        let mut fields = Vec::with_capacity(record.fields.len());
        let mut taken: HashMap<&str, &str> = HashMap::new();
        for (field, found) in record.fields.iter().zip(found) {
            let step = || format!(".{}", field.name);
            let value = match found {
                // Where null is no value of the field, it means that the field is left out.
                Some((_, Value::Null)) if self.strictness == Strictness::Any && !self.holds_null(&field.ty) => None,
                Some((_, value)) => Some(within(self.fit(&field.ty, value), step)?),
                None => None,
            };
            if let (Some(group), true) = (&field.group, value.is_some())
                && let Some(other) = taken.insert(group, &field.name)
            {
                return within(fault(format!("{group} can hold one field only, and {other} is there")), step);
            }
            let value = match (value, &field.presence) {
                (Some(value), _) => value,
                (None, Presence::Optional) => Value::Absent,
                (None, Presence::Default(value)) => value.clone(),
                (None, Presence::Required) => return within(fault("this field is missing"), step),
            };
            fields.push((field.name.clone(), value));
        }
        Ok(Value::Map(fields))
    }

    /// Whether null is a value of the type.
    fn holds_null(&mut self, ty: &'m Type) -> bool {
        matches!(ty, Type::Null | Type::Nullable(_) | Type::Named(_)) && self.fit(ty, &Value::Null).is_ok()
    }
}

fn enumeration(names: &Enumeration, value: &Value, strictness: Strictness) -> Fit<Value> {
    let by_number = names.is_numbered && strictness == Strictness::Any;
    let is_meant = |(name, number): &&(String, i32)| match value {
        Value::Text(text) => text == name,
        Value::Integer(n) => by_number && n.get() == i128::from(*number),
        _ => false,
    };
    // Of several names for one number the first is the one that comes back.
    let number = names.symbols.iter().find(is_meant).map(|(_, number)| *number);
    match names.symbols.iter().find(|(_, of)| Some(*of) == number) {
        Some((name, _)) => Ok(Value::text(name)),
        None => misfit(value, "a name of the enumeration"),
    }
}

impl Key {
    /// What keys read as, in words for errors.
    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Boolean => "boolean",
            Self::Integer(int) => int.name(),
        }
    }
}

/// A number as the data tree has it; none beyond 64 bits.
pub(crate) fn integer_of(n: i128) -> Option<Value> {
    Integer::try_from(n).ok().map(Value::Integer)
}

#[cfg(test)]
mod tests;
