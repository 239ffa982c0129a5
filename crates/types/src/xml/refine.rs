//! A model as documents use it: without what they do not have, and with types whose values come back as they were written.

use std::collections::{HashMap, HashSet};

use wirecost_value::infoset::Infoset;
use wirecost_value::mapping;

use super::leaf::Leaf;
use super::place::XmlPlace;
use super::read::{DataReader, FieldKey, ROOT};
use crate::infer::{Proposals, decide};
use crate::{Definition, Field, Model, Presence, Record, Type};

/// What documents have of each field.
#[derive(Debug, Default)]
pub(super) struct Survey<'m> {
    pub(super) used: HashSet<FieldKey<'m>>,
    texts: HashMap<FieldKey<'m>, Texts>,
}

/// The texts of a field.
#[derive(Debug)]
struct Texts {
    leaf: Leaf,
    /// Whether each comes back from the type of the field.
    come_back: bool,
}

impl<'m> Survey<'m> {
    /// Counts the text of a field.
    pub(super) fn text(&mut self, model: &Model, field: FieldKey<'m>, ty: &Type, text: &str) {
        let texts = self.texts.entry(field).or_insert_with(|| Texts { leaf: Leaf::default(), come_back: true });
        texts.leaf.add(text);
        texts.come_back = texts.come_back && comes_back(model, ty, text);
    }
}

/// Whether a text is written again as it is by its type.
fn comes_back(model: &Model, ty: &Type, text: &str) -> bool {
    let typed = model.leaf(ty, text).ok().and_then(|value| model.fit_type(ty, &value).ok());
    let written = typed.and_then(|value| mapping::leaf_text(&model.spell_type(ty, &value)).ok());
    written.is_some_and(|(_, written)| written == text)
}

/// A document that is not of a model.
#[derive(Debug)]
pub struct DocumentFault {
    /// Its number.
    pub document: usize,
    /// The line, where it is known.
    pub line: Option<usize>,
    /// What is wrong there.
    pub reason: String,
}

/// A model as documents use it.
pub(crate) struct Refined {
    pub(crate) model: Model,
    /// How many fields no document has.
    pub(crate) left_out: usize,
}

/// The model without the fields that no document has, and with text, or another number, where texts would not come back from their type.
///
/// # Errors
/// If a document is not of the model.
pub(crate) fn refined(model: &Model, documents: &[&Infoset]) -> Result<Refined, DocumentFault> {
    let mut survey = Survey::default();
    for (number, document) in documents.iter().enumerate() {
        let fault = |line, reason: String| DocumentFault { document: number, line, reason };
        let Some(mut reader) = DataReader::new(model) else {
            return Err(fault(None, "its type does not say how it is read from XML".to_owned()));
        };
        reader.survey = Some(survey);
        for (index, event) in document.events.iter().enumerate() {
            reader.event(event).map_err(|reason| fault(document.line(index), reason))?;
        }
        survey = reader.survey.take().unwrap_or_default();
    }
    let before = fields(model);
    let mut refined = model.clone();
    refined.root = survey.type_of(ROOT, &model.root);
    for (name, definition) in &mut refined.types {
        let Definition::Record(record) = definition else { continue };
        let kept = model.record(name).into_iter().flat_map(|record| record.fields.iter().enumerate());
        let kept = kept.filter_map(|(index, field)| {
            // The names of the model live longer than those of its copy.
            let (name, _) = model.types.get_key_value(name)?;
            let is_needed = field.presence == Presence::Required && !matches!(field.ty, Type::List(_));
            let is_kept = is_needed || survey.used.contains(&(name.as_str(), index));
            is_kept.then(|| Field { ty: survey.type_of((name, index), &field.ty), ..field.clone() })
        });
        *record = Record::new(kept.collect());
    }
    let model = collapsed(refined.without_unused());
    let left_out = before.saturating_sub(fields(&model));
    Ok(Refined { model, left_out })
}

fn fields(model: &Model) -> usize {
    model.types.values().map(|it| if let Definition::Record(record) = it { record.fields.len() } else { 0 }).sum()
}

impl Survey<'_> {
    /// The type of a field whose texts come back.
    fn type_of(&self, field: FieldKey<'_>, ty: &Type) -> Type {
        let Some(texts) = self.texts.get(&field).filter(|texts| !texts.come_back) else { return ty.clone() };
        let is_nullable = matches!(ty, Type::Nullable(_));
        let plain = if let Type::Nullable(inner) = ty { inner } else { ty };
        let is_number = matches!(plain, Type::Integer(_) | Type::Float32 | Type::Float64 | Type::Boolean);
        let found = if is_number {
            decide(&texts.leaf.clone().seen(None), "", Proposals::Listed).model.root
        } else {
            Type::Text
        };
        if is_nullable { found.nullable() } else { found }
    }
}

/// The model with the text of an element in place of a record that has nothing else.
pub(crate) fn collapsed(mut model: Model) -> Model {
    let alone = |record: &Record| match &record.fields[..] {
        [Field { xml: Some(XmlPlace::Text), ty, presence: Presence::Required, .. }] => Some(ty.clone()),
        _ => None,
    };
    let texts: HashMap<String, Type> = model
        .types
        .iter()
        .filter_map(|(name, definition)| match definition {
            Definition::Record(record) => Some((name.clone(), alone(record)?)),
            _ => None,
        })
        .collect();
    model.root = replaced(&model.root, &texts);
    for definition in model.types.values_mut() {
        if let Definition::Record(record) = definition {
            record.fields.iter_mut().for_each(|field| field.ty = replaced(&field.ty, &texts));
        }
    }
    model.without_unused()
}

fn replaced(ty: &Type, texts: &HashMap<String, Type>) -> Type {
    match ty {
        Type::Named(name) => texts.get(name).unwrap_or(ty).clone(),
        Type::List(item) => Type::list(replaced(item, texts)),
        Type::Nullable(inner) => replaced(inner, texts).nullable(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_from_its_type_or_does_not() {
        let model = Model::new(Type::Text, Default::default());
        for (ty, text, expected) in [
            ("f64", "1.5", true),
            ("f64", "1.50", false),
            ("i32", "7", true),
            ("i32", "007", false),
            ("i8", "300", false),
            ("bool", "true", true),
            ("bool", "1", false),
            ("date", "2026-02-03", true),
            ("date", "2026-02-03Z", false),
            ("timestamp(us)", "2026-02-03T04:05:06Z", true),
            ("timestamp(us)", "2026-02-03T04:05:06+01:00", false),
            ("bytes", "AQI=", true),
            ("bytes", "AQ I=", false),
            ("text", "", true),
        ] {
            assert_eq!(comes_back(&model, &Type::parse(ty).unwrap(), text), expected, "{ty} {text}");
        }
    }
}
