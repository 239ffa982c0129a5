//! Octets to something in memory and back to octets: what a program does that passes a message on.

use std::hint::black_box;

use wirecost_value::Value;

use crate::operations::{Rotation, octet_inputs, octets, timed};
use crate::{Answer, Case, Decoder, Encoder, First, Operation, OperationKind, PrepareError};

/// A decoder whose output is what the encoder takes, as an operation.
///
/// # Errors
/// Where the case is no round trip or its inputs are no octets.
pub fn round_trip<C>(case: Case, codec: C) -> Result<Box<dyn Operation>, PrepareError>
where
    C: Encoder + for<'a> Decoder<Output<'a> = <C as Encoder>::Input> + 'static,
{
    Ok(Box::new(RoundTrip { inputs: octet_inputs(case, OperationKind::RoundTrip)?, codec, out: Vec::new() }))
}

struct RoundTrip<C> {
    inputs: Rotation<Vec<u8>>,
    codec: C,
    out: Vec<u8>,
}

/// Decodes `octets` and encodes what came of them onto `out`.
#[inline(always)]
fn pass<C>(codec: &mut C, octets: &[u8], out: &mut Vec<u8>) -> Result<(), String>
where
    C: Encoder + for<'a> Decoder<Output<'a> = <C as Encoder>::Input>,
{
    let output = codec.decode(octets).map_err(|error| error.to_string())?;
    codec.encode(black_box(&output), out).map_err(|error| error.to_string())
}

impl<C> Operation for RoundTrip<C>
where
    C: Encoder + for<'a> Decoder<Output<'a> = <C as Encoder>::Input>,
{
    fn first(&mut self) -> Result<First, String> {
        let (result, wall_ns) = timed(|| pass(&mut self.codec, &self.inputs.inputs[0], &mut self.out));
        result?;
        Ok(First { wall_ns, answer: Value::Octets(std::mem::take(&mut self.out)) })
    }

    fn run(&mut self, iterations: u64) -> Result<(), String> {
        for _ in 0..iterations {
            self.out.clear();
            pass(&mut self.codec, self.inputs.next(), &mut self.out)?;
            black_box(self.out.as_slice());
        }
        Ok(())
    }

    fn answer(&mut self, input: Value) -> Result<Answer, String> {
        let mut out = Vec::new();
        pass(&mut self.codec, &octets(input)?, &mut out)?;
        Ok(Value::Octets(out))
    }
}
