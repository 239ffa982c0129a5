//! The table `document` of a `message.toml`: the root element of documents, and what prefixes stand for.

use std::fmt::Write as _;

use toml::Spanned;
use toml::de::DeValue;

use super::{Reader, key, quoted};
use crate::TypesError;
use crate::xml::XmlDocument;

/// The table.
pub(super) fn written(document: &XmlDocument) -> String {
    let namespaces = document.namespaces.iter();
    let namespaces: Vec<String> =
        namespaces.map(|(prefix, namespace)| format!("{} = {}", key(prefix), quoted(namespace))).collect();
    let element = quoted(&document.spell(&document.element, false));
    let mut out = format!("\n[document]\nelement = {element}\n");
    if !namespaces.is_empty() {
        let _ = writeln!(out, "namespaces = {{ {} }}", namespaces.join(", "));
    }
    out
}

impl Reader<'_> {
    /// The document that the types are of.
    pub(super) fn document(&self, value: &Spanned<DeValue<'_>>) -> Result<XmlDocument, TypesError> {
        let known = "a document has element, the name of its root element, and namespaces, a table of prefixes";
        let Some(table) = value.get_ref().as_table() else { return Err(self.at(value, known)) };
        let mut document = XmlDocument { element: Default::default(), namespaces: Vec::new() };
        if let Some((key, _)) =
            table.iter().find(|(key, _)| !["element", "namespaces"].contains(&key.get_ref().as_ref()))
        {
            return Err(self.at(key, known));
        }
        if let Some(namespaces) = table.get("namespaces") {
            let Some(prefixes) = namespaces.get_ref().as_table() else { return Err(self.at(namespaces, known)) };
            for (prefix, namespace) in prefixes.iter() {
                let Some(namespace) = namespace.get_ref().as_str().filter(|it| !it.is_empty()) else {
                    return Err(self.at(namespace, "a namespace is a text that is not empty"));
                };
                document.namespaces.push((prefix.get_ref().to_string(), namespace.to_owned()));
            }
        }
        let Some(element) = table.get("element") else { return Err(self.at(value, known)) };
        let name = document.parse(element.get_ref().as_str().unwrap_or_default(), false);
        document.element = name.map_err(|reason| self.at(element, reason))?;
        Ok(document)
    }
}
