//! Bytes to a view that borrows from them. What is timed reads every field: it folds them into one number, which the harness
//! compares with the fold of the message's value, so that a view which leaves a field unread is found out (METHOD 5).

use serde::Serialize;
use wirecost_value::{Value, fold, to_value};

use crate::batches::Work;
use crate::operations::{bytes, operation};
use crate::{Answer, CandidateError, Case, Decoder, Folded, Operation, OperationKind};

/// A decoder whose output borrows from the bytes, as an operation: to make the view, and to fold all of its fields.
///
/// # Errors
/// If the case is no borrow or its inputs are no bytes.
pub fn borrow<D>(case: Case, decoder: D) -> Result<Box<dyn Operation>, CandidateError>
where
    D: Decoder + 'static,
    for<'a> D::Output<'a>: Serialize,
{
    operation(case, OperationKind::Borrow, Borrow(decoder))
}

struct Borrow<D>(D);

/// Makes the view and folds it: what is timed, and what is checked.
#[inline(always)]
fn folded<'a, D: Decoder>(decoder: &mut D, bytes: &'a [u8]) -> Result<(u64, D::Output<'a>), CandidateError>
where
    D::Output<'a>: Serialize,
{
    let output = decoder.decode(bytes).map_err(CandidateError::failed)?;
    let fold = fold::of(&output).map_err(CandidateError::failed)?;
    Ok((fold, output))
}

fn answered<D: Decoder>((fold, output): &(u64, D::Output<'_>)) -> Result<Answer, CandidateError> {
    let value = D::value(output).map_err(CandidateError::failed)?;
    to_value(&Folded { fold: *fold, value }).map_err(CandidateError::failed)
}

impl<D: Decoder + 'static> Work for Borrow<D>
where
    for<'a> D::Output<'a>: Serialize,
{
    type Input = Vec<u8>;
    type Kept = (u64, D::Output<'static>);

    fn ready(&self, input: Value) -> Result<Vec<u8>, CandidateError> {
        bytes(input)
    }

    #[inline(always)]
    fn work(&mut self, input: &'static Vec<u8>, place: &mut Option<Self::Kept>) -> Result<(), CandidateError> {
        *place = None;
        *place = Some(folded(&mut self.0, input)?);
        Ok(())
    }

    fn answer(&mut self, _: &Vec<u8>, kept: &Self::Kept) -> Result<Answer, CandidateError> {
        answered::<D>(kept)
    }

    fn check(&mut self, input: &Vec<u8>) -> Result<Answer, CandidateError> {
        answered::<D>(&folded(&mut self.0, input)?)
    }
}
