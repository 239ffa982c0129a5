//! What the labs of wirecost have in common.
//!
//! A lab makes a [`Plan`]: cases, the processes that measure them, and the order of these. A plan gives a [`Bench`], which
//! measures one process at a time. A [`Session`] runs the labs of a run: it goes through their rounds in turn, leaves out
//! what is stored already, and tells an [`Observer`] of everything as it happens. [`budget`] shortens plans to a time.

pub mod budget;
mod observer;
mod plan;
mod session;

pub use observer::Observer;
pub use plan::{Bench, Outcome, Place, Plan};
pub use session::Session;
