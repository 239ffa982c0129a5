//! A request as a value, and as bytes.

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
    /// Name and value of each header. `host` must be among them; those that frame the content are added.
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

    /// The request as it goes over the wire.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{} {} HTTP/1.1\r\n", self.method, self.path).into_bytes();
        let mut header = |name: &str, value: &str| {
            for part in [name, ": ", value, "\r\n"] {
                bytes.extend_from_slice(part.as_bytes());
            }
        };
        for (name, value) in &self.headers {
            header(name, value);
        }
        match &self.body {
            Body::Empty => {}
            Body::Sized(content) => header("content-length", &content.len().to_string()),
            Body::Chunked(..) => header("transfer-encoding", "chunked"),
        }
        bytes.extend_from_slice(b"\r\n");
        match &self.body {
            Body::Empty => {}
            Body::Sized(content) => bytes.extend_from_slice(content),
            Body::Chunked(content, size) => {
                for chunk in content.chunks((*size).max(1)) {
                    bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
                    bytes.extend_from_slice(chunk);
                    bytes.extend_from_slice(b"\r\n");
                }
                bytes.extend_from_slice(b"0\r\n\r\n");
            }
        }
        bytes
    }
}
