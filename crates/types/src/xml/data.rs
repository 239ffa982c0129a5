//! What of a document is data.

use std::borrow::Cow;
use std::collections::HashMap;

use wirecost_value::infoset::{Attribute, Event, Infoset, Start, is_whitespace};

use super::XSI;
use super::place::XmlName;

/// What of a document is no data, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dropped {
    /// Comments.
    pub comments: usize,
    /// Processing instructions.
    pub instructions: usize,
    /// Texts of white space alone between the tags of elements.
    pub white_space: usize,
    /// `xsi:schemaLocation` and `xsi:noNamespaceSchemaLocation`.
    pub schema_locations: usize,
}

impl Dropped {
    /// What is dropped, in words; none if nothing is.
    pub fn words(&self) -> Option<String> {
        let plural = |count: usize, one: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {one}s")),
        };
        let mut all: Vec<String> = [
            plural(self.comments, "comment"),
            plural(self.instructions, "processing instruction"),
            plural(self.schema_locations, "xsi:schemaLocation"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if self.white_space > 0 {
            all.push(format!("white space between tags ({} times)", self.white_space));
        }
        (!all.is_empty()).then(|| all.join(", "))
    }
}

/// Whether an attribute is `xsi:` and this name.
pub(crate) fn is_of_xsi(attribute: &Attribute, name: &str) -> bool {
    attribute.namespace.as_deref() == Some(XSI) && attribute.name == name
}

/// Whether an attribute only says where a schema is.
pub(super) fn is_layout_hint(attribute: &Attribute) -> bool {
    is_of_xsi(attribute, "schemaLocation") || is_of_xsi(attribute, "noNamespaceSchemaLocation")
}

/// Whether an attribute says that its element is nil.
pub(super) fn is_nil(attribute: &Attribute) -> bool {
    is_of_xsi(attribute, "nil") && attribute.value == "true"
}

/// What prefixes stand for within the elements that are open.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    declared: Vec<(String, String)>,
    /// How many were declared before each open element.
    open: Vec<usize>,
}

impl Scope {
    /// Opens an element, and gives what it declares.
    pub(crate) fn open(&mut self, start: &Start) -> &[(String, String)] {
        let before = self.declared.len();
        self.open.push(before);
        let declared = start.declarations.iter();
        self.declared.extend(declared.map(|it| (it.prefix.clone().unwrap_or_default(), it.namespace.clone())));
        &self.declared[before..]
    }

    /// Closes the innermost element.
    pub(crate) fn close(&mut self) {
        self.declared.truncate(self.open.pop().unwrap_or(0));
    }

    /// The name that a text such as `xs:int` stands for.
    pub(crate) fn qualified(&self, text: &str) -> Option<XmlName> {
        let (prefix, local) = text.split_once(':').unwrap_or(("", text));
        let namespace = match self.declared.iter().rev().find(|(known, _)| known == prefix) {
            Some((_, namespace)) => namespace.as_str(),
            None if prefix.is_empty() => "",
            None => return None,
        };
        wirecost_value::mapping::is_name(local).then(|| XmlName::new(namespace, local))
    }
}

/// The data of a document: two documents with the same data have equal ones.
///
/// Left out are comments, processing instructions, white space alone in elements of a name that has child elements,
/// prefixes, the order of attributes, and where schemas are. What `xsi:type` names has its namespace in place of its prefix.
pub fn data_of(infoset: &Infoset) -> Infoset {
    Layout::of(infoset).data_of(infoset)
}

/// Of each element in order, whether its texts are data, those of white space alone too.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Layout(Vec<bool>);

impl Layout {
    /// What a document says without its type: white space is data where an element has other text, or where neither it nor another element
    /// of its name has child elements.
    pub fn of(infoset: &Infoset) -> Self {
        let mut builder = LayoutBuilder::default();
        infoset.events.iter().for_each(|event| builder.event(event));
        builder.finish()
    }

    /// Adds an element whose texts are data, and gives its number.
    pub(super) fn element(&mut self) -> usize {
        self.0.push(true);
        self.0.len() - 1
    }

    /// Takes white space of an element as no data.
    pub(super) fn drops(&mut self, element: usize) {
        self.0[element] = false;
    }

    /// The data of a document with this layout, as of [`data_of`].
    pub fn data_of(&self, infoset: &Infoset) -> Infoset {
        let mut data = Data::new(self);
        let mut all = Infoset::default();
        for event in &infoset.events {
            all.events.extend(data.next(event).map(|event| event.into_owned()));
        }
        all.normalised(&[])
    }
}

/// Finds the [`Layout`] of a document event by event.
#[derive(Debug, Default)]
struct LayoutBuilder {
    /// Of each element, whether it has other text than white space, and the number of its name.
    all: Vec<(bool, usize)>,
    names: HashMap<XmlName, usize>,
    /// Of each name, whether an element of it has child elements.
    are_parents: Vec<bool>,
    /// The numbers of the elements that are open.
    open: Vec<usize>,
}

impl LayoutBuilder {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Start(start) => {
                if let Some(parent) = self.open.last() {
                    self.are_parents[self.all[*parent].1] = true;
                }
                self.open.push(self.all.len());
                let name = XmlName::new(start.namespace.as_deref().unwrap_or_default(), &start.name);
                let name = *self.names.entry(name).or_insert(self.are_parents.len());
                self.are_parents.resize(self.are_parents.len().max(name + 1), false);
                self.all.push((false, name));
            }
            Event::Text(text) => {
                if let Some(number) = self.open.last() {
                    self.all[*number].0 |= !is_whitespace(text);
                }
            }
            Event::End => _ = self.open.pop(),
            Event::Comment(_) | Event::Instruction { .. } => {}
        }
    }

    fn finish(self) -> Layout {
        Layout(self.all.iter().map(|(has_words, name)| *has_words || !self.are_parents[*name]).collect())
    }
}

/// Filters the events of a document for those that are data. Texts that are adjacent are not merged yet.
struct Data<'l> {
    layout: &'l Layout,
    elements: usize,
    scope: Scope,
    /// Of each open element, whether its white space is data.
    keeps: Vec<bool>,
}

impl<'l> Data<'l> {
    fn new(layout: &'l Layout) -> Self {
        Self { layout, elements: 0, scope: Scope::default(), keeps: Vec::new() }
    }

    fn next<'e>(&mut self, event: &'e Event) -> Option<Cow<'e, Event>> {
        match event {
            Event::Start(start) => {
                self.scope.open(start);
                self.keeps.push(self.layout.0.get(self.elements).copied().unwrap_or(true));
                self.elements += 1;
                if !start.attributes.iter().any(|it| it.namespace.as_deref() == Some(XSI)) {
                    return Some(Cow::Borrowed(event));
                }
                let mut start = start.clone();
                start.attributes.retain(|attribute| !is_layout_hint(attribute));
                for attribute in &mut start.attributes {
                    if is_of_xsi(attribute, "type")
                        && let Some(name) = self.scope.qualified(&attribute.value)
                    {
                        attribute.value = format!("{{{}}}{}", name.namespace, name.local);
                    }
                }
                Some(Cow::Owned(Event::Start(start)))
            }
            Event::End => {
                self.scope.close();
                self.keeps.pop();
                Some(Cow::Borrowed(event))
            }
            Event::Text(text) if is_whitespace(text) && !self.keeps.last().copied().unwrap_or(false) => None,
            Event::Text(_) => Some(Cow::Borrowed(event)),
            Event::Comment(_) | Event::Instruction { .. } => None,
        }
    }
}

/// Checks a document that is written, event by event, against the one that was read.
pub struct Comparison<'l, I> {
    read: I,
    of_read: Data<'l>,
    of_written: Data<'l>,
    /// What comes next of the document that was read.
    pending: Option<Event>,
    text: String,
}

impl<'l, I: Iterator<Item = Event>> Comparison<'l, I> {
    /// A comparison with a document of this layout.
    pub fn new(read: I, layout: &'l Layout) -> Self {
        Self { read, of_read: Data::new(layout), of_written: Data::new(layout), pending: None, text: String::new() }
    }

    /// Takes the next event that is written. Gives what differs in the document that was read.
    ///
    /// # Errors
    /// With the event of the document that was read, none at its end, where the data is another.
    pub fn event(&mut self, event: &Event) -> Result<(), Option<Event>> {
        match self.of_written.next(event).map(Cow::into_owned) {
            Some(Event::Text(text)) => {
                self.text.push_str(&text);
                Ok(())
            }
            Some(event) => {
                self.end_text()?;
                match self.next() {
                    Some(found) if is_same(&found, &event) => Ok(()),
                    found => Err(found),
                }
            }
            None => Ok(()),
        }
    }

    /// Checks that nothing more was read.
    ///
    /// # Errors
    /// As [`Comparison::event`].
    pub fn finish(mut self) -> Result<(), Option<Event>> {
        self.end_text()?;
        self.next().map_or(Ok(()), |event| Err(Some(event)))
    }

    /// Compares the text that was written with that which is next.
    fn end_text(&mut self) -> Result<(), Option<Event>> {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return Ok(());
        }
        match self.next() {
            Some(Event::Text(found)) if found == text => Ok(()),
            found => Err(found),
        }
    }

    /// What is next of the document that was read, adjacent texts as one.
    fn next(&mut self) -> Option<Event> {
        let mut text = String::new();
        loop {
            let event = match self.pending.take() {
                Some(event) => Some(event),
                None => self.next_data(),
            };
            match event {
                Some(Event::Text(more)) => text.push_str(&more),
                other if text.is_empty() => return other,
                other => {
                    self.pending = other;
                    return Some(Event::Text(text));
                }
            }
        }
    }

    fn next_data(&mut self) -> Option<Event> {
        loop {
            let event = self.read.next()?;
            if let Some(event) = self.of_read.next(&event) {
                return Some(event.into_owned());
            }
        }
    }
}

/// Whether two events are the same but for prefixes and the order of attributes.
fn is_same(a: &Event, b: &Event) -> bool {
    let (Event::Start(a), Event::Start(b)) = (a, b) else { return a == b };
    let is_in = |attribute: &Attribute, others: &[Attribute]| {
        let is_it = |it: &&Attribute| it.name == attribute.name && it.namespace == attribute.namespace;
        others.iter().find(is_it).is_some_and(|it| it.value == attribute.value)
    };
    let has_all = a.attributes.iter().all(|attribute| is_in(attribute, &b.attributes));
    (&a.namespace, &a.name) == (&b.namespace, &b.name) && a.attributes.len() == b.attributes.len() && has_all
}
