//! The engine: one thread's connections, from the first send to the last answer.

use rustix::event::epoll::EventFlags;
use std::sync::mpsc::Sender;

use crate::answers::{read_answers, settle};
use crate::clock::now_ns;
use crate::connection::Connection;
use crate::cpu::CpuTimes;
use crate::error::Error;
use crate::fault::Fault;
use crate::feed::{Feed, Times, Unsent};
use crate::options::{Close, Options};
use crate::outcome::Outcome;
use crate::poller::{Event, Poller};
use crate::protocol::{Protocol, Verdict};
use crate::schedule::Schedule;
use crate::series::Interval;
use crate::share::Share;
use crate::stream::{Buffers, Received, Stream};
use crate::tally::{Counts, Flight, Tally, Window};

/// How long after the end of a run that was ended early answers are waited for, nanoseconds.
const GRACE_NS: u64 = 200_000_000;

/// One thread of a run.
pub(crate) struct Worker<'a, P: Protocol> {
    pub(crate) options: &'a Options,
    pub(crate) poller: Poller,
    pub(crate) connections: Vec<Connection<P::Parser>>,
    pub(crate) most_connections: usize,
    protocol: P,
    feed: Feed,
    tally: Tally,
    window: Window,
    buffers: Buffers,
    /// Planned instants of the requests that are about to be sent together.
    planned: Vec<u64>,
    /// Number of the next request; threads count in steps, so that no two of a run are alike.
    next_request: u64,
    in_flight: usize,
    /// Streams that are open, and the most that were at once.
    open: usize,
    most_open: usize,
    /// Streams that were opened so far.
    made: usize,
    /// What broke the first connection that was broken.
    fault: Option<Fault>,
    /// Kept between turns.
    events: Vec<Event>,
}

/// What a thread brings home.
pub(crate) struct Report {
    pub counts: Counts,
    pub cpu: CpuTimes,
    pub unsent: Unsent,
    pub most_open: usize,
    pub made: usize,
    /// What broke the first connection that was broken.
    pub fault: Option<Fault>,
    /// When its last request had ended, on the monotonic clock.
    pub ended_ns: u64,
}

impl<'a, P: Protocol> Worker<'a, P> {
    pub(crate) fn new(
        options: &'a Options,
        protocol: P,
        share: Share,
        times: Times,
        publish: Sender<Interval>,
        setup: Setup<P::Parser>,
    ) -> Self {
        let Setup { poller, connections } = setup;
        let window = times.window;
        let mut feed = Feed::new(
            &options.schedule,
            share.within(options.share),
            times,
            options.pipeline,
            options.requests.map(|requests| share.part_of(requests as usize) as u64),
        );
        for connection in 0..connections.len() {
            feed.join(connection as u32, times.start_ns);
        }
        let open = connections.iter().filter(|connection| connection.stream.is_some()).count();
        Self {
            options,
            poller,
            most_connections: share.part_of(options.most_connections()),
            connections,
            protocol,
            feed,
            tally: Tally::new(window, !options.schedule.is_closed(), publish).logging_to(options.log.clone()),
            window,
            buffers: Buffers::new(),
            planned: Vec::new(),
            // Far apart, so that every thread's numbers are its own.
            next_request: (share.within(options.share).index as u64) << 48,
            in_flight: 0,
            open,
            most_open: open,
            made: open,
            fault: None,
            events: Vec::new(),
        }
    }

    /// Runs until every request has ended or been given up.
    pub(crate) fn run(mut self) -> Result<Report, Error> {
        let mut events = Vec::new();
        let mut cpu_start = None;
        let mut cpu = None;
        loop {
            let mut now = now_ns();
            if cpu_start.is_none() && now >= self.window.start_ns {
                cpu_start = Some(CpuTimes::of_thread().began_at(self.window.start_ns));
            }
            if let (Some(start), None) = (cpu_start, cpu)
                && now >= self.window.end_ns
            {
                cpu = Some(CpuTimes::of_thread().since(start));
            }
            now = self.send_due(now);
            if self.in_flight == 0 && self.feed.is_over(now) {
                break;
            }
            let edge_ns = if cpu_start.is_none() { self.window.start_ns } else { self.window.end_ns };
            let edge_ns = if cpu.is_some() { u64::MAX } else { edge_ns };
            self.await_events(&mut events, now, edge_ns)?;
        }
        // A run of this many requests ends before its window does.
        let cpu = cpu.or_else(|| Some(CpuTimes::of_thread().since(cpu_start?)));
        Ok(Report {
            ended_ns: now_ns(),
            cpu: cpu.unwrap_or_default(),
            unsent: self.feed.give_up(),
            most_open: self.most_open,
            made: self.made,
            fault: self.fault,
            counts: self.tally.finish(),
        })
    }

    /// Requests sent so far, by a worker that has no others beside it.
    pub(crate) fn sent(&self) -> u64 {
        self.next_request
    }

    /// Loads the server within `times` as if nothing had been before, until every request has ended or been given up; with at most
    /// `requests`. The connections stay; what is counted is that of this turn alone.
    pub(crate) fn take_turn(
        &mut self,
        schedule: &Schedule,
        times: Times,
        requests: Option<u64>,
    ) -> Result<Unsent, Error> {
        let mut events = std::mem::take(&mut self.events);
        // What came while others had their turn: the ends of connections, above all.
        self.poller.wait(&mut events, 0)?;
        self.see_to(&events);
        self.window = times.window;
        self.feed = Feed::new(schedule, Share { index: 0, of: 1 }, times, self.options.pipeline, requests);
        for connection in 0..self.connections.len() {
            self.feed.join(connection as u32, times.start_ns);
        }
        self.tally.take_turn(times.window);
        loop {
            let now = self.send_due(now_ns());
            if self.in_flight == 0 && self.feed.is_over(now) {
                break;
            }
            // Where nothing is under way, nothing comes before the end. Each wait with a timeout costs a timer.
            let edge_ns = if self.in_flight == 0 && now < times.window.end_ns { times.window.end_ns } else { u64::MAX };
            self.await_events(&mut events, now, edge_ns)?;
        }
        self.events = events;
        Ok(self.feed.give_up())
    }

    /// What has been counted so far.
    pub(crate) fn counts(&self) -> &Counts {
        &self.tally.counts
    }

    /// Latencies of the good answers of the last turn.
    pub(crate) fn recent(&mut self) -> &mut [u64] {
        self.tally.recent()
    }

    /// Forgets all counts, as after a warm-up.
    pub(crate) fn forget(&mut self) {
        self.tally.counts = Counts::new();
    }

    /// What broke the first connection that was broken.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Waits until something comes, something is due or the instant `edge_ns`, and sees to what came.
    #[inline]
    fn await_events(&mut self, events: &mut Vec<Event>, now: u64, edge_ns: u64) -> Result<(), Error> {
        let due_ns = if self.feed.is_over(now) { u64::MAX } else { self.feed.due_ns() };
        self.poller.wait(events, due_ns.min(edge_ns))?;
        self.see_to(events);
        Ok(())
    }

    #[inline]
    fn see_to(&mut self, events: &[Event]) {
        for event in events {
            if self.poller.take_tick(event) {
                self.look();
            } else {
                self.on_event(event);
            }
        }
    }

    /// Sees to what no event of a connection tells.
    fn look(&mut self) {
        let now = now_ns();
        self.expire(now);
        self.tally.turn(now);
        self.obey_stop(now);
        if self.options.stop.is_stopped() && now >= self.window.end_ns.saturating_add(GRACE_NS) {
            self.abandon(now);
        }
    }

    /// Gives up every request that is under way, for nobody waits any longer.
    fn abandon(&mut self, now: u64) {
        for id in 0..self.connections.len() {
            if !self.connections[id].flights.is_empty() {
                self.drop_stream(id as u32, Outcome::Unfinished, now);
            }
        }
    }

    /// Ends the window when the run is to end early; what has been sent until now counts in any case.
    fn obey_stop(&mut self, now: u64) {
        let end_ns = self.options.stop.at_ns().max(now);
        if end_ns < self.window.end_ns {
            self.window.end_ns = end_ns;
            self.feed.shorten(end_ns, end_ns + GRACE_NS);
            self.tally.shorten(end_ns);
        }
    }

    /// Sends all that is due and finds a connection; the time after it.
    #[inline]
    fn send_due(&mut self, mut now: u64) -> u64 {
        if self.feed.is_over(now) {
            return now;
        }
        while self.feed.due_ns() <= now || self.grow(now) {
            let Some(id) = self.feed.take(now, &mut self.planned) else { break };
            self.send(id, now, false);
            now = now_ns();
        }
        now
    }

    /// Adds a connection where one is due, none is free and the bound allows it.
    fn grow(&mut self, now: u64) -> bool {
        let grows = self.connections.len() < self.most_connections && self.feed.planned_ns() <= now;
        if grows {
            self.connections.push(Connection::default());
            self.feed.join(self.connections.len() as u32 - 1, now);
        }
        grows
    }

    /// Sends the planned requests on a connection, opening it if need be.
    #[inline]
    fn send(&mut self, id: u32, now: u64, waited: bool) {
        let first = self.next_request;
        let count = self.planned.len();
        self.next_request += count as u64;
        self.in_flight += count;
        let connection = &mut self.connections[id as usize];
        for (index, planned_ns) in self.planned.drain(..).enumerate() {
            let flight = Flight { planned_ns, sent_ns: now, request: first + index as u64, waited };
            self.tally.sent(now);
            connection.flights.push_back(flight);
        }
        if connection.stream.is_none()
            && let Err(fault) = self.open(id)
        {
            return self.break_off(id, &fault, Outcome::Connect);
        }
        let connection = &mut self.connections[id as usize];
        let Some(stream) = &mut connection.stream else { return };
        let bytes = self.protocol.requests(first, count);
        self.tally.counts.sent_bytes += bytes.len() as u64;
        match stream.send(bytes) {
            Ok(true) if !connection.watches_write => {}
            Ok(_) => self.watch(id, false),
            Err(fault) => self.break_off(id, &fault, Outcome::Closed),
        }
    }

    fn open(&mut self, id: u32) -> Result<(), Fault> {
        // A connection for one exchange sends once, and needs no option for that.
        let stream = Stream::open(&self.options.target, self.options.close == Close::KeepAlive)?;
        self.poller.add(&stream, id, stream.has_pending())?;
        let connection = &mut self.connections[id as usize];
        connection.watches_write = stream.has_pending();
        connection.stream = Some(stream);
        self.open += 1;
        self.made += 1;
        self.most_open = self.most_open.max(self.open);
        Ok(())
    }

    /// Makes the poller watch for room to write exactly if bytes wait, and tell once more of what is there if `again`.
    fn watch(&mut self, id: u32, again: bool) {
        let connection = &mut self.connections[id as usize];
        let Some(stream) = &connection.stream else { return };
        let wanted = stream.has_pending();
        if again || wanted != connection.watches_write {
            connection.watches_write = wanted;
            if let Err(errno) = self.poller.rearm(stream, id, wanted) {
                self.break_off(id, &errno.into(), Outcome::Closed);
            }
        }
    }

    fn on_event(&mut self, event: &Event) {
        let id = event.data.u64() as u32;
        let Some(stream) = &mut self.connections[id as usize].stream else { return };
        let flags = event.flags;
        if flags.contains(EventFlags::OUT) {
            match stream.flush() {
                Ok(_) => self.watch(id, false),
                Err(fault) => return self.break_off(id, &fault, Outcome::Closed),
            }
        }
        if flags.intersects(EventFlags::IN | EventFlags::HUP | EventFlags::ERR) {
            self.receive(id, flags.contains(EventFlags::RDHUP));
        }
    }

    /// Receives once; what is left after that comes in its turn, as the end does that `ends` announces.
    #[inline]
    fn receive(&mut self, id: u32, ends: bool) {
        let connection = &mut self.connections[id as usize];
        let Some(stream) = &mut connection.stream else { return };
        let received = stream.receive(&mut self.buffers);
        let now = now_ns();
        let more = ends || !stream.is_drained();
        let bytes = match received {
            Ok(Received::Bytes(bytes)) => bytes,
            Ok(Received::Nothing) => &[],
            Ok(Received::End) => return self.end_of_stream(id, now),
            Err(fault) => return self.break_off(id, &fault, Outcome::Closed),
        };
        self.tally.counts.received_bytes += bytes.len() as u64;
        let progress = if connection.carry.is_empty() {
            read_answers(&mut self.protocol, connection, bytes, &mut self.tally, now)
        } else {
            let mut carry = std::mem::take(&mut connection.carry);
            carry.extend_from_slice(bytes);
            read_answers(&mut self.protocol, connection, &carry, &mut self.tally, now)
        };
        self.in_flight -= progress.answers;
        if let Some(fault) = connection.stream.as_mut().and_then(Stream::take_broken) {
            return self.break_off_after(id, &fault, Outcome::Closed, progress.answers);
        }
        if progress.last || connection.is_spent() || (progress.answers > 0 && self.options.close != Close::KeepAlive) {
            self.close_after_answer(id, progress.answers, now);
        } else {
            if progress.answers > 0 {
                self.refill(id, progress.answers, now);
            }
            // TLS may have something to say of its own.
            self.watch(id, more);
        }
    }

    /// Lets a connection with free slots send what is due.
    #[inline]
    fn refill(&mut self, id: u32, slots: usize, now: u64) {
        let in_flight = self.connections[id as usize].flights.len();
        self.feed.free(id, slots, in_flight, now, &mut self.planned);
        if !self.planned.is_empty() {
            self.send(id, now, true);
        }
    }

    /// Ends a connection after its last answer; requests behind it went unanswered.
    fn close_after_answer(&mut self, id: u32, answers: usize, now: u64) {
        let connection = &mut self.connections[id as usize];
        if self.options.close == Close::Reset
            && let Some(stream) = &connection.stream
        {
            // Without it the close is an ordinary one.
            let _ = stream.reset_on_close();
        }
        let lost = self.drop_stream(id, Outcome::Closed, now);
        // Bytes that nobody asked for end a connection that still waits for its turn.
        if answers + lost > 0 {
            self.refill(id, answers + lost, now);
        }
    }

    /// The peer sends no more: which may be the end of an answer.
    fn end_of_stream(&mut self, id: u32, now: u64) {
        let connection = &mut self.connections[id as usize];
        let mut answers = 0;
        if let Some(&flight) = connection.flights.front()
            && let Some(verdict) = self.protocol.end_of_stream(&mut connection.parser, flight.request)
        {
            connection.flights.pop_front();
            self.in_flight -= 1;
            answers = 1;
            settle(&self.protocol, &mut self.tally, flight, verdict, now);
        }
        if answers > 0 || connection.flights.is_empty() {
            let lost = self.drop_stream(id, Outcome::Closed, now);
            if answers + lost > 0 {
                self.refill(id, answers + lost, now);
            }
        } else {
            self.fault.get_or_insert(Fault::Ended);
            self.fail(id, Outcome::Closed);
        }
    }

    /// Ends a connection that a fault broke. Where the server broke its protocol, the oldest request has the wrong answer.
    fn break_off(&mut self, id: u32, fault: &Fault, otherwise: Outcome) {
        self.break_off_after(id, fault, otherwise, 0);
    }

    /// The same, behind this many `answers`, whose slots are free.
    #[cold]
    fn break_off_after(&mut self, id: u32, fault: &Fault, otherwise: Outcome, mut answers: usize) {
        self.fault.get_or_insert_with(|| fault.clone());
        let connection = &mut self.connections[id as usize];
        let outcome = fault.outcome(otherwise);
        if fault.is_malformed()
            && let Some(flight) = connection.flights.pop_front()
        {
            self.in_flight -= 1;
            answers += 1;
            self.protocol.lost(flight.request);
            settle(&self.protocol, &mut self.tally, flight, Verdict::Malformed, now_ns());
        }
        let now = now_ns();
        let lost = self.drop_stream(id, outcome, now);
        if answers + lost > 0 {
            self.feed.failed(id, answers + lost, now);
        }
    }

    /// Ends a connection, and with it every request under way on it.
    fn fail(&mut self, id: u32, outcome: Outcome) {
        let now = now_ns();
        let lost = self.drop_stream(id, outcome, now);
        if lost > 0 {
            self.feed.failed(id, lost, now);
        }
    }

    /// Closes the stream; how many requests that ended, all of them with `outcome`.
    fn drop_stream(&mut self, id: u32, outcome: Outcome, now: u64) -> usize {
        let connection = &mut self.connections[id as usize];
        self.open -= usize::from(connection.stream.is_some());
        connection.close();
        let lost = connection.flights.len();
        self.in_flight -= lost;
        for flight in connection.flights.drain(..) {
            self.protocol.lost(flight.request);
            self.tally.ended(flight, outcome, now);
        }
        lost
    }

    /// Gives up the connections whose oldest answer has taken too long.
    fn expire(&mut self, now: u64) {
        let timeout_ns = self.options.timeout.as_nanos() as u64;
        for id in 0..self.connections.len() {
            let oldest = self.connections[id].flights.front();
            if oldest.is_some_and(|flight| flight.sent_ns.saturating_add(timeout_ns) <= now) {
                self.fail(id as u32, Outcome::Timeout);
            }
        }
    }
}

/// What a thread has when it is ready to start.
pub(crate) struct Setup<Parser> {
    pub poller: Poller,
    pub connections: Vec<Connection<Parser>>,
}
