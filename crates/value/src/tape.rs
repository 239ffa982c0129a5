//! A data tree in little memory: the bytes of its encoding, read in place.
//!
//! A [`Value`] takes 32 bytes a node, and 64 an entry of a map, beside its text. A tape takes 9 bytes for a number and 5
//! beside a text, so that a large message is written in any format within a few times its own size.

use std::cell::Cell;
use std::io::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::ser::{Serialize, SerializeMap as _, SerializeSeq as _, Serializer};

use crate::encoding::{self, Token};
use crate::mapping::{self, ITEM, NAMESPACE, PREFIX};
use crate::{ConvertError, MAX_DEPTH, Value, xml};

/// A data tree as its encoding. No entry of it is absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tape(Vec<u8>);

impl Tape {
    /// The tape of a tree.
    ///
    /// # Errors
    /// If the tree has no encoding.
    pub fn of(value: Value) -> Result<Self, ConvertError> {
        let mut bytes = Vec::new();
        encoding::encode(&value.without_absent(), &mut bytes)?;
        Ok(Self(bytes))
    }

    /// The tree.
    pub fn value(&self) -> Value {
        // What was written as an encoding is one.
        encoding::decode(&self.0).unwrap_or(Value::Null)
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The first leaf for which `reason` has one.
    pub fn find<T>(&self, reason: impl Fn(&Value) -> Option<T>) -> Option<T> {
        // Entries or items left of what is open, and whether keys come before them.
        let mut open = vec![(1, false)];
        let mut at = 0;
        while let Some((left, keyed)) = open.last_mut() {
            if *left == 0 {
                open.pop();
                continue;
            }
            *left -= 1;
            if *keyed {
                encoding::key(&self.0, &mut at);
            }
            match encoding::token(&self.0, &mut at) {
                Token::Sequence(count) => open.push((count, false)),
                Token::Map(count) => open.push((count, true)),
                leaf => {
                    if let Some(found) = reason(&leaf.value()) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Writes the tree as [`mapping::to_infoset`] and [`xml::write`] do, without making the infoset.
    ///
    /// # Errors
    /// What these say, or the writer.
    pub fn write_xml(&self, root: &str, out: &mut impl Write) -> Result<(), ConvertError> {
        let mut writer = XmlWriter { tape: &self.0, at: 0, out, scratch: String::new() };
        writer.element(root, &format!(" xmlns:{PREFIX}=\"{NAMESPACE}\""))
    }
}

/// As the tree that it is: what `Serialize` of [`Value`] does.
impl Serialize for Tape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Cursor { tape: &self.0, at: &Cell::new(0) }.serialize(serializer)
    }
}

/// A place on a tape. Serialising moves it on: every serializer takes items once and in order.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    tape: &'a [u8],
    at: &'a Cell<usize>,
}

impl<'a> Cursor<'a> {
    fn take<T>(&self, step: impl FnOnce(&'a [u8], &mut usize) -> T) -> T {
        let mut at = self.at.get();
        let taken = step(self.tape, &mut at);
        self.at.set(at);
        taken
    }
}

impl Serialize for Cursor<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.take(encoding::token) {
            Token::Text(text) => serializer.serialize_str(text),
            Token::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Token::Sequence(count) => {
                let mut items = serializer.serialize_seq(Some(count))?;
                (0..count).try_for_each(|_| items.serialize_element(self))?;
                items.end()
            }
            Token::Map(count) => {
                let mut entries = serializer.serialize_map(Some(count))?;
                (0..count).try_for_each(|_| entries.serialize_entry(self.take(encoding::key), self))?;
                entries.end()
            }
            leaf => leaf.value().serialize(serializer),
        }
    }
}

struct XmlWriter<'a, W> {
    tape: &'a [u8],
    at: usize,
    out: &'a mut W,
    scratch: String,
}

impl<W: Write> XmlWriter<'_, W> {
    fn put(&mut self, parts: &[&str]) -> Result<(), ConvertError> {
        let written = parts.iter().try_for_each(|part| self.out.write_all(part.as_bytes()));
        written.map_err(|error| ConvertError(error.to_string()))
    }

    fn element(&mut self, name: &str, declaration: &str) -> Result<(), ConvertError> {
        if !mapping::is_name(name) {
            return Err(ConvertError(format!("key {name:?}, which is not an XML name")));
        }
        let token = encoding::token(self.tape, &mut self.at);
        let (kind, text) = match &token {
            Token::Sequence(_) => (Some("sequence"), String::new()),
            Token::Map(count) => ((*count == 0).then_some("map"), String::new()),
            Token::Bytes(bytes) => (Some("octets"), BASE64_STANDARD.encode(bytes)),
            leaf => mapping::leaf_text(&leaf.value())?,
        };
        self.put(&["<", name, declaration])?;
        if let Some(kind) = kind {
            self.put(&[" ", PREFIX, ":type=\"", kind, "\""])?;
        }
        if text.is_empty() && !matches!(token, Token::Sequence(1..) | Token::Map(1..)) {
            return self.put(&["/>"]);
        }
        self.put(&[">"])?;
        match token {
            Token::Sequence(count) => (0..count).try_for_each(|_| self.element(ITEM, ""))?,
            Token::Map(count) => (0..count).try_for_each(|_| {
                let key = encoding::key(self.tape, &mut self.at);
                self.element(key, "")
            })?,
            _ => {
                let mut scratch = std::mem::take(&mut self.scratch);
                scratch.clear();
                xml::escape(&text, false, &mut scratch)?;
                self.put(&[&scratch])?;
                self.scratch = scratch;
            }
        }
        self.put(&["</", name, ">"])
    }
}

/// Writes a tape node by node, without a tree.
#[derive(Debug, Default)]
pub struct TapeBuilder {
    bytes: Vec<u8>,
    /// Where the counts of what is open stand, and how many items or entries there are so far.
    open: Vec<(usize, u32)>,
}

impl TapeBuilder {
    /// Adds a leaf, or a whole tree.
    ///
    /// # Errors
    /// If it has no encoding.
    pub fn leaf(&mut self, value: &Value) -> Result<(), ConvertError> {
        self.count();
        encoding::encode(value, &mut self.bytes)
    }

    /// Adds a text.
    ///
    /// # Errors
    /// If it is longer than 2^32-1 bytes.
    pub fn text(&mut self, text: &str) -> Result<(), ConvertError> {
        self.count();
        self.bytes.push(encoding::TEXT);
        encoding::write_bytes(text.as_bytes(), &mut self.bytes)
    }

    /// Begins a sequence; its items follow.
    ///
    /// # Errors
    /// If it is nested too deep.
    pub fn sequence(&mut self) -> Result<(), ConvertError> {
        self.begin(encoding::SEQUENCE)
    }

    /// Begins a map; for each entry its [`TapeBuilder::key`] follows, and its value.
    ///
    /// # Errors
    /// If it is nested too deep.
    pub fn map(&mut self) -> Result<(), ConvertError> {
        self.begin(encoding::MAP)
    }

    /// The key of the next value.
    ///
    /// # Errors
    /// If it is longer than 2^32-1 bytes.
    pub fn key(&mut self, key: &str) -> Result<(), ConvertError> {
        encoding::write_bytes(key.as_bytes(), &mut self.bytes)
    }

    /// Ends the innermost sequence or map.
    pub fn end(&mut self) {
        if let Some((place, count)) = self.open.pop() {
            self.bytes[place..place + 4].copy_from_slice(&count.to_le_bytes());
        }
    }

    /// The tape, once one value was added and everything has ended; else that of null.
    pub fn finish(mut self) -> Tape {
        if self.bytes.is_empty() || !self.open.is_empty() {
            self.bytes = vec![encoding::NULL];
        }
        Tape(self.bytes)
    }

    fn count(&mut self) {
        if let Some((_, count)) = self.open.last_mut() {
            *count += 1;
        }
    }

    fn begin(&mut self, tag: u8) -> Result<(), ConvertError> {
        if self.open.len() > MAX_DEPTH {
            return Err(ConvertError(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        self.count();
        self.bytes.push(tag);
        self.open.push((self.bytes.len(), 0));
        self.bytes.extend_from_slice(&[0; 4]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    const TEXTS: [&str; 9] = [
        "null",
        "\"a<&>\\\"\\r\\n\"",
        "[]",
        "{}",
        "[1,[2,[{}]],\"\",null]",
        "{\"a\":{\"b\":[true,-0.0,18446744073709551615,-9223372036854775808]},\"c\":\"\"}",
        "{\"item\":[[],{\"x\":{}}],\"y\":1e300}",
        "{\"a b\":1}",
        "\"\\u0001\"",
    ];

    #[test]
    fn a_tape_is_read_as_the_tree_is() {
        for text in TEXTS {
            let (tree, tape) = (json::read(text.as_bytes()).unwrap(), json::read_tape(text.as_bytes()).unwrap());
            assert_eq!(tape.value(), tree, "{text}");
            assert_eq!(tape, Tape::of(tree).unwrap(), "{text}");
        }
    }

    #[test]
    fn a_tape_is_written_as_the_tree_is() {
        for text in TEXTS {
            let (tree, tape) = (json::read(text.as_bytes()).unwrap(), json::read_tape(text.as_bytes()).unwrap());
            assert_eq!(serde_json::to_vec(&tape).unwrap(), json::write(&tree).unwrap());
            let cbor = |value: &dyn erased::Write| value.cbor();
            assert_eq!(cbor(&tape), cbor(&tree), "{text}");
            let mut document = Vec::new();
            let written = tape.write_xml("message", &mut document).map(|()| document).map_err(|e| e.to_string());
            let expected = mapping::to_infoset(&tree, "message", None).and_then(|infoset| xml::write(&infoset));
            assert_eq!(written, expected.map_err(|error| error.to_string()), "{text}");
        }
    }

    mod erased {
        pub trait Write {
            fn cbor(&self) -> Vec<u8>;
        }

        impl<T: serde::Serialize> Write for T {
            fn cbor(&self) -> Vec<u8> {
                let mut bytes = Vec::new();
                ciborium::into_writer(self, &mut bytes).unwrap();
                bytes
            }
        }
    }

    #[test]
    fn leaves_are_found_and_keys_are_none() {
        let tape = json::read_tape(br#"[{"x":"k"},{"k":[1,{"z":"v"}]}]"#).unwrap();
        let is = |wanted: &'static str| move |leaf: &Value| (*leaf == Value::text(wanted)).then_some(());
        assert!(tape.find(is("v")).is_some() && tape.find(is("k")).is_some());
        assert!(tape.find(is("z")).is_none() && tape.find(is("x")).is_none());
    }
}
