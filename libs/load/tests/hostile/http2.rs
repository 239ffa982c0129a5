//! Hostile servers of HTTP/2.

use std::io::{Read, Write};
use std::net::TcpStream;
use wirecost_load::Http2Requests;
use wirecost_load::protocol::http::Request;
use wirecost_load::protocol::http2::Http2;

use crate::{Act, Case, any_request, case, check};

/// Types of frames (RFC 9113, 6).
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const PRIORITY: u8 = 2;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PUSH_PROMISE: u8 = 5;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;

/// `:status: 200` of the static table (RFC 7541, appendix A).
const STATUS_200: &[u8] = &[0x88];

/// Outcomes of a request whose connection or stream was broken.
const BROKEN: &[&str] = &["wrong", "closed", "timeout", "connect"];

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

fn setting(id: u16, value: u32) -> Vec<u8> {
    [&id.to_be_bytes()[..], &value.to_be_bytes()].concat()
}

/// Agrees on HTTP/2, and waits for the first request.
fn agree(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.read_exact(&mut [0; 24])?;
    stream.write_all(&frame(SETTINGS, 0, 0, &[]))?;
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head)?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        stream.read_exact(&mut vec![0; length as usize])?;
        if head[3] == HEADERS {
            return Ok(());
        }
    }
}

/// A head of stream 1, and what is in it.
fn head(flags: u8, block: &[u8]) -> Vec<u8> {
    frame(HEADERS, flags, 1, block)
}

fn good() -> Vec<u8> {
    [head(END_HEADERS, STATUS_200), frame(DATA, END_STREAM, 1, b"hello\n")].concat()
}

/// Frames that break the protocol, each where a good answer is awaited.
fn broken_frames() -> Vec<(&'static str, Vec<u8>)> {
    let whole = END_HEADERS | END_STREAM;
    vec![
        ("no frame at all", b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\n".to_vec()),
        ("zeros", vec![0; 100]),
        ("ones", vec![0xff; 100]),
        ("a frame of 16 MB", vec![0xff, 0xff, 0xff, DATA, 0, 0, 0, 0, 1]),
        ("a frame beyond the agreed size", frame(DATA, 0, 1, &[0; 16_385])),
        ("data before the head", frame(DATA, END_STREAM, 1, b"hello\n")),
        ("data of stream 0", frame(DATA, 0, 0, b"x")),
        ("data of a stream that nobody opened", frame(DATA, 0, 7, b"x")),
        ("data of a stream of the server's", frame(DATA, 0, 2, b"x")),
        ("padding longer than the data", [head(END_HEADERS, STATUS_200), frame(DATA, 8, 1, &[9, 1])].concat()),
        ("head of stream 0", frame(HEADERS, whole, 0, STATUS_200)),
        ("head of a stream that nobody opened", frame(HEADERS, whole, 7, STATUS_200)),
        ("head of a stream of the server's", frame(HEADERS, whole, 2, STATUS_200)),
        ("head with padding longer than itself", frame(HEADERS, whole | 8, 1, &[200, 0x88])),
        ("head cut in its priority", frame(HEADERS, whole | 0x20, 1, &[0, 0])),
        ("no head", head(whole, &[])),
        ("no status", head(whole, &[0x40, 1, b'a', 1, b'b'])),
        ("status that is no number", head(whole, &[0x08, 3, b'a', b'b', b'c'])),
        ("status of two digits", head(whole, &[0x08, 2, b'2', b'0'])),
        ("status of a number too large", head(whole, &[0x08, 5, b'9', b'9', b'9', b'9', b'9'])),
        ("status behind a header", head(whole, &[0x40, 1, b'a', 1, b'b', 0x88])),
        ("method in an answer", head(whole, &[0x88, 0x82])),
        ("index 0", head(whole, &[0x80])),
        ("index beyond the tables", head(whole, &[0x88, 0xff, 0x7f])),
        ("number without end", head(whole, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])),
        ("string longer than the head", head(whole, &[0x88, 0x40, 0x7f, 0xff, 0x01])),
        ("Huffman code with padding of a byte", head(whole, &[0x88, 0x40, 0x82, 0xff, 0xff, 1, b'x'])),
        ("Huffman code of the end of the string", head(whole, &[0x88, 0x40, 0x84, 0xff, 0xff, 0xff, 0xff, 1, b'x'])),
        ("table larger than agreed", head(whole, &[0x3f, 0xe1, 0xff, 0x03, 0x88])),
        ("table changed behind a header", head(whole, &[0x88, 0x20, 0x3f, 0x01])),
        ("capital letters", head(whole, &[0x88, 0x40, 1, b'A', 1, b'b'])),
        ("connection header", head(whole, &[&[0x88, 0x40, 10][..], b"connection", &[5], b"close"].concat())),
        ("continuation of nothing", frame(CONTINUATION, END_HEADERS, 1, STATUS_200)),
        ("data within a head", [head(0, STATUS_200), frame(DATA, END_STREAM, 1, b"x")].concat()),
        ("continuation of another stream", [head(0, STATUS_200), frame(CONTINUATION, 4, 3, &[])].concat()),
        ("promise", frame(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 2, 0x82])),
        ("promise of stream 0", frame(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 0])),
        ("priority of 4 bytes", frame(PRIORITY, 0, 1, &[0; 4])),
        ("priority of stream 0", frame(PRIORITY, 0, 0, &[0; 5])),
        ("reset of 3 bytes", frame(RST_STREAM, 0, 1, &[0; 3])),
        ("reset of stream 0", frame(RST_STREAM, 0, 0, &[0; 4])),
        ("reset of a stream that nobody opened", frame(RST_STREAM, 0, 9, &[0; 4])),
        ("settings of 5 bytes", frame(SETTINGS, 0, 0, &[0; 5])),
        ("settings of a stream", frame(SETTINGS, 0, 1, &[])),
        ("acknowledgement with settings", frame(SETTINGS, ACK, 0, &setting(3, 1))),
        ("push of 2", frame(SETTINGS, 0, 0, &setting(2, 2))),
        ("window of 2^31", frame(SETTINGS, 0, 0, &setting(4, 1 << 31))),
        ("frames of 1 byte", frame(SETTINGS, 0, 0, &setting(5, 1))),
        ("frames of 2^24", frame(SETTINGS, 0, 0, &setting(5, 1 << 24))),
        ("ping of 7 bytes", frame(PING, 0, 0, &[0; 7])),
        ("ping of a stream", frame(PING, 0, 1, &[0; 8])),
        ("end of 7 bytes", frame(GOAWAY, 0, 0, &[0; 7])),
        ("end of a stream", frame(GOAWAY, 0, 1, &[0; 8])),
        ("window update of 3 bytes", frame(WINDOW_UPDATE, 0, 0, &[0; 3])),
        ("window update of nothing", frame(WINDOW_UPDATE, 0, 0, &[0; 4])),
        ("window update of nothing for a stream", frame(WINDOW_UPDATE, 0, 1, &[0; 4])),
        ("window beyond 2^31", frame(WINDOW_UPDATE, 0, 0, &[0x7f, 0xff, 0xff, 0xff])),
    ]
}

/// Frames that the protocol allows, and that are no good answer.
fn refusals() -> Vec<(&'static str, Vec<u8>)> {
    let reset = |code: u32| frame(RST_STREAM, 0, 1, &code.to_be_bytes());
    let end = |last: u32, code: u32| frame(GOAWAY, 0, 0, &[last.to_be_bytes(), code.to_be_bytes()].concat());
    vec![
        ("reset", reset(2)),
        ("refused stream", reset(7)),
        ("reset without an error", reset(0)),
        ("reset with an unknown code", reset(u32::MAX)),
        ("reset behind the head", [head(END_HEADERS, STATUS_200), reset(8)].concat()),
        ("reset within the content", [head(END_HEADERS, STATUS_200), frame(DATA, 0, 1, b"hel"), reset(2)].concat()),
        ("end with an error", end(0, 2)),
        ("end: calm down", end(0, 11)),
        ("end without an error", end(0, 0)),
        ("end of what was never opened", end(0x7fff_ffff, 1)),
        ("silence", Vec::new()),
        ("head and silence", head(END_HEADERS, STATUS_200)),
        ("half of a head", head(0, STATUS_200)),
        ("interim answer only", head(END_HEADERS, &[0x08, 3, b'1', b'0', b'3'])),
        ("unknown frame", frame(0xbb, 0xff, 1, b"what")),
        ("priority", frame(PRIORITY, 0, 1, &[0, 0, 0, 3, 1])),
        ("settings", frame(SETTINGS, 0, 0, &setting(0xbeef, 1))),
        ("no window", frame(SETTINGS, 0, 0, &setting(4, 0))),
    ]
}

fn floods() -> Vec<Case> {
    let flood = |name: &str, first: Vec<u8>, again: Vec<u8>| case(name, Act::Flood(first, again), BROKEN);
    let head_of_200 = || head(END_HEADERS, STATUS_200);
    vec![
        flood("settings", Vec::new(), frame(SETTINGS, 0, 0, &setting(3, 100))),
        flood("acknowledgements", Vec::new(), frame(SETTINGS, ACK, 0, &[])),
        flood("pings", Vec::new(), frame(PING, 0, 0, &[7; 8])),
        flood("empty data", head_of_200(), frame(DATA, 0, 1, &[])),
        flood("data", head_of_200(), frame(DATA, 0, 1, &[b'x'; 16_384])),
        flood("padding", head_of_200(), frame(DATA, 8, 1, &[255; 256])),
        flood("continuations", head(0, STATUS_200), frame(CONTINUATION, 0, 1, &[0; 1])),
        flood("headers", head(0, STATUS_200), frame(CONTINUATION, 0, 1, &[0x40, 1, b'a', 1, b'b'].repeat(3000))),
        flood("empty continuations", head(0, STATUS_200), frame(CONTINUATION, 0, 1, &[])),
        flood("resets", Vec::new(), frame(RST_STREAM, 0, 1, &[0, 0, 0, 8])),
        flood("window updates", Vec::new(), frame(WINDOW_UPDATE, 0, 0, &[0, 0, 0, 1])),
        flood("priorities", Vec::new(), frame(PRIORITY, 0, 1, &[0, 0, 0, 3, 1])),
        flood("unknown frames", Vec::new(), frame(0xcc, 0, 0, &[0; 100])),
        flood("interim answers", Vec::new(), head(END_HEADERS, &[0x08, 3, b'1', b'0', b'3'])),
        flood("promises", Vec::new(), frame(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 2, 0x82])),
        flood("trailers", head_of_200(), head(END_HEADERS, &[0x40, 1, b'a', 1, b'b'])),
        flood(
            "a table that grows",
            Vec::new(),
            head(END_HEADERS, &[&[0x88, 0x40, 0x7f, 0x81, 0x7e][..], &[b'k'; 16_256], &[0]].concat()),
        ),
    ]
}

#[test]
fn http_2() {
    let broken = broken_frames().into_iter().flat_map(|(name, bytes)| {
        [case(name, Act::Hold(bytes.clone()), BROKEN), case(format!("{name}, closed"), Act::Close(bytes), BROKEN)]
    });
    let refused = refusals().into_iter().map(|(name, bytes)| case(name, Act::Hold(bytes), BROKEN));
    let good = good();
    let cut = (0..good.len()).map(|at| case(format!("closes at {at}"), Act::Close(good[..at].to_vec()), &["closed"]));
    let cases: Vec<Case> = broken.chain(refused).chain(cut).chain(floods()).collect();
    assert!(cases.len() >= 97, "{}", cases.len());
    let get = [Request::get("test", "/")];
    let protocol = Http2::new(&get).expect_status(200).expect_content(b"hello\n".to_vec());
    check(&cases, agree, &protocol, |options| {
        options.target.http2 = Some(Http2Requests::new(&get, false).unwrap());
    });
}

/// The first bytes of a connection, in place of its settings.
#[test]
fn http_2_beginnings() {
    let get = [Request::get("test", "/")];
    let cases: Vec<Case> = broken_frames()
        .into_iter()
        .flat_map(|(name, bytes)| [case(name, Act::Hold(bytes.clone()), BROKEN), case(name, Act::Close(bytes), BROKEN)])
        .collect();
    check(&cases, any_request, &Http2::new(&get), |options| {
        options.target.http2 = Some(Http2Requests::new(&get, false).unwrap());
    });
}

/// The corpus can tell: the same server with a good answer is good.
#[test]
fn http_2_that_is_good() {
    let get = [Request::get("test", "/")];
    let cases = [case("good", Act::Close(good()), &["ok", "closed"])];
    check(&cases, agree, &Http2::new(&get).expect_content(b"hello\n".to_vec()), |options| {
        options.target.http2 = Some(Http2Requests::new(&get, false).unwrap());
    });
}
