//! The runner protocol of wirecost, both ends.
//!
//! A *runner* is a program that holds candidates of one language and measures one of them at a time, as it is told
//! through frames on its standard input. The harness supplies every input, times every exchange from outside, and
//! alone compares answers. `docs/PROTOCOL.md` states the protocol; this crate is its reference in Rust.
//!
//! - To write a runner: implement [`Decoder`] or [`Encoder`], list [`Candidate`]s, and call [`serve`]. The example
//!   `own_runner` does so in under forty lines.
//! - To drive one: [`Process`].

mod allocations;
mod batches;
mod borrow;
mod candidate;
mod error;
mod exchange;
mod family;
mod frame;
#[cfg(target_os = "linux")]
mod keeper;
mod meter;
mod operations;
mod pipe;
mod process;
#[cfg(target_os = "linux")]
mod program;
mod protocol;
mod round_trip;
mod serve;
mod stderr;

pub use allocations::{CountingAllocator, uncounted};
pub use batches::{Batches, Work};
pub use borrow::borrow;
pub use candidate::{Candidate, CandidateError, Case, Operation, Prepared};
pub use error::{LastLine, ProcessError};
pub use frame::{FrameError, MAX_FRAME_BYTES, read_frame, write_frame};
pub use operations::{Decoder, Encoder, EventDecoder, decode, decode_events, empty, encode, not_offered};
pub use process::{Batch, Process, cores};
pub use protocol::{
    Answer, CandidateDescription, Count, Description, First, Folded, OperationKind, PROTOCOL, Prepare, Request, Sample,
    SchemaDefinition, Timed,
};
pub use round_trip::{Filter, codec, filter, round_trip};
pub use serve::serve;
pub use wirecost_model::Binding;
pub use wirecost_reference as reference;
pub use wirecost_value as value;
