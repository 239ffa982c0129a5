//! postcard: <https://docs.rs/postcard>, wire format <https://postcard.jamesmunns.com/wire-format>.
//!
//! README.md says what was chosen and why.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use wirecost_codec_protocol::{CandidateError, Case, Prepared};

use crate::library::{Lends, Library, with_lent_positional_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_lent_positional_type::<Postcard>(case)
}

struct Postcard;

impl Library for Postcard {
    type ReadError = postcard::Error;
    type WriteError = postcard::Error;

    fn new(_: &Case) -> Result<Self, CandidateError> {
        Ok(Self)
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, Self::ReadError> {
        postcard::from_bytes(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), Self::WriteError> {
        *out = postcard::to_extend(input, std::mem::take(out))?;
        Ok(())
    }
}

impl Lends for Postcard {
    fn lend<'a, T: Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> Result<T, Self::ReadError> {
        postcard::from_bytes(bytes)
    }
}
