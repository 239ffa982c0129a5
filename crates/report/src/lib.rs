//! Reports, made from stored runs and from nothing else.
//!
//! [`answer`] says what to choose, and [`view`] arranges every case into sections and rows; each kind of report only draws
//! them.

pub mod answer;
mod builds;
pub mod claims;
mod codecs;
mod counted;
pub mod csv;
mod feed;
pub mod findings;
pub mod fitted;
pub mod historical;
pub mod history;
pub mod hosts;
pub mod html;
mod kv;
pub mod leader;
pub mod markdown;
pub mod outcome;
pub mod plain;
mod published;
pub mod rpc;
mod section;
pub mod servers;
pub mod sheet;
pub mod table;
pub mod terminal;
mod trust;
pub mod units;
pub mod view;
pub mod words;
