//! xot: <https://docs.rs/xot>. A tree that can be changed and that owns its text.
//!
//! README.md says what was chosen and why.

use wirecost_codec_protocol::value::infoset::{Event, Sink, Start};
use wirecost_codec_protocol::value::{ConvertError, Infoset, Value, from_value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Encoder, Prepared, codec};
use xot::{Node, Xot};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    codec(case, Tree)
}

/// A document with the store that its nodes are in.
struct Document {
    xot: Xot,
    root: Node,
}

struct Tree;

impl Decoder for Tree {
    type Output<'a> = Document;
    type Error = Box<dyn std::error::Error>;

    fn decode(&mut self, bytes: &[u8]) -> Result<Document, Self::Error> {
        let mut xot = Xot::new();
        let root = xot.parse(std::str::from_utf8(bytes)?)?;
        Ok(Document { xot, root })
    }

    fn value(output: &Document) -> Result<Value, ConvertError> {
        let mut infoset = Infoset::default();
        output.xot.children(output.root).for_each(|node| tell(&output.xot, node, &mut infoset));
        to_value(&infoset)
    }
}

fn tell(xot: &Xot, node: Node, sink: &mut Infoset) {
    let namespaced = |name| {
        let (local, namespace) = xot.name_ns_str(name);
        (Some(namespace).filter(|namespace| !namespace.is_empty()), local)
    };
    match xot.value(node) {
        xot::Value::Element(element) => {
            let (namespace, name) = namespaced(element.name());
            sink.start(namespace, name);
            for (name, value) in xot.attributes(node).iter() {
                let (namespace, name) = namespaced(name);
                sink.attribute(namespace, name, value);
            }
            xot.children(node).for_each(|child| tell(xot, child, sink));
            sink.end();
        }
        xot::Value::Text(text) => sink.text(text.get()),
        xot::Value::Comment(comment) => sink.comment(comment.get()),
        xot::Value::ProcessingInstruction(instruction) => {
            sink.instruction(xot.local_name_str(instruction.target()), instruction.data().unwrap_or_default());
        }
        xot::Value::Document | xot::Value::Attribute(_) | xot::Value::Namespace(_) => {}
    }
}

impl Encoder for Tree {
    type Input = Document;
    type Error = xot::Error;

    fn input(&self, value: Value) -> Result<Document, ConvertError> {
        build(&from_value(value)?).map_err(serde::ser::Error::custom)
    }

    fn encode(&mut self, input: &Document, out: &mut Vec<u8>) -> Result<(), xot::Error> {
        input.xot.write(input.root, out)
    }
}

fn build(infoset: &Infoset) -> Result<Document, xot::Error> {
    let mut xot = Xot::new();
    let root = xot.new_document();
    let mut open = vec![root];
    for event in &infoset.events {
        let parent = open.last().copied().unwrap_or(root);
        match event {
            Event::Start(start) => {
                let node = element(&mut xot, start);
                xot.append(parent, node)?;
                open.push(node);
            }
            Event::End => {
                open.pop();
            }
            // White space around the root element is no part of the infoset.
            Event::Text(_) if parent == root => {}
            Event::Text(text) => xot.append_text(parent, text)?,
            Event::Comment(text) => xot.append_comment(parent, text)?,
            Event::Instruction { target, data } => {
                let target = xot.add_name(target);
                xot.append_processing_instruction(
                    parent,
                    target,
                    Some(data).filter(|data| !data.is_empty()).map(|data| &**data),
                )?;
            }
        }
    }
    Ok(Document { xot, root })
}

fn element(xot: &mut Xot, start: &Start) -> Node {
    let name = |xot: &mut Xot, namespace: Option<&str>, name: &str| {
        let namespace = namespace.map_or(xot.no_namespace(), |namespace| xot.add_namespace(namespace));
        xot.add_name_ns(name, namespace)
    };
    let name_id = name(xot, start.namespace.as_deref(), &start.name);
    let node = xot.new_element(name_id);
    for declaration in &start.declarations {
        let prefix = xot.add_prefix(declaration.prefix.as_deref().unwrap_or_default());
        let namespace = xot.add_namespace(&declaration.namespace);
        xot.set_namespace(node, prefix, namespace);
    }
    for attribute in &start.attributes {
        let name_id = name(xot, attribute.namespace.as_deref(), &attribute.name);
        xot.set_attribute(node, name_id, attribute.value.as_str());
    }
    node
}
