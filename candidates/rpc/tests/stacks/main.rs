//! What holds for every stack, by its server and its own client.

mod abilities;
mod catalogue;
#[path = "../common/mod.rs"]
mod common;
mod programs;
mod values;

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};

use catalogue::{PATIENCE, Server, Subject};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use wirecost_rpc_rust::call::CallError;
use wirecost_rpc_rust::client::Calling;
use wirecost_rpc_rust::messages::{Operation, Value};
use wirecost_rpc_rust::phases::Stamps;
use wirecost_rpc_rust::unconnected;

/// Arbitrary messages of each type and operation, and arbitrary bytes for each server.
const CASES: u32 = 16;

fn runner() -> TestRunner {
    runner_of(CASES)
}

fn runner_of(cases: u32) -> TestRunner {
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

/// Calls once.
fn call(server: &Server<'_>, message_type: &str, operation: Operation, value: &Value) -> Result<(), CallError> {
    let calling = server.calling(message_type, operation, value);
    let mut client = server.connect(&calling).map_err(unconnected)?;
    client.call(&mut Stamps::default())
}

/// A call with a good answer, and the line that a client reads for it.
fn good_calling(server: &Server<'_>) -> Calling {
    let subject = server.subject;
    if subject.types.iter().any(|known| known == "echo-float") {
        let number = Value::Map(vec![("value".into(), Value::Float32(-2.5))]);
        server.calling("echo-float", subject.operations[0], &number)
    } else {
        server.calling("empty", subject.operations[0], &Value::Map(Vec::new()))
    }
}

fn call_well(server: &Server<'_>) -> Result<(), CallError> {
    server.connect(&good_calling(server)).map_err(unconnected)?.call(&mut Stamps::default())
}

/// The stacks that do the whole work.
fn stacks() -> impl Iterator<Item = Subject> {
    Subject::all().into_iter().filter(|subject| !subject.is_floor)
}

#[test]
fn every_method_answers_right_whatever_the_message() {
    for subject in stacks() {
        let server = subject.start();
        for message_type in &subject.types {
            for &operation in &subject.operations {
                let right = |value: Value| {
                    let called = call(&server, message_type, operation, &value);
                    called.map_err(|error| TestCaseError::fail(error.to_string()))
                };
                let done = runner().run(&values::of_type(message_type), right);
                done.unwrap_or_else(|error| panic!("{}: {message_type} {operation:?}: {error}", subject.name));
            }
        }
    }
}

/// A client goes on with its connection.
#[test]
fn a_connection_carries_call_after_call() {
    for subject in Subject::all() {
        let server = subject.start();
        let mut client = server.connect(&good_calling(&server)).unwrap();
        for count in 0..3 {
            let called = client.call(&mut Stamps::default());
            called.unwrap_or_else(|error| panic!("{}: call {count}: {error}", subject.name));
        }
    }
}

/// What a client of this stack sends before it hears anything.
fn first_bytes(server: &Server<'_>) -> Vec<u8> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let calling = Calling { address: listener.local_addr().unwrap(), timeout_ms: 500, ..good_calling(server) };
    let connect = server.subject.connect();
    let client = std::thread::spawn(move || connect(&calling).map(|mut client| client.call(&mut Stamps::default())));
    let mut bytes = vec![0; 4096];
    while !client.is_finished() {
        if let Ok((mut stream, _)) = listener.accept() {
            stream.set_nonblocking(false).unwrap();
            let count = stream.read(&mut bytes).unwrap();
            bytes.truncate(count);
            return bytes;
        }
    }
    panic!("the client of {} sends nothing", server.subject.name);
}

/// Sends bytes and no more, and takes what comes until the server is done with the connection.
fn send_hostile(server: &Server<'_>, bytes: &[u8]) -> Result<(), String> {
    let mut stream = TcpStream::connect(server.address).map_err(|error| error.to_string())?;
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // It may close the connection before it has read all of it.
    let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(Shutdown::Write));
    match stream.read_to_end(&mut Vec::new()) {
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Err(format!("the connection with {bytes:?} is left open"))
        }
        _ => Ok(()),
    }
}

#[test]
fn hostile_bytes_end_their_connection_and_no_other() {
    for subject in stacks() {
        let server = subject.start();
        let good = first_bytes(&server);
        let good_length = good.len();
        let noise = || proptest::collection::vec(any::<u8>(), 1..64);
        let hostile = prop_oneof![
            noise(),
            // A length that promises more than any message may have.
            noise().prop_map(|noise| [&[0x7f, 255, 255, 255], noise.as_slice()].concat()),
            // A request cut short, and one with other bytes in it.
            (0..good_length).prop_map({
                let good = good.clone();
                move |at| good[..at].to_vec()
            }),
            (noise(), 0..good_length).prop_map(move |(noise, at)| {
                let mut bytes = good.clone();
                let end = bytes.len().min(at + noise.len());
                bytes.splice(at..end, noise);
                bytes
            }),
        ];
        let done = runner().run(&hostile, |bytes| {
            send_hostile(&server, &bytes).map_err(TestCaseError::fail)?;
            call_well(&server).map_err(|error| TestCaseError::fail(error.to_string()))
        });
        done.unwrap_or_else(|error| panic!("{}: {error}", subject.name));
    }
}
