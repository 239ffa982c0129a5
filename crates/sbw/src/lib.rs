//! The Systems Biology Workbench (SBW) protocol: typed data blocks, messages and signatures, octet for octet what the
//! C++ SBW 2.12.2 puts on the wire.

pub mod block;
mod error;
mod exception;
pub mod message;
/// x
pub mod signature;
pub mod text;

pub use error::{Error, Result};
pub use exception::{Exception, ExceptionCode};
