//! Rust values to data trees, through serde.

use serde::{Serialize, ser};

use crate::{ConvertError, Value};

/// The data tree of a Rust value.
///
/// A struct is a map, `None` is absent, a unit variant is text, any other variant a map of one entry; `u8` slices are
/// bytes where they are serialised as such (`serde_bytes`).
///
/// # Errors
/// If the value has no data tree: a map with keys that are not text, an integer of 128 bits.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, ConvertError> {
    value.serialize(ValueSerializer)
}

impl Serialize for Value {
    fn serialize<S: ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Absent => serializer.serialize_none(),
            Self::Boolean(b) => serializer.serialize_bool(*b),
            Self::Integer(n) => match u64::try_from(n.get()) {
                Ok(n) => serializer.serialize_u64(n),
                // Below zero the type guarantees 64 bits.
                Err(_) => serializer.serialize_i64(n.get() as i64),
            },
            Self::Float32(x) => serializer.serialize_f32(*x),
            Self::Float64(x) => serializer.serialize_f64(*x),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Self::Sequence(items) => serializer.collect_seq(items),
            Self::Map(entries) => {
                // An entry that is absent is no entry; formats that write a count need that of the others.
                let present = || entries.iter().filter(|(_, value)| !matches!(value, Self::Absent));
                let mut map = serializer.serialize_map(Some(present().count()))?;
                for (key, value) in present() {
                    ser::SerializeMap::serialize_entry(&mut map, key, value)?;
                }
                ser::SerializeMap::end(map)
            }
        }
    }
}

struct ValueSerializer;

/// A sequence, map or struct under construction, with the variant name around it where it has one.
struct Compound {
    variant: Option<&'static str>,
    items: Vec<Value>,
    entries: Vec<(String, Value)>,
    key: Option<String>,
}

impl Compound {
    fn new(variant: Option<&'static str>) -> Self {
        Self { variant, items: Vec::new(), entries: Vec::new(), key: None }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConvertError> {
        // Outside a map there is nothing to be absent from.
        self.items.push(match to_value(value)? {
            Value::Absent => Value::Null,
            value => value,
        });
        Ok(())
    }

    fn entry<T: Serialize + ?Sized>(&mut self, key: String, value: &T) -> Result<(), ConvertError> {
        self.entries.push((key, to_value(value)?));
        Ok(())
    }

    fn finish(self, value: Value) -> Value {
        match self.variant {
            Some(variant) => Value::Map(vec![(variant.to_owned(), value)]),
            None => value,
        }
    }

    fn sequence(mut self) -> Value {
        let items = std::mem::take(&mut self.items);
        self.finish(Value::Sequence(items))
    }

    fn map(mut self) -> Value {
        let entries = std::mem::take(&mut self.entries);
        self.finish(Value::Map(entries))
    }
}

macro_rules! serialize_number {
    ($($method:ident: $t:ty),*) => {$(
        fn $method(self, n: $t) -> Result<Value, ConvertError> {
            Ok(n.into())
        }
    )*};
}

impl ser::Serializer for ValueSerializer {
    type Ok = Value;
    type Error = ConvertError;
    type SerializeSeq = Compound;
    type SerializeTuple = Compound;
    type SerializeTupleStruct = Compound;
    type SerializeTupleVariant = Compound;
    type SerializeMap = Compound;
    type SerializeStruct = Compound;
    type SerializeStructVariant = Compound;

    serialize_number!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8,
        serialize_u16: u16, serialize_u32: u32, serialize_u64: u64);

    /// A data tree holds bytes as bytes.
    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, b: bool) -> Result<Value, ConvertError> {
        Ok(Value::Boolean(b))
    }

    fn serialize_f32(self, x: f32) -> Result<Value, ConvertError> {
        Ok(Value::Float32(x))
    }

    fn serialize_f64(self, x: f64) -> Result<Value, ConvertError> {
        Ok(Value::Float64(x))
    }

    fn serialize_char(self, c: char) -> Result<Value, ConvertError> {
        Ok(Value::text(c))
    }

    fn serialize_str(self, text: &str) -> Result<Value, ConvertError> {
        Ok(Value::text(text))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value, ConvertError> {
        Ok(Value::Bytes(bytes.to_vec()))
    }

    fn serialize_none(self) -> Result<Value, ConvertError> {
        Ok(Value::Absent)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, ConvertError> {
        to_value(value)
    }

    fn serialize_unit(self) -> Result<Value, ConvertError> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, ConvertError> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, ConvertError> {
        Ok(Value::text(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, ConvertError> {
        to_value(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, ConvertError> {
        Ok(Compound::new(Some(variant)).finish(to_value(value)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Compound, ConvertError> {
        Ok(Compound::new(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound, ConvertError> {
        Ok(Compound::new(None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound, ConvertError> {
        Ok(Compound::new(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound, ConvertError> {
        Ok(Compound::new(Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound, ConvertError> {
        Ok(Compound::new(None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound, ConvertError> {
        Ok(Compound::new(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound, ConvertError> {
        Ok(Compound::new(Some(variant)))
    }
}

macro_rules! serialize_items {
    ($($trait:ident: $method:ident),*) => {$(
        impl ser::$trait for Compound {
            type Ok = Value;
            type Error = ConvertError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConvertError> {
                self.item(value)
            }

            fn end(self) -> Result<Value, ConvertError> {
                Ok(self.sequence())
            }
        }
    )*};
}
serialize_items!(SerializeSeq: serialize_element, SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field);

macro_rules! serialize_fields {
    ($($trait:ident),*) => {$(
        impl ser::$trait for Compound {
            type Ok = Value;
            type Error = ConvertError;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), ConvertError> {
                self.entry(key.to_owned(), value)
            }

            fn end(self) -> Result<Value, ConvertError> {
                Ok(self.map())
            }
        }
    )*};
}
serialize_fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Compound {
    type Ok = Value;
    type Error = ConvertError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), ConvertError> {
        match to_value(key)? {
            Value::Text(key) => self.key = Some(key),
            Value::Integer(key) => self.key = Some(key.get().to_string()),
            Value::Boolean(key) => self.key = Some(key.to_string()),
            other => {
                return Err(ConvertError(format!(
                    "a map key is {}, not text, a whole number or a boolean",
                    other.kind()
                )));
            }
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ConvertError> {
        let key = self.key.take().ok_or_else(|| ConvertError("a map value without a key".into()))?;
        self.entry(key, value)
    }

    fn end(self) -> Result<Value, ConvertError> {
        Ok(self.map())
    }
}
