//! What the stacks can beyond plain calls, as `wirecost probe` finds it out. Each finding is an outcome of calls, and must
//! be the one that the documents tell.

use wirecost_rpc_rust::ability::{Ability, Finding, find};
use wirecost_rpc_rust::client::Calling;
use wirecost_rpc_rust::messages::{Operation, Value};

use crate::catalogue::{End, Server, Subject};
use crate::programs::process::Process;

/// How long a call may take. A meeting that never comes about takes a quarter of it.
const PATIENCE_MS: u64 = 4000;

fn found(server: &Server<'_>, ability: Ability) -> Finding {
    let text = Value::Map(vec![("value".into(), Value::Text("probe".into()))]);
    let calling = server.calling("string", Operation::Echo, &text);
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
    probe(Ability::Concurrent, |subject| is_of(subject, &["capnp", "grpc", "sbw"]));
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
