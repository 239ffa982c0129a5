//! The session against the bytes that servers send.

use proptest::prelude::*;

use super::frame::{
    self, ACK, CONTINUATION, DATA, END_HEADERS, END_STREAM, FrameHead, GOAWAY, HEADERS, PADDED, PING, PREFACE,
    PRIORITY, PUSH_PROMISE, RST_STREAM, SETTINGS, WINDOW_UPDATE,
};
use super::{End, Head, Http2Requests, MOST_CONTENT, MOST_FIELDS, MOST_IDLE_FRAMES, Session, WINDOW, http2_in_pieces};
use crate::fault::Fault;
use crate::protocol::http::Request;

/// A head of status 200.
const OK: &[u8] = &[0x88];

fn bytes(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    frame::put(&mut out, kind, flags, stream, payload);
    out
}

fn setting(id: u16, value: u32) -> Vec<u8> {
    bytes(SETTINGS, 0, 0, &[&id.to_be_bytes()[..], &value.to_be_bytes()].concat())
}

fn answer(stream: u32, content: &[u8]) -> Vec<u8> {
    [bytes(HEADERS, END_HEADERS, stream, OK), bytes(DATA, END_STREAM, stream, content)].concat()
}

/// A session with its server's preface, and what is to go since then.
struct Client {
    session: Session,
    answers: Vec<u8>,
}

impl Client {
    fn new(requests: &[Request], settings: &[u8]) -> Self {
        let mut session = Session::new(&Http2Requests::new(requests, false).unwrap());
        assert!(session.outgoing().starts_with(PREFACE));
        session.outgoing().clear();
        let mut client = Self { session, answers: Vec::new() };
        client.receive(settings).unwrap();
        assert_eq!(client.sent(), [(SETTINGS, ACK, 0, Vec::new())]);
        client
    }

    /// A client that has sent this many requests of the first kind.
    fn getting(count: usize) -> Self {
        let mut client = Self::new(&[Request::get("test", "/")], &bytes(SETTINGS, 0, 0, &[]));
        client.request(count).unwrap();
        client.session.outgoing().clear();
        client
    }

    fn request(&mut self, count: usize) -> Result<(), Fault> {
        self.session.request(&vec![0; 4 * count])
    }

    fn receive(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.session.receive(bytes, &mut self.answers)
    }

    /// The frames that are to go: type, flags, stream, payload.
    fn sent(&mut self) -> Vec<(u8, u8, u32, Vec<u8>)> {
        let bytes = std::mem::take(self.session.outgoing());
        let (mut rest, mut frames) = (&bytes[..], Vec::new());
        while let Some((head, behind)) = rest.split_first_chunk() {
            let head = FrameHead::from_bytes(head);
            frames.push((head.kind, head.flags, head.stream, behind[..head.length].to_vec()));
            rest = &behind[head.length..];
        }
        frames
    }

    /// The answers so far: status, end, content.
    fn answers(&mut self) -> Vec<(u16, End, Vec<u8>)> {
        let bytes = std::mem::take(&mut self.answers);
        let (mut rest, mut answers) = (&bytes[..], Vec::new());
        while let Some((head, behind)) = rest.split_first_chunk() {
            let head = Head::from_bytes(head);
            answers.push((head.status, head.end, behind[..head.length as usize].to_vec()));
            rest = &behind[head.length as usize..];
        }
        answers
    }

    /// What the session says of bytes that break the connection, and the code that it sends to the server.
    fn broken_by(&mut self, bytes: &[u8]) -> (String, u8) {
        let fault = self.receive(bytes).expect_err("the server broke nothing").to_string();
        let frames = self.sent();
        let (kind, _, _, payload) = frames.last().expect("nothing was sent");
        assert_eq!(*kind, GOAWAY);
        (fault, payload[7])
    }
}

#[test]
fn nothing_is_sent_before_the_server_has_said_what_it_takes() {
    let mut session = Session::new(&Http2Requests::new(&[Request::get("test", "/")], false).unwrap());
    session.outgoing().clear();
    session.request(&[0; 8]).unwrap();
    assert!(session.outgoing().is_empty());
    session.receive(&setting(3, 1), &mut Vec::new()).unwrap();
    let mut client = Client { session, answers: Vec::new() };
    let kinds: Vec<u8> = client.sent().iter().map(|frame| frame.0).collect();
    assert_eq!(kinds, [SETTINGS, HEADERS]);
    client.receive(&answer(1, b"x")).unwrap();
    let streams: Vec<u32> = client.sent().iter().map(|frame| frame.2).collect();
    assert_eq!((streams, client.answers()), (vec![3], vec![(200, End::Whole, b"x".to_vec())]));
}

#[test]
fn answers_count_in_the_order_of_their_requests() {
    let mut client = Client::getting(3);
    client.receive(&[answer(5, b"c"), bytes(HEADERS, END_HEADERS, 1, OK), answer(3, b"b")].concat()).unwrap();
    assert_eq!(client.answers(), []);
    client.receive(&[bytes(DATA, 0, 1, b"a"), bytes(DATA, PADDED | END_STREAM, 1, &[1, b'A', 0])].concat()).unwrap();
    let contents: Vec<_> = client.answers().into_iter().map(|answer| answer.2).collect();
    assert_eq!(contents, [&b"aA"[..], b"b", b"c"]);
}

#[test]
fn freedoms_of_the_standard_change_nothing() {
    let mut client = Client::getting(1);
    let padded = [&[2, 0, 0, 0, 3, 1][..], OK, &[0, 0]].concat();
    let frames = [
        bytes(0xbb, 0xff, 1, b"what"),
        bytes(PRIORITY, 0, 1, &[0, 0, 0, 3, 1]),
        setting(0xbeef, 1),
        bytes(SETTINGS, ACK, 0, &[]),
        bytes(PING, 0, 0, &[7; 8]),
        bytes(PING, ACK, 0, &[7; 8]),
        bytes(WINDOW_UPDATE, 0, 0, &[0, 0, 0, 1]),
        // An interim answer (RFC 9110, 15.2).
        bytes(HEADERS, END_HEADERS, 1, &[0x08, 3, b'1', b'0', b'3']),
        bytes(HEADERS, PADDED | frame::PRIORITY_FIELDS, 1, &padded),
        bytes(CONTINUATION, END_HEADERS, 1, &[0x40, 1, b'a', 1, b'b']),
        bytes(DATA, 0, 1, b"hel"),
        bytes(DATA, 0, 1, b""),
        bytes(DATA, 0, 1, b"lo"),
        // Trailers.
        bytes(HEADERS, END_HEADERS | END_STREAM, 1, &[0x40, 1, b'c', 1, b'd']),
        bytes(RST_STREAM, 0, 1, &[0; 4]),
        bytes(WINDOW_UPDATE, 0, 1, &[0, 0, 0, 1]),
    ];
    client.receive(&frames.concat()).unwrap();
    assert_eq!(client.sent(), [(SETTINGS, ACK, 0, vec![]), (PING, ACK, 0, vec![7; 8])]);
    assert_eq!(client.answers(), [(200, End::Whole, b"hello".to_vec())]);
}

#[test]
fn the_server_learns_why_the_connection_breaks() {
    for (frame, code) in [
        (bytes(DATA, 0, 0, b"x"), 1),
        (bytes(DATA, 0, 3, b"x"), 1),
        (bytes(DATA, 0, 2, b"x"), 1),
        (bytes(DATA, PADDED, 1, &[9, 1]), 1),
        (bytes(DATA, PADDED, 1, &[]), 6),
        (bytes(HEADERS, END_HEADERS, 3, OK), 1),
        (bytes(HEADERS, END_HEADERS | frame::PRIORITY_FIELDS, 1, &[0; 4]), 6),
        (bytes(HEADERS, END_HEADERS, 1, &[0x80]), 9),
        (bytes(HEADERS, END_HEADERS, 1, &[0x88, 0x40, 1, b'A', 1, b'b']), 1),
        (bytes(CONTINUATION, END_HEADERS, 1, OK), 1),
        ([bytes(HEADERS, 0, 1, OK), bytes(DATA, 0, 1, b"x")].concat(), 1),
        ([bytes(HEADERS, 0, 1, OK), bytes(CONTINUATION, END_HEADERS, 3, &[])].concat(), 1),
        (bytes(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 2, 0x82]), 1),
        (bytes(PRIORITY, 0, 1, &[0; 4]), 6),
        (bytes(PRIORITY, 0, 0, &[0; 5]), 1),
        (bytes(RST_STREAM, 0, 1, &[0; 3]), 6),
        (bytes(RST_STREAM, 0, 0, &[0; 4]), 1),
        (bytes(RST_STREAM, 0, 9, &[0; 4]), 1),
        (bytes(SETTINGS, 0, 1, &[]), 1),
        (bytes(SETTINGS, ACK, 0, &[0; 6]), 6),
        (setting(2, 1), 1),
        (bytes(PING, 0, 0, &[0; 7]), 6),
        (bytes(PING, 0, 1, &[0; 8]), 1),
        (bytes(GOAWAY, 0, 0, &[0; 7]), 6),
        (bytes(GOAWAY, 0, 1, &[0; 8]), 1),
        (bytes(WINDOW_UPDATE, 0, 0, &[0; 3]), 6),
        (bytes(WINDOW_UPDATE, 0, 0, &[0; 4]), 1),
        (bytes(WINDOW_UPDATE, 0, 0, &[0x7f, 0xff, 0xff, 0xff]), 3),
        ([setting(4, 0x7fff_ffff), bytes(WINDOW_UPDATE, 0, 1, &[0, 0, 0, 1]), setting(4, 0x7fff_ffff)].concat(), 0),
        (bytes(DATA, 0, 1, &[0; 16_385]), 6),
    ] {
        let mut client = Client::getting(1);
        if code == 0 {
            // An error of the stream only.
            assert_eq!(client.receive(&frame), Ok(()));
            assert_eq!(client.answers()[0].1, End::Reset);
            continue;
        }
        let (text, told) = client.broken_by(&frame);
        assert_eq!(told, code, "{text} {frame:?}");
        assert!(text.starts_with("HTTP/2: connection error detected: ") && text.ends_with(')'), "{text}");
    }
}

#[test]
fn a_first_frame_other_than_settings_is_no_http2() {
    for first in [bytes(PING, 0, 0, &[0; 8]), bytes(SETTINGS, ACK, 0, &[]), b"HTTP/1.1 400 Bad Request\r\n".to_vec()] {
        let mut session = Session::new(&Http2Requests::new(&[], false).unwrap());
        assert!(session.receive(&first, &mut Vec::new()).is_err());
    }
}

#[test]
fn a_malformed_answer_ends_its_stream_and_no_other() {
    for block in [
        &[][..],
        &[0x40, 1, b'a', 1, b'b'],
        &[0x88, 0x88],
        &[0x88, 0x82],
        &[0x08, 3, b'1', b'0', b'1'],
        &[0x88, 0x0f, 0x0d, 1, b'2'],
    ] {
        let mut client = Client::getting(2);
        let frames = [bytes(HEADERS, END_HEADERS, 1, block), bytes(DATA, END_STREAM, 1, b"x"), answer(3, b"y")];
        client.receive(&frames.concat()).unwrap();
        assert_eq!(client.answers()[0].1, End::Reset, "{block:?}");
        assert_eq!(client.sent(), [(RST_STREAM, 0, 1, vec![0, 0, 0, 1])], "{block:?}");
    }
}

#[test]
fn the_content_is_as_long_as_the_head_says() {
    // content-length: 5, by the name's place in the static table.
    let length = [0x88, 0x0f, 0x0d, 1, b'5'];
    for (content, end) in [(&b"hell"[..], End::Reset), (b"hello", End::Whole), (b"hello!", End::Reset)] {
        let mut client = Client::getting(1);
        client
            .receive(&[bytes(HEADERS, END_HEADERS, 1, &length), bytes(DATA, END_STREAM, 1, content)].concat())
            .unwrap();
        assert_eq!(client.answers()[0].1, end, "{content:?}");
    }
    let mut head = Request::get("test", "/");
    head.method = "HEAD".into();
    let mut client = Client::new(&[head], &bytes(SETTINGS, 0, 0, &[]));
    client.request(1).unwrap();
    client.receive(&bytes(HEADERS, END_HEADERS | END_STREAM, 1, &length)).unwrap();
    assert_eq!(client.answers(), [(200, End::Whole, Vec::new())]);
}

#[test]
fn a_frame_behind_the_end_of_its_stream_breaks_the_connection() {
    let mut client = Client::getting(2);
    client.receive(&answer(1, b"x")).unwrap();
    assert_eq!(client.broken_by(&bytes(DATA, 0, 1, b"x")).1, 5);
}

#[test]
fn answers_before_a_violation_count() {
    let mut client = Client::getting(2);
    client.receive(&[answer(1, b"x"), bytes(PING, 0, 0, &[0; 7])].concat()).unwrap();
    assert_eq!(client.answers().len(), 1);
    assert!(client.session.take_broken().is_some_and(|fault| fault.is_malformed()));
    assert!(client.session.take_broken().is_none());
}

#[test]
fn content_is_sent_within_the_windows_and_the_frames_of_the_server() {
    let content: Vec<u8> = (0..50_000).map(|at| at as u8).collect();
    let post = [Request::post("test", "/", content.clone())];
    let mut client = Client::new(&post, &setting(4, 20_000));
    client.request(1).unwrap();
    let mut came = Vec::new();
    let mut take = |client: &mut Client, ends: bool| {
        let frames: Vec<_> = client.sent().into_iter().filter(|frame| frame.0 == DATA).collect();
        assert!(frames.iter().all(|frame| frame.3.len() <= 16_384 && frame.2 == 1));
        assert_eq!(frames.last().is_some_and(|frame| frame.1 == END_STREAM), ends);
        came.extend(frames.into_iter().flat_map(|frame| frame.3));
        came.len()
    };
    assert_eq!(take(&mut client, false), 20_000);
    // 10,000 less than the stream has used: the update makes up for that first (RFC 9113, 6.9.2).
    client.receive(&setting(4, 10_000)).unwrap();
    client.receive(&bytes(WINDOW_UPDATE, 0, 1, &10_001_u32.to_be_bytes())).unwrap();
    assert_eq!(take(&mut client, false), 20_001);
    client.receive(&bytes(WINDOW_UPDATE, 0, 0, &1_u32.to_be_bytes())).unwrap();
    assert_eq!(take(&mut client, false), 20_001);
    client.receive(&setting(4, 100_000)).unwrap();
    assert_eq!(take(&mut client, true), 50_000);
    assert_eq!(came, content);
    client.receive(&answer(1, b"x")).unwrap();
    // The connection has 15,536 bytes left.
    client.request(1).unwrap();
    let sent: usize = client.sent().iter().filter(|frame| frame.0 == DATA).map(|frame| frame.3.len()).sum();
    assert_eq!(sent, 15_536);
    // An answer that does not wait for the content: the rest is not sent.
    client.receive(&answer(3, b"no")).unwrap();
    assert_eq!(client.sent(), [(RST_STREAM, 0, 3, vec![0, 0, 0, 8])]);
    assert_eq!(client.answers().len(), 2);
}

/// A fuzzer found it: the window of a closed stream broke the connection if an older stream had no answer yet.
#[test]
fn the_window_of_a_closed_stream_does_not_follow_the_settings() {
    let mut client = Client::getting(2);
    client.receive(&bytes(WINDOW_UPDATE, 0, 3, &0x7fff_ffff_u32.to_be_bytes())).unwrap();
    assert_eq!(client.sent(), [(RST_STREAM, 0, 3, vec![0, 0, 0, 3])]);
    client.receive(&setting(4, 65_536)).unwrap();
    client.receive(&answer(1, b"a")).unwrap();
    assert_eq!(client.answers(), [(200, End::Whole, b"a".to_vec()), (0, End::Reset, Vec::new())]);
}

#[test]
fn larger_frames_are_used_where_the_server_takes_them() {
    let post = [Request::post("test", "/", vec![b'x'; 40_000])];
    let mut client = Client::new(&post, &setting(5, 30_000));
    client.request(1).unwrap();
    let lengths: Vec<usize> = client.sent().iter().filter(|frame| frame.0 == DATA).map(|frame| frame.3.len()).collect();
    assert_eq!(lengths, [30_000, 10_000]);
}

#[test]
fn windows_are_given_back_in_large_pieces() {
    let mut client = Client::getting(1);
    client.receive(&bytes(HEADERS, END_HEADERS, 1, OK)).unwrap();
    let frame = bytes(DATA, 0, 1, &[b'x'; 16_384]);
    for _ in 0..WINDOW / 16_384 {
        client.receive(&frame).unwrap();
    }
    let half = (WINDOW / 2).to_be_bytes().to_vec();
    let updates = [(WINDOW_UPDATE, 0, 0, half.clone()), (WINDOW_UPDATE, 0, 1, half)];
    assert_eq!(client.sent(), [updates.clone(), updates].concat());
}

#[test]
fn an_answer_beyond_the_bound_is_given_up() {
    let mut client = Client::getting(1);
    client.receive(&bytes(HEADERS, END_HEADERS, 1, OK)).unwrap();
    let frame = bytes(DATA, 0, 1, &[b'x'; 16_384]);
    for _ in 0..MOST_CONTENT / 16_384 + 9 {
        client.receive(&frame).unwrap();
    }
    assert_eq!(client.answers(), [(200, End::TooLong, Vec::new())]);
    assert!(client.sent().contains(&(RST_STREAM, 0, 1, vec![0, 0, 0, 8])));
}

#[test]
fn floods_end_the_connection() {
    let head = bytes(HEADERS, END_HEADERS, 1, OK);
    for (first, again, times) in [
        (Vec::new(), bytes(PING, 0, 0, &[0; 8]), MOST_IDLE_FRAMES),
        (Vec::new(), bytes(SETTINGS, 0, 0, &[]), MOST_IDLE_FRAMES),
        (Vec::new(), bytes(0xcc, 0, 0, &[0; 9]), MOST_IDLE_FRAMES),
        (Vec::new(), bytes(HEADERS, END_HEADERS, 1, &[0x08, 3, b'1', b'0', b'3']), MOST_IDLE_FRAMES),
        (head, bytes(DATA, 0, 1, &[]), MOST_IDLE_FRAMES),
        (bytes(HEADERS, 0, 1, OK), bytes(CONTINUATION, 0, 1, &[]), 256),
        (bytes(HEADERS, 0, 1, OK), bytes(CONTINUATION, 0, 1, &[0; 16_384]), (MOST_FIELDS / 16_384) as u32),
    ] {
        let mut client = Client::getting(1);
        client.receive(&first).unwrap();
        let fits = (0..=times).take_while(|_| client.receive(&again).is_ok()).count() as u32;
        assert!((times - 1..=times).contains(&fits), "{fits} of {again:?}");
        assert_eq!(client.sent().last().unwrap().3[7], 11);
    }
    // Each byte names a field of more than 4,000 bytes.
    let mut client = Client::getting(1);
    let kept = [&[0x88, 0x40, 1, b'k', 0x7f, 0xa1, 0x1e][..], &[b'v'; 4000]].concat();
    let bomb = bytes(HEADERS, END_HEADERS, 1, &[&kept[..], &[0xbe; 100]].concat());
    assert_eq!(client.broken_by(&bomb).1, 11);
}

#[test]
fn goaway_loses_what_the_server_did_not_process() {
    let mut client = Client::getting(3);
    let goaway = bytes(GOAWAY, 0, 0, &[0, 0, 0, 3, 0, 0, 0, 0]);
    client.receive(&[goaway, answer(5, b"late")].concat()).unwrap();
    assert!(!client.session.is_spent());
    client.receive(&[answer(1, b"a"), answer(3, b"b")].concat()).unwrap();
    let ends: Vec<End> = client.answers().iter().map(|answer| answer.1).collect();
    assert_eq!(ends, [End::Whole, End::Whole, End::Reset]);
    assert!(client.session.is_spent());
    assert!(client.request(1).is_err());
}

#[test]
fn a_connection_is_given_up_before_its_streams_are_used_up() {
    let mut client = Client::getting(0);
    client.session.leave_streams(2);
    assert!(client.session.is_spent());
    client.request(2).unwrap();
    assert!(!client.session.is_spent());
    assert_eq!(client.sent().last().unwrap().2, 0x7fff_ffff);
    assert!(client.request(1).is_err());
}

#[test]
fn a_server_without_a_table_gets_its_size_update_once() {
    let get = [Request::get("test", "/")];
    let mut client = Client::new(&get, &setting(1, 0));
    client.request(2).unwrap();
    let blocks: Vec<_> = client.sent().into_iter().map(|frame| frame.3).collect();
    assert_eq!((blocks[0][0], &blocks[0][1..]), (0x20, &blocks[1][..]));
    // A table that is taken away later.
    let mut client = Client::new(&get, &setting(1, 4096));
    client.request(2).unwrap();
    let plain: Vec<_> = client.sent().into_iter().map(|frame| frame.3).collect();
    assert!(plain[1].len() < plain[0].len());
    client.receive(&[setting(1, 0), setting(1, 4096)].concat()).unwrap();
    client.request(2).unwrap();
    let later: Vec<_> = client.sent().into_iter().filter(|frame| frame.0 == HEADERS).map(|frame| frame.3).collect();
    assert_eq!(later, blocks);
}

#[test]
fn a_head_longer_than_a_frame_goes_on_in_others() {
    let get = [Request::get("test", "/").header("a", &"\u{7e}".repeat(20_000))];
    let mut client = Client::new(&get, &bytes(SETTINGS, 0, 0, &[]));
    client.request(1).unwrap();
    let frames: Vec<_> = client.sent().into_iter().map(|frame| (frame.0, frame.1, frame.3.len())).collect();
    assert_eq!(frames[0], (HEADERS, END_STREAM, 16_384));
    assert!(matches!(frames[1], (CONTINUATION, END_HEADERS, 1..16_384)), "{frames:?}");
}

/// Frames that a server could send: of any type, and often right.
fn frames() -> impl Strategy<Value = Vec<u8>> {
    let any_frame = (0..=11_u8, any::<u8>(), 0..=9_u32, proptest::collection::vec(any::<u8>(), 0..20));
    let frame = prop_oneof![
        any_frame.prop_map(|(kind, flags, stream, payload)| bytes(kind, flags, stream, &payload)),
        (0..4_u32, proptest::collection::vec(any::<u8>(), 0..9)).prop_map(|(at, content)| answer(2 * at + 1, &content)),
        (0..4_u32).prop_map(|at| bytes(HEADERS, END_HEADERS, 2 * at + 1, &[0x88, 0x40, 1, b'a', 1, b'b'])),
        (0..4_u32, any::<bool>()).prop_map(|(at, ends)| bytes(DATA, u8::from(ends), 2 * at + 1, b"hello")),
        (1..7_u16, 0..99_999_u32).prop_map(|(id, value)| setting(id, value)),
        (0..4_u32).prop_map(|at| bytes(RST_STREAM, 0, 2 * at + 1, &[0; 4])),
        (0..9_u32, 1..99_999_u32).prop_map(|(stream, more)| bytes(WINDOW_UPDATE, 0, stream, &more.to_be_bytes())),
        (0..9_u8).prop_map(|last| bytes(GOAWAY, 0, 0, &[0, 0, 0, last, 0, 0, 0, 0])),
        Just(bytes(PING, 0, 0, &[1; 8])),
    ];
    proptest::collection::vec(frame, 1..20).prop_map(|frames| frames.concat())
}

proptest! {
    #[test]
    fn pieces_make_no_difference(bytes in frames(), piece in 1..40_usize) {
        prop_assert_eq!(http2_in_pieces(&bytes, piece), http2_in_pieces(&bytes, bytes.len()));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 1..200), piece in 1..40_usize) {
        prop_assert_eq!(http2_in_pieces(&bytes, piece), http2_in_pieces(&bytes, bytes.len()));
    }
}
