//! What a client sends and receives, by a relay between it and its server.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use wirecost_host::Server;
use wirecost_model::EstimateId;
use wirecost_server_lab::Reason;

use crate::calls::{Calls, Task};
use crate::client::Process;

/// What the stack's own client sends in a call, and what comes back.
pub(crate) fn record(calls: &Calls<'_>, server: &mut Server) -> Result<Exchange, Reason> {
    let io = |error: std::io::Error| format!("its client cannot be recorded: {error}");
    let recorder = Recorder::start(server.address()).map_err(io)?;
    Process::start(calls, server, recorder.address, Task::CALL)?.ready(server)?;
    Ok(recorder.last().unwrap_or_default())
}

/// A request and its answer, byte for byte.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Exchange {
    /// What the client sent.
    pub request: Vec<u8>,
    /// What came back.
    pub answer: Vec<u8>,
}

impl Exchange {
    /// What a call sends and receives on its connection, headers of TCP and below left out; nothing of a stack that goes
    /// another way than by the server's port.
    pub(crate) fn sizes(&self) -> BTreeMap<EstimateId, f64> {
        if self.answer.is_empty() {
            return BTreeMap::new();
        }
        let sizes = [(EstimateId::RequestBytes, &self.request), (EstimateId::ReplyBytes, &self.answer)];
        sizes.map(|(id, bytes)| (id, bytes.len() as f64)).into()
    }
}

/// A relay that records. Dropping it ends it; a connection that is open then lasts as long as its ends want.
struct Recorder {
    /// Where the client connects.
    address: SocketAddr,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
    over: Arc<AtomicBool>,
}

/// No more than this is recorded.
const MOST_BYTES: usize = 256 << 20;

impl Recorder {
    /// A relay to `server`.
    fn start(server: SocketAddr) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let recorder = Self { address, exchanges: Arc::default(), over: Arc::default() };
        let (recorded, over) = (recorder.exchanges.clone(), recorder.over.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if over.load(Ordering::Acquire) {
                    break;
                }
                let recorded = recorded.clone();
                // A connection that fails leaves what was recorded, and the caller finds too little.
                std::thread::spawn(move || relay(&client, server, &recorded));
            }
        });
        Ok(recorder)
    }

    /// The last exchange that was recorded; a goodbye, which nobody answers, is none.
    fn last(&self) -> Option<Exchange> {
        self.exchanges.lock().unwrap_or_else(PoisonError::into_inner).iter().rfind(|it| !it.answer.is_empty()).cloned()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Release);
        // A connection wakes the thread that accepts.
        let _ = TcpStream::connect(self.address);
    }
}

fn relay(client: &TcpStream, server: SocketAddr, recorded: &Arc<Mutex<Vec<Exchange>>>) -> std::io::Result<()> {
    let beyond = TcpStream::connect(server)?;
    client.set_nodelay(true)?;
    beyond.set_nodelay(true)?;
    let (from, to, sent) = (client.try_clone()?, beyond.try_clone()?, recorded.clone());
    let forth = std::thread::spawn(move || pass(&from, &to, &sent, true));
    pass(&beyond, client, recorded, false)?;
    forth.join().unwrap_or(Ok(()))
}

/// Passes bytes on as they come. A request after an answer begins a new exchange.
fn pass(mut from: &TcpStream, mut to: &TcpStream, recorded: &Mutex<Vec<Exchange>>, forth: bool) -> std::io::Result<()> {
    let mut bytes = vec![0; 64 << 10];
    let mut total = 0;
    loop {
        let count = from.read(&mut bytes)?;
        if count == 0 {
            return to.shutdown(Shutdown::Write);
        }
        total += count;
        if total <= MOST_BYTES {
            let mut exchanges = recorded.lock().unwrap_or_else(PoisonError::into_inner);
            if forth && exchanges.last().is_none_or(|last| !last.answer.is_empty()) {
                exchanges.push(Exchange::default());
            }
            if let Some(last) = exchanges.last_mut() {
                if forth { &mut last.request } else { &mut last.answer }.extend_from_slice(&bytes[..count]);
            }
        }
        to.write_all(&bytes[..count])?;
    }
}
