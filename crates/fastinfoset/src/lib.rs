//! Fast Infoset (ITU-T X.891 | ISO/IEC 24824-1).
mod algorithm;
mod alphabet;
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
pub use alphabet::RestrictedAlphabet;
pub use error::{Error, ErrorKind, LimitKind, Result};
pub use limits::Limits;
pub use numbering::Numbering;
pub use reader::{
    AdditionalDatum, Attribute, Attributes, Decoder, DocumentInfo, Event, EventReader, Handler, Name, Namespace,
    Notation, ReadOptions, Reader, StartElement, StreamReader, UnparsedEntity, Value, push,
};
pub use vocabulary::{Registry, StringTable, Vocabulary, VocabularyBuilder};
pub use writer::{Alphabet, Memory, Output, Stream, TextEncoding, Whitespace, WriteOptions, Writer};
