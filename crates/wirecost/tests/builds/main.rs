//! Tests of the binary that build or verify and assert nothing of a measurement. They are a program of their own because compilers
//! that run beside other tests would disturb what these measure; `cargo xtask test` runs them at a lower priority.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../report/tests/generated/mod.rs"]
mod generated;

mod additions;
mod alone;
mod documents;
mod java;
mod own_messages;
mod python;
