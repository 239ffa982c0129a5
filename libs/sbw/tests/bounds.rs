//! Queues, memory, open and waiting calls are bounded, and writers never mix; the attacks of docs/sbw.md on 18 and 19.

mod common;

use std::io::Write;

use common::{LONG, Raw, broker, echo, echo_method, exception_of, private, still_serves};
use sbw::block::Block;
use sbw::broker::Options;
use sbw::caller::Caller;
use sbw::directory;
use sbw::message::{Frame, Message, MethodId, ModuleId, SYSTEM_SERVICE};
use sbw::module::{Methods, Module};
use sbw::{Error, ExceptionCode};

const BROKER: ModuleId = ModuleId::BROKER;

#[test]
fn messages_of_many_writers_are_never_mixed_18() {
    let broker = private();
    let target = echo(&broker, "target");
    let senders: Vec<_> = (0..4).map(|at| echo(&broker, &format!("s{at}"))).collect();
    std::thread::scope(|scope| {
        for sender in &senders {
            for thread in 0..4 {
                let target = target.id();
                scope.spawn(move || {
                    for round in 0..20 {
                        let doubles = vec![f64::from(thread * 100 + round); 3000];
                        let answer = sender.call(echo_method(target), &(&doubles[..],)).unwrap();
                        assert_eq!(answer.read::<(Vec<f64>,)>().unwrap(), (doubles,));
                    }
                });
            }
        }
    });
}

#[test]
fn a_stalled_reader_has_a_bounded_queue_and_blocks_no_other_18() {
    let broker = broker(Options { max_queue: 1 << 20, ..Options::private() });
    let mut still = Raw::connect(&broker, "still");
    let mut flooder = Raw::connect(&broker, "flooder");
    let mut block = Block::new();
    block.array(&vec![7u8; 300_000]).unwrap();
    let mut refused = 0;
    for message_id in 0..100 {
        flooder.call(echo_method(still.id), message_id, block.clone());
    }
    flooder.call(MethodId::new(BROKER, 0, 0), 1000, Block::new());
    loop {
        match Message::parse(&flooder.next().unwrap()).unwrap() {
            Message::Exception { exception, .. } => {
                assert_eq!(exception.code, ExceptionCode::Communication);
                refused += 1;
            }
            Message::Reply { message_id: 1000, .. } => break,
            other => panic!("{other:?}"),
        }
    }
    assert!((50..100).contains(&refused), "30 MB are not kept for a queue of 1 MiB: {refused} refused");
    still_serves(&broker);
    for _ in refused..100 {
        assert!(matches!(Message::parse(&still.next().unwrap()), Ok(Message::Request(_))), "the rest arrives whole");
    }
}

#[test]
fn a_caller_that_never_reads_its_replies_is_dropped() {
    let broker = broker(Options { max_queue: 1 << 20, ..Options::private() });
    let module = echo(&broker, "m");
    let mut glutton = Raw::connect(&broker, "glutton");
    let mut block = Block::new();
    block.array(&vec![7u8; 300_000]).unwrap();
    for message_id in 0.. {
        let frame = Frame::call(echo_method(module.id()), glutton.id, message_id, block.clone()).unwrap();
        if glutton.stream.write_all(frame.bytes()).is_err() {
            break;
        }
    }
    still_serves(&broker);
}

#[test]
fn a_module_that_never_reads_the_broker_s_answers_is_dropped() {
    let broker = broker(Options { max_queue: 1 << 20, ..Options::private() });
    let mut glutton = Raw::connect(&broker, "glutton");
    let frame = Frame::call(MethodId::new(BROKER, SYSTEM_SERVICE, 1), glutton.id, 0, zero()).unwrap();
    let many = frame.bytes().repeat(100);
    while glutton.stream.write_all(&many).is_ok() {}
    still_serves(&broker);
}

fn zero() -> Block {
    let mut block = Block::new();
    block.integer(0);
    block
}

#[test]
fn messages_too_large_for_the_broker_are_not_sent() {
    let broker = broker(Options { max_message: 100_000, ..Options::private() });
    let service = Methods::new("s")
        .method("byte[] much(int bytes)", "", |call| {
            let (bytes,): (i32,) = call.arguments()?;
            call.answer(&(vec![0u8; bytes as usize],))
        })
        .unwrap();
    let builder = Module::builder("m").service(service).max_message(100_000);
    let module = builder.connect(broker.address(), broker.key()).unwrap();
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let much = echo_method(module.id());
    assert!(caller.call(much, &(200_000,)).unwrap_err().to_string().contains("over the limit"));
    assert_eq!(caller.call(much, &(50_000,)).unwrap().read::<(Vec<u8>,)>().unwrap().0.len(), 50_000);
    assert!(matches!(module.call(much, &(vec![0u8; 200_000],)), Err(Error::TooLarge { .. })));
    assert!(matches!(module.send(much, &(vec![0u8; 200_000],)), Err(Error::TooLarge { .. })));
    assert!(module.call(much, &(1,)).is_ok(), "the connection is as good as before");
}

#[test]
fn memory_is_bounded_over_all_connections() {
    let broker = broker(Options { max_memory: 2 << 20, ..Options::private() });
    // Each announces a message of 1 MB, sends most of it and falls silent: four of them do not fit.
    let mut hoarders: Vec<Raw> = (0..4).map(|at| Raw::connect(&broker, &format!("h{at}"))).collect();
    let mut bytes = vec![0; 900_000];
    bytes[..4].copy_from_slice(&1_000_000i32.to_le_bytes());
    bytes[8] = 2;
    for hoarder in &mut hoarders {
        // It may be dropped while it writes.
        let _ = hoarder.stream.write_all(&bytes);
    }
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    while directory::modules(&mut caller).unwrap().len() > 4 {}
    still_serves(&broker);
}

#[test]
fn open_calls_and_waiting_calls_are_bounded_19() {
    let broker = broker(Options { max_open_calls: 10, ..Options::private() });
    let silent = Raw::connect(&broker, "silent");
    let mut caller = Raw::connect(&broker, "caller");
    for message_id in 0..11 {
        caller.call(echo_method(silent.id), message_id, Block::new());
    }
    assert!(exception_of(&caller.next().unwrap()).message.contains("10 calls open"));

    let broker = private();
    let (start, started) = std::sync::mpsc::channel();
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let (start, wait) = (std::sync::Mutex::new(start), std::sync::Mutex::new(wait));
    let service = Methods::new("s")
        .method("void block()", "", move |_| {
            start.lock().unwrap().send(()).unwrap();
            let _ = wait.lock().unwrap().recv();
            Ok(Block::new())
        })
        .unwrap();
    let builder = Module::builder("m").service(service).workers(1).max_waiting(5, 1 << 20);
    let module = builder.connect(broker.address(), broker.key()).unwrap();
    let mut caller = Raw::connect(&broker, "caller");
    caller.call(echo_method(module.id()), 0, Block::new());
    started.recv_timeout(LONG).unwrap();
    for message_id in 1..=6 {
        caller.call(echo_method(module.id()), message_id, Block::new());
    }
    assert!(exception_of(&caller.next().unwrap()).message.contains("too many calls"));
    drop(release);
    for _ in 0..6 {
        assert!(matches!(Message::parse(&caller.next().unwrap()), Ok(Message::Reply { .. })));
    }
}
