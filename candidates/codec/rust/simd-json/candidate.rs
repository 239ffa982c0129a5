//! simd-json: <https://docs.rs/simd-json>. JSON with SIMD instructions, chosen when it runs.
//!
//! README.md says what was chosen and why.

use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{CandidateError, Case, Prepared};

use crate::library::{Library, with_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_type::<Json>(case)
}

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
