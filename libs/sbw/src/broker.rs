//! The broker: gives out ids, forwards messages unchanged, tells modules of each other.
//!
//! One thread and an event loop carry all connections. Nothing in it waits for a peer: what cannot be written yet is
//! queued within bounds, what a peer has not finished sending is kept aside, so that a slow or silent module holds up
//! nobody but itself.

mod ask;
mod connection;
pub(crate) mod cutter;
mod engine;
mod intake;
mod methods;
mod options;
mod queue;
mod registered;
pub(crate) mod registration;
mod registry;
pub(crate) mod registry_file;
mod route;
mod saver;
mod service;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

pub use methods::METHODS;
pub use options::Options;

use crate::{Error, Result, SessionKey};
use engine::Engine;

/// A broker that listens; [`Broker::run`] makes it work.
pub struct Broker {
    engine: Engine,
    address: SocketAddr,
    key: SessionKey,
    stopper: Stopper,
}

impl Broker {
    /// Takes a port and writes the files that let modules find it.
    ///
    /// # Errors
    /// [`Error::AlreadyRunning`] if the files name a broker that answers; [`Error::Io`].
    pub fn bind(options: Options) -> Result<Self> {
        let key = match &options.directory {
            Some(directory) => {
                refuse_second(directory)?;
                if options.reuse_key { directory.key()? } else { SessionKey::random()? }
            }
            None => SessionKey::random()?,
        };
        let (engine, address, waker) = Engine::bind(options, key.clone())?;
        let stopper = Stopper { wanted: engine.stop_flag(), waker: Arc::new(waker) };
        Ok(Broker { engine, address, key, stopper })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The key that modules must know.
    pub fn key(&self) -> &SessionKey {
        &self.key
    }

    /// A handle that ends [`Broker::run`], from any thread or signal handler thread.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Works until it is asked to stop; then closes all connections, writes what the registry's file does not hold yet, and
    /// takes the port out of the files.
    ///
    /// # Errors
    /// [`Error::Io`] if the event loop itself fails, which no peer can cause, or a file cannot be written.
    pub fn run(mut self) -> Result<()> {
        let worked = self.engine.run();
        let saved = self.engine.save();
        worked.and(saved).and(self.engine.withdraw())
    }

    /// Runs it on a thread of its own.
    ///
    /// # Errors
    /// [`Error::Io`] if no thread can be started.
    pub fn spawn(self) -> Result<RunningBroker> {
        let (address, key, stopper) = (self.address, self.key.clone(), self.stopper());
        let builder = std::thread::Builder::new().name("sbw-broker".to_owned());
        let thread = builder.spawn(move || self.run()).map_err(Error::io("start the broker's thread"))?;
        Ok(RunningBroker { address, key, stopper, thread: Some(thread) })
    }
}

/// A user has one broker. That another answers to the key in the files is asked of it, since a port may be stale.
fn refuse_second(directory: &crate::UserDirectory) -> Result<()> {
    let Ok((address, key)) = directory.broker() else { return Ok(()) };
    match crate::caller::Caller::connect(address, &key, "") {
        Ok(_) => Err(Error::AlreadyRunning(address.port())),
        Err(_) => Ok(()),
    }
}

/// Tells a broker to stop.
#[derive(Debug, Clone)]
pub struct Stopper {
    wanted: Arc<AtomicBool>,
    waker: Arc<mio::Waker>,
}

impl Stopper {
    /// Makes [`Broker::run`] return soon.
    pub fn stop(&self) {
        self.wanted.store(true, Ordering::Release);
        // Waking can only fail where the loop is gone already.
        let _ = self.waker.wake();
    }
}

/// A broker on a thread of its own. It stops when this is dropped.
#[derive(Debug)]
pub struct RunningBroker {
    address: SocketAddr,
    key: SessionKey,
    stopper: Stopper,
    thread: Option<JoinHandle<Result<()>>>,
}

impl RunningBroker {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The key that modules must know.
    pub fn key(&self) -> &SessionKey {
        &self.key
    }

    /// Stops it and waits until it has.
    ///
    /// # Errors
    /// What [`Broker::run`] returned.
    pub fn stop(mut self) -> Result<()> {
        self.end()
    }

    /// Waits until a module has stopped it.
    ///
    /// # Errors
    /// What [`Broker::run`] returned.
    pub fn wait(mut self) -> Result<()> {
        self.join()
    }

    fn end(&mut self) -> Result<()> {
        self.stopper.stop();
        self.join()
    }

    fn join(&mut self) -> Result<()> {
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => Ok(()),
        }
    }
}

impl Drop for RunningBroker {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // Who wants to know calls `stop`.
            let _ = self.end();
        } else {
            self.stopper.stop();
        }
    }
}
