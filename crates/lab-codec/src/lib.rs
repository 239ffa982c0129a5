//! The codec lab: what encoding and decoding a message costs.
//!
//! It finds runners ([`runners`]), has candidates built that must be ([`alone`]), says which cases they can run ([`plan`]),
//! makes the inputs that all candidates of a format share ([`inputs`]), compares answers ([`verify`]), looks at the machine
//! ([`survey`]), runs trials one process at a time ([`lab`]) and says what the controls show ([`conclude`]).

pub mod alone;
mod aside;
mod at_once;
mod building;
mod case;
pub mod compressed;
pub mod conclude;
mod cost;
mod exchange;
mod fresh;
pub mod inputs;
pub mod instructions;
pub mod lab;
mod made_up;
mod measured;
mod own;
mod placed;
pub mod plan;
mod planned;
pub mod receipt;
mod registered;
pub mod runners;
pub mod sizes;
pub mod survey;
pub mod verify;
mod witness;

pub use case::{Case, CaseKey, Skipped};
pub use plan::{CodecPlan, Runner, Unit};
pub use planned::Planned;
pub use registered::{Codec, LAB, add_built};
