//! What the labs of wirecost have in common.
//!
//! A [`Lab`] reads its part of a suite and looks for what it could measure; [`Labs`] are those that a program has. A lab makes
//! a [`Plan`]: cases, the processes that measure them, and the order of these. A plan gives a [`Bench`], which
//! measures one process at a time. A [`Session`] runs the labs of a run: it goes through their rounds in turn, leaves out
//! what is stored already, and reports everything to an [`Observer`] as it happens. [`budget`] shortens plans to a time.

pub mod budget;
mod lab;
mod labs;
mod observer;
mod plan;
mod session;

pub use lab::{Chosen, Discovered, Folders, Lab, Planning, Progress};
pub use labs::Labs;
pub use observer::Observer;
pub use plan::{Bench, Outcome, Plan, Slot};
pub use session::Session;
