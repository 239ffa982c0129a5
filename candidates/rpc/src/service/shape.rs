//! The shape of a struct, found out by having it deserialised: its own `Deserialize` asks for its fields and their types.

use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer as _, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// What a value may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// Anything.
    Any,
    /// An integer of 32 bits.
    Integer,
    /// A number of 32 bits.
    Float,
    /// A number of 64 bits.
    Double,
    /// A text.
    Text,
    /// A list of these.
    List(Box<Shape>),
    /// A struct.
    Struct {
        /// Its name.
        name: &'static str,
        /// Its fields in their order.
        fields: Vec<Field>,
    },
}

/// A field of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// Whether it may be absent.
    pub optional: bool,
}

impl Shape {
    /// The shape of a type.
    pub fn of<T: DeserializeOwned>() -> Self {
        let mut found = Found { present: true, ..Found::default() };
        // A type that refuses the values of the trace has shown its shape by then.
        let _ = T::deserialize(Tracer(&mut found));
        found.shape.unwrap_or(Shape::Any)
    }

    /// Adds every struct in it that is not there yet, those that others hold before them.
    pub fn structs(&self, found: &mut Vec<(&'static str, Vec<Field>)>) {
        match self {
            Shape::List(items) => items.structs(found),
            Shape::Struct { name, fields } => {
                fields.iter().for_each(|field| field.shape.structs(found));
                if !found.iter().any(|(known, _)| known == name) {
                    found.push((name, fields.clone()));
                }
            }
            _ => {}
        }
    }
}

/// A value of a type: zeros, empty texts and lists of one, with all that may be absent or without it. None where the type
/// takes no such value.
pub fn sample<T: DeserializeOwned>(present: bool) -> Option<T> {
    T::deserialize(Tracer(&mut Found { present, ..Found::default() })).ok()
}

#[derive(Default)]
struct Found {
    shape: Option<Shape>,
    optional: bool,
    /// Whether what may be absent is given.
    present: bool,
}

impl Found {
    /// What a part of this will be.
    fn part(&self) -> Self {
        Self { present: self.present, ..Self::default() }
    }
}

/// Gives whatever is asked for, and remembers what that was.
struct Tracer<'a>(&'a mut Found);

impl Tracer<'_> {
    fn is(self, shape: Shape) {
        self.0.shape = Some(shape);
    }
}

impl<'de> Deserializer<'de> for Tracer<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.is(Shape::Any);
        visitor.visit_unit()
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.is(Shape::Integer);
        visitor.visit_i32(0)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.is(Shape::Float);
        visitor.visit_f32(0.0)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.is(Shape::Double);
        visitor.visit_f64(0.0)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.is(Shape::Text);
        visitor.visit_str("")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.optional = true;
        if self.0.present { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut items = self.0.part();
        let value = visitor.visit_seq(One(Some(&mut items)));
        self.is(Shape::List(Box::new(items.shape.unwrap_or(Shape::Any))));
        value
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut fields = Vec::new();
        let value = visitor.visit_map(Fields { names: names.iter(), name: None, fields: &mut fields, of: self.0 });
        self.is(Shape::Struct { name, fields });
        value
    }

    forward_to_deserialize_any! {
        bool i8 i16 i64 i128 u8 u16 u32 u64 u128 char bytes byte_buf unit unit_struct newtype_struct tuple tuple_struct
        map enum identifier ignored_any
    }
}

/// A sequence of one.
struct One<'a>(Option<&'a mut Found>);

impl<'de> SeqAccess<'de> for One<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.0.take().map(|found| seed.deserialize(Tracer(found))).transpose()
    }
}

/// Every field of a struct.
struct Fields<'a> {
    names: std::slice::Iter<'static, &'static str>,
    name: Option<&'static str>,
    fields: &'a mut Vec<Field>,
    of: &'a Found,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.name = self.names.next().copied();
        let name = |name: &'static str| -> StrDeserializer<'static, Error> { name.into_deserializer() };
        self.name.map(|it| seed.deserialize(name(it))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let mut found = self.of.part();
        let value = seed.deserialize(Tracer(&mut found));
        let Found { shape, optional, .. } = found;
        self.fields.push(Field { name: self.name.unwrap_or_default(), shape: shape.unwrap_or(Shape::Any), optional });
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Dns, EchoFloat, Value};

    #[test]
    fn the_fields_of_a_struct_are_found() {
        let Shape::Struct { name: "EchoFloat", fields } = Shape::of::<EchoFloat>() else { panic!() };
        assert_eq!(fields, [Field { name: "value", shape: Shape::Float, optional: false }]);
        let Shape::Struct { fields, .. } = Shape::of::<Dns>() else { panic!() };
        let Shape::List(items) = &fields[0].shape else { panic!("{fields:?}") };
        let Shape::Struct { name: "DnsRecord", fields } = &**items else { panic!("{items:?}") };
        let told: Vec<_> = fields.iter().map(|field| (field.name, field.shape.clone(), field.optional)).collect();
        assert_eq!(told[0], ("key", Shape::Text, false));
        assert_eq!(told[4..], [("type", Shape::Text, true), ("ttl", Shape::Integer, true)]);
        assert_eq!(Shape::of::<Value>(), Shape::Any);
    }
}
