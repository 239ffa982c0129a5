//! An element as a struct, and its content field by field.

use std::rc::Rc;

use serde::de::{self, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::error::DeError;
use super::source::{Item, Source, Start};
use super::text::Text;

/// An element whose start tag was read.
pub struct Element<'s, 'a, 'k> {
    source: &'s mut Source<'a, 'k>,
    start: Start,
}

impl<'s, 'a, 'k> Element<'s, 'a, 'k> {
    pub fn new(source: &'s mut Source<'a, 'k>, start: Start) -> Self {
        Self { source, start }
    }

    /// The text of an element without child elements.
    fn text(self) -> Result<Text, DeError> {
        let mut text = String::new();
        loop {
            match self.source.next()? {
                Item::Text(more) => text = more,
                Item::End => return Ok(Text(text)),
                Item::Start(child) => {
                    let reason = format!("element {:?} in {:?}, where a text was expected", child.key, self.start.key);
                    return Err(DeError::Type(reason));
                }
            }
        }
    }

    fn fields<'de, V: Visitor<'de>>(self, names: &'static [&'static str], visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_map(Fields {
            source: self.source,
            attributes: self.start.attributes.into_iter(),
            names,
            value: None,
            has_children: false,
        })
    }
}

/// What the text of the element gives.
macro_rules! from_text {
    ($($function:ident)*) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            self.text()?.$function(visitor)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Element<'_, '_, '_> {
    type Error = DeError;

    from_text! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
        deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.fields(&[], visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.fields(names, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.text()?.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.source.skip_element()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_unit(visitor)
    }

    forward_to_deserialize_any! { seq tuple tuple_struct map }
}

/// What the next value of a struct is.
enum Value {
    /// A text: of an attribute, or of the element.
    Text(String),
    /// The child elements that come next: those of this name, or of any name that is no field.
    Children(Option<Rc<str>>),
}

/// The fields of a struct: attributes, then what is in the element.
struct Fields<'s, 'a, 'k> {
    source: &'s mut Source<'a, 'k>,
    attributes: std::vec::IntoIter<(Rc<str>, String)>,
    names: &'static [&'static str],
    value: Option<Value>,
    has_children: bool,
}

impl<'de> MapAccess<'de> for Fields<'_, '_, '_> {
    type Error = DeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DeError> {
        if let Some((key, value)) = self.attributes.next() {
            self.value = Some(Value::Text(value));
            return read_key(seed, &key).map(Some);
        }
        loop {
            if let Item::Start(start) = self.source.peek()? {
                self.has_children = true;
                let key = Rc::clone(&start.key);
                let is_field = self.names.contains(&&*key) || !self.names.contains(&ONE_OF);
                self.value = Some(Value::Children(is_field.then(|| Rc::clone(&key))));
                return read_key(seed, if is_field { &key } else { ONE_OF }).map(Some);
            }
            let Item::Text(text) = self.source.next()? else { return Ok(None) };
            let is_alone = !self.has_children && matches!(self.source.peek()?, Item::End);
            if is_alone || !text.bytes().all(|byte| byte.is_ascii_whitespace()) {
                self.value = Some(Value::Text(text));
                return read_key(seed, TEXT).map(Some);
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeError> {
        match self.value.take() {
            Some(Value::Text(text)) => seed.deserialize(Text(text)),
            Some(Value::Children(key)) => seed.deserialize(Children { source: self.source, names: self.names, key }),
            None => Err(DeError::Type("a value without a name".to_owned())),
        }
    }
}

fn read_key<'de, K: DeserializeSeed<'de>>(seed: K, key: &str) -> Result<K::Value, DeError> {
    seed.deserialize(de::value::StrDeserializer::<DeError>::new(key))
}

/// The child elements that come next, of which a list takes all of its names and any other type the first.
struct Children<'s, 'a, 'k> {
    source: &'s mut Source<'a, 'k>,
    names: &'static [&'static str],
    /// The name of the field; none for elements of any name that is no field.
    key: Option<Rc<str>>,
}

impl<'s, 'a, 'k> Children<'s, 'a, 'k> {
    fn first(self) -> Result<Element<'s, 'a, 'k>, DeError> {
        match self.source.next()? {
            Item::Start(start) => Ok(Element::new(self.source, start)),
            _ => Err(DeError::Type("an element was expected".to_owned())),
        }
    }
}

/// What the first element gives.
macro_rules! from_first {
    ($($function:ident)*) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            self.first()?.$function(visitor)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Children<'_, '_, '_> {
    type Error = DeError;

    from_first! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_identifier
        deserialize_unit deserialize_map deserialize_ignored_any
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, DeError> {
        self.first()?.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.first()?.deserialize_struct(name, names, visitor)
    }

    /// Of a field, the name that the text is; else the element itself is the variant.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        let is_field = self.key.is_some();
        let first = self.first()?;
        if is_field { first.deserialize_enum(name, variants, visitor) } else { visitor.visit_enum(Variant(first)) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_seq(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_seq(self)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        visitor.visit_seq(self)
    }
}

impl<'de> SeqAccess<'de> for Children<'_, '_, '_> {
    type Error = DeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DeError> {
        loop {
            match self.source.peek()? {
                Item::Start(start) => {
                    let is_item = match &self.key {
                        Some(key) => start.key == *key,
                        None => !self.names.contains(&&*start.key),
                    };
                    if !is_item {
                        return Ok(None);
                    }
                    let item = Children { source: self.source, names: self.names, key: self.key.clone() };
                    return seed.deserialize(item).map(Some);
                }
                Item::Text(text) if text.bytes().all(|byte| byte.is_ascii_whitespace()) => {
                    self.source.next()?;
                }
                Item::Text(_) | Item::End => return Ok(None),
            }
        }
    }
}

/// An element as a variant of an enum.
struct Variant<'s, 'a, 'k>(Element<'s, 'a, 'k>);

impl<'de, 's, 'a, 'k> EnumAccess<'de> for Variant<'s, 'a, 'k> {
    type Error = DeError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), DeError> {
        let variant = read_key(seed, &self.0.start.key)?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_, '_> {
    type Error = DeError;

    fn unit_variant(self) -> Result<(), DeError> {
        self.0.source.skip_element()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeError> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, DeError> {
        Err(DeError::Type(format!("element {:?} as a tuple", self.0.start.key)))
    }

    fn struct_variant<V: Visitor<'de>>(self, names: &'static [&'static str], visitor: V) -> Result<V::Value, DeError> {
        self.0.fields(names, visitor)
    }
}

/// What serde calls the text of an element, and a child element that may be one of several.
const TEXT: &str = "$text";
const ONE_OF: &str = "$value";
