//! Lists and objects of JSON Schema as lists, maps and records.

use std::collections::HashSet;

use fancy_regex::Regex;
use indexmap::IndexSet;
use wirecost_value::Value;

use super::places::{Part, last};
use super::{Fault, Importer, leaf, refused};
use crate::import::open::Extras;
use crate::{Definition, Field, Record, Type};

impl<'a> Importer<'a> {
    pub(super) fn array(&mut self, parts: &[Part<'a>], hint: &str) -> Result<Option<Type>, Fault> {
        let lists: Vec<Part<'a>> = ["items", "prefixItems"].iter().flat_map(|it| all(parts, it)).collect();
        let by_place: Vec<Part<'a>> = lists.iter().filter_map(Part::items).flatten().collect();
        let mut rest: Vec<Part<'a>> = lists.into_iter().filter(|part| is_map(part)).collect();
        if by_place.is_empty() && !rest.is_empty() {
            return Ok(Some(Type::list(self.must(rest, hint)?)));
        }
        let additional: Vec<Part<'a>> = all(parts, "additionalItems").collect();
        let are_all = all(parts, "items").chain(additional.iter().cloned()).any(|part| is_false(&part));
        rest.extend(additional.into_iter().filter(is_map));
        let mut types = Vec::new();
        for part in by_place {
            types.extend(self.all_of(vec![part], hint)?);
        }
        if !rest.is_empty() {
            types.push(self.must(rest, hint)?);
        } else if types.is_empty() || !are_all {
            let pointer = parts.first().map_or("", |part| part.pointer.as_str());
            let reason = "a list whose items may be anything; say them with items, or give a message";
            types.push(if types.is_empty() {
                self.hole(pointer, reason, hint, |_| true)
            } else {
                self.spare(pointer, hint)
            });
        }
        Ok(Some(Type::list(Type::union(types))))
    }

    pub(super) fn object(&mut self, parts: &[Part<'a>], key: Option<&str>, hint: &str) -> Result<Option<Type>, Fault> {
        let is_closed = ["additionalProperties", "unevaluatedProperties"]
            .iter()
            .any(|keyword| all(parts, keyword).any(|part| is_false(&part)));
        let names = names(parts)?;
        let others: Vec<Part<'a>> = all(parts, "additionalProperties").filter(says_something).collect();
        let patterns: Vec<Part<'a>> = all(parts, "patternProperties").flat_map(|part| entries(&part)).collect();
        let mut conditional = self.conditional(parts);
        conditional.retain(|name, _| !names.contains(name.as_str()));
        if names.is_empty() && conditional.is_empty() && !(is_closed && patterns.is_empty()) {
            return self.map(parts, others, patterns, is_closed, hint).map(Some);
        }
        let name = self.name(key, hint);
        // It keeps its place before the records within it.
        self.types.insert(name.clone(), Definition::Record(Record::default()));
        let required = required(parts);
        let mut fields = Vec::new();
        for field in names {
            let is_required = required.contains(field);
            match self.field(parts, &name, field, is_required)? {
                Some(found) => fields.push(found),
                // It can never be there.
                None if is_required => return Ok(None),
                None => {}
            }
        }
        for (field, schemas) in conditional {
            fields.extend(self.conditional_field(parts, &field, schemas)?);
        }
        self.types.insert(name.clone(), Definition::Record(Record::new(fields)));
        let extras = self.extras(others, patterns, is_closed, hint)?;
        self.open.extras.insert(name.clone(), extras);
        Ok(Some(Type::Named(name)))
    }

    /// A field that some of the schemas describe; none if it cannot be there.
    fn field(
        &mut self,
        parts: &[Part<'a>],
        record: &str,
        name: &str,
        is_required: bool,
    ) -> Result<Option<Field>, Fault> {
        let schemas: Vec<Part<'a>> = parts.iter().filter_map(|part| part.get("properties")?.get(name)).collect();
        if parts.iter().any(|part| refuses_field(part, name)) {
            return Ok(None);
        }
        let default = schemas.iter().find_map(|part| part.schema.get("default")).cloned();
        // Draft 3 says it at the field.
        let is_required =
            is_required || schemas.iter().any(|it| matches!(it.schema.get("required"), Some(Value::Boolean(true))));
        let Some(ty) = self.all_of(schemas, name)? else { return Ok(None) };
        let field = Field::new(name, ty);
        if is_required {
            return Ok(Some(field));
        }
        if let Some(default) = default {
            self.open.defaults.insert((record.to_owned(), name.to_owned()), default);
        }
        Ok(Some(field.optional()))
    }

    /// An object without names: a map where the schema says of what, and else what the messages show.
    fn map(
        &mut self,
        parts: &[Part<'a>],
        others: Vec<Part<'a>>,
        patterns: Vec<Part<'a>>,
        is_closed: bool,
        hint: &str,
    ) -> Result<Type, Fault> {
        let mut types = Vec::new();
        for pattern in patterns {
            types.extend(self.all_of(vec![pattern], hint)?);
        }
        let has_others = !others.is_empty();
        if has_others && !is_closed {
            types.push(self.must(others, hint)?);
        }
        let pointer = parts.first().map_or("", |part| part.pointer.as_str());
        if types.is_empty() {
            let reason =
                "an object that may hold anything; say it with properties or additionalProperties, or give a message";
            return Ok(self.hole(pointer, reason, hint, |value| matches!(value, Value::Map(_))));
        }
        if !has_others && !is_closed {
            types.push(self.spare(pointer, hint));
        }
        Ok(Type::Map(leaf::key(parts), Box::new(Type::union(types))))
    }

    /// What a record takes beside its fields.
    fn extras(
        &mut self,
        others: Vec<Part<'a>>,
        patterns: Vec<Part<'a>>,
        is_closed: bool,
        hint: &str,
    ) -> Result<Extras, Fault> {
        let mut extras = Extras { is_closed, ..Extras::default() };
        for part in patterns.into_iter().filter(says_something) {
            let Some(pattern) = last(&part.pointer).and_then(|pattern| Regex::new(&pattern).ok()) else { continue };
            extras.by_pattern.extend(self.all_of(vec![part], hint)?.map(|ty| (pattern, ty)));
        }
        if !others.is_empty() && !is_closed {
            extras.others = self.all_of(others, hint)?;
        }
        Ok(extras)
    }
}

/// The values of a keyword in all schemas that have it.
fn all<'p, 'a>(parts: &'p [Part<'a>], keyword: &'p str) -> impl Iterator<Item = Part<'a>> + 'p {
    parts.iter().filter_map(move |part| part.get(keyword))
}

/// The entries of a map of schemas, with their places.
pub fn entries<'a>(part: &Part<'a>) -> Vec<Part<'a>> {
    let Value::Map(entries) = part.schema else { return Vec::new() };
    entries.iter().filter_map(|(name, _)| part.get(name)).collect()
}

fn is_map(part: &Part<'_>) -> bool {
    matches!(part.schema, Value::Map(_))
}

fn is_false(part: &Part<'_>) -> bool {
    matches!(part.schema, Value::Boolean(false))
}

/// Whether a schema does not take all values.
fn says_something(part: &Part<'_>) -> bool {
    matches!(part.schema, Value::Map(keywords) if !keywords.is_empty())
}

/// Whether a schema has no place for a field.
pub fn refuses_field(part: &Part<'_>, name: &str) -> bool {
    let is_named = part.schema.get("properties").is_some_and(|properties| properties.get(name).is_some());
    let is_match = |pattern: &Part<'_>| {
        let pattern = last(&pattern.pointer).and_then(|pattern| Regex::new(&pattern).ok());
        pattern.is_none_or(|pattern| pattern.is_match(name).unwrap_or(true))
    };
    part.get("additionalProperties").is_some_and(|it| is_false(&it))
        && !is_named
        && !part.get("patternProperties").is_some_and(|patterns| entries(&patterns).iter().any(is_match))
}

/// The names of all properties, in their order.
fn names<'a>(parts: &[Part<'a>]) -> Result<IndexSet<&'a str>, Fault> {
    let mut names = IndexSet::new();
    for properties in all(parts, "properties") {
        let Value::Map(entries) = properties.schema else {
            return refused(&properties.pointer, "it is no map of schemas");
        };
        names.extend(entries.iter().map(|(name, _)| name.as_str()));
    }
    Ok(names)
}

/// The names of the properties that must be there.
fn required<'a>(parts: &[Part<'a>]) -> HashSet<&'a str> {
    let lists = parts.iter().filter_map(|part| part.schema.get("required"));
    let names = lists.filter_map(|list| match list {
        Value::Sequence(names) => Some(names.iter().filter_map(Value::as_text)),
        _ => None,
    });
    names.flatten().collect()
}
