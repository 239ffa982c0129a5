//! Servers of one group, up together and loaded in turn, with a control between them where one is needed (METHOD 38, 39).

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use wirecost_host::{ProcessClock, Server};
use wirecost_load::length::{ANSWERS, SHORTEST, needed};
use wirecost_load::{BOOKED_AFTER, Error, Options, Protocol, Slice, Turn, Turns};
use wirecost_measure::turns::APART_NS;

use crate::Reason;
use crate::trial::Trial;

/// Slices of each server that show how long slices must be.
const FIRST: usize = 3;
/// Slices that are compared start at most this far apart: a round from one control to the next is no longer, unless each server has a
/// control before it and is compared with that.
const APART: Duration = Duration::from_nanos(APART_NS);

/// A server that takes turns with others.
#[derive(Debug)]
pub struct Seat<'a> {
    /// What is asked of it.
    pub trial: Trial<'a>,
    /// The server.
    pub server: &'a mut Server,
}

/// What servers did in turn.
#[derive(Debug)]
pub struct Rotation {
    /// Which of them is the control, if one of them is.
    pub control: Option<usize>,
    /// Whether stacks' own clients made the load, which are measured with their servers.
    pub by_own_clients: bool,
    /// Every slice, in order of time.
    pub slices: Vec<Slice>,
    /// What became of the requests, by server.
    pub answers: Vec<Answers>,
    /// Why a server took no turn; none if it did.
    pub left_out: Vec<Option<Reason>>,
}

/// What became of the requests to a server in all of its turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Answers {
    /// Good answers.
    pub ok: u64,
    /// Requests that ended in any other way.
    pub failed: u64,
}

/// Servers whose connections are open, and that answer when it is their turn.
pub trait InTurn {
    /// Why a server cannot take turns, or can no more; none if it can.
    fn unable(&self, _server: usize) -> Option<Reason> {
        None
    }

    /// Loads one of the servers for this long, and waits until all of its requests have ended.
    ///
    /// # Errors
    /// What keeps the load from going on. What goes wrong with requests is in the slice.
    fn slice(&mut self, server: usize, length: Duration) -> Result<Slice, Reason>;

    /// Loads one of the servers in a closed loop; nobody counts the answers.
    ///
    /// # Errors
    /// What keeps the load from going on.
    fn warm_up(&mut self, server: usize, length: Duration) -> Result<(), Reason>;

    /// How long a server is warmed up.
    fn warmup(&self, server: usize) -> Duration;

    /// Load before each slice of a server.
    fn lead(&self, _server: usize) -> Duration {
        Duration::ZERO
    }

    /// Slices are counted from now on: watches the processes that servers have started meanwhile, and forgets what became of the
    /// requests so far, if that does not count.
    fn settle(&mut self, forgets: bool);

    /// Whether a server has nothing left to do.
    fn is_done(&self, _server: usize) -> bool {
        false
    }

    /// What became of the requests to a server since.
    fn answers(&self, server: usize) -> Answers;
}

/// How servers take turns.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// Whether the last of the servers is a control. Where there is none, slices fill a round.
    pub controlled: bool,
    /// Planned requests per second; none in a closed loop.
    pub rate_per_s: Option<f64>,
    /// Whether every request has its part in [`Answers`], also those before the slices that are compared.
    pub counts_all: bool,
    /// How long each server has its turn in all. One that has nothing left to do ends before.
    pub lasts: Duration,
    /// Draws the order.
    pub seed: u64,
    /// Whether all is to end.
    pub cancelled: &'a AtomicBool,
}

impl Terms<'_> {
    /// The control among this many servers.
    pub fn control(&self, servers: usize) -> Option<usize> {
        servers.checked_sub(1).filter(|_| self.controlled)
    }

    fn check_cancelled(&self) -> Result<(), Reason> {
        if self.cancelled.load(Ordering::Relaxed) { Err("it was interrupted".into()) } else { Ok(()) }
    }

    /// How long a slice of a server must be, by slices of all. A plan says it by itself.
    fn needed(&self, slices: &[Slice], server: usize) -> Duration {
        match (self.rate_per_s.map(needed_at), needed(slices, server)) {
            // So few that there may have been none yet.
            (Some(planned), _) if planned > APART => planned,
            (_, Duration::MAX) => Duration::MAX,
            (Some(planned), _) => planned,
            (None, needed) => needed,
        }
    }
}

/// How long a slice must be at a planned rate.
fn needed_at(rate_per_s: f64) -> Duration {
    Duration::try_from_secs_f64(ANSWERS / rate_per_s).unwrap_or(Duration::MAX).max(SHORTEST)
}

/// Whether servers with these leads have their turns within one round at a rate, with slices that are long enough.
pub(crate) fn fit_in_round(leads: &[Duration], rate_per_s: f64) -> bool {
    needed_at(rate_per_s) <= longest_of(leads.len(), leads.iter().sum())
}

/// Warms up this many servers, and loads them in turn. Returns the slices, and why each server was left out that was.
///
/// # Errors
/// What keeps the load from going on, and a control that cannot take turns.
pub fn take_turns(
    turns: &mut dyn InTurn,
    servers: usize,
    terms: Terms<'_>,
) -> Result<(Vec<Slice>, Vec<Option<Reason>>), Reason> {
    let control = terms.control(servers);
    let mut left_out: Vec<Option<Reason>> = (0..servers).map(|server| turns.unable(server)).collect();
    if let Some(reason) = control.and_then(|control| left_out[control].take()) {
        return Err(format!("the control: {reason}").into());
    }
    let able: Vec<usize> = (0..servers).filter(|server| left_out[*server].is_none()).collect();
    // The first slices warm servers up as well.
    let in_first = |server: usize| (turns.lead(server) + SHORTEST) * FIRST as u32;
    let lacks = |server: &usize| (*server, turns.warmup(*server).saturating_sub(in_first(*server)));
    let mut cold: Vec<(usize, Duration)> = able.iter().map(lacks).collect();
    while cold.iter().any(|(_, lacks)| !lacks.is_zero()) {
        terms.check_cancelled()?;
        for (server, lacks) in cold.iter_mut().filter(|(_, lacks)| !lacks.is_zero()) {
            let began = Instant::now();
            let warmed = turns.warm_up(*server, SHORTEST);
            let goes_on = goes_on(turns, *server, control, warmed)?.is_some();
            *lacks = if goes_on { lacks.saturating_sub(began.elapsed()) } else { Duration::ZERO };
        }
    }
    let mut first = Vec::new();
    for server in able.iter().flat_map(|server| [*server; FIRST]) {
        let slice = turns.slice(server, SHORTEST);
        first.extend(goes_on(turns, server, control, slice)?);
    }
    // From the start of a slice to that of the next.
    let longest = |server: usize| longest_of(1, turns.lead(server));
    let mut length = control.map_or(SHORTEST, |control| terms.needed(&first, control).max(SHORTEST));
    let mut most = control.map_or(APART, longest);
    let mut quick = Vec::new();
    for server in able.into_iter().filter(|server| Some(*server) != control && turns.unable(*server).is_none()) {
        let needed = terms.needed(&first, server);
        if needed <= longest(server) {
            length = length.max(needed);
            most = most.min(longest(server));
            quick.push(server);
        } else {
            left_out[server] = Some(too_slow(needed, terms.rate_per_s));
        }
    }
    let leads: Duration = quick.iter().chain(control.iter()).map(|server| turns.lead(*server)).sum();
    if control.is_none() {
        length = length.max(longest_of(quick.len(), leads));
    }
    length = length.min(most);

    turns.settle(!terms.counts_all);
    quick.retain(|server| !turns.is_done(*server));
    let mut random = fastrand::Rng::with_seed(terms.seed);
    let (mut slices, start) = (Vec::new(), Instant::now());
    let lasts = terms.lasts * quick.len() as u32;
    let one_a_round = length <= longest_of(quick.len() + 1, leads);
    while start.elapsed() < lasts && !quick.is_empty() {
        terms.check_cancelled()?;
        random.shuffle(&mut quick);
        for (place, server) in quick.iter().enumerate() {
            if let (Some(control), true) = (control, place == 0 || !one_a_round) {
                slices.push(turns.slice(control, length)?);
            }
            let slice = turns.slice(*server, length);
            slices.extend(goes_on(turns, *server, control, slice)?);
        }
        quick.retain(|server| turns.unable(*server).is_none() && !turns.is_done(*server));
    }
    for (server, reason) in left_out.iter_mut().enumerate() {
        *reason = reason.take().or_else(|| turns.unable(server));
    }
    if let (Some(control), false) = (control, slices.is_empty()) {
        slices.push(turns.slice(control, length)?);
    }
    Ok((slices, left_out))
}

/// How long slices of so many servers may be that follow each other within a round, where the leads of all take so long.
fn longest_of(servers: usize, leads: Duration) -> Duration {
    (APART.saturating_sub(leads) / servers.max(1) as u32).saturating_sub(BOOKED_AFTER * 2)
}

/// What a server did, if it did something; none if it has dropped out, which ends nothing for the others.
fn goes_on<T>(
    turns: &dyn InTurn,
    server: usize,
    control: Option<usize>,
    done: Result<T, Reason>,
) -> Result<Option<T>, Reason> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(reason) if Some(server) == control => Err(format!("the control: {reason}").into()),
        Err(reason) => turns.unable(server).map(|_| None).ok_or(reason),
    }
}

/// Why a server that needs so long for a slice takes no turn.
fn too_slow(needed: Duration, rate_per_s: Option<f64>) -> Reason {
    let (answers, needed_ms) = (ANSWERS as u64, needed.as_secs_f64() * 1e3);
    match rate_per_s.filter(|rate_per_s| needed == needed_at(*rate_per_s)) {
        Some(rate_per_s) => format!("{answers} answers at {rate_per_s}/s take more than a slice may").into(),
        None if needed == Duration::MAX => format!("it gave no good answer in {FIRST} slices").into(),
        None => format!("it takes {needed_ms:.0} ms for {answers} answers").into(),
    }
}

/// Loads servers in turn by wirecost's generator.
///
/// # Errors
/// What keeps the generator from working.
pub fn generate<P: Protocol>(seats: &[Seat<'_>], protocols: Vec<P>, terms: Terms<'_>) -> Result<Rotation, Reason> {
    let options: Vec<_> = seats.iter().map(|seat| seat.trial.options_in_turn(seat.server)).collect();
    let loaded =
        |seat: &Seat<'_>| Loaded { pid: seat.server.pid(), warmup: seat.trial.warmup, lead: seat.trial.lead() };
    let servers: Vec<_> = seats.iter().map(loaded).collect();
    generate_with(&options, &servers, protocols, terms)
}

/// What is loaded by wirecost's generator.
#[derive(Debug, Clone, Copy)]
pub struct Loaded {
    /// The process of the server.
    pub pid: u32,
    /// How long it is warmed up.
    pub warmup: Duration,
    /// Load before each of its slices.
    pub lead: Duration,
}

/// The same with options of the caller's own.
///
/// # Errors
/// As those of [`generate`].
pub fn generate_with<P: Protocol>(
    options: &[Options],
    servers: &[Loaded],
    protocols: Vec<P>,
    terms: Terms<'_>,
) -> Result<Rotation, Reason> {
    // The thread is pinned to the generator's core, and ends with that.
    std::thread::scope(|scope| {
        let generated = scope.spawn(move || {
            let clocks: Vec<_> = servers.iter().map(|server| RefCell::new(ProcessClock::new(&[server.pid]))).collect();
            let turns = options.iter().zip(protocols).zip(&clocks).zip(servers);
            let turns = turns.map(|(((options, protocol), clock), server)| Turn {
                options,
                protocol,
                lead: server.lead,
                cpu: Box::new(|| clock.borrow_mut().read_ns()),
            });
            let mut turns = Generated { turns: Turns::open(turns.collect())?, clocks: &clocks, servers };
            let (slices, left_out) = take_turns(&mut turns, options.len(), terms)?;
            let answers = (0..options.len()).map(|server| turns.answers(server)).collect();
            let control = terms.control(options.len());
            Ok(Rotation { control, by_own_clients: false, slices, answers, left_out })
        });
        generated.join().map_err(|_| Error::Panicked)?
    })
}

/// Servers that the generator loads.
struct Generated<'a, P: Protocol> {
    turns: Turns<'a, P>,
    clocks: &'a [RefCell<ProcessClock>],
    servers: &'a [Loaded],
}

impl<P: Protocol> InTurn for Generated<'_, P> {
    fn slice(&mut self, server: usize, length: Duration) -> Result<Slice, Reason> {
        Ok(self.turns.slice(server, length)?)
    }

    fn warm_up(&mut self, server: usize, length: Duration) -> Result<(), Reason> {
        Ok(self.turns.warm_up(server, length)?)
    }

    fn warmup(&self, server: usize) -> Duration {
        self.servers[server].warmup
    }

    fn lead(&self, server: usize) -> Duration {
        self.servers[server].lead
    }

    fn settle(&mut self, forgets: bool) {
        if forgets {
            self.turns.forget();
        }
        for clock in self.clocks {
            clock.borrow_mut().look_again();
        }
    }

    fn is_done(&self, server: usize) -> bool {
        self.turns.is_done(server)
    }

    fn answers(&self, server: usize) -> Answers {
        let total = self.turns.total(server);
        Answers { ok: total.ok, failed: total.failed() }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Servers that answer at once; one of them can no more after this many slices.
    struct Mock {
        drops_out: usize,
        after: usize,
        slices: usize,
    }

    impl InTurn for Mock {
        fn unable(&self, server: usize) -> Option<Reason> {
            (server == self.drops_out && self.slices > self.after).then(|| "it went away".into())
        }

        fn slice(&mut self, server: usize, _: Duration) -> Result<Slice, Reason> {
            self.slices += 1;
            self.unable(server).map_or_else(|| Ok(Slice { server, wall_ns: 1_000, ok: 20, ..Slice::default() }), Err)
        }

        fn warm_up(&mut self, server: usize, length: Duration) -> Result<(), Reason> {
            self.slice(server, length).map(|_| ())
        }

        fn warmup(&self, _: usize) -> Duration {
            Duration::ZERO
        }

        fn settle(&mut self, _: bool) {}

        fn answers(&self, _: usize) -> Answers {
            Answers::default()
        }
    }

    static GOES_ON: AtomicBool = AtomicBool::new(false);
    const TERMS: Terms<'_> = Terms {
        controlled: true,
        rate_per_s: None,
        counts_all: false,
        lasts: Duration::from_millis(20),
        seed: 1,
        cancelled: &GOES_ON,
    };

    #[test]
    fn a_server_that_drops_out_ends_nothing_for_the_others() {
        for after in [0, 5, 20] {
            let mut servers = Mock { drops_out: 1, after, slices: 0 };
            let (slices, left_out) = take_turns(&mut servers, 3, TERMS).unwrap();
            let of = |server: usize| slices.iter().filter(|slice| slice.server == server).count();
            assert!(of(0) > 20 && of(2) > 20 && of(1) < 20, "{after}: {} {} {}", of(0), of(1), of(2));
            let left_out: Vec<Option<String>> =
                left_out.iter().map(|reason| reason.as_ref().map(ToString::to_string)).collect();
            assert_eq!(left_out, [None, Some("it went away".to_owned()), None]);
        }
    }

    #[test]
    fn a_server_whose_runtime_compiles_is_warmed_up_for_longer() {
        struct Compiles(Mock, [usize; 3]);
        impl InTurn for Compiles {
            fn slice(&mut self, server: usize, length: Duration) -> Result<Slice, Reason> {
                self.0.slice(server, length)
            }

            fn warm_up(&mut self, server: usize, _: Duration) -> Result<(), Reason> {
                self.1[server] += 1;
                std::thread::sleep(Duration::from_millis(1));
                Ok(())
            }

            fn warmup(&self, server: usize) -> Duration {
                Duration::from_millis(if server == 1 { 80 } else { 30 })
            }

            fn settle(&mut self, _: bool) {}

            fn answers(&self, _: usize) -> Answers {
                Answers::default()
            }
        }
        let mut servers = Compiles(Mock { drops_out: usize::MAX, after: 0, slices: 0 }, [0; 3]);
        take_turns(&mut servers, 3, TERMS).unwrap();
        let [first, compiles, control] = servers.1;
        assert!(first > 0 && control > 0 && compiles > 2 * first, "{:?}", servers.1);
    }

    #[test]
    fn without_its_control_a_group_has_no_slices() {
        for after in [0, 8] {
            let mut servers = Mock { drops_out: 2, after, slices: 0 };
            assert!(take_turns(&mut servers, 3, TERMS).unwrap_err().to_string().contains("it went away"));
        }
    }

    #[test]
    fn servers_without_a_control_share_each_round_equally() {
        let mut servers = Mock { drops_out: usize::MAX, after: 0, slices: 0 };
        let terms = Terms { controlled: false, ..TERMS };
        let (slices, left_out) = take_turns(&mut servers, 3, terms).unwrap();
        assert!(slices.len() > 60 && left_out.iter().all(Option::is_none));
        for round in slices.chunks(3) {
            assert_eq!(round.iter().map(|slice| slice.server).collect::<BTreeSet<_>>(), BTreeSet::from([0, 1, 2]));
        }
        assert_eq!(longest_of(3, 3 * Duration::from_millis(3)), Duration::from_nanos(9_733_333));
    }

    #[test]
    fn a_rate_that_leaves_too_few_answers_for_a_slice_is_named() {
        let left_out = |rate_per_s| {
            let mut servers = Mock { drops_out: usize::MAX, after: 0, slices: 0 };
            let terms = Terms { rate_per_s: Some(rate_per_s), ..TERMS };
            let (_, left_out) = take_turns(&mut servers, 3, terms).unwrap();
            left_out[0].as_ref().map(ToString::to_string)
        };
        assert_eq!(left_out(600.0), None);
        assert_eq!(left_out(500.0).as_deref(), Some("20 answers at 500/s take more than a slice may"));
        assert_eq!(left_out(1e-3).as_deref(), Some("20 answers at 0.001/s take more than a slice may"));
        assert!(left_out(1e-300).is_some());
        let fit = |leads_ms: &[u64], rate_per_s| {
            fit_in_round(&leads_ms.iter().map(|ms| Duration::from_millis(*ms)).collect::<Vec<_>>(), rate_per_s)
        };
        assert!(fit(&[3; 3], 10_000.0) && fit(&[3; 4], 5_000.0) && fit(&[3, 3, 15], 10_000.0));
        assert!(!fit(&[3; 4], 2_000.0) && !fit(&[3, 15, 15, 15], 10_000.0));
    }

    #[test]
    fn turns_end_when_all_is_to_end() {
        let mut servers = Mock { drops_out: usize::MAX, after: 0, slices: 0 };
        let terms = Terms { cancelled: &AtomicBool::new(true), lasts: Duration::from_secs(3_600), ..TERMS };
        assert!(take_turns(&mut servers, 3, terms).unwrap_err().to_string().contains("interrupted"));
    }
}
