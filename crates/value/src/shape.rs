//! The type of a message: what a schema compiler would read.
//!
//! A shape turns what a text format leaves open into the message's own types: which numbers are 32-bit floats, which
//! text is bytes. `docs/FORMAT.md` shows how a `message.toml` writes it.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::{ConvertError, Value};

/// The fields of a record type as a `message.toml` lists them: names with their types, in order.
pub type Fields = Vec<(String, String)>;

/// The type of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// True or false.
    Boolean,
    /// A whole number from `min` to `max`.
    Integer {
        /// The smallest, e.g. -2^31 for `i32`.
        min: i128,
        /// The largest, e.g. 2^31-1 for `i32`.
        max: i128,
    },
    /// IEEE 754 binary32.
    Float32,
    /// IEEE 754 binary64.
    Float64,
    /// Unicode text.
    Text,
    /// Bytes.
    Bytes,
    /// A sequence of one type.
    Sequence(Box<Shape>),
    /// A map from text to one type.
    Map(Box<Shape>),
    /// Named fields.
    Record(Vec<Field>),
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub shape: Shape,
    /// Whether it may be absent.
    pub optional: bool,
}

impl Shape {
    /// Reads the type `name` out of the `types` of a `message.toml`.
    ///
    /// A type is `bool`, `i8` to `i64`, `u8` to `u64`, `f32`, `f64`, `text`, `bytes`, `[T]` (a sequence), `{T}` (a
    /// map from text), or the name of a table of fields; a field whose type ends in `?` may be absent.
    ///
    /// # Errors
    /// If a name is unknown or a type contains itself.
    pub fn parse(name: &str, types: &BTreeMap<String, Fields>) -> Result<Self, ConvertError> {
        parse(name, types, &mut Vec::new())
    }

    /// Gives the nodes of `value`, as a text format reads them, the types of this shape.
    ///
    /// Bytes are taken from base64 text, floats also from integers and from the texts `NaN`, `INF` and `-INF`.
    ///
    /// # Errors
    /// If a node does not fit its type, with the way to it.
    pub fn apply(&self, value: &Value) -> Result<Value, ConvertError> {
        apply(self, value, &mut Vec::new())
    }
}

fn parse(name: &str, types: &BTreeMap<String, Fields>, within: &mut Vec<String>) -> Result<Shape, ConvertError> {
    let integer = |min: i128, max: i128| Ok(Shape::Integer { min, max });
    let inner = |open, close| name.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
    if let Some(item) = inner('[', ']') {
        return Ok(Shape::Sequence(Box::new(parse(item, types, within)?)));
    }
    if let Some(item) = inner('{', '}') {
        return Ok(Shape::Map(Box::new(parse(item, types, within)?)));
    }
    match name {
        "bool" => Ok(Shape::Boolean),
        "i8" => integer(i8::MIN.into(), i8::MAX.into()),
        "i16" => integer(i16::MIN.into(), i16::MAX.into()),
        "i32" => integer(i32::MIN.into(), i32::MAX.into()),
        "i64" => integer(i64::MIN.into(), i64::MAX.into()),
        "u8" => integer(0, u8::MAX.into()),
        "u16" => integer(0, u16::MAX.into()),
        "u32" => integer(0, u32::MAX.into()),
        "u64" => integer(0, u64::MAX.into()),
        "f32" => Ok(Shape::Float32),
        "f64" => Ok(Shape::Float64),
        "text" => Ok(Shape::Text),
        "bytes" => Ok(Shape::Bytes),
        _ => {
            let fields = types.get(name).ok_or_else(|| ConvertError(format!("type {name:?} is not known")))?;
            if within.iter().any(|outer| outer == name) {
                return Err(ConvertError(format!("type {name:?} contains itself")));
            }
            within.push(name.to_owned());
            let fields = fields
                .iter()
                .map(|(field, shape)| {
                    let (shape, optional) = shape.strip_suffix('?').map_or((shape.as_str(), false), |s| (s, true));
                    Ok(Field { name: field.clone(), shape: parse(shape, types, within)?, optional })
                })
                .collect::<Result<_, ConvertError>>()?;
            within.pop();
            Ok(Shape::Record(fields))
        }
    }
}

fn apply(shape: &Shape, value: &Value, path: &mut Vec<String>) -> Result<Value, ConvertError> {
    let misfit = |path: &[String], expected: &str| {
        let place = if path.is_empty() { "the root".to_owned() } else { path.concat() };
        ConvertError(format!("at {place}: {value} is not {expected}"))
    };
    Ok(match (shape, value) {
        (Shape::Boolean, Value::Boolean(_)) | (Shape::Text, Value::Text(_)) | (Shape::Bytes, Value::Bytes(_)) => {
            value.clone()
        }
        (Shape::Float32, Value::Float32(_)) | (Shape::Float64, Value::Float64(_)) => value.clone(),
        (Shape::Integer { min, max }, Value::Integer(n)) if (*min..=*max).contains(&n.get()) => value.clone(),
        (Shape::Integer { min, max }, _) => return Err(misfit(path, &format!("an integer from {min} to {max}"))),
        (Shape::Bytes, Value::Text(text)) => match BASE64_STANDARD.decode(text) {
            Ok(bytes) => Value::Bytes(bytes),
            Err(_) => return Err(misfit(path, "base64")),
        },
        (Shape::Float32, _) => match float_text(value).and_then(|text| text.parse::<f32>().ok()) {
            Some(x) => Value::Float32(x),
            None => return Err(misfit(path, "a 32-bit float")),
        },
        (Shape::Float64, _) => match float_text(value).and_then(|text| text.parse::<f64>().ok()) {
            Some(x) => Value::Float64(x),
            None => return Err(misfit(path, "a 64-bit float")),
        },
        (Shape::Sequence(item), Value::Sequence(items)) => {
            let items = items.iter().enumerate().map(|(index, value)| {
                path.push(format!("[{index}]"));
                let value = apply(item, value, path)?;
                path.pop();
                Ok(value)
            });
            Value::Sequence(items.collect::<Result<_, ConvertError>>()?)
        }
        (Shape::Map(item), Value::Map(entries)) => {
            let entries = entries.iter().map(|(key, value)| {
                path.push(format!(".{key}"));
                let value = apply(item, value, path)?;
                path.pop();
                Ok((key.clone(), value))
            });
            Value::Map(entries.collect::<Result<_, ConvertError>>()?)
        }
        (Shape::Record(fields), Value::Map(entries)) => {
            if let Some((key, _)) = entries.iter().find(|(key, _)| fields.iter().all(|field| field.name != *key)) {
                return Err(misfit(path, &format!("a record without field {key:?}")));
            }
            let mut record = Vec::with_capacity(fields.len());
            for field in fields {
                path.push(format!(".{}", field.name));
                let value = match value.get(&field.name) {
                    Some(value) => apply(&field.shape, value, path)?,
                    None if field.optional => Value::Absent,
                    None => return Err(misfit(path, "complete: this field is missing")),
                };
                path.pop();
                record.push((field.name.clone(), value));
            }
            Value::Map(record)
        }
        (Shape::Boolean, _) => return Err(misfit(path, "a boolean")),
        (Shape::Text, _) => return Err(misfit(path, "text")),
        (Shape::Bytes, _) => return Err(misfit(path, "bytes or base64 text")),
        (Shape::Sequence(_), _) => return Err(misfit(path, "a sequence")),
        (Shape::Map(_) | Shape::Record(_), _) => return Err(misfit(path, "a map")),
    })
}

/// The decimal text of a number, so that a 32-bit float is rounded once, from the decimal, and not twice.
fn float_text(value: &Value) -> Option<String> {
    match value {
        Value::Integer(n) if n.get().unsigned_abs() <= 1 << 53 => Some(n.get().to_string()),
        Value::Float64(x) => Some(x.to_string()),
        Value::Text(text) => match text.as_str() {
            "NaN" => Some("nan".into()),
            "INF" => Some("inf".into()),
            "-INF" => Some("-inf".into()),
            _ => None,
        },
        _ => None,
    }
}
