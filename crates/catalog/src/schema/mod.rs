//! Schemas of the user's: what a message means to the formats that need one.
//!
//! A schema gives the values of a message their types, exactly or not at all ([`Schema::typed`]): `1` is a 32-bit integer where
//! the schema says so, base64 text is bytes, and a field that a message of the format always has is there with its default.

mod avro;
mod protobuf;
mod well_known;

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use prost_reflect::DescriptorPool;
use wirecost_codec_protocol::SchemaDefinition;
use wirecost_value::{ConvertError, Integer, Value};

use crate::PlanError;

/// A schema, read from a file.
#[derive(Debug, Clone)]
pub struct Schema {
    /// The format that it belongs to.
    pub format: &'static str,
    /// What candidates are given.
    pub definition: SchemaDefinition,
    /// Why the type was taken, where nobody said which is meant and there are several.
    pub note: Option<String>,
    root: Type,
    records: BTreeMap<String, Vec<Field>>,
    /// The compiled descriptors, where the format has some.
    pool: Option<DescriptorPool>,
}

/// A type. Records are known by name, since they may contain themselves.
#[derive(Debug, Clone)]
enum Type {
    Null,
    Boolean,
    Integer {
        min: i128,
        max: i128,
    },
    Float32,
    Float64,
    Text,
    Bytes {
        length: Option<usize>,
    },
    /// Names with their numbers, where the format has numbers.
    Enumeration(Vec<(String, i32)>),
    Sequence(Box<Type>),
    /// Keys are text that must read as this.
    Map(Box<Type>, Box<Type>),
    Union(Vec<Type>),
    Record(String),
}

#[derive(Debug, Clone)]
struct Field {
    name: String,
    /// Other names by which a file may call it.
    aliases: Vec<String>,
    shape: Type,
    missing: Missing,
    /// Of the fields with the same mark at most one may be there.
    oneof: Option<String>,
}

/// What it means that a message has no such field.
#[derive(Debug, Clone)]
enum Missing {
    /// That it is absent.
    Absent,
    /// That it has this value.
    Default(Value),
    /// That the message is broken.
    Refused,
}

impl Schema {
    /// Reads a schema: Protocol Buffers (`.proto`) or Avro (`.avsc`). `type_name` says which message of the file is meant; it
    /// may be left out where there is one, or one that no other message has as a field.
    ///
    /// # Errors
    /// Where the file is broken, with its place where the compiler says it, or has no such type.
    pub fn load(path: &Path, type_name: Option<&str>) -> Result<Self, PlanError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension {
            "proto" => protobuf::load(path, type_name),
            "avsc" => avro::load(path, type_name),
            _ => Err(PlanError::at(path.display(), "a schema is a .proto or an .avsc file")),
        }
    }

    /// The value as the schema types it.
    ///
    /// # Errors
    /// Where it does not fit, with the place in the value. Nothing is rounded or cut.
    pub fn typed(&self, value: &Value) -> Result<Value, ConvertError> {
        self.fit(&self.root, value, &mut Vec::new()).map_err(ConvertError::new)
    }

    fn fit(&self, shape: &Type, value: &Value, path: &mut Vec<String>) -> Result<Value, String> {
        let misfit = |path: &[String], due: &str| {
            let place = if path.is_empty() { "the root".to_owned() } else { path.concat() };
            Err(format!("at {place}: {value} is not {due}"))
        };
        Ok(match (shape, value) {
            (Type::Null, Value::Null | Value::Absent) => Value::Null,
            (Type::Boolean, Value::Boolean(_)) | (Type::Text, Value::Text(_)) => value.clone(),
            (Type::Integer { min, max }, _) => match integer(value).filter(|n| (*min..=*max).contains(&n.get())) {
                Some(n) => Value::Integer(n),
                None => return misfit(path, &format!("an integer from {min} to {max}")),
            },
            (Type::Float32, _) => match float32(value) {
                Some(x) => Value::Float32(x),
                None => return misfit(path, "a 32-bit float"),
            },
            (Type::Float64, _) => match float64(value) {
                Some(x) => Value::Float64(x),
                None => return misfit(path, "a 64-bit float"),
            },
            (Type::Bytes { length }, _) => match bytes(value).filter(|all| length.is_none_or(|due| all.len() == due)) {
                Some(bytes) => Value::Bytes(bytes),
                None => return misfit(path, &length.map_or("bytes".into(), |due| format!("{due} bytes"))),
            },
            (Type::Enumeration(names), _) => {
                let is_meant = |(name, number): &&(String, i32)| match value {
                    Value::Text(text) => text == name,
                    Value::Integer(n) => n.get() == i128::from(*number),
                    _ => false,
                };
                // Of several names for one number the first is the one that comes back.
                let number = names.iter().find(is_meant).map(|(_, number)| *number);
                match names.iter().find(|(_, of)| Some(*of) == number) {
                    Some((name, _)) => Value::text(name),
                    None => return misfit(path, "a name of the enumeration"),
                }
            }
            (Type::Sequence(item), Value::Sequence(items)) => {
                let items = items.iter().enumerate().map(|(index, value)| {
                    path.push(format!("[{index}]"));
                    let value = self.fit(item, value, path)?;
                    path.pop();
                    Ok(value)
                });
                Value::Sequence(items.collect::<Result<_, String>>()?)
            }
            (Type::Map(key_type, item), Value::Map(entries)) => {
                let entries = entries.iter().map(|(key, value)| {
                    path.push(format!(".{key}"));
                    let fitting =
                        map_key(key_type, key).ok_or_else(|| format!("at {}: no key of its map", path.concat()))?;
                    let value = self.fit(item, value, path)?;
                    path.pop();
                    Ok((fitting, value))
                });
                Value::Map(entries.collect::<Result<_, String>>()?)
            }
            (Type::Union(branches), _) => {
                let fitting = branches.iter().find_map(|branch| self.fit(branch, value, &mut path.clone()).ok());
                match fitting {
                    Some(value) => value,
                    None => return misfit(path, "any branch of the union"),
                }
            }
            (Type::Record(name), _) => match well_known::fields(name, value, self.pool.as_ref()) {
                Some(Ok(fields)) => self.record(name, &fields, path)?,
                Some(Err(due)) => return misfit(path, &due),
                None if matches!(value, Value::Map(_)) => self.record(name, value, path)?,
                None => return misfit(path, "a map"),
            },
            (Type::Null, _) => return misfit(path, "null"),
            (Type::Boolean, _) => return misfit(path, "a boolean"),
            (Type::Text, _) => return misfit(path, "text"),
            (Type::Sequence(_), _) => return misfit(path, "a sequence"),
            (Type::Map(..), _) => return misfit(path, "a map"),
        })
    }

    fn record(&self, name: &str, value: &Value, path: &mut Vec<String>) -> Result<Value, String> {
        let Value::Map(entries) = value else { return Err(format!("{value} is no record")) };
        let fields = self.records.get(name).map(Vec::as_slice).unwrap_or_default();
        let place = |path: &[String]| if path.is_empty() { "the root".to_owned() } else { path.concat() };
        let is_called = |field: &Field, key: &String| field.name == *key || field.aliases.contains(key);
        if let Some((key, _)) = entries.iter().find(|(key, _)| !fields.iter().any(|field| is_called(field, key))) {
            return Err(format!("at {}: {name} has no field {key:?}", place(path)));
        }
        let mut record = Vec::with_capacity(fields.len());
        let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
        for field in fields {
            let mut found =
                entries.iter().filter(|(key, value)| is_called(field, key) && !matches!(value, Value::Absent));
            path.push(format!(".{}", field.name));
            let value = match (found.next(), found.next()) {
                (Some(_), Some((key, _))) => return Err(format!("at {}: it is repeated as {key:?}", place(path))),
                // Where null is no value of the field, it means that the field is left out.
                (Some((_, Value::Null)), None) if self.fit(&field.shape, &Value::Null, path).is_err() => None,
                (Some((_, value)), None) => Some(self.fit(&field.shape, value, path)?),
                (None, _) => None,
            };
            if let (Some(oneof), true) = (&field.oneof, value.is_some())
                && let Some(other) = taken.insert(oneof, &field.name)
            {
                return Err(format!("at {}: {oneof} can hold one field only, and {other} is there", place(path)));
            }
            let value = match (value, &field.missing) {
                (Some(value), _) => value,
                (None, Missing::Absent) => Value::Absent,
                (None, Missing::Default(value)) => value.clone(),
                (None, Missing::Refused) => return Err(format!("at {}: this field is missing", place(path))),
            };
            path.pop();
            record.push((field.name.clone(), value));
        }
        Ok(Value::Map(record))
    }
}

/// An integer as such, or in a text, as JSON writes those that its readers would round.
fn integer(value: &Value) -> Option<Integer> {
    match value {
        Value::Integer(n) => Some(*n),
        Value::Text(text) => text.parse::<i128>().ok().and_then(|n| Integer::try_from(n).ok()),
        _ => None,
    }
}

/// A float of 64 bits; an integer where that is exact; the names that JSON has for what is not finite.
fn float64(value: &Value) -> Option<f64> {
    match value {
        Value::Float64(x) => Some(*x),
        Value::Float32(x) => Some((*x).into()),
        Value::Integer(n) if n.get().unsigned_abs() <= 1 << 53 => Some(n.get() as f64),
        Value::Text(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// A float of 32 bits, where its shortest decimal says the same number as the value.
fn float32(value: &Value) -> Option<f32> {
    if let Value::Float32(x) = value {
        return Some(*x);
    }
    let wide = float64(value)?;
    let narrow = wide as f32;
    let exact = wide.is_nan() || f64::from(narrow) == wide || narrow.to_string().parse() == Ok(wide);
    exact.then_some(narrow)
}

fn bytes(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Bytes(bytes) => Some(bytes.clone()),
        Value::Text(text) => BASE64_STANDARD.decode(text).ok(),
        _ => None,
    }
}

/// A key in the one spelling that a map of this key type gives it.
fn map_key(key_type: &Type, key: &str) -> Option<String> {
    match key_type {
        Type::Integer { min, max } => {
            let n = key.parse::<i128>().ok().filter(|n| (*min..=*max).contains(n))?;
            Some(n.to_string())
        }
        Type::Boolean => key.parse::<bool>().ok().map(|b| b.to_string()),
        _ => Some(key.to_owned()),
    }
}

/// A type that was chosen, and why where it was not told.
struct Chosen {
    name: String,
    note: Option<String>,
}

/// The type among `names` that `wanted` names by its full or its short name; else the only one there is, or the only one that
/// is not `used` by another.
fn choose(
    path: &Path,
    wanted: Option<&str>,
    names: &[String],
    used: impl Fn(&str) -> bool,
) -> Result<Chosen, PlanError> {
    let known = || format!("there are {}", names.join(", "));
    let Some(wanted) = wanted else {
        let roots: Vec<&String> = names.iter().filter(|name| !used(name)).collect();
        return match (names, roots.as_slice()) {
            ([only], _) => Ok(Chosen { name: only.clone(), note: None }),
            (_, [root]) => {
                let place = path.display();
                let note =
                    format!("{place}: type {root} is used, the only one that no other type refers to; --type NAME");
                Ok(Chosen { name: (*root).clone(), note: Some(note + " chooses another") })
            }
            _ => Err(PlanError::at(path.display(), format!("choose a type with --type NAME; {}", known()))),
        };
    };
    let short = |name: &&String| name.rsplit('.').next() == Some(wanted);
    let named = match names.iter().find(|name| *name == wanted) {
        Some(name) => vec![name],
        None => names.iter().filter(short).collect(),
    };
    match named.as_slice() {
        [name] => Ok(Chosen { name: (*name).clone(), note: None }),
        _ => Err(PlanError::at(path.display(), format!("type {wanted:?} is unknown or ambiguous; {}", known()))),
    }
}

#[cfg(test)]
mod tests;
