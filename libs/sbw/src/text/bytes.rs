//! Names and descriptions: bytes that are shown to people.

use std::borrow::{Borrow, Cow};
use std::fmt;

use super::print::escaped;
use crate::block::{Block, BlockReader, Element, FromItem, ItemType, ToItem};
use crate::{Result, block};

/// The name of a module, service or method, or what is said of it. SBW states no character set, so it is bytes, which
/// pass unchanged. They are decoded only to be shown: UTF-8 as it is; a byte that is no UTF-8, and a control character,
/// as `\xNN`.
///
/// ```
/// use sbw::Text;
///
/// let latin1 = Text::from(&b"Caf\xe9"[..]);
/// assert_eq!(latin1.to_string(), r"Caf\xe9");
/// assert_eq!(Text::from_shown(r"Caf\xe9"), latin1);
/// assert_eq!(Text::from("Café").to_string(), "Café");
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Vec<u8>);

impl Text {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text as it is shown. It holds no control character.
    pub fn shown(&self) -> Cow<'_, str> {
        match std::str::from_utf8(&self.0) {
            Ok(text) if !text.contains(char::is_control) => text.into(),
            _ => self.to_string().into(),
        }
    }

    /// Takes back what [`Text::shown`] gave where it had to escape bytes: `\xNN` is a byte, `\\` a backslash.
    pub fn from_shown(text: &str) -> Self {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let Some((&first, after)) = rest.split_first() {
            let byte;
            let digits = after.strip_prefix(b"x").and_then(|digits| digits.get(..2));
            let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
            let escaped = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
            (byte, rest) = match (first, escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
                (b'\\', Some(escaped)) => (escaped, &after[3..]),
                (b'\\', None) if after.first() == Some(&b'\\') => (b'\\', &after[1..]),
                (other, _) => (other, after),
            };
            bytes.push(byte);
        }
        Text(bytes)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match std::str::from_utf8(&self.0) {
            Ok(text) if !text.contains(char::is_control) => f.write_str(text),
            _ => escaped(&self.0, f),
        }
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Text(bytes)
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        Text(bytes.to_vec())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text(text.as_bytes().to_vec())
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text(text.into_bytes())
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// So that tables whose keys are texts can be asked with bytes.
impl Borrow<[u8]> for Text {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, text: &str) -> bool {
        self.0 == text.as_bytes()
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, text: &&str) -> bool {
        self.0 == text.as_bytes()
    }
}

impl ToItem for Text {
    fn to_item(&self, block: &mut Block) -> Result<()> {
        block.string(&self.0)
    }
}

impl FromItem<'_> for Text {
    fn from_item(reader: &mut BlockReader<'_>) -> Result<Self> {
        Ok(reader.string()?.into())
    }
}

impl block::sealed::Sealed for Text {}
impl Element for Text {
    const TYPE: ItemType = ItemType::String;

    fn write_all(elements: &[Self], block: &mut Block) -> Result<()> {
        elements.iter().try_for_each(|text| block.string_body(&text.0))
    }

    fn read_all(reader: &mut BlockReader<'_>, count: usize) -> Result<Vec<Self>> {
        (0..count).map(|_| Ok(reader.string_body()?.into())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_text_is_parsed_to_the_same_bytes() {
        for bytes in [&b"Caf\xe9"[..], b"\xff\\x\n", b"\x1b[31m\\xe9", "é\u{7f}".as_bytes(), b"\xe9\\"] {
            let text = Text::from(bytes);
            assert!(!text.to_string().contains(char::is_control), "{text}");
            assert_eq!(Text::from_shown(&text.to_string()), text, "{text}");
            assert_eq!(text.shown(), text.to_string());
        }
        let plain = Text::from(r"C:\models\x");
        assert_eq!(plain.to_string(), r"C:\models\x", "nothing had to be escaped");
    }
}
