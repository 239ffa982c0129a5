//! Protocol Buffers: <https://protobuf.dev/programming-guides/encoding/>. Fields in the order of their numbers, lists of numbers
//! packed, unless the model says otherwise. An entry of a map leaves out a key or value that is its type's zero, as prost does.

use wirecost_types::lower::{Field, Kind, Ty};
use wirecost_types::{Int, Key, Wire, Wires};
use wirecost_value::Value;

use crate::error::{Encode, EncodeError};
use crate::shape::{self, Shape};

const VARINT: u64 = 0;
const FIXED64: u64 = 1;
const DELIMITED: u64 = 2;
const START_GROUP: u64 = 3;
const END_GROUP: u64 = 4;
const FIXED32: u64 = 5;

pub fn encode(shape: Shape<'_>, value: &Value, is_proto3: bool) -> Encode<Vec<u8>> {
    Writer { is_proto3 }.message(shape, value)
}

struct Writer {
    /// Whether a field that must be there is left out where it is zero.
    is_proto3: bool,
}

fn varint(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn delimited(number: u32, bytes: &[u8], out: &mut Vec<u8>) {
    varint(u64::from(number) << 3 | DELIMITED, out);
    varint(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

/// The wire type of a scalar; none of text, bytes and messages.
fn wire_type(shape: Shape<'_>, wire: Wire) -> Option<u64> {
    match shape.ty {
        Ty::Integer(int) if wire == Wire::Fixed => Some(if int.bits() == 64 { FIXED64 } else { FIXED32 }),
        Ty::Boolean | Ty::Integer(_) => Some(VARINT),
        Ty::Float32 => Some(FIXED32),
        Ty::Float64 => Some(FIXED64),
        Ty::Item(_) => shape.symbols().map(|_| VARINT),
        _ => None,
    }
}

fn tag(number: u32, wire: u64, out: &mut Vec<u8>) {
    varint(u64::from(number) << 3 | wire, out);
}

/// An integer without its tag.
fn integer(int: Int, wire: Wire, n: i128, out: &mut Vec<u8>) {
    match (wire, int.bits()) {
        (Wire::Fixed, 64) => out.extend_from_slice(&(n as u64).to_le_bytes()),
        (Wire::Fixed, _) => out.extend_from_slice(&(n as u32).to_le_bytes()),
        (Wire::Zigzag, _) => varint((n << 1 ^ n >> 127) as u64, out),
        // A negative number of 32 bits has its sign in 64.
        (Wire::Usual | Wire::Group, _) => varint(n as u64, out),
    }
}

/// A scalar without its tag.
fn scalar(shape: Shape<'_>, wire: Wire, value: &Value, out: &mut Vec<u8>) -> Encode<()> {
    match shape.ty {
        Ty::Boolean => out.push(u8::from(shape::boolean(value)?)),
        Ty::Integer(int) => integer(*int, wire, shape::integer(value)?, out),
        Ty::Float32 => out.extend_from_slice(&shape::float32(value)?.to_le_bytes()),
        Ty::Float64 => out.extend_from_slice(&shape::float64(value)?.to_le_bytes()),
        _ => match shape.symbols() {
            Some(symbols) => varint(i64::from(shape::symbol(symbols, value)?.1) as u64, out),
            None => return Err(EncodeError::unfit(value, "a scalar")),
        },
    }
    Ok(())
}

/// Whether a value is what its type has where nothing is said.
fn is_zero(shape: Shape<'_>, value: &Value) -> bool {
    match value {
        Value::Boolean(b) => !b,
        Value::Integer(n) => n.get() == 0,
        Value::Float32(x) => x.to_bits() == 0,
        Value::Float64(x) => x.to_bits() == 0,
        // Of an enumeration, the name whose number is zero.
        Value::Text(_) if shape.symbols().is_some() => {
            shape.symbols().is_some_and(|symbols| shape::symbol(symbols, value).is_ok_and(|(_, number)| number == 0))
        }
        Value::Text(text) => text.is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Sequence(items) => items.is_empty(),
        Value::Map(entries) => match shape.kind() {
            Some(Kind::Record(fields)) => fields.iter().all(|field| match value.get(&field.name) {
                Some(value) => !field.is_optional && is_zero(shape.of(&field.ty), value),
                None => true,
            }),
            Some(_) => false,
            None => entries.is_empty(),
        },
        Value::Null | Value::Absent => true,
    }
}

impl Writer {
    fn message(&self, shape: Shape<'_>, value: &Value) -> Encode<Vec<u8>> {
        let mut out = Vec::new();
        match shape.kind() {
            Some(Kind::Record(fields)) => {
                // The types that come with Protocol Buffers are of proto3, whatever the schema is.
                let is_proto3 = self.is_proto3 || shape.is_well_known();
                let mut fields: Vec<&Field> = fields.iter().collect();
                fields.sort_by_key(|field| field.number);
                for field in fields {
                    let of_field = shape.of(&field.ty);
                    let listed = matches!(field.ty, Ty::List(_) | Ty::Map(..));
                    let found = if listed { value.get(&field.name) } else { shape::present(field, value)? };
                    let Some(value) = found else { continue };
                    let implicit = is_proto3 && !field.is_optional && wire_or_bytes(of_field);
                    if !(implicit && is_zero(of_field, value)) {
                        self.field(field.number, of_field, field.wire, value, &mut out)?;
                    }
                }
            }
            Some(Kind::Union(fields)) => {
                let (_, field, value) = shape::branch(fields, value)?;
                self.field(field.number, shape.of(&field.ty), field.wire, value, &mut out)?;
            }
            _ => return Err(EncodeError::unfit(value, "a message")),
        }
        Ok(out)
    }

    fn field(&self, number: u32, shape: Shape<'_>, wire: Wires, value: &Value, out: &mut Vec<u8>) -> Encode<()> {
        match shape.ty {
            Ty::List(item) => {
                let (items, item) = (shape::items(value)?, shape.of(item));
                if wire.is_unpacked || wire_type(item, wire.value).is_none() {
                    return items.iter().try_for_each(|value| self.field(number, item, wire, value, out));
                }
                if !items.is_empty() {
                    let mut packed = Vec::new();
                    items.iter().try_for_each(|value| scalar(item, wire.value, value, &mut packed))?;
                    delimited(number, &packed, out);
                }
            }
            Ty::Map(key, item) => {
                for (text, value) in shape::entries(value)? {
                    let (mut entry, item) = (Vec::new(), shape.of(item));
                    Self::key(*key, wire.key, text, &mut entry)?;
                    if !is_zero(item, value) {
                        self.field(2, item, wire, value, &mut entry)?;
                    }
                    delimited(number, &entry, out);
                }
            }
            Ty::Text | Ty::Bytes { .. } => delimited(number, shape::bytes(value)?, out),
            _ => match wire_type(shape, wire.value) {
                Some(of) => {
                    tag(number, of, out);
                    scalar(shape, wire.value, value, out)?;
                }
                None if wire.value == Wire::Group => {
                    tag(number, START_GROUP, out);
                    out.extend(self.message(shape, value)?);
                    tag(number, END_GROUP, out);
                }
                None => delimited(number, &self.message(shape, value)?, out),
            },
        }
        Ok(())
    }

    /// The key of an entry, which is its field 1.
    fn key(key: Key, wire: Wire, text: &str, out: &mut Vec<u8>) -> Encode<()> {
        let number = match key {
            Key::Text if text.is_empty() => return Ok(()),
            Key::Text => {
                delimited(1, text.as_bytes(), out);
                return Ok(());
            }
            Key::Boolean => i128::from(text == "true"),
            Key::Integer(_) => text.parse().map_err(|_| EncodeError::Unfit(format!("{text:?} is no integer")))?,
        };
        if number == 0 {
            return Ok(());
        }
        let int = if let Key::Integer(int) = key { int } else { Int::U8 };
        let of = match (wire, int.bits()) {
            (Wire::Fixed, 64) => FIXED64,
            (Wire::Fixed, _) => FIXED32,
            _ => VARINT,
        };
        tag(1, of, out);
        integer(int, wire, number, out);
        Ok(())
    }
}

/// Whether it is a field that proto3 leaves out where it is zero: a scalar, text or bytes.
fn wire_or_bytes(shape: Shape<'_>) -> bool {
    wire_type(shape, Wire::Usual).is_some() || matches!(shape.ty, Ty::Text | Ty::Bytes { .. })
}
