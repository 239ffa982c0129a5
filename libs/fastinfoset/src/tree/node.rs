//! Looking at a tree.

use super::{KindData, NONE, Span, Tree, ValueData};
use crate::algorithm::{Algorithm, Algorithms, Encoded};
use crate::error::Result;
use crate::reader::{Namespace, Value};

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug)]
pub struct Node<'t> {
    tree: &'t Tree,
    index: u32,
}

/// A qualified name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QName<'t> {
    /// The prefix; empty for none.
    pub prefix: &'t str,
    /// The namespace name; empty for none.
    pub namespace: &'t str,
    /// The local name.
    pub local: &'t str,
}

/// An attribute of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'t> {
    /// Its name.
    pub name: QName<'t>,
    /// Its value.
    pub value: Value<'t>,
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeKind<'t> {
    /// The document.
    Document,
    /// The document type declaration; its processing instructions are its children.
    DocumentType {
        /// The system identifier.
        system: Option<&'t str>,
        /// The public identifier.
        public: Option<&'t str>,
    },
    /// An element.
    Element(QName<'t>),
    /// Character data: one chunk of it.
    Characters(Value<'t>),
    /// A comment.
    Comment(Value<'t>),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: &'t str,
        /// The data.
        data: Value<'t>,
    },
    /// A reference to an entity that was not expanded.
    EntityReference {
        /// The name of the entity.
        name: &'t str,
        /// The system identifier.
        system: Option<&'t str>,
        /// The public identifier.
        public: Option<&'t str>,
    },
}

impl Tree {
    pub(super) fn span(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn bytes(&self, span: Span) -> &[u8] {
        self.bytes.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn value(&self, value: ValueData) -> Value<'_> {
        let (algorithm, bytes) = match value {
            ValueData::Text(span) => return Value::Text(self.span(span)),
            ValueData::BuiltIn(algorithm, bytes) => (Algorithm::BuiltIn(algorithm), bytes),
            ValueData::Application { uri, bytes } => (Algorithm::Application(self.span(uri)), bytes),
        };
        Value::Encoded(Encoded { algorithm, bytes: self.bytes(bytes) })
    }

    fn name(&self, name: u32) -> QName<'_> {
        let [prefix, namespace, local] = self.names[name as usize].map(|span| self.span(span));
        QName { prefix, namespace, local }
    }
}

impl<'t> Node<'t> {
    pub(super) fn new(tree: &'t Tree, index: u32) -> Self {
        Self { tree, index }
    }

    /// What the node is.
    pub fn kind(&self) -> NodeKind<'t> {
        let tree = self.tree;
        let text = |span: Option<Span>| span.map(|span| tree.span(span));
        match tree.nodes[self.index as usize].kind {
            KindData::Document => NodeKind::Document,
            KindData::DocumentType { system, public } => {
                NodeKind::DocumentType { system: text(system), public: text(public) }
            }
            KindData::Element { name, .. } => NodeKind::Element(tree.name(name)),
            KindData::Characters(value) => NodeKind::Characters(tree.value(value)),
            KindData::Comment(value) => NodeKind::Comment(tree.value(value)),
            KindData::ProcessingInstruction { target, data } => {
                NodeKind::ProcessingInstruction { target: tree.span(target), data: tree.value(data) }
            }
            KindData::EntityReference { name, system, public } => {
                NodeKind::EntityReference { name: tree.span(name), system: text(system), public: text(public) }
            }
        }
    }

    /// The attributes of an element; none for other nodes.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = Attribute<'t>> + use<'t> {
        let tree = self.tree;
        let (start, end) = match tree.nodes[self.index as usize].kind {
            KindData::Element { attributes, .. } => attributes,
            _ => (0, 0),
        };
        let attributes = tree.attributes[start as usize..end as usize].iter();
        attributes.map(move |data| Attribute { name: tree.name(data.name), value: tree.value(data.value) })
    }

    /// The namespaces that an element declares; none for other nodes.
    pub fn namespaces(&self) -> impl ExactSizeIterator<Item = Namespace<'t>> + use<'t> {
        let tree = self.tree;
        let (start, end) = match tree.nodes[self.index as usize].kind {
            KindData::Element { namespaces, .. } => namespaces,
            _ => (0, 0),
        };
        let namespaces = tree.namespaces[start as usize..end as usize].iter();
        namespaces.map(move |[prefix, uri]| Namespace { prefix: tree.span(*prefix), uri: tree.span(*uri) })
    }

    /// The children, in the order of the document.
    pub fn children(&self) -> Children<'t> {
        Children { tree: self.tree, next: self.tree.nodes[self.index as usize].first_child }
    }

    /// The parent; none of the document.
    pub fn parent(&self) -> Option<Node<'t>> {
        let parent = self.tree.nodes[self.index as usize].parent;
        (self.index != 0).then_some(Node { tree: self.tree, index: parent })
    }

    /// The next child of the parent.
    pub fn next_sibling(&self) -> Option<Node<'t>> {
        let next = self.tree.nodes[self.index as usize].next;
        (next != NONE).then_some(Node { tree: self.tree, index: next })
    }

    /// All character data inside the node, put together.
    ///
    /// # Errors
    /// As [`Encoded::write_text`].
    pub fn text(&self, algorithms: &Algorithms) -> Result<String> {
        let mut text = String::new();
        let mut next = self.children().next();
        while let Some(node) = next {
            if let NodeKind::Characters(value) = node.kind() {
                value.write_text(algorithms, &mut text)?;
            }
            next = node.children().next().or_else(|| node.following(self.index));
        }
        Ok(text)
    }

    /// The next node that is not inside this one, and is inside the node `within`.
    pub(super) fn following(self, within: u32) -> Option<Node<'t>> {
        let mut node = self;
        loop {
            if node.index == within {
                return None;
            }
            match node.next_sibling() {
                Some(next) => return Some(next),
                None => node = node.parent()?,
            }
        }
    }
}

/// The children of a node.
#[derive(Clone, Debug)]
pub struct Children<'t> {
    tree: &'t Tree,
    next: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        let node = (self.next != NONE).then_some(Node { tree: self.tree, index: self.next })?;
        self.next = self.tree.nodes[self.next as usize].next;
        Some(node)
    }
}
