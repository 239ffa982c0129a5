//! From events to a tree.

use super::{AttributeData, KindData, NONE, NodeData, Span, Tree, ValueData};
use crate::algorithm::Algorithm;
use crate::error::{Error, LimitKind, Result};
use crate::reader::{DocumentInfo, Event, EventReader, Name, StartElement, Value};

/// The name of a table entry that was not seen yet.
const UNSEEN: u32 = u32::MAX;

struct Builder {
    tree: Tree,
    parent: u32,
    /// The child of `parent` that was added last.
    previous: u32,
    /// Names of the tree by their indexes in the document: of elements, of attributes.
    seen: [Vec<u32>; 2],
}

impl Tree {
    /// Reads a document to its end.
    ///
    /// # Errors
    /// The first error of the reader; [`ErrorKind::Limit`](crate::ErrorKind::Limit) past 4 GiB of text or of nodes.
    pub fn read<R: EventReader>(reader: &mut R) -> Result<Self> {
        let document = NodeData { kind: KindData::Document, parent: NONE, first_child: NONE, next: NONE };
        let tree = Self {
            info: DocumentInfo::default(),
            nodes: vec![document],
            names: Vec::new(),
            attributes: Vec::new(),
            namespaces: Vec::new(),
            text: String::new(),
            bytes: Vec::new(),
        };
        let mut builder = Builder { tree, parent: 0, previous: NONE, seen: Default::default() };
        while builder.event(reader.read_event()?)? {}
        Ok(builder.tree)
    }
}

impl Builder {
    fn event(&mut self, event: Event<'_>) -> Result<bool> {
        match event {
            Event::StartDocument(info) => self.tree.info.clone_from(info),
            Event::StartElement(element) => self.element(element)?,
            Event::EndElement(_) | Event::EndDocumentType => self.leave(),
            Event::Characters(value) => {
                let value = self.value(value)?;
                self.add(KindData::Characters(value))?;
            }
            Event::Comment(value) => {
                let value = self.value(value)?;
                self.add(KindData::Comment(value))?;
            }
            Event::ProcessingInstruction { target, data } => {
                let (target, data) = (self.text(target)?, self.value(data)?);
                self.add(KindData::ProcessingInstruction { target, data })?;
            }
            Event::StartDocumentType { system, public } => {
                let (system, public) = (self.optional(system)?, self.optional(public)?);
                let node = self.add(KindData::DocumentType { system, public })?;
                self.enter(node);
            }
            Event::EntityReference { name, system, public } => {
                let (name, system, public) = (self.text(name)?, self.optional(system)?, self.optional(public)?);
                self.add(KindData::EntityReference { name, system, public })?;
            }
            Event::EndDocument => return Ok(false),
        }
        Ok(true)
    }

    fn element(&mut self, element: StartElement<'_>) -> Result<()> {
        let first_namespace = self.tree.namespaces.len() as u32;
        for namespace in element.namespaces() {
            let spans = [self.text(namespace.prefix)?, self.text(namespace.uri)?];
            self.tree.namespaces.push(spans);
        }
        let first_attribute = self.tree.attributes.len() as u32;
        for attribute in element.attributes() {
            let (name, value) = (self.name(1, attribute.name)?, self.value(attribute.value)?);
            self.tree.attributes.push(AttributeData { name, value });
        }
        let kind = KindData::Element {
            name: self.name(0, element.name())?,
            attributes: (first_attribute, self.tree.attributes.len() as u32),
            namespaces: (first_namespace, self.tree.namespaces.len() as u32),
        };
        let node = self.add(kind)?;
        self.enter(node);
        Ok(())
    }

    fn name(&mut self, table: usize, name: Name<'_>) -> Result<u32> {
        let index = name.index() as usize;
        if let Some(&known) = self.seen[table].get(index).filter(|known| **known != UNSEEN) {
            return Ok(known);
        }
        let spans = [self.text(name.prefix())?, self.text(name.namespace())?, self.text(name.local())?];
        let new = self.tree.names.len() as u32;
        self.tree.names.push(spans);
        let seen = &mut self.seen[table];
        seen.resize(seen.len().max(index + 1), UNSEEN);
        seen[index] = new;
        Ok(new)
    }

    fn value(&mut self, value: Value<'_>) -> Result<ValueData> {
        let encoded = match value {
            Value::Text(text) => return self.text(text).map(ValueData::Text),
            Value::Encoded(encoded) => encoded,
        };
        let start = self.tree.bytes.len();
        let span = span(start, start + encoded.bytes.len())?;
        self.tree.bytes.extend_from_slice(encoded.bytes);
        match encoded.algorithm {
            Algorithm::BuiltIn(algorithm) => Ok(ValueData::BuiltIn(algorithm, span)),
            Algorithm::Application(uri) => Ok(ValueData::Application { uri: self.text(uri)?, bytes: span }),
        }
    }

    fn text(&mut self, text: &str) -> Result<Span> {
        let start = self.tree.text.len();
        let span = span(start, start + text.len())?;
        self.tree.text.push_str(text);
        Ok(span)
    }

    fn optional(&mut self, text: Option<&str>) -> Result<Option<Span>> {
        text.map(|text| self.text(text)).transpose()
    }

    fn add(&mut self, kind: KindData) -> Result<u32> {
        let node = u32::try_from(self.tree.nodes.len()).map_err(|_| too_large())?;
        self.tree.nodes.push(NodeData { kind, parent: self.parent, first_child: NONE, next: NONE });
        let nodes = &mut self.tree.nodes;
        match self.previous {
            NONE => nodes[self.parent as usize].first_child = node,
            previous => nodes[previous as usize].next = node,
        }
        self.previous = node;
        Ok(node)
    }

    fn enter(&mut self, node: u32) {
        self.parent = node;
        self.previous = NONE;
    }

    fn leave(&mut self) {
        self.previous = self.parent;
        self.parent = self.tree.nodes[self.parent as usize].parent;
    }
}

fn span(start: usize, end: usize) -> Result<Span> {
    let end = u32::try_from(end).map_err(|_| too_large())?;
    Ok(Span { start: start as u32, end })
}

fn too_large() -> Error {
    Error::limit(LimitKind::Expansion, u64::from(u32::MAX))
}
