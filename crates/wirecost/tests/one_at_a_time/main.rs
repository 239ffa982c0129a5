//! Tests of the binary that bear nothing else on the machine, not even each other: each that measures holds `common::alone()`. They are
//! a program of their own because cargo runs one program after another.

#[path = "../common/mod.rs"]
mod common;

mod against;
mod java_stacks;
mod lies;
