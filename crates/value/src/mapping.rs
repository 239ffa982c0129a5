//! The one mapping between data tree and infoset; `docs/FORMAT.md` states it with examples.
//!
//! - A map is an element with one child element per present entry, named by its key, in order.
//! - A sequence is an element with one child element `item` per value.
//! - A leaf is an element with its text alone: an integer in decimal; a float as the shortest decimal that reads back
//!   to the same bits, or `NaN`, `INF`, `-INF` (XML Schema part 2, 3.2.4 and 3.2.5); a boolean as `true` or `false`;
//!   bytes in base64; text as it is.
//! - What neither the element nor a [`Shape`] says is written in an attribute `type` in the namespace
//!   [`NAMESPACE`]: any leaf but text, any sequence, and an empty map. Absent entries are not written.
//!
//! Both ways are exact: what has no counterpart is an error, never an approximation.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::infoset::{Attribute, Declaration, Event, Infoset, Start, is_whitespace};
use crate::{ConvertError, Integer, MAX_DEPTH, Shape, Value};

/// The namespace of the `type` attribute.
pub const NAMESPACE: &str = "urn:wirecost:value";
pub(crate) const PREFIX: &str = "w";
pub(crate) const ITEM: &str = "item";

/// Writes `value` as a document whose root element is `root`.
///
/// With a `shape`, which the reader is then told too, no `type` attributes are written.
///
/// # Errors
/// If a key is no XML name, a NaN is not the canonical one, or absent is outside a map.
pub fn to_infoset(value: &Value, root: &str, shape: Option<&Shape>) -> Result<Infoset, ConvertError> {
    let mut infoset = Infoset::default();
    write(value, root, shape.is_none(), &mut infoset)?;
    if shape.is_none()
        && let Some(Event::Start(start)) = infoset.events.first_mut()
    {
        start.declarations.push(Declaration { prefix: Some(PREFIX.into()), namespace: NAMESPACE.into() });
    }
    Ok(infoset)
}

fn write(value: &Value, name: &str, tell_type: bool, out: &mut Infoset) -> Result<(), ConvertError> {
    if !is_name(name) {
        return Err(ConvertError(format!("key {name:?}, which is not an XML name")));
    }
    let (kind, text) = match value {
        Value::Sequence(_) => (Some("sequence"), String::new()),
        Value::Map(entries) => {
            let empty = entries.iter().all(|(_, value)| matches!(value, Value::Absent));
            (empty.then_some("map"), String::new())
        }
        leaf => leaf_text(leaf)?,
    };
    let attributes = kind.filter(|_| tell_type).map(|kind| Attribute {
        namespace: Some(NAMESPACE.into()),
        name: "type".into(),
        value: kind.into(),
        prefix: Some(PREFIX.into()),
    });
    out.events.push(Event::Start(Start {
        name: name.to_owned(),
        attributes: attributes.into_iter().collect(),
        ..Start::default()
    }));
    if !text.is_empty() {
        out.events.push(Event::Text(text));
    }
    match value {
        Value::Sequence(items) => items.iter().try_for_each(|item| write(item, ITEM, tell_type, out))?,
        Value::Map(entries) => entries
            .iter()
            .filter(|(_, value)| !matches!(value, Value::Absent))
            .try_for_each(|(key, value)| write(value, key, tell_type, out))?,
        _ => {}
    }
    out.events.push(Event::End);
    Ok(())
}

/// The kind of a leaf, where its element does not show it, and its text; [`leaf`] reads it back.
///
/// # Errors
/// If it is absent, or a NaN that is not the canonical one.
pub fn leaf_text(value: &Value) -> Result<(Option<&'static str>, String), ConvertError> {
    Ok(match value {
        Value::Null | Value::Sequence(_) | Value::Map(_) => (Some("null"), String::new()),
        Value::Boolean(b) => (Some("boolean"), b.to_string()),
        Value::Integer(n) => (Some("integer"), n.get().to_string()),
        Value::Float32(x) => (Some("float"), float(x.to_string(), x.is_nan(), x.to_bits() == f32::NAN.to_bits())?),
        Value::Float64(x) => (Some("double"), float(x.to_string(), x.is_nan(), x.to_bits() == f64::NAN.to_bits())?),
        Value::Text(text) => (None, text.clone()),
        Value::Bytes(bytes) => (Some("octets"), BASE64_STANDARD.encode(bytes)),
        Value::Absent => return Err(ConvertError("absent outside a map".into())),
    })
}

fn float(text: String, nan: bool, canonical: bool) -> Result<String, ConvertError> {
    match text.as_str() {
        _ if nan && !canonical => Err(ConvertError("a NaN with a payload, which XML cannot hold".into())),
        "inf" => Ok("INF".into()),
        "-inf" => Ok("-INF".into()),
        _ => Ok(text),
    }
}

/// Whether `name` is an NCName (Namespaces in XML 1.0, production 4).
pub fn is_name(name: &str) -> bool {
    let start = |c: char| {
        matches!(c, 'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
            | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
            | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
            | '\u{10000}'..='\u{EFFFF}')
    };
    let inner = |c: char| {
        start(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
    };
    let mut characters = name.chars();
    characters.next().is_some_and(start) && characters.all(inner)
}

/// Reads a document as a data tree.
///
/// White space between tags is not part of the tree; comments and processing instructions have none. The caller asks
/// [`Infoset::has`] whether any was dropped.
///
/// # Errors
/// If the document has attributes, namespaces, mixed content, comments or processing instructions, with the line.
pub fn from_infoset(infoset: &Infoset, shape: Option<&Shape>) -> Result<Value, ConvertError> {
    let mut reader = Reader { infoset, next: 0 };
    reader.skip_whitespace();
    let value = reader.element(shape, 0)?;
    reader.skip_whitespace();
    if reader.next < infoset.events.len() {
        return Err(reader.unrepresentable());
    }
    Ok(value)
}

struct Reader<'a> {
    infoset: &'a Infoset,
    next: usize,
}

impl Reader<'_> {
    fn error(&self, index: usize, what: &str) -> ConvertError {
        let place = self.infoset.line(index).map_or(String::new(), |line| format!(" at line {line}"));
        ConvertError(format!("{what}{place}"))
    }

    /// What the event that is next is, where it has no place in a data tree.
    fn unrepresentable(&self) -> ConvertError {
        let what = match self.infoset.events.get(self.next) {
            Some(Event::Text(_)) => "mixed content",
            Some(Event::Comment(_)) => "a comment",
            Some(Event::Instruction { .. }) => "a processing instruction",
            Some(Event::Start(_)) => "an element too many",
            Some(Event::End) | None => "an element that is missing",
        };
        self.error(self.next, what)
    }

    fn skip_whitespace(&mut self) {
        while matches!(self.infoset.events.get(self.next), Some(Event::Text(text)) if is_whitespace(text)) {
            self.next += 1;
        }
    }

    fn start(&mut self) -> Result<(&Start, usize), ConvertError> {
        match self.infoset.events.get(self.next) {
            Some(Event::Start(start)) => {
                self.next += 1;
                Ok((start, self.next - 1))
            }
            _ => Err(self.unrepresentable()),
        }
    }

    fn element(&mut self, shape: Option<&Shape>, depth: usize) -> Result<Value, ConvertError> {
        if depth > MAX_DEPTH {
            return Err(self.error(self.next, &format!("nesting deeper than {MAX_DEPTH} levels")));
        }
        let (start, index) = self.start()?;
        if start.namespace.is_some() {
            let what = format!("a namespace on element {:?}", start.name);
            return Err(self.error(index, &what));
        }
        let mut kind = None;
        for attribute in &start.attributes {
            if attribute.namespace.as_deref() == Some(NAMESPACE) && attribute.name == "type" && shape.is_none() {
                kind = Some(attribute.value.clone());
            } else {
                let what = format!("attribute {:?}", attribute.name);
                return Err(self.error(index, &what));
            }
        }
        let kind = kind.as_deref().or(shape.map(kind_of)).unwrap_or_else(|| self.kind_by_content());
        match kind {
            "map" => self.map(shape, depth),
            "sequence" => self.sequence(shape, depth),
            _ => {
                let mut text = String::new();
                while let Some(Event::Text(piece)) = self.infoset.events.get(self.next) {
                    text.push_str(piece);
                    self.next += 1;
                }
                self.end()?;
                leaf(kind, text).map_err(|what| self.error(index, &what.to_string()))
            }
        }
    }

    /// Without a type, an element with child elements is a map and any other is text.
    fn kind_by_content(&self) -> &'static str {
        let content = self.infoset.events[self.next..].iter().find(|event| !matches!(event, Event::Text(_)));
        if matches!(content, Some(Event::End)) { "text" } else { "map" }
    }

    fn end(&mut self) -> Result<(), ConvertError> {
        match self.infoset.events.get(self.next) {
            Some(Event::End) => {
                self.next += 1;
                Ok(())
            }
            Some(Event::Start(_)) => Err(self.error(self.next, "mixed content")),
            _ => Err(self.unrepresentable()),
        }
    }

    fn map(&mut self, shape: Option<&Shape>, depth: usize) -> Result<Value, ConvertError> {
        let mut entries: Vec<(String, Value)> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        loop {
            self.skip_whitespace();
            let index = self.next;
            let key = match self.infoset.events.get(index) {
                Some(Event::Start(start)) => start.name.clone(),
                _ => break,
            };
            if !seen.insert(key.clone()) {
                return Err(self.error(index, &format!("element {key:?} twice in one parent")));
            }
            let field = match shape {
                Some(Shape::Record(fields)) => match fields.iter().find(|field| field.name == key) {
                    Some(field) => Some(&field.shape),
                    None => return Err(self.error(index, &format!("element {key:?}, which is not a field"))),
                },
                Some(Shape::Map(item)) => Some(&**item),
                _ => None,
            };
            entries.push((key, self.element(field, depth + 1)?));
        }
        self.end()?;
        Ok(Value::Map(entries))
    }

    fn sequence(&mut self, shape: Option<&Shape>, depth: usize) -> Result<Value, ConvertError> {
        let shape = match shape {
            Some(Shape::Sequence(item)) => Some(&**item),
            _ => None,
        };
        let mut items = Vec::new();
        loop {
            self.skip_whitespace();
            match self.infoset.events.get(self.next) {
                Some(Event::Start(start)) if start.name == ITEM => items.push(self.element(shape, depth + 1)?),
                Some(Event::Start(start)) => {
                    return Err(self.error(self.next, &format!("element {:?} in a sequence", start.name)));
                }
                _ => break,
            }
        }
        self.end()?;
        Ok(Value::Sequence(items))
    }
}

fn kind_of(shape: &Shape) -> &'static str {
    match shape {
        Shape::Boolean => "boolean",
        Shape::Integer { .. } => "integer",
        Shape::Float32 => "float",
        Shape::Float64 => "double",
        Shape::Text => "text",
        Shape::Bytes => "octets",
        Shape::Sequence(_) => "sequence",
        Shape::Map(_) | Shape::Record(_) => "map",
    }
}

/// The leaf that the text of an element of this kind is.
///
/// # Errors
/// If the kind is unknown, or the text is none of it.
pub fn leaf(kind: &str, text: String) -> Result<Value, ConvertError> {
    let value = match kind {
        "text" => return Ok(Value::Text(text)),
        "null" if text.is_empty() => Some(Value::Null),
        "boolean" => text.parse().ok().map(Value::Boolean),
        "integer" => text.parse().ok().and_then(|n: i128| Integer::try_from(n).ok()).map(Value::Integer),
        "float" => float_text(&text).and_then(|text| text.parse().ok()).map(Value::Float32),
        "double" => float_text(&text).and_then(|text| text.parse().ok()).map(Value::Float64),
        "octets" => BASE64_STANDARD.decode(&text).ok().map(Value::Bytes),
        _ => return Err(ConvertError(format!("unknown type {kind:?}"))),
    };
    value.ok_or_else(|| ConvertError(format!("text {text:?}, which is no {kind}")))
}

/// Rust also reads "inf", "infinity" and "nan" in any case; XML Schema has three spellings only.
fn float_text(text: &str) -> Option<&str> {
    match text {
        "NaN" => Some("NaN"),
        "INF" => Some("inf"),
        "-INF" => Some("-inf"),
        _ => text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')).then_some(text),
    }
}
