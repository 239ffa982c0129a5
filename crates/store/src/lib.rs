//! What a run leaves behind: the result document with its published schema, and the database that holds runs.

pub mod checks;
mod database;
mod document;
mod error;
mod estimates;
mod load;

pub use checks::check_run_id;
pub use database::{RunRow, Store};
pub use document::{
    CaseDocument, Environment, EstimateDocument, RunDocument, SCHEMA, Status, TrialDocument, WarmupEnd, json_schema,
};
pub use error::StoreError;
pub use estimates::{EXACT, complete};
pub use load::{GeneratorDocument, LoadDocument, ServerDocument, TenthDocument};
