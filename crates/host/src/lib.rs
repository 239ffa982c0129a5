//! Servers under control.
//!
//! A [`Server`] is started from a [`Launch`]: a program, its arguments and its configuration files, all of them private.
//! It listens on a loopback port that was free, it is proven to be the process that answers there, it runs on the cores
//! it was given, its CPU time, memory and context switches are read from the system, and it ends with this process,
//! however this process ends.

#[cfg(not(target_os = "linux"))]
compile_error!("wirecost-host reads /proc and holds processes by pidfd, so it builds on Linux only");

mod awake;
mod cores;
mod error;
mod guard;
mod identity;
mod launch;
mod listening;
mod memory;
mod port;
mod process_clock;
mod processes;
mod room;
mod server;
mod spawner;
mod threads;
mod usage;

pub use awake::KeepAwake;
pub use cores::available_cores;
pub use error::Error;
pub use launch::{Launch, Nonce};
pub use memory::Memory;
pub use process_clock::ProcessClock;
pub use server::Server;
pub use threads::{Got, Threads};
pub use usage::{Usage, available_memory, load_average};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
