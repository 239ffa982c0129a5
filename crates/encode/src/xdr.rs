//! XDR: RFC 4506. A value that may be absent or null is optional-data (4.19), a union one with the number of its branch (4.15).

use wirecost_types::lower::{Field, Kind, Ty};
use wirecost_value::Value;

use crate::error::{Encode, EncodeError};
use crate::shape::{self, Shape};

pub fn encode(shape: Shape<'_>, value: &Value) -> Encode<Vec<u8>> {
    let mut out = Vec::new();
    write(shape, value, &mut out)?;
    Ok(out)
}

fn write(shape: Shape<'_>, value: &Value, out: &mut Vec<u8>) -> Encode<()> {
    match shape.ty {
        Ty::Void => {}
        // 4.4: an enumeration of 0 and 1.
        Ty::Boolean => number(i32::from(shape::boolean(value)?), out),
        Ty::Integer(int) => {
            let n = shape::integer(value)?;
            let bytes = (n as i64).to_be_bytes();
            out.extend_from_slice(if int.bits() == 64 { &bytes } else { &bytes[4..] });
        }
        Ty::Float32 => out.extend_from_slice(&shape::float32(value)?.to_be_bytes()),
        Ty::Float64 => out.extend_from_slice(&shape::float64(value)?.to_be_bytes()),
        // 4.9: fixed-length opaque data has no length.
        Ty::Bytes { length: Some(_) } => opaque(shape::bytes(value)?, out),
        Ty::Text | Ty::Bytes { length: None } => {
            let bytes = shape::bytes(value)?;
            out.extend_from_slice(&shape::length(bytes.len())?.to_be_bytes());
            opaque(bytes, out);
        }
        Ty::List(item) => {
            let items = shape::items(value)?;
            out.extend_from_slice(&shape::length(items.len())?.to_be_bytes());
            items.iter().try_for_each(|value| write(shape.of(item), value, out))?;
        }
        Ty::Optional(inner) => {
            let present = Some(value).filter(|value| !matches!(value, Value::Null | Value::Absent));
            optional(shape.of(inner), present, out)?;
        }
        Ty::Item(_) => match shape.kind() {
            Some(Kind::Record(fields)) => fields.iter().try_for_each(|it| field(shape, it, value, out))?,
            Some(Kind::Union(fields)) => {
                let (_, field, value) = shape::branch(fields, value)?;
                out.extend_from_slice(&field.number.to_be_bytes());
                write(shape.of(&field.ty), value, out)?;
            }
            Some(Kind::Enumeration(symbols)) => number(shape::symbol(symbols, value)?.1, out),
            _ => return Err(EncodeError::unfit(value, "a type that XDR lacks")),
        },
        _ => return Err(EncodeError::unfit(value, "a type that XDR lacks")),
    }
    Ok(())
}

fn field(shape: Shape<'_>, field: &Field, value: &Value, out: &mut Vec<u8>) -> Encode<()> {
    let present = shape::present(field, value)?;
    match (present, field.is_optional) {
        (Some(value), false) => write(shape.of(&field.ty), value, out),
        (present, _) => optional(shape.of(&field.ty), present, out),
    }
}

fn optional(shape: Shape<'_>, present: Option<&Value>, out: &mut Vec<u8>) -> Encode<()> {
    number(i32::from(present.is_some()), out);
    present.map_or(Ok(()), |value| write(shape, value, out))
}

fn number(n: i32, out: &mut Vec<u8>) {
    out.extend_from_slice(&n.to_be_bytes());
}

/// Bytes, filled with zeros to a multiple of four.
fn opaque(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(bytes);
    out.resize(out.len() + bytes.len().next_multiple_of(4) - bytes.len(), 0);
}
