//! The labs of servers under load.
//!
//! A case is a candidate, a message and a load; a trial of it is a fresh server process, verified, and one window of load
//! after a warm-up. [`candidate`] finds servers and what they need, [`place`] gives server and generator their cores,
//! [`plan`] makes the cases, [`trial`] measures one, [`lab`] measures them, and [`conclude()`] says
//! what only all trials of a case together tell. What differs between the labs stands in [`kind`]; what is HTTP's own in
//! [`http`], and what is that of the rpc lab, whose clients are processes too, in [`rpc`].

pub mod candidate;
pub mod conclude;
pub mod content;
pub mod http;
pub mod kind;
pub mod lab;
pub mod place;
pub mod plan;
mod planned;
pub mod rpc;
pub mod trial;

pub use candidate::{Candidate, Rooms};
pub use conclude::conclude;
pub use kind::Kind;
pub use plan::{Building, Plan};
