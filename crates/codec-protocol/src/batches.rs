//! Batches of an operation. Some of their results are kept.
//!
//! Each operation drops the result of the one before, so that dropping is timed too and memory is used again, as by a program
//! that handles one message after the other. Results that the harness may ask for are put aside: what an answer tells is the very
//! result that was timed. They are few, since an allocator takes longer where many results lie about.

use std::hint::black_box;
use std::ops::Range;

use wirecost_value::Value;

use crate::meter::wall_ns;
use crate::{Answer, CandidateError, First, Operation};

/// One operation: how an input is made ready, what is timed, and what came of it.
pub trait Work {
    /// What is worked on.
    type Input: 'static;
    /// What is kept of an operation.
    type Kept: 'static;

    /// Makes an input ready, untimed.
    ///
    /// # Errors
    /// If the value does not fit.
    fn ready(&self, input: Value) -> Result<Self::Input, CandidateError>;

    /// What is timed. It drops what `place` holds of an earlier operation, or uses its memory again, and leaves its own
    /// result there.
    ///
    /// # Errors
    /// The library's own.
    fn work(&mut self, input: &'static Self::Input, place: &mut Option<Self::Kept>) -> Result<(), CandidateError>;

    /// The answer that a kept result means.
    ///
    /// # Errors
    /// If the result has no value.
    fn answer(&mut self, input: &Self::Input, kept: &Self::Kept) -> Result<Answer, CandidateError>;

    /// The same work on one more input, and its answer.
    ///
    /// # Errors
    /// As `work` and `answer`.
    fn check(&mut self, input: &Self::Input) -> Result<Answer, CandidateError>;
}

/// Inputs that results may borrow from. They are never freed: a runner's process ends soon after its trial, and results
/// that borrow can then be kept without any unsafe code.
type Inputs<W> = &'static [<W as Work>::Input];

/// A [`Work`] as an operation.
pub struct Batches<W: Work> {
    work: W,
    timed: Inputs<W>,
    /// Which of the timed inputs is next.
    turn: usize,
    /// The inputs of the last batch, and which of them was its first.
    batch: (Inputs<W>, usize),
    /// The result of the last operation.
    place: Option<W::Kept>,
    /// The iterations of the last batch whose results are put aside, in rising order.
    keep: Vec<usize>,
    /// Those results, and behind them what earlier batches left: each is dropped by an operation.
    kept: Vec<Option<W::Kept>>,
}

impl<W: Work + 'static> Batches<W> {
    /// The operation on `inputs`.
    ///
    /// # Errors
    /// If there are none, or one does not fit.
    pub fn of(work: W, inputs: Vec<Value>) -> Result<Box<dyn Operation>, CandidateError> {
        let timed = ready(&work, inputs)?;
        Ok(Box::new(Self { work, timed, turn: 0, batch: (timed, 0), place: None, keep: Vec::new(), kept: Vec::new() }))
    }
}

fn no_iteration(iterations: usize) -> CandidateError {
    CandidateError::Failed(format!("a result is to be kept that a batch of {iterations} iterations has not"))
}

fn ready<W: Work>(work: &W, inputs: Vec<Value>) -> Result<Inputs<W>, CandidateError> {
    if inputs.is_empty() {
        return Err(CandidateError::Failed("no inputs".into()));
    }
    let inputs: Result<Vec<_>, _> = inputs.into_iter().map(|input| work.ready(input)).collect();
    Ok(Vec::leak(inputs?))
}

/// So many operations, one after the other, and the input after the last.
#[inline(always)]
fn run<W: Work>(
    work: &mut W,
    (inputs, mut turn): (Inputs<W>, usize),
    operations: usize,
    place: &mut Option<W::Kept>,
) -> Result<usize, CandidateError> {
    for _ in 0..operations {
        let input = black_box(&inputs[turn]);
        turn += 1;
        if turn == inputs.len() {
            turn = 0;
        }
        work.work(input, place)?;
        black_box(&*place);
    }
    Ok(turn)
}

impl<W: Work> Operation for Batches<W> {
    fn first(&mut self) -> Result<First, CandidateError> {
        let mut place = None;
        let start = wall_ns();
        let result = self.work.work(black_box(&self.timed[0]), black_box(&mut place));
        let wall_ns = wall_ns() - start;
        result?;
        let kept = place.ok_or_else(|| CandidateError::failed("the operation left no result"))?;
        Ok(First { wall_ns, answer: self.work.answer(&self.timed[0], &kept)? })
    }

    fn ready(
        &mut self,
        iterations: u64,
        keep: Option<Vec<u64>>,
        inputs: Option<Vec<Value>>,
    ) -> Result<(), CandidateError> {
        self.batch = match inputs {
            Some(inputs) => (ready(&self.work, inputs).map_err(CandidateError::failed)?, 0),
            None => (self.timed, self.turn),
        };
        let iterations = usize::try_from(iterations).map_err(CandidateError::failed)?;
        let known = |one: u64| usize::try_from(one).ok().filter(|one| *one < iterations);
        self.keep = match keep {
            Some(keep) => keep.into_iter().map(known).collect::<Option<_>>().ok_or_else(|| no_iteration(iterations))?,
            None => (0..iterations).collect(),
        };
        self.keep.sort_unstable();
        self.keep.dedup();
        if self.kept.len() < self.keep.len() {
            self.kept.resize_with(self.keep.len(), || None);
        }
        Ok(())
    }

    fn run(&mut self, iterations: Range<usize>) -> Result<(), CandidateError> {
        let (inputs, first) = self.batch;
        let mut turn = (first + iterations.start) % inputs.len();
        let mut aside = self.keep.partition_point(|keep| *keep < iterations.start);
        let mut done = iterations.start;
        while done < iterations.end {
            let keep = self.keep.get(aside).filter(|keep| iterations.contains(keep));
            let end = keep.map_or(iterations.end, |keep| keep + 1);
            turn = run(&mut self.work, (inputs, turn), end - done, &mut self.place)?;
            if keep.is_some() {
                std::mem::swap(&mut self.place, &mut self.kept[aside]);
                aside += 1;
            }
            done = end;
        }
        if std::ptr::eq(inputs, self.timed) {
            self.turn = turn;
        }
        Ok(())
    }

    fn kept(&mut self, iteration: u64) -> Result<Answer, CandidateError> {
        let (inputs, first) = self.batch;
        let index = usize::try_from(iteration).map_err(CandidateError::failed)?;
        let kept = self.keep.binary_search(&index).ok().and_then(|at| self.kept[at].as_ref());
        let none = || CandidateError::Failed(format!("the last batch kept no result of iteration {iteration}"));
        let kept = kept.ok_or_else(none)?;
        self.work.answer(&inputs[(first + index) % inputs.len()], kept)
    }

    fn repeat(&mut self, iterations: u64) -> Result<(), CandidateError> {
        let operations = usize::try_from(iterations).map_err(CandidateError::failed)?;
        self.turn = run(&mut self.work, (self.timed, self.turn), operations, &mut None)?;
        Ok(())
    }

    fn answer(&mut self, input: Value) -> Result<Answer, CandidateError> {
        let input = self.work.ready(input).map_err(CandidateError::failed)?;
        self.work.check(&input)
    }
}
