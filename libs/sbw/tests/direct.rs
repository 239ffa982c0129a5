//! The same frames without a broker.

mod common;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use common::{LONG, Raw, echo_method, echo_service};
use sbw::caller::Caller;
use sbw::direct::Server;
use sbw::directory;
use sbw::message::ModuleId;
use sbw::module::Module;
use sbw::{Error, SessionKey};

fn server() -> Server {
    Server::start(Ipv4Addr::LOCALHOST.into(), vec![Box::new(echo_service())]).unwrap()
}

#[test]
fn callers_and_modules_connect_as_to_a_broker() {
    let server = server();
    let mut caller = Caller::connect(server.address(), server.key(), "").unwrap();
    let module = Module::builder("m").timeout(LONG).connect(server.address(), server.key()).unwrap();
    let doubles = vec![0.25; 100_000];
    for _ in 0..3 {
        let answer = caller.call(echo_method(ModuleId(0)), &(&doubles,)).unwrap();
        assert_eq!(answer.read::<(Vec<f64>,)>().unwrap().0, doubles);
        let answer = module.call(echo_method(ModuleId(0)), &("x",)).unwrap();
        assert_eq!(answer.read::<(&str,)>().unwrap(), ("x",));
    }
    let services = directory::services(&mut caller, ModuleId(0)).unwrap();
    assert_eq!(services[0].name, "echo");
    drop(server);
    module.wait();
    assert!(matches!(caller.call(echo_method(ModuleId(0)), &()), Err(Error::Disconnected | Error::Io { .. })));
}

#[test]
fn only_the_key_opens_and_a_silent_peer_blocks_no_other() {
    let server = server();
    // More than there are places; those who say nothing make room.
    let silent: Vec<_> = (0..300).map(|_| TcpStream::connect(server.address()).unwrap()).collect();
    let wrong = SessionKey::random().unwrap();
    assert!(matches!(Caller::connect(server.address(), &wrong, ""), Err(Error::Refused)));
    let mut bad = TcpStream::connect(server.address()).unwrap();
    bad.write_all(&(-1i32).to_le_bytes()).unwrap();
    assert_eq!(bad.read(&mut [0; 4]).unwrap_or(0), 0);
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(&Raw::hello(server.key().bytes(), b"")).unwrap();
    stream.read_exact(&mut [0; 4]).unwrap();
    stream.write_all(&[3, 0, 0, 0]).unwrap();
    assert_eq!(stream.read(&mut [0; 4]).unwrap_or(0), 0, "a message of 3 bytes ends the connection");
    let mut caller = Caller::connect(server.address(), server.key(), "").unwrap();
    assert!(caller.call(echo_method(ModuleId(0)), &(1,)).is_ok());
    drop(silent);
}
