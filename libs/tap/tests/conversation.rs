//! Connections cut into messages: what each protocol says, and that it does not matter where bytes are cut.

use std::time::Duration;

use proptest::prelude::*;
use wirecost_tap::Direction::{self, ToClient, ToTarget};
use wirecost_tap::decode::{self, Shown};
use wirecost_tap::{Conversation, Form, Format, Limits, Message, Purse};

const LIMITS: Limits = Limits { max_kept: 4096, max_kept_in_all: 1 << 20, max_shown: 2000 };

/// What a message is to the one who reads it.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    direction: Direction,
    bytes: u64,
    title: String,
    head: String,
    topic: String,
    body: Vec<u8>,
    note: Option<String>,
    is_reply: bool,
    shown: Shown,
}

fn seen(message: &Message) -> Seen {
    Seen {
        direction: message.direction,
        bytes: message.bytes,
        title: message.title.clone(),
        head: message.head.clone(),
        topic: message.topic.clone(),
        body: message.body.bytes().to_vec(),
        note: message.note.clone(),
        is_reply: message.reply.is_some(),
        shown: decode::show(message, LIMITS.max_shown),
    }
}

fn conversation(format: Format) -> Conversation {
    Conversation::new(format, &LIMITS, Purse::new(LIMITS.max_kept_in_all))
}

/// What is seen of a dialogue whose parts come in pieces of `size` bytes, a millisecond apart.
fn dialogue(format: Format, parts: &[(Direction, &[u8])], size: usize) -> Vec<Message> {
    let mut conversation = conversation(format);
    let (mut out, mut at) = (Vec::new(), Duration::ZERO);
    for (direction, bytes) in parts {
        for piece in bytes.chunks(size) {
            at += Duration::from_millis(1);
            conversation.take(*direction, at, piece, &mut out);
        }
    }
    conversation.end(ToTarget, &mut out);
    conversation.end(ToClient, &mut out);
    out
}

/// The same, in one piece and in single bytes, which must not differ.
fn messages(format: Format, parts: &[(Direction, &[u8])]) -> Vec<Seen> {
    let of = |size| dialogue(format, parts, size).iter().map(seen).collect::<Vec<_>>();
    let whole = of(usize::MAX);
    assert_eq!(whole, of(1));
    let bytes: u64 = whole.iter().map(|message| message.bytes).sum();
    assert_eq!(bytes, parts.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>(), "every byte is in a message");
    whole
}

#[test]
fn http_requests_and_replies_are_shown_with_their_bodies() {
    let request = b"POST /shop/order?x=1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json; charset=utf-8\r\n\
                    Content-Length: 7\r\n\r\n{\"a\":1}GET / HTTP/1.1\r\n\r\n";
    let reply =
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/xml\r\n\r\n\
                  4;x=y\r\n<a><\r\n6\r\nb/></a\r\n1\r\n>\r\n0\r\nX-Sum: 1\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n";
    let seen = messages(Format::Auto, &[(ToTarget, request), (ToClient, reply)]);
    let titles: Vec<&str> = seen.iter().map(|message| message.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "POST /shop/order?x=1 HTTP/1.1",
            "GET / HTTP/1.1",
            "HTTP/1.1 100 Continue",
            "HTTP/1.1 200 OK",
            "HTTP/1.1 204 No Content"
        ]
    );
    assert_eq!((seen[0].shown.form, seen[0].shown.text.as_str()), (Form::Json, "{\n  \"a\": 1\n}"));
    assert_eq!((seen[3].shown.form, seen[3].shown.text.as_str()), (Form::Xml, "<a>\n  <b/>\n</a>"));
    assert!(seen[3].head.contains("trailer X-Sum: 1") && seen[3].is_reply && !seen[2].is_reply);
    assert_eq!((seen[0].topic.as_str(), seen[3].topic.as_str(), seen[1].topic.as_str()), ("order", "order", "root"));
}

#[test]
fn replies_without_a_length_end_with_the_connection_and_others_have_no_body() {
    let requests = b"HEAD /a HTTP/1.0\r\n\r\nGET /b HTTP/1.0\r\n\r\n";
    let replies = b"HTTP/1.0 200 OK\r\ncontent-length: 10\r\n\r\nHTTP/1.0 200 OK\r\n\r\nall the rest";
    let seen = messages(Format::Http, &[(ToTarget, requests), (ToClient, replies)]);
    assert_eq!(seen[2].body, b"");
    assert_eq!((seen[3].body.as_slice(), seen[3].note.as_ref()), (&b"all the rest"[..], None));
}

#[test]
fn truncated_and_broken_http_is_shown_with_a_note() {
    let seen = messages(Format::Auto, &[(ToTarget, b"POST / HTTP/1.1\r\ncontent-length: 10\r\n\r\nabc")]);
    assert_eq!(seen[0].note.as_deref(), Some("it ends 7 bytes early"));
    let seen = messages(Format::Auto, &[(ToTarget, b"GET / HTTP/1.1\r\nno colon\r\n\r\nabc")]);
    assert!(seen[0].note.as_ref().is_some_and(|note| note.starts_with("no HTTP: ")), "{seen:?}");
    assert_eq!(seen[0].bytes, 31);
    let two = b"POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab";
    assert!(messages(Format::Auto, &[(ToTarget, two)])[0].note.as_ref().unwrap().contains("content-lengths"));
    let chunk = b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nx\r\nabc";
    let seen = messages(Format::Auto, &[(ToTarget, chunk)]);
    assert_eq!((seen.len(), seen[1].body.as_slice()), (2, &b"abc"[..]));
    let endless = [b"GET / HTTP/1.1\r\n".to_vec(), vec![b'x'; 70_000]].concat();
    let seen = messages(Format::Auto, &[(ToTarget, &endless)]);
    assert!(seen[0].note.as_ref().unwrap().contains("no end of a head"), "{:?}", seen[0].note);
}

#[test]
fn after_an_upgrade_bytes_are_bytes() {
    let parts: [(Direction, &[u8]); 4] = [
        (ToTarget, b"GET /chat HTTP/1.1\r\nupgrade: websocket\r\n\r\n"),
        (ToClient, b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n\x81\x02hi"),
        (ToTarget, b"\x81\x82\0\0\0\0ho"),
        (ToClient, b"\x88\0"),
    ];
    let seen = messages(Format::Auto, &parts);
    assert_eq!(seen.iter().map(|message| message.bytes).collect::<Vec<_>>(), [42, 56, 4, 8, 2]);
    assert_eq!(seen[2].note.as_deref(), Some("from here the connection speaks another protocol"));
}

/// A frame of HTTP/2.
fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags, 0, 0, 0, stream], payload].concat()
}

/// Header fields as in a frame, each as a literal (RFC 7541, 6.2.2).
fn literals(fields: &[(&str, &str)]) -> Vec<u8> {
    let text = |text: &str| [&[u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
    fields.iter().flat_map(|(name, value)| [vec![0], text(name), text(value)].concat()).collect()
}

#[test]
fn grpc_calls_are_shown_stream_by_stream() {
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    // Fields in two frames, the first padded; the second stream's path refers to a table that the first has made.
    let content = ("content-type", "application/grpc");
    let fields = literals(&[(":method", "POST"), (":path", "/pkg.Echo/Say"), content]);
    let (one, two) = fields.split_at(10);
    let indexed = [&[0x83, 0x44, 3][..], b"/s2", &literals(&[content])].concat();
    let message = |value: u8| [0, 0, 0, 0, 2, 8, value];
    let to_target = [
        &preface[..],
        &frame(4, 0, 0, &[]),
        &frame(1, 0x8, 1, &[&[2], one, &[0, 0]].concat()),
        &frame(9, 0x4, 1, two),
        &frame(1, 0x4, 3, &indexed),
        &frame(0, 0x1, 3, &message(2)),
        &frame(0, 0x8 | 0x1, 1, &[&[3][..], &message(1), &[0; 3]].concat()),
    ]
    .concat();
    let trailers = frame(1, 0x4 | 0x1, 3, &literals(&[("grpc-status", "0")]));
    let to_client = [
        &frame(4, 0, 0, &[0, 3, 0, 0, 0, 100])[..],
        &frame(1, 0x4, 3, &[&[0x88][..], &literals(&[content])].concat()),
        &frame(8, 0, 0, &[0, 0, 1, 0]),
        &frame(0, 0, 3, &[message(2), message(4)].concat()),
        &trailers,
        &frame(3, 0, 1, &[0, 0, 0, 8]),
    ]
    .concat();
    // A server may greet before its client has.
    let (greeting, replies) = to_client.split_at(15);
    let parts: [(Direction, &[u8]); 3] = [(ToClient, greeting), (ToTarget, &to_target), (ToClient, replies)];
    for format in [Format::Auto, Format::Http] {
        let seen = messages(format, &parts);
        let told: Vec<(&str, &str)> = seen.iter().map(|m| (m.title.as_str(), m.shown.text.as_str())).collect();
        assert_eq!(
            told,
            [
                ("SETTINGS", ""),
                ("preface of HTTP/2", ""),
                ("SETTINGS", ""),
                ("POST /s2 HTTP/2", "message of 2 bytes\n  1: 2"),
                ("POST /pkg.Echo/Say HTTP/2", "message of 2 bytes\n  1: 1"),
                ("WINDOW_UPDATE", ""),
                ("HTTP/2 200", "message of 2 bytes\n  1: 2\nmessage of 2 bytes\n  1: 4"),
                ("RST_STREAM of stream 1", ""),
            ]
        );
        assert_eq!((seen[6].topic.as_str(), seen[6].is_reply), ("s2", true));
        assert!(seen[6].head.ends_with("trailer grpc-status: 0\n"), "{}", seen[6].head);
    }
}

#[test]
fn broken_http2_is_shown_with_a_note() {
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    for (broken, says) in [
        (frame(9, 0x4, 1, &[]), "in the middle of header fields"),
        (frame(1, 0x4, 1, &[0xff]), "no HTTP/2: "),
        (frame(1, 0x8 | 0x4, 1, &[9, 0]), "a frame shorter"),
        ([frame(1, 0, 1, &[]), frame(0, 0, 1, &[])].concat(), "in the middle of header fields"),
        (vec![0x7f, 0, 0, 1, 4, 0, 0, 0, 1, 0], "a head over"),
    ] {
        let bytes = [&preface[..], &broken, b"rest"].concat();
        let seen = messages(Format::Auto, &[(ToTarget, &bytes)]);
        let last = seen.last().unwrap();
        assert!(last.note.as_ref().unwrap().contains(says), "{says}: {last:?}");
        assert!(last.body.ends_with(b"rest"), "{says}: {last:?}");
    }
    let cut = [&preface[..], &frame(1, 0x4, 1, &literals(&[(":method", "GET")])), &[0, 0]].concat();
    let seen = messages(Format::Auto, &[(ToTarget, &cut)]);
    assert_eq!(seen.iter().filter(|message| message.note.as_deref() == Some("it ends early")).count(), 2);
}

#[test]
fn the_rest_of_a_frame_is_shown_after_its_stream_was_reset() {
    let data = frame(0, 0x1, 1, b"hello");
    let (begun, rest) = data.split_at(11);
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let request = [&preface[..], &frame(1, 0x4, 1, &literals(&[(":method", "PUT")])), begun].concat();
    let reset = frame(3, 0, 1, &[0, 0, 0, 8]);
    let seen = messages(Format::Auto, &[(ToTarget, &request), (ToClient, &reset), (ToTarget, rest)]);
    let notes: Vec<Option<&str>> = seen.iter().map(|message| message.note.as_deref()).collect();
    let late = Some("its stream was reset in the middle of a frame");
    assert_eq!(notes, [None, None, Some("the stream was reset"), late]);
    assert_eq!((seen[2].body.as_slice(), seen[3].body.as_slice()), (&b"he"[..], &b"llo"[..]));
}

#[test]
fn a_reply_is_timed_from_the_last_byte_of_its_request() {
    let parts: [(Direction, &[u8]); 2] =
        [(ToTarget, b"GET / HTTP/1.1\r\n\r\n"), (ToClient, b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")];
    let reply = dialogue(Format::Auto, &parts, 1)[1].reply.unwrap();
    assert_eq!(reply.first_after, Duration::from_millis(1));
    assert_eq!(reply.whole_after, Duration::from_millis(parts[1].1.len() as u64));
}

#[test]
fn compressed_bodies_are_shown_plain() {
    use std::io::Write as _;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(b"{\"a\": [1, 2]}").unwrap();
    let body = gzip.finish().unwrap();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let reply = [head.as_bytes(), &body].concat();
    let seen = messages(Format::Http, &[(ToTarget, b"GET / HTTP/1.1\r\n\r\n"), (ToClient, &reply)]);
    assert_eq!((seen[1].shown.form, seen[1].shown.text.as_str()), (Form::Json, "{\n  \"a\": [1, 2]\n}"));
    let mut broken = reply.clone();
    let end = broken.len() - 5;
    broken[end - 10] ^= 0xff;
    let seen = messages(Format::Http, &[(ToTarget, b"GET / HTTP/1.1\r\n\r\n"), (ToClient, &broken)]);
    assert!(seen[1].shown.notes[0].contains("decompressed"), "{:?}", seen[1].shown);
    assert_eq!(seen[1].shown.form, Form::Bytes);
}

#[test]
fn truncated_and_endless_compressed_bodies_are_shown_in_part() {
    use std::io::Write as _;
    let reply = |body: &[u8]| {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(body).unwrap();
        let body = gzip.finish().unwrap();
        let head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-type: application/json\r\n\r\n";
        [head.as_bytes(), &body].concat()
    };
    let shown = |reply: &[u8], max_kept: usize| {
        let limits = Limits { max_kept, ..LIMITS };
        let mut conversation = Conversation::new(Format::Http, &limits, Purse::new(limits.max_kept_in_all));
        let mut out = Vec::new();
        conversation.take(ToClient, Duration::ZERO, reply, &mut out);
        conversation.end(ToClient, &mut out);
        decode::show(&out[0], 50)
    };
    // A few thousand bytes that stand for sixteen million.
    let bomb = reply(format!("[{}", "1,".repeat(8 << 20)).as_bytes());
    assert!(bomb.len() < 100_000);
    let bomb = shown(&bomb, 1 << 20);
    assert_eq!((bomb.form, bomb.text.len() <= 50), (Form::Json, true));
    assert_eq!(bomb.notes[0], format!("only the first {} decompressed bytes are decoded", decode::MAX_EXPANDED));
    let numbers: String = (0..2000).map(|number| format!("{number},")).collect();
    let cut = shown(&reply(format!("[{numbers}0]").as_bytes()), 1000);
    assert!(
        cut.form == Form::Json && cut.text.starts_with("[0, 1, 2, ") && cut.notes[0].contains("first 1000"),
        "{cut:?}"
    );
}

#[test]
fn calls_and_replies_of_sbw_are_matched_by_their_ids() {
    use sbw::block::Block;
    use sbw::message::{Frame, MethodId, ModuleId};
    let mut arguments = Block::new();
    arguments.array(&[1.0, 2.5]).unwrap();
    let call = Frame::call(MethodId::new(ModuleId(0), 1, 2), ModuleId(5), 101, arguments).unwrap();
    let version = Frame::call(MethodId::new(ModuleId::BROKER, 0, 0), ModuleId(5), 102, Block::new()).unwrap();
    let mut result = Block::new();
    result.double(3.5);
    let reply = Frame::reply(ModuleId(5), 101, result).unwrap();
    let exception = sbw::Exception::new(sbw::ExceptionCode::MethodNotFound, "no such method");
    let failure = Frame::exception(ModuleId(5), 102, &exception).unwrap();
    let hello = [&[16, 0, 0, 0][..], b"secretsecretsecr", &[5, 0, 0, 0], b"probe"].concat();
    let to_target = [&hello[..], call.bytes(), version.bytes(), &[0xff; 4]].concat();
    let to_client = [&[5, 0, 0, 0][..], failure.bytes(), reply.bytes()].concat();
    let seen = messages(Format::Auto, &[(ToTarget, &to_target), (ToClient, &to_client)]);
    let titles: Vec<&str> = seen.iter().map(|message| message.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "hello of a module \"probe\", with a session key of 16 bytes",
            "call 101 of module 5 to module 0, service 1, method 2",
            "call 102 of module 5 to the broker, getVersion",
            "disconnect",
            "hello of the broker: the module is module 5",
            "exception to call 102 of module 5: method not found: no such method",
            "reply to call 101 of module 5",
        ]
    );
    assert_eq!(seen[1].shown.text, "double[2] [1.0, 2.5]");
    assert_eq!((seen[6].shown.text.as_str(), seen[6].is_reply), ("double 3.5", true));
    assert!(!format!("{seen:?}").contains("secret"), "the session key is shown nowhere");
}

#[test]
fn resp_commands_and_replies_are_shown() {
    let to_target = b"*2\r\n$3\r\nGET\r\n$1\r\nk\r\n*1\r\n$4\r\nPING\r\n";
    let to_client = b">1\r\n+news\r\n$5\r\na\r\nbc\r\n+PONG\r\n";
    let seen = messages(Format::Auto, &[(ToTarget, to_target), (ToClient, to_client)]);
    let told: Vec<(&str, &str)> = seen.iter().map(|m| (m.title.as_str(), m.shown.text.as_str())).collect();
    assert_eq!(
        told,
        [
            ("GET", "GET k"),
            ("PING", "PING"),
            ("push", "push of 1\n  news"),
            ("reply to GET", "\"a\\r\\nbc\""),
            ("reply to PING", "PONG")
        ]
    );
    let seen = messages(Format::Resp, &[(ToTarget, b"PING\r\n"), (ToClient, b"?\r\nrest")]);
    assert_eq!((seen[0].title.as_str(), seen[2].body.as_slice()), ("PING", &b"rest"[..]));
}

#[test]
fn without_a_protocol_a_message_lasts_until_the_other_side_speaks() {
    let parts: [(Direction, &[u8]); 3] = [(ToTarget, b"<a><b/>"), (ToTarget, b"</a>"), (ToClient, b"\x00\x01")];
    let seen = messages(Format::Auto, &parts);
    assert_eq!((seen[0].shown.form, seen[0].shown.text.as_str()), (Form::Xml, "<a>\n  <b/>\n</a>"));
    assert_eq!((seen[1].shown.form, seen[1].is_reply), (Form::Bytes, true));
    assert!(seen[1].shown.text.starts_with("00000000  00 01 "));
    // A server that speaks first, and a client that says too little to tell and then nothing.
    let seen = messages(Format::Auto, &[(ToClient, b"220 ready\r\n"), (ToTarget, b"HELO\r\n")]);
    assert_eq!(seen.len(), 2);
    let mut conversation = conversation(Format::Auto);
    let mut out = Vec::new();
    conversation.take(ToTarget, Duration::ZERO, b"GE", &mut out);
    assert!(out.is_empty());
    conversation.idle(&mut out);
    assert_eq!(out[0].body.bytes(), b"GE");
}

#[test]
fn after_a_loss_the_next_request_is_found() {
    let mut conversation = conversation(Format::Auto);
    let mut out = Vec::new();
    let mut take = |conversation: &mut Conversation, direction, bytes: &[u8]| {
        conversation.take(direction, Duration::ZERO, bytes, &mut out);
        std::mem::take(&mut out)
    };
    assert_eq!(take(&mut conversation, ToTarget, b"POST / HTTP/1.1\r\ncontent-length: 100\r\n\r\nabc").len(), 0);
    let mut cut = Vec::new();
    conversation.lose(97, &mut cut);
    assert_eq!(cut[0].note.as_deref(), Some("it ends 97 bytes early"));
    assert_eq!(take(&mut conversation, ToClient, b"HTTP/1.1 200 OK\r\n\r\n").len(), 0);
    let seen = take(&mut conversation, ToTarget, b"GET / HTTP/1.1\r\n\r\n");
    assert_eq!(seen[0].note.as_deref(), Some("97 bytes before it are not shown"));
    assert_eq!(seen[1].title, "GET / HTTP/1.1");
    let seen = take(&mut conversation, ToClient, b"HTTP/1.1 204 No Content\r\n\r\n");
    assert!(seen[0].reply.is_some());
}

#[test]
fn bytes_too_many_to_keep_are_counted() {
    let body = vec![b'x'; 10_000];
    let request = [b"POST / HTTP/1.1\r\ncontent-length: 10000\r\n\r\n".to_vec(), body].concat();
    let seen = messages(Format::Auto, &[(ToTarget, &request)]);
    assert_eq!(seen[0].bytes, request.len() as u64);
    assert_eq!(seen[0].body.len(), LIMITS.max_kept);
    let notes = &seen[0].shown.notes;
    assert_eq!(notes[0], "only the first 4096 of the 10000 bytes of its body are decoded");
    assert_eq!(notes[1], "cut at 2000 bytes of text (--max-shown)");
}

/// What looks like the protocols and forms.
const WORDS: [&[u8]; 30] = [
    b"GET / HTTP/1.1\r\n",
    b"POST /a HTTP/1.1\r\n",
    b"HTTP/1.1 200 OK\r\n",
    b"HTTP/1.1 101 x\r\n",
    b"content-length: 5\r\n",
    b"transfer-encoding: chunked\r\n",
    b"content-type: text/xml\r\n",
    b"\r\n",
    b"5\r\nhello\r\n",
    b"0\r\n\r\n",
    b"*2\r\n$3\r\nGET\r\n",
    b"$1\r\nk\r\n",
    b"$-1\r\n",
    b"%1\r\n",
    b"\x10\0\0\0secretsecretsecr",
    b"\x01\0\0\0n",
    b"\x0e\0\0\0\x05\0\0\0\0\x65\0\0\0\xff",
    b"\x1a\0\0\0\x05\0\0\0\x02\x65\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\xff",
    b"\xff\xff\xff\xff",
    b"<a>text</a>",
    b"{\"a\": [1, 2]}",
    b"\xE0\x00\x00\x01\x00\x3C\x03root\x92\x01text\xFF",
    b"\x0a\x03\x08\x96\x01",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\0\0\0\x04\0\0\0\0\0",
    b"\0\0\x03\x01\x05\0\0\0\x01\x82\x84\x87",
    b"\0\0\x02\x01\x04\0\0\0\x01\x83\x84",
    b"\0\0\x05\0\x08\0\0\0\x01\x02ab\0\0",
    b"\0\0\x02\0\x01\0\0\0\x01hi",
    b"\0\0\x04\x03\0\0\0\0\x01\0\0\0\x08",
];

/// Bytes that look like one of the protocols for a while.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => proptest::sample::select(&WORDS[..]).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 0..20),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn format() -> impl Strategy<Value = Format> {
    let forms = [Form::Xml, Form::Json, Form::FastInfoset, Form::Protobuf, Form::Grpc];
    prop_oneof![
        4 => Just(Format::Auto),
        1 => Just(Format::Http),
        1 => Just(Format::Sbw),
        1 => Just(Format::Resp),
        1 => Just(Format::Raw),
        1 => proptest::sample::select(forms.to_vec()).prop_map(Format::Body),
    ]
}

fn part() -> impl Strategy<Value = (Direction, Vec<u8>)> {
    (prop_oneof![Just(ToTarget), Just(ToClient)], bytes())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn where_bytes_are_cut_makes_no_difference(
        format in format(),
        parts in proptest::collection::vec(part(), 0..6),
        sizes in proptest::collection::vec(1usize..40, 1..10),
    ) {
        let mut conversation = conversation(format);
        let mut out = Vec::new();
        let mut sizes = sizes.iter().cycle();
        let passed: usize = parts.iter().map(|(_, bytes)| bytes.len()).sum();
        for (direction, bytes) in &parts {
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(rest.len().min(*sizes.next().unwrap()));
                conversation.take(*direction, Duration::ZERO, piece, &mut out);
                rest = after;
            }
        }
        conversation.end(ToTarget, &mut out);
        conversation.end(ToClient, &mut out);
        prop_assert_eq!(out.iter().map(|message| message.bytes).sum::<u64>(), passed as u64);
        let parts: Vec<(Direction, &[u8])> = parts.iter().map(|(direction, bytes)| (*direction, bytes.as_slice())).collect();
        prop_assert_eq!(out.iter().map(seen).collect::<Vec<_>>(), messages(format, &parts));
    }

    #[test]
    fn no_bytes_make_a_decoder_panic_or_say_too_much(
        bytes in prop_oneof![bytes(), proptest::collection::vec(any::<u8>(), 0..300)],
        is_whole in any::<bool>(),
        max_shown in 0usize..200,
    ) {
        for form in [Form::Xml, Form::Json, Form::FastInfoset, Form::Protobuf, Form::Grpc, Form::Sbw, Form::Resp, Form::Text, Form::Bytes] {
            let shown = decode::bytes_as(form, &bytes, is_whole, max_shown);
            prop_assert!(shown.text.len() <= max_shown);
            let is_safe = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\t');
            prop_assert!(shown.text.chars().all(is_safe), "{:?}", shown.text);
        }
    }
}
