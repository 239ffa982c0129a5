//! Requests of HTTP/2, checked and encoded once.

use std::sync::Arc;

use crate::error::Error;
use crate::protocol::http::{Body, Request, target};
use wirecost_hpack::{ENTRY_OVERHEAD, FIRST_DYNAMIC, Keep, TABLE_SIZE, find};

/// Requests as they go over the wire. Clones are the same requests.
///
/// Fields that all requests have in common go into the server's dynamic table with the first request of a connection, and
/// are numbers from then on (RFC 7541, 2.3.2): so does every other client, and what a server has to decode is its cost.
#[derive(Clone, Debug)]
pub struct Http2Requests(Arc<All>);

#[derive(Debug)]
struct All {
    prepared: Vec<Prepared>,
    /// Bytes of the dynamic table that the fields in common take.
    table: u32,
}

/// A request, its header block in each form.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The first of a connection: the server keeps the fields in common.
    pub first: Box<[u8]>,
    /// Each one behind it.
    pub later: Box<[u8]>,
    /// Without the dynamic table, for servers that allow none.
    pub bare: Box<[u8]>,
    pub content: Box<[u8]>,
    /// The answer has no content, whatever its head says (RFC 9110, 9.3.2).
    pub is_head: bool,
}

type Field = (Vec<u8>, Vec<u8>);

impl Http2Requests {
    /// `requests` for a server, over TLS or not. Their `host` becomes the authority; headers of a connection have no place
    /// in HTTP/2 and are left out (RFC 9113, 8.2.2).
    ///
    /// # Errors
    /// [`Error::Target`] if a method, path or header is none.
    pub fn new(requests: &[Request], secure: bool) -> Result<Self, Error> {
        let lists: Vec<Vec<Field>> =
            requests.iter().map(|request| fields(request, secure)).collect::<Result<_, _>>()?;
        let common = common(&lists);
        let table = common.iter().map(|(name, value)| name.len() + value.len() + ENTRY_OVERHEAD).sum::<usize>() as u32;
        let prepared = requests.iter().zip(&lists);
        let prepared = prepared.map(|(request, fields)| Prepared::new(request, fields, &common)).collect();
        Ok(Self(Arc::new(All { prepared, table })))
    }

    /// The request of a kind.
    #[inline]
    pub(crate) fn get(&self, kind: u32) -> Option<&Prepared> {
        self.0.prepared.get(kind as usize)
    }

    /// Bytes of the server's dynamic table that [`Prepared::first`] fills.
    pub(crate) fn table(&self) -> u32 {
        self.0.table
    }
}

impl Prepared {
    fn new(request: &Request, fields: &[Field], common: &[Field]) -> Self {
        let [mut first, mut later, mut bare] = [const { Vec::new() }; 3];
        let mut kept = 0;
        for (name, value) in fields {
            wirecost_hpack::put_field(&mut bare, name, value);
            let place = common.iter().position(|field| (&field.0, &field.1) == (name, value));
            match place {
                Some(place) => wirecost_hpack::put_index(&mut later, FIRST_DYNAMIC + common.len() - 1 - place),
                None => wirecost_hpack::put_field(&mut later, name, value),
            }
            if place == Some(kept) {
                wirecost_hpack::literal(&mut first, Keep::Yes, name, value);
                kept += 1;
            } else {
                // Also for a repeated field.
                wirecost_hpack::put_field(&mut first, name, value);
            }
        }
        let content = match &request.body {
            Body::Empty => Box::default(),
            Body::Sized(content) | Body::Chunked(content, _) => content.as_slice().into(),
        };
        let [first, later, bare] = [first, later, bare].map(Vec::into_boxed_slice);
        Self { first, later, bare, content, is_head: request.method == "HEAD" }
    }
}

/// The fields of a request, its pseudo-header fields first (RFC 9113, 8.3.1).
fn fields(request: &Request, secure: bool) -> Result<Vec<Field>, Error> {
    const OF_CONNECTION: [&str; 5] = ["connection", "proxy-connection", "keep-alive", "transfer-encoding", "upgrade"];
    request.check()?;
    let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
    let authority = request.headers.iter().find(|(name, _)| is(name, "host")).map_or("", |(_, value)| value);
    let scheme = if secure { "https" } else { "http" };
    let mut builder = http::Request::builder().method(request.method.as_str()).uri(format!("{scheme}://{authority}/"));
    for (name, value) in &request.headers {
        let is_of_connection = OF_CONNECTION.iter().any(|other| is(name, other));
        let has_no_place = is_of_connection || is(name, "te") && value != "trailers";
        if !is(name, "host") && !has_no_place {
            builder = builder.header(name.as_str(), value.as_str());
        }
    }
    if let Some(length) = request.stated_length() {
        builder = builder.header("content-length", length);
    }
    let fault = |fault: http::Error| Error::Target { target: request.path.clone(), reason: fault.to_string() };
    let head = builder.body(()).map_err(fault)?;
    let field = |name: &str, value: &[u8]| (name.as_bytes().to_vec(), value.to_vec());
    let mut fields = vec![field(":method", head.method().as_str().as_bytes())];
    if head.method() != http::Method::CONNECT {
        fields.push(field(":scheme", scheme.as_bytes()));
    }
    fields.extend(head.uri().authority().map(|authority| field(":authority", authority.as_str().as_bytes())));
    if head.method() != http::Method::CONNECT {
        fields.push(field(":path", target(&request.path).as_bytes()));
    }
    fields.extend(head.headers().iter().map(|(name, value)| field(name.as_str(), value.as_bytes())));
    Ok(fields)
}

/// The fields that every list has, in one order, as far as a dynamic table of the usual size holds them; those of the
/// static table need no place.
fn common(lists: &[Vec<Field>]) -> Vec<Field> {
    let mut common: Vec<Field> = Vec::new();
    let mut left = TABLE_SIZE;
    for (name, value) in lists.first().into_iter().flatten() {
        let field = (name.clone(), value.clone());
        let size = name.len() + value.len() + ENTRY_OVERHEAD;
        let is_static = find(name, value).0.is_some();
        if !is_static && size <= left && !common.contains(&field) && lists.iter().all(|list| list.contains(&field)) {
            left -= size;
            common.push(field);
        }
    }
    // Whichever request is the first of a connection, the table must be the same behind it.
    let is_in_order = |list: &Vec<Field>| {
        let mut rest = list.iter();
        common.iter().all(|field| rest.any(|other| other == field))
    };
    if lists.iter().all(is_in_order) { common } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_hpack::Decoder;

    fn decode(decoder: &mut Decoder, block: &[u8]) -> Vec<Field> {
        let mut fields = Vec::new();
        decoder.decode(block, 1 << 20, |name, value| fields.push((name.to_vec(), value.to_vec()))).unwrap();
        fields
    }

    fn text(fields: &[Field]) -> Vec<String> {
        fields.iter().map(|(name, value)| String::from_utf8([&name[..], b"=", value].concat()).unwrap()).collect()
    }

    #[test]
    fn all_forms_of_a_block_mean_the_same_whichever_came_first() {
        let requests = [
            Request::get("test:80", "/").header("User-Agent", "x").header("accept", "*/*"),
            Request::get("test:80", "/a?b").header("user-agent", "x").header("accept", "*/*").header("cookie", "c=1"),
            Request::post("test:80", "/", b"hello".to_vec()).header("user-agent", "x").header("accept", "*/*"),
        ];
        let prepared = Http2Requests::new(&requests, true).unwrap();
        let mut plain = Vec::new();
        for kind in 0..3 {
            plain.push(decode(&mut Decoder::default(), &prepared.get(kind).unwrap().bare));
        }
        assert_eq!(
            text(&plain[1]),
            [
                ":method=GET",
                ":scheme=https",
                ":authority=test:80",
                ":path=/a?b",
                "user-agent=x",
                "accept=*/*",
                "cookie=c=1"
            ]
        );
        assert_eq!(text(&plain[2]).last().unwrap(), "content-length=5");
        for (kind, fields) in plain.iter().enumerate() {
            let mut decoder = Decoder::default();
            assert_eq!(decode(&mut decoder, &prepared.get(kind as u32).unwrap().first), *fields);
            assert_eq!(decoder.table_size(), prepared.table() as usize);
            for (later, fields) in plain.iter().enumerate() {
                assert_eq!(decode(&mut decoder, &prepared.get(later as u32).unwrap().later), *fields, "{kind} {later}");
            }
        }
        let Prepared { first, later, .. } = prepared.get(0).unwrap();
        assert!(later.len() < first.len() && later.len() == 6, "{later:?}");
    }

    #[test]
    fn fields_in_another_order_do_not_enter_the_table() {
        let get = Request::get("test", "/");
        let requests = [get.clone().header("a", "1").header("b", "2"), get.clone().header("b", "2").header("a", "1")];
        let prepared = Http2Requests::new(&requests, false).unwrap();
        assert_eq!(prepared.table(), 0);
        let twice = Http2Requests::new(&[get.header("a", "1").header("a", "1")], false).unwrap();
        let Prepared { first, later, bare, .. } = twice.get(0).unwrap();
        let mut decoder = Decoder::default();
        assert_eq!(decode(&mut decoder, first), decode(&mut Decoder::default(), bare));
        assert_eq!(decode(&mut decoder, later), decode(&mut Decoder::default(), bare));
    }

    /// What HTTP/1.1 sends is what HTTP/2 sends.
    #[test]
    fn both_versions_ask_for_the_same() {
        for path in ["/a?b#c", "?q", "/\u{e4}|", "*", "/x%20y"] {
            let request = Request { path: path.into(), ..Request::post("test", "/", b"ab".to_vec()) };
            let prepared = Http2Requests::new(std::slice::from_ref(&request), false).unwrap();
            let fields = text(&decode(&mut Decoder::default(), &prepared.get(0).unwrap().bare));
            let sent = String::from_utf8(request.bytes()).unwrap();
            let line = sent.split(' ').nth(1).unwrap();
            assert_eq!(fields[3], format!(":path={line}"));
            assert_eq!(fields.last().unwrap(), "content-length=2");
        }
        let of = |request: &Request| {
            let prepared = Http2Requests::new(std::slice::from_ref(request), false).unwrap();
            text(&decode(&mut Decoder::default(), &prepared.get(0).unwrap().bare)).split_off(4)
        };
        let post = Request::post("test", "/", b"ab".to_vec());
        assert_eq!(of(&post.clone().header("Content-Length", "7")), ["content-length=7"]);
        assert_eq!(of(&post.clone().header("Transfer-Encoding", "chunked")), [""; 0]);
        assert_eq!(of(&Request { body: Body::Empty, ..post }), ["content-length=0"]);
    }

    #[test]
    fn headers_of_a_connection_are_left_out() {
        let request = Request::get("test", "/").header("Connection", "x").header("TE", "gzip").header("te", "trailers");
        let prepared = Http2Requests::new(&[request], false).unwrap();
        let fields = text(&decode(&mut Decoder::default(), &prepared.get(0).unwrap().bare));
        assert_eq!(fields[4..], ["te=trailers"]);
    }
}
