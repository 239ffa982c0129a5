//! The types of a message by name, as the request `prepare` carries them to runners that compile types (docs/PROTOCOL.md), and as
//! shapes have them.

use std::collections::BTreeMap;

use wirecost_types::{Definition, Field, Key, Model, Presence, Type};
use wirecost_value::Shape;
use wirecost_value::shape::Fields;

use crate::Lack;

/// The types of a message: its own, and the records that it is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct RunnerTypes {
    /// The name of the message's own type.
    pub root: String,
    /// The records by name.
    pub types: BTreeMap<String, Fields>,
    /// The same as one type.
    pub shape: Shape,
}

impl RunnerTypes {
    /// The types of a model, whose records get names that are none of the language's own types.
    ///
    /// # Errors
    /// Which type the language lacks, and where it is.
    pub fn of(model: &Model) -> Result<Self, Lack> {
        let Type::Named(root) = &model.root else { return Err(Lack::new("the message itself is no record")) };
        if model.record(root).is_none() {
            return Err(Lack::new("the message itself is no record"));
        }
        let types = records(model, told_name)?;
        let root = told_name(model, root);
        let shape = Shape::parse(&root, &types).map_err(Lack::new)?;
        Ok(Self { root, types, shape })
    }

    /// The types of a message whose type is called `root`, by the names that its model gives them; an enumeration is text.
    ///
    /// # Errors
    /// Which type has no such form, and where it is.
    pub(crate) fn by_name(model: &Model, root: &str) -> Result<Self, Lack> {
        let types = records(model, |_, name| name.to_owned())?;
        let shape = Shape::parse(root, &types).map_err(Lack::new)?;
        Ok(Self { root: root.to_owned(), types, shape })
    }
}

/// What a record of a model is called.
type Naming = fn(&Model, &str) -> String;

fn records(model: &Model, naming: Naming) -> Result<BTreeMap<String, Fields>, Lack> {
    let mut types = BTreeMap::new();
    for (name, definition) in &model.types {
        let Definition::Record(record) = definition else { continue };
        let fields = record.fields.iter().map(|field| {
            let told = field_type(model, field, naming);
            told.map(|told| (field.name.clone(), told)).map_err(|lack| Lack(format!("field {:?} {lack}", field.name)))
        });
        types.insert(naming(model, name), fields.collect::<Result<Fields, Lack>>()?);
    }
    Ok(types)
}

/// A name that differs from those of types such as `text`, in letters, digits and hyphens.
fn told_name(model: &Model, name: &str) -> String {
    let number = model.types.get_index_of(name).unwrap_or_default();
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("t{number}-{plain}")
}

fn field_type(model: &Model, field: &Field, naming: Naming) -> Result<String, String> {
    let told = type_text(model, &field.ty, naming)?;
    Ok(match field.presence {
        Presence::Optional => told + "?",
        Presence::Required | Presence::Default(_) => told,
    })
}

fn type_text(model: &Model, ty: &Type, naming: Naming) -> Result<String, String> {
    Ok(match ty {
        Type::Boolean => "bool".into(),
        Type::Integer(int) => int.name().into(),
        Type::Float32 => "f32".into(),
        Type::Float64 => "f64".into(),
        Type::Text => "text".into(),
        Type::Bytes { .. } => "bytes".into(),
        Type::List(item) | Type::Set(item) => format!("[{}]", type_text(model, item, naming)?),
        Type::Map(Key::Text, item) => format!("{{{}}}", type_text(model, item, naming)?),
        Type::Named(name) => match model.types.get(name) {
            Some(Definition::Record(_)) => naming(model, name),
            Some(Definition::Enumeration(_)) => "text".into(),
            _ => return Err("is a union".into()),
        },
        Type::Null | Type::Nullable(_) => return Err("can be null, which cannot be distinguished from absent".into()),
        Type::Union(_) => return Err("is a union".into()),
        Type::Map(..) => return Err("is a map whose keys are not text".into()),
        Type::Timestamp(_) | Type::Date => return Err("is a time".into()),
        Type::Uuid => return Err("is a UUID".into()),
        Type::Decimal { .. } => return Err("is a decimal number".into()),
    })
}

#[cfg(test)]
mod tests {
    use wirecost_types::infer;
    use wirecost_value::json;

    use super::*;

    fn told(text: &str) -> Result<RunnerTypes, Lack> {
        let value = json::read(text.as_bytes()).unwrap();
        RunnerTypes::of(&infer(&[value], "order").unwrap().model)
    }

    #[test]
    fn the_types_for_runners_hold_the_message() {
        let text =
            r#"{"text": {"id": 7, "tags": ["a"], "size": 1.5}, "lines": [{"sku": "x"}, {"sku": "y", "of": true}]}"#;
        told(text).unwrap().shape.apply(&json::read(text.as_bytes()).unwrap()).unwrap();
    }

    #[test]
    fn a_type_that_runners_cannot_get_names_its_field() {
        assert_eq!(told("[1, 2]").unwrap_err().to_string(), "the message itself is no record");
        let of_null = told(r#"{"id": null}"#).unwrap_err().to_string();
        assert!(of_null.starts_with("field \"id\" can be null"), "{of_null}");
        let of_union = told(r#"{"id": [1, "x"]}"#).unwrap_err().to_string();
        assert_eq!(of_union, "field \"id\" is a union");
    }
}
