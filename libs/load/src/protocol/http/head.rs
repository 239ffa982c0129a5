//! The head of an answer: status line and the three headers that say where the answer ends.

use memchr::memchr;

/// Not HTTP/1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// Where the content ends (RFC 9112, 6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    Sized(u64),
    Chunked,
    UntilClose,
}

/// What the engine needs of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Bytes of the head, with the empty line.
    pub len: usize,
    pub status: u16,
    pub framing: Framing,
    /// The server says that it closes after this answer.
    pub last: bool,
}

impl Head {
    /// Reads a head from the front of `input`; `None` while it is not all there.
    pub(super) fn parse(input: &[u8]) -> Result<Option<Head>, Malformed> {
        let Some(first) = memchr(b'\n', input) else {
            let known = input.len().min(7);
            return if input[..known] == b"HTTP/1."[..known] { Ok(None) } else { Err(Malformed) };
        };
        let (minor, status) = status_line(&input[..first])?;
        let mut size = None;
        let mut chunked = false;
        let mut last = minor == 0;
        let mut start = first + 1;
        loop {
            let Some(len) = memchr(b'\n', &input[start..]) else { return Ok(None) };
            let line = strip_cr(&input[start..start + len]);
            start += len + 1;
            let Some(&initial) = line.first() else { break };
            // No folded lines (RFC 9112, 5.2).
            if matches!(initial, b' ' | b'\t') {
                return Err(Malformed);
            }
            match initial | 0x20 {
                b'c' => {
                    if let Some(value) = value_of(line, b"content-length") {
                        let value = decimal(value)?;
                        if size.is_some_and(|size| size != value) {
                            return Err(Malformed);
                        }
                        size = Some(value);
                        continue;
                    }
                    if let Some(value) = value_of(line, b"connection") {
                        last = match () {
                            () if has_token(value, b"close") => true,
                            () if has_token(value, b"keep-alive") => false,
                            () => last,
                        };
                        continue;
                    }
                }
                b't' => {
                    if let Some(value) = value_of(line, b"transfer-encoding") {
                        if !value.eq_ignore_ascii_case(b"chunked") {
                            return Err(Malformed);
                        }
                        chunked = true;
                        continue;
                    }
                }
                _ => {}
            }
            if memchr(b':', line).is_none_or(|colon| colon == 0) {
                return Err(Malformed);
            }
        }
        let framing = match size {
            // Both at once is how requests are smuggled (RFC 9112, 6.3).
            Some(_) if chunked => return Err(Malformed),
            Some(size) => Framing::Sized(size),
            None if chunked => Framing::Chunked,
            None => Framing::UntilClose,
        };
        Ok(Some(Head { len: start, status, framing, last }))
    }
}

/// The head that was read last. Servers send the same head until the clock of its `date` moves on, and a head that is the
/// same byte for byte means the same: comparing takes a tenth of the instructions that reading takes.
#[derive(Clone, Debug, Default)]
pub(super) struct LastHead {
    bytes: Vec<u8>,
    head: Option<Head>,
}

impl LastHead {
    /// As [`Head::parse`].
    #[inline]
    pub(super) fn parse(&mut self, input: &[u8]) -> Result<Option<Head>, Malformed> {
        if let Some(head) = self.head
            && input.starts_with(&self.bytes)
        {
            return Ok(Some(head));
        }
        let head = Head::parse(input)?;
        if let Some(head) = head {
            self.bytes.clear();
            self.bytes.extend_from_slice(&input[..head.len]);
            self.head = Some(head);
        }
        Ok(head)
    }
}

/// `HTTP/1.x NNN reason`: the minor version and the status.
fn status_line(line: &[u8]) -> Result<(u8, u16), Malformed> {
    let [b'H', b'T', b'T', b'P', b'/', b'1', b'.', minor @ (b'0' | b'1'), b' ', a, b, c, rest @ ..] = strip_cr(line)
    else {
        return Err(Malformed);
    };
    let digit = |byte: &u8| if byte.is_ascii_digit() { Ok(u16::from(byte - b'0')) } else { Err(Malformed) };
    let status = digit(a)? * 100 + digit(b)? * 10 + digit(c)?;
    if status < 100 || !matches!(rest.first(), None | Some(b' ')) {
        return Err(Malformed);
    }
    Ok((minor - b'0', status))
}

fn strip_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The value of the header `name`, given in lower case, if `line` is that header.
#[inline]
fn value_of<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (head, value) = line.split_at_checked(name.len())?;
    let value = value.strip_prefix(b":")?;
    head.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
}

fn decimal(value: &[u8]) -> Result<u64, Malformed> {
    if value.is_empty() {
        return Err(Malformed);
    }
    value.iter().try_fold(0u64, |number, byte| {
        if !byte.is_ascii_digit() {
            return Err(Malformed);
        }
        number.checked_mul(10).and_then(|number| number.checked_add(u64::from(byte - b'0'))).ok_or(Malformed)
    })
}

fn has_token(list: &[u8], token: &[u8]) -> bool {
    list.split(|&byte| byte == b',').any(|item| item.trim_ascii().eq_ignore_ascii_case(token))
}
