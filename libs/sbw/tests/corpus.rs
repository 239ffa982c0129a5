//! The kept corpus of hostile messages, see tests/corpus/README.md.

mod common;

use std::io::Write;

use common::{Raw, broker, echo, exception_of, still_serves};
use sbw::block::Block;
use sbw::broker::{Options, RunningBroker};
use sbw::caller::Caller;
use sbw::message::{Message, MethodId, ModuleId};
use sbw::module::{Methods, Module};
use sbw::{Error, ExceptionCode};

/// Outcome, bytes and description of each line of a corpus.
fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut parts = line.split('|').map(str::trim);
        let mut next = || parts.next().unwrap_or_else(|| panic!("a part is missing: {line}"));
        (next(), next(), next())
    })
}

fn bytes(text: &str, me: ModuleId, you: ModuleId) -> Vec<u8> {
    let hex = |digits: &str| -> Vec<u8> {
        (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
    };
    let word = |word: &str| match (word, word.split_once('*')) {
        ("me", _) => me.0.to_le_bytes().to_vec(),
        ("you", _) => you.0.to_le_bytes().to_vec(),
        ("broker", _) => (-1i32).to_le_bytes().to_vec(),
        (_, Some((count, byte))) => hex(byte).repeat(count.parse().unwrap()),
        (digits, None) => hex(digits),
    };
    text.split_whitespace().flat_map(word).collect()
}

/// Sends a message in pieces and sees what comes of it.
fn send(broker: &RunningBroker, you: ModuleId, (outcome, text, attacks): (&str, &str, &str), piece: usize) {
    let mut raw = Raw::connect(broker, "hostile");
    for piece in bytes(text, raw.id, you).chunks(piece) {
        // The broker may have closed it.
        let _ = raw.stream.write_all(piece);
    }
    match outcome.split_once(' ') {
        None if outcome == "closed" => return assert!(raw.gets_closed()),
        None if outcome == "waits" => return,
        None if outcome == "nothing" => {}
        None if outcome == "reply" => {
            let bytes = raw.next().unwrap_or_else(|| panic!("{attacks}: the connection was closed"));
            assert!(matches!(Message::parse(&bytes), Ok(Message::Reply { message_id: 5, .. })), "{attacks}");
        }
        Some(("exception", code)) => {
            let bytes = raw.next().unwrap_or_else(|| panic!("{attacks}: the connection was closed"));
            let exception = exception_of(&bytes);
            assert_eq!(exception.code, ExceptionCode::from_byte(code.parse().unwrap()), "{attacks}: {exception}");
            assert_eq!(bytes[9..13], 5i32.to_le_bytes(), "{attacks}");
        }
        other => panic!("no such outcome: {other:?}"),
    }
    raw.call(MethodId::new(ModuleId::BROKER, 0, 0), 1000, Block::new());
    let bytes = raw.next().unwrap_or_else(|| panic!("{attacks}: the connection was closed"));
    let next = Message::parse(&bytes).unwrap();
    assert!(matches!(next, Message::Reply { message_id: 1000, .. }), "{attacks}: {next:?}");
}

#[test]
fn hostile_messages_end_as_they_must_whole_and_in_pieces() {
    let broker = broker(Options { max_message: 65_536, ..Options::private() });
    let module = echo(&broker, "echo");
    for line in lines(include_str!("corpus/messages.txt")) {
        for piece in [usize::MAX, 1000, 13, 1] {
            // A million single bytes say no more than a hundred.
            if piece >= 1000 || bytes(line.1, module.id(), module.id()).len() < 300 {
                send(&broker, module.id(), line, piece);
            }
        }
        still_serves(&broker);
    }
    assert!(module.call(MethodId::new(module.id(), 0, 0), &()).is_ok());
}

#[test]
fn hostile_blocks_are_refused_by_readers_and_answered_by_modules() {
    let broker = common::private();
    let service = Methods::new("s")
        .method("void take({} anything)", "", |call| {
            call.reader().value()?;
            Ok(Block::new())
        })
        .unwrap();
    let module = Module::builder("m").service(service).connect(broker.address(), broker.key()).unwrap();
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let none = ModuleId(0);
    for (outcome, text, attacks) in lines(include_str!("corpus/blocks.txt")) {
        let block = Block::from_items(&bytes(text, none, none));
        let answer = caller.call(MethodId::new(module.id(), 0, 0), &block);
        match outcome {
            "ok" => {
                block.values().unwrap_or_else(|error| panic!("{attacks}: {error}"));
                assert!(block.reader().skip().is_ok(), "{attacks}");
                assert!(answer.is_ok(), "{attacks}: {answer:?}");
            }
            "refused" => {
                assert!(block.values().is_err(), "{attacks}");
                assert!(block.reader().skip().is_err(), "{attacks}");
                let Err(Error::Exception(exception)) = answer else { panic!("{attacks}: {answer:?}") };
                assert_eq!(exception.code, ExceptionCode::TypeMismatch, "{attacks}");
            }
            other => panic!("no such outcome: {other}"),
        }
    }
}
