//! Ends of a connection that do as little as possible.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use sbw::SessionKey;
use sbw::block::Block;
use sbw::message::{Frame, Message, MessageReader, MethodId, ModuleId};

pub fn open(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("a fresh socket");
    stream
}

/// Says key and name; returns the id.
pub fn greet(stream: &mut TcpStream, key: &SessionKey) -> ModuleId {
    let mut hello = (key.bytes().len() as i32).to_le_bytes().to_vec();
    hello.extend_from_slice(key.bytes());
    hello.extend_from_slice(&[0; 4]);
    stream.write_all(&hello).expect("the broker reads");
    let mut id = [0; 4];
    stream.read_exact(&mut id).expect("the broker answers");
    ModuleId(i32::from_le_bytes(id))
}

pub struct Raw {
    stream: TcpStream,
    buffer: Vec<u8>,
    id: ModuleId,
}

impl Raw {
    pub fn connect(address: SocketAddr) -> Self {
        Raw { stream: open(address), buffer: vec![0; 64], id: ModuleId(0) }
    }

    pub fn connect_to_broker(address: SocketAddr, key: &SessionKey) -> Self {
        let mut stream = open(address);
        let id = greet(&mut stream, key);
        Raw { stream, buffer: vec![0; 64], id }
    }

    /// Sends a message of this many bytes, the first four of which say so, and reads as many.
    pub fn round_trip(&mut self, bytes: usize) {
        self.buffer.resize(bytes, 0);
        self.buffer[..4].copy_from_slice(&(bytes as u32).to_le_bytes());
        self.stream.write_all(&self.buffer).expect("the server reads");
        self.stream.read_exact(&mut self.buffer).expect("the server answers");
    }

    /// One empty call through the broker and its reply of 14 bytes. Notices come in batches of other candidates'
    /// connects only, before the first batch.
    pub fn call(&mut self, module: i32) {
        let method = MethodId::new(ModuleId(module), 0, 0);
        let frame = Frame::call(method, self.id, 1, Block::new()).expect("an empty call is small");
        self.stream.write_all(frame.bytes()).expect("the broker reads");
        loop {
            let count = self.stream.read(&mut self.buffer).expect("the broker answers");
            assert!(count > 0, "the broker closed the connection");
            if self.buffer[..count].ends_with(&[0, 1, 0, 0, 0, 0xff]) {
                return;
            }
        }
    }

    /// So many calls, `window` of them open at any time.
    pub fn pipelined(&mut self, module: i32, calls: usize, window: usize) {
        let method = MethodId::new(ModuleId(module), 0, 0);
        let frame = |id: usize| Frame::call(method, self.id, id as i32, Block::new()).expect("an empty call is small");
        let mut reader = MessageReader::new(self.stream.try_clone().expect("a socket"), 1 << 20);
        let (mut sent, mut answered) = (0, 0);
        while answered < calls {
            let mut batch = Vec::new();
            while sent < calls && sent - answered < window {
                batch.extend_from_slice(frame(sent).bytes());
                sent += 1;
            }
            self.stream.write_all(&batch).expect("the broker reads");
            // Half of the window, so that calls go out in batches.
            for _ in 0..(window / 2).min(calls - answered) {
                loop {
                    let message = reader.read_message().expect("whole messages").expect("the broker stays");
                    if let Ok(Message::Reply { .. }) = Message::parse(&message) {
                        break;
                    }
                }
                answered += 1;
            }
        }
    }
}
