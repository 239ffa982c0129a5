//! The Systems Biology Workbench (SBW) protocol: typed data blocks, messages, a broker, and modules that call each
//! other through it. Byte for byte what the C++ SBW 2.12.2 puts on the wire, so that programs built on the original
//! library and programs built on this one work together.
//!
//! | part | what it is |
//! | --- | --- |
//! | [`block`] | data blocks: typed values one after the other, read and written with every length checked |
//! | [`message`] | call, send, reply, exception, disconnect, and how they lie in a stream |
//! | [`signature`] | `double[] integrate(string model, double end)`: parsed, printed, matched |
//! | [`broker`] | the process that gives out ids and forwards messages |
//! | [`module`] | a process that offers services and calls others', many calls at once, blocking or async |
//! | [`caller`] | the smallest client: one call at a time, on the caller's own thread |
//! | [`direct`] | a server of the same frames without a broker between |
//! | [`directory`] | which modules, services and methods there are |
//! | [`text`] | values as people type and read them |
//!
//! ```
//! use sbw::{broker::{Broker, Options}, caller::Caller, module::{Module, Methods}};
//!
//! let broker = Broker::bind(Options::private())?;
//! let (address, key) = (broker.address(), broker.key().clone());
//! let broker = broker.spawn()?;
//!
//! let trig = Methods::new("trig").method("double sin(double x)", "The sine of x in radians.", |call| {
//!     let (x,): (f64,) = call.arguments()?;
//!     call.answer(&(x.sin(),))
//! })?;
//! let module = Module::builder("edu.caltech.trigonometry").service(trig).connect(address, &key)?;
//!
//! let mut caller = Caller::connect(address, &key, "")?;
//! let method = sbw::directory::find(&mut caller, "edu.caltech.trigonometry", "trig", "sin")?;
//! let (sine,): (f64,) = caller.call(method, &(1.0,))?.read()?;
//! assert_eq!(sine, 1f64.sin());
//! # drop(module);
//! # broker.stop()?;
//! # Ok::<(), sbw::Error>(())
//! ```

pub mod block;
pub mod broker;
pub mod caller;
pub mod direct;
pub mod directory;
mod error;
mod exception;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod greeting;
mod key;
pub mod message;
pub mod module;
mod rendezvous;
pub mod signature;
mod socket;
mod stream;
pub mod text;

pub use error::{Error, Result};
pub use exception::{Exception, ExceptionCode};
pub use key::SessionKey;
pub use rendezvous::UserDirectory;
pub use text::Text;

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
