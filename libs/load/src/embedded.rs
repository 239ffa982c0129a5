//! Load on a store without a server: an engine that is called in this process.
//!
//! Operations are made ready and answers are checked outside of the time that is measured: the clock of this load runs while
//! the engine works, and stands still meanwhile. So rate, latency and CPU time are those of the engine and of the calls.

use std::sync::mpsc;

use crate::checks::{self, Evidence};
use crate::clock::{now_ns, process_cpu_ns, thread_cpu_ns, unix_ns};
use crate::cpu::CpuTimes;
use crate::error::Error;
use crate::label::Label;
use crate::options::Options;
use crate::protocol::store::{Batch, Found, Operation, Store};
use crate::result::LoadResult;
use crate::series::Series;
use crate::tally::{Counts, Flight, Tally, Window};

/// Operations that are made ready at once, at the most: reading the CPU clock then costs none of them much.
const MOST_READY: usize = 512;
/// Bytes of values that are made ready at once, at the most.
const MOST_READY_BYTES: usize = 4 << 20;

/// An engine in this process.
pub trait Embedded {
    /// Why it gave up.
    type Fault;

    /// Carries out operations in their order, all in one turn, and shows the value of each fetch; none if the key is not
    /// there. When it returns, what was stored is as safe as the engine makes it.
    ///
    /// # Errors
    /// That the engine gave up.
    fn turn(&mut self, operations: &[Operation<'_>], found: &mut dyn FnMut(Option<&[u8]>)) -> Result<(), Self::Fault>;
}

/// What a load on an engine found.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbeddedResult {
    /// The load. Its time is that in which the engine worked; `generator` is what made operations ready and checked them.
    pub load: LoadResult,
    /// CPU time of the engine, with all threads that it has, nanoseconds.
    pub engine_cpu_ns: u64,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError<F> {
    /// The load could not be made.
    #[error(transparent)]
    Load(#[from] Error),
    /// The engine gave up.
    #[error("{0}")]
    Engine(F),
}

/// Calls an engine in a closed loop: turns of as many operations as `options` have requests under way at once, on all of
/// their connections.
///
/// # Errors
/// As [`run`](crate::run()); and where the engine gives up.
pub fn run_embedded<E: Embedded>(
    options: &Options,
    mut store: Store,
    engine: &mut E,
) -> Result<EmbeddedResult, EmbeddedError<E::Fault>> {
    // Calls need no files and no ports.
    options.check_consistency()?;
    if !options.schedule.is_closed() {
        return Err(Error::Options("an engine in this process is called in a closed loop").into());
    }
    let (publish, intervals) = mpsc::channel();
    let window = Window { start_ns: 0, end_ns: options.duration.as_nanos() as u64 };
    let mut course = Course { tally: Tally::new(window, false, publish), now_ns: 0, calls: Vec::new() };
    let (started_unix_ns, start, process_start) = (unix_ns(), CpuTimes::of_thread(), process_cpu_ns());
    let (mut batch, mut series, mut first, mut inside_ns) = (Batch::default(), Series::default(), 0, 0);
    let turn = options.connections * options.pipeline;
    let left = |first: u64| usize::try_from(options.requests.unwrap_or(u64::MAX) - first).unwrap_or(usize::MAX);
    while course.now_ns < window.end_ns && left(first) > 0 && !options.stop.is_stopped() {
        let turns = (store.ready_at_once(MOST_READY, MOST_READY_BYTES) / turn).max(1);
        let count = (turns * turn).min(left(first));
        store.prepare(first, count, &mut batch);
        inside_ns += course.carry_out(engine, &mut batch, turn).map_err(EmbeddedError::Engine)?;
        course.count(&mut store, &batch);
        intervals.try_iter().for_each(|interval| series.add(&interval));
        first += count as u64;
    }
    let (spent, process_ns) = (CpuTimes::of_thread().since(start), process_cpu_ns() - process_start);
    let (counts, last_ns) = (course.tally.finish(), course.now_ns);
    intervals.try_iter().for_each(|interval| series.add(&interval));
    let outside_ns = spent.cpu_ns.saturating_sub(inside_ns);
    let load = result(options, counts, series, (started_unix_ns, last_ns), (outside_ns, spent))?;
    Ok(EmbeddedResult { load, engine_cpu_ns: process_ns.saturating_sub(outside_ns) })
}

/// Puts together what was counted.
fn result(
    options: &Options,
    counts: Counts,
    series: Series,
    (started_unix_ns, last_ns): (u64, u64),
    (outside_ns, spent): (u64, CpuTimes),
) -> Result<LoadResult, Error> {
    let end_ns = (options.duration.as_nanos() as u64).min(last_ns);
    if end_ns == 0 {
        return Err(Error::Stopped);
    }
    let measured = Options { duration: std::time::Duration::from_nanos(end_ns), ..options.clone() };
    let (opened, denied) = (options.connections, spent.denied());
    // It is busy by design: no load comes from it that could be too little.
    let evidence =
        Evidence { opened, most_open: opened, made: opened, cpu_ns: outside_ns, denied, ..Evidence::default() };
    let verdict = checks::judge(&measured, &counts, &evidence);
    let mut result = LoadResult::assemble(&measured, counts, evidence, series, started_unix_ns, verdict)?;
    if options.stop.is_stopped() {
        result.labels.push(Label::EndedEarly);
    }
    Ok(result)
}

/// The time of the engine, and what happened in it.
struct Course {
    tally: Tally,
    now_ns: u64,
    /// When each turn of the batch began and ended, and how many operations it has.
    calls: Vec<(u64, u64, usize)>,
}

impl Course {
    /// Carries out a batch; CPU time of this thread meanwhile.
    fn carry_out<E: Embedded>(&mut self, engine: &mut E, batch: &mut Batch, turn: usize) -> Result<u64, E::Fault> {
        let mut found: Found = batch.take_found();
        let operations = batch.operations();
        self.calls.clear();
        let cpu_ns = thread_cpu_ns();
        let mut before = now_ns();
        for operations in operations.chunks(turn) {
            engine.turn(operations, &mut |value| found.add(value))?;
            let after = now_ns();
            let start_ns = self.now_ns;
            self.now_ns += (after - before).max(1);
            self.calls.push((start_ns, self.now_ns, operations.len()));
            before = after;
        }
        let used_ns = thread_cpu_ns() - cpu_ns;
        drop(operations);
        batch.put_found(found);
        Ok(used_ns)
    }

    /// Checks and counts a batch.
    fn count(&mut self, store: &mut Store, batch: &Batch) {
        let (calls, tally) = (&self.calls, &mut self.tally);
        let mut times = calls.iter().flat_map(|(start, end, count)| std::iter::repeat_n((*start, *end), *count));
        store.judge_all(batch, |request, outcome| {
            let Some((sent_ns, ended_ns)) = times.next() else { return };
            tally.sent(sent_ns);
            tally.ended(Flight { planned_ns: sent_ns, sent_ns, request, waited: false }, outcome, ended_ns);
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::time::Duration;

    use super::*;
    use crate::address::{Address, Target};
    use crate::protocol::store::{Dialect, Order, Workload};
    use crate::schedule::Schedule;

    /// A map, which forgets one write in this many, and counts its turns.
    struct Map {
        entries: HashMap<Vec<u8>, Vec<u8>>,
        loses_every: u64,
        writes: u64,
        turns: Vec<usize>,
    }

    impl Map {
        fn new(loses_every: u64) -> Self {
            Self { entries: HashMap::new(), loses_every, writes: 0, turns: Vec::new() }
        }
    }

    impl Embedded for Map {
        type Fault = std::convert::Infallible;

        fn turn(
            &mut self,
            operations: &[Operation<'_>],
            found: &mut dyn FnMut(Option<&[u8]>),
        ) -> Result<(), Self::Fault> {
            self.turns.push(operations.len());
            for operation in operations {
                match *operation {
                    Operation::Set { key, value } => {
                        self.writes += 1;
                        if !self.writes.is_multiple_of(self.loses_every) {
                            self.entries.insert(key.to_vec(), value.to_vec());
                        }
                    }
                    Operation::Get { key } => found(self.entries.get(key).map(Vec::as_slice)),
                }
            }
            Ok(())
        }
    }

    fn options(requests: Option<u64>) -> Options {
        let target = Target::plain("a test", Address::Unix("nowhere".into()));
        let duration = Duration::from_millis(50);
        let options = Options {
            connections: 4,
            pipeline: 2,
            duration,
            requests,
            warmup: Duration::ZERO,
            ..Options::new(target, Schedule::closed())
        };
        if requests.is_some() { Options { duration: Duration::from_secs(60), ..options } } else { options }
    }

    fn store() -> Store {
        let workload = Workload { keys: 1001, value_bytes: 100, order: Order::InOrder, writes: 1.0, seed: 1 };
        Store::new(Dialect::Memcached, workload)
    }

    #[test]
    fn a_turn_longer_than_the_limit_of_open_files_opens_none() {
        let (mut map, store) = (Map::new(u64::MAX), store());
        let wide = Options { connections: 10_000_000, ..options(Some(1001)) };
        assert!(matches!(wide.check(), Err(Error::Files { .. })));
        let filled = run_embedded(&wide, store.fill(), &mut map).unwrap();
        assert_eq!((filled.load.ok, map.turns), (1001, vec![1001]));
    }

    #[test]
    fn every_key_is_stored_and_fetched_in_turns() {
        let (mut map, store) = (Map::new(u64::MAX), store());
        let filled = run_embedded(&options(Some(1001)), store.fill(), &mut map).unwrap();
        assert_eq!((filled.load.ok, filled.load.sent, map.entries.len()), (1001, 1001, 1001));
        assert!(map.turns.iter().all(|count| *count <= 8) && map.turns.iter().sum::<usize>() == 1001);
        assert_eq!((map.turns[0], *map.turns.last().unwrap()), (8, 1));
        let read = run_embedded(&options(Some(1001)), store.then(Order::InOrder, 0.0, 0), &mut map).unwrap().load;
        assert_eq!((read.ok, read.misses, read.errors.total()), (1001, 0, 0));
        assert!(read.rate_per_s > 0.0 && read.service_time_ns.p50.is_some(), "{read:?}");
        let mixed = run_embedded(&options(None), store.then(Order::Zipf, 0.5, 3), &mut map).unwrap();
        assert!(mixed.load.ok > 0 && mixed.load.ok == mixed.load.sent && mixed.engine_cpu_ns > 0, "{mixed:?}");
        assert!((0.05..0.06).contains(&mixed.load.duration_s), "only the engine's time counts: {mixed:?}");
    }

    #[test]
    fn a_write_that_is_lost_is_found() {
        let (mut map, store) = (Map::new(1001), store());
        run_embedded(&options(Some(1001)), store.fill(), &mut map).unwrap();
        let read = run_embedded(&options(Some(1001)), store.then(Order::InOrder, 0.0, 0), &mut map).unwrap().load;
        assert_eq!((read.ok, read.misses), (1000, 1));
        // An old value is no better than none.
        let (mut map, store) = (Map::new(1002), self::store());
        run_embedded(&options(Some(2002)), store.fill(), &mut map).unwrap();
        let read = run_embedded(&options(Some(1001)), store.then(Order::InOrder, 0.0, 0), &mut map).unwrap().load;
        assert_eq!((read.ok, read.errors.wrong_answer), (1000, 1));
    }
}
