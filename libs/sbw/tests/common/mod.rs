//! What several tests need: a broker, a peer that writes any bytes, an echo module.
#![allow(dead_code)]

#[cfg(target_os = "linux")]
pub mod original;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use sbw::block::Block;
use sbw::broker::{Broker, Options, RunningBroker};
use sbw::caller::Caller;
use sbw::message::{Frame, Message, MessageReader, MethodId, ModuleId};
use sbw::module::{Methods, Module};
use sbw::{Exception, SessionKey};

/// Long enough for a busy machine; a test that waits this long has failed.
pub const LONG: Duration = Duration::from_secs(30);

pub fn broker(options: Options) -> RunningBroker {
    Broker::bind(options).unwrap().spawn().unwrap()
}

pub fn private() -> RunningBroker {
    broker(Options::private())
}

/// A module that answers with what it got.
pub fn echo(broker: &RunningBroker, name: &str) -> Module {
    Module::builder(name).service(echo_service()).timeout(LONG).connect(broker.address(), broker.key()).unwrap()
}

pub fn echo_service() -> Methods {
    Methods::new("echo")
        .method("{} echo({} anything)", "What it gets.", |call| Ok(Block::from_items(call.reader().rest()?)))
        .unwrap()
}

pub fn echo_method(module: ModuleId) -> MethodId {
    MethodId::new(module, 0, 0)
}

/// A peer that does what it likes.
pub struct Raw {
    pub stream: TcpStream,
    pub id: ModuleId,
    reader: MessageReader<TcpStream>,
}

impl Raw {
    pub fn hello(key: &[u8], name: &[u8]) -> Vec<u8> {
        let mut hello = Vec::new();
        for part in [key, name] {
            hello.extend_from_slice(&(part.len() as i32).to_le_bytes());
            hello.extend_from_slice(part);
        }
        hello
    }

    pub fn open(broker: &RunningBroker) -> TcpStream {
        let stream = TcpStream::connect(broker.address()).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    pub fn connect(broker: &RunningBroker, name: &str) -> Self {
        Self::connect_with(broker, broker.key(), name)
    }

    pub fn connect_with(broker: &RunningBroker, key: &SessionKey, name: &str) -> Self {
        let mut stream = Self::open(broker);
        stream.write_all(&Self::hello(key.bytes(), name.as_bytes())).unwrap();
        let mut id = [0; 4];
        stream.read_exact(&mut id).unwrap();
        let reader = MessageReader::new(stream.try_clone().unwrap(), 64 << 20);
        Raw { stream, id: ModuleId(i32::from_le_bytes(id)), reader }
    }

    pub fn write(&mut self, frame: &Frame) {
        self.stream.write_all(frame.bytes()).unwrap();
    }

    pub fn call(&mut self, method: MethodId, message_id: i32, arguments: Block) {
        let frame = Frame::call(method, self.id, message_id, arguments).unwrap();
        self.write(&frame);
    }

    /// The next message that is no notice; `None` at the end.
    pub fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let bytes = self.reader.read_message().ok()??;
            match Message::parse(&bytes).unwrap() {
                Message::Request(request) if request.source == ModuleId::BROKER && !request.is_call => {}
                _ => return Some(bytes),
            }
        }
    }

    /// True if the broker has closed the connection.
    pub fn gets_closed(mut self) -> bool {
        while let Some(bytes) = self.next() {
            assert!(!bytes.is_empty());
        }
        true
    }
}

/// The broker still connects, looks up and forwards.
#[track_caller]
pub fn still_serves(broker: &RunningBroker) {
    let module = echo(broker, "still");
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    caller.set_timeout(Some(LONG));
    assert_eq!(caller.call(echo_method(module.id()), &(7,)).unwrap().read::<(i32,)>().unwrap(), (7,));
}

pub fn exception_of(bytes: &[u8]) -> Exception {
    match Message::parse(bytes).unwrap() {
        Message::Exception { exception, .. } => exception,
        other => panic!("{other:?}"),
    }
}
