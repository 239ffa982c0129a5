//! The text protocol of memcached (`doc/protocol.txt` of its source): `get`, `set`, `delete`, `incr` and their kin.

use super::{Answer, Comparison, MALFORMED, Protocol, Verdict};
use crate::template::Requests;
use memchr::memchr;

/// A line of an answer is never longer than this: a key of 250 bytes, flags, size and unique number.
const MAX_LINE: usize = 2048;

/// More than this of an error is not kept.
const MAX_ERROR: usize = 200;

/// memcached's text protocol.
#[derive(Clone, Debug)]
pub struct Memcached {
    requests: Requests,
    value: Option<Vec<u8>>,
    /// The first word of the last error.
    last_error: &'static str,
    /// All of it, where that is its status.
    all: Option<String>,
}

impl Memcached {
    /// Sends `requests`, each a complete command with its data, in turn.
    pub fn new(requests: Vec<Vec<u8>>, keyspace: u64) -> Self {
        Self { requests: Requests::new(requests, keyspace), value: None, last_error: "", all: None }
    }

    /// As [`Memcached::new`], but the number that varies is that of the request: every key once, to store them. The statuses of errors
    /// are what the server said in full.
    pub fn counting(requests: Vec<Vec<u8>>, keyspace: u64) -> Self {
        let (requests, all) = (Requests::counting(requests, keyspace), Some(String::new()));
        Self { requests, value: None, last_error: "", all }
    }

    /// `get key`.
    pub fn get(key: &str) -> Vec<u8> {
        format!("get {key}\r\n").into_bytes()
    }

    /// `set key` to `value`, without flags and without an end of its life.
    pub fn set(key: &str, value: &[u8]) -> Vec<u8> {
        let mut bytes = format!("set {key} 0 0 {}\r\n", value.len()).into_bytes();
        bytes.extend_from_slice(value);
        bytes.extend_from_slice(b"\r\n");
        bytes
    }

    /// Expects every value that comes back to be this one.
    pub fn expect_value(mut self, value: Vec<u8>) -> Self {
        self.value = Some(value);
        self
    }

    fn complete(&self, parser: &mut Parser, consumed: usize, verdict: Verdict) -> Answer {
        let verdict = if parser.wrong { Verdict::Wrong } else { verdict };
        *parser = Parser::default();
        Answer::Complete { consumed, verdict, last: false }
    }
}

/// The answer that a connection is in the middle of.
#[derive(Debug, Default)]
pub struct Parser {
    values: u64,
    /// Bytes of the value and its line end that are still to come.
    data: usize,
    content: Comparison,
    wrong: bool,
}

impl Protocol for Memcached {
    type Parser = Parser;

    #[inline]
    fn requests(&mut self, first: u64, count: usize) -> &[u8] {
        self.requests.bytes(first, count)
    }

    fn answer(&mut self, parser: &mut Parser, _request: u64, input: &[u8]) -> Answer {
        let expected = self.value.as_deref();
        let mut consumed = 0;
        loop {
            if parser.data > 0 {
                match parser.content.take_line(&mut parser.data, expected, &input[consumed..]) {
                    Some(here) => consumed += here,
                    None => return MALFORMED,
                }
                if parser.data > 0 {
                    return Answer::Partial { consumed };
                }
                parser.wrong |= !std::mem::take(&mut parser.content).matches(expected);
            }
            let rest = &input[consumed..];
            let Some(end) = memchr(b'\n', &rest[..rest.len().min(MAX_LINE + 1)]) else {
                return if rest.len() > MAX_LINE { MALFORMED } else { Answer::Partial { consumed } };
            };
            let Some(line) = rest[..end].strip_suffix(b"\r") else { return MALFORMED };
            consumed += end + 1;
            if let Some(value) = line.strip_prefix(b"VALUE ") {
                let Some(size) = value_size(value) else { return MALFORMED };
                parser.values += 1;
                parser.data = size + 2;
                continue;
            }
            let verdict = match line {
                b"END" if parser.values == 0 => Verdict::Miss,
                b"END" => Verdict::Ok,
                _ if parser.values > 0 => return MALFORMED,
                b"STORED" | b"DELETED" | b"TOUCHED" | b"OK" => Verdict::Ok,
                b"NOT_FOUND" | b"NOT_STORED" | b"EXISTS" => Verdict::Miss,
                line if !line.is_empty() && line.iter().all(u8::is_ascii_digit) => Verdict::Ok,
                line if line.starts_with(b"VERSION ") => Verdict::Ok,
                line => match ERRORS.iter().find(|error| is_error(line, error)) {
                    Some(error) => {
                        self.last_error = error;
                        if let Some(all) = &mut self.all {
                            *all = String::from_utf8_lossy(&line[..line.len().min(MAX_ERROR)]).into_owned();
                        }
                        Verdict::Status
                    }
                    None => return MALFORMED,
                },
            };
            return self.complete(parser, consumed, verdict);
        }
    }

    fn status(&self) -> Option<String> {
        Some(self.all.clone().unwrap_or_else(|| self.last_error.into()))
    }
}

/// What a server says of a request that it does not carry out.
const ERRORS: [&str; 3] = ["ERROR", "CLIENT_ERROR", "SERVER_ERROR"];

/// Whether a line is this error, alone or with its reason behind it.
fn is_error(line: &[u8], error: &str) -> bool {
    line.strip_prefix(error.as_bytes()).is_some_and(|rest| matches!(rest.first(), None | Some(b' ')))
}

/// The size in `key flags size [unique]`.
fn value_size(fields: &[u8]) -> Option<usize> {
    let size = fields.split(|&byte| byte == b' ').nth(2)?;
    // A value is 1 GiB at most (option -I), so that the sum below cannot overflow.
    std::str::from_utf8(size).ok()?.parse().ok().filter(|&size: &usize| size <= 1 << 30)
}

#[cfg(test)]
mod tests;
