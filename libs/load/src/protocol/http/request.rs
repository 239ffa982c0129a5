//! A request as a value, and as bytes.

use std::borrow::Cow;

use crate::error::Error;

/// The content of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Body {
    /// None: no `content-length` either.
    #[default]
    Empty,
    /// Sent with its length.
    Sized(Vec<u8>),
    /// Sent in the chunked coding, in chunks of this many bytes.
    Chunked(Vec<u8>, usize),
}

/// One HTTP/1.1 request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST` ...
    pub method: String,
    /// The target, beginning with `/`.
    pub path: String,
    /// Name and value of each header. `host` must be among them; those that frame the content are added, unless they are.
    pub headers: Vec<(String, String)>,
    /// The content.
    pub body: Body,
}

impl Request {
    /// `GET path` for `host`, without content.
    pub fn get(host: &str, path: &str) -> Self {
        Self { method: "GET".into(), path: path.into(), headers: vec![("host".into(), host.into())], body: Body::Empty }
    }

    /// `POST path` for `host` with this content and its length.
    pub fn post(host: &str, path: &str, content: Vec<u8>) -> Self {
        Self { method: "POST".into(), body: Body::Sized(content), ..Self::get(host, path) }
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Refuses what no server could read.
    ///
    /// # Errors
    /// [`Error::Target`] if the method or a header is none.
    pub fn check(&self) -> Result<(), Error> {
        let fault = |reason: String| Err(Error::Target { target: self.path.clone(), reason });
        if !is_token(&self.method) {
            return fault(format!("{:?} is no method", self.method));
        }
        if self.path.contains(|c: char| c.is_control() || c == ' ') {
            return fault("spaces and control characters in a path must be percent-encoded".into());
        }
        for (name, value) in &self.headers {
            if !is_token(name) {
                return fault(format!("{name:?} is no name of a header"));
            }
            if value.contains(|c: char| c.is_control() && c != '\t') {
                return fault(format!("the value of the header {name} has a control character"));
            }
        }
        Ok(())
    }

    /// The values of a header.
    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let is_of = move |header: &&(String, String)| header.0.eq_ignore_ascii_case(name);
        self.headers.iter().filter(is_of).map(|(_, value)| value.as_str())
    }

    /// How many bytes of content the request says to have; `None` if it says nothing, or its own headers do.
    pub(crate) fn stated_length(&self) -> Option<usize> {
        if self.values("content-length").chain(self.values("transfer-encoding")).next().is_some() {
            return None;
        }
        match &self.body {
            // What such a method sends is content, and none of it has a length too (RFC 9110, 8.6).
            Body::Empty => matches!(self.method.as_str(), "POST" | "PUT" | "PATCH").then_some(0),
            Body::Sized(content) | Body::Chunked(content, _) => Some(content.len()),
        }
    }

    /// The size of its chunks, where its content is sent in the chunked coding.
    fn chunk_size(&self) -> Option<usize> {
        let is_chunked = |value: &str| value.trim().to_ascii_lowercase().ends_with("chunked");
        match &self.body {
            Body::Chunked(_, size) => Some(*size),
            Body::Sized(content) if self.values("transfer-encoding").any(is_chunked) => Some(content.len()),
            Body::Empty | Body::Sized(_) => None,
        }
    }

    /// The request as it goes over the wire.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{} {} HTTP/1.1\r\n", self.method, target(&self.path)).into_bytes();
        let mut header = |name: &str, value: &str| {
            for part in [name, ": ", value, "\r\n"] {
                bytes.extend_from_slice(part.as_bytes());
            }
        };
        for (name, value) in &self.headers {
            header(name, value);
        }
        match (&self.body, self.stated_length()) {
            (_, None) => {}
            (Body::Chunked(..), Some(_)) => header("transfer-encoding", "chunked"),
            (_, Some(length)) => header("content-length", &length.to_string()),
        }
        bytes.extend_from_slice(b"\r\n");
        let (Body::Sized(content) | Body::Chunked(content, _)) = &self.body else { return bytes };
        let Some(size) = self.chunk_size() else {
            bytes.extend_from_slice(content);
            return bytes;
        };
        for chunk in content.chunks(size.max(1)) {
            bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            bytes.extend_from_slice(chunk);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"0\r\n\r\n");
        bytes
    }
}

/// The target of a request as both versions of HTTP send it: without a fragment, which stays with the client, from a `/` on, and with
/// what no URL holds percent-encoded (RFC 3986, 3.3 to 3.5).
pub(crate) fn target(path: &str) -> Cow<'_, str> {
    let path = path.split('#').next().unwrap_or_default();
    let is_foreign = |byte: u8| !byte.is_ascii() || b"\"<>\\^`{|}".contains(&byte);
    let begins = path.starts_with('/') || (!path.is_empty() && !path.starts_with('?'));
    if begins && !path.bytes().any(is_foreign) {
        return path.into();
    }
    let mut encoded = String::from(if begins { "" } else { "/" });
    for byte in path.bytes() {
        if is_foreign(byte) { encoded.push_str(&format!("%{byte:02X}")) } else { encoded.push(char::from(byte)) }
    }
    encoded.into()
}

/// Whether a text is a name of a method or of a header (RFC 9110, 5.6.2).
pub(crate) fn is_token(text: &str) -> bool {
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_of_token)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(request: &Request) -> String {
        String::from_utf8(request.bytes()).unwrap()
    }

    #[test]
    fn content_has_a_length_unless_a_header_of_the_users_says_otherwise() {
        let post = |content: &[u8]| Request::post("h", "/", content.to_vec());
        let head = "POST / HTTP/1.1\r\nhost: h\r\n";
        assert_eq!(text(&post(b"abc")), format!("{head}content-length: 3\r\n\r\nabc"));
        assert_eq!(text(&Request { body: Body::Empty, ..post(b"") }), format!("{head}content-length: 0\r\n\r\n"));
        assert_eq!(text(&Request::get("h", "/")), "GET / HTTP/1.1\r\nhost: h\r\n\r\n");
        let own = post(b"abc").header("Content-Length", "5");
        assert_eq!(text(&own), format!("{head}Content-Length: 5\r\n\r\nabc"));
        let own = post(b"abc").header("Transfer-Encoding", "chunked");
        assert_eq!(text(&own), format!("{head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
        let chunks = Request { body: Body::Chunked(b"abc".to_vec(), 2), ..post(b"") };
        assert_eq!(text(&chunks), format!("{head}transfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"));
    }

    #[test]
    fn targets_are_what_a_url_can_hold() {
        for (given, sent) in [
            ("/a?b=c%20", "/a?b=c%20"),
            ("*", "*"),
            ("", "/"),
            ("?a", "/?a"),
            ("/a#b", "/a"),
            ("/\u{e4}\"|", "/%C3%A4%22%7C"),
        ] {
            assert_eq!(target(given), sent, "{given}");
        }
    }

    #[test]
    fn what_no_server_could_read_is_refused() {
        let fault = |request: Request| request.check().unwrap_err().to_string();
        let get = || Request::get("h", "/");
        assert!(get().header("x-a", "1\t2").check().is_ok());
        assert!(fault(Request { method: "GET X".into(), ..get() }).contains("\"GET X\" is no method"));
        assert!(fault(get().header("X Foo", "1")).contains("\"X Foo\" is no name of a header"));
        assert!(fault(get().header("", "1")).contains("\"\" is no name"));
        assert!(fault(get().header("x", "1\r\ny: 2")).contains("the value of the header x"));
        assert!(fault(Request { path: "/a b".into(), ..get() }).contains("percent-encoded"));
    }
}
