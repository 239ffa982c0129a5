//! Canonical XML of events, as `tests/interop-java` makes it: namespaces as they are declared.

use fastinfoset::{Algorithms, Event, EventReader, Name};

pub fn canonical<R: EventReader>(reader: &mut R) -> fastinfoset::Result<String> {
    let algorithms = Algorithms::default();
    let mut out = String::new();
    let mut text = String::new();
    let mut in_document_type = false;
    loop {
        match reader.read_event()? {
            Event::StartElement(element) => {
                out.push('<');
                push_name(element.name(), &mut out);
                let mut namespaces: Vec<_> = element.namespaces().collect();
                namespaces.sort_by_key(|namespace| namespace.prefix);
                for namespace in namespaces {
                    out.push_str(if namespace.prefix.is_empty() { " xmlns" } else { " xmlns:" });
                    out.push_str(namespace.prefix);
                    push_value(namespace.uri, &mut out);
                }
                let mut attributes: Vec<_> = element.attributes().collect();
                attributes.sort_by_key(|attribute| (attribute.name.namespace(), attribute.name.local()));
                for attribute in attributes {
                    out.push(' ');
                    push_name(attribute.name, &mut out);
                    text.clear();
                    attribute.value.write_text(&algorithms, &mut text)?;
                    push_value(&text, &mut out);
                }
                out.push('>');
            }
            Event::EndElement(name) => {
                out.push_str("</");
                push_name(name, &mut out);
                out.push('>');
            }
            Event::Characters(value) => {
                text.clear();
                value.write_text(&algorithms, &mut text)?;
                for c in text.chars() {
                    match c {
                        '&' => out.push_str("&amp;"),
                        '<' => out.push_str("&lt;"),
                        '>' => out.push_str("&gt;"),
                        '\r' => out.push_str("&#xD;"),
                        c => out.push(c),
                    }
                }
            }
            Event::Comment(value) => out.push_str(&format!("<!--{}-->", value.as_text().unwrap())),
            Event::ProcessingInstruction { target, data } if !in_document_type => {
                let data = data.as_text().unwrap();
                out.push_str(&format!("<?{target}{}{data}?>", if data.is_empty() { "" } else { " " }));
            }
            Event::EntityReference { name, .. } => out.push_str(&format!("&{name};")),
            Event::StartDocumentType { .. } => in_document_type = true,
            Event::EndDocumentType => in_document_type = false,
            Event::EndDocument => return Ok(out),
            _ => {}
        }
    }
}

fn push_name(name: Name<'_>, out: &mut String) {
    if !name.prefix().is_empty() {
        out.push_str(name.prefix());
        out.push(':');
    }
    out.push_str(name.local());
}

fn push_value(value: &str, out: &mut String) {
    out.push_str("=\"");
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#x9;"),
            '\n' => out.push_str("&#xA;"),
            '\r' => out.push_str("&#xD;"),
            c => out.push(c),
        }
    }
    out.push('"');
}
