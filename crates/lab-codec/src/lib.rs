//! The codec lab: what encoding and decoding a message costs.
//!
//! It finds runners ([`runners`]) and says what was chosen of their candidates ([`draft`]). It has those built that must be ([`build`]),
//! and then makes the cases and their order ([`plan`]). It makes the inputs that all candidates of a format share ([`inputs`]), looks at
//! the machine ([`survey`]), runs trials one process at a time ([`mod@bench`]), compares answers ([`verify`]), and says what the controls show
//! ([`conclude`]).

mod at_once;
pub mod bench;
pub mod build;
mod building;
mod case;
pub mod compressed;
pub mod conclude;
mod cores;
mod cost;
pub mod draft;
mod error;
mod exchange;
mod expected;
mod fit;
mod fresh;
pub mod inputs;
pub mod instructions;
mod lab;
mod made_up;
mod meaning;
mod measured;
mod own;
mod placed;
pub mod plan;
mod planned;
pub mod receipt;
pub mod reference;
mod requests;
pub mod runner;
pub mod runners;
pub mod sizes;
pub mod survey;
mod types;
pub mod variations;
pub mod verify;
mod witness;

pub use case::{Case, Skipped};
pub use draft::Draft;
pub use lab::{Codec, LAB};
pub use plan::{CodecPlan, Unit};
pub use planned::Planned;
pub use runner::Runner;
