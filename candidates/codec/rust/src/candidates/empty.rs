//! The control: the loop of every other candidate around nothing.

use wirecost_codec_protocol::{Binding, Candidate, OperationKind, empty};

/// The cost of measuring itself, which every case is shown with.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "empty",
    package: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
    format: "none",
    binding: Binding::Nothing,
    operations: &[OperationKind::Decode],
    types: None,
    reference: false,
    omits: &[],
    parameters: &[],
    max_depth: None,
    prepare: empty,
}];
