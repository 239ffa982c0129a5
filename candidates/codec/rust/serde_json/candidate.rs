//! serde_json: <https://docs.rs/serde_json>.
//!
//! README.md says what was chosen and why.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{CandidateError, Case, Prepared};

use crate::library::{Lends, Library, with_lent_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_lent_type::<Json>(case)
}

struct Json;

impl Library for Json {
    type ReadError = serde_json::Error;
    type WriteError = serde_json::Error;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        serde_json::to_writer(out, input)
    }
}

impl Lends for Json {
    fn lend<'a, T: Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> Result<T, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}
