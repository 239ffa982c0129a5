//! The event loop: one thread, all connections.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;

use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::Fault;
use crate::commands::Keeper;
use crate::connection::Connection;
use crate::engine::Engine;

/// What an event of the listening socket carries in place of a connection's number.
const LISTENER: u64 = u64::MAX;
/// Events that are taken from the kernel at once.
const BATCH: usize = 1024;
/// What is received at once, bytes.
const ROOM_BYTES: usize = 64 << 10;
/// Connections that may wait to be accepted, as for every candidate of labs of servers.
const BACKLOG: i32 = 4096;

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    epoll: OwnedFd,
    /// By number; a number is used again when its connection is over.
    connections: Vec<Option<Connection>>,
    free: Vec<usize>,
    /// There is no room for another connection: nobody is accepted until one is over.
    is_full: bool,
}

impl Server {
    /// Listens on an address, with as many files as this process may have.
    ///
    /// # Errors
    /// That the address is taken, or the system gives no events.
    pub fn listen(address: SocketAddr) -> io::Result<Self> {
        let limit = getrlimit(Resource::Nofile);
        setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit })?;
        let listener = TcpListener::bind(address)?;
        rustix::net::listen(&listener, BACKLOG)?;
        listener.set_nonblocking(true)?;
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        epoll::add(&epoll, &listener, EventData::new_u64(LISTENER), EventFlags::IN)?;
        Ok(Self { listener, epoll, connections: Vec::new(), free: Vec::new(), is_full: false })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// That the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves an engine until the process is ended.
    ///
    /// # Errors
    /// That the engine gave up, or the system gives no events.
    pub fn serve(mut self, engine: &mut dyn Engine) -> Result<(), Fault> {
        let (mut events, mut room, mut keeper) = (Vec::with_capacity(BATCH), vec![0; ROOM_BYTES], Keeper::default());
        loop {
            events.clear();
            match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(errno) => return Err(io::Error::from(errno).into()),
            }
            self.turn(&events, &mut room, &mut keeper, engine)?;
        }
    }

    /// Carries out all that has come as one turn of the engine, and answers it.
    fn turn(
        &mut self,
        events: &[Event],
        room: &mut [u8],
        keeper: &mut Keeper,
        engine: &mut dyn Engine,
    ) -> Result<(), Fault> {
        keeper.tick();
        let connections = &mut self.connections;
        engine.turn(&mut |batch| {
            for event in events {
                let Some(Some(connection)) = connections.get_mut(event.data.u64() as usize) else { continue };
                if connection.writes {
                    connection.send();
                    if connection.has_unsent() {
                        continue;
                    }
                    connection.go_on(keeper, batch)?;
                } else {
                    connection.receive(room, keeper, batch)?;
                }
            }
            Ok(())
        })?;
        for event in events {
            match event.data.u64() {
                LISTENER => self.accept()?,
                number => self.answer(number as usize)?,
            }
        }
        Ok(())
    }

    /// Sends the answers of a connection, and ends it where it is over.
    fn answer(&mut self, number: usize) -> io::Result<()> {
        let Some(Some(connection)) = self.connections.get_mut(number) else { return Ok(()) };
        connection.send();
        if connection.is_over() {
            // Closing it takes it from the poller.
            self.connections[number] = None;
            self.free.push(number);
            if std::mem::take(&mut self.is_full) {
                epoll::add(&self.epoll, &self.listener, EventData::new_u64(LISTENER), EventFlags::IN)?;
            }
            return Ok(());
        }
        let writes = connection.is_full();
        if writes != connection.writes {
            connection.writes = writes;
            let interest = if writes { EventFlags::OUT } else { EventFlags::IN };
            epoll::modify(&self.epoll, connection.stream(), EventData::new_u64(number as u64), interest)?;
        }
        Ok(())
    }

    fn accept(&mut self) -> io::Result<()> {
        loop {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) if is_of_connection(&error) => continue,
                // No file or no memory is left: a connection that ends leaves some.
                Err(_) if self.connections.len() > self.free.len() => {
                    self.is_full = true;
                    return Ok(epoll::delete(&self.epoll, &self.listener)?);
                }
                Err(error) => return Err(error),
            };
            let Ok(connection) = Connection::new(stream) else { continue };
            let number = self.free.pop().unwrap_or_else(|| {
                self.connections.push(None);
                self.connections.len() - 1
            });
            epoll::add(&self.epoll, connection.stream(), EventData::new_u64(number as u64), EventFlags::IN)?;
            self.connections[number] = Some(connection);
        }
    }
}

/// Whether one connection could not be accepted, and the next may be well.
fn is_of_connection(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::Interrupted)
}
