//! Simple types: what a text of them is (XML Schema part 2).

use std::sync::Arc;

use super::build::Builder;
use super::components::{Kind, Node, XS};
use crate::xml::XmlName;
use crate::{Definition, Enumeration, Int, TimeUnit, Type, TypesError};

/// Types that restrict or list each other deeper than this contain themselves.
const MAX_STEPS: usize = 100;

/// The type of a built-in simple type, as far as its values come back as they were written; else text. Which documents do decides in the
/// end.
fn built_in(local: &str) -> Type {
    match local {
        "boolean" => Type::Boolean,
        "byte" => Type::Integer(Int::I8),
        "short" => Type::Integer(Int::I16),
        "int" => Type::Integer(Int::I32),
        "long" | "integer" | "nonPositiveInteger" | "negativeInteger" => Type::Integer(Int::I64),
        "unsignedByte" => Type::Integer(Int::U8),
        "unsignedShort" => Type::Integer(Int::U16),
        "unsignedInt" => Type::Integer(Int::U32),
        "unsignedLong" | "nonNegativeInteger" | "positiveInteger" => Type::Integer(Int::U64),
        "float" => Type::Float32,
        // Its values have no fixed scale.
        "double" | "decimal" => Type::Float64,
        "date" => Type::Date,
        "dateTime" => Type::Timestamp(TimeUnit::Microseconds),
        "base64Binary" => Type::Bytes { length: None },
        _ => Type::Text,
    }
}

impl Builder<'_> {
    /// The type of texts of a simple type by its name.
    pub(super) fn simple_named(&mut self, at: &Node, name: &XmlName, steps: usize) -> Result<Type, TypesError> {
        if name.namespace == XS {
            return Ok(built_in(&name.local));
        }
        let Some(node) = self.components.get(Kind::Type, name).cloned() else {
            return Err(self.unknown(at, "type", name));
        };
        if node.is("complexType") {
            return Err(at.broken(format_args!("{} is no simple type", name.local)));
        }
        self.simple(&node, Some(name), steps)
    }

    /// The type of texts of a simple type: that of what it restricts, or an enumeration. A list or a union is text.
    pub(super) fn simple(
        &mut self,
        node: &Arc<Node>,
        name: Option<&XmlName>,
        steps: usize,
    ) -> Result<Type, TypesError> {
        if steps > MAX_STEPS {
            return Err(node.broken("a simple type that restricts itself"));
        }
        let Some(restriction) = node.child(&["restriction"]) else { return Ok(Type::Text) };
        let base = match (restriction.get("base"), restriction.child(&["simpleType"])) {
            (Some(base), _) => {
                let base = restriction.qualified(base)?;
                self.simple_named(restriction, &base, steps + 1)?
            }
            (None, Some(inner)) => self.simple(inner, None, steps + 1)?,
            (None, None) => Type::Text,
        };
        let symbols: Vec<&str> =
            restriction.children.iter().filter(|it| it.is("enumeration")).filter_map(|it| it.get("value")).collect();
        let is_open = symbols.is_empty() || base != Type::Text;
        let Some(name) = name.filter(|_| !is_open) else { return Ok(base) };
        Ok(self.enumeration(name, &symbols))
    }

    fn enumeration(&mut self, name: &XmlName, symbols: &[&str]) -> Type {
        if let Some(known) = self.enumerations.get(name) {
            return Type::Named(known.clone());
        }
        let mut distinct: Vec<(String, i32)> = Vec::new();
        for symbol in symbols {
            if !distinct.iter().any(|(known, _)| known == symbol) {
                distinct.push(((*symbol).to_owned(), i32::try_from(distinct.len()).unwrap_or(i32::MAX)));
            }
        }
        let of_type = self.type_name(&name.local);
        self.enumerations.insert(name.clone(), of_type.clone());
        let names = Enumeration { symbols: distinct, is_numbered: false };
        self.types.insert(of_type.clone(), Definition::Enumeration(names));
        Type::Named(of_type)
    }
}
