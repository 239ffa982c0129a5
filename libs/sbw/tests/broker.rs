//! The broker with modules of this crate: ids, names, notices, forwarding, its own services, many modules.

mod common;

use std::pin::pin;
use std::sync::{Arc, Barrier, mpsc};
use std::task::{Context, Poll, Wake};

use common::{LONG, Raw, echo, echo_method, private};
use sbw::block::{Block, BlockReader, Value};
use sbw::broker::{Broker, METHODS, Options};
use sbw::caller::Caller;
use sbw::directory::{self, Invoke};
use sbw::message::{Frame, Message, MethodId, ModuleId, SYSTEM_SERVICE};
use sbw::module::{Methods, Module, Notice};
use sbw::{Error, ExceptionCode, UserDirectory};

const BROKER: ModuleId = ModuleId::BROKER;

fn code(error: Error) -> ExceptionCode {
    match error {
        Error::Exception(exception) => exception.code,
        other => panic!("{other}"),
    }
}

#[test]
fn ids_start_at_0_and_empty_names_are_filled_in() {
    let broker = private();
    let first = Caller::connect(broker.address(), broker.key(), "first").unwrap();
    assert_eq!(first.id(), ModuleId(0));
    let mut second = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let modules = directory::modules(&mut second).unwrap();
    let names: Vec<_> = modules.iter().map(|entry| (entry.id.0, entry.name.to_string())).collect();
    let expected = [(-1, "BROKER"), (0, "first"), (1, "anonymous-1")];
    assert_eq!(names, expected.map(|(id, name)| (id, name.to_owned())));
}

#[test]
fn list_of_modules_is_byte_for_byte_the_originals() {
    let broker = private();
    let mut raw = Raw::connect(&broker, "echo");
    raw.call(MethodId::new(BROKER, 0, 18), 7, Block::new());
    let expected = "31000000 00000000 00 07000000 06 02000000 06 02000000 01 ffffffff 04 06000000 42524f4b4552
                    06 02000000 01 00000000 04 04000000 6563686f ff";
    let digits: String = expected.split_whitespace().collect();
    let mut bytes: Vec<u8> =
        (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect();
    let length = bytes.len() as i32;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    assert_eq!(raw.next().unwrap(), bytes);
}

#[test]
fn a_shared_name_means_the_first_that_still_runs() {
    let broker = private();
    let first = echo(&broker, "same");
    let second = echo(&broker, "same");
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    assert_eq!(directory::module(&mut caller, "same").unwrap(), first.id());
    assert_eq!(directory::module(&mut caller, &second.id().to_string()).unwrap(), second.id());
    let id = first.id();
    drop(first);
    while directory::modules(&mut caller).unwrap().iter().any(|entry| entry.id == id) {}
    assert_eq!(directory::module(&mut caller, "same").unwrap(), second.id());
    assert_eq!(code(directory::module(&mut caller, "Same").unwrap_err()), ExceptionCode::ModuleNotFound);
}

#[test]
fn notices_tell_of_others_only() {
    let broker = private();
    let (tell, told) = mpsc::channel();
    let watcher = Module::builder("watcher")
        .on_notice(move |notice| tell.send(notice.clone()).unwrap())
        .connect(broker.address(), broker.key())
        .unwrap();
    let other = Raw::connect(&broker, "other");
    let id = other.id;
    assert_eq!(told.recv_timeout(LONG).unwrap(), Notice::Startup(id, "other".into()));
    drop(other);
    assert_eq!(told.recv_timeout(LONG).unwrap(), Notice::Shutdown(id));
    drop(watcher);
}

#[test]
fn the_broker_reports_its_service_as_the_original_does() {
    let broker = private();
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let services = directory::services(&mut caller, BROKER).unwrap();
    assert_eq!(services[0].name, "BROKER");
    let methods = directory::methods(&mut caller, BROKER, 0).unwrap();
    let signatures: Vec<_> = methods.iter().map(|entry| entry.signature.to_string()).collect();
    assert_eq!(signatures, METHODS.map(|(signature, _)| signature));
    assert_eq!(signatures[19], "{} getMethodIds(int,int)");
    assert!(directory::help(&mut caller, methods[18].id).unwrap().shown().contains("running module"));
    let version = directory::call_text::<&str>(&mut caller, "BROKER.BROKER.getVersion", &[]).unwrap();
    assert!(version[0].to_string().contains(&broker.address().port().to_string()));
    let ids = directory::call_text::<&str>(&mut caller, "BROKER.BROKER.getExistingModuleInstanceIds", &[]).unwrap();
    assert_eq!(ids[0].to_string(), "[-1, 0]");
}

#[test]
fn unknown_parts_of_the_broker_answer_as_the_originals() {
    let broker = private();
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let mut ask = |service, method| caller.invoke(MethodId::new(BROKER, service, method), Block::new());
    let unknown = ask(5, 0).unwrap_err();
    assert!(unknown.to_string().contains("Unknown service id 5"));
    assert_eq!(code(unknown), ExceptionCode::Application);
    assert!(ask(0, 99).unwrap().is_empty(), "an unknown method gets a void reply");
    assert!(ask(SYSTEM_SERVICE, 77).unwrap_err().to_string().contains("receive failed"));
    assert_eq!(ask(SYSTEM_SERVICE, 3).unwrap().values().unwrap(), [Value::Integer(0)], "the broker goes on");
    assert_eq!(code(ask(0, 1).unwrap_err()), ExceptionCode::TypeMismatch);
    let gone = caller.call(echo_method(ModuleId(77)), &()).unwrap_err();
    assert!(gone.to_string().contains("Module instance id 77 does not exist"));
    assert_eq!(code(gone), ExceptionCode::Communication);
}

#[test]
fn descriptors_come_from_the_modules_themselves() {
    let broker = private();
    let module = echo(&broker, "m");
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let id = module.id().to_string();
    let mut ask = |method: &str, arguments: &[&str]| {
        let path = format!("BROKER.BROKER.{method}");
        directory::call_text(&mut caller, &path, arguments).map(|values| values[0].to_string()).map_err(code)
    };
    let service = r#"{"m", "echo", "", "", ""}"#;
    assert_eq!(ask("getServiceDescriptors(int)", &[&id]).unwrap(), format!("[{service}]"));
    assert_eq!(ask("getServiceDescriptor(int, int)", &[&id, "0"]).unwrap(), service);
    assert_eq!(ask("getServiceDescriptor(int, string)", &[&id, "echo"]).unwrap(), service);
    assert_eq!(ask("getServiceDescriptor(int, int)", &[&id, "1"]), Err(ExceptionCode::ServiceNotFound));
    let methods = r#"{{0, "{} echo({} anything)"}}"#;
    assert_eq!(ask("getMethodIds(int,int)", &[&id, "0"]).unwrap(), methods);
    assert_eq!(ask("getMethodIds(string,string)", &["m", "echo"]).unwrap(), methods);
    for unknown in [["m", "x"], ["x", "echo"], ["BROKER", "x"]] {
        assert_eq!(ask("getMethodIds(string,string)", &unknown), Err(ExceptionCode::Application), "{unknown:?}");
    }
    assert_eq!(ask("getModuleDescriptor(int)", &[&id]).unwrap(), r#"{"m", "", 0, "", ""}"#);
    assert_eq!(ask("getModuleDescriptor(string, boolean)", &["m", "true"]).unwrap(), r#"{"m", "", 0, "", ""}"#);
    assert_eq!(ask("getServiceDescriptors(string)", &["m"]), Err(ExceptionCode::ModuleNotFound));
    let own = r#"{"BROKER", "BROKER", "BROKER", "/", "The BROKER service implements the services of the SBW Broker."}"#;
    assert_eq!(ask("findServices", &["/", "true"]).unwrap(), format!("[{own}]"));
    assert_eq!(ask("findLocalServices", &["", "false"]).unwrap(), format!("[{own}]"));
    assert_eq!(ask("getServiceDescriptor(int, int)", &["-1", "0"]).unwrap(), own);
    assert_eq!(ask("getServiceDescriptors(string)", &["BROKER"]).unwrap(), format!("[{own}]"));
    let own = r#"{"BROKER", "SBW Broker", 0, "", "The SBW Broker manages all modules."}"#;
    assert_eq!(ask("getModuleDescriptor(int)", &["-1"]).unwrap(), own);
    assert_eq!(ask("getModuleDescriptor(string, boolean)", &["BROKER", "false"]).unwrap(), own);
    assert!(ask("getModuleDescriptors", &["true", "false"]).unwrap().contains(own));
    assert!(ask("getModuleDescriptors", &["false", "true"]).unwrap().contains(r#"{"m", "", 0, "", ""}"#));
}

#[test]
fn a_module_that_goes_fails_the_calls_open_to_it() {
    let broker = private();
    let mut silent = Raw::connect(&broker, "silent");
    let module = echo(&broker, "caller");
    let pending = module.call_async(echo_method(silent.id), &(1,)).unwrap();
    assert!(silent.next().is_some(), "the call has arrived");
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let id = silent.id;
    let asked = std::thread::spawn(move || caller.call(MethodId::new(BROKER, 0, 12), &(id.0,)));
    assert!(silent.next().is_some(), "the broker's own question has arrived");
    drop(silent);
    assert_eq!(code(pending.wait(Some(LONG)).unwrap_err()), ExceptionCode::Communication);
    assert_eq!(code(asked.join().unwrap().unwrap_err()), ExceptionCode::Communication);
}

struct Peer {
    raw: Raw,
    kept: Option<Vec<u8>>,
}

/// Takes the next message: answers it if it is a call, else keeps it. True when it was a call.
fn answer_one(peer: &mut Peer) -> bool {
    let bytes = peer.raw.next().unwrap();
    let Message::Request(request) = Message::parse(&bytes).unwrap() else {
        peer.kept = Some(bytes);
        return false;
    };
    let result = Block::from_items(BlockReader::new(request.items).rest().unwrap());
    peer.raw.write(&Frame::reply(request.source, request.message_id, result).unwrap());
    true
}

#[test]
fn a_thousand_modules_call_each_other() {
    const MODULES: usize = 1000;
    let broker = private();
    // Raw peers, since a thread or two for each of a thousand modules would test the machine.
    let peer = |at: usize| Peer { raw: Raw::connect(&broker, &format!("m{at}")), kept: None };
    let mut peers: Vec<Peer> = (0..MODULES).map(peer).collect();
    let ids: Vec<ModuleId> = peers.iter().map(|peer| peer.raw.id).collect();
    for (at, peer) in peers.iter_mut().enumerate() {
        let mut block = Block::new();
        block.integer(at as i32);
        peer.raw.call(echo_method(ids[(at + 1) % MODULES]), at as i32, block);
    }
    // Each gets one call and one reply, in either order.
    for peer in &mut peers {
        while !answer_one(peer) {}
    }
    for (at, peer) in peers.iter_mut().enumerate() {
        let reply = peer.kept.take().or_else(|| peer.raw.next()).unwrap();
        let Message::Reply { message_id, .. } = Message::parse(&reply).unwrap() else { panic!() };
        assert_eq!(message_id, at as i32);
    }
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    assert_eq!(directory::modules(&mut caller).unwrap().len(), MODULES + 2);
    // Before the modules go, since all the others would get a notice of each.
    broker.stop().unwrap();
}

/// The smallest executor: one future, on this thread.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Unpark(std::thread::current())).into();
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        std::thread::park();
    }
}

#[test]
fn calls_are_futures_of_any_executor() {
    let broker = private();
    let module = echo(&broker, "m");
    let mut silent = Raw::connect(&broker, "silent");
    let given_up = module.call_async(echo_method(silent.id), &(1,)).unwrap();
    let sum = block_on(async {
        let all: Vec<_> =
            (0..500).map(|value| module.call_async(echo_method(module.id()), &(value,)).unwrap()).collect();
        let mut sum = 0;
        for answer in all {
            sum += answer.await.unwrap().read::<(i32,)>().unwrap().0;
        }
        sum
    });
    assert_eq!(sum, 499 * 500 / 2);
    drop(given_up);
    let open = module.call_async(echo_method(silent.id), &(2,)).unwrap();
    assert!(silent.next().is_some() && silent.next().is_some());
    module.disconnect();
    assert!(matches!(block_on(open), Err(Error::Disconnected)));
    assert!(matches!(module.call_async(echo_method(silent.id), &(3,)), Err(Error::Disconnected)));
}

#[test]
fn many_threads_of_many_modules_call_at_once() {
    let broker = private();
    let modules: Vec<_> = (0..6).map(|at| echo(&broker, &format!("m{at}"))).collect();
    let ids: Vec<_> = modules.iter().map(|module| module.id()).collect();
    let barrier = Arc::new(Barrier::new(modules.len() * 4));
    std::thread::scope(|scope| {
        for (at, module) in modules.iter().enumerate() {
            for thread in 0..4 {
                let (ids, barrier) = (&ids, barrier.clone());
                scope.spawn(move || {
                    barrier.wait();
                    for round in 0..50 {
                        let to = ids[(at + thread + round) % ids.len()];
                        let value = (at * 10_000 + thread * 1000 + round) as i32;
                        let answer = module.call(echo_method(to), &(value, vec![0.5; round * 20])).unwrap();
                        assert_eq!(answer.read::<(i32,)>().unwrap(), (value,));
                    }
                });
            }
        }
    });
}

#[test]
fn the_files_are_those_that_libsbw_reads() {
    let home = tempfile::tempdir().unwrap();
    let directory = UserDirectory::new(home.path().join("user"));
    let options = || Options { directory: Some(directory.clone()), ..Options::private() };
    let broker = Broker::bind(options()).unwrap().spawn().unwrap();
    let runtime = directory.path().join("runtime/127.0.0.1");
    let properties = std::fs::read_to_string(runtime.join("run.properties")).unwrap();
    assert!(properties.lines().any(|line| line == format!("sbw.module.port={}", broker.address().port())));
    assert!(properties.lines().all(|line| line.len() < 50), "libSBW reads lines through 50 bytes");
    let key = std::fs::read(runtime.join("key")).unwrap();
    assert_eq!((key.len(), key.as_slice()), (512, broker.key().bytes()), "no newline");
    let (address, key) = directory.broker().unwrap();
    let caller = Caller::connect(address, &key, "").unwrap();
    assert!(matches!(Broker::bind(options()), Err(Error::AlreadyRunning(_))));
    drop(caller);
    broker.stop().unwrap();
    assert!(matches!(directory.broker(), Err(Error::NoBroker(_))));
    let again = Broker::bind(Options { reuse_key: true, ..options() }).unwrap();
    assert!(again.key().matches(key.bytes()));
}

#[test]
fn a_broker_takes_only_its_own_port_out_of_the_files() {
    let home = tempfile::tempdir().unwrap();
    let options = Options { directory: Some(UserDirectory::new(home.path())), ..Options::private() };
    let broker = Broker::bind(options).unwrap();
    let properties = home.path().join("runtime/127.0.0.1/run.properties");
    std::fs::write(&properties, "sbw.module.port=1\n").unwrap();
    broker.stopper().stop();
    broker.run().unwrap();
    assert_eq!(std::fs::read_to_string(properties).unwrap(), "sbw.module.port=1\n");
}

#[test]
fn a_module_may_stop_the_broker_where_that_is_allowed() {
    let broker = common::broker(Options { allow_broker_shutdown: true, ..Options::private() });
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    caller.call(MethodId::new(BROKER, 0, 17), &()).unwrap();
    broker.wait().unwrap();
}

#[test]
fn methods_call_others_and_answer_later() {
    let broker = private();
    let (deferred, later) = mpsc::channel();
    let deferred = std::sync::Mutex::new(deferred);
    let service = Methods::new("s")
        .method("int through(int id, int value)", "", |call| {
            let (id, value): (i32, i32) = call.arguments()?;
            let connection = call.connection().unwrap();
            Ok(Block::from_items(connection.call(echo_method(ModuleId(id)), &(value,))?.items()))
        })
        .unwrap()
        .method("int later()", "", move |call| {
            deferred.lock().unwrap().send(call.defer()).unwrap();
            Ok(Block::new())
        })
        .unwrap()
        .method("void panics()", "", |_| panic!("on purpose"))
        .unwrap();
    let module = Module::builder("m").service(service).connect(broker.address(), broker.key()).unwrap();
    let other = echo(&broker, "other");
    let method = |method| MethodId::new(module.id(), 0, method);
    let answer = other.call(method(0), &(other.id().0, 42)).unwrap();
    assert_eq!(answer.read::<(i32,)>().unwrap(), (42,));

    let (first, second) = (other.call_async(method(1), &()).unwrap(), other.call_async(method(1), &()).unwrap());
    let answers = [later.recv_timeout(LONG).unwrap(), later.recv_timeout(LONG).unwrap()];
    for (value, answer) in (0..).zip(answers.into_iter().rev()) {
        let mut block = Block::new();
        block.integer(value);
        answer.finish(Ok(block));
    }
    let mut both = [first, second].map(|pending| pending.wait(Some(LONG)).unwrap().read::<(i32,)>().unwrap().0);
    both.sort_unstable();
    assert_eq!(both, [0, 1]);

    let dropped = other.call_async(method(1), &()).unwrap();
    drop(later.recv_timeout(LONG).unwrap());
    assert_eq!(code(dropped.wait(Some(LONG)).unwrap_err()), ExceptionCode::Unexpected);
    assert_eq!(code(other.call(method(2), &()).unwrap_err()), ExceptionCode::Unexpected);
    assert_eq!(code(other.call(method(3), &()).unwrap_err()), ExceptionCode::MethodNotFound);
    assert_eq!(code(other.call(MethodId::new(module.id(), 1, 0), &()).unwrap_err()), ExceptionCode::ServiceNotFound);
    assert_eq!(code(other.call(method(0), &("x",)).unwrap_err()), ExceptionCode::TypeMismatch);
}

#[test]
fn a_timeout_ends_a_call_and_its_late_reply_is_dropped() {
    let broker = private();
    let mut slow = Raw::connect(&broker, "slow");
    let module = echo(&broker, "m");
    let soon = std::time::Duration::from_millis(20);
    let error = module.call_within(soon, echo_method(slow.id), &(1,)).unwrap_err();
    assert!(matches!(error, Error::Timeout(_)));
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    caller.set_timeout(Some(soon));
    assert!(matches!(caller.call(echo_method(slow.id), &(1,)), Err(Error::Timeout(_))));
    caller.set_timeout(Some(LONG));
    for _ in 0..2 {
        let bytes = slow.next().unwrap();
        let Message::Request(request) = Message::parse(&bytes).unwrap() else { panic!() };
        let mut late = Block::new();
        late.string("late").unwrap();
        slow.write(&Frame::reply(request.source, request.message_id, late).unwrap());
    }
    let me = echo_method(module.id());
    assert_eq!(module.call(me, &(2,)).unwrap().read::<(i32,)>().unwrap(), (2,), "a module may call itself");
    assert_eq!(caller.call(me, &(3,)).unwrap().read::<(i32,)>().unwrap(), (3,));
}

#[test]
fn a_module_can_be_shut_down_by_another() {
    let broker = private();
    let (one, other) = (echo(&broker, "one"), echo(&broker, "other"));
    one.send(MethodId::new(other.id(), SYSTEM_SERVICE, 3), &()).unwrap();
    other.wait();
    assert!(matches!(other.call(echo_method(one.id()), &()), Err(Error::Disconnected)));
}
