//! Hostile servers of HTTP/1.1.

use crate::common::{HELLO, get};
use crate::{Act, Case, any_request, case, check};

fn close(text: &str) -> Act {
    Act::Close(text.as_bytes().to_vec())
}

/// What breaks the protocol at once.
fn malformed() -> Vec<Case> {
    let head = "HTTP/1.1 200 OK\r\n";
    let texts = [
        "\0",
        "\r\n\r\n",
        "220 mail ready\r\n",
        "SSH-2.0-x\r\n",
        "+OK\r\n",
        "HTTP/0.9 200 OK\r\n\r\n",
        "HTTP/2 200\r\n\r\n",
        "HTTP/1.2 200 OK\r\n\r\n",
        "HTTP/1.1  200 OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 -20 OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "http/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 101 Switching\r\n\r\n",
        "HTTP/1.1\t200 OK\r\n\r\n",
        "<html></html>\r\n",
        "\x16\x03\x01\x02\n",
    ]
    .map(String::from);
    let headers = [
        "content-length: -1",
        "content-length: +6",
        "content-length: 6x",
        "content-length: 0x6",
        "content-length:",
        "content-length: 6, 7",
        "content-length: 6\r\ncontent-length: 7",
        "content-length: 18446744073709551616",
        "content-length: 6\r\ntransfer-encoding: chunked",
        "transfer-encoding: gzip",
        "transfer-encoding: chunked, chunked",
        "transfer-encoding: chunked, identity",
        " folded: x",
        "\tfolded: x",
        "no colon",
        ": no name",
        "content-length: 6 6",
    ]
    .map(|header| format!("{head}{header}\r\n\r\nhello\n"));
    let chunks = [
        "x\r\n",
        "-1\r\n",
        "\r\n",
        "6 6\n",
        "ffffffffffffffffff\r\n",
        "6\r\nhello\nx",
        "6\r\nhello\n\r\r",
        "0\r\n\n",
        "6\nhello\n",
        "0x6\r\nhello\n\r\n",
        "6\r\nhello\n\r\nq",
    ]
    .map(|chunk| format!("{head}transfer-encoding: chunked\r\n\r\n{chunk}"));
    let all = texts.into_iter().chain(headers).chain(chunks);
    all.map(|text| case(format!("{text:?}"), close(&text), &["wrong"])).collect()
}

/// A good answer that is cut, and then the end of the connection, or silence.
fn cut() -> Vec<Case> {
    let ends =
        (0..HELLO.len()).map(|at| case(format!("closes at {at}"), Act::Close(HELLO[..at].to_vec()), &["closed"]));
    let silences = (0..HELLO.len())
        .step_by(7)
        .map(|at| case(format!("holds at {at}"), Act::Hold(HELLO[..at].to_vec()), &["timeout"]));
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\nhello\n\r\n0\r\n\r\n";
    let chunks = (40..chunked.len())
        .map(|at| case(format!("closes the chunks at {at}"), Act::Close(chunked[..at].to_vec()), &["closed"]));
    ends.chain(silences).chain(chunks).collect()
}

/// What never ends: its end is a bound of the generator, or the timeout.
fn floods() -> Vec<Case> {
    let flood = |first: &str, again: &str| Act::Flood(first.as_bytes().to_vec(), again.as_bytes().to_vec());
    vec![
        case("endless status line", flood("HTTP/1.1 200 ", "x"), &["wrong", "timeout"]),
        case("endless header", flood("HTTP/1.1 200 OK\r\nx: ", "x"), &["wrong", "timeout"]),
        case("endless headers", flood("HTTP/1.1 200 OK\r\n", "x: y\r\n"), &["wrong", "timeout"]),
        case("endless interim answers", flood("", "HTTP/1.1 100 Continue\r\n\r\n"), &["timeout", "closed"]),
        case(
            "endless chunks",
            flood("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
            &["timeout"],
        ),
        case(
            "endless chunk extension",
            flood("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "x"),
            &["timeout"],
        ),
        case(
            "endless trailers",
            flood("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "a: b\r\n"),
            &["timeout"],
        ),
        case("endless content", flood("HTTP/1.1 200 OK\r\n\r\n", "x"), &["timeout"]),
        case(
            "content of 2^64 - 1",
            flood("HTTP/1.1 200 OK\r\ncontent-length: 18446744073709551615\r\n\r\n", "x"),
            &["timeout"],
        ),
        case("endless answers", Act::Flood(Vec::new(), HELLO.to_vec()), &["ok", "closed", "wrong"]),
        case("endless zeros", flood("", "\0"), &["wrong", "timeout"]),
    ]
}

/// What follows the protocol and is no good answer, or is one in an odd form.
fn odd() -> Vec<Case> {
    vec![
        case("another content", close("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhullo\n"), &["wrong"]),
        case("shorter content", close("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"), &["wrong"]),
        case("no content", close("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), &["wrong"]),
        case(
            "longer than it says",
            close("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello\nhello\n"),
            &["ok", "closed"],
        ),
        case("until the end", close("HTTP/1.1 200 OK\r\n\r\nhello\n"), &["ok"]),
        case("bare line feeds", close("HTTP/1.1 200 OK\ncontent-length: 6\n\nhello\n"), &["ok"]),
        case(
            "length twice",
            close("HTTP/1.1 200 OK\r\ncontent-length: 6\r\ncontent-length: 6\r\n\r\nhello\n"),
            &["ok"],
        ),
        case("interim answers", close(&("HTTP/1.1 103 x\r\n\r\n".repeat(9) + "HTTP/1.1 200\r\n\r\nhello\n")), &["ok"]),
        case("interim answer only", close("HTTP/1.1 100 Continue\r\n\r\n"), &["closed"]),
        case("redirect", close("HTTP/1.1 301 x\r\ncontent-length: 0\r\n\r\n"), &["status"]),
        case("error", close("HTTP/1.1 500 x\r\ncontent-length: 0\r\n\r\n"), &["status"]),
        case("status 999", close("HTTP/1.1 999 x\r\ncontent-length: 0\r\n\r\n"), &["status"]),
        case("204 with content", close("HTTP/1.1 204 x\r\ncontent-length: 6\r\n\r\nhello\n"), &["status", "closed"]),
    ]
}

#[test]
fn http_1() {
    let cases = [malformed(), cut(), floods(), odd()].into_iter().flatten().collect::<Vec<_>>();
    assert!(cases.len() >= 70, "{}", cases.len());
    check(&cases, any_request, &get(), |_| {});
}

/// Answers that come before their request belong to nobody, or to the request that meets them.
#[test]
fn http_1_answers_before_requests() {
    let garbage = ["", "x", "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nearlier"];
    let cases: Vec<Case> =
        garbage.iter().map(|text| case(*text, close(text), &["closed", "wrong", "connect"])).collect();
    check(&cases, |_| Ok(()), &get(), |_| {});
}
