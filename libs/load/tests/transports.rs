//! The ways that a connection can be made, used and ended.

mod common;

use common::{HELLO, get, load, options, server, write};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::time::Duration;
use wirecost_load::protocol::http::{Body, Http, Request};
use wirecost_load::protocol::memcached::Memcached;
use wirecost_load::protocol::raw::{Prefix, Raw};
use wirecost_load::protocol::resp::Resp;
use wirecost_load::template::PLACEHOLDER;
use wirecost_load::{Address, Close, Error, NullServer, Options, Schedule, Target, Tls, Trust, run};

fn rate() -> Schedule {
    Schedule::constant(200.0)
}

/// Answers each of `stream`'s reads that ends a request with [`HELLO`].
fn serve(mut stream: impl Read + Write) {
    let mut bytes = [0; 4096];
    let mut end = 0;
    while let Ok(count) = stream.read(&mut bytes[end..]) {
        if count == 0 {
            return;
        }
        end += count;
        if bytes[..end].ends_with(b"\r\n\r\n") {
            end = 0;
            if stream.write_all(HELLO).and_then(|()| stream.flush()).is_err() {
                return;
            }
        }
    }
}

#[test]
fn unix_sockets() {
    let path = std::env::temp_dir().join(format!("wirecost-load-{}.sock", std::process::id()));
    let listener = UnixListener::bind(&path).unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(|| serve(stream));
        }
    });
    let mut options = options("127.0.0.1:1".parse().unwrap(), rate());
    options.target.address = Address::Unix(path.clone());
    // More than the backlog of the standard library: the connects have to wait for the accepts.
    options.connections = 300;
    let result = load(&options);
    std::fs::remove_file(path).unwrap();
    assert_eq!((result.ok, result.sent), (60, 60));
    assert_eq!((result.connections.opened, result.connections.made), (300, 300));
}

#[test]
fn ipv6() {
    let Ok(listener) = TcpListener::bind("[::1]:0") else {
        println!("skipped: this machine has no IPv6 loopback");
        return;
    };
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(|| serve(stream));
        }
    });
    assert_eq!(load(&options(address, rate())).ok, 60);
}

/// A TLS server with a certificate of its own making, and that certificate as PEM.
fn tls_server() -> (std::net::SocketAddr, String) {
    tls_server_of(rcgen::IsCa::NoCa)
}

/// The same; openssl says of a certificate that signs itself that it may sign others.
fn tls_server_of(is_ca: rcgen::IsCa) -> (std::net::SocketAddr, String) {
    let mut parameters = rcgen::CertificateParams::new(vec!["localhost".to_string()]).unwrap();
    parameters.is_ca = is_ca;
    let signing_key = rcgen::KeyPair::generate().unwrap();
    let cert = parameters.self_signed(&signing_key).unwrap();
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let config = config.clone();
            std::thread::spawn(move || {
                stream.set_nodelay(true).unwrap();
                serve(StreamOwned::new(ServerConnection::new(config).unwrap(), stream));
            });
        }
    });
    (address, cert.pem())
}

fn tls_options(address: std::net::SocketAddr, trust: &Trust) -> Options {
    let mut options = options(address, rate());
    options.target = Target { tls: Some(Tls::new("localhost", trust).unwrap()), ..options.target };
    options
}

#[test]
fn tls_kept_alive_and_closed() {
    let (address, _) = tls_server();
    let mut options = tls_options(address, &Trust::Anyone);
    assert_eq!(load(&options).ok, 60);
    options.close = Close::Fin;
    let result = load(&options);
    assert_eq!((result.ok, result.sent), (60, 60));
}

/// Connections to a TLS server, as a file of certificates lets them be.
fn trusting(address: std::net::SocketAddr, name: &str, pem: &str) -> Result<Options, Error> {
    let path = std::env::temp_dir().join(format!("wirecost-load-{}-{name}.pem", std::process::id()));
    std::fs::write(&path, pem).unwrap();
    let tls = Tls::new("localhost", &Trust::File(path.clone()));
    std::fs::remove_file(path).unwrap();
    let options = options(address, rate());
    let target = Target { tls: Some(tls?), ..options.target };
    Ok(Options { target, ..options })
}

#[test]
fn a_certificate_that_signed_itself_is_trusted_where_it_is_given() {
    let authority = || rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let ((address, pem), (_, others)) = (tls_server_of(authority()), tls_server_of(authority()));
    assert_eq!(load(&trusting(address, "own", &pem).unwrap()).ok, 60);
    let refused = run(&trusting(address, "others", &others).unwrap(), get(), |_| {}).unwrap_err().to_string();
    assert!(refused.contains("its certificate is refused"), "{refused}");
    let empty = trusting(address, "none", "no certificate").unwrap_err().to_string();
    assert!(empty.contains("none.pem") && empty.contains("it holds no certificate"), "{empty}");
}

#[test]
fn certificates_are_checked() {
    let (address, pem) = tls_server();
    let path = std::env::temp_dir().join(format!("wirecost-load-{}.pem", std::process::id()));
    std::fs::write(&path, pem).unwrap();
    let result = load(&tls_options(address, &Trust::File(path.clone())));
    std::fs::remove_file(path).unwrap();
    assert_eq!(result.ok, 60);
    let refused = run(&tls_options(address, &Trust::Public), get(), |_| {});
    assert!(matches!(refused, Err(Error::Connect { .. })), "{refused:?}");
    let text = refused.unwrap_err().to_string();
    assert!(text.contains("its certificate is refused") && text.contains("--cacert"), "{text}");
    assert!(text.contains("--insecure") && !text.contains("os error"), "{text}");
    // Where each request has a connection of its own, the result says it.
    let result = load(&Options { close: Close::Fin, ..tls_options(address, &Trust::Public) });
    assert_eq!(result.errors.connect, 60, "{:?}", result.errors);
    assert!(result.reason.unwrap().contains("its certificate is refused"));
}

#[test]
fn a_server_without_tls_is_named_as_such() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // What is left unread when it closes would reset the connection before its answer is read.
            let mut greeting = [0; 4096];
            let _ = std::io::Read::read(&mut stream, &mut greeting);
            write(&mut stream, HELLO);
            let _ = std::io::Read::read(&mut stream, &mut greeting);
        }
    });
    let text = run(&tls_options(address, &Trust::Anyone), get(), |_| {}).unwrap_err().to_string();
    assert!(text.contains("it does not speak TLS"), "{text}");
}

#[test]
fn connections_for_one_exchange() {
    for close in [Close::Fin, Close::Reset] {
        let server = server(|stream, number| {
            assert_eq!(number, 0, "a connection was used twice");
            write(stream, HELLO)
        });
        let mut options = server.options(rate());
        options.close = close;
        let result = load(&options);
        assert_eq!((result.ok, result.sent), (60, 60), "{close:?}");
        assert_eq!((server.requests(), result.connections.made), (60, 60));
    }
}

#[test]
fn uploads_arrive() {
    for body in [Body::Sized(vec![b'x'; 300_000]), Body::Chunked(vec![b'x'; 300_000], 1000)] {
        let server = server(|stream, _| write(stream, HELLO));
        let request = Request { method: "POST".into(), body, ..Request::get("test", "/") };
        let http = Http::new(&[request], 1).expect_content(b"hello\n".to_vec());
        let result = run(&server.options(rate()), http, |_| {}).unwrap();
        assert_eq!((result.ok, result.sent), (60, 60));
        assert!(result.sent_bytes > 60 * 300_000);
    }
}

#[test]
fn large_answers_arrive() {
    let content = vec![b'y'; 1_000_000];
    let answer = [b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n", content.as_slice()].concat();
    let server = server(move |stream, _| write(stream, &answer));
    let http = Http::new(&[Request::get("test", "/")], 1).expect_content(content);
    let mut options = server.options(Schedule::constant(50.0));
    options.timeout = Duration::from_secs(30);
    assert_eq!(run(&options, http, |_| {}).unwrap().ok, 15);
}

/// Five thousand connections, all of them open at once and all of them used.
#[test]
fn five_thousand_connections() {
    let server = NullServer::start(HELLO, |_| {}).unwrap();
    if let Err(fault) = wirecost_load::allow_files(10_200) {
        println!("skipped: {fault}");
        return;
    }
    let mut options = options(server.address(), Schedule::closed());
    options.connections = 5000;
    options.duration = Duration::from_secs(1);
    let result = load(&options);
    assert_eq!((result.connections.opened, result.connections.most), (5000, 5000));
    assert_eq!(result.errors.total(), 0, "{:?}", result.errors);
    assert!(result.ok >= 5000, "{}", result.ok);
    assert_eq!(server.requests(), result.sent + result.warmup_sent);
}

/// A server of lines or frames: answers what `answer` makes of the bytes so far, which are then forgotten.
fn byte_server(answer: impl Fn(&[u8]) -> Option<Vec<u8>> + Send + Sync + 'static) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let answer = answer.clone();
            std::thread::spawn(move || {
                stream.set_nodelay(true).unwrap();
                let mut bytes = Vec::new();
                let mut buffer = [0; 4096];
                while let Ok(count @ 1..) = stream.read(&mut buffer) {
                    bytes.extend_from_slice(&buffer[..count]);
                    if let Some(answer) = answer(&bytes) {
                        bytes.clear();
                        if !write(&mut stream, &answer) {
                            return;
                        }
                    }
                }
            });
        }
    });
    address
}

#[test]
fn key_value_and_raw_protocols() {
    let key = format!("key:{PLACEHOLDER}");
    let keyed = |bytes: &[u8]| bytes.windows(16).any(|window| window.starts_with(b"key:000000000"));
    let memcached = byte_server(move |bytes| {
        (bytes.ends_with(b"\r\n") && keyed(bytes)).then(|| b"VALUE k 0 3\r\nabc\r\nEND\r\n".to_vec())
    });
    let protocol = Memcached::new(vec![Memcached::get(&key)], 1000).expect_value(b"abc".to_vec());
    assert_eq!(run(&options(memcached, rate()), protocol, |_| {}).unwrap().ok, 60);

    let resp = byte_server(move |bytes| (bytes.ends_with(b"\r\n") && keyed(bytes)).then(|| b"$3\r\nabc\r\n".to_vec()));
    let protocol = Resp::new(vec![Resp::command(&["GET", &key])], 1000).expect_value(b"abc".to_vec());
    assert_eq!(run(&options(resp, rate()), protocol, |_| {}).unwrap().ok, 60);

    let raw = byte_server(|bytes| (bytes.len() == 8).then(|| bytes.to_vec()));
    let protocol = Raw::new(&[b"ping".to_vec()], Prefix::BIG_32, 100).expect_message(b"ping".to_vec());
    assert_eq!(run(&options(raw, rate()), protocol, |_| {}).unwrap().ok, 60);
}
