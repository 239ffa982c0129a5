//! The floors: bytes that come back as they went, over TCP and through a relay; `raw-unix` has the same over a Unix socket.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::ability::Abilities;
use crate::call::{CallError, Client};
use crate::client::Calling;
use crate::framed::{Frames, begin, send};
use crate::phases::{Phase, Phases, Stamps};
use crate::server::Serving;
use crate::{Fault, Stack, sockets};

/// The stack.
pub const STACK: Stack = Stack { serve, connect, abilities: Abilities::NONE };

/// Bytes that the relay passes on at a time.
const PIECE: usize = 64 << 10;

fn serve(serving: &Serving) -> Result<(), Fault> {
    let phases = serving.phases;
    match serving.variant.as_str() {
        "tcp" => Ok(sockets::serve_each(&serving.listen()?, |stream| echo(stream, phases))?),
        "relay" => {
            let behind = TcpListener::bind("127.0.0.1:0")?;
            let address = behind.local_addr()?;
            std::thread::spawn(move || sockets::serve_each(&behind, |stream| echo(stream, phases)));
            Ok(sockets::serve_each(&serving.listen()?, |stream| {
                let beyond = TcpStream::connect(address)?;
                beyond.set_nodelay(true)?;
                relay(&stream, &beyond)
            })?)
        }
        other => Err(format!("no variant {other:?}").into()),
    }
}

/// Sends every message back.
pub(crate) fn echo(stream: impl Read + Write, phases: &Phases) -> std::io::Result<()> {
    let mut frames = Frames::new(stream);
    let (mut answer, mut stamps) = (Vec::new(), Stamps::default());
    while let Some(message) = frames.next()? {
        phases.stamps(&mut stamps);
        begin(&mut answer);
        answer.extend_from_slice(message);
        stamps.end(Phase::Serialise);
        send(frames.stream(), &mut answer)?;
        stamps.end(Phase::Answer);
        phases.add(&mut stamps);
    }
    Ok(())
}

/// Passes requests and answers on, one of them at a time, as a broker's hop does.
fn relay(mut client: &TcpStream, mut server: &TcpStream) -> std::io::Result<()> {
    let mut bytes = vec![0; PIECE];
    let mut pass = |from: &mut &TcpStream, to: &mut &TcpStream| -> std::io::Result<bool> {
        let mut left = None;
        while left != Some(0) {
            let count = from.read(&mut bytes)?;
            if count == 0 {
                return Ok(false);
            }
            // A frame begins with its length, and its first piece holds at least that.
            let whole = match left {
                Some(left) => left,
                None if count >= 4 => 4 + u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize,
                None => return Err(std::io::ErrorKind::InvalidData.into()),
            };
            to.write_all(&bytes[..count])?;
            left = Some(whole.saturating_sub(count));
        }
        Ok(true)
    };
    while pass(&mut client, &mut server)? && pass(&mut server, &mut client)? {}
    Ok(())
}

fn connect(calling: &Calling) -> Result<Box<dyn Client>, Fault> {
    Ok(Box::new(Echoed::new(sockets::connect(calling.address, calling.timeout())?, calling)))
}

/// A client that compares bytes.
pub(crate) struct Echoed<S> {
    frames: Frames<S>,
    request: Vec<u8>,
}

impl<S: Read + Write> Echoed<S> {
    pub(crate) fn new(stream: S, calling: &Calling) -> Self {
        let mut request = Vec::new();
        begin(&mut request);
        request.extend_from_slice(&calling.message);
        Self { frames: Frames::new(stream), request }
    }
}

impl<S: Read + Write> Client for Echoed<S> {
    fn call(&mut self, stamps: &mut Stamps) -> Result<(), CallError> {
        stamps.start();
        send(self.frames.stream(), &mut self.request)?;
        stamps.end(Phase::Send);
        let answer = self.frames.next()?.ok_or(std::io::Error::from(std::io::ErrorKind::UnexpectedEof))?;
        stamps.end(Phase::Wait);
        if answer == &self.request[4..] {
            Ok(())
        } else {
            Err(CallError::Wrong(format!("{} bytes came back as {}", self.request.len() - 4, answer.len())))
        }
    }
}
