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
        let mut fitter = Fitter { model: self, is_strict: false, fields: HashMap::new(), steps: max_steps(value) };
        fitter.fit(ty, value).map_err(|fault| {
            let place: String = fault.way.iter().rev().map(String::as_str).collect();
            let place = if place.is_empty() { "the root".to_owned() } else { place };
            Misfit { place, reason: fault.reason }
        })
    }
}

impl Model {
    /// The branch that a value of one of `branches` is: the first that takes it as it is, else the first that takes it.
    pub(crate) fn branch(&self, branches: &[Type], value: &Value) -> Option<usize> {
        let fits = |is_strict| {
            let mut fitter = Fitter { model: self, is_strict, fields: HashMap::new(), steps: max_steps(value) };
            branches.iter().position(|branch| fitter.fit(branch, value).is_ok())
        };
        fits(true).or_else(|| fits(false))
    }
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
    /// Whether values keep their kinds, which distinguish the branches of a union.
    is_strict: bool,
    /// The fields of each record that was met so far, by name and alias.
    fields: HashMap<&'m str, HashMap<&'m str, usize>>,
    /// The tries that are left.
    steps: usize,
}

impl<'m> Fitter<'m> {
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
            (Type::List(_), _) => misfit(value, "a sequence"),
            (Type::Map(key, item), Value::Map(entries)) => self.map(*key, item, entries),
            (Type::Map(..), _) => misfit(value, "a map"),
            (Type::Union(branches), _) => self.union(branches, value),
            (Type::Named(name), _) => match self.model.types.get_key_value(name) {
                Some((name, Definition::Record(record))) => self.record_or_form(name, record, value),
                Some((_, Definition::Enumeration(names))) => enumeration(names, value),
                Some((_, Definition::Union(branches))) => self.union(branches, value),
                None => fault(format!("type {name:?} is not known")),
            },
            _ => scalar::fit(ty, value, self.is_strict).or_else(|due| misfit(value, due)),
        }
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
    fn union(&mut self, branches: &'m [Type], value: &Value) -> Fit<Value> {
        let outer = self.is_strict;
        let strictness: &[bool] = if outer { &[true] } else { &[true, false] };
        for strict in strictness {
            self.is_strict = *strict;
            for branch in branches {
                if let Ok(value) = self.fit(branch, value) {
                    self.is_strict = outer;
                    return Ok(value);
                }
            }
        }
        self.is_strict = outer;
        if self.steps == 0 {
            return fault("the unions of its type leave too many ways to read it");
        }
        let names: Vec<String> = branches.iter().take(8).map(ToString::to_string).collect();
        let more = if branches.len() > names.len() { " and others" } else { "" };
        misfit(value, format_args!("any branch of the union {}{more}", names.join("|")))
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
                Some((_, Value::Null)) if !self.is_strict && !self.holds_null(&field.ty) => None,
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

fn enumeration(names: &Enumeration, value: &Value) -> Fit<Value> {
    let is_meant = |(name, number): &&(String, i32)| match value {
        Value::Text(text) => text == name,
        Value::Integer(n) => n.get() == i128::from(*number),
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
