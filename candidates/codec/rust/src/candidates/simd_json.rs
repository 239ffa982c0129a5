//! simd-json: <https://docs.rs/simd-json>. JSON with SIMD instructions, chosen when it runs.
//!
//! Choices: it parses in place, so that each message is copied first into a buffer that keeps its capacity, as a program
//! must that reads its input only once; `from_slice_with_buffers` keeps its working memory too; structs own their text.

use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{Candidate, CandidateError, Case};

use crate::library::{Library, TYPED, with_type};

/// Typed.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    name: "simd-json",
    package: "simd-json",
    version: env!("VERSION_SIMD_JSON"),
    format: "json",
    prepare: with_type::<Json>,
    ..TYPED
}];

struct Json {
    text: Vec<u8>,
    buffers: simd_json::Buffers,
}

impl Library for Json {
    type ReadError = simd_json::Error;
    type WriteError = simd_json::Error;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self { text: Vec::new(), buffers: simd_json::Buffers::default() })
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, simd_json::Error> {
        self.text.clear();
        self.text.extend_from_slice(bytes);
        simd_json::serde::from_slice_with_buffers(&mut self.text, &mut self.buffers)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), simd_json::Error> {
        simd_json::serde::to_writer(out, input)
    }
}
