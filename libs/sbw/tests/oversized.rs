//! Messages over the limit are thrown away. Their callers get an exception, and the connections stay as good as before:
//! a closed connection kills a libSBW program that still writes.

mod common;

use std::io::Write;

use common::{LONG, Raw, broker, echo_method, echo_service, exception_of, private, still_serves};
use sbw::block::Block;
use sbw::broker::Options;
use sbw::caller::Caller;
use sbw::message::{Frame, Message, MethodId, ModuleId, SYSTEM_SERVICE};
use sbw::module::Module;
use sbw::{Error, ExceptionCode};

const VERSION: MethodId = MethodId { module: ModuleId::BROKER, service: 0, method: 0 };

fn bytes(count: usize) -> Block {
    let mut block = Block::new();
    block.array(&vec![7u8; count]).unwrap();
    block
}

fn limited() -> sbw::broker::RunningBroker {
    broker(Options { max_message: 100_000, ..Options::private() })
}

#[track_caller]
fn is_reply(bytes: Option<Vec<u8>>, id: i32) {
    let bytes = bytes.expect("the connection is open");
    assert!(matches!(Message::parse(&bytes), Ok(Message::Reply { message_id, .. }) if message_id == id), "{bytes:?}");
}

#[test]
fn the_broker_throws_away_a_call_and_answers_it() {
    let broker = limited();
    let mut raw = Raw::connect(&broker, "large");
    let callee = Raw::connect(&broker, "callee");
    for (id, size) in [(1, 100_001), (2, 300_000), (3, 20_000_000)] {
        for to in [callee.id, ModuleId::BROKER, ModuleId(77)] {
            // The next call comes right behind it, as from a program with several threads.
            let frame = Frame::call(echo_method(to), raw.id, id, bytes(size)).unwrap();
            let next = Frame::call(VERSION, raw.id, 100 + id, Block::new()).unwrap();
            raw.stream.write_all(&[frame.bytes(), next.bytes()].concat()).unwrap();
            let answer = raw.next().expect("the connection is open");
            assert_eq!(answer[9..13], id.to_le_bytes());
            let exception = exception_of(&answer);
            assert_eq!(exception.code, ExceptionCode::Communication);
            assert!(exception.message.contains("over the limit of 100000"), "{exception}");
            is_reply(raw.next(), 100 + id);
        }
    }
    still_serves(&broker);
}

#[test]
fn the_broker_throws_away_a_send_without_a_word() {
    let broker = limited();
    let mut raw = Raw::connect(&broker, "large");
    raw.write(&Frame::send(echo_method(ModuleId(77)), raw.id, bytes(200_000)).unwrap());
    raw.call(VERSION, 1, Block::new());
    is_reply(raw.next(), 1);
}

#[test]
fn the_caller_hears_of_a_reply_that_was_thrown_away() {
    let broker = limited();
    let (mut caller, mut callee) = (Raw::connect(&broker, "caller"), Raw::connect(&broker, "callee"));
    caller.call(echo_method(callee.id), 5, Block::new());
    assert!(callee.next().is_some());
    callee.write(&Frame::reply(caller.id, 5, bytes(200_000)).unwrap());
    let exception = exception_of(&caller.next().unwrap());
    assert_eq!(exception.code, ExceptionCode::Communication);
    assert!(exception.message.contains("over the limit of 100000"), "{exception}");

    // A large reply that nobody waits for reaches nobody.
    callee.write(&Frame::reply(caller.id, 5, bytes(200_000)).unwrap());
    callee.call(VERSION, 1, Block::new());
    is_reply(callee.next(), 1);
    caller.call(VERSION, 6, Block::new());
    is_reply(caller.next(), 6);
}

#[test]
fn the_broker_hears_of_a_large_answer_to_its_own_question() {
    let broker = limited();
    let (mut caller, mut module) = (Raw::connect(&broker, "caller"), Raw::connect(&broker, "module"));
    let mut id = Block::new();
    id.integer(module.id.0);
    caller.call(MethodId::new(ModuleId::BROKER, 0, 12), 5, id);
    let asked = module.next().unwrap();
    let Message::Request(request) = Message::parse(&asked).unwrap() else { panic!() };
    assert_eq!(request.method.service, SYSTEM_SERVICE);
    module.write(&Frame::reply(ModuleId::BROKER, request.message_id, bytes(200_000)).unwrap());
    assert!(exception_of(&caller.next().unwrap()).message.contains("over the limit"));
    module.call(VERSION, 1, Block::new());
    is_reply(module.next(), 1);
}

#[test]
fn a_peer_that_announces_without_end_is_dropped_when_it_goes() {
    let broker = limited();
    let mut raw = Raw::connect(&broker, "endless");
    let mut head = i32::MAX.to_le_bytes().to_vec();
    head.extend_from_slice(&[0, 0, 0, 0, 2]);
    raw.stream.write_all(&head).unwrap();
    raw.stream.write_all(&vec![2; 10_000_000]).unwrap();
    still_serves(&broker);
    raw.stream.shutdown(std::net::Shutdown::Write).unwrap();
    assert!(raw.gets_closed());
    still_serves(&broker);
}

#[test]
fn a_module_and_a_caller_throw_away_what_is_over_their_own_limit() {
    let broker = private();
    let builder = Module::builder("m").service(echo_service()).max_message(100_000).timeout(LONG);
    let module = builder.connect(broker.address(), broker.key()).unwrap();
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let echo = echo_method(module.id());
    let error = caller.call(echo, &bytes(200_000)).unwrap_err();
    assert!(error.to_string().contains("over the limit of 100000"), "{error}");
    assert!(caller.call(echo, &bytes(50_000)).is_ok(), "the module is as good as before");

    let mut callee = Raw::connect(&broker, "callee");
    let pending = module.call_async(echo_method(callee.id), &()).unwrap();
    let answer = |callee: &mut Raw| {
        let taken = callee.next().unwrap();
        let Message::Request(request) = Message::parse(&taken).unwrap() else { panic!() };
        callee.write(&Frame::reply(request.source, request.message_id, bytes(200_000)).unwrap());
    };
    answer(&mut callee);
    assert!(matches!(pending.wait(Some(LONG)), Err(Error::TooLarge { .. })));
    assert!(module.call(echo, &bytes(10)).is_ok());

    caller.set_max_message(100_000);
    let method = echo_method(callee.id);
    std::thread::scope(|scope| {
        let calling = scope.spawn(|| caller.call(method, &()));
        answer(&mut callee);
        assert!(matches!(calling.join().unwrap(), Err(Error::TooLarge { .. })));
    });
    assert!(caller.call(echo, &bytes(10)).is_ok());
    assert!(matches!(caller.call(echo, &bytes(200_000)), Err(Error::TooLarge { .. })), "it is not sent");
}
