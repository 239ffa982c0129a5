//! A value with its type, for libraries that write through serde: as the generated types of their candidates serialise.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use serde::ser::{Error as _, Serialize, SerializeMap as _, SerializeSeq as _, SerializeStruct as _, Serializer};
use wirecost_types::lower::{Kind, Ty};
use wirecost_types::{Format, Int, Key, Model, Type};
use wirecost_value::Value;

use crate::error::{Encode, EncodeError};
use crate::shape::{self, Shape};

#[derive(Clone, Copy)]
pub struct Typed<'a> {
    pub shape: Shape<'a>,
    pub value: &'a Value,
}

impl<'a> Typed<'a> {
    fn of(self, ty: &'a Ty, value: &'a Value) -> Self {
        Self { shape: self.shape.of(ty), value }
    }

    fn is_avro(self) -> bool {
        self.shape.lowered.format == Format::Avro
    }
}

/// A value that may be there.
struct Maybe<'a>(Option<Typed<'a>>);

impl Serialize for Maybe<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(typed) => serializer.serialize_some(typed),
            None => serializer.serialize_none(),
        }
    }
}

/// A key of a map.
struct MapKey<'a>(Key, &'a str);

impl Serialize for MapKey<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MapKey(key, text) = self;
        let number = || text.parse::<i128>().map_err(|_| S::Error::custom(format!("{text:?} is no integer")));
        match key {
            Key::Text => serializer.serialize_str(text),
            Key::Boolean => serializer.serialize_bool(*text == "true"),
            Key::Integer(int) => integer(*int, number()?, serializer),
        }
    }
}

/// The same text for as long as the process lives, which serde wants of names. Each text is kept once.
fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    match kept.get(text) {
        Some(known) => known,
        None => {
            let new: &'static str = Box::leak(text.into());
            kept.insert(new);
            new
        }
    }
}

fn integer<S: Serializer>(int: Int, n: i128, serializer: S) -> Result<S::Ok, S::Error> {
    match int {
        Int::I8 => serializer.serialize_i8(n as i8),
        Int::I16 => serializer.serialize_i16(n as i16),
        Int::I32 => serializer.serialize_i32(n as i32),
        Int::I64 => serializer.serialize_i64(n as i64),
        Int::U8 => serializer.serialize_u8(n as u8),
        Int::U16 => serializer.serialize_u16(n as u16),
        Int::U32 => serializer.serialize_u32(n as u32),
        Int::U64 => serializer.serialize_u64(n as u64),
    }
}

/// A decimal as Avro has it: the number without the point, in two's complement, the first byte first.
fn decimal(text: &str) -> Encode<Vec<u8>> {
    let unscaled: String = text.chars().filter(|c| *c != '.').collect();
    let number: i128 = unscaled.parse().map_err(|_| EncodeError::Unfit(format!("{text:?} is no decimal")))?;
    let bytes = number.to_be_bytes();
    // Leading bytes that only repeat the sign.
    let sign = if number < 0 { 0xff } else { 0 };
    let more = bytes.windows(2).take_while(|pair| pair[0] == sign && (pair[1] ^ sign) & 0x80 == 0).count();
    Ok(bytes[more..].to_vec())
}

/// What a time or a date counts; a union may hold it as text.
fn time(ty: &Ty, value: &Value) -> Encode<i128> {
    let source = match ty {
        Ty::Timestamp(unit) => Type::Timestamp(*unit),
        _ => Type::Date,
    };
    let typed =
        Model::new(source, Default::default()).fit(value).map_err(|misfit| EncodeError::Unfit(misfit.reason))?;
    shape::integer(&typed)
}

/// Whether a value is of a branch of an Avro union, whose branches all differ in kind or name.
fn is_of(shape: Shape<'_>, value: &Value) -> bool {
    match (shape.ty, value) {
        (Ty::Void, Value::Null) | (Ty::Boolean, Value::Boolean(_)) => true,
        (Ty::Integer(int), Value::Integer(n)) => int.range().contains(&n.get()),
        (Ty::Timestamp(_) | Ty::Date, Value::Integer(_) | Value::Text(_)) => time(shape.ty, value).is_ok(),
        (Ty::Float32, Value::Float32(_)) | (Ty::Float64, Value::Float64(_)) => true,
        (Ty::Text | Ty::Uuid | Ty::Decimal { .. }, Value::Text(_)) => true,
        (Ty::Bytes { .. }, Value::Bytes(_)) | (Ty::List(_), Value::Sequence(_)) | (Ty::Map(..), Value::Map(_)) => true,
        (Ty::Item(_), value) => match (shape.kind(), value) {
            (Some(Kind::Record(fields)), Value::Map(entries)) => {
                entries.iter().all(|(key, _)| fields.iter().any(|field| field.name == *key))
                    && fields
                        .iter()
                        .all(|field| value.get(&field.name).is_some() || matches!(field.ty, Ty::Optional(_)))
            }
            (Some(Kind::Enumeration(symbols)), Value::Text(_)) => shape::symbol(symbols, value).is_ok(),
            (Some(Kind::Fixed(size)), Value::Bytes(bytes)) => bytes.len() == *size as usize,
            _ => false,
        },
        _ => false,
    }
}

impl Serialize for Typed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { shape, value } = *self;
        let failed = S::Error::custom::<EncodeError>;
        match shape.ty {
            Ty::Void if self.is_avro() => serializer.serialize_unit(),
            // As generated types have null.
            Ty::Void => serializer.serialize_none(),
            Ty::Optional(inner) => match (&**inner, value) {
                // A union of null and several types has no `Option` in the library.
                (Ty::Union(_), Value::Null | Value::Absent) => serializer.serialize_unit(),
                (Ty::Union(_), _) => self.of(inner, value).serialize(serializer),
                (_, Value::Null | Value::Absent) => serializer.serialize_none(),
                _ => serializer.serialize_some(&self.of(inner, value)),
            },
            Ty::Boolean => serializer.serialize_bool(shape::boolean(value).map_err(failed)?),
            Ty::Integer(int) => integer(*int, shape::integer(value).map_err(failed)?, serializer),
            Ty::Timestamp(_) => integer(Int::I64, time(shape.ty, value).map_err(failed)?, serializer),
            Ty::Date => integer(Int::I32, time(shape.ty, value).map_err(failed)?, serializer),
            Ty::Float32 => serializer.serialize_f32(shape::float32(value).map_err(failed)?),
            Ty::Float64 => serializer.serialize_f64(shape::float64(value).map_err(failed)?),
            Ty::Decimal { .. } => match value {
                Value::Text(text) => serializer.serialize_bytes(&decimal(text).map_err(failed)?),
                _ => Err(failed(EncodeError::unfit(value, "a decimal"))),
            },
            Ty::Text | Ty::Uuid => match value {
                Value::Text(text) => serializer.serialize_str(text),
                _ => Err(failed(EncodeError::unfit(value, "text"))),
            },
            Ty::Bytes { .. } => serializer.serialize_bytes(shape::bytes(value).map_err(failed)?),
            Ty::List(item) | Ty::Set(item) => {
                let items = shape::items(value).map_err(failed)?;
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|value| sequence.serialize_element(&self.of(item, value)))?;
                sequence.end()
            }
            Ty::Map(key, item) => {
                let entries = shape::entries(value).map_err(failed)?;
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (text, value) in entries {
                    map.serialize_entry(&MapKey(*key, text), &self.of(item, value))?;
                }
                map.end()
            }
            Ty::Union(branches) => {
                // Where there are numbers too, a number is no time.
                let is_number = |ty: &Ty| !matches!((ty, value), (Ty::Timestamp(_) | Ty::Date, Value::Integer(_)));
                let mut of = branches.iter().filter(|(ty, _)| is_of(shape.of(ty), value));
                let found = of.clone().find(|(ty, _)| is_number(ty)).or_else(|| of.next());
                let (ty, _) = found.ok_or_else(|| failed(EncodeError::unfit(value, "a union")))?;
                self.of(ty, value).serialize(serializer)
            }
            Ty::Item(index) => match shape.kind() {
                Some(Kind::Record(fields)) => {
                    let name = shape.lowered.items.get(*index).map_or("", |item| &item.name);
                    let mut structure = serializer.serialize_struct(kept(name), fields.len())?;
                    for field in fields {
                        let key = if self.is_avro() { &field.name } else { &field.source };
                        let found = value.get(key);
                        let key = kept(key);
                        match (field.is_optional, found) {
                            // Null and absent are one thing where neither is written.
                            (true, None | Some(Value::Null)) => structure.serialize_field(key, &Maybe(None))?,
                            (true, Some(value)) => {
                                structure.serialize_field(key, &Maybe(Some(self.of(&field.ty, value))))?;
                            }
                            (false, found) => {
                                structure.serialize_field(key, &self.of(&field.ty, found.unwrap_or(&Value::Null)))?;
                            }
                        }
                    }
                    structure.end()
                }
                Some(Kind::Enumeration(symbols)) => {
                    let (place, _) = shape::symbol(symbols, value).map_err(failed)?;
                    let name = if self.is_avro() { &symbols[place].name } else { &symbols[place].source };
                    let enumeration = shape.lowered.items.get(*index).map_or("", |item| &item.name);
                    serializer.serialize_unit_variant(kept(enumeration), place as u32, kept(name))
                }
                Some(Kind::Fixed(_)) => serializer.serialize_bytes(shape::bytes(value).map_err(failed)?),
                // Which branch it is, nobody could read.
                _ => Err(failed(EncodeError::Unfit("a union, which the format does not mark".to_owned()))),
            },
        }
    }
}
