//! All fields of a message as one number: the proof that a reader which keeps nothing has read them all.
//!
//! The fold is the sum, modulo 2^64, of a number for each leaf and for each key of a map (not of a record, whose keys are no
//! data): 0 or 1 for a boolean, the low 64 bits of an integer, the bits of a float, and for text or bytes their length
//! plus the first and the last byte. Null and absent count nothing. The sum does not depend on the order of entries.

use serde::{Serialize, ser};

use crate::{ConvertError, Shape, Value};

/// The fold of `value`, a message of the type `shape`.
pub fn of_value(value: &Value, shape: &Shape) -> u64 {
    match (shape, value) {
        (Shape::Sequence(item), Value::Sequence(items)) => sum(items.iter().map(|value| of_value(value, item))),
        (Shape::Map(item), Value::Map(entries)) => {
            sum(entries.iter().map(|(key, value)| of_text(key).wrapping_add(of_value(value, item))))
        }
        (Shape::Record(fields), Value::Map(_)) => {
            sum(fields.iter().filter_map(|field| Some(of_value(value.get(&field.name)?, &field.shape))))
        }
        (_, leaf) => of_leaf(leaf),
    }
}

/// The number of a leaf; nothing for what is none.
pub fn of_leaf(value: &Value) -> u64 {
    match value {
        Value::Boolean(b) => (*b).into(),
        // The low 64 bits are meant: what is below zero counts as its two's complement.
        Value::Integer(n) => n.get() as u64,
        Value::Float32(x) => x.to_bits().into(),
        Value::Float64(x) => x.to_bits(),
        Value::Text(text) => of_text(text),
        Value::Bytes(all) => bytes(all),
        _ => 0,
    }
}

/// The number of a text, and of a key of a map.
pub fn of_text(text: &str) -> u64 {
    bytes(text.as_bytes())
}

/// The fold of a Rust value, through serde: structs are records, maps are maps.
///
/// # Errors
/// What the value's own `Serialize` says.
#[inline]
pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<u64, ConvertError> {
    let mut total = 0;
    value.serialize(Fold { total: &mut total })?;
    Ok(total)
}

fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::wrapping_add)
}

#[inline]
fn bytes(all: &[u8]) -> u64 {
    let ends = all.first().zip(all.last()).map_or(0, |(&first, &last)| u64::from(first) + u64::from(last));
    all.len() as u64 + ends
}

struct Fold<'a> {
    total: &'a mut u64,
}

impl Fold<'_> {
    #[inline]
    fn add(self, number: u64) -> Result<(), ConvertError> {
        *self.total = self.total.wrapping_add(number);
        Ok(())
    }

    #[inline]
    fn within<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConvertError> {
        value.serialize(Fold { total: self.total })
    }
}

macro_rules! serialize_numbers {
    ($($method:ident: $t:ty),*) => {$(
        #[inline]
        fn $method(self, n: $t) -> Result<(), ConvertError> {
            // Sign extension is meant, as in `of_value`.
            self.add(n as u64)
        }
    )*};
}

impl<'a> ser::Serializer for Fold<'a> {
    type Ok = ();
    type Error = ConvertError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    serialize_numbers!(serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64);

    /// As in a data tree, bytes stay bytes.
    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn serialize_f32(self, x: f32) -> Result<(), ConvertError> {
        self.add(x.to_bits().into())
    }

    #[inline]
    fn serialize_f64(self, x: f64) -> Result<(), ConvertError> {
        self.add(x.to_bits())
    }

    fn serialize_char(self, c: char) -> Result<(), ConvertError> {
        self.serialize_str(c.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), ConvertError> {
        self.add(bytes(text.as_bytes()))
    }

    #[inline]
    fn serialize_bytes(self, all: &[u8]) -> Result<(), ConvertError> {
        self.add(bytes(all))
    }

    #[inline]
    fn serialize_none(self) -> Result<(), ConvertError> {
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), ConvertError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), ConvertError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), ConvertError> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), ConvertError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), ConvertError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), ConvertError> {
        self.variant(variant)?.within(value)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, ConvertError> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Self, ConvertError> {
        Ok(self)
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, ConvertError> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, ConvertError> {
        self.variant(variant)
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Self, ConvertError> {
        Ok(self)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, ConvertError> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, ConvertError> {
        self.variant(variant)
    }
}

impl Fold<'_> {
    /// A variant with content is a map of one entry.
    fn variant(self, name: &str) -> Result<Self, ConvertError> {
        *self.total = self.total.wrapping_add(bytes(name.as_bytes()));
        Ok(self)
    }
}

macro_rules! serialize_items {
    ($($trait:ident: $method:ident),*) => {$(
        impl ser::$trait for Fold<'_> {
            type Ok = ();
            type Error = ConvertError;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConvertError> {
                self.within(value)
            }

            #[inline]
            fn end(self) -> Result<(), ConvertError> {
                Ok(())
            }
        }
    )*};
}
serialize_items!(SerializeSeq: serialize_element, SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field);

macro_rules! serialize_fields {
    ($($trait:ident),*) => {$(
        impl ser::$trait for Fold<'_> {
            type Ok = ();
            type Error = ConvertError;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), ConvertError> {
                self.within(value)
            }

            #[inline]
            fn end(self) -> Result<(), ConvertError> {
                Ok(())
            }
        }
    )*};
}
serialize_fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Fold<'_> {
    type Ok = ();
    type Error = ConvertError;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), ConvertError> {
        self.within(key)
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConvertError> {
        self.within(value)
    }

    #[inline]
    fn end(self) -> Result<(), ConvertError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::to_value;

    #[derive(Serialize)]
    struct Message {
        name: &'static str,
        note: Option<&'static str>,
        drift: i8,
        scale: f32,
        on: bool,
        counters: BTreeMap<&'static str, i64>,
        values: Vec<f64>,
    }

    fn message() -> Message {
        Message {
            name: "ab",
            note: None,
            drift: -1,
            scale: 1.5,
            on: true,
            counters: [("k", 7)].into(),
            values: vec![0.5, -0.0],
        }
    }

    fn shape() -> Shape {
        let types = [
            ("name", "text"),
            ("note", "text?"),
            ("drift", "i8"),
            ("scale", "f32"),
            ("on", "bool"),
            ("counters", "{i64}"),
            ("values", "[f64]"),
        ];
        let fields = types.map(|(name, shape)| (name.to_owned(), shape.to_owned())).to_vec();
        Shape::parse("m", &BTreeMap::from([("m".to_owned(), fields)])).unwrap()
    }

    #[test]
    fn a_struct_folds_as_its_value_does() {
        let expected = (2 + u64::from(b'a') + u64::from(b'b'))
            .wrapping_add(u64::MAX)
            .wrapping_add(1.5f32.to_bits().into())
            .wrapping_add(1)
            .wrapping_add(1 + 2 * u64::from(b'k') + 7)
            .wrapping_add(0.5f64.to_bits())
            .wrapping_add((-0f64).to_bits());
        assert_eq!(of(&message()).unwrap(), expected);
        assert_eq!(of_value(&to_value(&message()).unwrap(), &shape()), expected);
    }

    #[test]
    fn every_field_counts() {
        let whole = of(&message()).unwrap();
        let changed: [fn(&mut Message); 7] = [
            |m| m.name = "ac",
            |m| m.note = Some(""),
            |m| m.drift = 0,
            |m| m.scale = 2.5,
            |m| m.on = false,
            |m| m.counters = [("l", 7)].into(),
            |m| m.values = vec![0.5],
        ];
        for (index, change) in changed.into_iter().enumerate() {
            let mut message = message();
            change(&mut message);
            // An empty text counts nothing, as its absence does: the value beside the fold tells them apart.
            assert_eq!(of(&message).unwrap() == whole, index == 1, "{index}");
        }
    }
}
