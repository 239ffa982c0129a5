//! Waiting for sockets and for the clock.

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use rustix::time::Timespec;
use std::num::NonZeroU64;
use std::os::fd::{AsFd, OwnedFd};

use crate::clock::now_ns;
use crate::error::Error;

/// Events taken from the kernel at once.
const BATCH: usize = 256;
/// How long before an instant [`Poller`] stops sleeping and looks without pause when it is precise, nanoseconds.
const SPIN_NS: u64 = 80_000;

/// A readiness event: the connection's number and what it is ready for.
pub(crate) use rustix::event::epoll::Event;

/// Level-triggered epoll. Every socket is registered once, and once more only when it has to wait for room to write.
#[derive(Debug)]
pub(crate) struct Poller {
    epoll: OwnedFd,
    precise: bool,
}

impl Poller {
    /// Sets the timer slack of the calling thread, whose poller this must be, to 1 ns: with the default of 50 us a
    /// sleep ends that much late.
    pub(crate) fn new(precise: bool) -> Result<Poller, Error> {
        rustix::thread::set_current_timer_slack(NonZeroU64::new(1)).map_err(Error::system("timer slack"))?;
        let epoll = epoll::create(CreateFlags::CLOEXEC).map_err(Error::system("epoll"))?;
        Ok(Poller { epoll, precise })
    }

    /// Watches a socket for octets to read, and for room to write if `writable`.
    pub(crate) fn add(&self, socket: impl AsFd, connection: u32, writable: bool) -> Result<(), Errno> {
        epoll::add(&self.epoll, socket, EventData::new_u64(connection.into()), interest(writable))
    }

    /// Changes whether room to write is watched for.
    pub(crate) fn modify(&self, socket: impl AsFd, connection: u32, writable: bool) -> Result<(), Errno> {
        epoll::modify(&self.epoll, socket, EventData::new_u64(connection.into()), interest(writable))
    }

    /// Waits for events until the instant `until_ns`, and puts those that are there into `events`.
    pub(crate) fn wait(&self, events: &mut Vec<Event>, until_ns: u64) -> Result<(), Error> {
        events.clear();
        events.reserve(BATCH);
        let sleep_ns = until_ns.saturating_sub(now_ns()).saturating_sub(if self.precise { SPIN_NS } else { 0 });
        let timeout = Timespec { tv_sec: (sleep_ns / 1_000_000_000) as i64, tv_nsec: (sleep_ns % 1_000_000_000) as _ };
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(events), Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(errno) => Err(Error::system("epoll_pwait2")(errno)),
        }
    }
}

fn interest(writable: bool) -> EventFlags {
    if writable { EventFlags::IN | EventFlags::OUT } else { EventFlags::IN }
}
