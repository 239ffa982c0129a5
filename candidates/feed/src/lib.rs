//! A feed aggregator in friendfeed's way, after "Ideas for creating a friendfeed like feed aggregator system" (Tim Yang, 3 April 2009).

pub mod api;
mod body;
pub mod crawl;
mod date;
pub mod design;
pub mod format;
pub mod graph;
mod keys;
pub mod measure;
pub mod model;
mod plain;
pub mod pubsub;
mod refusal;
pub mod server;
pub mod settings;
mod spans;
mod store;
mod turn;

pub use design::Design;
pub use keys::{EntryId, Node};
pub use pubsub::Pubsub;
pub use refusal::Refusal;
