//! Data trees to Rust values, through serde.

use serde::de::{self, DeserializeOwned, IntoDeserializer, Visitor};

use crate::{ConvertError, Integer, Value};

/// The Rust value of a data tree: the inverse of [`to_value`](crate::to_value).
///
/// # Errors
/// If the tree does not fit the type.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, ConvertError> {
    T::deserialize(ValueDeserializer(value))
}

/// By this name a data tree that is read from another tells itself from one that is read from a format.
const OF_A_TREE: &str = "$wirecost::Value";

impl<'de> de::Deserialize<'de> for Value {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(OF_A_TREE, ValueVisitor { none: Value::Absent })
    }
}

struct ValueVisitor {
    /// What nothing means: in a data tree a field without a value; in a format, such as CBOR, its null.
    none: Value,
}

macro_rules! visit_number {
    ($($method:ident: $t:ty),*) => {$(
        fn $method<E>(self, n: $t) -> Result<Value, E> {
            Ok(n.into())
        }
    )*};
}

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value of the data tree")
    }

    visit_number!(visit_i64: i64, visit_u64: u64);

    /// Some formats hold integers of 64 bits as numbers of any size.
    fn visit_u128<E: de::Error>(self, n: u128) -> Result<Value, E> {
        u64::try_from(n).map(Value::from).map_err(|_| E::custom(format!("{n} is an integer of more than 64 bits")))
    }

    fn visit_i128<E: de::Error>(self, n: i128) -> Result<Value, E> {
        i64::try_from(n).map(Value::from).map_err(|_| E::custom(format!("{n} is an integer of more than 64 bits")))
    }

    fn visit_bool<E>(self, b: bool) -> Result<Value, E> {
        Ok(Value::Boolean(b))
    }

    fn visit_f32<E>(self, x: f32) -> Result<Value, E> {
        Ok(Value::Float32(x))
    }

    fn visit_f64<E>(self, x: f64) -> Result<Value, E> {
        Ok(Value::Float64(x))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::text(text))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::Text(text))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value, E> {
        Ok(Value::Bytes(bytes.to_vec()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Value, E> {
        Ok(Value::Bytes(bytes))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(self.none)
    }

    fn visit_newtype_struct<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(Self { none: Value::Null })
    }

    fn visit_some<D: de::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Value::Sequence(items))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut entries: Vec<(String, Value)> = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries))
    }
}

/// A data tree as a serde deserializer.
pub struct ValueDeserializer(Value);

impl<'de> IntoDeserializer<'de, ConvertError> for Value {
    type Deserializer = ValueDeserializer;

    fn into_deserializer(self) -> ValueDeserializer {
        ValueDeserializer(self)
    }
}

impl<'de> de::Deserializer<'de> for ValueDeserializer {
    type Error = ConvertError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ConvertError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Absent => visitor.visit_none(),
            Value::Boolean(b) => visitor.visit_bool(b),
            Value::Integer(n) => visit_integer(n, visitor),
            Value::Float32(x) => visitor.visit_f32(x),
            Value::Float64(x) => visitor.visit_f64(x),
            Value::Text(text) => visitor.visit_string(text),
            Value::Bytes(bytes) => visitor.visit_byte_buf(bytes),
            Value::Sequence(items) => visitor.visit_seq(de::value::SeqDeserializer::new(items.into_iter())),
            Value::Map(entries) => {
                let entries = entries.into_iter().map(|(key, value)| (Key(key), value));
                visitor.visit_map(de::value::MapDeserializer::new(entries))
            }
        }
    }

    /// A data tree holds bytes as bytes.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ConvertError> {
        match self.0 {
            Value::Absent | Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ConvertError> {
        match name {
            OF_A_TREE => self.deserialize_any(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ConvertError> {
        match self.0 {
            Value::Text(variant) => visitor.visit_enum(variant.into_deserializer()),
            Value::Map(entries) if entries.len() == 1 => visitor.visit_enum(de::value::MapAccessDeserializer::new(
                de::value::MapDeserializer::new(entries.into_iter()),
            )),
            other => Err(ConvertError(format!("{} is not a {name} (one of {})", other.kind(), variants.join(", ")))),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// A key, which is text in the data tree and a number or a boolean where a type wants one.
struct Key(String);

impl<'de> IntoDeserializer<'de, ConvertError> for Key {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! parse_keys {
    ($($method:ident: $visit:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ConvertError> {
            match self.0.parse() {
                Ok(key) => visitor.$visit(key),
                Err(_) => visitor.visit_string(self.0),
            }
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Key {
    type Error = ConvertError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ConvertError> {
        visitor.visit_string(self.0)
    }

    parse_keys!(
        deserialize_bool: visit_bool, deserialize_i8: visit_i8, deserialize_i16: visit_i16, deserialize_i32: visit_i32,
        deserialize_i64: visit_i64, deserialize_u8: visit_u8, deserialize_u16: visit_u16, deserialize_u32: visit_u32,
        deserialize_u64: visit_u64
    );

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ConvertError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ConvertError> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

fn visit_integer<'de, V: Visitor<'de>>(n: Integer, visitor: V) -> Result<V::Value, ConvertError> {
    match u64::try_from(n.get()) {
        Ok(n) => visitor.visit_u64(n),
        // Below zero the type guarantees 64 bits.
        Err(_) => visitor.visit_i64(n.get() as i64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_format_is_null_and_nothing_in_a_tree_is_absent() {
        let tree = Value::Map(vec![("a".into(), Value::Null), ("b".into(), Value::Sequence(vec![Value::Null]))]);
        for (bytes, expected) in [(&b"\xf6"[..], Value::Null), (b"\xa2aa\xf6ab\x81\xf6", tree)] {
            assert_eq!(ciborium::from_reader::<Value, _>(bytes).unwrap(), expected);
        }
        let absent = Value::Map(vec![("a".into(), Value::Absent), ("b".into(), Value::Null)]);
        let Value::Map(entries) = from_value::<Value>(absent).unwrap() else { panic!() };
        assert!(matches!(entries[..], [(_, Value::Absent), (_, Value::Null)]), "{entries:?}");
    }
}
