//! Parameters and results as elements, bound to structs.

use std::fmt::Display;
use std::io::Write;

use quick_xml::escape::{escape, resolve_predefined_entity};
use quick_xml::events::Event;

use super::events::Events;
use super::filled::{Error, Filled};
use crate::messages::{Count, Dns, Doubles, EchoFloat, Empty, Text};

/// Whether parameters are those of a request or of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Of a call.
    Request,
    /// Of its result.
    Reply,
}

/// What is in a call or a result.
pub trait Written {
    /// Writes the elements.
    fn write(&self, out: &mut Vec<u8>, part: Part);

    /// The name of the element that holds a field.
    fn element(field: &str, _: Part) -> &str {
        field
    }
}

/// A message that is the parameters of a call, or its result.
pub trait Parameters: Filled + Written {
    /// The element that holds a list, empty or not, where the message is one. What a draft is filled with does not tell a
    /// list that is empty from a message of another type.
    const LIST: Option<&'static str> = None;
}

impl Parameters for EchoFloat {}
impl Parameters for Empty {}
impl Parameters for Text {}
impl Parameters for Count {}

impl Parameters for Doubles {
    const LIST: Option<&'static str> = Some("values");
}

impl Parameters for Dns {
    const LIST: Option<&'static str> = Some("records");
}

/// Elements within each other that are followed.
const DEEPEST: usize = 64;

/// Reads the elements up to the end of the one that holds them, whose start has been read.
///
/// # Errors
/// XML that is not well formed, a value that is none of its type, a list that is missing, elements nested too deep.
pub fn read_parameters<T: Parameters>(events: &mut dyn Events) -> Result<T::Draft, String> {
    let mut draft = T::Draft::default();
    let (mut name, mut text) = (String::new(), String::new());
    let (mut depth, mut is_leaf) = (0, false);
    let mut has_list = T::LIST.is_none();
    loop {
        let (_, event) = events.next().map_err(|error| error.to_string())?;
        match event {
            Event::Start(start) => {
                depth += 1;
                if depth > DEEPEST {
                    return Err(format!("elements nested deeper than {DEEPEST}"));
                }
                name.clear();
                name.push_str(start.local_name().into_inner());
                text.clear();
                is_leaf = true;
                has_list |= depth == 1 && T::LIST == Some(&*name);
                T::start(&mut draft, &name);
            }
            Event::Empty(empty) => {
                let name = empty.local_name();
                has_list |= depth == 0 && T::LIST == Some(name.into_inner());
                T::start(&mut draft, name.into_inner());
                T::leaf(&mut draft, name.into_inner(), String::new()).map_err(|error| error.to_string())?;
                is_leaf = false;
            }
            Event::End(_) if depth == 0 => {
                return match T::LIST.filter(|_| !has_list) {
                    Some(list) => Err(format!("element {list:?} is missing")),
                    None => Ok(draft),
                };
            }
            Event::End(_) => {
                depth -= 1;
                if is_leaf {
                    if depth == 0 && T::LIST == Some(&*name) && !text.trim_ascii().is_empty() {
                        return Err(format!("element {name:?} holds text where items are due"));
                    }
                    T::leaf(&mut draft, &name, std::mem::take(&mut text)).map_err(|error| error.to_string())?;
                }
                is_leaf = false;
            }
            Event::Text(piece) => text.push_str(&piece.xml10_content()),
            Event::CData(piece) => text.push_str(&piece.xml10_content()),
            Event::GeneralRef(reference) => {
                match reference.resolve_char_ref().map_err(|error| error.to_string())? {
                    Some(character) => text.push(character),
                    // Others would need a document type, which SOAP forbids (3).
                    None => match resolve_predefined_entity(&reference) {
                        Some(resolved) => text.push_str(resolved),
                        None => return Err(format!("entity {:?} is not declared", &*reference)),
                    },
                }
            }
            Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
            Event::DocType(_) => return Err("a document type, which SOAP forbids".into()),
            Event::Eof => return Err("the document ends within an element".into()),
        }
    }
}

fn element(out: &mut Vec<u8>, name: &str, value: impl Display) {
    // Writing to memory cannot fail.
    let _ = writeln!(out, "<{name}>{value}</{name}>");
}

fn text(out: &mut Vec<u8>, name: &str, value: &str) {
    let escaped = escape(value);
    // A reader turns a line end of other systems into a line feed (XML 1.0, 2.11), unless it is a reference.
    element(out, name, if escaped.contains('\r') { escaped.replace('\r', "&#13;") } else { escaped.into_owned() });
}

/// A number as XML Schema writes it (part 2, 3.2.4 and 3.2.5).
struct Float<T>(T);

impl<T: Display + PartialEq + Into<f64> + Copy> Display for Float<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wide: f64 = self.0.into();
        if wide.is_infinite() { f.write_str(if wide > 0.0 { "INF" } else { "-INF" }) } else { self.0.fmt(f) }
    }
}

impl Written for EchoFloat {
    fn write(&self, out: &mut Vec<u8>, part: Part) {
        let (name, value) = (Self::element("value", part), Float(self.value));
        match part {
            Part::Request => {
                // Writing to memory cannot fail.
                let _ = writeln!(out, "<{name} xsi:type=\"xsd:float\">{value}</{name}>");
            }
            Part::Reply => element(out, name, value),
        }
    }

    /// The words of 2001.
    fn element(_: &str, part: Part) -> &str {
        match part {
            Part::Request => "input",
            Part::Reply => "result",
        }
    }
}

impl Written for Empty {
    fn write(&self, _: &mut Vec<u8>, _: Part) {}
}

impl Written for Text {
    fn write(&self, out: &mut Vec<u8>, _: Part) {
        text(out, "value", &self.value);
    }
}

impl Written for Doubles {
    fn write(&self, out: &mut Vec<u8>, _: Part) {
        out.extend_from_slice(b"<values>\n");
        for value in &self.values {
            element(out, "item", Float(*value));
        }
        out.extend_from_slice(b"</values>\n");
    }
}

impl Written for Dns {
    fn write(&self, out: &mut Vec<u8>, _: Part) {
        out.extend_from_slice(b"<records>\n");
        for record in &self.records {
            out.extend_from_slice(b"<item>\n");
            text(out, "key", &record.key);
            text(out, "value", &record.value);
            text(out, "first", &record.first);
            text(out, "last", &record.last);
            if let Some(record_type) = &record.record_type {
                text(out, "type", record_type);
            }
            if let Some(ttl) = record.ttl {
                element(out, "ttl", ttl);
            }
            out.extend_from_slice(b"</item>\n");
        }
        out.extend_from_slice(b"</records>\n");
    }
}

/// The element that holds a count.
const COUNT: &str = "count";

impl Filled for Count {
    type Draft = Option<i32>;

    fn leaf(draft: &mut Option<i32>, name: &str, text: String) -> Result<(), Error> {
        if name == COUNT {
            *draft = Some(text.parse()?);
        }
        Ok(())
    }

    fn finish(draft: Option<i32>) -> Result<Self, Error> {
        Ok(Self { value: draft.ok_or("element \"count\" is missing")? })
    }
}

impl Written for Count {
    fn write(&self, out: &mut Vec<u8>, _: Part) {
        element(out, COUNT, self.value);
    }

    fn element(_: &str, _: Part) -> &str {
        COUNT
    }
}
