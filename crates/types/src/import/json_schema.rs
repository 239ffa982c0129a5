//! JSON Schema, draft 2020-12: what of it says which values there are.
//!
//! Keywords that only narrow a type, such as `minLength`, are passed over; those that make it depend on something, such as
//! `if`, are refused with their JSON pointer.

use std::collections::HashMap;

use indexmap::IndexMap;
use wirecost_value::{Value, json};

use super::{Imported, TypeNames};
use crate::emit::decimal_pattern;
use crate::{
    Definition, Enumeration, Field, Format, Int, Key, MAX_BYTES, Model, Presence, Record, TimeUnit, Type, TypesError,
};

/// The unit of a `date-time`, whose schema says none: the one that holds every year that has four digits.
const UNIT: TimeUnit = TimeUnit::Microseconds;

/// The deepest nesting of schemas within each other, references included.
const MAX_NESTING: usize = 128;

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
        document: &document,
        names: TypeNames::default(),
        types: IndexMap::new(),
        references: HashMap::new(),
        depth: 0,
    };
    let broken = |(pointer, reason): Fault| TypesError::at(format_args!("{file}#{pointer}"), reason);
    let root = match type_name {
        Some(name) => {
            let pointer = format!("#/$defs/{}", escaped(name));
            importer.reference(&pointer, "").map_err(broken)?
        }
        None => {
            let title = document.get("title").and_then(text_of).unwrap_or("message");
            importer.schema(&document, "", title).map_err(broken)?
        }
    };
    let mut model = Model::new(root, importer.types).without_unused();
    model.check().map_err(|error| TypesError::at(file, error))?;
    model.type_defaults();
    let type_name = model.root.to_string();
    Ok(Imported { model, format: Some(Format::JsonSchema), type_name, note: None, definition: None })
}

/// Where a schema says what a model cannot, as a JSON pointer, and what.
type Fault = (String, String);

/// What a reference stands for.
enum Reference {
    /// It is being read; if it is met again, it must have this name.
    Open {
        name: String,
        is_met: bool,
    },
    Read(Type),
}

struct Importer<'a> {
    document: &'a Value,
    names: TypeNames,
    types: IndexMap<String, Definition>,
    references: HashMap<String, Reference>,
    depth: usize,
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
    /// The type of the schema at `pointer`; `hint` is what a record there is called.
    fn schema(&mut self, schema: &'a Value, pointer: &str, hint: &str) -> Result<Type, Fault> {
        if self.depth >= MAX_NESTING {
            return refused(pointer, format!("schemas nest deeper than {MAX_NESTING} levels"));
        }
        self.depth += 1;
        let ty = self.shallow(schema, pointer, hint);
        self.depth -= 1;
        ty
    }

    fn shallow(&mut self, schema: &'a Value, pointer: &str, hint: &str) -> Result<Type, Fault> {
        let Value::Map(_) = schema else {
            return refused(pointer, "a schema that takes any value, or none, is no type");
        };
        if let Some(keyword) = REFUSED.iter().find(|keyword| schema.get(keyword).is_some()) {
            return refused(&format!("{pointer}/{keyword}"), format!("{keyword} makes the type depend on the value"));
        }
        if let Some(Value::Text(reference)) = schema.get("$ref") {
            return self.reference(reference, &format!("{pointer}/$ref"));
        }
        for keyword in ["anyOf", "oneOf", "allOf"] {
            let Some(branches) = schema.get(keyword) else { continue };
            let pointer = format!("{pointer}/{keyword}");
            let Value::Sequence(branches) = branches else { return refused(&pointer, "it is no list of schemas") };
            if keyword == "allOf" && branches.len() != 1 {
                return refused(&pointer, "several schemas that hold at once are no one type; merge them");
            }
            let mut types = Vec::with_capacity(branches.len());
            for (index, branch) in branches.iter().enumerate() {
                types.push(self.schema(branch, &format!("{pointer}/{index}"), hint)?);
            }
            if types.is_empty() {
                return refused(&pointer, "a union has at least one branch");
            }
            return Ok(Type::union(types));
        }
        if let Some(values) = schema.get("enum") {
            return self.enumeration(values, &format!("{pointer}/enum"), hint);
        }
        if let Some(value) = schema.get("const") {
            return self.values(std::slice::from_ref(value), &format!("{pointer}/const"), hint);
        }
        let kinds: Vec<&str> = match schema.get("type") {
            Some(Value::Text(kind)) => vec![kind],
            Some(Value::Sequence(kinds)) => kinds.iter().filter_map(text_of).collect(),
            Some(_) => return refused(&format!("{pointer}/type"), "a type is a name, or a list of names"),
            None if schema.get("properties").is_some() => vec!["object"],
            None if schema.get("items").is_some() => vec!["array"],
            None => return refused(pointer, "it has no type, and so takes any value"),
        };
        if kinds.is_empty() {
            return refused(&format!("{pointer}/type"), "a type is a name, or a list of names");
        }
        let types = kinds.into_iter().map(|kind| self.kind(kind, schema, pointer, hint));
        Ok(Type::union(types.collect::<Result<Vec<_>, _>>()?))
    }

    fn kind(&mut self, kind: &str, schema: &'a Value, pointer: &str, hint: &str) -> Result<Type, Fault> {
        let format = schema.get("format").and_then(text_of).unwrap_or_default();
        Ok(match kind {
            "null" => Type::Null,
            "boolean" => Type::Boolean,
            "integer" => Type::Integer(integer(schema, format, pointer)?),
            "number" if format == "float" => Type::Float32,
            "number" => Type::Float64,
            "string" => text(schema, format),
            "array" => match schema.get("items") {
                Some(items @ Value::Map(_)) => Type::list(self.schema(items, &format!("{pointer}/items"), hint)?),
                Some(_) => {
                    return refused(&format!("{pointer}/items"), "items of any type, or by their place, are no list");
                }
                None => return refused(pointer, "a list whose items may be anything; say them with items"),
            },
            "object" => self.object(schema, pointer, hint)?,
            other => return refused(&format!("{pointer}/type"), format!("{other:?} is no type of JSON Schema")),
        })
    }

    fn object(&mut self, schema: &'a Value, pointer: &str, hint: &str) -> Result<Type, Fault> {
        let more = schema.get("additionalProperties");
        let Some(properties) = schema.get("properties") else {
            return match more {
                Some(values @ Value::Map(_)) => {
                    let key = key(schema.get("propertyNames"), &format!("{pointer}/propertyNames"))?;
                    let value = self.schema(values, &format!("{pointer}/additionalProperties"), hint)?;
                    Ok(Type::Map(key, Box::new(value)))
                }
                Some(Value::Boolean(false)) => {
                    let name = self.names.fresh(hint);
                    self.types.insert(name.clone(), Definition::Record(Record::default()));
                    Ok(Type::Named(name))
                }
                _ => {
                    refused(pointer, "an object that may hold anything; say it with properties or additionalProperties")
                }
            };
        };
        if let Some(Value::Map(_)) = more {
            let pointer = format!("{pointer}/additionalProperties");
            return refused(&pointer, "an object is a record or a map; with properties this must be false");
        }
        let Value::Map(properties) = properties else {
            return refused(&format!("{pointer}/properties"), "it is no map of schemas");
        };
        let required: Vec<&str> = match schema.get("required") {
            Some(Value::Sequence(names)) => names.iter().filter_map(text_of).collect(),
            _ => Vec::new(),
        };
        let name = self.names.fresh(hint);
        // It keeps its place before the records within it.
        self.types.insert(name.clone(), Definition::Record(Record::default()));
        let mut fields = Vec::with_capacity(properties.len());
        for (field, schema) in properties {
            let pointer = format!("{pointer}/properties/{}", escaped(field));
            let ty = self.schema(schema, &pointer, field)?;
            let presence = match (schema.get("default"), required.contains(&field.as_str())) {
                (Some(default), false) => Presence::Default(default.clone()),
                (_, true) => Presence::Required,
                (None, false) => Presence::Optional,
            };
            fields.push(Field { presence, ..Field::new(field, ty) });
        }
        self.types.insert(name.clone(), Definition::Record(Record { fields }));
        Ok(Type::Named(name))
    }

    fn enumeration(&mut self, values: &Value, pointer: &str, hint: &str) -> Result<Type, Fault> {
        match values {
            Value::Sequence(values) if !values.is_empty() => self.values(values, pointer, hint),
            _ => refused(pointer, "it is no list of values"),
        }
    }

    /// The type of these values: an enumeration where they are text.
    fn values(&mut self, values: &[Value], pointer: &str, hint: &str) -> Result<Type, Fault> {
        let mut types = Vec::new();
        let names: Vec<String> = values.iter().filter_map(text_of).map(str::to_owned).collect();
        if !names.is_empty() {
            let name = self.names.fresh(hint);
            let symbols = names.into_iter().zip(0..).collect();
            self.types.insert(name.clone(), Definition::Enumeration(Enumeration { symbols, is_numbered: false }));
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
        Ok(Type::union(types))
    }

    /// The type that a reference to another place of this document stands for.
    fn reference(&mut self, reference: &str, pointer: &str) -> Result<Type, Fault> {
        match self.references.get_mut(reference) {
            Some(Reference::Read(ty)) => return Ok(ty.clone()),
            Some(Reference::Open { name, is_met }) => {
                *is_met = true;
                return Ok(Type::Named(name.clone()));
            }
            None => {}
        }
        let Some(path) = reference.strip_prefix('#') else {
            return refused(
                pointer,
                format!("{reference:?} is in another file, which is not read; bring it into $defs"),
            );
        };
        let mut target = self.document;
        for part in path.split('/').skip(1) {
            let part = part.replace("~1", "/").replace("~0", "~");
            let next = match target {
                Value::Sequence(items) => part.parse::<usize>().ok().and_then(|index| items.get(index)),
                other => other.get(&part),
            };
            target = match next {
                Some(next) => next,
                None => return refused(pointer, format!("{reference:?} refers to nothing")),
            };
        }
        let wanted = match path.rsplit_once('/') {
            Some((_, last)) => last.replace("~1", "/").replace("~0", "~"),
            None => self.document.get("title").and_then(text_of).unwrap_or("message").to_owned(),
        };
        let name = self.names.fresh(&wanted);
        self.references.insert(reference.to_owned(), Reference::Open { name: name.clone(), is_met: false });
        let ty = self.schema(target, path, &wanted)?;
        let is_met = matches!(self.references.get(reference), Some(Reference::Open { is_met: true, .. }));
        let ty = self.settle(ty, name, is_met, path)?;
        self.references.insert(reference.to_owned(), Reference::Read(ty.clone()));
        Ok(ty)
    }

    /// Gives what a reference refers to the name that it has there, where it is a type with a name.
    fn settle(&mut self, ty: Type, name: String, is_met: bool, pointer: &str) -> Result<Type, Fault> {
        let branches = match &ty {
            Type::Named(own) if *own != name && self.is_own(own) => {
                // The record was called after the same word, and is the one that the name is kept for.
                if let Some(definition) = self.types.shift_remove(own) {
                    self.types.insert(name.clone(), definition);
                    return Ok(Type::Named(name));
                }
                return Ok(ty);
            }
            Type::Union(branches) => branches.clone(),
            Type::Nullable(inner) => match &**inner {
                Type::Union(branches) => branches.iter().cloned().chain([Type::Null]).collect(),
                one => vec![one.clone(), Type::Null],
            },
            _ if is_met => return refused(pointer, "it contains itself without a record or a union between"),
            _ => return Ok(ty),
        };
        if is_met || branches.len() > 2 || !branches.contains(&Type::Null) {
            self.types.insert(name.clone(), Definition::Union(branches));
            return Ok(Type::Named(name));
        }
        Ok(ty)
    }

    /// Whether a type was made for one place of the document, and not for a reference.
    fn is_own(&self, name: &str) -> bool {
        !self.references.values().any(|reference| match reference {
            Reference::Open { name: open, .. } => open == name,
            Reference::Read(Type::Named(read)) => read == name,
            Reference::Read(_) => false,
        })
    }
}

/// The smallest integer with the format's name, or with these bounds; 64 bits with a sign where it has none.
fn integer(schema: &Value, format: &str, pointer: &str) -> Result<Int, Fault> {
    if let Some(int) = int_format(format) {
        return Ok(int);
    }
    let bound = |keyword: &str| match schema.get(keyword) {
        Some(Value::Integer(n)) => Some(n.get()),
        _ => None,
    };
    let low = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|n| n + 1));
    let high = bound("maximum").or_else(|| bound("exclusiveMaximum").map(|n| n - 1));
    let (low, high) = match (low, high) {
        (Some(low), Some(high)) => (low, high),
        (None, Some(high)) if high > i128::from(i64::MAX) => (0, high),
        _ => return Ok(Int::I64),
    };
    let holds = |int: &Int| int.range().contains(&low) && int.range().contains(&high);
    let exact = Int::ALL.into_iter().find(|int| int.range() == (low..=high));
    match exact.or_else(|| Int::ALL.into_iter().find(holds)) {
        Some(int) => Ok(int),
        None => refused(pointer, format!("no integer of 64 bits holds {low} to {high}")),
    }
}

fn int_format(format: &str) -> Option<Int> {
    let short = match format.strip_prefix("uint") {
        Some(bits) => format!("u{bits}"),
        None => format!("i{}", format.strip_prefix("int")?),
    };
    Int::ALL.into_iter().find(|int| int.name() == short)
}

fn text(schema: &Value, format: &str) -> Type {
    let keyword = |name: &str| schema.get(name).and_then(text_of);
    match (format, keyword("contentEncoding"), keyword("pattern")) {
        ("date-time", ..) => Type::Timestamp(UNIT),
        ("date", ..) => Type::Date,
        ("uuid", ..) => Type::Uuid,
        ("byte", ..) | (_, Some("base64"), _) => Type::Bytes { length: None },
        (_, _, Some(pattern)) => {
            let digits = (1..=38_u8).flat_map(|precision| (0..=precision).map(move |scale| (precision, scale)));
            let mut decimals = digits.filter(|(precision, scale)| decimal_pattern(*precision, *scale) == pattern);
            decimals.next().map_or(Type::Text, |(precision, scale)| Type::Decimal { precision, scale })
        }
        _ => Type::Text,
    }
}

/// What the keys of a map read as.
fn key(names: Option<&Value>, pointer: &str) -> Result<Key, Fault> {
    let Some(names) = names else { return Ok(Key::Text) };
    if let Some(Value::Sequence(values)) = names.get("enum") {
        let is_boolean = values.iter().all(|value| matches!(text_of(value), Some("true" | "false")));
        return if is_boolean {
            Ok(Key::Boolean)
        } else {
            refused(pointer, "a map with a few keys is a record; use properties")
        };
    }
    let format = names.get("format").and_then(text_of).and_then(int_format);
    Ok(format.map_or(Key::Text, Key::Integer))
}
