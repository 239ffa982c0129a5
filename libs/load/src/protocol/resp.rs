//! RESP, the protocol of Redis and its kin, versions 2 and 3.

use super::{Answer, Comparison, MALFORMED, Protocol, Verdict};
use crate::template::Requests;
use memchr::memchr;

/// A simple string, number or size is never longer than this.
const MAX_LINE: usize = 64 << 10;

/// RESP.
#[derive(Clone, Debug)]
pub struct Resp {
    requests: Requests,
    value: Option<Vec<u8>>,
    /// The last error.
    last_error: String,
    /// Whether all of it is its status, and not only its first word.
    says_all: bool,
}

/// More than this of an error's first word is no word.
const MAX_WORD: usize = 32;
/// More than this of an error is not kept.
const MAX_ERROR: usize = 200;

impl Resp {
    /// Sends `requests`, each made by [`Resp::command`], in turn.
    pub fn new(requests: Vec<Vec<u8>>, keyspace: u64) -> Self {
        Self { requests: Requests::new(requests, keyspace), value: None, last_error: String::new(), says_all: false }
    }

    /// As [`Resp::new`], but the number that varies is that of the request: every key once, to store them. The statuses of errors are
    /// what the server said in full.
    pub fn counting(requests: Vec<Vec<u8>>, keyspace: u64) -> Self {
        Self { requests: Requests::counting(requests, keyspace), says_all: true, ..Self::new(Vec::new(), keyspace) }
    }

    /// A command as an array of bulk strings.
    pub fn command<A: AsRef<[u8]>>(words: &[A]) -> Vec<u8> {
        let mut bytes = format!("*{}\r\n", words.len()).into_bytes();
        for word in words {
            let word = word.as_ref();
            bytes.extend_from_slice(format!("${}\r\n", word.len()).as_bytes());
            bytes.extend_from_slice(word);
            bytes.extend_from_slice(b"\r\n");
        }
        bytes
    }

    /// Expects every answer to be this string, simple or bulk.
    pub fn expect_value(mut self, value: Vec<u8>) -> Self {
        self.value = Some(value);
        self
    }
}

/// The answer that a connection is in the middle of. Depth is not kept: a value of values only adds to what is to come.
#[derive(Debug, Default)]
pub struct Parser {
    started: bool,
    /// Values still to come.
    values: u64,
    /// Bytes of a bulk string still to come, with its line end.
    bulk: usize,
    error: bool,
    /// Whether there is anything in the answer but nulls and empty collections.
    has_value: bool,
    content: Comparison,
}

impl Parser {
    /// Takes a line of the answer; `None` when it is not RESP.
    fn line(&mut self, line: &[u8], expected: Option<&[u8]>, error: &mut String) -> Option<()> {
        let (&kind, rest) = line.split_first()?;
        self.values -= 1;
        self.has_value |= matches!(kind, b'+' | b':' | b'(' | b',' | b'#');
        match kind {
            b'+' => self.content.take(expected, rest),
            b'-' => {
                self.error = true;
                *error = String::from_utf8_lossy(&rest[..rest.len().min(MAX_ERROR)]).into_owned();
            }
            b':' | b'(' => {
                let digits = rest.strip_prefix(b"-").or(rest.strip_prefix(b"+")).unwrap_or(rest);
                (!digits.is_empty() && digits.iter().all(u8::is_ascii_digit)).then_some(())?;
                self.content.take(expected, rest);
            }
            b',' | b'#' => self.content.take(expected, rest),
            b'_' => rest.is_empty().then_some(())?,
            b'$' | b'=' | b'!' => {
                self.error |= kind == b'!';
                if let Some(size) = size(rest)? {
                    // A string of no bytes is a value that somebody stored.
                    self.has_value = true;
                    self.bulk = usize::try_from(size).ok()?.checked_add(2)?;
                }
            }
            b'*' | b'~' | b'>' => self.values = self.values.checked_add(size(rest)?.unwrap_or(0))?,
            b'%' => self.values = self.values.checked_add(size(rest)?.unwrap_or(0).checked_mul(2)?)?,
            _ => return None,
        }
        Some(())
    }
}

/// A size; `Some(None)` is the null of RESP 2, `-1`.
fn size(digits: &[u8]) -> Option<Option<u64>> {
    match digits {
        b"-1" => Some(None),
        _ if digits.iter().all(u8::is_ascii_digit) => Some(Some(std::str::from_utf8(digits).ok()?.parse().ok()?)),
        _ => None,
    }
}

impl Protocol for Resp {
    type Parser = Parser;

    #[inline]
    fn requests(&mut self, first: u64, count: usize) -> &[u8] {
        self.requests.bytes(first, count)
    }

    fn answer(&mut self, parser: &mut Parser, _request: u64, input: &[u8]) -> Answer {
        let expected = self.value.as_deref();
        if !parser.started {
            parser.started = true;
            parser.values = 1;
        }
        let mut consumed = 0;
        loop {
            if parser.bulk > 0 {
                match parser.content.take_line(&mut parser.bulk, expected, &input[consumed..]) {
                    Some(here) => consumed += here,
                    None => return MALFORMED,
                }
                if parser.bulk > 0 {
                    return Answer::Partial { consumed };
                }
            }
            if parser.values == 0 {
                let verdict = match parser {
                    Parser { error: true, .. } => Verdict::Status,
                    Parser { has_value: false, .. } => Verdict::Miss,
                    _ if parser.content.matches(expected) => Verdict::Ok,
                    _ => Verdict::Wrong,
                };
                *parser = Parser::default();
                return Answer::Complete { consumed, verdict, last: false };
            }
            let rest = &input[consumed..];
            let Some(end) = memchr(b'\n', &rest[..rest.len().min(MAX_LINE + 1)]) else {
                return if rest.len() > MAX_LINE { MALFORMED } else { Answer::Partial { consumed } };
            };
            let line = rest[..end].strip_suffix(b"\r");
            if line.and_then(|line| parser.line(line, expected, &mut self.last_error)).is_none() {
                return MALFORMED;
            }
            consumed += end + 1;
        }
    }

    fn status(&self) -> Option<String> {
        let word = self.last_error.split(' ').next().unwrap_or_default();
        Some(if self.says_all { self.last_error.clone() } else { word.chars().take(MAX_WORD).collect() })
    }
}

#[cfg(test)]
mod tests;
