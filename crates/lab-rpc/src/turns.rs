//! Stacks' own clients, each with its server, in turn.

use std::time::{Duration, Instant};

use wirecost_host::{ProcessClock, Server};
use wirecost_load::{BOOKED_AFTER, CallSlice, Slice};
use wirecost_server_lab::Reason;
use wirecost_server_lab::in_turn::{Answers, InTurn, Rotation, Seat, Terms, take_turns};

use crate::calls::{Calls, Task};
use crate::client::Process;

/// By how much a client's CPU time may be below what the system counts, in nanoseconds for a slice: it also reads requests and
/// writes reports.
const UNTOLD_NS: u64 = 300_000;
/// And such a share of it.
const UNTOLD: f64 = 0.1;

/// By how much a client's time may be below the harness's, which reads the report late where the machine is busy.
const UNSEEN: Duration = Duration::from_millis(50);

/// Loads servers by their own clients in turn.
pub(crate) fn rotate(seats: &mut [Seat<'_>], terms: Terms<'_>) -> Result<Rotation, Reason> {
    let warmups = seats.iter().map(|seat| seat.trial.warmup).collect();
    let mut pairs = Pairs { began: Instant::now(), warmups, pairs: seats.iter_mut().map(Pair::start).collect() };
    let servers = pairs.pairs.len();
    let (slices, left_out) = take_turns(&mut pairs, servers, terms)?;
    let answers = (0..servers).map(|server| pairs.answers(server)).collect();
    Ok(Rotation { control: terms.control(servers), by_own_clients: true, slices, answers, left_out })
}

/// Servers with their clients, which have connected and wait for their turns.
struct Pairs<'a> {
    began: Instant,
    warmups: Vec<Duration>,
    pairs: Vec<Result<Pair<'a>, Reason>>,
}

struct Pair<'a> {
    server: &'a mut Server,
    client: Process,
    of_server: ProcessClock,
    of_client: ProcessClock,
    /// CPU time of the server at the end of its last slice.
    cpu_ns: Option<u64>,
    answers: Answers,
}

impl<'a> Pair<'a> {
    fn start(seat: &'a mut Seat<'_>) -> Result<Self, Reason> {
        let calls = Calls::of(&seat.trial);
        let server = &mut *seat.server;
        let mut client = Process::start(&calls, server, server.address(), Task::TakeTurns)?;
        if !client.ready(server)?.takes_turns {
            return Err("its client does not take turns".into());
        }
        let mut of_server = ProcessClock::new(&[server.pid()]);
        let cpu_ns = of_server.read_ns();
        let of_client = ProcessClock::new(&[client.pid()]);
        Ok(Self { server, client, of_server, of_client, cpu_ns, answers: Answers::default() })
    }

    fn slice(&mut self, length: Duration) -> Result<(CallSlice, Times), Reason> {
        let idle_until_ns = self.of_server.read_ns();
        let client_ns = self.of_client.read_ns();
        let start = Instant::now();
        let made = self.client.turn(length, self.server)?;
        check(&made, length, start.elapsed())?;
        std::thread::sleep(BOOKED_AFTER);
        let cpu_ns = self.of_server.read_ns();
        let since = |from: Option<u64>, to: Option<u64>| Some(to?.saturating_sub(from?));
        let used_ns = since(client_ns, self.of_client.read_ns());
        let times = Times {
            server_ns: since(idle_until_ns, cpu_ns),
            idle_ns: since(self.cpu_ns, idle_until_ns),
            client_ns: of_client(&made, used_ns)?,
        };
        self.cpu_ns = cpu_ns;
        self.answers.ok = self.answers.ok.saturating_add(made.ok);
        self.answers.failed = self.answers.failed.saturating_add(made.failed);
        Ok((made, times))
    }
}

/// Refuses a client's report of a slice where the harness has observed something else (METHOD 36).
fn check(made: &CallSlice, length: Duration, seen: Duration) -> Result<(), Reason> {
    let told = Duration::from_nanos(made.wall_ns);
    let is_late = made.p50_ns > made.p90_ns || made.p90_ns.is_some_and(|p90_ns| p90_ns > made.wall_ns);
    if told < length || told > seen || told + UNSEEN < seen || is_late {
        return Err(
            format!("its client reports a slice of {told:?}, which is impossible: the slice took {seen:?}").into()
        );
    }
    Ok(())
}

/// CPU time around a slice, nanoseconds.
struct Times {
    /// Of the server, within it.
    server_ns: Option<u64>,
    /// Of the server, since its slice before.
    idle_ns: Option<u64>,
    /// Of the client, within it.
    client_ns: u64,
}

/// CPU time of a client within a slice: what it tells, which leaves out that it heard and told of the slice, unless the system
/// has counted more. Where it tells nothing, what the system has counted.
fn of_client(made: &CallSlice, used_ns: Option<u64>) -> Result<u64, Reason> {
    let used_ns = used_ns.ok_or("the CPU time of its client cannot be read")?;
    let Some(told_ns) = made.cpu_ns else { return Ok(used_ns) };
    let least_ns = (used_ns as f64 * (1.0 - UNTOLD)) as u64;
    if told_ns.saturating_add(UNTOLD_NS) < least_ns || told_ns > used_ns.saturating_add(UNTOLD_NS) {
        return Err(format!("its client reports {told_ns} ns of CPU time, but the system counts {used_ns} ns").into());
    }
    Ok(told_ns)
}

impl InTurn for Pairs<'_> {
    fn unable(&self, server: usize) -> Option<Reason> {
        self.pairs[server].as_ref().err().map(|reason| reason.to_string().into())
    }

    fn slice(&mut self, server: usize, length: Duration) -> Result<Slice, Reason> {
        let start_ns = self.began.elapsed().as_nanos() as u64;
        let pair = self.pairs[server].as_mut().map_err(|reason| Reason::from(reason.to_string()))?;
        let (made, times) = match pair.slice(length) {
            Ok(slice) => slice,
            Err(reason) => {
                let said = Err(reason.to_string().into());
                self.pairs[server] = Err(reason);
                return said;
            }
        };
        Ok(Slice {
            server,
            start_ns,
            wall_ns: made.wall_ns,
            ok: made.ok,
            lead_ok: 0,
            failed: made.failed,
            p50_ns: made.p50_ns,
            p90_ns: made.p90_ns,
            server_cpu_ns: times.server_ns,
            idle_cpu_ns: times.idle_ns,
            generator_cpu_ns: times.client_ns,
        })
    }

    fn warm_up(&mut self, server: usize, length: Duration) -> Result<(), Reason> {
        self.slice(server, length).map(|_| ())
    }

    fn warmup(&self, server: usize) -> Duration {
        self.warmups[server]
    }

    fn settle(&mut self, forgets: bool) {
        for pair in self.pairs.iter_mut().flatten() {
            if forgets {
                pair.answers = Answers::default();
            }
            pair.of_server.look_again();
            pair.of_client.look_again();
        }
    }

    fn answers(&self, server: usize) -> Answers {
        self.pairs[server].as_ref().map(|pair| pair.answers).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_36_a_slice_that_cannot_be_is_refused() {
        let millis = Duration::from_millis;
        let told = |wall_ns, p50_ns, p90_ns| CallSlice { wall_ns, p50_ns, p90_ns, ..CallSlice::default() };
        assert!(check(&told(20_100_000, Some(5), Some(9)), millis(20), millis(21)).is_ok());
        for (wall_ns, p50_ns, p90_ns) in
            [(10_000_000, 5, 9), (20_100_000, 9, 5), (20_100_000, 5, 30_000_000), (90_000_000, 5, 9)]
        {
            assert!(check(&told(wall_ns, Some(p50_ns), Some(p90_ns)), millis(20), millis(60)).is_err(), "{wall_ns}");
        }
        assert!(check(&told(20_000_000, None, None), millis(20), millis(90)).is_err(), "less than a quarter of it");
    }

    #[test]
    fn a_client_that_reports_too_little_time_is_refused() {
        let told = |cpu_ns| CallSlice { cpu_ns, ..CallSlice::default() };
        assert_eq!(of_client(&told(Some(4_800_000)), Some(5_000_000)).unwrap(), 4_800_000);
        assert_eq!(of_client(&told(None), Some(5_000_000)).unwrap(), 5_000_000);
        let refusal = of_client(&told(Some(1_000_000)), Some(5_000_000)).unwrap_err().to_string();
        assert!(refusal.starts_with("its client reports 1000000 ns"), "{refusal}");
        assert!(of_client(&told(Some(1)), None).is_err());
        assert!(of_client(&told(Some(u64::MAX)), Some(5_000_000)).is_err());
    }
}
