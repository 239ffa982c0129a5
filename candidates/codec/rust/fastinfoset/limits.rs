//! fastinfoset with other limits of indexing: values and chunks of fewer than this many bytes enter the tables.
//!
//! Each limit is a format of its own, since its bytes are its own; the reader is the same. 0 indexes nothing, 7 was the default of
//! the first Java library, 16 and 24 are what its measurements of 2005 tried. The default here is 32.

use fastinfoset::{ReadOptions, WriteOptions};
use wirecost_codec_protocol::{Case, OperationKind, Prepared, decode_events, encode, not_offered};

use crate::candidate::{Pull, Write};

/// Makes a case ready with this limit.
pub fn prepare<const LIMIT: usize>(case: Case) -> Prepared {
    match case.operation {
        OperationKind::Decode => decode_events(case, Pull::new(ReadOptions::default())),
        OperationKind::Encode => encode(case, Write::new(&indexing(LIMIT))?),
        _ => Err(wirecost_codec_protocol::not_offered(&case)),
    }
}

/// Options with this limit for values and chunks.
pub fn indexing(limit: usize) -> WriteOptions {
    WriteOptions { indexed_attribute_values: 0..limit, indexed_chunks: 0..limit, ..WriteOptions::default() }
}
