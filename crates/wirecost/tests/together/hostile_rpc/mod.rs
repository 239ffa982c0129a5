//! Hostile requests against every server of the rpc lab, each in a process of its own: it answers with an error or closes,
//! goes on for others, and holds no more memory than its largest message needs.

mod corpus;

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use crate::common::Home;
use crate::common::started::Started;
use corpus::Request;
use wirecost_rpc_rust::call::Client;
use wirecost_rpc_rust::client::{Calling, Transfer};
use wirecost_rpc_rust::messages::Operation;
use wirecost_rpc_rust::phases::Stamps;
use wirecost_rpc_rust::stack;

/// No wait lasts longer.
const PATIENCE: Duration = Duration::from_secs(30);
/// Memory of a server after all of it: four of the largest messages of 64 MiB.
const MOST_MEMORY: u64 = 4 * (64 << 20);
/// Connections that promise the largest message and send little of it.
const PROMISES: usize = 64;

/// A server with what its own client needs.
struct Subject {
    name: &'static str,
    /// The folder of its stack, and the variant of its client.
    stack: (&'static str, &'static str),
    requests: fn() -> Vec<Request>,
}

const SOAP: &str = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>\
    <m:echoFloat xmlns:m=\"http://tempuri.org/\"><input>{}</input></m:echoFloat></s:Body></s:Envelope>";
const XML_RPC: &str = "<methodCall><methodName>wirecost.echoFloat</methodName><params><param><value><struct><member>\
    <name>value</name><value>{}</value></member></struct></value></param></params></methodCall>";
const JSON_RPC: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echoValue\",\"params\":[{}]}";

fn soap() -> Vec<Request> {
    let fields = "Content-Type: text/xml\r\nSOAPAction: \"\"\r\n";
    [corpus::http("/soap"), corpus::posted("/soap", fields, "soap", corpus::xml(SOAP))].concat()
}

fn xml_rpc() -> Vec<Request> {
    let posted = corpus::posted("/RPC2", "Content-Type: text/xml\r\n", "xml-rpc", corpus::xml(XML_RPC));
    [corpus::http("/RPC2"), posted].concat()
}

fn json_rpc() -> Vec<Request> {
    let posted = corpus::posted("/", "Content-Type: application/json\r\n", "json-rpc", corpus::json(JSON_RPC));
    [corpus::http("/"), posted].concat()
}

fn json_http() -> Vec<Request> {
    let posted = corpus::posted("/echoValue", "Content-Type: application/json\r\n", "json-http", corpus::json("{}"));
    [corpus::http("/echoValue"), posted].concat()
}

const fn subject(name: &'static str, stack: &'static str, variant: &'static str, of: fn() -> Vec<Request>) -> Subject {
    Subject { name, stack: (stack, variant), requests: of }
}

const SUBJECTS: &[Subject] = &[
    subject("capnp", "capnp", "", corpus::capnp),
    subject("grpc", "grpc", "", corpus::grpc),
    subject("json-http", "json-http", "", json_http),
    subject("json-http2", "json-http2", "", || [json_http(), corpus::grpc()].concat()),
    subject("json-rpc", "json-rpc", "", json_rpc),
    subject("msgpack", "msgpack", "", || corpus::frames(corpus::msgpack())),
    subject("raw-tcp", "raw", "tcp", || corpus::frames(Vec::new())),
    subject("raw-relay", "raw", "relay", || corpus::frames(Vec::new())),
    subject("sbw-direct", "sbw", "direct", Vec::new),
    subject("sbw-broker", "sbw", "broker", Vec::new),
    subject("sbw-shortened", "sbw-shortened", "", Vec::new),
    subject("soap", "soap", "", soap),
    subject("soap-ladder-bytes", "soap-ladder", "bytes", soap),
    subject("soap-ladder-pull", "soap-ladder", "pull", soap),
    subject("soap-ladder-sax", "soap-ladder", "sax", soap),
    subject("soap-ladder-dom", "soap-ladder", "dom", soap),
    subject("soap-ladder-bind", "soap-ladder", "bind", soap),
    subject("thrift-binary", "thrift", "binary", || corpus::frames(corpus::thrift_binary())),
    subject("thrift-compact", "thrift", "compact", || corpus::frames(corpus::thrift_compact())),
    subject("xml-rpc-arrays", "xml-rpc", "arrays", xml_rpc),
    subject("xml-rpc-base64", "xml-rpc", "base64", xml_rpc),
    subject("python-xmlrpc-arrays", "xml-rpc", "arrays", xml_rpc),
];

/// A good call by the stack's own client.
fn connect(subject: &Subject, address: SocketAddr, folder: &str) -> Box<dyn Client> {
    // Of types of messages every stack but one has this; both in wirecost's own encoding of values.
    let float =
        ("echo-float", Operation::Echo, [&b"\x0a\x01\0\0\0\x05\0\0\0value\x05"[..], &2.5_f32.to_le_bytes()].concat());
    let empty = ("empty", Operation::Count, b"\x0a\0\0\0\0".to_vec());
    let (message_type, operation, message) = if subject.name == "sbw-shortened" { empty } else { float };
    let calling = Calling {
        address,
        folder: PathBuf::from(folder),
        variant: subject.stack.1.to_owned(),
        message_type: message_type.to_owned(),
        message_bytes: message.len(),
        message,
        operation,
        ability: None,
        close: false,
        transfer: Transfer::Whole,
        timeout_ms: PATIENCE.as_millis() as u64,
        connections: 1,
        cores: Vec::new(),
        rate_per_s: None,
        warmup_ms: 0,
        window_ms: 0,
        stamped_ms: 0,
        in_turn: false,
    };
    let client = (stack(subject.stack.0).unwrap().connect)(&calling);
    client.unwrap_or_else(|error| panic!("{}: {error}", subject.name))
}

/// Sends bytes and no more, and reads until the server is done with the connection.
fn send(address: SocketAddr, bytes: &[u8]) -> Result<(), String> {
    let mut stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    let mut writer = stream.try_clone().unwrap();
    std::thread::scope(|scope| {
        // It may answer before it has read all of it, and close before that.
        scope.spawn(move || writer.write_all(bytes).and_then(|()| writer.shutdown(Shutdown::Write)));
        let mut answer = vec![0; 64 << 10];
        loop {
            match stream.read(&mut answer) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return Err("its connection is left open".to_owned());
                }
                Err(_) => return Ok(()),
            }
        }
    })
}

/// A figure of a process in kilobytes, in bytes.
fn memory(pid: u32, figure: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(figure)).unwrap();
    line.trim_start_matches(':').split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}

/// The private folder of a server.
fn folder(pid: u32) -> String {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap();
    let environment = String::from_utf8_lossy(&environment).into_owned();
    environment.split('\0').find_map(|it| it.strip_prefix("WIRECOST_FOLDER=")).unwrap().to_owned()
}

fn try_everything(subject: &Subject) -> usize {
    let home = Home::new();
    let server = Started::new(&home, subject.name);
    let pid = Started::servers(&home)[0];
    let folder = folder(pid);
    // Somebody who was there before goes on, and somebody new is served.
    let mut other = connect(subject, server.address, &folder);
    let requests = [corpus::noise(), (subject.requests)()].concat();
    for (name, bytes) in &requests {
        let what = format!("{}, {name}", subject.name);
        send(server.address, bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
        other.call(&mut Stamps::default()).unwrap_or_else(|error| panic!("{what}: another client: {error}"));
        assert_eq!(Started::servers(&home), [pid], "{what}: it was started anew");
    }
    let mut new = connect(subject, server.address, &folder);
    new.call(&mut Stamps::default()).unwrap_or_else(|error| panic!("{}: {error}", subject.name));
    let most = memory(pid, "VmHWM");
    assert!(most < MOST_MEMORY, "{}: {} MiB at the most", subject.name, most >> 20);
    requests.len()
}

#[test]
fn hostile_requests_do_not_affect_others() {
    let has_python = std::process::Command::new("python3").arg("-V").output().is_ok();
    let subjects = SUBJECTS.iter().filter(|subject| has_python || !subject.name.starts_with("python"));
    let tried: usize = subjects.map(try_everything).sum();
    println!("{tried} hostile requests");
    assert!(tried >= 700, "{tried}");
}

/// What a connection costs follows what it sends, not what it promises.
#[test]
fn a_promise_of_a_large_message_takes_no_memory() {
    for subject in SUBJECTS.iter().filter(|subject| ["msgpack", "thrift-binary", "raw-tcp"].contains(&subject.name)) {
        let home = Home::new();
        let server = Started::new(&home, subject.name);
        let pid = Started::servers(&home)[0];
        let mut other = connect(subject, server.address, &folder(pid));
        let promise = || {
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.write_all(&0x0400_0000_u32.to_be_bytes()).unwrap();
            stream.write_all(&[7; 1024]).unwrap();
            stream
        };
        let open: Vec<TcpStream> = (0..PROMISES).map(|_| promise()).collect();
        // Calls take their turn behind what was sent before them.
        for _ in 0..100 {
            other.call(&mut Stamps::default()).unwrap();
        }
        let most = memory(pid, "VmHWM");
        assert!(most < 64 << 20, "{}: {} MiB for {PROMISES} promises", subject.name, most >> 20);
        drop(open);
    }
}

/// Every server that is wirecost's own code is in the list above, or shares it with one that does. Those in Java read requests by
/// the libraries that are measured.
#[test]
fn every_server_is_tried() {
    let listed = Home::new().run(&["start", "rpc"]).expect(0).out;
    for name in listed.lines().filter_map(|line| line.split_whitespace().next()) {
        let known = |subject: &Subject| subject.name == name;
        let shared = ["python-xmlrpc", "soap-ladder"].iter().any(|family| name.starts_with(family));
        let of_others = name.starts_with("java-");
        assert!(SUBJECTS.iter().any(known) || shared || of_others || name == "raw-unix", "{name} is not tried");
    }
}
