//! What a stack can do, found out and not asserted: each probe is calls of the stack's own client to a fresh server.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use wirecost_host::Server;
use wirecost_plan::serving::{Client, Closing, Idle, Load, Placement, ServerCores, Serving, Transfer};
use wirecost_plan::suite::Span;
use wirecost_rpc_protocol::Ability;
pub use wirecost_rpc_protocol::Finding;
use wirecost_value::{Value, encoding};

use super::client::Process;
use crate::candidate::Candidate;
use crate::kind::{ANY, Kind};
use crate::place::Places;
use crate::trial::Trial;

/// How long a call of a probe may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Octets of the large message.
const LARGE: usize = 16 << 20;
/// Numbers of the array whose octets are counted.
const NUMBERS: usize = 1000;
/// Octets that its request may have: eight a number, and half a thousand for the rest of it.
const MOST_OCTETS: usize = NUMBERS * 8 + 500;

/// What is probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Probe {
    /// NaN, the infinities, -0 and the smallest number come back bit by bit.
    Specials,
    /// The request with an array of 1,000 doubles has at most 8,500 octets: no number has its type or its text beside it.
    TypedArrays,
    /// What the client finds out; the server goes on.
    Ability(Ability),
    /// A text of 16 MiB comes back.
    Large,
    /// Calls pass a proxy that speaks HTTP/1.1.
    Proxy,
}

impl Probe {
    /// Every probe.
    pub const ALL: [Probe; 13] = [
        Probe::Specials,
        Probe::Ability(Ability::Integers),
        Probe::Ability(Ability::Struct),
        Probe::TypedArrays,
        Probe::Ability(Ability::DateTime),
        Probe::Ability(Ability::FaultCode),
        Probe::Ability(Ability::UnknownMethod),
        Probe::Ability(Ability::WrongType),
        Probe::Ability(Ability::OneWay),
        Probe::Ability(Ability::Concurrent),
        Probe::Ability(Ability::BothWays),
        Probe::Large,
        Probe::Proxy,
    ];

    /// A heading.
    pub fn heading(self) -> &'static str {
        match self {
            Probe::Specials => "IEEE specials",
            Probe::Ability(Ability::Integers) => "64-bit integers",
            Probe::Ability(Ability::Struct) => "struct",
            Probe::TypedArrays => "typed arrays",
            Probe::Ability(Ability::DateTime) => "date-time",
            Probe::Ability(Ability::FaultCode) => "fault codes",
            Probe::Ability(Ability::UnknownMethod) => "unknown method refused",
            Probe::Ability(Ability::WrongType) => "wrong types refused",
            Probe::Ability(Ability::OneWay) => "one-way messages",
            Probe::Ability(Ability::Concurrent) => "concurrent calls",
            Probe::Ability(Ability::BothWays) => "calls both ways",
            Probe::Large => "16 MiB message",
            Probe::Proxy => "through an HTTP proxy",
        }
    }

    /// The type of the message that it sends, and the message; `of_any` to a stack that takes messages without a type.
    fn message(self, of_any: bool) -> (&'static str, Value) {
        let doubles = |values: Vec<f64>| {
            let values = values.into_iter().map(Value::Float64).collect();
            Value::Map(vec![("values".into(), Value::Sequence(values))])
        };
        let text = |text: String| Value::Map(vec![("value".into(), Value::Text(text))]);
        match self {
            Probe::Specials => {
                let specials = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::from_bits(1)];
                ("doubles", doubles(specials.to_vec()))
            }
            Probe::Ability(Ability::Integers) if of_any => {
                let limits = [Value::from(i64::MIN), Value::from(i64::MAX), Value::from(u64::MAX)];
                (ANY, Value::Sequence(limits.to_vec()))
            }
            Probe::Ability(Ability::Struct) if of_any => (ANY, structure()),
            Probe::Ability(Ability::Struct) => ("dns", Value::Map(vec![("records".into(), records())])),
            Probe::TypedArrays => ("doubles", doubles((0..NUMBERS).map(|n| n as f64 + n as f64 / 100.0).collect())),
            Probe::Large => ("string", text("x".repeat(LARGE))),
            Probe::Ability(_) | Probe::Proxy => ("string", text("probe".into())),
        }
    }

    /// Probes a candidate that is there and built.
    pub fn of(self, candidate: &Candidate) -> Finding {
        let Some(client) = &candidate.file.client else { return Finding::NotAsked("it has no client".into()) };
        if candidate.is_floor() {
            return Finding::NotAsked("it is a floor".into());
        }
        let takes = |message_type: &str| client.types.iter().any(|known| known == message_type);
        let (message_type, message) = self.message(takes(ANY));
        if !takes(message_type) {
            return Finding::NotAsked(format!("it has no method for a message of type {message_type:?}"));
        }
        let mut content = Vec::new();
        if let Err(error) = encoding::encode(&message, &mut content) {
            return Finding::NotAsked(error.to_string());
        }
        let load = Load {
            connections: 1,
            close: Closing::KeepAlive,
            rate_per_s: None,
            server_cores: ServerCores::Count(1),
            placement: Placement::Free,
            generators: 1,
            idle: Idle::LetBe,
            client: Client::Own,
            transfer: Transfer::Whole,
        };
        let serving = Serving {
            budget: Span::default(),
            trials: 1,
            messages: Vec::new(),
            candidates: Vec::new(),
            at_most: None,
            operations: Vec::new(),
            stamped: Span::default(),
            warmup: Span::default(),
            window: Span::default(),
            timeout: Span(PATIENCE),
            load: Vec::new(),
        };
        let places = Places { server_count: 1, server: Vec::new(), generator: Vec::new() };
        let trial = Trial {
            kind: Kind::Rpc,
            operation: "echo",
            message_type: Some(message_type),
            candidate,
            content: &content,
            load: &load,
            places: &places,
            serving: &serving,
            position: 0,
        };
        trial.probe(self).unwrap_or_else(Finding::Cannot)
    }
}

impl Trial<'_> {
    fn probe(&self, probe: Probe) -> Result<Finding, String> {
        let mut server = Server::start(&self.launch()?).map_err(|error| error.to_string())?;
        let address = server.address();
        match probe {
            Probe::TypedArrays => {
                let octets = self.record(&mut server)?.request.len();
                return Ok(match octets {
                    0 => Finding::NotAsked("it does not go by its port".into()),
                    octets if octets > MOST_OCTETS => Finding::Cannot(format!("{octets} bytes for {NUMBERS} doubles")),
                    _ => Finding::Can,
                });
            }
            Probe::Ability(ability) => {
                let finding = Process::start_with(self, &server, address, 0, Some(ability))?.finding(&mut server)?;
                if finding != Finding::Can {
                    return Ok(finding);
                }
            }
            Probe::Proxy => {
                let proxy = Proxy::start(address).map_err(|error| error.to_string())?;
                let called = Process::start(self, &server, proxy.address, 0)?.ready(&mut server);
                if proxy.has_refused.load(Ordering::Acquire) {
                    return Ok(Finding::Cannot("its client does not send HTTP/1.1".into()));
                }
                called?;
            }
            _ => {}
        }
        // The server goes on.
        Process::start(self, &server, address, 0)?.ready(&mut server)?;
        Ok(Finding::Can)
    }
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Map(entries.map(|(key, value)| (key.to_owned(), value)).to_vec())
}

/// A struct with a text, a number, a truth value and a list in it.
fn structure() -> Value {
    let list = Value::Sequence(vec![Value::from(1_i32), Value::from(2_i32)]);
    map([
        ("name", Value::Text("a".into())),
        ("size", Value::from(7_i32)),
        ("open", Value::Boolean(true)),
        ("parts", list),
    ])
}

/// Two structs of texts and a number, of which the second one lacks what may be absent.
fn records() -> Value {
    let text = |text: &str| Value::Text(text.into());
    let always = [("key", text("k")), ("value", text("v")), ("first", text("f")), ("last", text("l"))];
    let [key, value, first, last] = always.clone();
    let whole = map([key, value, first, last, ("type", text("A")), ("ttl", Value::from(300_i32))]);
    Value::Sequence(vec![whole, map(always)])
}

/// A proxy that passes on what is HTTP/1.1, one connection, and refuses anything else. It ends with its connection.
struct Proxy {
    address: SocketAddr,
    has_refused: Arc<AtomicBool>,
}

impl Proxy {
    fn start(server: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let proxy = Self { address: listener.local_addr()?, has_refused: Arc::default() };
        let has_refused = proxy.has_refused.clone();
        std::thread::spawn(move || {
            // What it refuses shows at the client.
            let _ = pass(&listener, server, &has_refused);
        });
        Ok(proxy)
    }
}

fn pass(listener: &TcpListener, server: SocketAddr, has_refused: &AtomicBool) -> io::Result<()> {
    let (mut client, _) = listener.accept()?;
    let mut head = Vec::new();
    let mut octets = [0; 4096];
    let is_http = loop {
        if let Some(is_http) = is_http(&head) {
            break is_http;
        }
        match client.read(&mut octets)? {
            0 => return Ok(()),
            count => head.extend_from_slice(&octets[..count]),
        }
    };
    if !is_http {
        has_refused.store(true, Ordering::Release);
        let refusal = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        client.write_all(refusal)?;
        return client.shutdown(Shutdown::Both);
    }
    let mut beyond = TcpStream::connect(server)?;
    let (mut from, mut to) = (beyond.try_clone()?, client.try_clone()?);
    std::thread::spawn(move || io::copy(&mut from, &mut to));
    beyond.write_all(&head)?;
    io::copy(&mut client, &mut beyond)?;
    Ok(())
}

/// Whether what a client begins with is a request line of HTTP/1.1 (RFC 9112, 3); `None` while that is open.
fn is_http(head: &[u8]) -> Option<bool> {
    /// Octets in which a request line must have ended.
    const LINE: usize = 8192;
    match head.iter().position(|octet| *octet == b'\n') {
        Some(end) => Some(head[..end].trim_ascii_end().ends_with(b" HTTP/1.1")),
        // Messages behind their length, of which no line would ever end.
        None => (head.len() >= LINE || head.iter().any(|octet| !matches!(octet, b' '..=b'~' | b'\r'))).then_some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_line_is_told_from_other_octets() {
        assert_eq!(is_http(b"POST /soap HTT"), None);
        assert_eq!(is_http(b"POST /soap HTTP/1.1\r\nHost:"), Some(true));
        assert_eq!(is_http(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0"), Some(false));
        assert_eq!(is_http(b"\0\0\0\x10mess"), Some(false));
        assert_eq!(is_http(&[b'a'; 9000]), Some(false));
    }
}
