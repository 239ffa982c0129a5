//! A document as a value of a model.

use std::collections::HashMap;

use wirecost_value::infoset::{Attribute, Event, Start, is_whitespace};
use wirecost_value::tape::TapeBuilder;
use wirecost_value::{ConvertError, Tape, Value};

use super::data::{Dropped, Layout, Scope, is_layout_hint, is_nil, is_of_xsi};
use super::place::{XmlDocument, XmlName, XmlPlace};
use super::refine::Survey;
use crate::{Definition, Field, Model, Presence, Record, Type};

/// Reads a document, event by event, as a value of a model.
#[derive(Debug)]
pub struct DataReader<'m> {
    model: &'m Model,
    document: &'m XmlDocument,
    tape: TapeBuilder,
    open: Vec<Open<'m>>,
    scope: Scope,
    lookups: HashMap<&'m str, Lookup<'m>>,
    dropped: Dropped,
    layout: Layout,
    groups: Vec<Option<u32>>,
    types: HashMap<&'m Type, u32>,
    /// What is to be known of each field, where the reader only looks for that.
    pub(super) survey: Option<Survey<'m>>,
}

/// A document that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadDocument {
    /// Its value, before [`Model::fit`]: booleans and numbers are what they are, and all else is text.
    pub tape: Tape,
    /// What of it is no data.
    pub dropped: Dropped,
    /// Where white space was none.
    pub layout: Layout,
    /// A number for the type of each attribute and each text, in the order of the events; none for what is no value by itself. Texts of one
    /// number may be exchanged.
    pub groups: Vec<Option<u32>>,
}

/// Where the fields of a record stand.
#[derive(Debug, Default)]
struct Lookup<'m> {
    attributes: HashMap<&'m XmlName, usize>,
    elements: HashMap<(&'m XmlName, Option<&'m XmlName>), Way>,
    text: Option<usize>,
    /// Of mixed content, its field and the field of a text in it.
    mixed: Option<(usize, &'m Field)>,
    lists: Vec<usize>,
}

/// The field of a child element, and of a choice the number of the field within.
#[derive(Debug, Clone, Copy)]
struct Way {
    field: usize,
    within: Option<usize>,
}

/// An element that is open.
#[derive(Debug)]
struct Open<'m> {
    kind: Kind<'m>,
    /// Its number among the elements.
    number: usize,
    /// The field that its text is, if it has no fields itself.
    field: FieldKey<'m>,
    text: String,
    /// Whether a choice ends with it.
    ends_choice: bool,
}

#[derive(Debug)]
enum Kind<'m> {
    Nil,
    /// With the numbers of its texts so far among the groups.
    Leaf(&'m Type, Vec<usize>),
    Record {
        name: &'m str,
        record: &'m Record,
        is_there: Vec<bool>,
        list: Option<usize>,
        has_children: bool,
    },
}

type Read<T> = Result<T, String>;

/// A field: the name of its record, and its number in it.
pub(super) type FieldKey<'m> = (&'m str, usize);

/// What stands for the message itself.
pub(super) const ROOT: FieldKey<'static> = ("", 0);

/// Where an element belongs.
struct Place<'m> {
    ty: &'m Type,
    /// Whether it is the one field of a choice.
    ends_choice: bool,
    field: FieldKey<'m>,
}

fn written(error: ConvertError) -> String {
    error.to_string()
}

/// The type of the items of a list; none of another type.
fn item(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(item) | Type::Set(item) => Some(item),
        Type::Nullable(inner) => item(inner),
        _ => None,
    }
}

impl Model {
    /// The record that a type is, or is with null.
    pub fn record_of<'m>(&'m self, ty: &'m Type) -> Option<(&'m str, &'m Record)> {
        match ty {
            Type::Nullable(inner) => self.record_of(inner),
            Type::Named(name) => match self.types.get_key_value(name) {
                Some((name, Definition::Record(record))) => Some((name, record)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The alternatives of a field that holds one of several kinds of child elements.
    pub(crate) fn alternatives<'m>(&'m self, field: &'m Field) -> Option<&'m Record> {
        let is_choice = field.xml == Some(XmlPlace::Choice);
        self.record_of(item(&field.ty).unwrap_or(&field.ty)).filter(|_| is_choice).map(|(_, record)| record)
    }
}

impl<'m> Lookup<'m> {
    fn of(model: &'m Model, record: &'m Record) -> Self {
        let mut lookup = Self::default();
        for (index, field) in record.fields.iter().enumerate() {
            if item(&field.ty).is_some() {
                lookup.lists.push(index);
            }
            match &field.xml {
                Some(XmlPlace::Attribute(name)) => _ = lookup.attributes.insert(name, index),
                Some(XmlPlace::Text) => lookup.text = Some(index),
                Some(XmlPlace::Element { name, xsi_type }) => {
                    lookup.elements.insert((name, xsi_type.as_ref()), Way { field: index, within: None });
                }
                Some(XmlPlace::Choice) => {
                    let alternatives = model.alternatives(field).into_iter().flat_map(|record| &record.fields);
                    for (within, alternative) in alternatives.enumerate() {
                        match &alternative.xml {
                            Some(XmlPlace::Text) => lookup.mixed = Some((index, alternative)),
                            Some(place) => {
                                let way = Way { field: index, within: Some(within) };
                                lookup.elements.extend(place.as_element().map(|name| (name, way)));
                            }
                            None => {}
                        }
                    }
                }
                None => {}
            }
        }
        lookup
    }
}

impl<'m> DataReader<'m> {
    /// A reader of documents of a model; none if the model says nothing of documents.
    pub fn new(model: &'m Model) -> Option<Self> {
        Some(Self {
            model,
            document: model.document.as_ref()?,
            tape: TapeBuilder::default(),
            open: Vec::new(),
            scope: Scope::default(),
            lookups: HashMap::new(),
            dropped: Dropped::default(),
            layout: Layout::default(),
            groups: Vec::new(),
            types: HashMap::new(),
            survey: None,
        })
    }

    /// What was read, once the document has ended.
    pub fn finish(self) -> ReadDocument {
        ReadDocument { tape: self.tape.finish(), dropped: self.dropped, layout: self.layout, groups: self.groups }
    }

    /// Takes the next event of the document.
    ///
    /// # Errors
    /// What of it is not of the model.
    pub fn event(&mut self, event: &Event) -> Read<()> {
        match event {
            Event::Start(start) => self.start(start),
            Event::Text(text) => self.text(text),
            Event::End => self.end(),
            Event::Comment(_) => {
                self.dropped.comments += 1;
                Ok(())
            }
            Event::Instruction { .. } => {
                self.dropped.instructions += 1;
                Ok(())
            }
        }
    }

    fn start(&mut self, start: &Start) -> Read<()> {
        self.scope.open(start);
        let name = XmlName::new(start.namespace.as_deref().unwrap_or_default(), &start.name);
        let xsi_type = start.attributes.iter().find(|it| is_of_xsi(it, "type"));
        let xsi_type = xsi_type.filter(|_| !self.open.is_empty());
        let xsi_type = xsi_type.and_then(|attribute| self.scope.qualified(&attribute.value));
        let Place { ty, ends_choice, field } = self.place(&name, xsi_type.as_ref())?;
        let is_type = |it: &Attribute| xsi_type.is_some() && is_of_xsi(it, "type");
        let attributes: Vec<&Attribute> =
            start.attributes.iter().filter(|it| !is_layout_hint(it) && !is_type(it)).collect();
        self.dropped.schema_locations += start.attributes.iter().filter(|it| is_layout_hint(it)).count();
        let first_group = self.groups.len();
        self.groups.resize(first_group + start.attributes.len(), None);
        let is_nil = matches!(attributes[..], [only] if is_nil(only));
        let kind = if is_nil && self.model.takes_null(ty) {
            Kind::Nil
        } else if let Some((name, record)) = self.model.record_of(ty) {
            self.tape.map().map_err(written)?;
            let mut is_there = vec![false; record.fields.len()];
            for attribute in &attributes {
                let field = self.attribute(name, record, attribute)?;
                self.use_field((name, field));
                is_there[field] = true;
                let at = start.attributes.iter().position(|it| std::ptr::eq(it, *attribute)).unwrap_or(0);
                self.groups[first_group + at] = Some(self.group(&record.fields[field].ty));
            }
            Kind::Record { name, record, is_there, list: None, has_children: false }
        } else {
            if let Some(attribute) = attributes.first() {
                return Err(format!("attribute {:?}, which its type has no field for", attribute.name));
            }
            Kind::Leaf(ty, Vec::new())
        };
        let number = self.layout.element();
        self.open.push(Open { kind, number, field, text: String::new(), ends_choice });
        Ok(())
    }

    /// Writes the value of an attribute, and gives the number of its field.
    fn attribute(&mut self, name: &'m str, record: &'m Record, attribute: &Attribute) -> Read<usize> {
        let key = XmlName::new(attribute.namespace.as_deref().unwrap_or_default(), &attribute.name);
        let lookup = self.lookup(name, record);
        let Some(&field) = lookup.attributes.get(&key) else {
            return Err(format!("attribute {:?}, which is no field of {name}", attribute.name));
        };
        let field_type = &record.fields[field].ty;
        self.tape.key(&record.fields[field].name).map_err(written)?;
        let value = self.leaf((name, field), field_type, &attribute.value);
        let value = value.map_err(|reason| format!("attribute {:?}: {reason}", attribute.name))?;
        self.tape.leaf(&value).map_err(written)?;
        Ok(field)
    }

    /// The value of a field that a text is; where the reader only looks, the text.
    fn leaf(&mut self, field: FieldKey<'m>, ty: &'m Type, text: &str) -> Read<Value> {
        let Some(survey) = &mut self.survey else { return self.model.leaf(ty, text) };
        if self.model.record_of(ty).is_some() || item(ty).is_some() {
            return self.model.leaf(ty, text);
        }
        survey.text(self.model, field, ty, text);
        Ok(Value::text(text))
    }

    fn use_field(&mut self, field: FieldKey<'m>) {
        if let Some(survey) = &mut self.survey {
            survey.used.insert(field);
        }
    }

    /// Uses the field of mixed content, and that of a text in it.
    fn use_text(&mut self, record: &'m Record, field: usize, name: &'m str) {
        self.use_field((name, field));
        let ty = &record.fields[field].ty;
        if let Some((choice, record)) = self.model.record_of(item(ty).unwrap_or(ty)) {
            let text = record.fields.iter().position(|field| field.xml == Some(XmlPlace::Text));
            text.into_iter().for_each(|at| self.use_field((choice, at)));
        }
    }

    fn lookup(&mut self, name: &'m str, record: &'m Record) -> &Lookup<'m> {
        let model = self.model;
        self.lookups.entry(name).or_insert_with(|| Lookup::of(model, record))
    }

    fn group(&mut self, ty: &'m Type) -> u32 {
        let next = self.types.len() as u32;
        *self.types.entry(ty).or_insert(next)
    }

    /// Goes to where an element belongs.
    fn place(&mut self, name: &XmlName, xsi_type: Option<&XmlName>) -> Read<Place<'m>> {
        let local = &name.local;
        self.piece()?;
        let Some(Open { kind, .. }) = self.open.last_mut() else {
            let root = &self.document.element;
            if root == name {
                return Ok(Place { ty: &self.model.root, ends_choice: false, field: ROOT });
            }
            return Err(format!("the root element {local:?}; its type has {:?}", root.local));
        };
        let Kind::Record { name: record_name, record, is_there, list, has_children } = kind else {
            return Err(format!("element {local:?} in an element whose type has no fields"));
        };
        *has_children = true;
        let (record_name, record) = (*record_name, *record);
        let model = self.model;
        let lookup = self.lookups.entry(record_name).or_insert_with(|| Lookup::of(model, record));
        let Some(&way) = lookup.elements.get(&(name, xsi_type)) else {
            let of_type = xsi_type.map(|ty| format!(" of xsi:type {:?}", ty.local)).unwrap_or_default();
            return Err(format!("element {local:?}{of_type}, which is no field of {record_name}"));
        };
        let field = &record.fields[way.field];
        if *list != Some(way.field) {
            if list.take().is_some() {
                self.tape.end();
            }
            if std::mem::replace(&mut is_there[way.field], true) {
                return Err(format!("element {local:?} again, in another order or more often than its type has it"));
            }
            self.tape.key(&field.name).map_err(written)?;
            if item(&field.ty).is_some() {
                self.tape.sequence().map_err(written)?;
                *list = Some(way.field);
            }
        }
        let ty = item(&field.ty).unwrap_or(&field.ty);
        let key = (record_name, way.field);
        self.use_field(key);
        let Some(within) = way.within else { return Ok(Place { ty, ends_choice: false, field: key }) };
        let Some((choice, alternative)) =
            model.record_of(ty).and_then(|(name, record)| Some((name, record.fields.get(within)?)))
        else {
            return Err(format!("element {local:?}, which has no type"));
        };
        self.tape.map().map_err(written)?;
        self.tape.key(&alternative.name).map_err(written)?;
        self.use_field((choice, within));
        Ok(Place { ty: &alternative.ty, ends_choice: true, field: (choice, within) })
    }

    fn text(&mut self, text: &str) -> Read<()> {
        let at = self.groups.len();
        let Some(Open { kind, text: held, .. }) = self.open.last_mut() else { return Ok(()) };
        held.push_str(text);
        let ty = match kind {
            Kind::Nil => None,
            Kind::Leaf(ty, texts) => {
                texts.push(at);
                Some(*ty)
            }
            Kind::Record { name, record, .. } => {
                let (name, record) = (*name, *record);
                let lookup = self.lookup(name, record);
                let of_text = lookup.text.map(|field| &record.fields[field].ty);
                of_text.or(lookup.mixed.map(|(_, field)| &field.ty))
            }
        };
        let group = ty.map(|ty| self.group(ty));
        self.groups.push(group);
        Ok(())
    }

    /// Ends the text before a child element: an item of mixed content, or nothing but white space.
    fn piece(&mut self) -> Read<()> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        if open.text.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut open.text);
        let Kind::Record { name, record, is_there, list, .. } = &mut open.kind else {
            return Err(format!("mixed content: text {text:?} beside elements"));
        };
        let (name, record, model) = (*name, *record, self.model);
        let lookup = self.lookups.entry(name).or_insert_with(|| Lookup::of(model, record));
        let Some((field, of_text)) = lookup.mixed else {
            if is_whitespace(&text) {
                self.dropped.white_space += 1;
                self.layout.drops(open.number);
                return Ok(());
            }
            return Err(format!("mixed content: text {text:?} beside elements"));
        };
        if *list != Some(field) {
            if std::mem::replace(&mut is_there[field], true) {
                return Err(format!("text {text:?} after its list has ended"));
            }
            self.tape.key(&record.fields[field].name).map_err(written)?;
            self.tape.sequence().map_err(written)?;
            *list = Some(field);
        }
        self.use_text(record, field, name);
        self.tape.map().map_err(written)?;
        self.tape.key(&of_text.name).map_err(written)?;
        self.tape.leaf(&model.leaf(&of_text.ty, &text)?).map_err(written)?;
        self.tape.end();
        Ok(())
    }

    fn end(&mut self) -> Read<()> {
        if self.is_in_pieces() {
            self.piece()?;
        }
        let Some(open) = self.open.pop() else { return Ok(()) };
        self.scope.close();
        match open.kind {
            Kind::Nil if open.text.is_empty() => self.tape.leaf(&Value::Null).map_err(written)?,
            Kind::Nil => return Err(format!("text {:?} in an element that is nil", open.text)),
            Kind::Leaf(ty, texts) => {
                // Of a text in several pieces none is a value.
                if texts.len() > 1 {
                    texts.into_iter().for_each(|at| self.groups[at] = None);
                }
                let value = self.leaf(open.field, ty, &open.text)?;
                self.tape.leaf(&value).map_err(written)?;
            }
            Kind::Record { name, record, is_there, list, .. } => {
                if list.is_some() {
                    self.tape.end();
                }
                if !self.end_record(name, record, is_there, &open.text)? {
                    self.dropped.white_space += 1;
                    self.layout.drops(open.number);
                }
            }
        }
        if open.ends_choice {
            self.tape.end();
        }
        Ok(())
    }

    /// Whether the text of the innermost element is a part of mixed content, or white space between elements.
    fn is_in_pieces(&mut self) -> bool {
        let Some(Open { kind: Kind::Record { name, record, has_children, .. }, .. }) = self.open.last() else {
            return false;
        };
        let (name, record, has_children) = (*name, *record, *has_children);
        let lookup = self.lookup(name, record);
        has_children || (lookup.text.is_none() && lookup.mixed.is_some())
    }

    /// Writes the text of an element without child elements, and the lists that have no item. Gives whether the text, if there is some, is
    /// data.
    fn end_record(&mut self, name: &'m str, record: &'m Record, is_there: Vec<bool>, text: &str) -> Read<bool> {
        let mut is_data = true;
        let lookup = self.lookup(name, record);
        let (of_text, lists, has_elements) = (lookup.text, lookup.lists.clone(), !lookup.elements.is_empty());
        match of_text {
            Some(field) if !text.is_empty() || record.fields[field].presence == Presence::Required => {
                self.use_field((name, field));
                self.tape.key(&record.fields[field].name).map_err(written)?;
                let value = self.leaf((name, field), &record.fields[field].ty, text)?;
                self.tape.leaf(&value).map_err(written)?;
            }
            _ if text.is_empty() => {}
            _ if is_whitespace(text) && has_elements => is_data = false,
            _ => return Err(format!("text {text:?}, which {name} has no field for")),
        }
        for field in &lists {
            let is_element = !matches!(record.fields[*field].xml, Some(XmlPlace::Attribute(_) | XmlPlace::Text));
            if is_element && !is_there[*field] && record.fields[*field].presence == Presence::Required {
                self.tape.key(&record.fields[*field].name).map_err(written)?;
                self.tape.sequence().map_err(written)?;
                self.tape.end();
            }
        }
        self.tape.end();
        Ok(is_data)
    }
}

impl Model {
    /// Whether null is a value of a type.
    fn takes_null(&self, ty: &Type) -> bool {
        match ty {
            Type::Null | Type::Nullable(_) => true,
            Type::Named(name) => {
                matches!(self.types.get(name), Some(Definition::Union(branches)) if branches.contains(&Type::Null))
            }
            _ => false,
        }
    }
}
