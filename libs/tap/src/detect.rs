//! Which protocol a connection speaks, by the first bytes of its client.

use crate::protocol::http2::PREFACE;

/// A protocol that is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Http,
    Http2,
    Sbw,
    Resp,
    Raw,
}

/// A guess by the first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guess {
    /// More bytes are needed.
    More,
    /// It is this, as far as anybody can tell; with what to say where it is one that is not decoded.
    Is(Kind, Option<&'static str>),
}

/// The longest method of HTTP that is recognised: `VERSION-CONTROL` and a few of one's own have fewer letters.
const MAX_METHOD: usize = 24;

/// The bytes of an SBW session key that are looked at: digits and letters, as brokers write keys.
const KEY_LOOK: usize = 8;
/// The lengths that a session key may have: brokers write 512 digits and accept up to 4,096; a short one would be found in
/// any binary protocol.
const KEY_LENGTHS: std::ops::RangeInclusive<i32> = 16..=4096;
/// The bytes that an array's length in RESP may take.
const MAX_DIGITS: usize = 8;

/// Guesses by the bytes that a client sent first, of which there is at least one.
pub(crate) fn guess(bytes: &[u8]) -> Guess {
    if bytes.starts_with(PREFACE) {
        return Guess::Is(Kind::Http2, None);
    }
    if bytes.len() < PREFACE.len() && PREFACE.starts_with(bytes) {
        return Guess::More;
    }
    // A record of a TLS handshake (RFC 8446, 5.1).
    if bytes.starts_with(&[0x16, 0x03]) {
        return Guess::Is(Kind::Raw, Some("TLS: what is encrypted cannot be shown"));
    }
    if bytes == [0x16] {
        return Guess::More;
    }
    match bytes[0] {
        b'*' => array(&bytes[1..]),
        first if first.is_ascii_uppercase() => request_line(bytes),
        _ => hello(bytes),
    }
}

/// The first line of a request of HTTP/1.1: a method of letters, then a target. Any token is a method (RFC 9110, 9.1), but those in use
/// are written in capitals.
fn request_line(bytes: &[u8]) -> Guess {
    let is_of_method = |byte: &u8| byte.is_ascii_uppercase() || matches!(byte, b'-' | b'_');
    let method = bytes.iter().take(MAX_METHOD).take_while(|byte| is_of_method(byte)).count();
    match &bytes[method..] {
        [] if method < MAX_METHOD => Guess::More,
        [b' '] => Guess::More,
        // What a target begins with: a path, `*`, a scheme, or a host.
        [b' ', target, ..] if target.is_ascii_alphanumeric() || matches!(target, b'/' | b'*' | b'[') => {
            target_line(bytes)
        }
        _ => hello(bytes),
    }
}

/// The same, whose target has begun: the version behind it tells HTTP from a command of another protocol.
fn target_line(bytes: &[u8]) -> Guess {
    const VERSION: &[u8] = b" HTTP/";
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_http = line.windows(VERSION.len()).any(|window| window == VERSION);
    match () {
        () if is_http || USUAL.iter().any(|method| bytes.starts_with(method)) => Guess::Is(Kind::Http, None),
        () if line.len() < bytes.len() || bytes.len() > MAX_LINE => Guess::Is(Kind::Raw, None),
        () => Guess::More,
    }
}

/// Methods that no other protocol has for a command, so that their target need not be waited for.
const USUAL: [&[u8]; 8] = [b"HEAD /", b"POST /", b"PUT /", b"DELETE /", b"OPTIONS /", b"PATCH /", b"GET /", b"TRACE /"];
/// A line is not waited for beyond this.
const MAX_LINE: usize = 8 << 10;

/// Guesses by the bytes of a server that speaks before its client is known: none of these protocols but HTTP/2, whose
/// servers may begin with the frame SETTINGS (RFC 9113, 3.4).
pub(crate) fn guess_of_server(bytes: &[u8]) -> Guess {
    // A length below 64 KiB, two bytes of which may be anything; the type; no flags; stream 0.
    let is_settings = |(at, byte): (usize, &u8)| match at {
        1 | 2 => true,
        3 => *byte == 4,
        _ => *byte == 0,
    };
    match bytes.iter().take(9).enumerate().all(is_settings) {
        false => Guess::Is(Kind::Raw, None),
        true if bytes.len() < 9 => Guess::More,
        true => Guess::Is(Kind::Http2, None),
    }
}

/// A command of RESP: an array of strings.
fn array(bytes: &[u8]) -> Guess {
    let digits = bytes.iter().take(MAX_DIGITS).take_while(|byte| byte.is_ascii_digit()).count();
    if digits == MAX_DIGITS {
        return Guess::Is(Kind::Raw, None);
    }
    let after = &bytes[digits..];
    let expected: &[u8] = b"\r\n$";
    if digits > 0 && after.starts_with(expected) {
        return Guess::Is(Kind::Resp, None);
    }
    let may_be = after.is_empty() || (digits > 0 && expected.starts_with(after));
    if may_be { Guess::More } else { Guess::Is(Kind::Raw, None) }
}

/// The hello of an SBW module: the length of a key, and a key of letters and digits.
fn hello(bytes: &[u8]) -> Guess {
    let raw = Guess::Is(Kind::Raw, None);
    let Some((length, key)) = bytes.split_first_chunk() else {
        // Of a length up to 4,096 the last two bytes are 0.
        let may_be = bytes.get(2).is_none_or(|byte| *byte == 0) && bytes.get(1).is_none_or(|byte| *byte <= 0x10);
        return if may_be { Guess::More } else { raw };
    };
    let length = i32::from_le_bytes(*length);
    if !KEY_LENGTHS.contains(&length) || !key.iter().take(KEY_LOOK).all(u8::is_ascii_alphanumeric) {
        return raw;
    }
    if key.len() < KEY_LOOK { Guess::More } else { Guess::Is(Kind::Sbw, None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_protocol_is_recognised_as_early_as_possible() {
        let is = |kind| Guess::Is(kind, None);
        let hello = [&[0, 2, 0, 0][..], &[b'A'; 512]].concat();
        for (bytes, at, expected) in [
            (&b"POST /x HTTP/1.1\r\n"[..], 6, is(Kind::Http)),
            (b"PROPFIND /x HTTP/1.1\r\n", 17, is(Kind::Http)),
            (b"PURGE /x HTTP/1.1\r\n", 14, is(Kind::Http)),
            (b"VERSION-CONTROL * HTTP/1.1\r\n", 23, is(Kind::Http)),
            (b"CONNECT h:1 HTTP/1.1\r\n", 17, is(Kind::Http)),
            (b"USER me\r\n", 9, is(Kind::Raw)),
            (b"*1\r\n$4\r\nPING\r\n", 5, is(Kind::Resp)),
            (&hello, 12, is(Kind::Sbw)),
            (b"hello", 2, is(Kind::Raw)),
            (b"\x00\x00\x00\x20\x80\x01", 4, is(Kind::Raw)),
            (b"*x", 2, is(Kind::Raw)),
            (b"*123456789\r\n", 9, is(Kind::Raw)),
            (PREFACE, 24, is(Kind::Http2)),
            (b"PRIx", 4, is(Kind::Raw)),
        ] {
            for cut in 1..at {
                assert_eq!(guess(&bytes[..cut]), Guess::More, "{:?}", &bytes[..cut]);
            }
            assert_eq!(guess(&bytes[..at]), expected, "{:?}", &bytes[..at]);
        }
        assert!(matches!(guess(b"\x16\x03\x01"), Guess::Is(Kind::Raw, Some(_))));
    }
}
