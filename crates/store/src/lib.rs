//! What a run leaves behind: the result document with its published schema, and the database that holds runs.

mod database;
mod document;
mod estimates;
mod load;

pub use database::{RunRow, Store, StoreError};
pub use document::{
    CaseDocument, Environment, EstimateDocument, RunDocument, SCHEMA, Status, TrialDocument, WarmupEnd, json_schema,
};
pub use estimates::{EXACT, complete};
pub use load::{GeneratorDocument, LoadDocument, ServerDocument, TenthDocument};
