//! XML documents as data: what of a document is data, its type from samples, and both directions between the two.
//!
//! Data are elements, attributes, text and their namespaces. `docs/FORMAT.md` has the rules and an example. Where a
//! field stands in a document ([`XmlPlace`]) is part of its definition, so a value holds nothing but names of fields:
//! - [`Inference`] makes a model of the documents that it sees;
//! - [`DataReader`] reads a document as a value of a model;
//! - [`to_infoset`] writes such a value as a document;
//! - [`data_of`] is what two documents must share to have the same data, and [`Comparison`] compares them as one is written.

mod data;
mod infer;
mod leaf;
mod place;
mod profile;
mod read;
mod refine;
mod write;

pub use data::{Comparison, Dropped, Layout, data_of};
pub(crate) use data::{Scope, is_of_xsi};
pub use infer::Inference;
pub(crate) use infer::prefixes;
pub(crate) use place::{CHOICE, CONTENT, FieldNames, TEXT};
pub use place::{XmlDocument, XmlName, XmlPlace};
pub use read::{DataReader, ReadDocument};
pub use refine::DocumentFault;
pub(crate) use refine::{collapsed, refined};
pub use write::{to_infoset, write_events};

/// The namespace of `xsi:nil`, `xsi:type` and `xsi:schemaLocation` (XML Schema part 1, 2.6).
pub const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

#[cfg(test)]
mod tests;
