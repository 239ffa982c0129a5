//! The codec lab: what encoding and decoding a message costs.
//!
//! It finds runners ([`runners`]), makes the inputs that all candidates of a format share ([`inputs`]), compares
//! answers ([`verify`]) and runs trials one process at a time ([`lab`]).

pub mod compressed;
pub mod inputs;
pub mod instructions;
pub mod lab;
pub mod receipt;
pub mod runners;
pub mod sizes;
pub mod verify;
