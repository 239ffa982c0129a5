//! Thousands of live readers at once.

mod common;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use common::server::{Client, Server};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

const READERS: usize = 5_000;

/// Sockets and files that this test has beside its readers.
const BESIDE: u64 = 200;

#[test]
fn five_thousand_live_readers_are_told() {
    let limit = getrlimit(Resource::Nofile);
    if limit.maximum.is_some_and(|most| most < READERS as u64 + BESIDE) {
        println!("skipped: this process may have {:?} files open, and needs {READERS}", limit.maximum);
        return;
    }
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--store", "sqlite-normal"]);
    let operator = Client::operator(&server, folder.path());
    let ((id, anna), (_, boris)) = (operator.make_user("anna"), operator.make_user("boris"));
    boris.send("PUT", &format!("/v1/subscriptions/{id}"), &[], b"");
    let address = server.url.strip_prefix("http://").unwrap();
    let request = format!("GET /v1/live HTTP/1.1\r\nhost: feed\r\nauthorization: Bearer {}\r\n\r\n", boris.token);
    let mut readers: Vec<TcpStream> = (0..READERS)
        .map(|_| {
            let mut reader = TcpStream::connect(address).unwrap();
            reader.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            reader.write_all(request.as_bytes()).unwrap();
            reader
        })
        .collect();
    // Each is answered before the entry is published, so each listens.
    for reader in &mut readers {
        read_until(reader, "\r\n\r\n");
    }
    anna.json("POST", &format!("/v1/sources/{id}/entries"), r#"{"resource": "a", "title": "for all of them"}"#);
    for reader in &mut readers {
        assert!(read_until(reader, "\n\n").contains("for all of them"));
    }
}

/// What comes until this text has come.
fn read_until(reader: &mut TcpStream, end: &str) -> String {
    let mut text = String::new();
    let mut part = [0; 1_024];
    while !text.contains(end) {
        let bytes = reader.read(&mut part).unwrap();
        assert!(bytes > 0, "it was cut off after {text:?}");
        text.push_str(&String::from_utf8_lossy(&part[..bytes]));
    }
    text
}
