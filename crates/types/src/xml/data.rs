//! What of a document is data.

use wirecost_value::infoset::{Attribute, Event, Infoset, is_whitespace};

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

/// Whether an attribute only says where a schema is.
pub(super) fn is_layout_hint(attribute: &Attribute) -> bool {
    let names = ["schemaLocation", "noNamespaceSchemaLocation"];
    attribute.namespace.as_deref() == Some(XSI) && names.contains(&attribute.name.as_str())
}

/// The name that a text such as `xs:int` stands for, by what prefixes stand for there.
pub(crate) fn qualified(text: &str, scope: &[(String, String)]) -> Option<XmlName> {
    let (prefix, local) = text.split_once(':').unwrap_or(("", text));
    let namespace = match scope.iter().rev().find(|(known, _)| known == prefix) {
        Some((_, namespace)) => namespace.as_str(),
        None if prefix.is_empty() => "",
        None => return None,
    };
    wirecost_value::mapping::is_name(local).then(|| XmlName::new(namespace, local))
}

/// The data of a document: two documents with the same data have equal ones.
///
/// Left out are comments, processing instructions, white space between the tags of an element that has child elements and no other text,
/// prefixes, the order of attributes, and where schemas are. What `xsi:type` names has its namespace in place of its prefix.
pub fn data_of(infoset: &Infoset) -> Infoset {
    let mut scope: Vec<(String, String)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut all = Infoset::default();
    let is_mixed = mixed(infoset);
    // Of each open element, whether its white space is data.
    let mut keeps: Vec<bool> = Vec::new();
    let mut elements = is_mixed.into_iter();
    for event in &infoset.events {
        match event {
            Event::Start(start) => {
                open.push(scope.len());
                let declared = start.declarations.iter();
                scope.extend(declared.map(|it| (it.prefix.clone().unwrap_or_default(), it.namespace.clone())));
                keeps.push(elements.next().unwrap_or(true));
                let mut start = start.clone();
                start.attributes.retain(|attribute| !is_layout_hint(attribute));
                for attribute in &mut start.attributes {
                    let is_type = attribute.namespace.as_deref() == Some(XSI) && attribute.name == "type";
                    if let Some(name) = is_type.then(|| qualified(&attribute.value, &scope)).flatten() {
                        attribute.value = format!("{{{}}}{}", name.namespace, name.local);
                    }
                }
                all.events.push(Event::Start(start));
            }
            Event::End => {
                scope.truncate(open.pop().unwrap_or(0));
                keeps.pop();
                all.events.push(Event::End);
            }
            Event::Text(text) if is_whitespace(text) && !keeps.last().copied().unwrap_or(false) => {}
            Event::Text(_) => all.events.push(event.clone()),
            Event::Comment(_) | Event::Instruction { .. } => {}
        }
    }
    all.normalised(&[])
}

/// Of each element in order, whether its texts are data, those of white space alone too: it has no child elements, or other text beside them.
fn mixed(infoset: &Infoset) -> Vec<bool> {
    let mut all: Vec<bool> = Vec::new();
    // Number, whether it has child elements, whether it has other text than white space.
    let mut open: Vec<(usize, bool, bool)> = Vec::new();
    for event in &infoset.events {
        match event {
            Event::Start(_) => {
                if let Some((_, has_children, _)) = open.last_mut() {
                    *has_children = true;
                }
                open.push((all.len(), false, false));
                all.push(true);
            }
            Event::Text(text) => {
                if let Some((_, _, has_words)) = open.last_mut() {
                    *has_words |= !is_whitespace(text);
                }
            }
            Event::End => {
                if let Some((number, has_children, has_words)) = open.pop() {
                    all[number] = !has_children || has_words;
                }
            }
            Event::Comment(_) | Event::Instruction { .. } => {}
        }
    }
    all
}
