//! The thread that writes the registry's file, so that the event loop never waits for a disk.
//!
//! Changes that come soon after each other are written together. What is not written when the broker ends is written
//! then.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::registered::Modules;
use super::registry_file::print;
use crate::rendezvous::replace;
use crate::{Error, Result};

/// How long a change waits for others that are written with it.
const DELAY: Duration = Duration::from_millis(100);

/// Writes a registry's file.
#[derive(Debug)]
pub(super) struct Saver {
    path: Arc<Path>,
    /// When the changes that nobody has written yet are written.
    due: Option<Instant>,
    writer: Option<Writer>,
    state: Arc<State>,
}

#[derive(Debug)]
struct Writer {
    tables: Sender<Modules>,
    thread: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct State {
    busy: AtomicBool,
    /// Why the last write failed.
    failure: Mutex<Option<String>>,
}

impl State {
    fn failure(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(path: &Path, modules: &Modules, state: &State) -> Result<()> {
    let written = replace(path, print(modules).as_bytes());
    *state.failure() = written.as_ref().err().map(ToString::to_string);
    written
}

impl Saver {
    pub(super) fn new(path: PathBuf) -> Self {
        Saver { path: path.into(), due: None, writer: None, state: Arc::default() }
    }

    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// There is something to write.
    ///
    /// # Errors
    /// Why the last write failed. It is tried again with this change.
    pub(super) fn changed(&mut self, now: Instant) -> Result<(), String> {
        self.due.get_or_insert(now + DELAY);
        self.state.failure().clone().map_or(Ok(()), Err)
    }

    /// Hands a copy of the table to the thread; while the thread still writes the last one, it waits once more.
    pub(super) fn save_if_due(&mut self, now: Instant, modules: &Modules) {
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        if self.state.busy.load(Ordering::Acquire) {
            self.due = Some(now + DELAY);
            return;
        }
        self.state.busy.store(true, Ordering::Release);
        let sent = self.writer().and_then(|writer| {
            let gone = |_| Error::io("hand the registry to its thread")(std::io::ErrorKind::BrokenPipe.into());
            writer.tables.send(modules.clone()).map_err(gone)
        });
        match sent {
            Ok(()) => self.due = None,
            // Without a thread it is written at the end, and the next change gets the error.
            Err(error) => {
                self.state.busy.store(false, Ordering::Release);
                self.due = Some(now + DELAY);
                *self.state.failure() = Some(error.to_string());
            }
        }
    }

    fn writer(&mut self) -> Result<&Writer> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => {
                let (tables, received) = channel::<Modules>();
                let (path, state) = (self.path.clone(), self.state.clone());
                let builder = std::thread::Builder::new().name("sbw-registry".to_owned());
                let work = move || {
                    for modules in received {
                        // A failure is kept in the state.
                        let _ = write(&path, &modules, &state);
                        state.busy.store(false, Ordering::Release);
                    }
                };
                let thread = builder.spawn(work).map_err(Error::io("start the registry's thread"))?;
                Writer { tables, thread }
            }
        };
        Ok(self.writer.insert(writer))
    }

    /// Ends the thread and writes what it has not written.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn finish(&mut self, modules: &Modules) -> Result<()> {
        if let Some(Writer { tables, thread }) = self.writer.take() {
            drop(tables);
            if thread.join().is_err() {
                *self.state.failure() = Some("the registry's thread has panicked".to_owned());
            }
            self.state.busy.store(false, Ordering::Release);
        }
        if self.due.is_none() && self.state.failure().is_none() {
            return Ok(());
        }
        write(&self.path, modules, &self.state)?;
        self.due = None;
        Ok(())
    }
}
