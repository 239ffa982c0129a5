//! The registry as XML, with the elements of the original.
//!
//! Each byte of a text is in the file as the character with its number, as the original writes it. XML has no place
//! for most control characters; they stand as characters of the private use area.

use std::sync::Arc;

use quick_xml::events::{BytesStart, Event};

use super::registered::{Modules, Registered, RegisteredService};
use crate::Text;

/// Control characters that XML cannot hold are written as this character and those after it.
const CONTROLS: u32 = 0xe000;

pub(crate) fn print(modules: &Modules) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SBWRegistry>\n  <listOfModules>\n");
    for (name, module) in modules {
        let kind = Text::from(if module.unique { "UNIQUE" } else { "SELF_MANAGED" });
        let attributes = [
            ("name", name),
            ("displayName", &module.display_name),
            ("type", &kind),
            ("startupCmd", &module.command),
            ("help", &module.help),
        ];
        element(&mut text, "    <module", &attributes, ">\n      <listOfServices>\n");
        for service in &module.services {
            let attributes = [
                ("name", &service.name),
                ("displayName", &service.display_name),
                ("category", &service.category),
                ("help", &service.help),
            ];
            element(&mut text, "        <service", &attributes, "/>\n");
        }
        text.push_str("      </listOfServices>\n    </module>\n");
    }
    text.push_str("  </listOfModules>\n</SBWRegistry>\n");
    text
}

fn element(text: &mut String, open: &str, attributes: &[(&str, &Text)], close: &str) {
    text.push_str(open);
    for (name, value) in attributes {
        text.push(' ');
        text.push_str(name);
        text.push_str("=\"");
        value.bytes().iter().for_each(|byte| escaped(text, *byte));
        text.push('"');
    }
    text.push_str(close);
}

/// Line ends too, which a reader would turn into spaces.
fn escaped(text: &mut String, byte: u8) {
    match byte {
        b'&' => text.push_str("&amp;"),
        b'<' => text.push_str("&lt;"),
        b'"' => text.push_str("&quot;"),
        b'\n' => text.push_str("&#10;"),
        b'\r' => text.push_str("&#13;"),
        b'\t' => text.push_str("&#9;"),
        control if control < b' ' => text.extend(char::from_u32(CONTROLS + u32::from(control))),
        other => text.push(other.into()),
    }
}

/// A character beyond those that stand for a byte is taken as UTF-8.
fn bytes(value: &str) -> Text {
    let mut bytes = Vec::with_capacity(value.len());
    for letter in value.chars() {
        let number = u32::from(letter);
        let control = number.checked_sub(CONTROLS).filter(|control| *control < u32::from(b' '));
        match u8::try_from(control.unwrap_or(number)) {
            Ok(byte) => bytes.push(byte),
            Err(_) => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes.into()
}

pub(crate) fn parse(text: &str) -> Result<Modules, String> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut modules = Modules::new();
    let mut current = None;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "module" => {
                    let name = attribute(&tag, "name")?;
                    let module = Registered {
                        display_name: attribute(&tag, "displayName")?,
                        unique: attribute(&tag, "type")? != "SELF_MANAGED",
                        command: attribute(&tag, "startupCmd")?,
                        help: attribute(&tag, "help")?,
                        services: Vec::new(),
                    };
                    modules.insert(name.clone(), Arc::new(module));
                    current = Some(name);
                }
                "service" => {
                    let module = current.as_ref().and_then(|name| modules.get_mut(name));
                    let module = module.ok_or("a service outside a module")?;
                    Arc::make_mut(module).services.push(Arc::new(RegisteredService {
                        name: attribute(&tag, "name")?,
                        display_name: attribute(&tag, "displayName")?,
                        category: attribute(&tag, "category")?,
                        help: attribute(&tag, "help")?,
                    }));
                }
                _ => {}
            },
            Event::Eof if modules.is_empty() && !text.contains("SBWRegistry") => return Err("no registry".to_owned()),
            Event::Eof => return Ok(modules),
            _ => {}
        }
    }
}

/// The attribute's value, empty if it is missing.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Text, String> {
    let attribute = tag.try_get_attribute(name).map_err(|error| error.to_string())?;
    match attribute {
        None => Ok(Text::default()),
        Some(attribute) => Ok(bytes(
            &attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).map_err(|error| error.to_string())?,
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The original writes each byte of `Caf\xe9` and of the two of a UTF-8 `é` as a character of its own.
    #[test]
    fn a_file_of_the_original_gives_the_bytes_that_were_registered() {
        let text = "<?xml version=\"1.0\" encoding=\"UTF8\"?>\n<SBWRegistry lastUpdated=\"now\"><listOfModules>\
                    <module name=\"Caf\u{e9}\" displayName=\"\u{c3}\u{a9}\" type=\"SELF_MANAGED\" startupCmd=\"c\" \
                    help=\"\u{20ac}\"/></listOfModules></SBWRegistry>";
        let modules = parse(text).unwrap();
        let module = &modules[&b"Caf\xe9"[..]];
        assert_eq!(module.display_name, "é");
        assert_eq!(module.help, "€", "no original wrote this; it is taken as UTF-8");
        assert!(print(&modules).contains("name=\"Caf\u{e9}\" displayName=\"\u{c3}\u{a9}\""));
    }
}
