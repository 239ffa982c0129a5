//! Waiting for the other end of a pipe.

use std::io;
use std::os::fd::AsFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::FrameError;

/// What is left of an exchange after the pipes did their part.
pub(crate) enum Broken {
    Ended,
    TimedOut,
    Rubbish(String),
}

impl From<FrameError> for Broken {
    fn from(error: FrameError) -> Self {
        Self::Rubbish(error.to_string())
    }
}

impl From<io::Error> for Broken {
    /// A pipe that fails is a pipe whose other end is gone.
    fn from(_: io::Error) -> Self {
        Self::Ended
    }
}

/// Waits until a pipe can be read or written, and until the deadline at the latest.
pub(crate) fn wait(fd: &impl AsFd, events: PollFlags, deadline: Instant) -> Result<(), Broken> {
    loop {
        let left = deadline.checked_duration_since(Instant::now()).ok_or(Broken::TimedOut)?;
        let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [PollFd::new(fd, events)], Some(&timeout)) {
            Ok(0) => return Err(Broken::TimedOut),
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(io::Error::from(error).into()),
        }
    }
}
