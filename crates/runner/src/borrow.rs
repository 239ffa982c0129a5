//! Octets to a view that borrows from them. What is timed reads every field: it folds them into one number, which the harness
//! compares with the fold of the message's value, so that a view which leaves a field unread is found out (METHOD 5).

use std::hint::black_box;

use serde::Serialize;
use wirecost_value::{Value, fold, to_value};

use crate::operations::{Rotation, octet_inputs, octets, timed};
use crate::{Answer, Borrowed, Case, Decoder, First, Operation, OperationKind, PrepareError};

/// A decoder whose output borrows from the octets, as an operation: to make the view, and to fold all of its fields.
///
/// # Errors
/// Where the case is no borrow or its inputs are no octets.
pub fn borrow<D>(case: Case, decoder: D) -> Result<Box<dyn Operation>, PrepareError>
where
    D: Decoder + 'static,
    for<'a> D::Output<'a>: Serialize,
{
    Ok(Box::new(Borrow { inputs: octet_inputs(case, OperationKind::Borrow)?, decoder }))
}

struct Borrow<D> {
    inputs: Rotation<Vec<u8>>,
    decoder: D,
}

/// Makes the view and folds it: what is timed, and what is checked.
#[inline(always)]
fn folded<'a, D: Decoder>(decoder: &mut D, octets: &'a [u8]) -> Result<(u64, D::Output<'a>), String>
where
    D::Output<'a>: Serialize,
{
    let output = decoder.decode(octets).map_err(|error| error.to_string())?;
    let fold = fold::of(&output).map_err(|error| error.to_string())?;
    Ok((fold, output))
}

fn answered<D: Decoder>((fold, output): (u64, D::Output<'_>)) -> Result<Answer, String> {
    let value = D::value(&output).map_err(|error| error.to_string())?;
    to_value(&Borrowed { fold, value }).map_err(|error| error.to_string())
}

impl<D: Decoder> Operation for Borrow<D>
where
    for<'a> D::Output<'a>: Serialize,
{
    fn first(&mut self) -> Result<First, String> {
        let (result, wall_ns) = timed(|| folded(&mut self.decoder, &self.inputs.inputs[0]));
        Ok(First { wall_ns, answer: answered::<D>(result?)? })
    }

    fn run(&mut self, iterations: u64) -> Result<(), String> {
        for _ in 0..iterations {
            black_box(folded(&mut self.decoder, self.inputs.next())?.0);
        }
        Ok(())
    }

    fn answer(&mut self, input: Value) -> Result<Answer, String> {
        let octets = octets(input)?;
        answered::<D>(folded(&mut self.decoder, &octets)?)
    }
}
