//! Fast Infoset (ITU-T X.891 | ISO/IEC 24824-1).
mod alphabet;
mod algorithm;
mod error;
mod limits;
mod numbering;
mod reader;
mod text;
mod vocabulary;
mod wire;
mod xml_names;

pub use alphabet::RestrictedAlphabet;
pub use algorithm::{Algorithm, Algorithms, ApplicationAlgorithm, BuiltIn, Encoded, TypedValue};
pub use error::{Error, ErrorKind, LimitKind, Result};
pub use limits::Limits;
pub use numbering::Numbering;
pub use reader::{
    AdditionalDatum, Attribute, Attributes, Decoder, DocumentInfo, Event, EventReader, Handler, Name, Namespace, Notation,
    ReadOptions, Reader, StartElement, StreamReader, UnparsedEntity, Value, push,
};
pub use vocabulary::{Registry, StringTable, Vocabulary};
