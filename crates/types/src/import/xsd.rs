//! XML Schema 1.0 (W3C, 2nd edition, 2004), also within a WSDL 1.1 file.
//!
//! A schema says which elements there are, in which order and how often, and what their texts are. Documents decide the rest ([`load`]):
//! which of the types are kept, and whether a text is text or a number.

mod build;
mod components;
mod particles;
mod simple;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use wirecost_value::infoset::{Event, Infoset};

use self::build::Builder;
use self::components::{Components, Kind};
use super::{Completed, Imported};
use crate::infer::on_large_stack;
use crate::xml::{DocumentFault, Scope, XmlName, collapsed, is_of_xsi, refined};
use crate::{Model, TypesError};

/// A document that completes a schema.
#[derive(Debug, Clone, Copy)]
pub struct SampleDocument<'a> {
    /// The file, for errors.
    pub name: &'a str,
    /// The document.
    pub infoset: &'a Infoset,
}

/// Reads a schema for documents of an element of it: `{namespace}name`, or its local name; else the root element of the documents, or the only
/// global element of the file. Without documents the model has all that the schema has; with documents, what these use.
///
/// # Errors
/// If a file is broken, with its place, it has no such element, or a document is not of it.
pub fn load(
    path: &Path,
    element: Option<&str>,
    roots: &[PathBuf],
    documents: &[SampleDocument<'_>],
) -> Result<Completed, TypesError> {
    complete(&path.display().to_string(), &Components::load(path, roots)?, element, documents)
}

/// The same of the text of a schema that names no other file.
///
/// # Errors
/// As [`load`].
pub fn parse(
    place: &str,
    text: &str,
    element: Option<&str>,
    documents: &[SampleDocument<'_>],
) -> Result<Completed, TypesError> {
    super::within_bounds(place, text)?;
    let mut components = Components::default();
    components.add(place, text, None, true)?;
    complete(place, &components, element, documents)
}

fn complete(
    place: &str,
    components: &Components,
    element: Option<&str>,
    documents: &[SampleDocument<'_>],
) -> Result<Completed, TypesError> {
    let root = root(place, components, element, documents)?;
    let named: HashSet<XmlName> = documents.iter().flat_map(|it| xsi_types(it.infoset)).collect();
    let model = on_large_stack(|| Builder::new(components, named).model(&root));
    let model = model.map_err(|error| TypesError::at(place, error))??;
    let mut notes = Vec::new();
    let model = if documents.is_empty() {
        collapsed(model)
    } else {
        let all: Vec<&Infoset> = documents.iter().map(|it| it.infoset).collect();
        let refined = refined(&model, &all).map_err(|DocumentFault { document, line, reason }| {
            let line = line.map(|line| format!(":{line}")).unwrap_or_default();
            TypesError::at(format_args!("{}{line}", documents[document].name), reason)
        })?;
        if refined.left_out > 0 {
            let fields = refined.left_out;
            notes.push(format!("{place}: {fields} fields are left out, which no message has"));
        }
        refined.model
    };
    model.check()?;
    let type_name = format!("{{{}}}{}", root.namespace, root.local);
    Ok(Completed { imported: imported(model, type_name), notes })
}

fn imported(model: Model, type_name: String) -> Imported {
    Imported { model, format: None, type_name, note: None, definition: None, layout: None }
}

/// The names of types that a document has in `xsi:type`.
fn xsi_types(infoset: &Infoset) -> Vec<XmlName> {
    let (mut scope, mut found) = (Scope::default(), Vec::new());
    for event in &infoset.events {
        match event {
            Event::Start(start) => {
                scope.open(start);
                let text = start.attributes.iter().find(|it| is_of_xsi(it, "type"));
                found.extend(text.and_then(|it| scope.qualified(&it.value)));
            }
            Event::End => scope.close(),
            _ => {}
        }
    }
    found
}

/// The element that messages are.
fn root(
    place: &str,
    components: &Components,
    wanted: Option<&str>,
    documents: &[SampleDocument<'_>],
) -> Result<XmlName, TypesError> {
    const SHOWN: usize = 20;
    let all: Vec<&XmlName> = components.of_kind(Kind::Element).map(|(name, _)| name).collect();
    let names = |names: &[&XmlName]| -> String {
        let shown: Vec<&str> = names.iter().take(SHOWN).map(|name| name.local.as_str()).collect();
        let more = names.len().saturating_sub(SHOWN);
        shown.join(", ") + &if more > 0 { format!(" and {more} others") } else { String::new() }
    };
    if let Some(wanted) = wanted {
        let full = wanted.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let matching: Vec<&XmlName> = match full {
            Some((namespace, local)) => {
                all.iter().filter(|it| it.namespace == namespace && it.local == local).copied().collect()
            }
            None => all.iter().filter(|it| it.local == wanted).copied().collect(),
        };
        return match matching[..] {
            [only] => Ok(only.clone()),
            _ => {
                let reason =
                    format!("element {wanted:?} is unknown or in several namespaces; there are {}", names(&all));
                Err(TypesError::at(place, reason))
            }
        };
    }
    let of_document = documents.first().and_then(|it| {
        it.infoset.events.iter().find_map(|event| match event {
            Event::Start(start) => Some(XmlName::new(start.namespace.as_deref().unwrap_or_default(), &start.name)),
            _ => None,
        })
    });
    if let Some(root) = of_document {
        if components.get(Kind::Element, &root).is_some() {
            return Ok(root);
        }
        let reason =
            format!("the root element {:?} of the message is none of the schema's: {}", root.local, names(&all));
        return Err(TypesError::at(place, reason));
    }
    match &components.own_elements[..] {
        [only] => Ok(only.clone()),
        own => {
            let own: Vec<&XmlName> = own.iter().collect();
            let reason = format!("choose an element with --type NAME; there are {}", names(&own));
            Err(TypesError::at(place, reason))
        }
    }
}
