//! All schemas that apply to a place, as one type.

use std::collections::{HashSet, VecDeque};

use indexmap::IndexSet;
use wirecost_value::Value;

use super::places::Part;
use super::{Fault, Importer, MAX_COMBINATIONS, leaf, refused, text_of};
use crate::{Definition, Enumeration, Field, Int, Presence, Record, Type};

/// Keywords that say something of the type of a value, or refuse one.
pub const SAYS_TYPE: [&str; 36] = [
    "type",
    "enum",
    "const",
    "properties",
    "additionalProperties",
    "required",
    "propertyNames",
    "items",
    "format",
    "contentEncoding",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "patternProperties",
    "prefixItems",
    "additionalItems",
    "dependentSchemas",
    "dependencies",
    "unevaluatedProperties",
    "unevaluatedItems",
    "$dynamicRef",
    "$recursiveRef",
    "contains",
    "minLength",
    "maxLength",
    "minProperties",
    "maxProperties",
];

/// Keywords by which a type depends on more than itself.
const REFUSED: [&str; 14] = [
    "not",
    "if",
    "then",
    "else",
    "patternProperties",
    "prefixItems",
    "additionalItems",
    "dependentSchemas",
    "dependencies",
    "unevaluatedProperties",
    "unevaluatedItems",
    "$dynamicRef",
    "$recursiveRef",
    "contains",
];

/// The most choices that may apply to one value together.
const MAX_CHOICES: usize = 32;

/// The schemas of a place: what each says by its own keywords, and the choices of which one must hold each.
#[derive(Clone, Default)]
struct Whole<'a> {
    parts: Vec<Part<'a>>,
    choices: VecDeque<Vec<Part<'a>>>,
    /// Whether one of them refuses every value.
    is_void: bool,
}

impl<'a> Importer<'a> {
    /// The type of a place to which all of these schemas apply; `key` is what it is known by.
    pub(super) fn whole(&mut self, parts: Vec<Part<'a>>, key: &str, hint: &str) -> Result<Option<Type>, Fault> {
        let mut whole = Whole::default();
        for part in parts {
            self.add(&mut whole, part)?;
        }
        self.chosen(whole, Some(key), hint)
    }

    /// Adds a schema, and those that apply wherever it does.
    fn add(&mut self, whole: &mut Whole<'a>, part: Part<'a>) -> Result<(), Fault> {
        if whole.parts.iter().any(|known| known.pointer == part.pointer) {
            return Ok(());
        }
        match part.schema {
            Value::Boolean(true) => return Ok(()),
            Value::Boolean(false) => {
                whole.is_void = true;
                return Ok(());
            }
            Value::Map(_) => {}
            _ => return refused(&part.pointer, "a schema is a map, true or false"),
        }
        whole.parts.push(part.clone());
        self.deeper(&part.pointer)?;
        if let Some(target) = self.reference(&part)? {
            self.add(whole, target)?;
            if self.places.ignores_siblings {
                whole.parts.retain(|known| known.pointer != part.pointer);
                self.depth -= 1;
                return Ok(());
            }
        }
        let depends = |keyword: &&&str| part.schema.get(keyword).is_some_and(|value| !is_closing(keyword, value));
        if let Some(keyword) = REFUSED.iter().find(depends) {
            return refused(
                &format!("{}/{keyword}", part.pointer),
                format!("{keyword} makes the type depend on the value"),
            );
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let Some(branches) = part.get(keyword) else { continue };
            let Some(branches) = branches.items().filter(|branches| !branches.is_empty()) else {
                return refused(&branches.pointer, "it is no list of schemas");
            };
            match keyword {
                "allOf" => branches.into_iter().try_for_each(|branch| self.add(whole, branch))?,
                _ => whole.choices.push_back(branches),
            }
        }
        self.depth -= 1;
        match whole.choices.len() > MAX_CHOICES {
            true => refused(&part.pointer, format!("more than {MAX_CHOICES} choices apply to one value")),
            false => Ok(()),
        }
    }

    /// The type by every way to choose.
    fn chosen(&mut self, mut whole: Whole<'a>, key: Option<&str>, hint: &str) -> Result<Option<Type>, Fault> {
        if whole.is_void {
            return Ok(None);
        }
        let Some(branches) = whole.choices.pop_front() else { return self.plain(&whole.parts, key, hint) };
        let mut types = Vec::with_capacity(branches.len());
        for branch in branches {
            // By itself it is what it is elsewhere; beside other keywords it is a type of its own.
            types.extend(match self.is_all(&whole, &branch)? {
                true => self.all_of(vec![branch], hint)?,
                false => {
                    self.combinations += 1;
                    if self.combinations > MAX_COMBINATIONS {
                        let reason = format!("it leads to more than {MAX_COMBINATIONS} combinations of schemas");
                        return refused(&branch.pointer, reason);
                    }
                    let called = self.reference(&branch)?.map(|target| self.called(&target.pointer));
                    let mut whole = whole.clone();
                    self.add(&mut whole, branch)?;
                    self.chosen(whole, None, called.as_deref().unwrap_or(hint))?
                }
            });
        }
        Ok((!types.is_empty()).then(|| Type::union(types)))
    }

    /// Whether a branch says all that applies to a value: beside it there is at most its type.
    fn is_all(&mut self, whole: &Whole<'a>, branch: &Part<'a>) -> Result<bool, Fault> {
        if !whole.choices.is_empty() || !whole.parts.iter().all(|part| says_only_kind(part.schema)) {
            return Ok(false);
        }
        let Some(kinds) = explicit_kinds(&whole.parts)? else { return Ok(true) };
        let mut own = Whole::default();
        self.add(&mut own, branch.clone())?;
        let kinds_of_own = explicit_kinds(&own.parts)?.or_else(|| implicit_kinds(&own.parts));
        let is_of_kind = |own: &Vec<&str>| common(own, &kinds) == *own;
        Ok(own.choices.is_empty() && kinds_of_own.as_ref().is_some_and(is_of_kind))
    }

    /// The type by the keywords of all schemas, of which none leaves a choice.
    fn plain(&mut self, parts: &[Part<'a>], key: Option<&str>, hint: &str) -> Result<Option<Type>, Fault> {
        let pointer = parts.first().map_or("", |part| part.pointer.as_str());
        let kinds = explicit_kinds(parts)?;
        if let Some(values) = values(parts)? {
            let is_kind =
                |value: &&&Value| kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|kind| is_of(kind, value)));
            let values: Vec<&Value> = values.iter().filter(is_kind).copied().collect();
            return self.values(&values, pointer, key, hint);
        }
        let Some(kinds) = kinds.or_else(|| implicit_kinds(parts)) else {
            return refused(pointer, "it has no type, and so takes any value");
        };
        // Only what is nothing else is what the place is called.
        let key = key.filter(|_| kinds.len() == 1);
        let mut types = Vec::with_capacity(kinds.len());
        for kind in kinds {
            types.extend(self.kind(kind, parts, key, hint)?);
        }
        Ok((!types.is_empty()).then(|| Type::union(types)))
    }

    fn kind(&mut self, kind: &str, parts: &[Part<'a>], key: Option<&str>, hint: &str) -> Result<Option<Type>, Fault> {
        Ok(Some(match kind {
            "null" => Type::Null,
            "boolean" => Type::Boolean,
            "integer" => Type::Integer(leaf::integer(parts)?),
            "number" if leaf::texts(parts, "format").any(|format| format == "float") => Type::Float32,
            "number" => Type::Float64,
            "string" => leaf::text(parts),
            "array" => return self.array(parts, hint),
            _ => return self.object(parts, key, hint),
        }))
    }

    fn array(&mut self, parts: &[Part<'a>], hint: &str) -> Result<Option<Type>, Fault> {
        let items: Vec<Part<'a>> = parts.iter().filter_map(|part| part.get("items")).collect();
        if let Some(items) = items.iter().find(|items| !matches!(items.schema, Value::Map(_))) {
            return refused(&items.pointer, "items of any type, or by their place, are no list");
        }
        if items.is_empty() {
            let pointer = parts.first().map_or("", |part| part.pointer.as_str());
            return refused(pointer, "a list whose items may be anything; say them with items");
        }
        Ok(Some(Type::list(self.must(items, hint)?)))
    }

    fn object(&mut self, parts: &[Part<'a>], key: Option<&str>, hint: &str) -> Result<Option<Type>, Fault> {
        let pointer = parts.first().map_or("", |part| part.pointer.as_str());
        let others: Vec<Part<'a>> = parts.iter().filter_map(|part| part.get("additionalProperties")).collect();
        let is_map = |part: &&Part<'a>| matches!(part.schema, Value::Map(_));
        let is_closed = others.iter().any(|part| matches!(part.schema, Value::Boolean(false)));
        let has_properties = parts.iter().any(|part| part.schema.get("properties").is_some());
        if let (Some(values), true) = (others.iter().find(is_map), has_properties) {
            return refused(&values.pointer, "an object is a record or a map; with properties this must be false");
        }
        let maps: Vec<Part<'a>> = others.into_iter().filter(|part| is_map(&part)).collect();
        if !maps.is_empty() && !is_closed {
            let keys = leaf::key(parts)?;
            return Ok(Some(Type::Map(keys, Box::new(self.must(maps, hint)?))));
        }
        if !has_properties && !is_closed {
            return refused(
                pointer,
                "an object that may hold anything; say it with properties or additionalProperties",
            );
        }
        let name = self.name(key, hint);
        // It keeps its place before the records within it.
        self.types.insert(name.clone(), Definition::Record(Record::default()));
        let required = required(parts);
        let mut fields = Vec::new();
        for field in names(parts)? {
            let schemas: Vec<Part<'a>> = parts.iter().filter_map(|part| part.get("properties")?.get(field)).collect();
            let closed = |part: &Part<'a>| {
                matches!(part.schema.get("additionalProperties"), Some(Value::Boolean(false)))
                    && part.schema.get("properties").is_none_or(|properties| properties.get(field).is_none())
            };
            let is_required = required.contains(field);
            let default = schemas.iter().find_map(|part| part.schema.get("default")).cloned();
            let ty = if parts.iter().any(closed) { None } else { self.all_of(schemas, field)? };
            let presence = match (default, is_required) {
                (_, true) => Presence::Required,
                (Some(default), false) => Presence::Default(default),
                (None, false) => Presence::Optional,
            };
            match ty {
                Some(ty) => fields.push(Field { presence, ..Field::new(field, ty) }),
                // It can never be there.
                None if is_required => return Ok(None),
                None => {}
            }
        }
        self.types.insert(name.clone(), Definition::Record(Record::new(fields)));
        Ok(Some(Type::Named(name)))
    }

    /// The type of these values: an enumeration where they are text.
    fn values(
        &mut self,
        values: &[&Value],
        pointer: &str,
        key: Option<&str>,
        hint: &str,
    ) -> Result<Option<Type>, Fault> {
        let mut types = Vec::new();
        let texts: IndexSet<&str> = values.iter().filter_map(|value| text_of(value)).collect();
        let symbols: Vec<(String, i32)> = texts.iter().map(|text| (*text).to_owned()).zip(0..).collect();
        if !symbols.is_empty() {
            let is_only = values.iter().all(|value| text_of(value).is_some());
            let name = self.name(key.filter(|_| is_only), hint);
            let names = Enumeration { symbols, is_numbered: false };
            self.types.insert(name.clone(), Definition::Enumeration(names));
            types.push(Type::Named(name));
        }
        for value in values {
            types.push(match value {
                Value::Text(_) => continue,
                Value::Null => Type::Null,
                Value::Boolean(_) => Type::Boolean,
                Value::Integer(n) if n.get() > i128::from(i64::MAX) => Type::Integer(Int::U64),
                Value::Integer(_) => Type::Integer(Int::I64),
                Value::Float32(_) | Value::Float64(_) => Type::Float64,
                _ => return refused(pointer, "values that are lists or objects are no type"),
            });
        }
        Ok((!types.is_empty()).then(|| Type::union(types)))
    }
}

/// Whether a keyword only says that there is nothing more.
fn is_closing(keyword: &str, value: &Value) -> bool {
    matches!(keyword, "unevaluatedProperties" | "unevaluatedItems") && matches!(value, Value::Boolean(_))
}

/// Whether a schema says nothing of a value but its kind, and what its choices say.
fn says_only_kind(schema: &Value) -> bool {
    let Value::Map(keywords) = schema else { return true };
    keywords.iter().all(|(keyword, value)| match keyword.as_str() {
        "type" | "anyOf" | "oneOf" | "allOf" => true,
        "$ref" => false,
        keyword => !SAYS_TYPE.contains(&keyword) || is_closing(keyword, value),
    })
}

/// The kinds that all schemas name; none if none names any.
fn explicit_kinds<'a>(parts: &[Part<'a>]) -> Result<Option<Vec<&'a str>>, Fault> {
    let mut kinds: Option<Vec<&str>> = None;
    for ty in parts.iter().filter_map(|part| part.get("type")) {
        let named = kinds_of(&ty)?;
        kinds = Some(match kinds {
            Some(kinds) => common(&kinds, &named),
            None => named,
        });
    }
    Ok(kinds)
}

/// The kind that keywords are about which hold for one kind only.
fn implicit_kinds<'a>(parts: &[Part<'a>]) -> Option<Vec<&'a str>> {
    let has = |keyword: &str| parts.iter().any(|part| part.schema.get(keyword).is_some());
    match () {
        () if has("properties") || has("additionalProperties") => Some(vec!["object"]),
        () if has("items") => Some(vec!["array"]),
        () => None,
    }
}

/// The names of `type`.
fn kinds_of<'a>(ty: &Part<'a>) -> Result<Vec<&'a str>, Fault> {
    const KINDS: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
    let kinds: Vec<&'a str> = match ty.schema {
        Value::Text(kind) => vec![kind],
        Value::Sequence(kinds) => kinds.iter().filter_map(text_of).collect(),
        _ => Vec::new(),
    };
    if kinds.is_empty() {
        return refused(&ty.pointer, "a type is a name, or a list of names");
    }
    match kinds.iter().find(|kind| !KINDS.contains(kind)) {
        Some(other) => refused(&ty.pointer, format!("{other:?} is no type of JSON Schema")),
        None => Ok(kinds),
    }
}

/// The kinds of values that are of both: an integer is a number.
fn common<'a>(a: &[&'a str], b: &[&'a str]) -> Vec<&'a str> {
    let both = |kind: &&'a str| match *kind {
        "integer" => b.contains(&"integer") || b.contains(&"number"),
        kind => b.contains(&kind),
    };
    let mut kinds: Vec<&'a str> = a.iter().filter(|kind| both(kind)).copied().collect();
    if a.contains(&"number") && b.contains(&"integer") && !b.contains(&"number") && !kinds.contains(&"integer") {
        kinds.push("integer");
    }
    kinds
}

/// Whether a value is of a kind.
fn is_of(kind: &str, value: &Value) -> bool {
    match value {
        Value::Null | Value::Absent => kind == "null",
        Value::Boolean(_) => kind == "boolean",
        Value::Integer(_) => matches!(kind, "integer" | "number"),
        Value::Float32(_) | Value::Float64(_) => kind == "number",
        Value::Text(_) | Value::Bytes(_) => kind == "string",
        Value::Sequence(_) => kind == "array",
        Value::Map(_) => kind == "object",
    }
}

/// The values that all lists of values have; none where there is no such list.
fn values<'a>(parts: &[Part<'a>]) -> Result<Option<Vec<&'a Value>>, Fault> {
    let mut all: Option<Vec<&'a Value>> = None;
    for part in parts {
        let mut lists = Vec::new();
        if let Some(list) = part.get("enum") {
            match list.schema {
                Value::Sequence(values) if !values.is_empty() => lists.push(values.iter().collect()),
                _ => return refused(&list.pointer, "it is no list of values"),
            }
        }
        lists.extend(part.get("const").map(|value| vec![value.schema]));
        for list in lists {
            all = Some(match all {
                Some(values) => values.into_iter().filter(|value| list.contains(value)).collect(),
                None => list,
            });
        }
    }
    Ok(all)
}

/// The names of all properties, in their order.
fn names<'a>(parts: &[Part<'a>]) -> Result<IndexSet<&'a str>, Fault> {
    let mut names = IndexSet::new();
    for properties in parts.iter().filter_map(|part| part.get("properties")) {
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
        Value::Sequence(names) => Some(names.iter().filter_map(text_of)),
        _ => None,
    });
    names.flatten().collect()
}
