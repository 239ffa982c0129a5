//! From a tree to a writer.

use super::{Node, NodeKind, QName, Tree};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::Value;
use crate::writer::{Output, Writer};

impl Tree {
    /// Writes the document.
    ///
    /// # Errors
    /// Those of the writer; [`ErrorKind::NotRepresentable`] as for [`Writer::event`].
    pub fn write<O: Output>(&self, writer: &mut Writer<O>) -> Result<()> {
        let mut qname = String::new();
        writer.start_document(&self.info)?;
        let mut next = self.document().children().next();
        while let Some(node) = next {
            start(node, &mut qname, writer)?;
            next = node.children().next();
            let mut done = node;
            while next.is_none() {
                end(done, writer)?;
                next = done.next_sibling();
                match done.parent() {
                    Some(parent) if next.is_none() => done = parent,
                    _ => break,
                }
            }
        }
        writer.end_document()
    }
}

fn start<O: Output>(node: Node<'_>, qname: &mut String, writer: &mut Writer<O>) -> Result<()> {
    match node.kind() {
        NodeKind::Document => Ok(()),
        NodeKind::DocumentType { system, public } => writer.start_document_type(system, public),
        NodeKind::Element(name) => element(node, name, qname, writer),
        NodeKind::Characters(Value::Text(text)) => writer.characters(text),
        NodeKind::Characters(Value::Encoded(value)) => writer.characters_typed(value.into()),
        NodeKind::Comment(text) => writer.comment(plain(text)?),
        NodeKind::ProcessingInstruction { target, data } => writer.processing_instruction(target, plain(data)?),
        NodeKind::EntityReference { name, system, public } => writer.entity_reference(name, system, public),
    }
}

fn end<O: Output>(node: Node<'_>, writer: &mut Writer<O>) -> Result<()> {
    match node.kind() {
        NodeKind::Element(_) => writer.end_element(),
        NodeKind::DocumentType { .. } => writer.end_document_type(),
        _ => Ok(()),
    }
}

fn element<O: Output>(node: Node<'_>, name: QName<'_>, qname: &mut String, writer: &mut Writer<O>) -> Result<()> {
    for namespace in node.namespaces() {
        writer.namespace(namespace.prefix, namespace.uri)?;
    }
    writer.start_element(name.written(qname))?;
    for attribute in node.attributes() {
        if attribute.name.prefix.is_empty() && !attribute.name.namespace.is_empty() {
            let what = "an attribute that has a namespace and no prefix, from a tree";
            return Err(Error::new(ErrorKind::NotRepresentable { what }));
        }
        match attribute.value {
            Value::Text(text) => writer.attribute(attribute.name.written(qname), text)?,
            Value::Encoded(value) => writer.attribute_typed(attribute.name.written(qname), value.into())?,
        }
    }
    Ok(())
}

impl<'t> QName<'t> {
    /// The name as XML writes it.
    fn written<'n>(&self, scratch: &'n mut String) -> &'n str
    where
        't: 'n,
    {
        if self.prefix.is_empty() {
            return self.local;
        }
        scratch.clear();
        scratch.push_str(self.prefix);
        scratch.push(':');
        scratch.push_str(self.local);
        scratch
    }
}

fn plain(value: Value<'_>) -> Result<&str> {
    let what = "a comment or processing instruction of an encoding algorithm, from a tree";
    value.as_text().ok_or_else(|| Error::new(ErrorKind::NotRepresentable { what }))
}
