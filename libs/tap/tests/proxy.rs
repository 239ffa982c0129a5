//! The proxy between real sockets: bytes and ends pass exactly, whatever the decoding does.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use wirecost_tap::{Ending, Event, Options, Record, Stopper, Tap, Totals};

/// How long anything here may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(30);

fn any_port() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 0).into()
}

/// A tap that runs.
struct Running {
    address: SocketAddr,
    stopper: Stopper,
    events: mpsc::Receiver<serde_json::Value>,
    thread: thread::JoinHandle<Totals>,
}

/// Runs a tap for `target`; `before_each` is called before each event is delivered.
fn tap(target: SocketAddr, with: impl FnOnce(&mut Options), mut before_each: impl FnMut() + Send + 'static) -> Running {
    let mut options = Options::new(any_port(), vec![target]);
    with(&mut options);
    let tap = Tap::bind(options).unwrap();
    let (address, stopper, started) = (tap.address(), tap.stopper(), tap.started());
    let (sender, events) = mpsc::channel();
    let tell = move |event: &Event<'_>| {
        before_each();
        let record = serde_json::to_value(Record::new(event, started)).unwrap();
        sender.send(record).map_err(|_| std::io::Error::other("nobody listens"))
    };
    let thread = thread::spawn(move || tap.run(tell).unwrap());
    Running { address, stopper, events, thread }
}

impl Running {
    fn connect(&self) -> TcpStream {
        let client = TcpStream::connect(self.address).unwrap();
        client.set_read_timeout(Some(PATIENCE)).unwrap();
        client
    }

    /// The next event of a kind; others before it are dropped.
    fn wait(&self, kind: &str) -> serde_json::Value {
        loop {
            let event = self.events.recv_timeout(PATIENCE).unwrap();
            if event["event"] == kind {
                return event;
            }
        }
    }

    fn stop(self) -> Totals {
        self.stopper.stop();
        self.thread.join().unwrap()
    }
}

/// A server that does something with each of its clients.
fn server(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind(any_port()).unwrap();
    let address = listener.local_addr().unwrap();
    let serve = std::sync::Arc::new(serve);
    thread::spawn(move || {
        for client in listener.incoming() {
            let serve = serve.clone();
            thread::spawn(move || serve(client.unwrap()));
        }
    });
    address
}

/// Sends back what comes, then ends as its client did.
fn echo(mut client: TcpStream) {
    let mut back = client.try_clone().unwrap();
    if std::io::copy(&mut client, &mut back).is_ok() {
        let _ = back.shutdown(Shutdown::Write);
    }
}

fn read_all(mut stream: &TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn bytes_pass_exactly_however_they_are_cut() {
    let running = tap(server(echo), |_| {}, || {});
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..2000),
        Just(b"GET / HTTP/1.1\r\ncontent-length: 99999999\r\n\r\n".to_vec()),
        Just(b"*1\r\n$99999\r\n".to_vec()),
    ];
    let pieces = proptest::collection::vec(bytes, 0..20);
    let mut runner = TestRunner::new(Config { cases: 100, failure_persistence: None, ..Config::default() });
    let passed = runner.run(&pieces, |pieces| {
        let client = running.connect();
        let sent = pieces.concat();
        let received = thread::scope(|scope| {
            let receiving = scope.spawn(|| read_all(&client));
            pieces.iter().for_each(|piece| (&client).write_all(piece).unwrap());
            client.shutdown(Shutdown::Write).unwrap();
            receiving.join().unwrap()
        });
        prop_assert_eq!(&received, &sent);
        let closed = running.wait("closed");
        prop_assert_eq!(&closed["bytes_to_target"], sent.len());
        prop_assert_eq!(&closed["bytes_to_client"], sent.len());
        Ok(())
    });
    passed.unwrap();
    let totals = running.stop();
    assert_eq!((totals.connections, totals.lost), (100, 0));
}

#[test]
fn a_half_close_is_passed_on_and_the_other_direction_goes_on() {
    // Answers only once the client has said all it will.
    let address = server(|mut client| {
        let asked = read_all(&client);
        client.write_all(format!("{} bytes", asked.len()).as_bytes()).unwrap();
    });
    let running = tap(address, |_| {}, || {});
    let client = running.connect();
    (&client).write_all(b"question").unwrap();
    client.shutdown(Shutdown::Write).unwrap();
    assert_eq!(read_all(&client), b"8 bytes");
    let closed = running.wait("closed");
    assert_eq!((closed["client"].as_str(), closed["target"].as_str()), (Some("closed"), Some("closed")));
    running.stop();
}

#[test]
fn a_reset_is_passed_on_as_a_reset() {
    let (sender, ends) = mpsc::channel();
    let sender = std::sync::Mutex::new(sender);
    let address = server(move |mut client| {
        let mut byte = [0];
        client.read_exact(&mut byte).unwrap();
        if byte == *b"r" {
            socket2::SockRef::from(&client).set_linger(Some(Duration::ZERO)).unwrap();
            return;
        }
        let error = client.read(&mut byte).unwrap_err();
        sender.lock().unwrap().send(error.kind()).unwrap();
    });
    let running = tap(address, |_| {}, || {});
    let client = running.connect();
    (&client).write_all(b"r").unwrap();
    let error = (&client).read(&mut [0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
    assert_eq!(running.wait("closed")["target"], "reset");

    let client = running.connect();
    (&client).write_all(b"x").unwrap();
    running.wait("opened");
    socket2::SockRef::from(&client).set_linger(Some(Duration::ZERO)).unwrap();
    drop(client);
    assert_eq!(ends.recv_timeout(PATIENCE).unwrap(), ErrorKind::ConnectionReset);
    assert_eq!(running.wait("closed")["client"], "reset");
    running.stop();
}

#[test]
fn an_unreachable_target_is_reported_and_its_client_closed() {
    // Bound, so that nobody else gets the port, and not listening.
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.bind(&any_port().into()).unwrap();
    let nobody = socket.local_addr().unwrap().as_socket().unwrap();
    let running = tap(nobody, |_| {}, || {});
    let client = running.connect();
    assert_eq!(read_all(&client), b"");
    let event = running.wait("unreachable");
    assert!(event["reason"].as_str().unwrap().starts_with(&nobody.to_string()), "{event}");
    assert_eq!(running.stop().failed, 1);
}

#[test]
fn slow_decoding_delays_no_bytes_and_dropped_ones_are_counted() {
    const BYTES: u64 = 32 << 20;
    let (release, held) = mpsc::channel::<()>();
    // Stands still with its first event until the sender is gone.
    let running = tap(
        server(echo),
        |options| options.max_queued = 1 << 20,
        move || {
            let _ = held.recv();
        },
    );
    let client = running.connect();
    let piece: Vec<u8> = (0..1 << 16).map(|index| (index % 251) as u8).collect();
    let received = thread::scope(|scope| {
        let receiving = scope.spawn(|| {
            let (mut buffer, mut count) = (vec![0; 1 << 16], 0);
            while count < BYTES {
                let size = (&client).read(&mut buffer).unwrap();
                let expected = piece.iter().cycle().skip(count as usize % piece.len());
                assert!(buffer[..size].iter().eq(expected.take(size)));
                count += size as u64;
            }
            count
        });
        (0..BYTES / piece.len() as u64).for_each(|_| (&client).write_all(&piece).unwrap());
        receiving.join().unwrap()
    });
    assert_eq!(received, BYTES, "all passed while nothing was decoded");
    client.shutdown(Shutdown::Write).unwrap();
    drop(release);
    let (mut shown, mut lost) = (0, 0);
    let closed = loop {
        let event = running.events.recv_timeout(PATIENCE).unwrap();
        match event["event"].as_str() {
            Some("message") => shown += event["bytes"].as_u64().unwrap(),
            Some("lost") => lost += event["bytes"].as_u64().unwrap(),
            Some("closed") => break event,
            _ => {}
        }
    };
    assert!(lost > BYTES);
    assert_eq!(shown + lost, 2 * BYTES);
    assert_eq!(closed["bytes_to_client"], BYTES);
    let totals = running.stop();
    assert_eq!(totals.lost, lost);
    assert!(totals.to_string().contains("are not shown"));
}

#[test]
fn stopping_closes_all_connections_and_reports_the_totals() {
    let running = tap(server(echo), |_| {}, || {});
    let clients: Vec<TcpStream> = (0..3).map(|_| running.connect()).collect();
    for client in &clients {
        (&*client).write_all(b"*1\r\n$4\r\nPING\r\n").unwrap();
        let mut back = [0; 14];
        (&*client).read_exact(&mut back).unwrap();
    }
    let start = Instant::now();
    let totals = running.stop();
    assert!(start.elapsed() < PATIENCE);
    for client in &clients {
        // Closed or reset: nothing comes any more.
        assert!(matches!((&*client).read(&mut [0]), Ok(0) | Err(_)));
    }
    assert_eq!((totals.connections, totals.to_target, totals.to_client), (3, 3, 3));
    assert_eq!((totals.bytes_to_target, totals.bytes_to_client), (42, 42));
    assert!(totals.reply_quantile(0.5).is_some());
}

#[test]
fn more_connections_than_may_be_are_refused() {
    let running = tap(server(echo), |options| options.max_connections = 1, || {});
    let first = running.connect();
    running.wait("opened");
    let second = running.connect();
    running.wait("refused");
    assert!(matches!((&second).read(&mut [0]), Ok(0) | Err(_)));
    (&first).write_all(b"x").unwrap();
    (&first).read_exact(&mut [0]).unwrap();
    drop(first);
    running.wait("closed");
    running.stop();
}

#[test]
fn a_sink_that_fails_ends_the_tap() {
    let tap = Tap::bind(Options::new(any_port(), vec![server(echo)])).unwrap();
    let address = tap.address();
    let running = thread::spawn(move || {
        tap.run(|event| match event {
            Event::Closed { client: Ending::Closed, .. } => Err(ErrorKind::BrokenPipe.into()),
            _ => Ok(()),
        })
    });
    drop(TcpStream::connect(address).unwrap());
    let error = running.join().unwrap().unwrap_err();
    assert!(matches!(error, wirecost_tap::Error::Sink(error) if error.kind() == ErrorKind::BrokenPipe));
}
