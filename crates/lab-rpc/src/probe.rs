//! What a stack can do, found out and not asserted: each probe is calls of the stack's own client to a fresh server.

use std::time::Duration;

use wirecost_host::Server;
use wirecost_rpc_protocol::Ability;
pub use wirecost_rpc_protocol::Finding;
use wirecost_server_lab::{Candidate, Places, Reason, launch};
use wirecost_value::{Value, encoding};

use crate::ANY;
use crate::calls::{Calls, Task};
use crate::client::Process;
use crate::proxy::Proxy;
use crate::record::record;

/// How long a call of a probe may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of the large message.
const LARGE: usize = 16 << 20;
/// Numbers of the array whose bytes are counted.
const NUMBERS: usize = 1000;
/// Bytes that its request may have: eight a number, and half a thousand for the rest of it.
const MOST_BYTES: usize = NUMBERS * 8 + 500;

/// What is probed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Probe {
    /// NaN, the infinities, -0 and the smallest number come back bit by bit.
    Specials,
    /// The request with an array of 1,000 doubles has at most 8,500 bytes: no number has its type or its text beside it.
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
        let calls = Calls::of_check(candidate, message_type, &content, PATIENCE);
        self.probe(&calls).unwrap_or_else(|reason| Finding::Cannot(reason.to_string()))
    }

    fn probe(self, calls: &Calls<'_>) -> Result<Finding, Reason> {
        let launch = launch(calls.candidate, calls.content, &Places::anywhere(1), None)?;
        let mut server = Server::start(&launch)?;
        let address = server.address();
        match self {
            Probe::TypedArrays => {
                let bytes = record(calls, &mut server)?.request.len();
                return Ok(match bytes {
                    0 => Finding::NotAsked("it does not go by its port".into()),
                    bytes if bytes > MOST_BYTES => Finding::Cannot(format!("{bytes} bytes for {NUMBERS} doubles")),
                    _ => Finding::Can,
                });
            }
            Probe::Ability(ability) => {
                let mut client = Process::start(calls, &server, address, Task::FindOut(ability))?;
                let finding = client.finding(&mut server)?;
                if finding != Finding::Can {
                    return Ok(finding);
                }
            }
            Probe::Proxy => {
                let proxy = Proxy::start(address).map_err(|error| error.to_string())?;
                let called = Process::start(calls, &server, proxy.address, Task::CALL)?.ready(&mut server);
                if proxy.has_refused() {
                    return Ok(Finding::Cannot("its client does not send HTTP/1.1".into()));
                }
                called?;
            }
            Probe::Specials | Probe::Large => {}
        }
        // The server goes on.
        Process::start(calls, &server, address, Task::CALL)?.ready(&mut server)?;
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
