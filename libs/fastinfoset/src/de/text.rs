//! A text as a value.

use serde::de::{self, IntoDeserializer as _, Visitor};
use serde::forward_to_deserialize_any;

use super::error::DeError;

/// The text of an element or an attribute.
#[derive(Debug)]
pub struct Text(pub String);

/// Numbers may have white space around them (XML Schema part 2, 4.3.6).
macro_rules! parsed {
    ($($function:ident $visit:ident $what:literal)*) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            match self.0.trim().parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => Err(DeError::Type(format!("{:?} is no {}", self.0, $what))),
            }
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Text {
    type Error = DeError;

    parsed! {
        deserialize_i8 visit_i8 "integer of 8 bits"
        deserialize_i16 visit_i16 "integer of 16 bits"
        deserialize_i32 visit_i32 "integer of 32 bits"
        deserialize_i64 visit_i64 "integer of 64 bits"
        deserialize_i128 visit_i128 "integer of 128 bits"
        deserialize_u8 visit_u8 "integer of 8 bits without sign"
        deserialize_u16 visit_u16 "integer of 16 bits without sign"
        deserialize_u32 visit_u32 "integer of 32 bits without sign"
        deserialize_u64 visit_u64 "integer of 64 bits without sign"
        deserialize_u128 visit_u128 "integer of 128 bits without sign"
        deserialize_f32 visit_f32 "number"
        deserialize_f64 visit_f64 "number"
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.0.trim() {
            "true" | "1" => visitor.visit_bool(true),
            "false" | "0" => visitor.visit_bool(false),
            _ => Err(DeError::Type(format!("{:?} is no boolean", self.0))),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_string(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
