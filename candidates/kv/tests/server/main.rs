//! The server against clients: real ones, slow ones, rude ones, many of them.

mod clients;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use wirecost_kv_rust::{Server, engine::Map};

/// A server of a map in memory, which ends with the test.
fn server() -> SocketAddr {
    let server = Server::listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = server.address().unwrap();
    std::thread::spawn(move || server.serve(&mut Map::default()));
    address
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// Sends, and reads as many bytes as are expected.
fn answered(stream: &mut TcpStream, request: &[u8], expected: &[u8]) {
    stream.write_all(request).unwrap();
    let mut answer = vec![0; expected.len()];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(answer.escape_ascii().to_string(), expected.escape_ascii().to_string());
}

#[test]
fn a_value_may_be_any_bytes() {
    let mut stream = connect(server());
    let value: Vec<u8> = (0..=255u8).chain(*b"\r\nEND\r\nget k\r\n").collect();
    let set = [format!("set k 4294967295 0 {}\r\n", value.len()).as_bytes(), &value, b"\r\n"].concat();
    answered(&mut stream, &set, b"STORED\r\n");
    let got = [format!("VALUE k 4294967295 {}\r\n", value.len()).as_bytes(), &value, b"\r\nEND\r\n"].concat();
    answered(&mut stream, b"get k\r\n", &got);
}

#[test]
fn a_value_has_at_most_a_mebibyte() {
    let mut stream = connect(server());
    let most = vec![b'v'; 1 << 20];
    let set = |value: &[u8]| [format!("set k 0 0 {}\r\n", value.len()).as_bytes(), value, b"\r\n"].concat();
    answered(&mut stream, &set(&most), b"STORED\r\n");
    let got = [format!("VALUE k 0 {}\r\n", most.len()).as_bytes(), &most, b"\r\nEND\r\n"].concat();
    answered(&mut stream, b"get k\r\n", &got);
    let larger = [most.as_slice(), b"v"].concat();
    answered(&mut stream, &set(&larger), b"SERVER_ERROR object too large for cache\r\n");
    answered(&mut stream, b"get x\r\n", b"END\r\n");
}

#[test]
fn malformed_requests_are_answered_and_affect_no_other() {
    let address = server();
    let mut stream = connect(address);
    answered(&mut stream, b"nonsense\r\n", b"ERROR\r\n");
    answered(&mut stream, b"set k 0 0 2\r\nabc\r\n", b"CLIENT_ERROR bad data chunk\r\n");
    answered(&mut stream, b"set k 0 0 3\r\nabc\r\nget k\r\n", b"STORED\r\nVALUE k 0 3\r\nabc\r\nEND\r\n");
    let mut endless = connect(address);
    endless.write_all(&vec![b'a'; 64 << 10]).unwrap();
    let mut said = String::new();
    BufReader::new(&endless).read_line(&mut said).unwrap();
    assert_eq!(said, "CLIENT_ERROR line too long\r\n");
    assert_eq!(endless.read(&mut [0; 9]).unwrap(), 0, "and it is closed");
    answered(&mut stream, b"get k\r\n", b"VALUE k 0 3\r\nabc\r\nEND\r\n");
}

#[test]
fn a_command_may_come_byte_by_byte() {
    let mut stream = connect(server());
    stream.set_nodelay(true).unwrap();
    for byte in b"set k 0 0 3\r\nabc\r" {
        stream.write_all(&[*byte]).unwrap();
    }
    answered(&mut stream, b"\n", b"STORED\r\n");
}

#[test]
fn a_client_that_sends_no_more_still_gets_its_answers() {
    let mut stream = connect(server());
    stream.write_all(b"set k 0 0 1\r\nv\r\nget k\r\nget x").unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    assert_eq!(answers, "STORED\r\nVALUE k 0 1\r\nv\r\nEND\r\n");
}

#[test]
fn a_client_that_does_not_read_does_not_block_others() {
    let address = server();
    let mut slow = connect(address);
    let value = vec![b'v'; 1 << 20];
    let set = [format!("set k 0 0 {}\r\n", value.len()).as_bytes(), &value, b"\r\n"].concat();
    answered(&mut slow, &set, b"STORED\r\n");
    const GETS: usize = 60;
    slow.write_all(&b"get k\r\n".repeat(GETS)).unwrap();
    // A value that it asked for and does not read does not keep others from theirs.
    let mut other = connect(address);
    answered(&mut other, b"set x 0 0 1\r\ny\r\n", b"STORED\r\n");
    answered(&mut other, b"get x\r\n", b"VALUE x 0 1\r\ny\r\nEND\r\n");
    let one = [format!("VALUE k 0 {}\r\n", value.len()).as_bytes(), &value, b"\r\nEND\r\n"].concat();
    let mut answers = vec![0; one.len()];
    for number in 0..GETS {
        slow.read_exact(&mut answers).unwrap();
        assert!(answers == one, "answer {number}");
    }
    answered(&mut slow, b"get y\r\n", b"END\r\n");
}

#[test]
fn a_thousand_connections_are_served() {
    let address = server();
    let mut streams: Vec<TcpStream> = (0..1000).map(|_| connect(address)).collect();
    for (number, stream) in streams.iter_mut().enumerate() {
        stream.write_all(format!("set {number} 0 0 4\r\n{number:04}\r\nget {number}\r\n").as_bytes()).unwrap();
    }
    for (number, stream) in streams.iter_mut().enumerate() {
        answered(stream, b"", format!("STORED\r\nVALUE {number} 0 4\r\n{number:04}\r\nEND\r\n").as_bytes());
    }
    drop(streams);
    answered(&mut connect(address), b"get 7\r\n", b"VALUE 7 0 4\r\n0007\r\nEND\r\n");
}

#[test]
fn quiet_commands_have_no_answer() {
    let mut stream = connect(server());
    let commands = b"set k 0 0 1 noreply\r\n5\r\nincr k 1 noreply\r\ndelete x noreply\r\nget k\r\n";
    answered(&mut stream, commands, b"VALUE k 0 1\r\n6\r\nEND\r\n");
    stream.write_all(b"quit\r\n").unwrap();
    assert_eq!(stream.read(&mut [0; 9]).unwrap(), 0);
}
