//! `wirecost tap`, from end to end: real clients, real servers, and the tap between them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{self, Home};
use sbw::module::{Methods, Module};

/// How long an answer may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program of wirecost's that listens; it dies with the test.
struct Listening {
    child: Child,
    address: SocketAddr,
    out: BufReader<std::process::ChildStdout>,
}

impl Listening {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.strip_prefix("listening on ").and_then(|rest| rest.split([' ', ';']).next());
        let address = address.and_then(|address| address.parse().ok());
        Self { child, address: address.unwrap_or_else(|| panic!("{line}")), out }
    }

    fn tap(home: &Home, target: SocketAddr, options: &[&str]) -> Self {
        let target = target.to_string();
        Self::start(home.command(&[&["tap", "0", &target], options].concat()))
    }

    fn connect(&self) -> TcpStream {
        let client = TcpStream::connect(self.address).unwrap();
        client.set_read_timeout(Some(PATIENCE)).unwrap();
        client
    }

    /// Reads on until a line holds `text`; gives all lines before and that one.
    fn wait(&mut self, text: &str) -> String {
        let mut seen = String::new();
        while !seen.contains(text) {
            let size = self.out.read_line(&mut seen).unwrap();
            assert!(size > 0, "{text:?} never came:\n{seen}");
        }
        seen
    }

    /// Ends it with Ctrl-C; gives what it still had to say.
    fn stop(mut self) -> String {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success(), "{rest}");
        rest
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server that does something with each of its clients.
fn server(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listener.incoming().for_each(|client| serve(client.unwrap())));
    address
}

/// Answers each request, which ends with `end`, with the same bytes.
fn answers(end: &'static [u8], reply: Vec<u8>) -> SocketAddr {
    server(move |mut client| {
        let mut request = Vec::new();
        let mut byte = [0];
        while client.read_exact(&mut byte).is_ok() {
            request.push(byte[0]);
            if request.ends_with(end) {
                request.clear();
                client.write_all(&reply).unwrap();
            }
        }
    })
}

fn ask(mut client: &TcpStream, request: &[u8], reply: &[u8]) {
    client.write_all(request).unwrap();
    let mut got = vec![0; reply.len()];
    client.read_exact(&mut got).unwrap();
    assert_eq!(got, reply);
}

fn message(path: &str) -> Vec<u8> {
    std::fs::read(common::workspace().join("messages").join(path)).unwrap()
}

#[test]
fn a_soap_exchange_is_shown_recorded_and_saved_as_messages_for_the_lab() {
    let home = Home::new();
    let (asked, answered) = (message("echo-float/request.xml"), message("echo-float-reply/reply.xml"));
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n";
    let (one, two) = answered.split_at(100);
    let chunk = |part: &[u8]| [format!("{:x}\r\n", part.len()).as_bytes(), part, b"\r\n"].concat();
    let reply = [head.as_bytes(), &chunk(one), &chunk(two), b"0\r\n\r\n"].concat();
    let request = |content_type: &str, body: &[u8]| {
        let length = body.len();
        let head = format!(
            "POST /rpc/router HTTP/1.1\r\nHost: a\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
        );
        [head.as_bytes(), body].concat()
    };
    let tap = Listening::tap(
        &home,
        answers(b"</soap:Envelope>", reply.clone()),
        &["--json", "log.jsonl", "--save-message", "captured"],
    );
    let client = tap.connect();
    let soap = request("text/xml; charset=utf-8", &asked);
    ask(&client, &soap, &reply);
    ask(&client, &soap, &reply);
    // A message with a body that has no value, and then one that is a value: both end as the server waits for.
    let json = request("application/json", b"{\"n\": [1, 2.50], \"text\": \"</soap:Envelope>");
    let json = [json, b"\"}".to_vec()].concat();
    let json = String::from_utf8(json).unwrap().replace("Content-Length: 42", "Content-Length: 44");
    (&client).write_all(json.as_bytes()).unwrap();
    (&client).read_exact(&mut vec![0; reply.len()]).unwrap();
    drop(client);
    let mut tap = tap;
    let shown = tap.wait(" closed after ");
    for line in [
        "> POST /rpc/router HTTP/1.1, ",
        &format!("{} bytes: 389 of XML\n", soap.len()),
        "    Content-Type: text/xml; charset=utf-8\n",
        "\n      <soap:Body>\n",
        "\n        <echoFloat xmlns=\"http://tempuri.org/\">\n          <input xsi:type=\"xsd:float\">3.14159</input>\n",
        &format!("< HTTP/1.1 200 OK, {} bytes: 382 of XML, after ", reply.len()),
        "\n          <result>3.14159</result>\n",
        "    saved in captured/echo-float-request\n",
        "      \"n\": [1, 2.50],\n",
    ] {
        assert!(shown.contains(line), "{line:?} is missing\n{shown}");
    }
    let rest = tap.stop();
    assert!(rest.contains("1 connection; to the target") && rest.contains("3 replies timed: median "), "{rest}");
    assert!(rest.contains("\n3 messages saved in captured"), "each body once:\n{rest}");

    let log = std::fs::read_to_string(home.path("log.jsonl")).unwrap();
    let records: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events: Vec<&str> = records.iter().map(|record| record["event"].as_str().unwrap()).collect();
    assert_eq!(events, [&["opened"][..], &["message"; 6], &["closed"]].concat());
    let (request, reply) = (&records[1], &records[2]);
    assert_eq!(
        (&request["bytes"], &request["body_bytes"], &request["form"]),
        (&soap.len().into(), &389.into(), &"XML".into())
    );
    let asked_at = request["last_unix_ns"].as_u64().unwrap();
    assert_eq!(reply["at_unix_ns"].as_u64().unwrap() - asked_at, reply["first_after_ns"].as_u64().unwrap());
    assert_eq!(reply["last_unix_ns"].as_u64().unwrap() - asked_at, reply["whole_after_ns"].as_u64().unwrap());

    assert_eq!(std::fs::read(home.path("captured/echo-float-request/body.xml")).unwrap(), asked);
    assert_eq!(std::fs::read(home.path("captured/echo-float-result-reply/body.xml")).unwrap(), answered);
    let run = ["run", "--test", "--lab", "codec", "--candidate", "quick-xml-events", "--candidate", "ciborium-value"];
    let saved = ["--message", "captured/echo-float-request", "--message", "captured/router-request"];
    home.run(&[&run[..], &saved].concat())
        .expect(0)
        .says("ok      codec/quick-xml-events/echo-float-request/decode")
        .says("ok      codec/ciborium-value/router-request/decode");
    home.run(&["size", "captured/router-request"]).expect(0).says("router-request: bytes plain");
}

#[test]
fn a_call_of_sbw_through_the_tap_is_shown_with_its_values() {
    let home = Home::new();
    let folder = home.path("sbw");
    let mut command = home.command(&["sbw", "broker", "--port", "0"]);
    command.env("SBW_USER", &folder);
    let broker = Listening::start(command);
    let (address, key) = sbw::UserDirectory::new(&folder).broker().unwrap();
    let sums = Methods::new("sums").method("double sum(double[] numbers)", "", |call| {
        let (numbers,): (Vec<f64>,) = call.arguments()?;
        call.answer(&(numbers.iter().sum::<f64>(),))
    });
    let module = Module::builder("test.adder").service(sums.unwrap()).connect(address, &key).unwrap();

    // A user directory whose broker is the tap.
    let tap = Listening::tap(&home, broker.address, &["--save-message", "captured"]);
    let tapped = home.path("tapped");
    let place = |user: &std::path::Path| user.join("runtime/127.0.0.1");
    std::fs::create_dir_all(place(&tapped)).unwrap();
    std::fs::copy(place(&folder).join("key"), place(&tapped).join("key")).unwrap();
    let properties = format!("sbw.module.port={}\n", tap.address.port());
    std::fs::write(place(&tapped).join("run.properties"), properties).unwrap();
    let mut call = home.command(&["sbw", "call", "test.adder.sums.sum", "[1, 2, 3.5]"]);
    call.env("SBW_USER", &tapped);
    common::Ran::of(call).expect(0).says("6.5");

    let mut tap = tap;
    let shown = tap.wait(" closed after ");
    for line in ["> hello of a module ", ", getModuleInstance, ", ", service 0, method 0, ", "< reply to call "] {
        assert!(shown.contains(line), "{line:?} is missing\n{shown}");
    }
    assert!(shown.contains("\n    double[3] [1.0, 2.0, 3.5]\n") && shown.contains("\n    double 6.5\n"), "{shown}");
    let key = std::str::from_utf8(key.bytes()).unwrap();
    assert!(!shown.contains(&key[..16]), "the session key is not shown");
    tap.stop();
    home.run(&["size", "captured/service0-method0-request"]).expect(0).says("json");
    drop(module);
    broker.stop();
}

#[test]
fn commands_of_resp_are_shown_with_their_replies() {
    let home = Home::new();
    let reply = b"$5\r\nw\xc3\xb6rd\r\n";
    let mut tap = Listening::tap(&home, answers(b"key\r\n", reply.to_vec()), &[]);
    let client = tap.connect();
    ask(&client, b"*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n", reply);
    drop(client);
    let shown = tap.wait(" closed after ");
    assert!(shown.contains("> GET, 22 bytes of RESP\n    GET key\n"), "{shown}");
    assert!(
        shown.contains("< reply to GET, 11 bytes of RESP, after ") && shown.contains("\n    \"wörd\"\n"),
        "{shown}"
    );
    assert!(!shown.contains('\x1b'), "no colours where no terminal is");
    assert!(tap.stop().starts_with("1 connection; to the target 22 bytes in 1 message, back 11 bytes in 1 message\n"));
}

#[test]
fn random_bytes_in_random_pieces_pass_exactly_and_a_half_close_too() {
    let home = Home::new();
    // Sends all back, but only once the client has ended its direction: without the half-close both would wait for ever.
    let back = server(|mut client| {
        let mut bytes = Vec::new();
        client.read_to_end(&mut bytes).unwrap();
        client.write_all(&bytes).unwrap();
    });
    let mut tap = Listening::tap(&home, back, &["--max-shown", "100"]);
    let mut random = fastrand::Rng::with_seed(7);
    let bytes: Vec<u8> = (0..300_000).map(|_| random.u8(..)).collect();
    let client = tap.connect();
    let mut rest = bytes.as_slice();
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(random.usize(1..=rest.len().min(5_000)));
        (&client).write_all(piece).unwrap();
        rest = after;
    }
    client.shutdown(Shutdown::Write).unwrap();
    let mut got = Vec::new();
    (&client).read_to_end(&mut got).unwrap();
    assert!(got == bytes);
    assert!(tap.wait(" closed after ").contains(": 300,000 bytes to the target, 300,000 bytes back"));
    tap.stop();
}

#[test]
fn impossible_requests_are_refused_or_reported() {
    let home = Home::new();
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    home.run(&["tap", &port, "1"]).expect(2).says("cannot listen on 127.0.0.1:").says("in use");
    home.run(&["tap", "nowhere", "1"]).expect(2).says("give a port");
    home.run(&["tap", "0", "http://a/"]).expect(2).says("is a URL");
    home.run(&["tap", "0", "a"]).expect(2).says("HOST:PORT");
    let file = home.write("a-file", "");
    home.run(&["tap", "0", "1", "--json", &format!("{file}/log")]).expect(2).says("cannot");
    home.run(&["tap", "0", "1", "--save-most", "3"]).expect(2).says("--save-message");
    drop(free);
    home.run(&["tap", &port, &port]).expect(2).says("the tap itself");

    // A port that is not given to programs that ask for any.
    let nobody = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
    let mut tap = Listening::tap(&home, nobody, &[]);
    let client = tap.connect();
    let mut bytes = Vec::new();
    (&client).read_to_end(&mut bytes).unwrap();
    assert!(bytes.is_empty());
    tap.wait(&format!("was closed: {nobody}: "));
    assert!(tap.stop().contains("1 connection, 1 of them failed"));
}

#[test]
fn a_full_disk_ends_the_recording_and_not_the_traffic() {
    let home = Home::new();
    let reply = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".to_vec();
    let target = answers(b"\r\n\r\n", reply.clone()).to_string();
    let mut command = home.command(&["tap", "0", &target, "--json", "/dev/full"]);
    command.stderr(Stdio::piped());
    let mut tap = Listening::start(command);
    let stderr = tap.child.stderr.take().unwrap();
    for _ in 0..2 {
        let client = tap.connect();
        ask(&client, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", &reply);
        drop(client);
        tap.wait("closed after");
    }
    tap.stop();
    let mut warned = String::new();
    BufReader::new(stderr).read_to_string(&mut warned).unwrap();
    assert_eq!(warned.matches("recording has stopped, and traffic goes on").count(), 1, "{warned}");
}

#[test]
fn secrets_are_masked_on_the_screen_and_in_files_unless_asked_for() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    let reply = b"HTTP/1.1 200 OK\r\nSet-Cookie: id=s3cret; Path=/\r\nContent-Type: application/json\r\n\
                  Content-Length: 40\r\n\r\n{\"next\": \"http://u:s3cret@a/?key=s3cret\"}"
        .to_vec();
    let request = b"GET /orders?page=2&access_token=s3cret HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer s3cret\r\n\
                    Proxy-Authorization: s3cret\r\nCookie: a=s3cret\r\n\r\n";
    for show in [false, true] {
        let options = ["--json", "log.jsonl", "--save-message", "captured", "--show-secrets"];
        let target = answers(b"\r\n\r\n", reply.clone()).to_string();
        let mut child = home
            .command(&[&["tap", "0", &target], &options[..if show { 5 } else { 4 }]].concat())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        out.read_line(&mut first).unwrap();
        assert!(first.contains("traffic is recorded") && first.contains("log.jsonl"), "{first}");
        let address = first["listening on ".len()..].split(' ').next().unwrap().parse().unwrap();
        let mut tap = Listening { child, address, out };
        let client = tap.connect();
        ask(&client, request, &reply);
        drop(client);
        let mut all = tap.wait("closed after");
        all.push_str(&tap.stop());
        all.push_str(&std::fs::read_to_string(home.path("log.jsonl")).unwrap());
        for entry in std::fs::read_dir(home.path("captured")).unwrap() {
            let folder = entry.unwrap().path();
            for file in ["body.json", "message.toml"] {
                all.push_str(&std::fs::read_to_string(folder.join(file)).unwrap());
                let mode = std::fs::metadata(folder.join(file)).unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o600, "{file}");
            }
            assert_eq!(std::fs::metadata(folder.join("body.json")).unwrap().len(), 40);
        }
        assert_eq!(all.contains("s3cret"), show, "{all}");
        let mode = std::fs::metadata(home.path("log.jsonl")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        std::fs::remove_dir_all(home.path("captured")).unwrap();
    }
}

#[test]
fn a_password_of_redis_is_not_shown() {
    let home = Home::new();
    let mut tap = Listening::tap(&home, answers(b"s3cret\r\n", b"+OK\r\n".to_vec()), &["--save-message", "captured"]);
    let client = tap.connect();
    ask(&client, b"*2\r\n$4\r\nAUTH\r\n$6\r\ns3cret\r\n", b"+OK\r\n");
    ask(&client, b"*5\r\n$5\r\nHELLO\r\n$1\r\n3\r\n$4\r\nAUTH\r\n$1\r\nu\r\n$6\r\ns3cret\r\n", b"+OK\r\n");
    ask(&client, b"AUTH s3cret\r\n", b"+OK\r\n");
    drop(client);
    let mut all = tap.wait("closed after");
    all.push_str(&tap.stop());
    assert!(all.contains("AUTH ***") && all.contains("HELLO ***") && !all.contains("s3cret"), "{all}");
    let saved = std::fs::read_dir(home.path("captured")).unwrap().count();
    assert!(saved <= 1, "only the reply, which holds no secret");
}
