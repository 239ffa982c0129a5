//! A load or a suite on many machines.
//!
//! A [`Plan`] says what all parts do together. Each part is one worker: the same program, which takes its share of one
//! schedule, begins at an agreed instant, and leaves a [`PartResult`] as a whole or not at all. [`merge_parts`] adds what
//! counts of a load, and says of everything else why it does not; [`Suites`] does so for a suite. Engines place workers:
//! processes of this machine, ssh, Slurm, Kubernetes. What an engine says of success is never believed; only results count.

mod clock;
mod collect;
mod document;
pub mod engine;
mod error;
mod job;
mod keep;
mod merge;
mod plan;
mod signs;
mod suites;

pub use clock::ask;
pub use collect::{Found, collect_files, collect_folder};
pub use document::{PartResult, RESULT_SCHEMA, host_name};
pub use error::Error;
pub use job::{Job, Watched};
pub use keep::{Kept, keep, kept, release};
pub use merge::merge_parts;
pub use plan::{MOST_PARTS, Plan, SCHEMA, Work, run_name};
pub use signs::{BeginSign, ProgressSign};
pub use suites::{Suites, collect_suites};
