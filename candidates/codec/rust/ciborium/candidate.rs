//! ciborium: <https://docs.rs/ciborium>. CBOR (RFC 8949) through serde.
//!
//! README.md says what was chosen and why.

use std::io;

use serde::{Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{CandidateError, Case, Prepared};

use crate::library::{Library, with_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_type::<Cbor>(case)
}

struct Cbor;

impl Library for Cbor {
    type ReadError = ciborium::de::Error<io::Error>;
    type WriteError = ciborium::ser::Error<io::Error>;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        ciborium::from_reader(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError> {
        ciborium::into_writer(input, out)
    }
}
