//! All schemas that apply to a place, as one type.

use std::collections::VecDeque;

use indexmap::IndexSet;
use wirecost_value::Value;

use super::places::{Part, REFERENCES, shown};
use super::{Fault, Hole, Importer, MAX_COMBINATIONS, MAX_NESTING, leaf, refused};
use crate::{Definition, Enumeration, Int, Type};

/// Keywords that say something of the type of a value.
pub const SAYS_TYPE: [&str; 23] = [
    "type",
    "enum",
    "const",
    "properties",
    "patternProperties",
    "additionalProperties",
    "items",
    "prefixItems",
    "additionalItems",
    "allOf",
    "extends",
    "anyOf",
    "oneOf",
    "required",
    "propertyNames",
    "format",
    "contentEncoding",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "unevaluatedProperties",
];

/// How many of these say a type by themselves; the others only narrow one.
const GIVES_TYPE: usize = 13;

/// The most choices that may apply to one value together.
const MAX_CHOICES: usize = 32;

/// The schemas of a place: what each says by its own keywords, and the choices of which one must hold each.
#[derive(Clone, Default)]
pub struct Whole<'a> {
    pub parts: Vec<Part<'a>>,
    pub choices: VecDeque<Vec<Part<'a>>>,
    /// The values of choices that only list some: all that there are is one enumeration.
    values: Vec<Vec<&'a Value>>,
    /// Whether one of them refuses every value.
    is_void: bool,
    /// Why one of them is not known.
    lack: Option<Fault>,
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
    pub(super) fn add(&mut self, whole: &mut Whole<'a>, part: Part<'a>) -> Result<(), Fault> {
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
        match self.reference(&part) {
            Ok(Some(target)) => {
                self.add(whole, target)?;
                if self.places.ignores_siblings {
                    whole.parts.retain(|known| known.pointer != part.pointer);
                    self.depth -= 1;
                    return Ok(());
                }
            }
            Ok(None) => {}
            Err(fault) => whole.lack = Some(fault),
        }
        for keyword in ["allOf", "extends"] {
            self.branches(&part, keyword)?.into_iter().try_for_each(|branch| self.add(whole, branch))?;
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = self.branches(&part, keyword)?;
            match branches.iter().map(listed).collect::<Option<Vec<_>>>().filter(|lists| !lists.is_empty()) {
                Some(lists) => whole.values.push(lists.concat()),
                None if branches.iter().all(|branch| only_narrows(branch, MAX_NESTING)) => {}
                None => whole.choices.push_back(branches),
            }
        }
        self.depth -= 1;
        if whole.choices.len() > MAX_CHOICES {
            refused(&part.pointer, format!("more than {MAX_CHOICES} choices apply to one value"))
        } else {
            Ok(())
        }
    }

    /// The schemas that a keyword lists.
    fn branches(&self, part: &Part<'a>, keyword: &str) -> Result<Vec<Part<'a>>, Fault> {
        let Some(branches) = part.get(keyword) else { return Ok(Vec::new()) };
        match (branches.items().filter(|items| !items.is_empty()), branches.schema) {
            (Some(items), _) => Ok(items),
            // In draft 3, what a schema extends may be one.
            (None, Value::Map(_)) if keyword == "extends" => Ok(vec![branches]),
            _ => refused(&branches.pointer, "it is no list of schemas"),
        }
    }

    /// The type by every way to choose.
    fn chosen(&mut self, mut whole: Whole<'a>, key: Option<&str>, hint: &str) -> Result<Option<Type>, Fault> {
        if whole.is_void {
            return Ok(None);
        }
        let Some(branches) = whole.choices.pop_front() else { return self.plain(whole, key, hint) };
        let mut types = Vec::with_capacity(branches.len());
        for branch in branches {
            // By itself it is what it is elsewhere; beside other keywords it is a type of its own.
            types.extend(if self.is_all(&whole, &branch)? {
                self.all_of(vec![branch], hint)?
            } else {
                self.combinations += 1;
                if self.combinations > MAX_COMBINATIONS {
                    let reason = format!("it leads to more than {MAX_COMBINATIONS} combinations of schemas");
                    return refused(&branch.pointer, reason);
                }
                let target = self.reference(&branch).ok().flatten();
                let called = target.map(|target| self.called(&target.pointer));
                let mut whole = whole.clone();
                self.add(&mut whole, branch)?;
                self.chosen(whole, None, called.as_deref().unwrap_or(hint))?
            });
        }
        Ok((!types.is_empty()).then(|| Type::union(types)))
    }

    /// Whether a branch says all that applies to a value: beside it there is at most its type.
    fn is_all(&mut self, whole: &Whole<'a>, branch: &Part<'a>) -> Result<bool, Fault> {
        if !whole.choices.is_empty()
            || !whole.values.is_empty()
            || !whole.parts.iter().all(|part| says_only_kind(part.schema))
        {
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
    fn plain(&mut self, whole: Whole<'a>, key: Option<&str>, hint: &str) -> Result<Option<Type>, Fault> {
        let parts = whole.parts.as_slice();
        let pointer = parts.first().map_or("", |part| part.pointer.as_str());
        let kinds = explicit_kinds(parts)?;
        if let Some(values) = values(&whole)? {
            let is_kind =
                |value: &&&Value| kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|kind| is_of(kind, value)));
            let values: Vec<&Value> = values.iter().filter(is_kind).copied().collect();
            return Ok(self.values(&values, pointer, key, hint));
        }
        let conditional = || (!self.conditional(parts).is_empty()).then(|| vec!["object"]);
        let Some(kinds) = kinds.or_else(|| implicit_kinds(parts)).or_else(conditional) else {
            let nothing = || (pointer.to_owned(), "it has no type, and so takes any value".to_owned());
            let (pointer, reason) = whole.lack.clone().unwrap_or_else(nothing);
            return Ok(Some(self.hole(&pointer, reason, hint, |_| true)));
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
        let pointer = parts.first().map_or("", |part| part.pointer.as_str());
        let is_number = |value: &Value| is_of("number", value);
        Ok(Some(match kind {
            "null" => Type::Null,
            "boolean" => Type::Boolean,
            "integer" => {
                let ty = Type::Integer(leaf::integer(parts)?);
                self.preferring(ty, pointer, hint, |value| is_of("integer", value))
            }
            "number" if leaf::texts(parts, "format").any(|format| format == "float") => {
                self.preferring(Type::Float32, pointer, hint, is_number)
            }
            "number" => self.preferring(Type::Float64, pointer, hint, is_number),
            "string" => match leaf::text(parts) {
                Type::Text => Type::Text,
                ty => self.preferring(ty, pointer, hint, |value| is_of("string", value)),
            },
            "array" => return self.array(parts, hint),
            _ => return self.object(parts, key, hint),
        }))
    }

    /// The type of these values: an enumeration where they are text.
    fn values(&mut self, values: &[&Value], pointer: &str, key: Option<&str>, hint: &str) -> Option<Type> {
        let mut types = Vec::new();
        let texts: IndexSet<&str> = values.iter().filter_map(|value| value.as_text()).collect();
        let symbols: Vec<(String, i32)> = texts.iter().map(|text| (*text).to_owned()).zip(0..).collect();
        if !symbols.is_empty() {
            let is_only = values.iter().all(|value| value.as_text().is_some());
            let name = self.name(key.filter(|_| is_only), hint);
            let names = Enumeration { symbols, is_numbered: false };
            self.types.insert(name.clone(), Definition::Enumeration(names));
            types.push(Type::Named(name));
        }
        let mut collections = Vec::new();
        for value in values {
            types.push(match value {
                Value::Text(_) => continue,
                Value::Null => Type::Null,
                Value::Boolean(_) => Type::Boolean,
                Value::Integer(n) if n.get() > i128::from(i64::MAX) => Type::Integer(Int::U64),
                Value::Integer(_) => Type::Integer(Int::I64),
                Value::Float32(_) | Value::Float64(_) => Type::Float64,
                collection => {
                    collections.push((*collection).clone());
                    continue;
                }
            });
        }
        if !collections.is_empty() {
            types.push(self.given(collections, pointer, hint));
        }
        (!types.is_empty()).then(|| Type::union(types))
    }

    /// The type of lists and objects that are given as values.
    fn given(&mut self, given: Vec<Value>, pointer: &str, hint: &str) -> Type {
        let takes = |value: &Value| matches!(value, Value::Sequence(_) | Value::Map(_));
        let (place, hint) = (shown(self.file, pointer), hint.to_owned());
        self.open.hole(Hole { place, reason: String::new(), hint, takes, preferred: None, given, is_spare: false })
    }
}

/// Whether a keyword only says that there is nothing more.
fn is_closing(keyword: &str, value: &Value) -> bool {
    keyword == "unevaluatedProperties" && matches!(value, Value::Boolean(_))
}

/// Whether a schema says no type, and only which values of one there are.
pub fn only_narrows(part: &Part<'_>, depth: usize) -> bool {
    let Value::Map(keywords) = part.schema else { return matches!(part.schema, Value::Boolean(true)) };
    keywords.iter().all(|(keyword, _)| match keyword.as_str() {
        "allOf" | "anyOf" | "oneOf" => {
            let branches = part.get(keyword).and_then(|branches| branches.items()).unwrap_or_default();
            depth > 0 && branches.iter().all(|branch| only_narrows(branch, depth - 1))
        }
        keyword => !REFERENCES.contains(&keyword) && !SAYS_TYPE[..GIVES_TYPE].contains(&keyword),
    })
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
        let Some(named) = kinds_of(&ty)? else { continue };
        kinds = Some(match kinds {
            Some(kinds) => common(&kinds, &named),
            None => named,
        });
    }
    Ok(kinds)
}

/// The kind that keywords are about which hold for one kind only.
fn implicit_kinds<'a>(parts: &[Part<'a>]) -> Option<Vec<&'a str>> {
    let has = |keywords: &[&str]| parts.iter().any(|part| keywords.iter().any(|it| part.schema.get(it).is_some()));
    match () {
        () if has(&["properties", "additionalProperties", "patternProperties"]) => Some(vec!["object"]),
        () if has(&["items", "prefixItems"]) => Some(vec!["array"]),
        () => None,
    }
}

/// The names of `type`; none where they say nothing.
fn kinds_of<'a>(ty: &Part<'a>) -> Result<Option<Vec<&'a str>>, Fault> {
    const KINDS: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
    let kinds: Vec<&'a str> = match ty.schema {
        Value::Text(kind) => vec![kind],
        // In draft 3 a schema may stand among them.
        Value::Sequence(kinds) if kinds.iter().any(|kind| matches!(kind, Value::Map(_))) => return Ok(None),
        Value::Sequence(kinds) => kinds.iter().filter_map(Value::as_text).collect(),
        _ => Vec::new(),
    };
    if kinds.is_empty() {
        return refused(&ty.pointer, "a type is a name, or a list of names");
    }
    match kinds.iter().find(|kind| !KINDS.contains(kind)) {
        // Draft 3 has a name for all.
        Some(&"any") => Ok(None),
        Some(other) => refused(&ty.pointer, format!("{other:?} is no type of JSON Schema")),
        None => Ok(Some(kinds)),
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
pub fn is_of(kind: &str, value: &Value) -> bool {
    match value {
        Value::Null | Value::Absent => kind == "null",
        Value::Boolean(_) => kind == "boolean",
        Value::Integer(_) => matches!(kind, "integer" | "number"),
        Value::Float64(x) => kind == "number" || (kind == "integer" && x.fract() == 0.0),
        Value::Float32(x) => kind == "number" || (kind == "integer" && x.fract() == 0.0),
        Value::Text(_) | Value::Bytes(_) => kind == "string",
        Value::Sequence(_) => kind == "array",
        Value::Map(_) => kind == "object",
    }
}

/// The values that all lists of values have; none where there is no such list.
fn values<'a>(whole: &Whole<'a>) -> Result<Option<Vec<&'a Value>>, Fault> {
    let mut lists = whole.values.clone();
    for part in &whole.parts {
        if let Some(list) = part.get("enum") {
            match list.schema {
                Value::Sequence(values) if !values.is_empty() => lists.push(values.iter().collect()),
                _ => return refused(&list.pointer, "it is no list of values"),
            }
        }
        lists.extend(part.get("const").map(|value| vec![value.schema]));
    }
    let both = |all: Vec<&'a Value>, list: Vec<&'a Value>| all.into_iter().filter(|it| list.contains(it)).collect();
    Ok(lists.into_iter().reduce(both))
}

/// The values of a schema that only lists some.
fn listed<'a>(part: &Part<'a>) -> Option<Vec<&'a Value>> {
    let Value::Map(keywords) = part.schema else { return None };
    let says = keywords.iter().map(|(keyword, _)| keyword.as_str());
    let mut says = says.filter(|it| REFERENCES.contains(it) || SAYS_TYPE.contains(it));
    match (says.next(), says.next(), part.schema.get("const"), part.schema.get("enum")) {
        (Some("const"), None, Some(value), _) => Some(vec![value]),
        (Some("enum"), None, _, Some(Value::Sequence(values))) => Some(values.iter().collect()),
        _ => None,
    }
}
