//! What may be exchanged in a value of a model without leaving its types.

use std::collections::HashMap;

use wirecost_value::Value;
use wirecost_value::vary::{Guide, alike};

use crate::{Definition, Model, Type, well_known};

/// What leaves of one group share: their type, and the union that they are a branch of.
type Group<'m> = (Option<&'m Type>, &'m Type);

struct Guiding<'m> {
    model: &'m Model,
    groups: HashMap<Group<'m>, u32>,
}

/// The group of integers that every type takes of which there are some.
const ANY_INTEGER: u32 = 0;

impl Model {
    /// Which leaves of a value, given as [`Model::fit`] takes it, may be exchanged: those of one type. Each of them then fits
    /// where the others do.
    pub fn guide(&self, value: &Value) -> Guide {
        Guiding { model: self, groups: HashMap::new() }.guide(&self.root, value, None)
    }
}

impl<'m> Guiding<'m> {
    fn group(&mut self, union: Option<&'m Type>, ty: &'m Type) -> u32 {
        let next = self.groups.len() as u32 + 1;
        *self.groups.entry((union, ty)).or_insert(next)
    }

    fn guide(&mut self, ty: &'m Type, value: &Value, union: Option<&'m Type>) -> Guide {
        match (ty, value) {
            (_, Value::Null | Value::Absent | Value::Boolean(_)) => Guide::Fixed,
            (Type::Nullable(inner), _) => self.guide(inner, value, union),
            (Type::List(item) | Type::Set(item), Value::Sequence(items)) => {
                Guide::Sequence(items.iter().map(|value| self.guide(item, value, None)).collect())
            }
            (Type::Map(_, item), Value::Map(entries)) => {
                Guide::Map(entries.iter().map(|(_, value)| self.guide(item, value, None)).collect())
            }
            (Type::Union(branches), _) => self.branch(branches, value, union.unwrap_or(ty)),
            (Type::Named(name), _) => match self.model.types.get_key_value(name) {
                Some((_, Definition::Union(branches))) => self.branch(branches, value, union.unwrap_or(ty)),
                Some((_, Definition::Enumeration(_))) => Guide::Bound(self.group(union, ty)),
                Some((name, Definition::Record(record))) => self.record(ty, name, record, value),
                None => Guide::Fixed,
            },
            (Type::Integer(int), Value::Integer(n)) if union.is_none() => {
                let (all, range) = (alike(n.get()), int.range());
                let fits = range.contains(all.start()) && range.contains(all.end());
                Guide::Free(if fits { ANY_INTEGER } else { self.group(None, ty) })
            }
            (Type::Integer(_), Value::Integer(_))
            | (Type::Text, Value::Text(_))
            | (Type::Bytes { .. }, Value::Bytes(_))
            | (Type::Float32, Value::Float32(_))
            | (Type::Float64, Value::Float64(_)) => Guide::Free(self.group(union, ty)),
            (_, Value::Sequence(_) | Value::Map(_)) => Guide::Fixed,
            _ => Guide::Bound(self.group(union, ty)),
        }
    }

    fn branch(&mut self, branches: &'m [Type], value: &Value, union: &'m Type) -> Guide {
        match self.model.branch(branches, value) {
            Some(index) => self.guide(&branches[index], value, Some(union)),
            None => Guide::Fixed,
        }
    }

    fn record(&mut self, ty: &'m Type, name: &str, record: &'m crate::Record, value: &Value) -> Guide {
        if well_known::fields(name, value, self.model.messages.0.as_ref()).is_some() {
            return self.form(ty, name, value);
        }
        let Value::Map(entries) = value else { return Guide::Fixed };
        let fields = record.fields.iter();
        let fields: HashMap<&str, &'m Type> = fields
            .flat_map(|field| {
                field.aliases.iter().chain([&field.name]).map(|name| (name.as_str(), &field.ty)).collect::<Vec<_>>()
            })
            .collect();
        let guides = entries.iter().map(|(key, value)| match fields.get(key.as_str()) {
            Some(ty) => self.guide(ty, value, None),
            None => Guide::Fixed,
        });
        Guide::Map(guides.collect())
    }

    /// The form that JSON has for a message of Protocol Buffers' own.
    fn form(&mut self, ty: &'m Type, name: &str, value: &Value) -> Guide {
        match value {
            // What is in it is of the type that it names.
            _ if name == "google.protobuf.Any" => Guide::Fixed,
            Value::Sequence(items) => Guide::Sequence(items.iter().map(|value| self.form(ty, name, value)).collect()),
            Value::Map(entries) => Guide::Map(entries.iter().map(|(_, value)| self.form(ty, name, value)).collect()),
            _ => Guide::Bound(self.group(None, ty)),
        }
    }
}
