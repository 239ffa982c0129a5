//! How a trial checks what it measures.

use std::rc::Rc;
use std::time::Duration;

use wirecost_catalog::Message;
use wirecost_codec_protocol::Answer;

use crate::Case;
use crate::error::TrialError;
use crate::inputs::{Inputs, Variant};
use crate::verify::Judge;

/// Iterations of a batch whose answers are requested: more from a compiled runner, which answers quickly, ...
const ASKED: [u64; 2] = [4, 1];

/// ... but no more than take this long to compare, once it is known, down to one. Answers that take longer are also asked for more
/// seldom.
const COMPARING: Duration = Duration::from_millis(1);

/// How a trial checks what it measures.
pub struct Checks<'a> {
    /// The number of the case.
    pub index: usize,
    pub case: &'a Case,
    pub message: Option<&'a Message>,
    pub inputs: Inputs,
    pub judge: Rc<Judge<'a>>,
    /// The length of the window in nanoseconds.
    pub window_ns: u64,
    /// The least warm-up of a runner that compiles meanwhile, in nanoseconds; 0 for others.
    pub compiles_ns: u64,
    /// Whether an interpreter runs the runner, so that it answers slowly.
    pub interpreted: bool,
    /// How long an earlier trial took to ask for an answer and to compare it.
    pub answer: Option<Duration>,
}

impl Checks<'_> {
    /// How many answers can be compared in [`COMPARING`]: a share of one, where one takes longer.
    pub(super) fn comparable(&self) -> f64 {
        self.answer.map_or(f64::INFINITY, |answer| COMPARING.as_secs_f64() / answer.as_secs_f64())
    }

    /// Of how many iterations the answers are requested.
    pub(super) fn asked(&self) -> u64 {
        (self.comparable() as u64).clamp(1, ASKED[usize::from(self.interpreted)])
    }

    /// Checks the answer of an iteration to an input.
    pub fn check(
        &self,
        variant: Variant,
        answer: &Answer,
        (iteration, iterations): (u64, u64),
    ) -> Result<(), TrialError> {
        // The control does nothing that could be checked.
        if self.message.is_none() {
            return Ok(());
        }
        let checked = self.judge.check(self.index, &self.inputs, variant, answer);
        let place = |reason| format!("in a timed batch, iteration {iteration} of {iterations}: {reason}");
        checked.map_err(|reason| TrialError::Failed(place(reason)))
    }
}
