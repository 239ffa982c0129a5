//! Opening the connections before the first request, so that the start finds all of them there.

use rustix::event::epoll::EventFlags;
use rustix::io::Errno;

use crate::clock::now_ns;
use crate::connection::Connection;
use crate::error::Error;
use crate::fault::Fault;
use crate::options::{Close, Options};
use crate::poller::Poller;
use crate::stream::{Buffers, Received, Stream};
use crate::worker::Setup;

/// Connections that are opening at once: fewer than the shortest backlog that servers are known to listen with.
const OPENING: usize = 64;
/// When a full backlog is tried again, nanoseconds.
const AGAIN_NS: u64 = 1_000_000;

/// Opens `count` connections, and waits until they are established and TLS is agreed on, or the timeout is over. Those
/// that failed stay closed; the first reason comes with the rest.
///
/// Connections for one exchange are opened when their request is due, which is a part of its cost.
pub(crate) fn open_all<Parser: Default>(
    options: &Options,
    count: usize,
) -> Result<(Setup<Parser>, Option<Fault>), Error> {
    let poller = Poller::new(options.precise, options.look_every())?;
    let mut connections = Vec::new();
    connections.resize_with(count, Connection::default);
    let mut opening = Opening { options, poller, connections, buffers: Buffers::new(), under_way: 0, fault: None };
    if options.close == Close::KeepAlive {
        opening.run()?;
    }
    Ok((Setup { poller: opening.poller, connections: opening.connections }, opening.fault))
}

struct Opening<'a, Parser> {
    options: &'a Options,
    poller: Poller,
    connections: Vec<Connection<Parser>>,
    buffers: Buffers,
    under_way: usize,
    fault: Option<Fault>,
}

impl<Parser: Default> Opening<'_, Parser> {
    fn run(&mut self) -> Result<(), Error> {
        let deadline_ns = now_ns() + self.options.timeout.as_nanos() as u64;
        let mut next = 0;
        let mut events = Vec::new();
        while next < self.connections.len() || self.under_way > 0 {
            let mut full = false;
            while next < self.connections.len() && self.under_way < OPENING && !full {
                full = !self.begin(next as u32);
                next += usize::from(!full);
            }
            if self.under_way == 0 && !full {
                continue;
            }
            let until_ns = if full { deadline_ns.min(now_ns() + AGAIN_NS) } else { deadline_ns };
            self.poller.wait(&mut events, until_ns)?;
            if now_ns() >= deadline_ns || self.options.stop.is_stopped() {
                self.fault.get_or_insert(Errno::TIMEDOUT.into());
                break;
            }
            for event in &events {
                if !self.poller.take_tick(event) {
                    self.advance(event.data.u64() as u32, event.flags);
                }
            }
        }
        for (id, connection) in self.connections.iter_mut().enumerate() {
            if connection.watches_write {
                // It never became ready.
                connection.close();
            } else if let Some(stream) = &connection.stream {
                // Nobody reads what came since then.
                self.poller.rearm(stream, id as u32, false).map_err(Error::system("epoll"))?;
            }
        }
        Ok(())
    }

    /// Begins a connection; `false` if the backlog is full, which only a Unix socket says (connect(2), EAGAIN).
    fn begin(&mut self, id: u32) -> bool {
        let opened = Stream::open(&self.options.target, true)
            .and_then(|stream| Ok(self.poller.add(&stream, id, true).map(|()| stream)?));
        match opened {
            Ok(stream) => {
                self.connections[id as usize].stream = Some(stream);
                self.connections[id as usize].watches_write = true;
                self.under_way += 1;
            }
            Err(Fault::System(Errno::AGAIN)) => return false,
            Err(fault) => {
                self.fault.get_or_insert(fault);
            }
        }
        true
    }

    /// Brings one connection on; when it is ready, writing is no longer watched for.
    fn advance(&mut self, id: u32, flags: EventFlags) {
        let connection = &mut self.connections[id as usize];
        let Some(stream) = connection.stream.as_mut().filter(|_| connection.watches_write) else { return };
        let result = (|| {
            if flags.contains(EventFlags::IN)
                && !stream.is_ready()?
                && let Received::End = stream.receive(&mut self.buffers)?
            {
                return Err(Fault::from(Errno::CONNRESET));
            }
            stream.flush()?;
            let ready = stream.is_ready()? && !stream.has_pending();
            // A handshake waits for the peer, and a socket with room would wake us without end.
            self.poller.rearm(&*stream, id, stream.has_pending())?;
            Ok(ready)
        })();
        match result {
            Ok(false) => return,
            Ok(true) => connection.watches_write = false,
            Err(fault) => {
                self.fault.get_or_insert(fault);
                connection.close();
            }
        }
        self.under_way -= 1;
    }
}
