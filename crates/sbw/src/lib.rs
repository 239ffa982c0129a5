//! The Systems Biology Workbench (SBW) protocol: typed data blocks, messages and signatures, octet for octet what the
//! C++ SBW 2.12.2 puts on the wire.

pub mod block;
pub mod broker;
pub mod caller;
pub mod direct;
pub mod directory;
mod error;
mod exception;
mod key;
pub mod message;
pub mod module;
mod rendezvous;
pub mod signature;
pub mod text;

pub use error::{Error, Result};
pub use exception::{Exception, ExceptionCode};
pub use key::SessionKey;
pub use rendezvous::UserDirectory;
