//! What quick-xml does with the same document as XML.

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;

fn start(reader: &NsReader<&[u8]>, element: &BytesStart<'_>) -> u64 {
    let (namespace, local) = reader.resolver().resolve_element(element.name());
    let length = match namespace {
        ResolveResult::Bound(namespace) => namespace.as_ref().len(),
        _ => 0,
    };
    let mut sum = 1 + length as u64 + local.as_ref().len() as u64;
    for attribute in element.attributes() {
        let attribute = attribute.unwrap();
        let (_, local) = reader.resolver().resolve_attribute(attribute.key);
        sum += local.as_ref().len() as u64
            + attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).unwrap().len() as u64;
    }
    sum
}

/// Resolves the namespaces of elements and attributes and takes the values of attributes.
pub fn decode(document: &str) -> u64 {
    let mut reader = NsReader::from_str(document);
    let mut sum = 0;
    loop {
        let event = reader.read_event().unwrap();
        match event {
            Event::Start(element) => sum += start(&reader, &element),
            Event::Empty(element) => sum += start(&reader, &element),
            Event::End(element) => sum += element.local_name().as_ref().len() as u64,
            Event::Text(text) => sum += text.xml10_content().len() as u64,
            Event::Eof => return sum,
            _ => {}
        }
    }
}
