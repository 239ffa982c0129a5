//! Documents as trees, for those who want all of one at once.
//!
//! Nodes lie in one vector and text in one string, so a tree takes few allocations and nothing recurses.

mod build;
mod node;
mod write;

pub use node::{Attribute, Children, Node, NodeKind, QName};

use crate::algorithm::BuiltIn;
use crate::reader::DocumentInfo;

/// A document.
///
/// ```
/// use fastinfoset::{Reader, tree::{NodeKind, Tree}};
///
/// let bytes = b"\xE0\x00\x00\x01\x00\x3C\x03root\x92\x01text\xFF";
/// let tree = Tree::read(&mut Reader::new(bytes))?;
/// let root = tree.root_element().unwrap();
/// assert_eq!(root.text(&Default::default())?, "text");
/// # Ok::<(), fastinfoset::Error>(())
/// ```
#[derive(Debug)]
pub struct Tree {
    info: DocumentInfo,
    nodes: Vec<NodeData>,
    names: Vec<[Span; 3]>,
    attributes: Vec<AttributeData>,
    namespaces: Vec<[Span; 2]>,
    text: String,
    bytes: Vec<u8>,
}

/// Start and end in the text or bytes of a tree.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
enum ValueData {
    Text(Span),
    BuiltIn(BuiltIn, Span),
    Application { uri: Span, bytes: Span },
}

#[derive(Clone, Copy, Debug)]
struct AttributeData {
    name: u32,
    value: ValueData,
}

#[derive(Clone, Copy, Debug)]
enum KindData {
    Document,
    DocumentType { system: Option<Span>, public: Option<Span> },
    Element { name: u32, attributes: (u32, u32), namespaces: (u32, u32) },
    Characters(ValueData),
    Comment(ValueData),
    ProcessingInstruction { target: Span, data: ValueData },
    EntityReference { name: Span, system: Option<Span>, public: Option<Span> },
}

/// No node: the document itself is never a child or sibling.
const NONE: u32 = 0;

#[derive(Clone, Copy, Debug)]
struct NodeData {
    kind: KindData,
    parent: u32,
    first_child: u32,
    next: u32,
}

impl Tree {
    /// The properties of the document.
    pub fn info(&self) -> &DocumentInfo {
        &self.info
    }

    /// The document node.
    pub fn document(&self) -> Node<'_> {
        Node::new(self, 0)
    }

    /// The root element.
    pub fn root_element(&self) -> Option<Node<'_>> {
        self.document().children().find(|node| matches!(node.kind(), NodeKind::Element(_)))
    }

    /// The number of nodes, with the document and without attributes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the document node.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }
}
