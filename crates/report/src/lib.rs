//! Reports, made from stored runs and from nothing else.
//!
//! [`view`] arranges a run into sections and rows once; each kind of report only draws them.

mod counted;
pub mod csv;
pub mod fitted;
pub mod historical;
pub mod history;
pub mod html;
pub mod markdown;
pub mod outcome;
pub mod plain;
pub mod rpc;
pub mod servers;
pub mod table;
pub mod terminal;
pub mod units;
pub mod view;
pub mod words;
