//! Heads of HTTP/1.1 (RFC 9112): what they say, and how the body that follows is framed.

use crate::{Coding, Form, Message};

/// Header fields of one head.
const MAX_FIELDS: usize = 256;

/// What of a request decides how its reply is read (RFC 9112, 6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Head,
    Connect,
    Other,
}

/// How the length of a body is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framing {
    /// So many bytes; 0 where there is no body.
    Sized(u64),
    /// In chunks.
    Chunked,
    /// Until the connection ends.
    UntilEnd,
}

/// A reply's status, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// 1xx: another reply to the same request follows.
    Interim,
    /// What follows is no HTTP/1.1: 101, or the success of CONNECT.
    Switching,
    /// Any other.
    Final,
}

/// Where the head that `bytes` begin with ends; the bytes before `known` were looked at before.
pub(super) fn end(bytes: &[u8], known: usize) -> Option<usize> {
    // Empty lines before a head are ignored (RFC 9112, 2.2).
    let start = bytes.iter().position(|byte| !matches!(byte, b'\r' | b'\n'))?;
    let from = known.saturating_sub(3).max(start);
    (from..bytes.len()).find_map(|at| match &bytes[at..] {
        [b'\n', b'\r', b'\n', ..] => Some(at + 3),
        [b'\n', b'\n', ..] => Some(at + 2),
        _ => None,
    })
}

/// What of a request matters for what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: Method,
    pub(super) framing: Framing,
    /// Its body waits for an interim reply, and never comes where the reply is a final one (RFC 9110, 10.1.1).
    pub(super) expects: bool,
}

/// Reads the head of a request into `message`.
pub(super) fn request(bytes: &[u8], message: &mut Message) -> Result<Request, String> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut head = httparse::Request::new(&mut fields);
    complete(head.parse(bytes))?;
    let (method, path) = (head.method.unwrap_or_default(), head.path.unwrap_or_default());
    message.title = format!("{method} {path} HTTP/1.{}", head.version.unwrap_or_default());
    message.topic = topic(path);
    let method = match method {
        "HEAD" => Method::Head,
        "CONNECT" => Method::Connect,
        _ => Method::Other,
    };
    let expects = |field: &httparse::Header<'_>| {
        field.name.eq_ignore_ascii_case("expect") && field.value.trim_ascii().eq_ignore_ascii_case(b"100-continue")
    };
    let expects = head.headers.iter().any(expects);
    let framing = read_fields(head.headers, message)?.unwrap_or(Framing::Sized(0));
    Ok(Request { method, framing, expects })
}

/// Reads the head of a reply into `message`; `method` is that of its request.
pub(super) fn reply(bytes: &[u8], method: Method, message: &mut Message) -> Result<(Status, Framing), String> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut head = httparse::Response::new(&mut fields);
    complete(head.parse(bytes))?;
    let code = head.code.unwrap_or_default();
    let version = head.version.unwrap_or_default();
    message.title = format!("HTTP/1.{version} {code} {}", head.reason.unwrap_or_default()).trim_end().to_owned();
    let framing = read_fields(head.headers, message)?.unwrap_or(Framing::UntilEnd);
    let status = match code {
        101 => Status::Switching,
        100..200 => Status::Interim,
        200..300 if method == Method::Connect => Status::Switching,
        _ => Status::Final,
    };
    let has_no_body = method == Method::Head || status != Status::Final || matches!(code, 204 | 304);
    Ok((status, if has_no_body { Framing::Sized(0) } else { framing }))
}

fn complete(parsed: httparse::Result<usize>) -> Result<(), String> {
    match parsed {
        Ok(httparse::Status::Complete(_)) => Ok(()),
        Ok(httparse::Status::Partial) => Err("its head is incomplete".into()),
        Err(error) => Err(error.to_string()),
    }
}

/// Takes what the header fields say; the framing where they say one (RFC 9112, 6.3).
fn read_fields(fields: &[httparse::Header<'_>], message: &mut Message) -> Result<Option<Framing>, String> {
    let (mut length, mut is_chunked, mut is_coded) = (None, false, false);
    let mut kind = String::new();
    for field in fields {
        let value = String::from_utf8_lossy(field.value);
        message.head.push_str(field.name);
        message.head.push_str(": ");
        message.head.push_str(&value);
        message.head.push('\n');
        match field.name.to_ascii_lowercase().as_str() {
            // Several values that agree are one (RFC 9110, 8.6).
            "content-length" => {
                for value in value.split(',') {
                    let value = value.trim();
                    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
                    let value: u64 =
                        value.parse().ok().filter(|_| digits).ok_or("its content-length is not a number")?;
                    if length.is_some_and(|length| length != value) {
                        return Err("two content-lengths that differ".into());
                    }
                    length = Some(value);
                }
            }
            "transfer-encoding" => {
                is_coded = true;
                is_chunked = value.rsplit(',').next().is_some_and(|last| last.trim().eq_ignore_ascii_case("chunked"));
            }
            "content-type" => kind = value.trim().to_ascii_lowercase(),
            "content-encoding" => message.coding = coding(value.trim()),
            _ => {}
        }
    }
    message.form = form(&kind);
    Ok(match (is_coded, is_chunked, length) {
        (true, true, length) => {
            if length.is_some() {
                message.note = Some("both transfer-encoding and content-length: the first counts".into());
            }
            Some(Framing::Chunked)
        }
        (true, false, _) => Some(Framing::UntilEnd),
        (false, _, length) => length.map(Framing::Sized),
    })
}

/// The form that a media type names; [`Form::Bytes`] where it names none that is known here.
pub(super) fn form(kind: &str) -> Form {
    let essence = kind.split(';').next().unwrap_or_default().trim();
    match essence {
        "application/fastinfoset" => Form::FastInfoset,
        "application/protobuf" | "application/x-protobuf" | "application/vnd.google.protobuf" => Form::Protobuf,
        "application/x-ndjson" | "application/json" => Form::Json,
        "application/xml" => Form::Xml,
        "text/xml" => Form::Xml,
        _ if essence.ends_with("+fastinfoset") => Form::FastInfoset,
        _ if essence.starts_with("application/grpc") => Form::Grpc,
        _ if essence.ends_with("+xml") => Form::Xml,
        _ if essence.ends_with("+json") => Form::Json,
        _ if essence.starts_with("text/") || essence == "application/x-www-form-urlencoded" => Form::Text,
        _ => Form::Bytes,
    }
}

pub(super) fn coding(name: &str) -> Coding {
    match name.to_ascii_lowercase().as_str() {
        "identity" | "" => Coding::Identity,
        "gzip" | "x-gzip" => Coding::Gzip,
        "deflate" => Coding::Deflate,
        _ => Coding::Other,
    }
}

/// The last part of a path that says something.
pub(super) fn topic(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').find(|part| !part.is_empty()).unwrap_or("root").to_owned()
}
