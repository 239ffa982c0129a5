//! What the messages have at each place that a model leaves open.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use wirecost_value::Value;

use super::{Extras, Open};
use crate::fit::scalar;
use crate::{Definition, Field, Model, Presence, Record, Type};

/// The most steps of all walks: unions within unions could otherwise be tried in more ways than there is time for.
const MAX_STEPS: usize = 20_000_000;

/// The deepest way through types and values.
const MAX_DEPTH: usize = 4_096;

/// How much a value may differ from what a type says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// It has only what the type names.
    Named,
    /// It has more where the schema leaves that open.
    Open,
    /// It is of the kind.
    Kind,
}

/// A field by its record and its name.
pub type Place<'a> = (&'a str, &'a str);

/// What the messages have.
#[derive(Default)]
pub struct Found<'a> {
    /// The values that reach each hole.
    pub holes: HashMap<&'a str, Vec<&'a Value>>,
    /// The fields that records do not name, with the type that their schema gives.
    pub typed: IndexMap<Place<'a>, &'a Type>,
    /// The values of the fields that records do not name, whose type is not given.
    pub untyped: IndexMap<Place<'a>, Vec<&'a Value>>,
    /// The values of fields that their types do not take.
    pub beyond: IndexMap<Place<'a>, Vec<&'a Value>>,
    /// The messages that the type of the message does not take.
    pub beyond_root: Vec<&'a Value>,
    /// The fields that a record lacks though they must be there.
    pub lacking: HashSet<Place<'a>>,
    /// The fields that are there, and the unions that have a value.
    pub seen: HashSet<Place<'a>>,
}

/// One walk of the messages along a model.
pub struct Walk<'a> {
    model: &'a Model,
    open: &'a Open,
    steps: usize,
    depth: usize,
    pub found: Found<'a>,
}

impl<'a> Walk<'a> {
    pub fn new(model: &'a Model, open: &'a Open) -> Self {
        Self { model, open, steps: MAX_STEPS, depth: 0, found: Found::default() }
    }

    /// Walks along a message.
    pub fn root(&mut self, value: &'a Value) {
        if self.takes(&self.model.root, value, Measure::Kind) {
            self.value(&self.model.root, value)
        } else {
            self.found.beyond_root.push(value)
        }
    }

    fn value(&mut self, ty: &'a Type, value: &'a Value) {
        match (ty, value) {
            (Type::List(item) | Type::Set(item), Value::Sequence(items)) => {
                items.iter().for_each(|value| self.value(item, value));
            }
            (Type::Map(_, item), Value::Map(entries)) => entries.iter().for_each(|(_, value)| self.value(item, value)),
            (Type::Nullable(_), Value::Null) => {}
            (Type::Nullable(inner), _) => self.value(inner, value),
            (Type::Union(branches), _) => self.union(branches, value),
            (Type::Named(name), _) => self.named(name, value),
            _ => {}
        }
    }

    fn named(&mut self, name: &'a str, value: &'a Value) {
        if self.open.holes.contains_key(name) {
            self.found.holes.entry(name).or_default().push(value);
            return;
        }
        match (self.model.types.get(name), value) {
            (Some(Definition::Record(record)), Value::Map(entries)) => self.record(name, record, entries),
            (Some(Definition::Union(branches)), _) => {
                self.found.seen.insert((name, ""));
                self.union(branches, value);
            }
            _ => {}
        }
    }

    /// The first branch that takes the value with the least beside what it names.
    fn union(&mut self, branches: &'a [Type], value: &'a Value) {
        for measure in [Measure::Named, Measure::Open, Measure::Kind] {
            if let Some(branch) = branches.iter().find(|branch| self.takes(branch, value, measure)) {
                return self.value(branch, value);
            }
        }
    }

    fn record(&mut self, name: &'a str, record: &'a Record, entries: &'a [(String, Value)]) {
        for (key, value) in entries.iter().filter(|(_, value)| !matches!(value, Value::Absent)) {
            let place = (name, key.as_str());
            match field(record, key) {
                Some(field) => {
                    self.found.seen.insert((name, &field.name));
                    if self.takes(&field.ty, value, Measure::Kind) {
                        self.value(&field.ty, value)
                    } else {
                        self.found.beyond.entry((name, &field.name)).or_default().push(value)
                    }
                }
                None => match self.open.extras.get(name).and_then(|extras| extras.of(key)) {
                    Some(ty) if self.takes(ty, value, Measure::Kind) => {
                        self.found.typed.insert(place, ty);
                        self.found.seen.insert(place);
                        self.value(ty, value);
                    }
                    _ => self.found.untyped.entry(place).or_default().push(value),
                },
            }
        }
        let lacks = |field: &&Field| field.presence == Presence::Required && find(entries, field).is_none();
        self.found.lacking.extend(record.fields.iter().filter(lacks).map(|field| (name, field.name.as_str())));
    }

    /// Whether a value is of a type, as far as the measure says. Where there is no time left, it is taken for one.
    fn takes(&mut self, ty: &Type, value: &Value, measure: Measure) -> bool {
        let Some(left) = self.steps.checked_sub(1) else { return true };
        self.steps = left;
        if self.depth >= MAX_DEPTH {
            return false;
        }
        self.depth += 1;
        let is_taken = self.takes_deeper(ty, value, measure);
        self.depth -= 1;
        is_taken
    }

    fn takes_deeper(&mut self, ty: &Type, value: &Value, measure: Measure) -> bool {
        match (ty, value) {
            (Type::List(item) | Type::Set(item), Value::Sequence(items)) => {
                items.iter().all(|value| self.takes(item, value, measure))
            }
            (Type::Map(_, item), Value::Map(entries)) => {
                entries.iter().all(|(_, value)| self.takes(item, value, measure))
            }
            (Type::Nullable(inner), _) => matches!(value, Value::Null) || self.takes(inner, value, measure),
            (Type::Union(branches), _) => branches.iter().any(|branch| self.takes(branch, value, measure)),
            (Type::Named(name), _) => self.takes_named(name, value, measure),
            _ => scalar::fit(ty, value, crate::fit::Strictness::Any).is_ok(),
        }
    }

    fn takes_named(&mut self, name: &str, value: &Value, measure: Measure) -> bool {
        if let Some(hole) = self.open.holes.get(name) {
            let is_preferred = |ty: &Type| scalar::fit(ty, value, crate::fit::Strictness::Any).is_ok();
            let is_exact = measure != Measure::Named || hole.preferred.as_ref().is_none_or(is_preferred);
            return is_exact && (hole.takes)(value);
        }
        match (self.model.types.get(name), value) {
            (Some(Definition::Record(_)), Value::Map(_)) if measure == Measure::Kind => true,
            (Some(Definition::Record(record)), Value::Map(entries)) => {
                self.takes_record(name, record, entries, measure)
            }
            (Some(Definition::Enumeration(names)), Value::Text(text)) => names.symbols.iter().any(|(it, _)| it == text),
            (Some(Definition::Union(branches)), _) => branches.iter().any(|branch| self.takes(branch, value, measure)),
            _ => false,
        }
    }

    fn takes_record(&mut self, name: &str, record: &Record, entries: &[(String, Value)], measure: Measure) -> bool {
        let is_there = |field: &Field| field.presence != Presence::Required || find(entries, field).is_some();
        let extras = self.open.extras.get(name);
        record.fields.iter().all(is_there)
            && entries.iter().filter(|(_, value)| !matches!(value, Value::Absent)).all(|(key, value)| {
                match field(record, key) {
                    Some(field) => self.takes(&field.ty, value, measure),
                    None => match extras.and_then(|extras| extras.of(key)) {
                        Some(ty) => self.takes(ty, value, measure),
                        None => measure == Measure::Open && extras.is_some_and(Extras::is_open),
                    },
                }
            })
    }
}

impl Extras {
    fn is_open(&self) -> bool {
        !self.is_closed
    }
}

fn field<'r>(record: &'r Record, key: &str) -> Option<&'r Field> {
    record.fields.iter().find(|field| field.name == key || field.aliases.iter().any(|alias| alias == key))
}

fn find<'v>(entries: &'v [(String, Value)], field: &Field) -> Option<&'v Value> {
    let is_it = |(key, value): &&(String, Value)| {
        !matches!(value, Value::Absent) && (*key == field.name || field.aliases.contains(key))
    };
    entries.iter().find(is_it).map(|(_, value)| value)
}
