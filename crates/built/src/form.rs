//! How values of a message look in the generated types of a candidate.

use std::sync::Arc;

use wirecost_types::lower::{Item, Kind, Lowered, Missing, Origin, Ty};
use wirecost_types::{Key, Model, lower};
use wirecost_value::Value;

use crate::documents::Documents;
use crate::recipe::TypesOf;
use crate::{Recipe, Refusal, documents, generated, lent};

/// The types of a message as one candidate takes them, with what carries values over.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// What the runner calls the type.
    pub type_name: String,
    /// What the runner calls the candidate.
    pub candidate: String,
    types: TypesOf,
    /// How the candidate names what is in a document, if the message is one.
    documents: Option<Documents>,
    model: Arc<Model>,
    lowered: Lowered,
}

impl Form {
    /// The form of the types of a recipe.
    ///
    /// # Errors
    /// If the format cannot hold the model, with the field and the reason.
    pub fn new(recipe: &Recipe, candidate: &str, model: Arc<Model>) -> Result<Self, Refusal> {
        let types = recipe.types.unwrap_or(TypesOf::Rust);
        let lowered = lower(&model, types.format())?;
        let type_name = match &model.root {
            wirecost_types::Type::Named(name) => name.clone(),
            _ => "message".to_owned(),
        };
        let documents = recipe.documents.clone().filter(|_| model.document.is_some());
        Ok(Self { type_name, candidate: candidate.to_owned(), types, documents, model, lowered })
    }

    /// The types of the message.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The types as their format holds them.
    pub fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    /// How the candidate names what is in a document; none if the message is data of another format.
    pub(crate) fn documents(&self) -> Option<&Documents> {
        self.documents.as_ref()
    }

    /// Whether it is read from a document and written as one.
    pub fn is_document(&self) -> bool {
        self.documents.is_some()
    }

    /// Whether a value can be one of several types, which no byte need tell apart.
    pub fn has_unions(&self) -> bool {
        self.lowered.items.iter().any(|item| matches!(item.kind, Kind::Union(_)))
    }

    /// The fields that the format writes in one way where they are null and where they are absent, so that only the types tell which
    /// it is; none if there are none.
    pub fn null_is_absent(&self) -> Option<String> {
        /// More are counted.
        const NAMED: usize = 3;
        let of_item = |item: &Item| -> Vec<String> {
            let (Origin::Named(name), Kind::Record(fields)) = (&item.origin, &item.kind) else { return Vec::new() };
            let fields = fields.iter().filter(|field| field.missing != Missing::Same);
            fields.map(|field| format!("{name}.{}", field.source)).collect()
        };
        let fields: Vec<String> = self.lowered.items.iter().flat_map(of_item).collect();
        let named = fields[..fields.len().min(NAMED)].join(", ");
        match fields.len().saturating_sub(NAMED) {
            _ if fields.is_empty() => None,
            0 => Some(named),
            more => Some(format!("{named} and {more} more")),
        }
    }

    /// Whether a generator of the format's own writes the types.
    pub fn is_generated(&self) -> bool {
        matches!(self.types, TypesOf::Protobuf | TypesOf::FlatBuffers | TypesOf::CapnProto)
    }

    /// Whether the types can be lent out of the message.
    pub fn lends(&self) -> bool {
        if self.is_generated() { lent::can(&self.lowered) } else { !self.has_unions() }
    }

    /// A value of the model as what lies in a message tells it.
    ///
    /// # Errors
    /// If it is not of the model.
    pub fn lent(&self, typed: &Value) -> Result<Value, Refusal> {
        Ok(self.lowered.wrap(&self.model, typed)?)
    }

    /// A value of the model as a value of the generated types.
    ///
    /// # Errors
    /// If it is not of the model.
    pub fn value(&self, typed: &Value) -> Result<Value, Refusal> {
        if let Some(documents) = &self.documents {
            return documents::value(&self.model, &self.candidate, documents, typed);
        }
        let wrapped = self.lowered.wrap(&self.model, typed)?;
        Ok(match self.types {
            TypesOf::Protobuf | TypesOf::FlatBuffers => generated::value(&self.lowered, &self.lowered.root, wrapped),
            _ => wrapped,
        })
    }

    /// A value as its text in a format of the data tree reads, such as JSON, with the types of the model.
    ///
    /// # Errors
    /// If it is not of the model.
    pub fn read(&self, value: &Value) -> Result<Value, Refusal> {
        self.value(&self.model.fit(value)?)
    }

    /// The sum over all leaves and keys of maps (docs/PROTOCOL.md) of a value of the generated types.
    pub fn fold(&self, value: &Value) -> u64 {
        self.fold_of(&self.lowered.root, value)
    }

    fn fold_of(&self, ty: &Ty, value: &Value) -> u64 {
        let sum = |numbers: &mut dyn Iterator<Item = u64>| numbers.fold(0, u64::wrapping_add);
        match (ty, value) {
            (Ty::Optional(inner), _) => self.fold_of(inner, value),
            (Ty::List(item) | Ty::Set(item), Value::Sequence(items)) => {
                sum(&mut items.iter().map(|value| self.fold_of(item, value)))
            }
            (Ty::Map(Key::Text, item), Value::Map(entries)) => sum(&mut entries
                .iter()
                .map(|(key, value)| wirecost_value::fold::of_text(key).wrapping_add(self.fold_of(item, value)))),
            // Keys that are no text count as the numbers that they are.
            (Ty::Map(_, item), Value::Map(entries)) => sum(&mut entries.iter().map(|(key, value)| {
                let key = key.parse::<i128>().map_or_else(|_| u64::from(key == "true"), |n| n as u64);
                key.wrapping_add(self.fold_of(item, value))
            })),
            (Ty::Item(index), _) => match &self.lowered.items[*index].kind {
                Kind::Record(fields) => sum(&mut fields.iter().filter_map(|field| {
                    let key = if self.types == TypesOf::Rust { &field.source } else { &field.name };
                    Some(self.fold_of(&field.ty, value.get(key)?))
                })),
                // Which branch it is, no byte says.
                Kind::Union(fields) => fields
                    .iter()
                    .map(|field| &field.ty)
                    .find(|ty| self.looks_like(ty, value))
                    .map_or(0, |ty| self.fold_of(ty, value)),
                _ => wirecost_value::fold::of_leaf(value),
            },
            _ => wirecost_value::fold::of_leaf(value),
        }
    }

    /// Whether a value is of a branch of a union without marks: by its kind, which is all that such a union goes by.
    fn looks_like(&self, ty: &Ty, value: &Value) -> bool {
        match (ty, value) {
            (Ty::Item(index), Value::Map(entries)) => match &self.lowered.items[*index].kind {
                Kind::Record(fields) => entries.iter().all(|(key, _)| fields.iter().any(|field| field.source == *key)),
                Kind::Union(fields) => fields.iter().any(|field| self.looks_like(&field.ty, value)),
                _ => false,
            },
            (Ty::List(_) | Ty::Set(_), Value::Sequence(_)) | (Ty::Map(..), Value::Map(_)) => true,
            (Ty::List(_) | Ty::Set(_) | Ty::Map(..), _) | (_, Value::Sequence(_) | Value::Map(_)) => false,
            _ => true,
        }
    }
}

/// A value with one way to say that nothing is there: a field that is null is left out, and an item that is absent is null.
/// Both are `None` in Rust, and no format without field names tells them apart.
pub fn normal(value: Value) -> Value {
    match value {
        Value::Absent => Value::Null,
        Value::Sequence(items) => Value::Sequence(items.into_iter().map(normal).collect()),
        Value::Map(entries) => {
            let entries = entries.into_iter().map(|(key, value)| (key, normal(value)));
            Value::Map(entries.filter(|(_, value)| *value != Value::Null).collect())
        }
        leaf => leaf,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_says_which_fields_are_null_by_being_left_out() {
        let toml = "type = \"a\"\n[types.a]\nb = \"text|null\"\nc = \"text?\"\nd = \"text|null?\"\ne = \"i64\"\n";
        let model = Arc::new(Model::from_toml("a.toml", toml).unwrap());
        let recipes = crate::Recipes::embedded();
        let fields = |candidate: &str| {
            let recipe = recipes.of(candidate).unwrap();
            Form::new(recipe, candidate, Arc::clone(&model)).unwrap().null_is_absent()
        };
        // The field that may be both is a wrapper, and what only may be absent is never null.
        assert_eq!(fields("prost").as_deref(), Some("a.b"));
        assert_eq!(fields("capnp").as_deref(), Some("a.b"));
        assert_eq!(fields("serde_json"), None);
        // Avro has no field that is not there.
        assert_eq!(fields("apache-avro").as_deref(), Some("a.c, a.d"));
    }

    #[test]
    fn nothing_is_said_in_one_way() {
        let json = |text: &str| wirecost_value::json::read(text.as_bytes()).unwrap();
        let value = Value::Map(vec![
            ("a".into(), Value::Absent),
            ("b".into(), Value::Null),
            ("c".into(), Value::Sequence(vec![Value::Absent, Value::Null])),
        ]);
        assert_eq!(normal(value), json(r#"{"c": [null, null]}"#));
    }
}
