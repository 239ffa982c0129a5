//! Documents as structs, through serde (the feature `serde`).
//!
//! | of a document | in a struct |
//! | --- | --- |
//! | attribute `a` | a field renamed `"@a"` |
//! | child element `a` | a field `a`; `Vec` where it is repeated, `Option` where it may be absent |
//! | text of an element with attributes | a field renamed `"$text"` |
//! | one of several child elements | a field renamed `"$value"`, an enum with a variant for each; `Vec` where there are several |
//! | element or attribute with text alone | `String`, numbers, `bool`, `char`, enums of names |
//!
//! Names in a namespace have the prefix that [`Names`] gives it, whatever prefix the document has. White space alone between
//! elements is skipped.
//!
//! ```
//! use fastinfoset::{Limits, Writer, de, xml};
//!
//! #[derive(serde::Deserialize)]
//! struct Order {
//!     #[serde(rename = "@id")]
//!     id: u32,
//!     #[serde(rename = "p:line")]
//!     lines: Vec<String>,
//! }
//!
//! let document = "<order xmlns:x='urn:p' id='7'><x:line>a</x:line><x:line>b</x:line></order>";
//! let mut writer = Writer::new();
//! xml::from_xml(document.as_bytes(), &Limits::default(), &mut writer)?;
//!
//! let mut names = de::Names::new(&[("p", "urn:p")]);
//! let order: Order = names.read(writer.bytes())?;
//! assert_eq!((order.id, order.lines.len()), (7, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod element;
mod error;
mod keys;
mod source;
mod text;

use serde::de::DeserializeOwned;

pub use self::error::DeError;

use self::element::Element;
use self::keys::Keys;
use self::source::Source;
use crate::Decoder;

/// Reads documents as structs. What it has learnt of names and its memory serve the next document.
#[derive(Debug, Default)]
pub struct Names {
    keys: Keys,
    decoder: Option<Decoder>,
}

impl Names {
    /// With prefixes for namespaces, of several for one namespace the first; the empty prefix is that of elements whose names stand
    /// alone. Names in no namespace, or in one that is not given, have no prefix; the prefix `xml` is its own.
    pub fn new(prefixes: &[(&str, &str)]) -> Self {
        Self { keys: Keys::new(prefixes), decoder: None }
    }

    /// Reads a document by [`Limits`](crate::Limits) as they are by default.
    ///
    /// # Errors
    /// If it is broken, or not of the type.
    pub fn read<T: DeserializeOwned>(&mut self, document: &[u8]) -> Result<T, DeError> {
        self.keys.forget_indexes();
        let reader = self.decoder.take().unwrap_or_default().reader(document);
        let mut source = Source::new(reader, &mut self.keys);
        let root = source.root()?;
        let read = T::deserialize(Element::new(&mut source, root))?;
        source.end()?;
        self.decoder = Some(source.into_decoder());
        Ok(read)
    }
}
