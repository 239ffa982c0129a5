//! Peers that leave Nagle's algorithm on, as libSBW does. Such a peer holds back a small segment until the one before
//! it is acknowledged. Where no answer carries the acknowledgement, the kernel sends it 40 ms later at the earliest,
//! unless the reader asks for it (`TCP_QUICKACK`).
#![cfg(target_os = "linux")]

mod common;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use common::original::{Original, greet, listen, not_delayed};
use common::{Raw, echo_method, echo_service, private};
use sbw::block::Block;
use sbw::caller::Caller;
use sbw::message::{Frame, Message, MethodId, ModuleId, SYSTEM_SERVICE};
use sbw::module::Module;

#[test]
fn the_broker_acknowledges_what_it_does_not_answer() {
    let broker = private();
    let raw = Raw::connect(&broker, "original");
    let mut original = Original::new(raw.stream.try_clone().unwrap(), raw.id);
    let version = MethodId::new(ModuleId::BROKER, 0, 0);
    not_delayed(|id| original.send_then_call(version, id));
    not_delayed(|id| original.call_in_pieces(version, id));
}

#[test]
fn a_module_acknowledges_what_it_does_not_answer() {
    let (listener, key) = listen();
    let address = listener.local_addr().unwrap();
    let connecting =
        std::thread::spawn(move || Module::builder("m").service(echo_service()).connect(address, &key).unwrap());
    let mut original = greet(&listener);
    let module = connecting.join().unwrap();
    not_delayed(|id| original.send_then_call(echo_method(module.id()), id));
    not_delayed(|id| original.call_in_pieces(echo_method(module.id()), id));
}

#[test]
fn a_direct_server_acknowledges_what_it_does_not_answer() {
    let server = sbw::direct::Server::start(Ipv4Addr::LOCALHOST.into(), vec![Box::new(echo_service())]).unwrap();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(&Raw::hello(server.key().bytes(), b"original")).unwrap();
    stream.read_exact(&mut [0; 4]).unwrap();
    let mut original = Original::new(stream, ModuleId(0));
    not_delayed(|id| original.send_then_call(echo_method(ModuleId(0)), id));
    not_delayed(|id| original.call_in_pieces(echo_method(ModuleId(0)), id));
}

#[test]
fn a_caller_acknowledges_a_notice_before_its_reply() {
    let (listener, key) = listen();
    let address = listener.local_addr().unwrap();
    let calling = std::thread::spawn(move || {
        let mut caller = Caller::connect(address, &key, "").unwrap();
        not_delayed(|_| {
            caller.call(echo_method(ModuleId(5)), &()).unwrap();
        });
    });
    let mut original = greet(&listener);
    let notice = MethodId::new(ModuleId(0), SYSTEM_SERVICE, 6);
    while let Some(bytes) = original.reader.read_message().unwrap() {
        let Message::Request(request) = Message::parse(&bytes).unwrap() else { panic!() };
        for _ in 0..2 {
            original.write(Frame::send(notice, ModuleId::BROKER, Block::new()).unwrap().bytes());
        }
        original.write(Frame::reply(ModuleId(0), request.message_id, Block::new()).unwrap().bytes());
    }
    calling.join().unwrap();
}
