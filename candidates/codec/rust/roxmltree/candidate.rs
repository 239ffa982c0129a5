//! roxmltree: <https://docs.rs/roxmltree>. A read-only tree that borrows from the text.
//!
//! README.md says what was chosen and why.

use roxmltree::{Document, Node, NodeType};
use wirecost_codec_protocol::value::infoset::Sink;
use wirecost_codec_protocol::value::{ConvertError, Infoset, Value, to_value};
use wirecost_codec_protocol::{Case, Decoder, Prepared, decode};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    decode(case, Tree)
}

struct Tree;

impl Decoder for Tree {
    type Output<'a> = Document<'a>;
    type Error = Box<dyn std::error::Error>;

    fn decode<'a>(&mut self, bytes: &'a [u8]) -> Result<Document<'a>, Self::Error> {
        Ok(Document::parse(std::str::from_utf8(bytes)?)?)
    }

    fn value(output: &Document<'_>) -> Result<Value, ConvertError> {
        let mut infoset = Infoset::default();
        output.root().children().for_each(|node| tell(node, &mut infoset));
        to_value(&infoset)
    }
}

fn tell(node: Node<'_, '_>, sink: &mut Infoset) {
    match node.node_type() {
        NodeType::Root => {}
        NodeType::Element => {
            sink.start(node.tag_name().namespace(), node.tag_name().name());
            for attribute in node.attributes() {
                sink.attribute(attribute.namespace(), attribute.name(), attribute.value());
            }
            node.children().for_each(|child| tell(child, sink));
            sink.end();
        }
        NodeType::Text => sink.text(node.text().unwrap_or_default()),
        NodeType::Comment => sink.comment(node.text().unwrap_or_default()),
        NodeType::PI => {
            let (target, data) = node.pi().map_or(("", ""), |pi| (pi.target, pi.value.unwrap_or_default()));
            sink.instruction(target, data);
        }
    }
}
