//! Rust and Python call each other through the broker, both ways.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use common::{LONG, private};
use sbw::block::{Array, Block, Complex, Elements, Shape, Value};
use sbw::broker::RunningBroker;
use sbw::directory;
use sbw::message::{MethodId, ModuleId};
use sbw::module::{Methods, Module};
use sbw::{Error, Exception, ExceptionCode, SessionKey};

fn binding() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("python")
}

/// `None`, with a message, where there is no Python.
fn python() -> Option<Command> {
    match Command::new("python3").arg("--version").output() {
        Ok(output) if output.status.success() => {
            let mut command = Command::new("python3");
            command.current_dir(binding()).env("PYTHONPATH", ".").env("PYTHONDONTWRITEBYTECODE", "1");
            Some(command)
        }
        _ => {
            eprintln!("skipped: there is no python3");
            None
        }
    }
}

/// The command of tests/peer.py.
fn peer(mut python: Command) -> Command {
    python.arg("tests/peer.py");
    python
}

/// The peer of tests/peer.py. It ends with its standard input and with its connection, so it outlives neither this
/// value nor this process.
struct Peer {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Peer {
    fn start(command: Command, broker: &RunningBroker) -> Self {
        Self::at(command, broker.address(), broker.key())
    }

    fn at(mut command: Command, address: SocketAddr, key: &SessionKey) -> Self {
        let key = String::from_utf8(key.bytes().to_vec()).unwrap();
        let mut child = command
            .env("SBW_TEST_PORT", address.port().to_string())
            .env("SBW_TEST_KEY", key)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        let mut peer = Peer { child, lines };
        assert_eq!(peer.line(), "ready");
        peer
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn rust_module(broker: &RunningBroker) -> Module {
    let service = Methods::new("service")
        .method("{} echo({} anything)", "", |call| Ok(Block::from_items(call.reader().rest()?)))
        .unwrap()
        .method("double sum(double[] numbers)", "", |call| {
            let (numbers,): (Vec<f64>,) = call.arguments()?;
            call.answer(&(numbers.iter().sum::<f64>(),))
        })
        .unwrap()
        .method("int back(int id, int value)", "", |call| {
            let (id, value): (i32, i32) = call.arguments()?;
            let echo = MethodId::new(ModuleId(id), 0, 0);
            let list = Value::List(vec![Value::Integer(value)]);
            let mut answer = call.connection().unwrap().call_within(LONG, echo, &(list,))?.values()?;
            match answer.pop() {
                Some(Value::List(values)) => call.answer(&(&values[0],)),
                other => Err(Exception::application(format!("{other:?}"))),
            }
        })
        .unwrap()
        .method("void refuse(string why)", "", |call| Err(Exception::application(call.arguments::<(String,)>()?.0)))
        .unwrap();
    Module::builder("rust").service(service).timeout(LONG).connect(broker.address(), broker.key()).unwrap()
}

fn values() -> Value {
    let array = |sizes: &[usize], elements| Value::Array(Box::new(Array::new(sizes, elements).unwrap()));
    Value::List(vec![
        Value::Byte(200),
        Value::Double(f64::MIN_POSITIVE / 2.0),
        Value::Double(f64::NEG_INFINITY),
        Value::Boolean(false),
        Value::text("hé"),
        Value::String(vec![0xff, 0xfe, b'x']),
        Value::Complex(Box::new(Complex { re: 0.5, im: -0.0 })),
        Value::List(vec![]),
        array(&[2, 1, 2], Elements::Integer(vec![1, 2, 3, i32::MIN])),
        array(&[2], Elements::Boolean(vec![true, false])),
        array(&[1], Elements::Complex(vec![Complex { re: 1.0, im: 2.0 }])),
        array(&[1], Elements::Array(vec![Array::new(&[0, 3], Elements::Double(vec![])).unwrap()])),
    ])
}

fn code(result: sbw::Result<Block>) -> (ExceptionCode, String) {
    match result {
        Err(Error::Exception(exception)) => (exception.code, exception.message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rust_calls_python() {
    let Some(python) = python() else { return };
    let broker = private();
    let mut module = rust_module(&broker);
    let _peer = Peer::start(peer(python), &broker);
    let mut find = |pattern: &str| directory::find(&mut module, "python", "service", pattern).unwrap();
    let [echo, sum, back] = ["echo", "sum(double[])", "back"].map(&mut find);
    let [refuse, fail] = ["refuse", "fail"].map(&mut find);
    assert_eq!(module.call(echo, &(values(),)).unwrap().values().unwrap(), [values()]);
    let (answer,): (f64,) = module.call(sum, &(vec![0.5; 1000],)).unwrap().read().unwrap();
    assert_eq!(answer, 500.0);
    let (answer,): (i32,) = module.call(back, &(module.id().0, 42)).unwrap().read().unwrap();
    assert_eq!(answer, 42, "from Rust to Python and back into Rust while the first call is open");
    assert_eq!(code(module.call(refuse, &("no",))), (ExceptionCode::Application, "no".to_owned()));
    assert_eq!(code(module.call(fail, &())).0, ExceptionCode::Unexpected);
    assert_eq!(code(module.call(sum, &())).0, ExceptionCode::TypeMismatch);
    assert_eq!(code(module.call(MethodId { method: 99, ..sum }, &())).0, ExceptionCode::MethodNotFound);
    assert_eq!(code(module.call(MethodId { service: 9, ..sum }, &())).0, ExceptionCode::ServiceNotFound);
    assert_eq!(directory::help(&mut module, sum).unwrap(), "Their sum.");
    let typed = directory::call_text(&mut module, "python.service.sum", &["[1, 2, 3.5]"]).unwrap();
    assert_eq!(typed, [Value::Double(6.5)]);
}

#[test]
fn python_calls_rust() {
    let Some(python) = python() else { return };
    let broker = private();
    let module = rust_module(&broker);
    let mut peer = Peer::start(peer(python), &broker);
    for _ in 0..2 {
        peer.tell("call");
        assert_eq!(peer.line(), "ok");
    }
    drop(module);
    peer.tell("call");
    assert!(peer.line().starts_with("failed: SbwException"), "the module has gone");
}

#[test]
fn a_python_module_ends_with_its_broker() {
    let Some(python) = python() else { return };
    let broker = private();
    let mut peer = Peer::start(peer(python), &broker);
    broker.stop().unwrap();
    assert!(peer.child.wait().unwrap().success());
}

#[test]
fn the_bindings_own_tests_pass() {
    let Some(mut python) = python() else { return };
    let output = python.args(["-m", "unittest", "discover", "tests"]).output().unwrap();
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "python3 -m unittest discover tests: {}\n{said}\n{wrong}", output.status);
}

#[test]
fn python_refuses_arrays_of_another_type_as_libsbw_does() {
    let Some(python) = python() else { return };
    let broker = private();
    let mut module = rust_module(&broker);
    let _peer = Peer::start(peer(python), &broker);
    let sum = directory::find(&mut module, "python", "service", "sum(double[])").unwrap();
    let mut shaped = Block::new();
    shaped.shaped_array(Shape::new(&[1, 2]).unwrap(), &[1.0, 2.0]).unwrap();
    let refused = |arguments: Block| code(module.call(sum, &arguments));
    let mismatch = |told: &str| (ExceptionCode::TypeMismatch, told.to_owned());
    assert_eq!(refused(shaped), mismatch("expecting 1 dimensional array, received 2 dimensions"));
    let mut integers = Block::new();
    integers.array(&[1, 2]).unwrap();
    assert_eq!(refused(integers), mismatch("encountered integer required double "));
    let mut number = Block::new();
    number.double(1.0);
    assert_eq!(refused(number), mismatch("encountered double required array "));
    assert_eq!(refused(Block::new()), mismatch("encountered terminator required array "));
}

#[test]
fn python_shows_notices() {
    let Some(mut python) = python() else { return };
    let broker = private();
    python.args(["tests/peer.py", "notices"]);
    let mut peer = Peer::start(python, &broker);
    let other = Module::builder(&b"Caf\xe9"[..]).connect(broker.address(), broker.key()).unwrap();
    assert_eq!(peer.line(), format!(r"Startup(module={}, name='Caf\udce9')", other.id()));
    let id = other.id();
    drop(other);
    assert_eq!(peer.line(), format!("Shutdown(module={id})"));
}

#[test]
fn python_throws_away_a_message_over_its_limit() {
    let Some(python) = python() else { return };
    let broker = private();
    let mut module = rust_module(&broker);
    let _peer = Peer::start(peer(python), &broker);
    let sum = directory::find(&mut module, "python", "service", "sum(double[])").unwrap();
    let (code, told) = code(module.call(sum, &(vec![0.5; 50_000],)));
    assert_eq!(code, ExceptionCode::Communication);
    assert!(told.contains("over the limit of 100000"), "{told}");
    assert_eq!(module.call(sum, &(vec![0.5; 10_000],)).unwrap().read::<(f64,)>().unwrap(), (5000.0,));
}

#[cfg(target_os = "linux")]
#[test]
fn a_python_module_acknowledges_what_it_does_not_answer() {
    use common::original::{greet, listen, not_delayed};
    let Some(python) = python() else { return };
    let (listener, key) = listen();
    let address = listener.local_addr().unwrap();
    let starting = std::thread::spawn(move || Peer::at(peer(python), address, &key));
    // The peer first sees whether a wrong key is refused.
    drop(listener.accept().unwrap());
    let mut original = greet(&listener);
    let _peer = starting.join().unwrap();
    let system = MethodId::new(ModuleId(0), -1, 0);
    not_delayed(|id| original.send_then_call(system, id));
    not_delayed(|id| original.call_in_pieces(system, id));
}
