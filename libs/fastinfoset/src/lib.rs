//! Fast Infoset, ITU-T X.891 | ISO/IEC 24824-1: the XML information set in bytes.
//!
//! | to | use |
//! | --- | --- |
//! | read a document in memory, event by event | [`Reader`]; [`Decoder`] for many documents |
//! | read a document from a stream in bounded memory | [`StreamReader`] |
//! | have the document pushed to a handler, as SAX does | [`push`] and [`Handler`] |
//! | have all of it at once | [`tree::Tree`] |
//! | have structs of it, through serde | `de::Names`, with the feature `serde` |
//! | write a document to memory or a stream | [`Writer`] |
//! | convert from and to XML | [`xml::from_xml`], [`xml::to_xml`] |
//! | share names outside the documents | [`Vocabulary`], [`VocabularyBuilder`], [`Registry`] |
//! | see what each byte means | [`dump`] |
//! | hand over arrays of numbers without text | [`TypedValue`], [`Encoded`] |
//!
//! ```
//! use fastinfoset::{Algorithms, Limits, Reader, Writer, xml};
//!
//! let mut writer = Writer::new();
//! xml::from_xml("<p:a xmlns:p='urn:p'>text</p:a>".as_bytes(), &Limits::default(), &mut writer)?;
//! let mut text = Vec::new();
//! xml::to_xml(&mut Reader::new(writer.bytes()), &Algorithms::default(), &mut text)?;
//! assert_eq!(text, b"<p:a xmlns:p=\"urn:p\">text</p:a>");
//! # Ok::<(), fastinfoset::Error>(())
//! ```
//!
//! Readers do not trust their input: every error has the byte offset, every use of memory a [limit](Limits), and a
//! document that is cut off anywhere is an error.

mod algorithm;
mod alphabet;
#[cfg(feature = "serde")]
pub mod de;
mod dump;
mod error;
mod limits;
mod numbering;
mod reader;
mod text;
pub mod tree;
mod utf8;
mod vocabulary;
mod wire;
mod writer;
pub mod xml;
mod xml_names;

pub use algorithm::{Algorithm, Algorithms, ApplicationAlgorithm, BuiltIn, Encoded, TypedValue};
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use alphabet::RestrictedAlphabet;
pub use dump::{Piece, dump};
pub use error::{Error, ErrorKind, LimitKind, Result};
pub use limits::Limits;
pub use numbering::Numbering;
pub use reader::{
    AdditionalDatum, Attribute, Attributes, Decoder, DocumentInfo, Event, EventReader, Handler, Name, Namespace,
    Notation, ReadOptions, Reader, StartElement, StreamReader, UnparsedEntity, Value, push,
};
pub use vocabulary::{Registry, StringTable, Vocabulary, VocabularyBuilder};
pub use wire::is_fast_infoset;
pub use writer::{Alphabet, Memory, Output, Stream, TextEncoding, Whitespace, WriteOptions, Writer};
