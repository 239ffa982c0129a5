//! Octets to something in memory and back to octets: what a program does that passes a message on.

use std::fmt::Display;
use std::hint::black_box;

use wirecost_value::Value;

use crate::operations::{Rotation, octet_inputs, octets, timed};
use crate::{Answer, Case, Decoder, Encoder, First, Operation, OperationKind, PrepareError};

/// Octets to octets by way of a library's events: what a program does that filters a document and keeps none of it.
pub trait Filter {
    /// The library's error.
    type Error: Display;

    /// Writes every event of a document onto the end of `out`, which is empty and keeps its capacity from message to message.
    ///
    /// # Errors
    /// The library's own.
    fn pass(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<(), Self::Error>;
}

/// A filter as an operation.
///
/// # Errors
/// Where the case is no round trip or its inputs are no octets.
pub fn filter<F: Filter + 'static>(case: Case, filter: F) -> Result<Box<dyn Operation>, PrepareError> {
    Ok(Box::new(RoundTrip { inputs: octet_inputs(case, OperationKind::RoundTrip)?, filter, out: Vec::new() }))
}

/// A decoder whose output is what the encoder takes, as an operation.
///
/// # Errors
/// Where the case is no round trip or its inputs are no octets.
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
    fn pass(&mut self, octets: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let output = self.0.decode(octets).map_err(|error| error.to_string())?;
        self.0.encode(black_box(&output), out).map_err(|error| error.to_string())
    }
}

struct RoundTrip<F> {
    inputs: Rotation<Vec<u8>>,
    filter: F,
    out: Vec<u8>,
}

impl<F: Filter> Operation for RoundTrip<F> {
    fn first(&mut self) -> Result<First, String> {
        let (result, wall_ns) = timed(|| self.filter.pass(&self.inputs.inputs[0], &mut self.out));
        result.map_err(|error| error.to_string())?;
        Ok(First { wall_ns, answer: Value::Octets(std::mem::take(&mut self.out)) })
    }

    fn run(&mut self, iterations: u64) -> Result<(), String> {
        for _ in 0..iterations {
            self.out.clear();
            self.filter.pass(self.inputs.next(), &mut self.out).map_err(|error| error.to_string())?;
            black_box(self.out.as_slice());
        }
        Ok(())
    }

    fn answer(&mut self, input: Value) -> Result<Answer, String> {
        let mut out = Vec::new();
        self.filter.pass(&octets(input)?, &mut out).map_err(|error| error.to_string())?;
        Ok(Value::Octets(out))
    }
}
