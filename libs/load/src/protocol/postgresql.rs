//! PostgreSQL's protocol, version 3.0 (PostgreSQL 15, chapter 55 "Frontend/Backend Protocol"), as far as a store of values by
//! key needs it: two prepared statements, of which each request carries out one.
//!
//! A request is `Bind`, `Execute` and `Sync`, which is what a driver sends for a statement that it has prepared. Its answer ends
//! with `ReadyForQuery`.

use std::ops::Range;

/// Who asks, and for which database.
const STARTUP: &[(&str, &str)] = &[("user", "wirecost"), ("database", "postgres")];
/// Version 3.0.
const VERSION: i32 = 3 << 16;
/// The statements: name, text, and the types of parameters by their object identifiers.
const STATEMENTS: [(&str, &str, &[i32]); 2] = [
    ("g", "SELECT value FROM entries WHERE key = $1", &[TEXT]),
    (
        "s",
        "INSERT INTO entries (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value",
        &[TEXT, BYTEA],
    ),
];
const BYTEA: i32 = 17;
const TEXT: i32 = 25;
/// `ReadyForQuery` after the start, and after the statements.
const READY_AFTER_HELLO: usize = 2;
/// Type and length of a message, bytes.
const HEAD: usize = 5;
/// No message is longer.
const MOST_BYTES: usize = 8 << 20;

/// What a connection begins with: who asks, and the statements.
pub fn hello() -> Vec<u8> {
    let mut startup = VERSION.to_be_bytes().to_vec();
    for word in STARTUP.iter().flat_map(|(name, value)| [name, value]) {
        text(word, &mut startup);
    }
    startup.push(0);
    let mut out = ((startup.len() + 4) as i32).to_be_bytes().to_vec();
    out.extend(startup);
    for (name, statement, types) in STATEMENTS {
        message(b'P', &mut out, |out| {
            text(name, out);
            text(statement, out);
            out.extend((types.len() as i16).to_be_bytes());
            types.iter().for_each(|of| out.extend(of.to_be_bytes()));
        });
    }
    message(b'S', &mut out, |_| {});
    out
}

/// Why a server lets nobody in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// What it says.
    pub text: String,
    /// It is about to start, or to end: later it may let somebody in.
    pub is_for_now: bool,
}

/// The code of a server that is about to start or to end (`cannot_connect_now`).
const NOT_NOW: &str = "57P03";

/// Reads what comes back to that: how many bytes it took, or `None` while it is not all there.
///
/// # Errors
/// What the server says where it refuses.
pub fn welcome(input: &[u8]) -> Result<Option<usize>, Refusal> {
    let refusal = |text: &str| Refusal { text: text.into(), is_for_now: false };
    let (mut at, mut ready) = (0, 0);
    while ready < READY_AFTER_HELLO {
        let Some((kind, body)) = next(input, at).map_err(refusal)? else { return Ok(None) };
        match kind {
            b'E' => {
                let error = &input[body];
                return Err(Refusal { text: said(error), is_for_now: code(error) == NOT_NOW });
            }
            b'R' if input[body.clone()] != [0; 4] => return Err(refusal("it asks for a password")),
            b'Z' => ready += 1,
            _ => {}
        }
        at = body.end;
    }
    Ok(Some(at))
}

/// A request that stores a value.
pub fn set(key: &[u8], value: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    write_set(&mut out, |out| out.extend_from_slice(key), value.len(), |out| out.extend_from_slice(value));
    out
}

/// A request that fetches a value.
pub fn get(key: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    write_get(&mut out, |out| out.extend_from_slice(key));
    out
}

/// Adds a request that stores a value; the key and the value write themselves.
pub(super) fn write_set(
    out: &mut Vec<u8>,
    key: impl FnOnce(&mut Vec<u8>),
    value_bytes: usize,
    value: impl FnOnce(&mut Vec<u8>),
) {
    message(b'B', out, |out| {
        bind("s", 2, out);
        field(out, key);
        out.extend((value_bytes as i32).to_be_bytes());
        value(out);
        binary_result(out);
    });
    execute(out);
}

/// Adds a request that fetches the value of a key.
pub(super) fn write_get(out: &mut Vec<u8>, key: impl FnOnce(&mut Vec<u8>)) {
    message(b'B', out, |out| {
        bind("g", 1, out);
        field(out, key);
        binary_result(out);
    });
    execute(out);
}

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Bytes of it.
    pub bytes: usize,
    /// Where the value is, if one came.
    pub value: Option<Range<usize>>,
    /// The code of an error, if it is one, such as `53200` (out of memory).
    pub error: Option<String>,
}

/// Reads an answer; `None` while it is not all there.
///
/// # Errors
/// In words, where it is none of this protocol.
pub fn answer(input: &[u8]) -> Result<Option<Answer>, &'static str> {
    let mut answer = Answer { bytes: 0, value: None, error: None };
    loop {
        let Some((kind, body)) = next(input, answer.bytes)? else { return Ok(None) };
        match kind {
            b'D' if answer.value.is_none() => answer.value = Some(only_column(&input[body.clone()], body.start)?),
            b'D' => return Err("a second row"),
            b'E' => answer.error = Some(code(&input[body.clone()])),
            // Bound, done, nothing was found; a notice, and a parameter that has changed.
            b'2' | b'C' | b'n' | b'N' | b'S' => {}
            b'Z' => {
                answer.bytes = body.end;
                return Ok(Some(answer));
            }
            _ => return Err("an unknown message"),
        }
        answer.bytes = body.end;
    }
}

/// The only column of a row, by its place in the input.
fn only_column(row: &[u8], at: usize) -> Result<Range<usize>, &'static str> {
    let head = row.split_first_chunk::<2>().filter(|(columns, _)| **columns == [0, 1]);
    let (_, rest) = head.ok_or("a row of other columns")?;
    let (size, value) = rest.split_first_chunk::<4>().ok_or("a row that is cut short")?;
    let start = at + row.len() - value.len();
    match usize::try_from(i32::from_be_bytes(*size)) {
        Ok(size) if size == value.len() => Ok(start..start + size),
        _ => Err("a value of another length than it says"),
    }
}

/// The type of the message at a place, and where its content is; `None` while it is not all there.
fn next(input: &[u8], at: usize) -> Result<Option<(u8, Range<usize>)>, &'static str> {
    let Some(head) = input.get(at..at + HEAD) else { return Ok(None) };
    let size = i32::from_be_bytes([head[1], head[2], head[3], head[4]]);
    let size = usize::try_from(size).ok().filter(|size| (4..=MOST_BYTES).contains(size));
    let end = at + 1 + size.ok_or("a length that no message has")?;
    Ok((end <= input.len()).then_some((head[0], at + HEAD..end)))
}

/// A field of an error: its code is `C`, its text `M`.
fn field_of(error: &[u8], kind: u8) -> Option<String> {
    let field = error.split(|byte| *byte == 0).find_map(|field| field.strip_prefix(&[kind]))?;
    Some(String::from_utf8_lossy(field).into_owned())
}

fn code(error: &[u8]) -> String {
    field_of(error, b'C').unwrap_or_else(|| "error".into())
}

fn said(error: &[u8]) -> String {
    field_of(error, b'M').unwrap_or_else(|| code(error))
}

fn message(kind: u8, out: &mut Vec<u8>, content: impl FnOnce(&mut Vec<u8>)) {
    out.push(kind);
    let at = out.len();
    out.extend([0; 4]);
    content(out);
    let size = (out.len() - at) as i32;
    out[at..at + 4].copy_from_slice(&size.to_be_bytes());
}

fn text(word: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(word.as_bytes());
    out.push(0);
}

/// The unnamed portal of a statement, whose parameters are all binary.
fn bind(statement: &str, parameters: i16, out: &mut Vec<u8>) {
    out.push(0);
    text(statement, out);
    out.extend([0, 1, 0, 1]);
    out.extend(parameters.to_be_bytes());
}

fn field(out: &mut Vec<u8>, content: impl FnOnce(&mut Vec<u8>)) {
    let at = out.len();
    out.extend([0; 4]);
    content(out);
    let size = (out.len() - at - 4) as i32;
    out[at..at + 4].copy_from_slice(&size.to_be_bytes());
}

/// All columns come as they are, without another form.
fn binary_result(out: &mut Vec<u8>) {
    out.extend([0, 1, 0, 1]);
}

fn execute(out: &mut Vec<u8>) {
    message(b'E', out, |out| out.extend([0, 0, 0, 0, 0]));
    message(b'S', out, |_| {});
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(kind: u8, content: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        message(kind, &mut out, |out| out.extend_from_slice(content));
        out
    }

    #[test]
    fn requests_as_bytes() {
        let expected = [
            &b"B\x00\x00\x00\x1a\x00g\x00\x00\x01\x00\x01\x00\x01\x00\x00\x00\x05key:7\x00\x01\x00\x01"[..],
            b"E\x00\x00\x00\x09\x00\x00\x00\x00\x00S\x00\x00\x00\x04",
        ]
        .concat();
        assert_eq!(get(b"key:7").escape_ascii().to_string(), expected.escape_ascii().to_string());
        let stored = set(b"k", b"value");
        assert_eq!(stored[..5], [b'B', 0, 0, 0, 31]);
        assert!(stored.windows(9).any(|part| part == b"\x00\x00\x00\x05value"), "{}", stored.escape_ascii());
        assert!(hello().starts_with(b"\x00\x00\x00\x29\x00\x03\x00\x00user\0wirecost\0"), "{}", hello().escape_ascii());
    }

    #[test]
    fn answers_are_read() {
        let ready = with(b'Z', b"I");
        let found =
            [with(b'2', b""), with(b'D', b"\x00\x01\x00\x00\x00\x02hi"), with(b'C', b"SELECT 1\0"), ready.clone()];
        let found = found.concat();
        let read = answer(&found).unwrap().unwrap();
        assert_eq!((read.bytes, read.value.map(|value| &found[value])), (found.len(), Some(&b"hi"[..])));
        for cut in 0..found.len() {
            assert_eq!(answer(&found[..cut]), Ok(None), "{cut}");
        }
        let missing = [with(b'2', b""), with(b'C', b"SELECT 0\0"), ready.clone()].concat();
        assert_eq!(answer(&missing), Ok(Some(Answer { bytes: missing.len(), value: None, error: None })));
        let refused = [with(b'E', b"SERROR\0C53200\0Mout of memory\0\0"), ready.clone()].concat();
        assert_eq!(answer(&refused).unwrap().unwrap().error.as_deref(), Some("53200"));
        for broken in [&b"D\x00\x00\x00\x00"[..], b"HTTP/1.1 200 OK", &with(b'D', b"\x00\x02"), &with(b'Q', b"")] {
            assert!(answer(broken).is_err(), "{}", broken.escape_ascii());
        }
    }

    #[test]
    fn a_server_says_who_may_come() {
        let (accepted, ready) = (with(b'R', &[0; 4]), with(b'Z', b"I"));
        let whole = [accepted, with(b'S', b"a\0b\0"), ready.clone(), with(b'1', b""), with(b'1', b""), ready].concat();
        assert_eq!(welcome(&whole), Ok(Some(whole.len())));
        assert_eq!(welcome(&whole[..whole.len() - 1]), Ok(None));
        let refused = |text: &str, is_for_now| Err(Refusal { text: text.into(), is_for_now });
        assert_eq!(welcome(&with(b'E', b"SFATAL\0C28000\0Mno such role\0\0")), refused("no such role", false));
        assert_eq!(welcome(&with(b'E', b"C57P03\0Mstarting up\0\0")), refused("starting up", true));
        assert_eq!(welcome(&with(b'R', &[0, 0, 0, 10])), refused("it asks for a password", false));
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
            for kind in [b'D', b'E', b'Z', b'R'] {
                for input in [bytes.clone(), with(kind, &bytes), [with(kind, &bytes), bytes.clone()].concat()] {
                    let _ = welcome(&input);
                    if let Ok(Some(answer)) = answer(&input) {
                        proptest::prop_assert!(answer.bytes <= input.len());
                        proptest::prop_assert!(answer.value.is_none_or(|value| value.end <= answer.bytes));
                    }
                }
            }
        }
    }
}
