//! What a runner holds.

use std::fmt::Display;
use std::ops::Range;

use wirecost_value::Value;
use wirecost_value::infoset::Omission;

use crate::{Answer, Binding, CandidateDescription, First, OperationKind, SchemaDefinition};

/// A candidate: one way to decode or encode, at one version.
///
/// The fields are those of [`CandidateDescription`]; `prepare` makes an operation of a case.
#[derive(Clone, Copy)]
pub struct Candidate {
    /// Its name, unique among all candidates.
    pub name: &'static str,
    /// The package that its version belongs to.
    pub package: &'static str,
    /// The version of that package in this build.
    pub version: &'static str,
    /// The format, e.g. `json`.
    pub format: &'static str,
    /// What it decodes into and encodes from.
    pub binding: Binding,
    /// The operations it offers.
    pub operations: &'static [OperationKind],
    /// The message types it has types for; none if it takes any message.
    pub types: Option<&'static [&'static str]>,
    /// Whether its encoding may stand for its format.
    pub reference: bool,
    /// What it leaves out of an infoset by its nature.
    pub omits: &'static [Omission],
    /// What sets it apart from other candidates of its package, e.g. `("limit", "7")`.
    pub parameters: &'static [(&'static str, &'static str)],
    /// How many levels deep a data tree may nest, a leaf being none; none if the library has no limit below 1,000.
    pub max_depth: Option<usize>,
    /// Makes ready to run a case.
    pub prepare: fn(Case) -> Prepared,
}

/// An operation that is ready for its case, or why there is none.
pub type Prepared = Result<Box<dyn Operation>, CandidateError>;

impl Candidate {
    /// A candidate that takes any message, to be completed with at least `prepare`:
    /// `Candidate { prepare: ..., ..Candidate::new(...) }`.
    pub const fn new(
        name: &'static str,
        version: &'static str,
        format: &'static str,
        operations: &'static [OperationKind],
    ) -> Self {
        Self {
            name,
            package: name,
            version,
            format,
            binding: Binding::Dynamic,
            operations,
            types: None,
            reference: false,
            omits: &[],
            parameters: &[],
            max_depth: None,
            prepare: |_| Err(CandidateError::Failed("this candidate has no `prepare`".into())),
        }
    }

    /// The description that the harness gets.
    pub fn describe(&self) -> CandidateDescription {
        CandidateDescription {
            name: self.name.into(),
            package: self.package.into(),
            version: self.version.into(),
            format: self.format.into(),
            binding: self.binding,
            operations: self.operations.to_vec(),
            types: self.types.map(|types| types.iter().map(|name| (*name).to_owned()).collect()),
            reference: self.reference,
            omits: self.omits.to_vec(),
            parameters: self.parameters.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            max_depth: self.max_depth,
        }
    }
}

/// What a candidate is asked to do.
#[derive(Debug, Clone)]
pub struct Case {
    /// The operation.
    pub operation: OperationKind,
    /// The message's name.
    pub message: String,
    /// The message's type, where it has one.
    pub message_type: Option<String>,
    /// The message's schema, where its types are known at run time only.
    pub schema: Option<SchemaDefinition>,
    /// The timed inputs: [`Value::Bytes`] to decode, any value to encode.
    pub inputs: Vec<Value>,
}

/// Why a candidate cannot do what a case asks, in its own words.
#[derive(Debug, thiserror::Error)]
pub enum CandidateError {
    /// The candidate cannot hold this message: the case is skipped with this reason.
    #[error("{0}")]
    Unsupported(String),
    /// Something went wrong: the case failed.
    #[error("{0}")]
    Failed(String),
}

impl CandidateError {
    /// The error of a library: the case failed.
    pub fn failed(error: impl Display) -> Self {
        Self::Failed(error.to_string())
    }
}

/// An operation on inputs that are ready. [`Batches`](crate::Batches) makes one of a [`Work`](crate::Work).
pub trait Operation {
    /// Runs once on the first timed input, timed, with the answer.
    ///
    /// # Errors
    /// The candidate's own error text.
    fn first(&mut self) -> Result<First, CandidateError>;

    /// Makes ready for a batch of `iterations` operations, untimed: on `inputs` alone, or on the timed inputs from where
    /// the batch before stopped. It is to keep the results of the iterations `keep`, counted from 0, or those of all.
    ///
    /// # Errors
    /// If an input does not fit, or there is no such iteration.
    fn ready(
        &mut self,
        iterations: u64,
        keep: Option<Vec<u64>>,
        inputs: Option<Vec<Value>>,
    ) -> Result<(), CandidateError>;

    /// Runs these iterations of the batch that was made ready, in order and each once. Each drops the result before it, unless that
    /// is to be kept. Stops at the first error.
    ///
    /// # Errors
    /// The candidate's own error text, or that there are no such iterations.
    fn run(&mut self, iterations: Range<usize>) -> Result<(), CandidateError>;

    /// The answer that an iteration of the last batch gave, counted from 0.
    ///
    /// # Errors
    /// If its result was not kept, or has no value.
    fn kept(&mut self, iteration: u64) -> Result<Answer, CandidateError>;

    /// Runs `iterations` times over the timed inputs in turn and keeps nothing.
    ///
    /// # Errors
    /// The candidate's own error text.
    fn repeat(&mut self, iterations: u64) -> Result<(), CandidateError>;

    /// Runs once on `input` and gives the answer.
    ///
    /// # Errors
    /// The candidate's own error text.
    fn answer(&mut self, input: Value) -> Result<Answer, CandidateError>;

    /// Whether the allocator of the program sees all that it allocates; none are counted where not, see
    /// [`uncounted`](crate::uncounted).
    fn counts_allocations(&self) -> bool {
        true
    }
}
