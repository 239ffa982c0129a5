//! Names and descriptions are bytes: what a module says in another character set passes unchanged.

mod common;

use common::{LONG, Raw, broker, private};
use sbw::block::{Block, BlockReader, Value};
use sbw::broker::{Options, RunningBroker};
use sbw::caller::Caller;
use sbw::directory;
use sbw::message::{Frame, Message, MethodId, ModuleId, SYSTEM_SERVICE};
use sbw::module::{Module, Notice};
use sbw::{Text, UserDirectory};

const BROKER: ModuleId = ModuleId::BROKER;
const CAFE: &[u8] = b"Caf\xe9";

fn caller(broker: &RunningBroker) -> Caller {
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    caller.set_timeout(Some(LONG));
    caller
}

/// Calls a method of BROKER with strings and integers, and gives its first result.
fn ask(caller: &mut Caller, method: i32, arguments: &[Value]) -> Value {
    caller.call(MethodId::new(BROKER, 0, method), &Given(arguments)).unwrap().values().unwrap().swap_remove(0)
}

struct Given<'a>(&'a [Value]);
impl sbw::block::ToBlock for Given<'_> {
    fn to_block(&self, block: &mut Block) -> sbw::Result<()> {
        self.0.to_block(block)
    }
}

fn string(bytes: &[u8]) -> Value {
    Value::String(bytes.to_vec())
}

#[test]
fn a_module_is_listed_and_looked_up_by_the_bytes_of_its_name() {
    let broker = private();
    let (tell, told) = std::sync::mpsc::channel();
    let watcher = Module::builder("watcher").on_notice(move |notice| tell.send(notice.clone()).unwrap());
    let _watcher = watcher.connect(broker.address(), broker.key()).unwrap();
    let module = Module::builder(CAFE).connect(broker.address(), broker.key()).unwrap();
    assert_eq!(told.recv_timeout(LONG).unwrap(), Notice::Startup(module.id(), CAFE.into()));
    let mut caller = caller(&broker);
    let entries = directory::modules(&mut caller).unwrap();
    assert!(entries.iter().any(|entry| entry.id == module.id() && entry.name.bytes() == CAFE), "{entries:?}");
    assert_eq!(ask(&mut caller, 1, &[string(CAFE)]), Value::Integer(module.id().0));
    assert_eq!(directory::module(&mut caller, &Text::from(CAFE).shown()).unwrap(), module.id(), "as it is shown");
    let Value::List(described) = ask(&mut caller, 4, &[Value::Integer(module.id().0)]) else { panic!() };
    assert_eq!(described[0], string(CAFE));
    let Value::List(described) = ask(&mut caller, 3, &[string(CAFE), Value::Boolean(true)]) else { panic!() };
    assert_eq!(described[0], string(CAFE));
}

/// A module in Latin-1: what libSBW lets a program offer.
fn latin1(mut raw: Raw) {
    while let Some(bytes) = raw.next() {
        let Message::Request(request) = Message::parse(&bytes).unwrap() else { panic!() };
        let mut block = Block::new();
        match (request.method.service, request.method.method) {
            (SYSTEM_SERVICE, 0) => block.strings([CAFE].into_iter()).unwrap(),
            (SYSTEM_SERVICE, 1) => block.strings([&b"string Gr\xf6\xdfe(string \xfcber)"[..]].into_iter()).unwrap(),
            (SYSTEM_SERVICE, 4) => block.string(b"Gr\xf6\xdfe").unwrap(),
            _ => block.string(BlockReader::new(request.items).string().unwrap()).unwrap(),
        }
        raw.write(&Frame::reply(request.source, request.message_id, block).unwrap());
    }
}

#[test]
fn services_methods_and_help_pass_unchanged() {
    let broker = private();
    let module = Raw::connect(&broker, "latin1");
    let id = module.id;
    let serving = std::thread::spawn(move || latin1(module));
    let mut caller = caller(&broker);
    assert_eq!(directory::services(&mut caller, id).unwrap()[0].name.bytes(), CAFE);
    let methods = directory::methods(&mut caller, id, 0).unwrap();
    assert_eq!(methods[0].signature.bytes(), b"string Gr\xf6\xdfe(string \xfcber)");
    assert_eq!(directory::help(&mut caller, methods[0].id).unwrap().bytes(), b"Gr\xf6\xdfe");
    let found = directory::find(&mut caller, "latin1", r"Caf\xe9", r"Gr\xf6\xdfe(string)").unwrap();
    assert_eq!(found, methods[0].id);
    let said = directory::call_text(&mut caller, r"latin1.Caf\xe9.Gr\xf6\xdfe", &["hi"]).unwrap();
    assert_eq!(said, [Value::text("hi")]);

    // The same through the broker, which asks the module.
    let Value::List(described) = ask(&mut caller, 9, &[Value::Integer(id.0), string(CAFE)]) else { panic!() };
    assert_eq!(described[1], string(CAFE));
    let Value::List(ids) = ask(&mut caller, 20, &[string(b"latin1"), string(CAFE)]) else { panic!() };
    assert_eq!(ids, [Value::List(vec![Value::Integer(0), string(b"string Gr\xf6\xdfe(string \xfcber)")])]);
    broker.stop().unwrap();
    serving.join().unwrap();
}

#[test]
fn registered_text_comes_back_byte_for_byte() {
    let home = tempfile::tempdir().unwrap();
    let options = || Options { registry: true, directory: Some(UserDirectory::new(home.path())), ..Options::private() };
    let mut help: Vec<u8> = (1..=255).collect();
    help.extend_from_slice("é€".as_bytes());
    let module = [string(CAFE), string(b"\xe9"), Value::Integer(1), string(b"run \xe9"), string(&help)];
    let service = [string(CAFE), string(b"s\xff"), string(b"\xfe"), string(b"/Caf\xe9"), string(&help)];
    let first = broker(options());
    let mut one = caller(&first);
    for (method, arguments) in [(13, &module), (15, &service)] {
        one.call(MethodId::new(BROKER, 0, method), &Given(arguments)).unwrap();
    }
    first.stop().unwrap();
    let second = broker(options());
    let mut other = caller(&second);
    assert_eq!(ask(&mut other, 3, &[string(CAFE), Value::Boolean(false)]), Value::List(module.to_vec()));
    let Value::Array(found) = ask(&mut other, 5, &[string(CAFE), Value::Boolean(false)]) else { panic!() };
    assert_eq!(*found.elements(), sbw::block::Elements::List(vec![service.to_vec()]));
}
