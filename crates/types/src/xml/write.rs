//! A value of a model as a document.

use wirecost_value::infoset::{Attribute, Declaration, Event, Infoset, Start};
use wirecost_value::{ConvertError, MAX_DEPTH, Value, mapping};

use super::XSI;
use super::place::{XmlDocument, XmlName, XmlPlace};
use crate::{Field, Model, Type};

/// What takes the events of a document that is written.
type Each<'e> = dyn FnMut(Event) -> Result<(), ConvertError> + Send + 'e;

/// Writes a value of the model, with its types or before [`Model::fit`], as a document. All prefixes are declared on the root element.
///
/// # Errors
/// If the model says nothing of documents, or the value is not of it.
pub fn to_infoset(model: &Model, value: &Value) -> Result<Infoset, ConvertError> {
    let mut infoset = Infoset::default();
    write_events(model, value, &mut |event| {
        infoset.events.push(event);
        Ok(())
    })?;
    Ok(infoset)
}

/// Gives each event of the document that [`to_infoset`] makes.
///
/// # Errors
/// As [`to_infoset`], or those of `each`.
pub fn write_events(model: &Model, value: &Value, each: &mut Each<'_>) -> Result<(), ConvertError> {
    let Some(document) = &model.document else {
        return Err(ConvertError::new("its type does not say how it is written as XML"));
    };
    let mut writer = Writer { model, document, each };
    crate::infer::on_large_stack(|| writer.element(&document.element, None, &model.root, value, 0))
        .map_err(ConvertError::new)?
}

struct Writer<'m, 'e> {
    model: &'m Model,
    document: &'m XmlDocument,
    each: &'m mut Each<'e>,
}

fn unfit(name: &str, value: &Value) -> ConvertError {
    ConvertError::new(format_args!("{name}: {} is not of its type", value.kind()))
}

impl<'m> Writer<'m, '_> {
    fn element(
        &mut self,
        name: &XmlName,
        xsi_type: Option<&XmlName>,
        ty: &'m Type,
        value: &Value,
        depth: usize,
    ) -> Result<(), ConvertError> {
        if depth > MAX_DEPTH {
            return Err(ConvertError::new(format_args!("nested deeper than {MAX_DEPTH} levels")));
        }
        let mut start = Start {
            namespace: (!name.namespace.is_empty()).then(|| name.namespace.clone()),
            name: name.local.clone(),
            prefix: self.prefix(&name.namespace, false)?,
            ..Start::default()
        };
        if depth == 0 {
            start.declarations = self.declarations();
        }
        if let Some(ty) = xsi_type {
            let value = self.document.spell(ty, false);
            start.attributes.push(self.attribute(&XmlName::new(XSI, "type"), value)?);
        }
        let record = self.model.record_of(ty).map(|(_, record)| record);
        match (value, record) {
            (Value::Null, _) => {
                start.attributes.push(self.attribute(&XmlName::new(XSI, "nil"), "true".to_owned())?);
                (self.each)(Event::Start(start))?;
            }
            (Value::Map(_), Some(record)) => {
                for field in &record.fields {
                    let Some(XmlPlace::Attribute(name)) = &field.xml else { continue };
                    if let Some(value) = present(value, field) {
                        start.attributes.push(self.attribute(name, self.text(&field.ty, value)?)?);
                    }
                }
                (self.each)(Event::Start(start))?;
                for field in &record.fields {
                    if let Some(value) = present(value, field) {
                        self.field(field, value, depth)?;
                    }
                }
            }
            (_, Some(_)) => return Err(unfit(&name.local, value)),
            (_, None) => {
                (self.each)(Event::Start(start))?;
                let text = self.text(ty, value)?;
                self.push_text(text)?;
            }
        }
        (self.each)(Event::End)
    }

    fn declarations(&self) -> Vec<Declaration> {
        let declared = self.document.namespaces.iter();
        let declared = declared.map(|(prefix, namespace)| Declaration {
            prefix: (!prefix.is_empty()).then(|| prefix.clone()),
            namespace: namespace.clone(),
        });
        declared.collect()
    }

    /// Writes what stands in the content of the element.
    fn field(&mut self, field: &'m Field, value: &Value, depth: usize) -> Result<(), ConvertError> {
        match (&field.xml, value, &field.ty) {
            (None | Some(XmlPlace::Attribute(_)), ..) => Ok(()),
            (Some(XmlPlace::Text), ..) => {
                let text = self.text(&field.ty, value)?;
                self.push_text(text)
            }
            (Some(place), Value::Sequence(items), Type::List(item) | Type::Set(item)) => {
                items.iter().try_for_each(|value| self.child(field, place, item, value, depth))
            }
            (Some(place), ..) => self.child(field, place, &field.ty, value, depth),
        }
    }

    fn child(
        &mut self,
        field: &'m Field,
        place: &'m XmlPlace,
        ty: &'m Type,
        value: &Value,
        depth: usize,
    ) -> Result<(), ConvertError> {
        if let Some((name, xsi_type)) = place.as_element() {
            return self.element(name, xsi_type, ty, value, depth + 1);
        }
        let alternatives = self.model.alternatives(field).map(|record| record.fields.as_slice()).unwrap_or_default();
        let mut there = alternatives.iter().filter_map(|field| Some((field, present(value, field)?)));
        match there.next() {
            Some((field, value)) => self.field(field, value, depth),
            None => Err(unfit(&field.name, value)),
        }
    }

    fn push_text(&mut self, text: String) -> Result<(), ConvertError> {
        if text.is_empty() { Ok(()) } else { (self.each)(Event::Text(text)) }
    }

    /// The text of a value that is no record.
    fn text(&self, ty: &Type, value: &Value) -> Result<String, ConvertError> {
        Ok(mapping::leaf_text(&self.model.spell_type(ty, value))?.1)
    }

    fn attribute(&self, name: &XmlName, value: String) -> Result<Attribute, ConvertError> {
        let namespace = (!name.namespace.is_empty()).then(|| name.namespace.clone());
        Ok(Attribute { namespace, name: name.local.clone(), value, prefix: self.prefix(&name.namespace, true)? })
    }

    fn prefix(&self, namespace: &str, is_attribute: bool) -> Result<Option<String>, ConvertError> {
        if namespace.is_empty() {
            return Ok(None);
        }
        match self.document.prefix(namespace, is_attribute) {
            Some("") => Ok(None),
            Some(prefix) => Ok(Some(prefix.to_owned())),
            None => Err(ConvertError::new(format_args!("no prefix stands for the namespace {namespace:?}"))),
        }
    }
}

/// The value of a field, if the record has it.
fn present<'v>(value: &'v Value, field: &Field) -> Option<&'v Value> {
    value.get(&field.name).filter(|value| !matches!(value, Value::Absent))
}
