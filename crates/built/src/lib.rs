//! Candidates built alone: each library in a crate of its own, with its recommended features and types that are generated for the
//! message, as its user would build it.
//!
//! A [`Recipe`] says what the crate of a candidate is made of; [`structs`] prints the types of a [`wirecost_types::Model`] for it,
//! and [`Form`] says how values of the model look in them. The [`Workshop`] writes the crate, has cargo build it, and keeps the
//! program in the cache for as long as nothing that it is made of changes. A [`Variation`] is another version of a library,
//! other features, or a checkout of it.

mod capnp;
mod cargo;
mod crates;
mod documents;
mod error;
mod form;
mod generated;
mod job;
mod lent;
mod manifest;
mod names;
mod program;
mod recipe;
mod runner;
mod sources;
pub mod structs;
mod variation;
mod workshop;

pub use cargo::{Unwatched, Watch};
pub use error::{NotBuilt, Refusal};
pub use form::{Form, normal};
pub use job::{Job, Part};
pub use program::Program;
pub use recipe::{BrokenRecipe, Offer, Recipe, Recipes};
pub use sources::{Files, runner_library};
pub use variation::{Change, Variation};
pub use workshop::{Built, FLAGS, Workshop};
