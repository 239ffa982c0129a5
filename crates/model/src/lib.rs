//! The typed words of wirecost, and the result documents made of them.
//!
//! A word that decides something is a type here: [`Lab`], [`Binding`], [`Durability`], [`Status`], [`Label`], [`EstimateId`]. Each has one
//! place that holds its wording, and each is written into documents by that wording, so that `wirecost.run/1` stays text
//! that people read. Words of other releases are kept as they are.

mod binding;
#[cfg(feature = "documents")]
mod document;
mod durability;
mod estimate;
mod lab;
mod label;
#[cfg(feature = "documents")]
mod load;
mod server_load;
mod store_load;
mod wording;

pub use binding::Binding;
#[cfg(feature = "documents")]
pub use document::{
    BuildDocument, CaseDocument, Environment, EstimateDocument, HOST, HostDocument, MessageDigest, RecordedRun,
    RunDocument, SCHEMA, Status, TWIN, TrialDocument, WarmupEnd, json_schema,
};
pub use durability::Durability;
pub use estimate::EstimateId;
pub use lab::Lab;
pub use label::{Label, Rank};
#[cfg(feature = "documents")]
pub use load::{GeneratorDocument, LoadDocument, ResourceDocument, ServerDocument, TenthDocument};
pub use server_load::{AllCores, CalledBy, Closing, Idle, Parameters, Placement, ServerCores, ServerLoad, Transfer};
pub use store_load::{StoreLoad, StoreWindow, StoredMessage};
pub use wording::{Hundredths, Tenths, Whole};
