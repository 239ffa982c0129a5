//! fastinfoset with other limits of indexing: values and chunks of fewer than this many bytes enter the tables.
//!
//! Each limit is a format of its own, since its bytes are its own; the reader is the same.

use fastinfoset::{ReadOptions, WriteOptions};
use wirecost_codec_protocol::{
    Binding, Candidate, CandidateError, Case, Operation, OperationKind, decode_events, encode,
};

use super::fast_infoset::{Pull, Write, candidate};

/// None, the default of the first Java library, and two that its measurements of 2005 tried. The default here is 32.
pub const CANDIDATES: &[Candidate] = &[
    with_limit("fast-infoset-limit0", &[("limit", "0"), ("vocabulary", "none")], |case| prepare(case, 0)),
    with_limit("fast-infoset-limit7", &[("limit", "7"), ("vocabulary", "none")], |case| prepare(case, 7)),
    with_limit("fast-infoset-limit16", &[("limit", "16"), ("vocabulary", "none")], |case| prepare(case, 16)),
    with_limit("fast-infoset-limit24", &[("limit", "24"), ("vocabulary", "none")], |case| prepare(case, 24)),
];

/// A candidate that writes and reads a format of its own.
pub const fn with_limit(
    name: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    prepare: fn(Case) -> Result<Box<dyn Operation>, CandidateError>,
) -> Candidate {
    Candidate {
        binding: Binding::Events,
        reference: true,
        parameters,
        prepare,
        ..candidate(name, name, &[OperationKind::Decode, OperationKind::Encode])
    }
}

fn prepare(case: Case, limit: usize) -> Result<Box<dyn Operation>, CandidateError> {
    match case.operation {
        OperationKind::Decode => decode_events(case, Pull::new(ReadOptions::default())),
        OperationKind::Encode => encode(case, Write::new(&indexing(limit))?),
        _ => Err(wirecost_codec_protocol::not_offered(&case)),
    }
}

/// Options with this limit for values and chunks.
pub fn indexing(limit: usize) -> WriteOptions {
    WriteOptions { indexed_attribute_values: 0..limit, indexed_chunks: 0..limit, ..WriteOptions::default() }
}
