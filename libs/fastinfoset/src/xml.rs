//! XML to Fast Infoset and back.
//!
//! # Document type declarations
//!
//! [`from_xml`] reads the internal subset and nothing outside the document:
//! - internal general entities are expanded, within [`Limits::max_expansion_bytes`](crate::Limits::max_expansion_bytes);
//! - defaults of attributes are added, and the values of attributes of tokenized types are normalized;
//! - notations and unparsed entities become properties of the document, processing instructions of the subset become
//!   children of the document type, comments in it and element declarations are dropped;
//! - a reference to an external parsed entity becomes an unexpanded entity reference with its identifiers, by which [`to_xml`]
//!   declares it again; in the value of an attribute it is an error, as XML says;
//! - a reference to a parameter entity is not followed, and declarations of entities and attributes after it are not
//!   used, as XML 1.0 clause 5.1 says. A reference to an entity that is not declared is an error, unless the document
//!   has an external subset or parameter entities that may declare it: then it becomes an unexpanded reference.

mod dtd;
mod encoding;
mod entities;
mod from_xml;
mod to_xml;

pub use from_xml::from_xml;
pub use to_xml::{ToXml, to_xml};
