//! Requests that no server must trust, by protocol. Each has a name for the failing assertion.

/// A name and the bytes that go over a new connection.
pub type Request = (String, Vec<u8>);

/// Levels of nesting that would overflow the stack of a parser that follows them all.
const DEEP: usize = 100_000;

fn named(family: &str, requests: Vec<(&str, Vec<u8>)>) -> Vec<Request> {
    requests.into_iter().map(|(name, bytes)| (format!("{family}: {name}"), bytes)).collect()
}

/// What is no request of any protocol.
pub fn noise() -> Vec<Request> {
    named(
        "noise",
        vec![
            ("nothing", vec![]),
            ("one zero", vec![0]),
            ("zeros", vec![0; 4096]),
            ("ones", vec![255; 4096]),
            ("every byte", (0..=255).collect()),
            ("a text", b"hello, is anybody there?\n".to_vec()),
            ("a line without end", vec![b'a'; 300_000]),
            ("line ends", b"\r\n".repeat(10_000)),
            ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec()),
            ("SSH", b"SSH-2.0-OpenSSH_9.6\r\n".to_vec()),
            ("a greatest length", vec![0x7f, 255, 255, 255, 1, 2, 3]),
            ("a negative length", vec![255, 255, 255, 254, 1, 2, 3]),
            ("a length, little endian", vec![255, 255, 255, 0x7f, 1, 2, 3]),
            ("the largest allowed length and no more", vec![4, 0, 0, 0, 1]),
        ],
    )
}

/// Heads of HTTP/1.1 for a path.
pub fn http(path: &str) -> Vec<Request> {
    let post = |fields: &str, body: &str| format!("POST {path} HTTP/1.1\r\nHost: x\r\n{fields}\r\n{body}").into_bytes();
    let many: String = (0..5000).map(|index| format!("X-{index}: y\r\n")).collect();
    named(
        "http",
        vec![
            ("no end of the head", format!("POST {path} HTTP/1.1\r\nHost: x\r\n").into_bytes()),
            ("no version", format!("POST {path}\r\n\r\n").into_bytes()),
            ("a version of its own", format!("POST {path} HTTP/9.9\r\nHost: x\r\n\r\n").into_bytes()),
            ("no method", format!(" {path} HTTP/1.1\r\n\r\n").into_bytes()),
            ("another method", format!("BREW {path} HTTP/1.1\r\nHost: x\r\n\r\n").into_bytes()),
            ("another path", b"POST /../../etc/passwd HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".to_vec()),
            ("a path of bytes", b"POST /\xff\xfe%00%zz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".to_vec()),
            ("no length", post("", "")),
            ("a length that is not a number", post("Content-Length: ten\r\n", "")),
            ("a negative length", post("Content-Length: -1\r\n", "")),
            ("a length beyond 64 bits", post("Content-Length: 99999999999999999999999\r\n", "")),
            ("a length beyond any body", post("Content-Length: 4611686018427387904\r\n", "a")),
            ("two lengths", post("Content-Length: 1\r\nContent-Length: 2\r\n", "ab")),
            ("a length and chunks", post("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
            ("a body cut short", post("Content-Length: 100\r\n", "short")),
            ("a chunk that is no number", post("Transfer-Encoding: chunked\r\n", "zz\r\n")),
            ("a chunk beyond 64 bits", post("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n")),
            ("a chunk beyond any body", post("Transfer-Encoding: chunked\r\n", "7fffffffffffffff\r\na")),
            ("a chunk cut short", post("Transfer-Encoding: chunked\r\n", "ff\r\nabc")),
            ("no last chunk", post("Transfer-Encoding: chunked\r\n", "1\r\na\r\n")),
            ("an unknown encoding", post("Transfer-Encoding: brotli\r\n", "")),
            ("5,000 fields", post(&many, "")),
            ("a field of 1 MB", post(&format!("X: {}\r\n", "y".repeat(1_000_000)), "")),
            ("a field without a name", post(": y\r\n", "")),
            ("a zero byte in a field", post("X: a\0b\r\n", "")),
            ("a folded field", post("X: a\r\n b\r\n", "")),
            ("lines without carriage returns", format!("POST {path} HTTP/1.1\nHost: x\n\n").into_bytes()),
            ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".to_vec()),
        ],
    )
}

/// A body with the head that it needs; the connection ends with the answer.
pub fn posted(path: &str, fields: &str, family: &str, bodies: Vec<(&str, Vec<u8>)>) -> Vec<Request> {
    let post = |body: &[u8]| {
        let length = body.len();
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{fields}Content-Length: {length}\r\n\r\n");
        [head.as_bytes(), body].concat()
    };
    named(family, bodies.iter().map(|(name, body)| (*name, post(body))).collect())
}

/// Documents around `call`, a good one with `{}` where its argument stands.
pub fn xml(call: &str) -> Vec<(&'static str, Vec<u8>)> {
    let with = |argument: &str| call.replace("{}", argument).into_bytes();
    let (open, close) = ("<a>".repeat(DEEP), "</a>".repeat(DEEP));
    let attributes: String = (0..5_000).map(|index| format!(" a{index}='1'")).collect();
    let laughs: String =
        (1..10).map(|level| format!("<!ENTITY l{level} '{}'>", format!("&l{};", level - 1).repeat(10))).collect();
    let cut = with("1");
    vec![
        ("no body", vec![]),
        ("no document", b"hello".to_vec()),
        ("cut short", cut[..cut.len() / 2].to_vec()),
        ("cut within a tag", cut[..cut.len() - 3].to_vec()),
        ("nothing as the argument", with("")),
        ("another type", with("<x>1</x>")),
        ("no number", with("one")),
        ("a number of a million digits", with(&"9".repeat(1_000_000))),
        ("nested 100,000 deep", with(&format!("{open}{close}"))),
        ("opened 100,000 deep", with(&open)),
        ("5,000 attributes", with(&format!("<a{attributes}/>"))),
        ("the same attribute twice", with("<a b='1' b='2'/>")),
        ("an entity nobody declared", with("&nobody;")),
        ("a reference to nothing", with("&#0;")),
        ("a reference beyond Unicode", with("&#xFFFFFFFF;")),
        ("an ampersand", with("a & b")),
        (
            "entities of entities",
            [format!("<!DOCTYPE a [<!ENTITY l0 'ha'>{laughs}]>").into_bytes(), with("&l9;")].concat(),
        ),
        (
            "an entity from a file",
            [b"<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>".to_vec(), with("&e;")].concat(),
        ),
        ("bytes that are no UTF-8", [b"<?xml version='1.0'?>".to_vec(), vec![0xc0, 0x80, 0xff], with("1")].concat()),
        ("UTF-16", with("1").iter().flat_map(|byte| [*byte, 0]).collect()),
        ("an encoding nobody knows", [b"<?xml version='1.0' encoding='x-nobody'?>".to_vec(), with("1")].concat()),
        ("a prefix nobody declared", with("<x:y/>")),
        ("ends that do not match", with("<a></b>")),
        ("two documents", [with("1"), with("1")].concat()),
        ("a comment without end", with("<!-- ")),
        ("CDATA without end", with("<![CDATA[ ")),
        ("an instruction without end", with("<?a ")),
    ]
}

/// Documents around `call`, a good one with `{}` where its argument stands.
pub fn json(call: &str) -> Vec<(&'static str, Vec<u8>)> {
    let with = |argument: &str| call.replace("{}", argument).into_bytes();
    let cut = with("1");
    vec![
        ("no body", vec![]),
        ("no document", b"hello".to_vec()),
        ("cut short", cut[..cut.len() / 2].to_vec()),
        ("nothing as the argument", with("")),
        ("null", with("null")),
        ("another type", with("\"text\"")),
        ("a list", with("[[[]]]")),
        ("nested 100,000 deep", with(&"[".repeat(DEEP))),
        ("objects 100,000 deep", with(&"{\"a\":".repeat(DEEP))),
        ("beyond every float", with("{\"value\":1e999}")),
        ("a number of a million digits", with(&format!("{{\"value\":{}}}", "9".repeat(1_000_000)))),
        ("not a number", with("{\"value\":NaN}")),
        ("half of a surrogate", with("\"\\ud800\"")),
        ("an escape cut short", with("\"\\u12\"")),
        ("bytes that are no UTF-8", [b"\"".to_vec(), vec![0xff, 0xfe], b"\"".to_vec()].concat()),
        ("a zero byte", with("\"a\0b\"")),
        ("a key twice", with("{\"value\":1,\"value\":2}")),
        ("more after the end", [with("1"), b"}".to_vec()].concat()),
        ("an order mark", [vec![0xef, 0xbb, 0xbf], with("1")].concat()),
        ("10,000 calls at once", format!("[{}1]", (call.replace("{}", "1") + ",").repeat(10_000)).into_bytes()),
    ]
}

fn framed(message: &[u8]) -> Vec<u8> {
    [&(message.len() as u32).to_be_bytes(), message].concat()
}

/// Messages behind their length.
pub fn frames(messages: Vec<(&str, Vec<u8>)>) -> Vec<Request> {
    let mut all = vec![
        ("a length alone", vec![0, 0, 0, 9]),
        ("half a length", vec![0, 0]),
        ("an empty message", framed(&[])),
        ("a message cut short", framed(&[1; 100])[..50].to_vec()),
        ("a million empty messages", framed(&[]).repeat(1_000_000)),
        ("64 MiB and an byte", [&0x0400_0001_u32.to_be_bytes()[..], &[0; 64]].concat()),
        ("4 GiB", [&u32::MAX.to_be_bytes()[..], &[0; 64]].concat()),
        ("half of a promise of 64 MiB", [&0x0400_0000_u32.to_be_bytes()[..], &vec![7; 1 << 20]].concat()),
    ];
    all.extend(messages.into_iter().map(|(name, message)| (name, framed(&message))));
    named("frames", all)
}

/// Messages of MessagePack-RPC.
pub fn msgpack() -> Vec<(&'static str, Vec<u8>)> {
    let call = |argument: &[u8]| [b"\x94\x00\x01\xa9echoFloat".as_slice(), b"\x91", argument].concat();
    vec![
        ("no array", b"\xa3abc".to_vec()),
        ("an array of 2^32", b"\xdd\xff\xff\xff\xff".to_vec()),
        ("a map of 2^32 as the argument", call(b"\xdf\xff\xff\xff\xff")),
        ("a text of 2^32", call(b"\xdb\xff\xff\xff\xff")),
        ("bytes of 2^32", call(b"\xc6\xff\xff\xff\xff")),
        ("an extension of 2^32", call(b"\xc9\xff\xff\xff\xff\x01")),
        ("another type", call(b"\xa4text")),
        ("nothing", call(b"\xc0")),
        ("the code that is never used", call(b"\xc1")),
        ("nested 100,000 deep", call(&vec![0x91; DEEP])),
        ("maps 100,000 deep", call(&b"\x81\xa1a".repeat(DEEP))),
        ("any value 100,000 deep", [b"\x94\x00\x01\xa9echoValue\x91".to_vec(), vec![0x91; DEEP]].concat()),
        ("a text that is no UTF-8", call(b"\x81\xa5val\xff\xfe\xa1a")),
        ("no argument", b"\x94\x00\x01\xa9echoFloat\x90".to_vec()),
        ("another method", b"\x94\x00\x01\xa4nope\x91\xc0".to_vec()),
        ("a method that is no text", b"\x94\x00\x01\x05\x91\xc0".to_vec()),
        ("a type that is none", b"\x94\x09\x01\xa9echoFloat\x91\xc0".to_vec()),
        ("an answer", b"\x94\x01\x01\xc0\xc0".to_vec()),
    ]
}

/// Messages of Thrift's binary protocol.
pub fn thrift_binary() -> Vec<(&'static str, Vec<u8>)> {
    let head = |kind: u8, name: &[u8]| {
        [&[0x80, 1, 0, kind][..], &(name.len() as u32).to_be_bytes(), name, &[0, 0, 0, 1]].concat()
    };
    let call = |body: &[u8]| [head(1, b"echoDoubles").as_slice(), b"\x0c\0\x01", body].concat();
    vec![
        ("another version", vec![0x80, 9, 0, 1, 0, 0, 0, 1, b'a', 0, 0, 0, 1]),
        ("a name of 2^31", vec![0x80, 1, 0, 1, 0x7f, 255, 255, 255, b'a']),
        ("a name of a negative length", vec![0x80, 1, 0, 1, 255, 255, 255, 255, b'a']),
        ("no arguments", head(1, b"echoDoubles")),
        ("empty arguments", [head(1, b"echoDoubles"), vec![0]].concat()),
        ("another method", [head(1, b"nope"), vec![0]].concat()),
        ("a reply", [head(2, b"echoDoubles"), vec![0]].concat()),
        ("a type that is none", [head(9, b"echoDoubles"), vec![0]].concat()),
        ("a list of 2^31 doubles", call(b"\x0f\0\x01\x04\x7f\xff\xff\xff")),
        ("a list of a negative length", call(b"\x0f\0\x01\x04\xff\xff\xff\xff")),
        ("a list of 2^31 truth values", call(b"\x0f\0\x01\x02\x7f\xff\xff\xff")),
        ("a list of another type", call(b"\x0f\0\x01\x0b\0\0\0\x01\0\0\0\x01a\0\0")),
        ("a map of 2^31 that is skipped", call(b"\x0d\0\x09\x0b\x0b\x7f\xff\xff\xff")),
        ("a text of 2^31 that is skipped", call(b"\x0b\0\x09\x7f\xff\xff\xff")),
        ("structs 100,000 deep that are skipped", call(&b"\x0c\0\x09".repeat(DEEP))),
        (
            "lists 100,000 deep that are skipped",
            call(&[b"\x0f\0\x09".to_vec(), b"\x0f\0\0\0\x01".repeat(DEEP)].concat()),
        ),
        ("a field of no type", call(b"\x7f\0\x01")),
    ]
}

/// Messages of Thrift's compact protocol.
pub fn thrift_compact() -> Vec<(&'static str, Vec<u8>)> {
    let call = |body: &[u8]| [b"\x82\x21\x01\x0bechoDoubles\x1c".as_slice(), body].concat();
    vec![
        ("another version", b"\x82\x3f\x01\x01a".to_vec()),
        ("a number without end", [b"\x82\x21".to_vec(), vec![0xff; 64]].concat()),
        ("a name of 2^32", b"\x82\x21\x01\xff\xff\xff\xff\x0fa".to_vec()),
        ("no arguments", b"\x82\x21\x01\x0bechoDoubles".to_vec()),
        ("a list of 2^32 doubles", call(b"\x19\xf7\xff\xff\xff\xff\x0f")),
        ("a list of another type", call(b"\x19\x18\x01a")),
        ("a map of 2^32 that is skipped", call(b"\x9b\xff\xff\xff\xff\x0f\x88")),
        ("structs 100,000 deep that are skipped", call(&vec![0x9c; DEEP])),
        ("lists 100,000 deep that are skipped", call(&[vec![0x99], vec![0x19; DEEP]].concat())),
    ]
}

/// Connections of HTTP/2 and calls of gRPC.
pub fn grpc() -> Vec<Request> {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let frame = |kind: u8, flags: u8, stream: u32, payload: &[u8]| {
        let length = (payload.len() as u32).to_be_bytes();
        [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
    };
    // POST, http, a path and a content type as literals that are not indexed (RFC 7541, 6.2.2).
    let head = |path: &str| {
        let literal = |index: u8, value: &str| [&[index, value.len() as u8][..], value.as_bytes()].concat();
        let kind = [b"\x0f\x10".as_slice(), &[16], b"application/grpc"].concat();
        [vec![0x83, 0x86], literal(0x04, path), literal(0x01, "x"), kind].concat()
    };
    let on = |frames: &[Vec<u8>]| [PREFACE, &frames.concat()].concat();
    let call = |message: &[u8]| on(&[frame(1, 4, 1, &head("/wirecost.Wirecost/echoFloat")), frame(0, 1, 1, message)]);
    named(
        "grpc",
        vec![
            ("half a preface", PREFACE[..10].to_vec()),
            ("settings of a wrong length", [PREFACE, &frame(4, 0, 0, &[1, 2, 3])].concat()),
            ("data of no stream", on(&[frame(0, 1, 0, b"abc")])),
            ("data of a stream that is not open", on(&[frame(0, 1, 7, b"abc")])),
            ("a frame of 16 MB", [PREFACE, b"\xff\xff\xff\0\0\0\0\0\x01abc"].concat()),
            ("a head that is none", on(&[frame(1, 5, 1, &[0xff; 64])])),
            ("a head that never ends", on(&[frame(1, 0, 1, &[0x83]), frame(9, 0, 1, &vec![0x83; 16_000]).repeat(200)])),
            ("a stream of an even number", on(&[frame(1, 5, 2, &head("/a"))])),
            ("10,000 pings", on(&[frame(6, 0, 0, &[0; 8]).repeat(10_000)])),
            ("10,000 streams that are reset", {
                let open_and_reset =
                    |stream: u32| [frame(1, 4, stream, &head("/a")), frame(3, 0, stream, &[0; 4])].concat();
                on(&(0..10_000).map(|index| open_and_reset(2 * index + 1)).collect::<Vec<_>>())
            }),
            ("a window beyond its bound", on(&[frame(8, 0, 0, &[0x7f, 255, 255, 255]).repeat(2)])),
            ("another method", on(&[frame(1, 5, 1, &head("/wirecost.Wirecost/nope"))])),
            ("no message", call(b"")),
            ("half of its head", call(b"\0\0\0")),
            ("a message of 4 GiB", call(b"\0\xff\xff\xff\xff\x0d")),
            ("a compressed one", call(b"\x01\0\0\0\x05\x0d\0\0\0\0")),
            ("a field of another type", call(b"\0\0\0\0\x03\x0a\x01a")),
            ("a field of no type", call(b"\0\0\0\0\x01\x0f")),
            ("a number without end", call(b"\0\0\0\0\x0b\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")),
            ("groups that do not end", call(&[b"\0\0\0\x20\0".as_slice(), &[0x0b; 0x2000]].concat())),
        ],
    )
}

/// Messages of Cap'n Proto: segments behind a table of their sizes.
pub fn capnp() -> Vec<Request> {
    let message = |words: &[u64]| {
        let head = [0_u32.to_le_bytes(), (words.len() as u32).to_le_bytes()].concat();
        [head, words.iter().flat_map(|word| word.to_le_bytes()).collect()].concat()
    };
    named(
        "capnp",
        vec![
            ("2^32 segments", vec![255; 8]),
            ("512 segments", [511_u32.to_le_bytes().to_vec(), [1, 0, 0, 0].repeat(511)].concat()),
            ("a segment of 32 GiB", [[0; 4].to_vec(), u32::MAX.to_le_bytes().to_vec()].concat()),
            ("a segment cut short", message(&[0; 100])[..100].to_vec()),
            ("no root", message(&[])),
            ("a null root", message(&[0])),
            ("a pointer beyond its segment", message(&[0x0000_0001_7fff_fffc])),
            ("a pointer to itself", message(&[0x0001_0000_ffff_fffc])),
            ("a list of 2^29", message(&[0xffff_fffe_0000_0001])),
            ("a far pointer to no segment", message(&[0x0000_0009_0000_0002])),
            ("a capability that there is not", message(&[0xffff_ffff_0000_0003])),
            ("a message of no kind", message(&[0x0001_0001_0000_0000, 0xffff, 0])),
        ],
    )
}
