//! Bytes to something in memory and back to bytes: what a program does that passes a message on.

use std::fmt::Display;
use std::hint::black_box;

use wirecost_value::Value;

use crate::batches::Work;
use crate::operations::{bytes, operation};
use crate::{Answer, CandidateError, Case, Decoder, Encoder, Operation, OperationKind, decode, encode, not_offered};

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
/// If the case is no round trip or its inputs are no bytes.
pub fn filter<F: Filter + 'static>(case: Case, filter: F) -> Result<Box<dyn Operation>, CandidateError> {
    operation(case, OperationKind::RoundTrip, RoundTrip(filter))
}

/// A decoder whose output is what the encoder takes, as an operation.
///
/// # Errors
/// If the case is no round trip or its inputs are no bytes.
pub fn round_trip<C>(case: Case, codec: C) -> Result<Box<dyn Operation>, CandidateError>
where
    C: Encoder + for<'a> Decoder<Output<'a> = <C as Encoder>::Input> + 'static,
{
    filter(case, Codec(codec))
}

/// A decoder and encoder of one and the same type, for whichever operation the case asks: decode, encode, round trip.
///
/// # Errors
/// As [`decode`] and [`encode`].
pub fn codec<C>(case: Case, codec: C) -> Result<Box<dyn Operation>, CandidateError>
where
    C: Encoder<Input: 'static> + for<'a> Decoder<Output<'a> = <C as Encoder>::Input> + 'static,
{
    match case.operation {
        OperationKind::Decode => decode(case, codec),
        OperationKind::Encode => encode(case, codec),
        OperationKind::RoundTrip => round_trip(case, codec),
        OperationKind::Borrow => Err(not_offered(&case)),
    }
}

/// Decodes, and encodes what came of it.
struct Codec<C>(C);

impl<C> Filter for Codec<C>
where
    C: Encoder + for<'a> Decoder<Output<'a> = <C as Encoder>::Input>,
{
    type Error = CandidateError;

    #[inline(always)]
    fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), CandidateError> {
        let output = self.0.decode(bytes).map_err(CandidateError::failed)?;
        self.0.encode(black_box(&output), out).map_err(CandidateError::failed)
    }
}

struct RoundTrip<F>(F);

impl<F: Filter> Work for RoundTrip<F> {
    type Input = Vec<u8>;
    type Kept = Vec<u8>;

    fn ready(&self, input: Value) -> Result<Vec<u8>, CandidateError> {
        bytes(input)
    }

    #[inline(always)]
    fn work(&mut self, input: &'static Vec<u8>, place: &mut Option<Vec<u8>>) -> Result<(), CandidateError> {
        let out = place.get_or_insert_default();
        out.clear();
        self.0.pass(input, out).map_err(CandidateError::failed)
    }

    fn answer(&mut self, _: &Vec<u8>, kept: &Vec<u8>) -> Result<Answer, CandidateError> {
        Ok(Value::Bytes(kept.clone()))
    }

    fn check(&mut self, input: &Vec<u8>) -> Result<Answer, CandidateError> {
        let mut out = Vec::new();
        self.0.pass(input, &mut out).map_err(CandidateError::failed)?;
        Ok(Value::Bytes(out))
    }
}
