//! Servers that are loaded in turn, for some milliseconds each, by one thread.
//!
//! Whatever else a machine does hits all servers alike that are loaded within some tens of milliseconds. So all of them
//! are up, each keeps its connections, and one at a time is loaded for a slice, which ends only when every request in it
//! has ended: no server answers in the slice of another.

pub mod length;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::clock::{now_ns, thread_cpu_ns};
use crate::error::Error;
use crate::feed::Times;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::protocol::Protocol;
use crate::quantiles::{Quantiles, quantile_of};
use crate::result::Errors;
use crate::run::pin_to_share;
use crate::schedule::{Schedule, Segment, Spacing};
use crate::setup::open_all;
use crate::share::Share;
use crate::tally::Window;
use crate::worker::Worker;

/// How long after the last answer the CPU time of a server is read. The system books it when the server goes to sleep.
pub const BOOKED_AFTER: Duration = Duration::from_micros(300);

/// One thread does all.
const ALL: Share = Share::ALL;

/// Tells the CPU time that a server has used so far, nanoseconds; none if it is not known.
pub type CpuClock<'a> = Box<dyn FnMut() -> Option<u64> + 'a>;

/// A server that takes turns with others.
pub struct Turn<'a, P> {
    /// Where the load goes, and how much of it. One thread does all, and slices have the length that they are given:
    /// `threads`, `duration` and `warmup` have no meaning. `requests` are those of all slices and warm-ups together.
    pub options: &'a Options,
    /// The bytes.
    pub protocol: P,
    /// Load before each slice that no slice counts, so that a server is no colder than under a load that lasts. What it
    /// gives is in [`Total`] alone.
    pub lead: Duration,
    /// CPU time of the server.
    pub cpu: CpuClock<'a>,
}

/// What one slice gave.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// Which of the servers was loaded, from 0.
    pub server: usize,
    /// When it began, nanoseconds on the monotonic clock.
    pub start_ns: u64,
    /// From its start to the end of its last request, nanoseconds.
    pub wall_ns: u64,
    /// Good answers.
    pub ok: u64,
    /// Good answers to the load before it, which no other figure of the slice counts.
    #[serde(default)]
    pub lead_ok: u64,
    /// Requests that ended in any other way, or were never sent.
    pub failed: u64,
    /// Median latency of the good answers, from the planned instant (service time in a closed loop), nanoseconds.
    pub p50_ns: Option<u64>,
    /// The latency below which 90 % of them stayed.
    pub p90_ns: Option<u64>,
    /// CPU time of the server within the slice, nanoseconds.
    pub server_cpu_ns: Option<u64>,
    /// CPU time of the server since its slice before, when nobody asked it for anything, nanoseconds. It may be work that was put off, for
    /// the answers of a slice and of the load before it.
    pub idle_cpu_ns: Option<u64>,
    /// CPU time of the generator, or of the client in its place, nanoseconds.
    pub generator_cpu_ns: u64,
}

/// What all slices of a server gave together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Total {
    /// Good answers.
    pub ok: u64,
    /// Answers without a value.
    pub misses: u64,
    /// Requests without a good answer.
    pub errors: Errors,
    /// What the answers of `errors.status` said, and how often.
    pub statuses: BTreeMap<String, u64>,
    /// All answers by their status, where the protocol has one: good ones too.
    pub answers: BTreeMap<String, u64>,
    /// Requests that were planned and never sent.
    pub unsent: u64,
    /// From the planned instant to the end of a good answer; from its send in a closed loop.
    pub latency_ns: Quantiles,
    /// What broke the first connection that was broken.
    pub fault: Option<String>,
}

impl Total {
    /// Requests that did not end in a good answer.
    pub fn failed(&self) -> u64 {
        self.misses + self.errors.total() + self.unsent
    }
}

/// Servers with their connections open.
pub struct Turns<'a, P: Protocol> {
    seats: Vec<Seat<'a, P>>,
}

struct Seat<'a, P: Protocol> {
    worker: Worker<'a, P>,
    lead: Duration,
    cpu: CpuClock<'a>,
    /// CPU time of the server at the end of its last slice.
    cpu_ns: Option<u64>,
    unsent: u64,
    /// Slices so far. Each draws the instants of a rate anew, and the same ones for every server: if one got more of its
    /// requests in bursts than another, they would differ by that.
    slices: u64,
}

impl<'a, P: Protocol> Turns<'a, P> {
    /// Opens the connections of all servers. The calling thread does all the work; it is pinned to the core that the first
    /// server's options name, if they do.
    ///
    /// # Errors
    /// Options that contradict each other, limits of the machine for all connections together, a server that cannot be
    /// connected to.
    pub fn open(servers: Vec<Turn<'a, P>>) -> Result<Self, Error> {
        let most = servers.iter().map(|server| server.options.most_connections() as u64).sum();
        crate::limits::allow_files(most)?;
        if let Some(first) = servers.first() {
            pin_to_share(first.options, ALL)?;
        }
        let seats = servers.into_iter().map(Seat::open).collect::<Result<_, _>>()?;
        Ok(Self { seats })
    }

    /// Loads one of the servers for this long, and waits until all of its requests have ended.
    ///
    /// # Errors
    /// What keeps the generator from going on. What goes wrong with requests is in the slice.
    pub fn slice(&mut self, server: usize, length: Duration) -> Result<Slice, Error> {
        let seat = &mut self.seats[server];
        seat.slices += 1;
        let schedule = anew(&seat.worker.options.schedule, seat.slices);
        seat.slice(server, &schedule, length)
    }

    /// Loads one of the servers for this long in a closed loop, whatever its schedule, so that it has warmed up after a short time.
    /// What this gives is in [`Total`].
    ///
    /// # Errors
    /// What keeps the generator from going on.
    pub fn warm_up(&mut self, server: usize, length: Duration) -> Result<(), Error> {
        let seat = &mut self.seats[server];
        seat.load(&Schedule::closed(), length)?;
        thread::sleep(BOOKED_AFTER);
        seat.cpu_ns = (seat.cpu)();
        Ok(())
    }

    /// Whether all requests of a server were sent, or the load is to stop.
    pub fn is_done(&self, server: usize) -> bool {
        let worker = &self.seats[server].worker;
        worker.options.stop.is_stopped() || worker.options.requests.is_some_and(|all| worker.sent() >= all)
    }

    /// What all slices of a server gave together.
    pub fn total(&self, server: usize) -> Total {
        let seat = &self.seats[server];
        let counts = seat.worker.counts();
        Total {
            ok: counts.of(Outcome::Ok),
            misses: counts.of(Outcome::Miss),
            errors: Errors::of(counts),
            statuses: counts.statuses.clone(),
            answers: counts.answers(),
            unsent: seat.unsent,
            latency_ns: Quantiles::of(&counts.latency[Outcome::Ok as usize]),
            fault: seat.worker.fault().map(ToString::to_string),
        }
    }

    /// Forgets what all slices gave so far, as after a warm-up.
    pub fn forget(&mut self) {
        for seat in &mut self.seats {
            seat.worker.forget();
            seat.unsent = 0;
        }
    }
}

impl<'a, P: Protocol> Seat<'a, P> {
    fn open(server: Turn<'a, P>) -> Result<Self, Error> {
        let Turn { options, protocol, lead, mut cpu } = server;
        options.check()?;
        let (setup, fault) = open_all(options, options.connections)?;
        let is_open = setup.connections.iter().any(|connection| connection.stream.is_some());
        if let (Some(fault), false) = (fault, is_open) {
            return Err(Error::Connect { target: options.target.name.clone(), source: fault.into() });
        }
        let never = Times { start_ns: 0, window: Window { start_ns: 0, end_ns: 0 }, give_up_ns: 0 };
        // Nobody asks what happened in each tenth of a second.
        let (publish, _) = mpsc::channel();
        let worker = Worker::new(options, protocol, ALL, never, publish, setup);
        let cpu_ns = cpu();
        Ok(Self { worker, lead, cpu, cpu_ns, unsent: 0, slices: 0 })
    }

    /// Loads the server for this long, and waits for every answer. Returns when that began, and how many were never sent.
    fn load(&mut self, schedule: &Schedule, length: Duration) -> Result<(u64, u64), Error> {
        let start_ns = now_ns();
        let end_ns = start_ns + length.as_nanos() as u64;
        let give_up_ns = end_ns.saturating_add(self.worker.options.drain.as_nanos() as u64);
        let times = Times { start_ns, window: Window { start_ns, end_ns }, give_up_ns };
        let left = self.worker.options.requests.map(|all| all.saturating_sub(self.worker.sent()));
        let unsent = self.worker.take_turn(schedule, times, left)?.all;
        self.unsent += unsent;
        Ok((start_ns, unsent))
    }

    fn slice(&mut self, server: usize, schedule: &Schedule, length: Duration) -> Result<Slice, Error> {
        let idle_until_ns = (self.cpu)();
        let mut cpu_before_ns = idle_until_ns;
        let ok_before = self.worker.counts().of(Outcome::Ok);
        if !self.lead.is_zero() {
            self.load(schedule, self.lead)?;
            thread::sleep(BOOKED_AFTER);
            cpu_before_ns = (self.cpu)();
        }
        let lead_ok = self.worker.counts().of(Outcome::Ok) - ok_before;
        let ended_before = self.worker.counts().ended();
        let generator_ns = thread_cpu_ns();
        let (start_ns, unsent) = self.load(schedule, length)?;
        let wall_ns = now_ns() - start_ns;
        let generator_cpu_ns = thread_cpu_ns() - generator_ns;
        thread::sleep(BOOKED_AFTER);
        let cpu_after_ns = (self.cpu)();
        let used = |from: Option<u64>, to: Option<u64>| Some(to?.saturating_sub(from?));
        let ended = self.worker.counts().ended() - ended_before;
        let good = self.worker.recent();
        let ok = good.len() as u64;
        let slice = Slice {
            server,
            start_ns,
            wall_ns,
            ok,
            lead_ok,
            failed: ended - ok + unsent,
            p50_ns: quantile_of(good, 0.5),
            p90_ns: quantile_of(good, 0.9),
            server_cpu_ns: used(cpu_before_ns, cpu_after_ns),
            idle_cpu_ns: used(self.cpu_ns, idle_until_ns),
            generator_cpu_ns,
        };
        self.cpu_ns = cpu_after_ns;
        Ok(slice)
    }
}

/// The same schedule with instants of its own for each slice: a constant rate begins anywhere between two of its instants, so that no more
/// requests are due in a slice on average than the rate says.
fn anew(schedule: &Schedule, slice: u64) -> Schedule {
    let seed = slice.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    match schedule {
        Schedule::Rate { segments, spacing: Spacing::Poisson { seed: own } } => {
            let spacing = Spacing::Poisson { seed: own.wrapping_add(seed) };
            Schedule::Rate { segments: segments.clone(), spacing }
        }
        Schedule::Rate { segments, spacing: Spacing::Even } => {
            let rate_per_s = segments.first().map_or(0.0, |first| first.from_per_s);
            let wait_s = if rate_per_s > 0.0 { fastrand::Rng::with_seed(seed).f64() / rate_per_s } else { 0.0 };
            let wait = Segment { from_per_s: 0.0, to_per_s: 0.0, duration_ns: (wait_s * 1e9) as u64 };
            let segments = std::iter::once(wait).chain(segments.iter().copied()).collect();
            Schedule::Rate { segments, spacing: Spacing::Even }
        }
        other => other.clone(),
    }
}
