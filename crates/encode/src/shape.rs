//! A type in its format, with what it refers to.

use wirecost_types::lower::{Field, Kind, Lowered, Symbol, Ty};
use wirecost_value::Value;

use crate::error::{Encode, EncodeError};

/// A type of a lowered model.
#[derive(Clone, Copy)]
pub struct Shape<'a> {
    pub lowered: &'a Lowered,
    pub ty: &'a Ty,
}

impl<'a> Shape<'a> {
    /// Another type of the same model.
    pub fn of(self, ty: &'a Ty) -> Self {
        Self { ty, ..self }
    }

    /// The definition that the type is; none if it has none.
    pub fn kind(self) -> Option<&'a Kind> {
        match self.ty {
            Ty::Item(index) => self.lowered.items.get(*index).map(|item| &item.kind),
            _ => None,
        }
    }

    /// Whether it is a type that comes with Protocol Buffers, such as `google.protobuf.Timestamp`.
    pub fn is_well_known(self) -> bool {
        match self.ty {
            Ty::Item(index) => {
                self.lowered.items.get(*index).is_some_and(|item| item.name.starts_with("google.protobuf."))
            }
            _ => false,
        }
    }

    /// The symbols of an enumeration.
    pub fn symbols(self) -> Option<&'a [Symbol]> {
        match self.kind() {
            Some(Kind::Enumeration(symbols)) => Some(symbols),
            _ => None,
        }
    }
}

/// The branch of a union that a value has, with its place.
pub fn branch<'a, 'v>(fields: &'a [Field], value: &'v Value) -> Encode<(usize, &'a Field, &'v Value)> {
    let found = fields.iter().enumerate().find_map(|(place, field)| Some((place, field, value.get(&field.name)?)));
    found.ok_or_else(|| EncodeError::unfit(value, "a union"))
}

/// The place and the number of the symbol that a value names.
pub fn symbol(symbols: &[Symbol], value: &Value) -> Encode<(usize, i32)> {
    let Value::Text(name) = value else { return Err(EncodeError::unfit(value, "an enumeration")) };
    let found = symbols.iter().enumerate().find(|(_, symbol)| symbol.name == *name || symbol.source == *name);
    let (place, symbol) = found.ok_or_else(|| EncodeError::Unfit(format!("{name:?} is no name of the enumeration")))?;
    Ok((place, symbol.number))
}

/// The entries of a map, in the order of their keys, as the ordered maps of candidates have them.
pub fn entries(value: &Value) -> Encode<Vec<(&str, &Value)>> {
    let Value::Map(entries) = value else { return Err(EncodeError::unfit(value, "a map")) };
    let mut sorted: Vec<(&str, &Value)> = entries.iter().map(|(key, value)| (key.as_str(), value)).collect();
    // Keys that are numbers are in the order of numbers.
    sorted.sort_by(|(a, _), (b, _)| match (a.parse::<i128>(), b.parse::<i128>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        _ => a.cmp(b),
    });
    Ok(sorted)
}

/// The items of a list.
pub fn items(value: &Value) -> Encode<&[Value]> {
    match value {
        Value::Sequence(items) => Ok(items),
        _ => Err(EncodeError::unfit(value, "a list")),
    }
}

/// A field that is there.
pub fn present<'v>(field: &Field, value: &'v Value) -> Encode<Option<&'v Value>> {
    match value.get(&field.name) {
        Some(value) => Ok(Some(value)),
        None if field.is_optional => Ok(None),
        None => Err(EncodeError::Unfit(format!("required field {:?} is missing", field.name))),
    }
}

/// A length in 32 bits.
pub fn length(length: usize) -> Encode<u32> {
    u32::try_from(length).map_err(|_| EncodeError::Unfit(format!("a length of {length}")))
}

/// A whole number.
pub fn integer(value: &Value) -> Encode<i128> {
    match value {
        Value::Integer(n) => Ok(n.get()),
        _ => Err(EncodeError::unfit(value, "an integer")),
    }
}

/// True or false.
pub fn boolean(value: &Value) -> Encode<bool> {
    match value {
        Value::Boolean(b) => Ok(*b),
        _ => Err(EncodeError::unfit(value, "a boolean")),
    }
}

/// A float of 32 bits.
pub fn float32(value: &Value) -> Encode<f32> {
    match value {
        Value::Float32(x) => Ok(*x),
        _ => Err(EncodeError::unfit(value, "a float of 32 bits")),
    }
}

/// A float of 64 bits.
pub fn float64(value: &Value) -> Encode<f64> {
    match value {
        Value::Float64(x) => Ok(*x),
        Value::Float32(x) => Ok((*x).into()),
        _ => Err(EncodeError::unfit(value, "a float of 64 bits")),
    }
}

/// Bytes, or the bytes of a text.
pub fn bytes(value: &Value) -> Encode<&[u8]> {
    match value {
        Value::Text(text) => Ok(text.as_bytes()),
        Value::Bytes(bytes) => Ok(bytes),
        _ => Err(EncodeError::unfit(value, "text or bytes")),
    }
}
