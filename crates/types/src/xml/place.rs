//! Where fields stand in a document, and how a `message.toml` says it.

use std::collections::HashSet;
use std::fmt::Write as _;

/// A name in a namespace.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct XmlName {
    /// The namespace name; empty for none.
    pub namespace: String,
    /// The local name.
    pub local: String,
}

/// Where the value of a field stands in the element of its record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum XmlPlace {
    /// In an attribute.
    Attribute(XmlName),
    /// In a child element; of a list, in one for each item. With a type, only in those whose `xsi:type` names it.
    Element {
        /// The name of the element.
        name: XmlName,
        /// What its `xsi:type` says.
        xsi_type: Option<XmlName>,
    },
    /// It is the text of the element.
    Text,
    /// It is a record with one field for each kind of child element, of which one is there; of a list, such a record for each child
    /// element and each text, in their order.
    Choice,
}

/// The document of a message: its root element, and what prefixes stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmlDocument {
    /// The root element.
    pub element: XmlName,
    /// Prefixes with the namespaces that they stand for; the empty prefix is that of elements without one.
    pub namespaces: Vec<(String, String)>,
}

impl XmlName {
    /// A name in a namespace; in none, if that is empty.
    pub fn new(namespace: &str, local: &str) -> Self {
        Self { namespace: namespace.to_owned(), local: local.to_owned() }
    }
}

impl XmlPlace {
    /// A child element of this name.
    pub(crate) fn element(name: XmlName) -> Self {
        Self::Element { name, xsi_type: None }
    }

    /// The name and the `xsi:type` of the child element; none for anything else.
    pub(crate) fn as_element(&self) -> Option<(&XmlName, Option<&XmlName>)> {
        match self {
            Self::Element { name, xsi_type } => Some((name, xsi_type.as_ref())),
            _ => None,
        }
    }
}

impl XmlDocument {
    /// The namespace that a prefix stands for.
    fn namespace(&self, prefix: &str) -> Option<&str> {
        self.namespaces.iter().find(|(known, _)| known == prefix).map(|(_, namespace)| namespace.as_str())
    }

    /// A prefix that stands for a namespace; for an attribute not the empty one.
    pub(crate) fn prefix(&self, namespace: &str, is_attribute: bool) -> Option<&str> {
        if namespace == XML {
            return Some("xml");
        }
        let known = self.namespaces.iter().find(|(prefix, of)| of == namespace && !(is_attribute && prefix.is_empty()));
        known.map(|(prefix, _)| prefix.as_str())
    }

    /// The place of a field of which nothing else is said: an element of its name.
    pub(crate) fn usual(&self, field: &str) -> XmlPlace {
        XmlPlace::element(XmlName::new(self.namespace("").unwrap_or_default(), field))
    }

    /// A name with its prefix.
    pub fn spell(&self, name: &XmlName, is_attribute: bool) -> String {
        match self.prefix(&name.namespace, is_attribute).filter(|prefix| !prefix.is_empty()) {
            Some(prefix) if !name.namespace.is_empty() => format!("{prefix}:{}", name.local),
            _ => name.local.clone(),
        }
    }

    /// A name as [`XmlDocument::spell`] writes it.
    pub(crate) fn parse(&self, text: &str, is_attribute: bool) -> Result<XmlName, String> {
        let (prefix, local) = text.split_once(':').unwrap_or(("", text));
        let namespace = match prefix {
            "xml" => XML,
            "" if is_attribute => "",
            "" => self.namespace("").unwrap_or_default(),
            _ => self.namespace(prefix).ok_or_else(|| format!("prefix {prefix:?} is none of document.namespaces"))?,
        };
        if !wirecost_value::mapping::is_name(local) {
            return Err(format!("{local:?} is no XML name"));
        }
        Ok(XmlName::new(namespace, local))
    }

    /// A place in the words of a `message.toml`, which are those of XPath.
    pub(crate) fn spell_place(&self, place: &XmlPlace) -> String {
        match place {
            XmlPlace::Text => "text()".to_owned(),
            XmlPlace::Choice => "*".to_owned(),
            XmlPlace::Attribute(name) => format!("@{}", self.spell(name, true)),
            XmlPlace::Element { name, xsi_type } => {
                let mut out = self.spell(name, false);
                if let Some(ty) = xsi_type {
                    let _ = write!(out, "{IS_TYPE}{}{END}", self.spell(ty, false));
                }
                out
            }
        }
    }

    /// A place as [`XmlDocument::spell_place`] writes it.
    pub(crate) fn parse_place(&self, text: &str) -> Result<XmlPlace, String> {
        match text {
            "text()" => return Ok(XmlPlace::Text),
            "*" => return Ok(XmlPlace::Choice),
            _ => {}
        }
        if let Some(name) = text.strip_prefix('@') {
            return self.parse(name, true).map(XmlPlace::Attribute);
        }
        match text.strip_suffix(END).and_then(|text| text.split_once(IS_TYPE)) {
            Some((name, ty)) => {
                Ok(XmlPlace::Element { name: self.parse(name, false)?, xsi_type: Some(self.parse(ty, false)?) })
            }
            None => self.parse(text, false).map(XmlPlace::element),
        }
    }
}

/// What the field of a text beside attributes or elements is called, that of elements without one order, and the group of the fields of
/// which a record has one.
pub(crate) const TEXT: &str = "text";
pub(crate) const CONTENT: &str = "content";
pub(crate) const CHOICE: &str = "choice";

/// The names of the fields of a record, which differ.
#[derive(Debug, Default)]
pub(crate) struct FieldNames(HashSet<String>);

impl FieldNames {
    /// A name like `wanted`: where that is taken, with the prefix of its namespace, or a number.
    pub(crate) fn fresh(&mut self, wanted: &str, prefix: Option<&str>) -> String {
        let prefixed = prefix.filter(|prefix| !prefix.is_empty()).map(|prefix| format!("{prefix}_{wanted}"));
        let mut name = wanted.to_owned();
        if let Some(prefixed) = prefixed.filter(|prefixed| self.0.contains(&name) && !self.0.contains(prefixed)) {
            name = prefixed;
        }
        let mut number = 2;
        while !self.0.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}

/// The namespace of the prefix `xml`, which is never declared (Namespaces in XML 1.0, section 3).
const XML: &str = "http://www.w3.org/XML/1998/namespace";

const IS_TYPE: &str = "[@xsi:type='";
const END: &str = "']";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_written_as_xpath_and_read_back() {
        let namespaces = vec![(String::new(), "urn:a".to_owned()), ("b".to_owned(), "urn:b".to_owned())];
        let document = XmlDocument { element: XmlName::new("urn:a", "r"), namespaces };
        for (text, place) in [
            ("id", XmlPlace::element(XmlName::new("urn:a", "id"))),
            ("b:id", XmlPlace::element(XmlName::new("urn:b", "id"))),
            ("@id", XmlPlace::Attribute(XmlName::new("", "id"))),
            ("@b:id", XmlPlace::Attribute(XmlName::new("urn:b", "id"))),
            ("@xml:lang", XmlPlace::Attribute(XmlName::new(XML, "lang"))),
            ("text()", XmlPlace::Text),
            ("*", XmlPlace::Choice),
            (
                "b:shape[@xsi:type='b:circle']",
                XmlPlace::Element {
                    name: XmlName::new("urn:b", "shape"),
                    xsi_type: Some(XmlName::new("urn:b", "circle")),
                },
            ),
        ] {
            assert_eq!(document.parse_place(text).as_ref(), Ok(&place), "{text}");
            assert_eq!(document.spell_place(&place), text);
        }
        assert!(document.parse_place("c:id").unwrap_err().contains("\"c\""));
        assert!(document.parse_place("a b").unwrap_err().contains("no XML name"));
    }
}
