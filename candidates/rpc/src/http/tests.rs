use super::body::CHUNK_LINE;
use super::*;

/// A stream that gives its bytes in pieces of this many.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(self.1).min(into.len());
        into[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Heads and bodies of all requests in `bytes`, which arrive in pieces.
fn requests(bytes: &[u8], piece: usize) -> io::Result<Vec<(Head, Vec<u8>)>> {
    let mut incoming = Incoming::new(Pieces(bytes, piece));
    let mut requests = Vec::new();
    while let Some(head) = read_request(&mut incoming)? {
        let mut body = Vec::new();
        incoming.body(head.length).read_into(&mut body)?;
        requests.push((head, body));
    }
    Ok(requests)
}

const THREE: &[u8] = b"POST /a HTTP/1.1\r\nHost: x\r\nSOAPAction: \"\"\r\nContent-Length: 5\r\n\r\nhello\
    POST /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nT: u\r\n\r\n\
    GET /c HTTP/1.0\r\nExpect: 100-continue\r\n\r\n";

#[test]
fn requests_are_read_however_they_arrive() {
    for piece in [1, 2, 3, 7, 64, 4096] {
        let read = requests(THREE, piece).unwrap();
        let bodies: Vec<&[u8]> = read.iter().map(|(_, body)| body.as_slice()).collect();
        assert_eq!(bodies, [&b"hello"[..], b"abc0123456789", b""], "{piece}");
        let heads: Vec<_> = read.iter().map(|(head, _)| (head.path.as_str(), head.keep_alive)).collect();
        assert_eq!(heads, [("/a", true), ("/b", false), ("/c", false)]);
        assert_eq!((read[0].0.soap_action.as_deref(), read[1].0.soap_action.as_deref()), (Some("\"\""), None));
        assert!(read[2].0.expects_continue);
    }
}

/// Cut anywhere but between two requests, it is an error.
#[test]
fn truncated_bodies_are_an_error() {
    let whole: Vec<usize> = (0..=THREE.len()).filter(|&cut| requests(&THREE[..cut], 4096).is_ok()).collect();
    assert_eq!(whole.len(), 4, "{whole:?}");
    assert_eq!((whole[0], whole[3]), (0, THREE.len()));
}

#[test]
fn an_invalid_request_is_an_error() {
    let post = |fields: &str, body: &str| format!("POST / HTTP/1.1\r\n{fields}\r\n{body}");
    let long = "x".repeat(CHUNK_LINE + 8);
    for (bytes, said) in [
        ("\0\0\0\0".to_owned(), "token"),
        (post("Content-Length: x\r\n", ""), "content-length"),
        (post("Content-Length: 1\r\nContent-Length: 2\r\n", ""), "two lengths"),
        (post("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n", ""), "both"),
        (post("Transfer-Encoding: gzip\r\n", ""), "gzip"),
        (post("Content-Length: 99999999999\r\n", ""), "at most"),
        (post("Transfer-Encoding: chunked\r\n", "zz\r\n"), "no chunk"),
        (post("Transfer-Encoding: chunked\r\n", "1\r\nabc"), "line end"),
        (post("Transfer-Encoding: chunked\r\n", "5000000\r\n"), "more than"),
        (post("Transfer-Encoding: chunked\r\n", &format!("1;{long}")), "no end"),
        (format!("POST / HTTP/1.1\r\nX: {}", "y".repeat(LARGEST_HEAD)), "head of more"),
    ] {
        let error = requests(bytes.as_bytes(), 1 << 20).unwrap_err().to_string();
        assert!(error.contains(said), "{said}: {error}");
    }
}

proptest::proptest! {
    /// No bytes make it panic, and how they arrive changes nothing.
    #[test]
    fn any_bytes_give_the_same_however_they_arrive(
        prefix in 0..THREE.len(),
        noise in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..64),
        piece in 1..50_usize,
    ) {
        let bytes = [&THREE[..prefix], &noise].concat();
        let whole = requests(&bytes, 1 << 20).map_err(|error| error.kind());
        proptest::prop_assert_eq!(requests(&bytes, piece).map_err(|error| error.kind()), whole);
    }
}
