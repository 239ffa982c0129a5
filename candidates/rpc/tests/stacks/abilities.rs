//! What the stacks can beyond plain calls, as `wirecost probe` finds it out. Each finding must be the one that the
//! documents tell.

use wirecost_rpc_rust::ability::{Ability, Finding, find};
use wirecost_rpc_rust::client::Calling;
use wirecost_rpc_rust::messages::{Operation, Value};

use crate::catalogue::{End, Server, Subject};
use crate::programs::process::Process;

/// How long a call may take. A meeting that never comes about takes a quarter of it.
const PATIENCE_MS: u64 = 4000;

/// An ability to test comes with a message, which the client sends where the test needs one.
fn message(subject: &Subject, ability: Ability) -> (&'static str, Value) {
    let text = || Value::Text("probe".into());
    match ability {
        Ability::Integers if subject.types.iter().any(|known| known == "any") => {
            let limits = [Value::from(i64::MIN), Value::from(i64::MAX), Value::from(u64::MAX)];
            ("any", Value::Sequence(limits.to_vec()))
        }
        Ability::Struct => {
            let record = ["key", "value", "first", "last"].map(|name| (name.to_owned(), text()));
            let records = Value::Sequence(vec![Value::Map(record.to_vec())]);
            ("dns", Value::Map(vec![("records".into(), records)]))
        }
        _ => ("string", Value::Map(vec![("value".into(), text())])),
    }
}

fn found(server: &Server<'_>, ability: Ability) -> Finding {
    let (message_type, message) = message(server.subject, ability);
    let calling = server.calling(message_type, Operation::Echo, &message);
    let calling = Calling { ability: Some(ability), timeout_ms: PATIENCE_MS, ..calling };
    match &server.subject.client {
        End::Stack(stack) => find(stack, &calling, ability),
        End::Program(words) => Process::start(words, &calling).finding().unwrap(),
    }
}

/// Probes every stack: those that `can` names can, the others cannot, and every server goes on.
fn probe(ability: Ability, can: impl Fn(&Subject) -> bool) {
    for subject in Subject::every().into_iter().filter(|subject| !subject.is_floor) {
        let server = subject.start();
        match found(&server, ability) {
            Finding::Can => assert!(can(&subject), "{} can {ability:?}", subject.name),
            Finding::Cannot(reason) => {
                assert!(!can(&subject) && !reason.is_empty(), "{}: {ability:?}: {reason}", subject.name);
            }
            Finding::NotAsked(reason) => panic!("{}: {ability:?}: {reason}", subject.name),
        }
        let refused = found(&server, Ability::UnknownMethod);
        assert_eq!(refused, Finding::Can, "{}: after {ability:?}", subject.name);
    }
}

fn is_of(subject: &Subject, folders: &[&str]) -> bool {
    folders.iter().any(|folder| subject.name.split(' ').next() == Some(folder))
}

/// XML-RPC and SBW have integers of 32 bits.
#[test]
fn integers_of_64_bits_come_back() {
    probe(Ability::Integers, |subject| !is_of(subject, &["sbw"]) && !subject.name.contains("xml"));
}

#[test]
fn a_struct_comes_back() {
    probe(Ability::Struct, |subject| !is_of(subject, &["sbw"]));
}

#[test]
fn calls_that_are_none_of_a_server_are_refused() {
    probe(Ability::UnknownMethod, |_| true);
    probe(Ability::WrongType, |_| true);
}

#[test]
fn a_fault_keeps_its_code() {
    probe(Ability::FaultCode, |subject| !is_of(subject, &["capnp"]));
}

#[test]
fn a_one_way_message_has_its_effect() {
    probe(Ability::OneWay, |subject| is_of(subject, &["msgpack", "sbw", "thrift"]));
}

#[test]
fn calls_are_answered_while_others_wait() {
    probe(Ability::Concurrent, |subject| is_of(subject, &["capnp", "grpc", "json-http2", "sbw"]));
}

/// A direct server of SBW has no connection to call by; a module behind a broker has.
#[test]
fn a_server_calls_its_client() {
    probe(Ability::BothWays, |subject| is_of(subject, &["capnp"]) || subject.name == "sbw broker");
}

#[test]
fn a_moment_comes_back() {
    let can = |subject: &Subject| is_of(subject, &["grpc", "msgpack", "soap"]) || subject.name.contains("xml");
    probe(Ability::DateTime, can);
}
