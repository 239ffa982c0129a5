//! What serde calls the names of a document.

use std::rc::Rc;

use crate::Name;

/// Names as serde calls them, found once for each index of a document.
#[derive(Debug, Default)]
pub struct Keys {
    /// Prefixes with their namespaces. The first that fits is that of a name.
    prefixes: Vec<(String, String)>,
    elements: Vec<Option<Rc<str>>>,
    attributes: Vec<Option<Rc<str>>>,
}

impl Keys {
    pub fn new(prefixes: &[(&str, &str)]) -> Self {
        let prefixes = prefixes.iter().map(|(prefix, namespace)| ((*prefix).to_owned(), (*namespace).to_owned()));
        Self { prefixes: prefixes.collect(), ..Self::default() }
    }

    /// Indexes are those of one document.
    pub fn forget_indexes(&mut self) {
        self.elements.clear();
        self.attributes.clear();
    }

    pub fn element(&mut self, name: Name<'_>) -> Rc<str> {
        let Self { prefixes, elements, .. } = self;
        known(elements, name, || key("", prefixes, name))
    }

    pub fn attribute(&mut self, name: Name<'_>) -> Rc<str> {
        let Self { prefixes, attributes, .. } = self;
        known(attributes, name, || key("@", prefixes, name))
    }
}

fn known(all: &mut Vec<Option<Rc<str>>>, name: Name<'_>, make: impl FnOnce() -> Rc<str>) -> Rc<str> {
    let index = name.index() as usize;
    if index >= all.len() {
        all.resize(index + 1, None);
    }
    Rc::clone(all[index].get_or_insert_with(make))
}

fn key(mark: &str, prefixes: &[(String, String)], name: Name<'_>) -> Rc<str> {
    // An attribute without a prefix is in no namespace.
    let fits = |(prefix, of): &&(String, String)| of == name.namespace() && (mark.is_empty() || !prefix.is_empty());
    let prefix = prefixes.iter().find(fits).map_or("", |(prefix, _)| prefix);
    let prefix = if name.namespace() == XML { "xml" } else { prefix };
    let colon = if prefix.is_empty() { "" } else { ":" };
    format!("{mark}{prefix}{colon}{}", name.local()).into()
}

/// The namespace of the prefix `xml` (Namespaces in XML 1.0, section 3).
const XML: &str = "http://www.w3.org/XML/1998/namespace";
