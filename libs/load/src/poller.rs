//! Waiting for sockets and for the clock.

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};
use std::num::NonZeroU64;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use crate::clock::now_ns;
use crate::error::Error;

/// Events taken from the kernel at once.
const BATCH: usize = 256;
/// How long before an instant [`Poller`] stops sleeping and looks without pause when it is precise, nanoseconds.
const SPIN_NS: u64 = 80_000;

/// A readiness event: the connection's number and what it is ready for.
pub(crate) use rustix::event::epoll::Event;

/// What an event of the tick carries in place of a connection's number.
const TICK: u64 = u64::MAX;

/// Edge-triggered epoll: an event is given once, and again only for what comes later or after [`Poller::rearm`]. The kernel
/// then does not look at every socket a second time to find that it has been read.
///
/// A timer of its own ticks, so that no wait which is longer than the tick needs a timeout: the kernel would start and
/// cancel a timer for each.
#[derive(Debug)]
pub(crate) struct Poller {
    epoll: OwnedFd,
    precise: bool,
    tick_ns: u64,
    tick: OwnedFd,
}

impl Poller {
    /// Sets the timer slack of the calling thread, whose poller this must be, to 1 ns: with the default of 50 us a
    /// sleep ends that much late.
    pub(crate) fn new(precise: bool, tick: Duration) -> Result<Poller, Error> {
        let tick_ns = tick.as_nanos() as u64;
        rustix::thread::set_current_timer_slack(NonZeroU64::new(1)).map_err(Error::system("timer slack"))?;
        let epoll = epoll::create(CreateFlags::CLOEXEC).map_err(Error::system("epoll"))?;
        let tick = ticking(timespec(tick_ns)).map_err(Error::system("timerfd"))?;
        epoll::add(&epoll, &tick, EventData::new_u64(TICK), EventFlags::IN).map_err(Error::system("epoll"))?;
        Ok(Poller { epoll, precise, tick_ns, tick })
    }

    /// Whether an event is the tick and no connection's. Asked once for each.
    #[inline]
    pub(crate) fn take_tick(&self, event: &Event) -> bool {
        let is_tick = event.data.u64() == TICK;
        if is_tick {
            // The timer goes on when it is read (timerfd_create(2)); it is ready, so that nothing can fail.
            let _ = rustix::io::read(&self.tick, &mut [0; 8]);
        }
        is_tick
    }

    /// Watches a socket for bytes to read, and for room to write if `writable`.
    pub(crate) fn add(&self, socket: impl AsFd, connection: u32, writable: bool) -> Result<(), Errno> {
        epoll::add(&self.epoll, socket, EventData::new_u64(connection.into()), interest(writable))
    }

    /// Gives the events of what is there already once more, and changes whether room to write is watched for.
    pub(crate) fn rearm(&self, socket: impl AsFd, connection: u32, writable: bool) -> Result<(), Errno> {
        epoll::modify(&self.epoll, socket, EventData::new_u64(connection.into()), interest(writable))
    }

    /// Waits for events until the instant `until_ns` or the next tick, and puts those that are there into `events`.
    pub(crate) fn wait(&self, events: &mut Vec<Event>, until_ns: u64) -> Result<(), Error> {
        events.clear();
        events.reserve(BATCH);
        let sleep_ns = until_ns.saturating_sub(now_ns()).saturating_sub(if self.precise { SPIN_NS } else { 0 });
        let timeout = (sleep_ns < self.tick_ns).then(|| timespec(sleep_ns));
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(events), timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(errno) => Err(Error::system("epoll_pwait2")(errno)),
        }
    }
}

/// `RDHUP`, so that an end after the last bytes is reported with them.
fn interest(writable: bool) -> EventFlags {
    let interest = EventFlags::IN | EventFlags::RDHUP | EventFlags::ET;
    if writable { interest | EventFlags::OUT } else { interest }
}

fn timespec(ns: u64) -> Timespec {
    Timespec { tv_sec: (ns / 1_000_000_000) as i64, tv_nsec: (ns % 1_000_000_000) as _ }
}

/// A timer that expires again and again.
fn ticking(every: Timespec) -> Result<OwnedFd, Errno> {
    let timer = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK)?;
    timerfd_settime(&timer, TimerfdTimerFlags::empty(), &Itimerspec { it_interval: every, it_value: every })?;
    Ok(timer)
}
