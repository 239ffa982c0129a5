use super::*;
use crate::protocol::testing::{read, verdicts};
use proptest::prelude::*;

fn http() -> Http {
    Http::new(&[Request::get("h", "/")], 1)
}

fn hello() -> Http {
    http().expect_status(200).expect_content(b"hello".to_vec())
}

#[test]
fn framings() {
    let ok = [Verdict::Ok];
    assert_eq!(verdicts(&hello(), b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), ok);
    assert_eq!(verdicts(&hello(), b"HTTP/1.1 200\ncontent-length:5\n\nhello"), ok);
    let chunked =
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nhe\r\n003 ; a=b\r\nllo\r\n0\r\nx: y\r\n\r\n";
    assert_eq!(verdicts(&hello(), chunked), ok);
    assert_eq!(verdicts(&http().expect_status(204), b"HTTP/1.1 204 No\r\nx: y\r\n\r\n"), ok);
    assert_eq!(verdicts(&hello(), b"HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"), ok);
    let head = Http::new(&[Request { method: "HEAD".into(), ..Request::get("h", "/") }], 1);
    assert_eq!(verdicts(&head, b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"), ok);
}

#[test]
fn a_head_that_was_seen_before_means_the_same_and_another_does_not() {
    let head = |status, size| format!("HTTP/1.1 {status} X\r\ncontent-length: {size}\r\n\r\n");
    let answers =
        [head(200, 5), "hello".into(), head(200, 5), "hellO".into(), head(500, 0), head(200, 5), "hello".into()];
    let expected = [Verdict::Ok, Verdict::Wrong, Verdict::Status, Verdict::Ok];
    assert_eq!(verdicts(&hello(), answers.concat().as_bytes()), expected);
}

#[test]
fn answers_in_a_row() {
    let answers = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello".repeat(3);
    assert_eq!(verdicts(&hello(), &answers), [Verdict::Ok; 3]);
}

#[test]
fn checks() {
    assert_eq!(verdicts(&hello(), b"HTTP/1.1 201 OK\r\ncontent-length: 5\r\n\r\nhello"), [Verdict::Status]);
    assert_eq!(verdicts(&http(), b"HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n"), [Verdict::Status]);
    for wrong in [&b"5\r\n\r\nhellO"[..], b"4\r\n\r\nhell", b"6\r\n\r\nhello!", b"0\r\n\r\n"] {
        let answer = [b"HTTP/1.1 200 OK\r\ncontent-length: ", wrong].concat();
        assert_eq!(verdicts(&hello(), &answer), [Verdict::Wrong]);
    }
}

#[test]
fn bytes_other_than_http_are_malformed() {
    for bytes in [
        &b"HTTP/2 200 OK\r\n\r\n"[..],
        b"SMTP",
        b"HTTP/1.1 2x0 OK\r\n\r\n",
        b"HTTP/1.1 099 OK\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 101 Switch\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: \r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n folded\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\tfolded: with a tab\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nx\r\n",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nabc",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n11111111111111111\r\n",
    ] {
        assert_eq!(verdicts(&http(), bytes), [Verdict::Malformed], "{}", bytes.escape_ascii());
    }
}

#[test]
fn the_end_of_the_connection_may_be_the_end_of_the_answer() {
    let mut parser = Parser::default();
    let bytes = b"HTTP/1.0 200 OK\r\n\r\nhello";
    assert_eq!(hello().answer(&mut parser, 0, bytes), Answer::Partial { consumed: bytes.len() });
    assert_eq!(hello().end_of_stream(&mut parser, 0), Some(Verdict::Ok));
    let mut parser = Parser::default();
    hello().answer(&mut parser, 0, b"HTTP/1.0 200 OK\r\ncontent-length: 6\r\n\r\nhello");
    assert_eq!(hello().end_of_stream(&mut parser, 0), None);
}

#[test]
fn connection_headers() {
    let last = |bytes: &[u8]| match http().answer(&mut Parser::default(), 0, bytes) {
        Answer::Complete { last, .. } => last,
        partial => panic!("{partial:?}"),
    };
    assert!(!last(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    assert!(last(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nConnection: x, Close\r\n\r\n"));
    assert!(last(b"HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n"));
    assert!(!last(b"HTTP/1.1 204 No Content\r\n\r\n"));
    assert!(!last(b"HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n"));
}

#[test]
fn requests_as_bytes() {
    let post = Request::post("h", "/p", b"abc".to_vec()).header("x", "y");
    assert_eq!(post.bytes(), b"POST /p HTTP/1.1\r\nhost: h\r\nx: y\r\ncontent-length: 3\r\n\r\nabc");
    let chunked = Request { body: Body::Chunked(b"abc".to_vec(), 2), ..Request::get("h", "/") };
    let bytes = b"GET / HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    assert_eq!(chunked.bytes(), bytes);
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), piece in 1..20usize) {
        read(&hello(), &bytes, piece);
        read(&hello(), &[b"HTTP/1.1 200 OK\r\n", bytes.as_slice()].concat(), piece);
        read(&hello(), &[b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", bytes.as_slice()].concat(), piece);
    }

    #[test]
    fn any_content_in_any_chunks_and_pieces_comes_back(
        chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..50), 0..8),
        piece in 1..40usize,
    ) {
        let mut bytes = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
        for chunk in &chunks {
            bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            bytes.extend_from_slice(chunk);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"0\r\n\r\n");
        let http = http().expect_content(chunks.concat());
        prop_assert_eq!(read(&http, &bytes.repeat(2), piece), (vec![Verdict::Ok; 2], vec![]));
    }
}

#[test]
fn a_recorded_answer_is_the_expected_one() {
    let request = b"POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx".to_vec();
    let answer = |date: &str, body: &str| {
        format!("HTTP/1.1 200 OK\r\nDate: {date}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{body}\r\n0\r\n\r\n")
    };
    let http = Http::recorded(request.clone(), answer("Mon", "hi").as_bytes()).unwrap();
    assert_eq!(http.clone().requests(0, 1), request);
    let again = answer("Tue", "hi") + &answer("Tue", "ho");
    assert_eq!(verdicts(&http, again.as_bytes()), [Verdict::Ok, Verdict::Wrong]);
    assert!(Http::recorded(request.clone(), b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi").is_err());
    assert!(Http::recorded(request, b"pong").is_err());
}
