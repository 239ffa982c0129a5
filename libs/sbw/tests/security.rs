//! A test that attacks for each weakness of the original (table in docs/sbw.md, whose numbers are in the names).
//! After each attack another module must still be served.

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use common::{LONG, Raw, broker, echo, echo_method, exception_of, private, still_serves};
use sbw::block::Block;
use sbw::broker::Options;
use sbw::caller::Caller;
use sbw::directory;
use sbw::message::{DISCONNECT, Frame, Message, MethodId, ModuleId, SYSTEM_SERVICE};
use sbw::module::{Methods, Module, Notice};
use sbw::{Error, Exception, ExceptionCode, SessionKey, UserDirectory};

const BROKER: ModuleId = ModuleId::BROKER;

/// True if the stream ends without a single byte.
fn closed_without_a_word(mut stream: TcpStream) -> bool {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    bytes.is_empty()
}

#[test]
fn listens_on_loopback_01() {
    assert!(private().address().ip().is_loopback());
    assert!(Options::default().listen.is_loopback());
}

#[test]
fn keys_are_not_repeated_02() {
    let keys: Vec<SessionKey> = (0..8).map(|_| private().key().clone()).collect();
    for (at, key) in keys.iter().enumerate() {
        assert!(keys[..at].iter().all(|other| !other.matches(key.bytes())));
    }
}

#[cfg(unix)]
#[test]
fn the_key_file_is_for_the_user_alone_03() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let directory = UserDirectory::new(home.path().join("user"));
    // An older, open file in its place does not lend the new one its mode.
    std::fs::create_dir_all(directory.key_path().parent().unwrap()).unwrap();
    std::fs::write(directory.key_path(), "old").unwrap();
    std::fs::set_permissions(directory.key_path(), std::fs::Permissions::from_mode(0o666)).unwrap();
    let _broker = broker(Options { directory: Some(directory.clone()), ..Options::private() });
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&directory.key_path()), 0o600);

    let fresh = UserDirectory::new(home.path().join("fresh"));
    let _other = broker(Options { directory: Some(fresh.clone()), ..Options::private() });
    assert_eq!(mode(fresh.path()), 0o700);
    assert_eq!(mode(fresh.key_path().parent().unwrap()), 0o700);
    assert_eq!(std::fs::read_dir(fresh.key_path().parent().unwrap()).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn only_the_whole_key_opens_04() {
    let broker = private();
    let key = broker.key().bytes();
    let mut wrong = key.to_vec();
    wrong[511] ^= 1;
    for bad in [&wrong[..], &key[..511], &[key, b"x"].concat(), b""] {
        let mut stream = Raw::open(&broker);
        stream.write_all(&Raw::hello(bad, b"intruder")).unwrap();
        assert!(closed_without_a_word(stream));
        let offered = SessionKey::from_bytes(bad);
        assert!(
            offered.is_err() || matches!(Caller::connect(broker.address(), &offered.unwrap(), ""), Err(Error::Refused))
        );
    }
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let names: Vec<_> = directory::modules(&mut caller).unwrap().into_iter().map(|entry| entry.name).collect();
    assert!(!names.iter().any(|name| name == "intruder"), "{names:?}");
}

#[test]
fn there_is_no_second_listener_and_no_link_05() {
    let broker = private();
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let error = directory::call_text(&mut caller, "BROKER.BROKER.linkBroker", &["localhost"]).unwrap_err();
    assert!(error.to_string().contains("insecure execution denied"));
}

#[test]
fn silent_peers_block_no_other_and_are_dropped_06() {
    let broker = broker(Options { handshake_wait: Duration::from_secs(2), max_handshakes: 50, ..Options::private() });
    let mut strangers: Vec<TcpStream> = (0..200).map(|_| Raw::open(&broker)).collect();
    // Some say half of a hello.
    strangers.iter_mut().step_by(2).for_each(|stream| {
        // Those beyond the cap may be closed already.
        let _ = stream.write_all(&[0, 2, 0, 0, b'A']);
    });
    still_serves(&broker);
    assert!(strangers.into_iter().all(closed_without_a_word), "each is closed, by the cap or by the deadline");
}

#[test]
fn hello_lengths_are_capped_07() {
    let broker = private();
    for length in [-1i32, i32::MIN, i32::MAX, 4097] {
        let mut stream = Raw::open(&broker);
        stream.write_all(&length.to_le_bytes()).unwrap();
        assert!(closed_without_a_word(stream), "{length}");
    }
    let mut stream = Raw::open(&broker);
    stream.write_all(&Raw::hello(broker.key().bytes(), &[b'n'; 1025])).unwrap();
    assert!(closed_without_a_word(stream), "a name over 1 KiB");
    still_serves(&broker);
}

#[test]
fn message_lengths_are_checked_08() {
    let broker = broker(Options { max_message: 1 << 20, ..Options::private() });
    for length in [i32::MIN, -2, 0, 7, 8, 12] {
        let mut raw = Raw::connect(&broker, "bad");
        raw.stream.write_all(&length.to_le_bytes()).unwrap();
        // It may be closed before all of this is taken.
        let _ = raw.stream.write_all(&[2; 200_000]);
        assert!(raw.gets_closed(), "{length}");
    }
    for kind in [2u8, 3, 4, 0xff] {
        let mut raw = Raw::connect(&broker, "bad");
        raw.stream.write_all(&[20, 0, 0, 0, 0, 0, 0, 0, kind, 0, 0, 0, 0]).unwrap();
        assert!(raw.gets_closed(), "a message of type {kind} with 20 bytes");
    }
    let mut raw = Raw::connect(&broker, "bad");
    raw.stream.write_all(&i32::MAX.to_le_bytes()).unwrap();
    let _ = raw.stream.write_all(&[0xfe; 200_000]);
    assert!(raw.gets_closed(), "a message of no type, whatever its length");
    still_serves(&broker);
}

#[test]
fn forged_sources_are_refused_09() {
    let broker = private();
    let (mut victim, target) = (Raw::connect(&broker, "victim"), echo(&broker, "target"));
    let mut forger = Raw::connect(&broker, "forger");
    for source in [victim.id, BROKER, ModuleId(9999)] {
        let frame = Frame::call(echo_method(target.id()), source, 5, Block::new()).unwrap();
        forger.write(&frame);
        let exception = exception_of(&forger.next().unwrap());
        assert_eq!(exception.code, ExceptionCode::Communication);
        forger.write(&Frame::send(echo_method(target.id()), source, Block::new()).unwrap());
    }
    // The victim's next message is the answer to its own call, nothing before it.
    victim.call(MethodId::new(BROKER, 0, 8), 1, Block::new());
    let Message::Reply { message_id, .. } = Message::parse(&victim.next().unwrap()).unwrap() else { panic!() };
    assert_eq!(message_id, 1);
}

#[test]
fn notices_of_others_are_refused_10() {
    let broker = private();
    let (tell, told) = std::sync::mpsc::channel();
    let forger_name = "forger";
    let victim = Module::builder("victim")
        .on_notice(move |notice| tell.send(notice.clone()).unwrap())
        .connect(broker.address(), broker.key())
        .unwrap();
    let mut forger = Raw::connect(&broker, forger_name);
    let mut startup = Block::new();
    startup.integer(1234);
    startup.string("ghost").unwrap();
    for (at, method) in [2, 5, 6].into_iter().enumerate() {
        for module in [victim.id(), BROKER] {
            let method = MethodId::new(module, SYSTEM_SERVICE, method);
            forger.write(&Frame::send(method, forger.id, startup.clone()).unwrap());
            forger.call(method, at as i32, startup.clone());
            assert!(!exception_of(&forger.next().unwrap()).message.is_empty());
        }
    }
    let mut caller = Caller::connect(broker.address(), broker.key(), "last").unwrap();
    assert!(directory::modules(&mut caller).unwrap().iter().all(|entry| entry.name != "ghost"));
    let heard: Vec<Notice> = [told.recv_timeout(LONG).unwrap(), told.recv_timeout(LONG).unwrap()].into();
    let startups = [(forger.id, forger_name), (caller.id(), "last")];
    assert_eq!(heard, startups.map(|(id, name)| Notice::Startup(id, name.into())));
}

#[test]
fn shutting_modules_down_can_be_forbidden_10() {
    let broker = broker(Options { allow_module_shutdown: false, ..Options::private() });
    let (module, mut other) = (echo(&broker, "m"), Raw::connect(&broker, "other"));
    other.call(MethodId::new(module.id(), SYSTEM_SERVICE, 3), 1, Block::new());
    assert_eq!(exception_of(&other.next().unwrap()).code, ExceptionCode::Communication);
    still_serves(&broker);
    assert!(module.call(echo_method(module.id()), &()).is_ok());
}

#[test]
fn a_peer_that_sends_everything_and_closes_at_once_is_removed() {
    let broker = private();
    let mut bytes = Raw::hello(broker.key().bytes(), b"hasty");
    bytes.extend_from_slice(Frame::send(MethodId::new(BROKER, 0, 0), ModuleId(0), Block::new()).unwrap().bytes());
    for _ in 0..200 {
        let mut stream = Raw::open(&broker);
        stream.write_all(&bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        // It is closed from the other side, without anything more from this one.
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
}

#[test]
fn replies_pass_only_from_the_module_called_11() {
    let broker = private();
    let (mut victim, mut callee) = (Raw::connect(&broker, "victim"), Raw::connect(&broker, "callee"));
    let mut forger = Raw::connect(&broker, "forger");
    victim.call(echo_method(callee.id), 3, Block::new());
    assert!(callee.next().is_some());
    for message_id in [3, -1, 0, i32::MAX] {
        forger.write(&Frame::reply(victim.id, message_id, Block::new()).unwrap());
        let exception = Exception::application("forged");
        forger.write(&Frame::exception(victim.id, message_id, &exception).unwrap());
    }
    // Through the broker and back: what the forger sent has been dealt with.
    forger.call(MethodId::new(BROKER, 0, 0), 1, Block::new());
    assert!(forger.next().is_some());
    let mut true_answer = Block::new();
    true_answer.integer(42);
    for _ in 0..2 {
        callee.write(&Frame::reply(victim.id, 3, true_answer.clone()).unwrap());
    }
    let first = victim.next().unwrap();
    let Message::Reply { message_id: 3, items, .. } = Message::parse(&first).unwrap() else { panic!("{first:?}") };
    assert_eq!(items, [&[1, 42, 0, 0, 0][..], &[0xff]].concat());
    // The second copy of the answer is no answer to anything.
    callee.call(MethodId::new(BROKER, 0, 0), 1, Block::new());
    assert!(callee.next().is_some());
    victim.call(MethodId::new(BROKER, 0, 0), 4, Block::new());
    assert!(matches!(Message::parse(&victim.next().unwrap()), Ok(Message::Reply { message_id: 4, .. })));
}

#[test]
fn a_module_ignores_answers_it_did_not_ask_for_11() {
    // A broker that is not ours, and lies.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let lying = std::thread::spawn(move || {
        let mut stream = listener.accept().unwrap().0;
        let mut hello = [0; 8 + 3];
        stream.read_exact(&mut hello).unwrap();
        stream.write_all(&0i32.to_le_bytes()).unwrap();
        for message_id in [-1, 0, 5, i32::MIN, i32::MAX] {
            stream.write_all(Frame::reply(ModuleId(0), message_id, Block::new()).unwrap().bytes()).unwrap();
        }
        let ask = MethodId::new(ModuleId(0), SYSTEM_SERVICE, 0);
        stream.write_all(Frame::call(ask, ModuleId(1), 1, Block::new()).unwrap().bytes()).unwrap();
        let mut answer = [0; 24];
        stream.read_exact(&mut answer).unwrap();
        answer
    });
    let key = SessionKey::from_bytes("k").unwrap();
    let module = Module::builder("me").connect(address, &key).unwrap();
    let answer = lying.join().unwrap();
    assert_eq!(answer[..4], 24i32.to_le_bytes(), "it still answers: no services");
    module.wait();
}

#[test]
fn hostile_arguments_are_answered_with_exceptions_12_to_16() {
    let broker = private();
    let service = Methods::new("s")
        .method("int count({} list)", "", |call| {
            let values = call.reader().value()?;
            call.answer(&(values.to_string().len() as i32,))
        })
        .unwrap();
    let module = Module::builder("m").service(service).connect(broker.address(), broker.key()).unwrap();
    let mut raw = Raw::connect(&broker, "attacker");
    let attacks: [Vec<u8>; 7] = [
        vec![4, 0xff, 0xff, 0xff, 0x7f, b'x'],
        vec![4, 10, 0, 0, 0, b'x', b'y', b'z'],
        vec![5, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0],
        vec![6, 0xff, 0xff, 0xff, 0x7f, 0, 0],
        vec![6, 0xfe, 0xff, 0xff, 0xff],
        [6u8, 1, 0, 0, 0].repeat(40_000),
        vec![6, 1, 0, 0, 0, 9, 9],
    ];
    for (at, attack) in attacks.iter().enumerate() {
        for method in [MethodId::new(module.id(), 0, 0), MethodId::new(BROKER, 0, 1)] {
            raw.call(method, at as i32, Block::from_items(attack));
            let exception = exception_of(&raw.next().unwrap());
            assert_eq!(exception.code, ExceptionCode::TypeMismatch, "{at}: {exception}");
        }
    }
    still_serves(&broker);
}

#[test]
fn closing_with_replies_pending_ends_no_process_17() {
    let broker = private();
    let module = echo(&broker, "m");
    for _ in 0..20 {
        let mut raw = Raw::connect(&broker, "hasty");
        for message_id in 0..20 {
            let mut block = Block::new();
            block.array(&vec![0.5; 5000]).unwrap();
            raw.call(echo_method(module.id()), message_id, block);
        }
    }
    still_serves(&broker);
    assert!(module.call(echo_method(module.id()), &()).is_ok());
}

#[test]
fn strangers_read_no_files_register_nothing_and_do_not_stop_the_broker_20() {
    let broker = private();
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let mut denied = |method: &str, arguments: &[&str]| {
        let error = directory::call_text(&mut caller, &format!("BROKER.BROKER.{method}"), arguments).unwrap_err();
        assert!(error.to_string().contains("insecure execution denied"), "{method}: {error}");
    };
    denied("readFromFile", &["/etc/hostname"]);
    denied("registerModule", &["n", "d", "0", "touch /tmp/x", "h"]);
    denied("changeModuleName", &["0", "n"]);
    denied("registerService", &["m", "s", "d", "c", "h"]);
    denied("unregisterModule", &["m"]);
    denied("shutdownBroker", &[]);
    caller.send(MethodId::new(BROKER, 0, 17), &()).unwrap();
    still_serves(&broker);
}

#[test]
fn a_send_is_never_answered_22() {
    let broker = private();
    let mut raw = Raw::connect(&broker, "sender");
    let dead = [
        echo_method(ModuleId(99)),
        MethodId::new(BROKER, 0, 77),
        MethodId::new(BROKER, 9, 0),
        MethodId::new(BROKER, 0, 12),
    ];
    for method in dead {
        raw.write(&Frame::send(method, raw.id, Block::new()).unwrap());
    }
    raw.call(MethodId::new(BROKER, 0, 0), 1, Block::new());
    assert!(matches!(Message::parse(&raw.next().unwrap()), Ok(Message::Reply { message_id: 1, .. })));
}

#[test]
fn the_disconnect_word_is_obeyed_even_in_pieces() {
    let broker = private();
    let mut raw = Raw::connect(&broker, "leaving");
    for byte in DISCONNECT {
        raw.stream.write_all(&[byte]).unwrap();
    }
    assert!(raw.gets_closed());
    still_serves(&broker);
}

#[test]
fn a_call_in_single_bytes_with_hello_and_call_in_one_is_understood() {
    let broker = private();
    let mut stream = Raw::open(&broker);
    let mut bytes = Raw::hello(broker.key().bytes(), b"dribble");
    // The first id of a broker is 0.
    bytes.extend_from_slice(Frame::call(MethodId::new(BROKER, 0, 8), ModuleId(0), 1, Block::new()).unwrap().bytes());
    for byte in bytes {
        stream.write_all(&[byte]).unwrap();
    }
    let mut answer = [0; 4 + 14 + 18];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(answer[..4], 0i32.to_le_bytes());
    assert_eq!(answer[4..8], 32i32.to_le_bytes());
}

#[test]
fn a_call_without_terminator_is_understood_as_by_the_original() {
    let broker = private();
    let mut raw = Raw::connect(&broker, "lax");
    let frame = Frame::call(MethodId::new(BROKER, 0, 8), raw.id, 1, Block::new()).unwrap();
    let mut bytes = frame.bytes()[..25].to_vec();
    bytes[0] = 25;
    raw.stream.write_all(&bytes).unwrap();
    assert!(matches!(Message::parse(&raw.next().unwrap()), Ok(Message::Reply { message_id: 1, .. })));
}

#[test]
fn noise_ends_the_connection_and_nothing_else() {
    let broker = private();
    let mut noise = 1u64;
    for round in 0..200usize {
        let mut raw = Raw::connect(&broker, "noise");
        let bytes: Vec<u8> = (0..round * 7)
            .map(|_| {
                noise = noise.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (noise >> 56) as u8 & if round % 2 == 0 { 0xff } else { 3 }
            })
            .collect();
        // The broker may close at any byte.
        let _ = raw.stream.write_all(&bytes);
    }
    still_serves(&broker);
}
