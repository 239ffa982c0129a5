//! The options of a writer.

use std::ops::Range;

use crate::limits::Limits;
use crate::numbering::Numbering;
use crate::vocabulary::{Registry, Vocabulary};

/// How a writer encodes text in attribute values, character data, comments and data of processing instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextEncoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-16, high byte first.
    Utf16Be,
}

/// What becomes of character data that is nothing but white space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whitespace {
    /// It is written.
    #[default]
    Keep,
    /// It is left out, chunk by chunk.
    Drop,
}

/// Options of a writer.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// Attribute values of this many bytes of UTF-8 are put into the table of attribute values, and written as an
    /// index when they come again. Default 0..32, as the Java library has it (which counts UTF-16 units).
    pub indexed_attribute_values: Range<usize>,
    /// The same for chunks of character data, comments and data of processing instructions. Default 0..32.
    pub indexed_chunks: Range<usize>,
    /// Bytes that all values and chunks may take in the vocabulary tables of a reader, as
    /// [`Limits::max_table_bytes`](crate::Limits::max_table_bytes) counts them; later values are not indexed. Default 48 MiB, which
    /// leaves room for names.
    pub max_index_bytes: usize,
    /// Bytes that the document may take in all vocabulary tables of a reader, names included. Names cannot be left out of the
    /// tables: a document with more of them is an error. Default 64 MiB, that of [`Limits`](crate::Limits).
    pub max_table_bytes: u64,
    /// Character data that is only white space.
    pub whitespace: Whitespace,
    /// The encoding of text.
    pub text_encoding: TextEncoding,
    /// The URI of an external vocabulary, which must be in `vocabularies`.
    pub external_vocabulary: Option<String>,
    /// The external vocabularies that are known.
    pub vocabularies: Registry,
    /// Tables that are in the document itself, before its content.
    pub initial_vocabulary: Option<Vocabulary>,
    /// Where added restricted alphabets and encoding algorithms begin.
    pub numbering: Numbering,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            indexed_attribute_values: 0..32,
            indexed_chunks: 0..32,
            max_index_bytes: 48 << 20,
            max_table_bytes: Limits::default().max_table_bytes,
            whitespace: Whitespace::Keep,
            text_encoding: TextEncoding::Utf8,
            external_vocabulary: None,
            vocabularies: Registry::new(),
            initial_vocabulary: None,
            numbering: Numbering::Standard,
        }
    }
}

impl WriteOptions {
    /// Options that index no attribute value and no character data.
    pub fn without_value_indexes() -> Self {
        Self { indexed_attribute_values: 0..0, indexed_chunks: 0..0, ..Self::default() }
    }
}
