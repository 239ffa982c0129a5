//! What a run leaves behind: the result document with its published schema, and the database that holds runs.

pub mod checks;
mod database;
mod error;
mod estimates;

pub use checks::check_run_id;
pub use database::{CaseProgress, Checked, RunPage, RunRow, Store, check_name};
pub use error::StoreError;
pub use estimates::complete;
