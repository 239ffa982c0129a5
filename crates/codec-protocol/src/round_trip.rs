//! Bytes to something in memory and back to bytes: what a program does that passes a message on.

use std::fmt::Display;
use std::hint::black_box;

use wirecost_value::Value;

use crate::batches::Work;
use crate::operations::{bytes, operation, text};
use crate::{Answer, Case, Decoder, Encoder, Operation, OperationKind, PrepareError};

/// Bytes to bytes by way of a library's events: what a program does that filters a document and keeps none of it.
pub trait Filter {
    /// The library's error.
    type Error: Display;

    /// Writes every event of a document onto the end of `out`, which is empty and keeps its capacity from message to message.
    ///
    /// # Errors
    /// The library's own.
    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Self::Error>;
}

/// A filter as an operation.
///
/// # Errors
/// Where the case is no round trip or its inputs are no bytes.
pub fn filter<F: Filter + 'static>(case: Case, filter: F) -> Result<Box<dyn Operation>, PrepareError> {
    operation(case, OperationKind::RoundTrip, RoundTrip(filter))
}

/// A decoder whose output is what the encoder takes, as an operation.
///
/// # Errors
/// Where the case is no round trip or its inputs are no bytes.
pub fn round_trip<C>(case: Case, codec: C) -> Result<Box<dyn Operation>, PrepareError>
where
    C: Encoder + for<'a> Decoder<Output<'a> = <C as Encoder>::Input> + 'static,
{
    filter(case, Codec(codec))
}

/// Decodes, and encodes what came of it.
struct Codec<C>(C);

impl<C> Filter for Codec<C>
where
    C: Encoder + for<'a> Decoder<Output<'a> = <C as Encoder>::Input>,
{
    type Error = String;

    #[inline(always)]
    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let output = self.0.decode(bytes).map_err(text)?;
        self.0.encode(black_box(&output), out).map_err(text)
    }
}

struct RoundTrip<F>(F);

impl<F: Filter> Work for RoundTrip<F> {
    type Input = Vec<u8>;
    type Kept = Vec<u8>;

    fn ready(&self, input: Value) -> Result<Vec<u8>, PrepareError> {
        bytes(input)
    }

    #[inline(always)]
    fn work(&mut self, input: &'static Vec<u8>, place: &mut Option<Vec<u8>>) -> Result<(), String> {
        let out = place.get_or_insert_default();
        out.clear();
        self.0.pass(input, out).map_err(text)
    }

    fn answer(&mut self, _: &Vec<u8>, kept: &Vec<u8>) -> Result<Answer, String> {
        Ok(Value::Bytes(kept.clone()))
    }

    fn check(&mut self, input: &Vec<u8>) -> Result<Answer, String> {
        let mut out = Vec::new();
        self.0.pass(input, &mut out).map_err(text)?;
        Ok(Value::Bytes(out))
    }
}
