//! What labs of servers under load have in common.
//!
//! A case is a candidate, a message and a load; a trial of it is a fresh server process, verified, and one window of load
//! after a warm-up. [`candidate`] finds servers and what they need, [`place`] gives server and generators their cores,
//! [`launch()`] starts a server, [`plan`] makes the cases, [`bench`](mod@bench) measures them, and [`conclude()`] says what
//! only all trials of a case together tell.
//!
//! Where a suite says so, the servers of one comparison are a group instead: up together and loaded in turn ([`in_turn`]), in
//! slices from which the figures of each come, before each has a window of its own.
//!
//! A lab brings a [`ServerLab`]: which cases there are, and how it asks a server. [`LabOfServers`] makes it one of the labs of a
//! program, whose table in a suite is a [`Serving`](serving::Serving). [`Trial::load_from_generators`] and [`Used`]
//! are what it asks with.

pub mod bench;
pub mod candidate;
pub mod conclude;
mod document;
mod generators;
mod group;
pub mod in_turn;
pub mod lab;
mod lab_of_servers;
pub mod launch;
mod part;
pub mod place;
pub mod plan;
mod planned;
mod reason;
pub mod serving;
pub mod slices;
mod trial;
pub mod twins;
mod used;

pub use candidate::Candidate;
pub use conclude::conclude;
pub use lab::{ServerLab, TakesTurns};
pub use lab_of_servers::{Known, LabOfServers};
pub use launch::launch;
pub use place::Places;
pub use plan::{Building, ServerPlan};
pub use reason::Reason;
pub use trial::{Measured, Trial};
pub use used::Used;
