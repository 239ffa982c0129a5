//! Peers that leave Nagle's algorithm on, as libSBW does, and the broker of somebody else.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use sbw::SessionKey;
use sbw::block::Block;
use sbw::message::{Frame, Message, MessageReader, MethodId, ModuleId};

use super::LONG;

/// The shortest delay of an acknowledgement in Linux (TCP_DELACK_MIN). An exchange that waits for one takes longer.
const LEAST_DELAY: Duration = Duration::from_millis(40);
const ROUNDS: usize = 60;

/// Most rounds end before a delayed acknowledgement can have come. That some take longer on a busy machine is allowed.
#[track_caller]
pub fn not_delayed(mut round: impl FnMut(i32)) {
    let delayed = |id: i32| {
        let start = Instant::now();
        round(id);
        start.elapsed() >= LEAST_DELAY
    };
    let count = (0..ROUNDS as i32).map(delayed).filter(|delayed| *delayed).count();
    assert!(2 * count < ROUNDS, "{count} of {ROUNDS} exchanges waited for a delayed acknowledgement");
}

/// A peer with Nagle's algorithm.
pub struct Original {
    stream: TcpStream,
    pub reader: MessageReader<TcpStream>,
    id: ModuleId,
}

impl Original {
    pub fn new(stream: TcpStream, id: ModuleId) -> Self {
        stream.set_nodelay(false).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let reader = MessageReader::new(stream.try_clone().unwrap(), 1 << 20);
        Original { stream, reader, id }
    }

    pub fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Reads until the reply to call `id` comes.
    fn reply(&mut self, id: i32) {
        loop {
            let bytes = self.reader.read_message().unwrap().unwrap();
            match Message::parse(&bytes).unwrap() {
                Message::Reply { message_id, .. } if message_id == id => return,
                Message::Request(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    pub fn send_then_call(&mut self, method: MethodId, id: i32) {
        self.write(Frame::send(method, self.id, Block::new()).unwrap().bytes());
        self.write(Frame::call(method, self.id, id, Block::new()).unwrap().bytes());
        self.reply(id);
    }

    pub fn call_in_pieces(&mut self, method: MethodId, id: i32) {
        let mut block = Block::new();
        block.array(&vec![7u8; 40_000]).unwrap();
        let frame = Frame::call(method, self.id, id, block).unwrap();
        let bytes = frame.bytes();
        for piece in [&bytes[..4], &bytes[4..13], &bytes[13..39_000], &bytes[39_000..]] {
            self.write(piece);
        }
        self.reply(id);
    }
}

/// The broker of somebody else: it greets one module and stays.
pub fn greet(listener: &TcpListener) -> Original {
    let mut stream = listener.accept().unwrap().0;
    for _ in 0..2 {
        let mut length = [0; 4];
        stream.read_exact(&mut length).unwrap();
        stream.read_exact(&mut vec![0; i32::from_le_bytes(length) as usize]).unwrap();
    }
    stream.write_all(&0i32.to_le_bytes()).unwrap();
    Original::new(stream, ModuleId::BROKER)
}

pub fn listen() -> (TcpListener, SessionKey) {
    (TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap(), SessionKey::from_bytes("k").unwrap())
}
