//! Servers of one group, up together and loaded in turn, with a control between them (METHOD 38, 39).

use std::cell::RefCell;
use std::time::{Duration, Instant};

use wirecost_host::{ProcessClock, Server};
use wirecost_load::{Error, Protocol, Slice, Total, Turn, Turns};
use wirecost_measure::estimate::median;

use crate::Reason;
use crate::trial::Trial;

/// Slices of each server that show how long slices must be.
const FIRST: usize = 3;
/// At a planned rate, a server is loaded this long before each slice: the turns of others have left it cold. In a closed
/// loop, the first answers of a slice warm it.
const LEAD: Duration = Duration::from_millis(3);
/// A slice is this long ...
const SLICE: Duration = Duration::from_millis(5);
/// ... or as long as the slowest server takes for this many answers ...
const ANSWERS: f64 = 20.0;
/// ... but no longer than this: slices that are compared start at most 40 ms apart.
const LONGEST: Duration = Duration::from_millis(38);
/// A round from one control to the next is this long at most, unless each server has a control before it.
const ROUND: Duration = Duration::from_millis(40);

/// A server that takes turns with others.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'a> {
    /// What is asked of it.
    pub trial: Trial<'a>,
    /// The server.
    pub server: &'a Server,
}

/// What servers did in turn. The last of them is the control.
#[derive(Debug)]
pub struct Rotation {
    /// Every slice, in order of time.
    pub slices: Vec<Slice>,
    /// What became of the requests, by server.
    pub totals: Vec<Total>,
    /// How long each server would need for a slice; those that would need too long take no turn.
    pub needed: Vec<Duration>,
}

impl Rotation {
    /// Whether a server takes turns, or is too slow for it.
    pub fn takes_turns(&self, server: usize) -> bool {
        self.needed[server] <= LONGEST
    }
}

/// Loads servers in turn, each for `lasts` with the control between them, after a warm-up of the trials' length. The last seat is
/// the control. `seed` draws the order.
///
/// # Errors
/// What keeps the generator from working.
pub fn rotate<P: Protocol>(
    seats: &[Seat<'_>],
    protocols: Vec<P>,
    lasts: Duration,
    seed: u64,
) -> Result<Rotation, Reason> {
    // The thread is pinned to the generator's core, and ends with that.
    let rotated = std::thread::scope(|scope| {
        scope.spawn(|| in_own_thread(seats, protocols, lasts, seed)).join().map_err(|_| Error::Panicked)?
    });
    Ok(rotated?)
}

fn in_own_thread<P: Protocol>(
    seats: &[Seat<'_>],
    protocols: Vec<P>,
    lasts: Duration,
    seed: u64,
) -> Result<Rotation, Error> {
    let options: Vec<_> = seats.iter().map(|seat| seat.trial.options_in_turn(seat.server)).collect();
    let clocks: Vec<_> = seats.iter().map(|seat| RefCell::new(ProcessClock::new(&[seat.server.pid()]))).collect();
    let turns = options.iter().zip(protocols).zip(&clocks);
    let turns = turns.map(|((options, protocol), clock)| Turn {
        options,
        protocol,
        lead: if options.schedule.is_closed() { Duration::ZERO } else { LEAD },
        cpu: Box::new(|| clock.borrow_mut().read_ns()),
    });
    let control = seats.len() - 1;
    let mut turns = Turns::open(turns.collect())?;
    let mut random = fastrand::Rng::with_seed(seed);
    let warmup = seats[0].trial.serving.warmup.0;

    let start = Instant::now();
    while start.elapsed() < warmup * seats.len() as u32 {
        for server in 0..seats.len() {
            turns.warm_up(server, SLICE)?;
        }
    }
    let mut first = Vec::new();
    for server in (0..seats.len()).flat_map(|server| [server; FIRST]) {
        first.push(turns.slice(server, SLICE)?);
    }
    let needed: Vec<Duration> = (0..seats.len()).map(|server| needed(&first, server)).collect();
    let mut quick: Vec<usize> = (0..control).filter(|server| needed[*server] <= LONGEST).collect();
    let length = quick.iter().chain([&control]).map(|server| needed[*server]).fold(SLICE, Duration::max).min(LONGEST);

    turns.forget();
    // What servers start for their load, they have started by now.
    for clock in &clocks {
        clock.borrow_mut().look_again();
    }
    let (mut slices, start) = (Vec::new(), Instant::now());
    let lasts = lasts * quick.len() as u32;
    let one_a_round = (LEAD + length) * (quick.len() as u32 + 1) <= ROUND;
    while start.elapsed() < lasts {
        random.shuffle(&mut quick);
        for (place, server) in quick.iter().enumerate() {
            if place == 0 || !one_a_round {
                slices.push(turns.slice(control, length)?);
            }
            slices.push(turns.slice(*server, length)?);
        }
    }
    if !slices.is_empty() {
        slices.push(turns.slice(control, length)?);
    }
    let totals = (0..seats.len()).map(|server| turns.total(server)).collect();
    Ok(Rotation { slices, totals, needed })
}

/// How long a slice of a server must be for enough answers, by its first slices.
fn needed(first: &[Slice], server: usize) -> Duration {
    let of = first.iter().filter(|slice| slice.server == server);
    let each = of.map(|slice| slice.wall_ns as f64 / (slice.ok.max(1)) as f64);
    Duration::from_nanos((ANSWERS * median(&each.collect::<Vec<_>>())) as u64)
}
