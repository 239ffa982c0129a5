//! Secrets in what passes: masked before anything is shown or written.
//!
//! Known are header fields that carry credentials, parts of URLs, commands of Redis that carry a password, and the same in
//! bytes without a known protocol. What a body says in fields of its own is not looked at.

use std::borrow::Cow;

use crate::decode::Shown;
use crate::{Direction, Form, Message};

/// What stands for a secret.
const MASK: &str = "***";

/// What stands for bytes that may hold a secret somewhere.
const HIDDEN: &str = "(not shown: these bytes may hold a password; --show-secrets shows them)";

/// Header fields whose whole value is a secret, beside those whose names say so.
const FIELDS: [&str; 6] = [
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
    "authentication-info",
    "proxy-authentication-info",
];

/// Words that say, as a part of a name, that its value is a secret ...
const PARTS: [&str; 11] = [
    "token",
    "password",
    "passwd",
    "passphrase",
    "secret",
    "signature",
    "credential",
    "apikey",
    "authorization",
    "sessionid",
    "sessid",
];

/// ... and those that say so as a word of their own.
const WORDS: [&str; 9] = ["key", "code", "pwd", "pass", "sig", "auth", "jwt", "session", "sid"];

/// Masks the secrets of a message and of how its body is shown.
pub(crate) fn mask(message: &mut Message, shown: &mut Shown) {
    message.title = url(&message.title);
    let is_form = message.head.to_ascii_lowercase().contains("application/x-www-form-urlencoded");
    if !message.head.is_empty() {
        message.head = fields(&message.head) + "\n";
    }
    for note in message.note.iter_mut().chain(&mut shown.notes) {
        *note = url(note);
    }
    if message.form == Form::Resp || shown.form == Form::Resp {
        if command_has_secret(message) {
            message.has_secret = true;
            shown.text = format!("{} {MASK}", message.topic);
        }
    } else if matches!(shown.form, Form::Text | Form::Bytes) && may_hold_secret(message.body.bytes()) {
        message.has_secret = true;
        let is_text = shown.form == Form::Text && !shown.text.to_ascii_lowercase().starts_with("auth ");
        shown.text = if is_text { fields(&shown.text) } else { HIDDEN.to_owned() };
    }
    shown.text = if is_form { parameters(&url(&shown.text), true) } else { url(&shown.text) };
}

/// A body as it is saved: with the secrets of its URLs covered, byte for byte, so that it keeps its size.
pub(crate) fn covered(body: &[u8]) -> Cow<'_, [u8]> {
    let Ok(text) = std::str::from_utf8(body) else { return Cow::Borrowed(body) };
    let spans = url_spans(text, false);
    if spans.is_empty() {
        return Cow::Borrowed(body);
    }
    let mut covered = body.to_vec();
    spans.into_iter().for_each(|span| covered[span].fill(b'x'));
    Cow::Owned(covered)
}

/// The lines of a head. A line that begins with white space goes on with the field before it (RFC 9112, 5.2), also where that is not
/// allowed.
fn fields(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut is_within_secret = false;
    for line in text.lines() {
        if is_within_secret && line.starts_with([' ', '\t']) {
            out.push(format!(" {MASK}"));
            continue;
        }
        let name = line.split_once(':').map(|(name, _)| name.trim().to_ascii_lowercase());
        is_within_secret = name.is_some_and(|name| is_secret_field(name.strip_prefix("trailer ").unwrap_or(&name)));
        out.push(field(line));
    }
    out.join("\n")
}

/// Whether the value of a header field of this name, in lower case, is a secret.
fn is_secret_field(name: &str) -> bool {
    is_secret(name) && !name.starts_with(':') && !name.starts_with("sec-websocket")
}

/// A line of a head.
fn field(line: &str) -> String {
    let bare = line.strip_prefix("trailer ").unwrap_or(line);
    let Some((name, value)) = bare.split_once(": ").or_else(|| bare.split_once(':')) else { return url(line) };
    let before = &line[..line.len() - value.len()];
    let known = name.trim().to_ascii_lowercase();
    match known.as_str() {
        "authorization" | "proxy-authorization" => match value.trim().split_once(' ') {
            Some((scheme, _)) => format!("{before}{scheme} {MASK}"),
            None => format!("{before}{MASK}"),
        },
        "cookie" => {
            let names = value.split(';').map(|pair| pair.split_once('=').map_or("", |(name, _)| name.trim()));
            let names: Vec<String> = names.map(|name| format!("{name}={MASK}")).collect();
            format!("{before}{}", names.join("; "))
        }
        "set-cookie" => {
            let (pair, attributes) = value.split_at(value.find(';').unwrap_or(value.len()));
            let name = pair.split_once('=').map_or("", |(name, _)| name.trim());
            format!("{before}{name}={MASK}{attributes}")
        }
        _ if is_secret_field(&known) => format!("{before}{MASK}"),
        "host" | ":authority" => match value.rsplit_once('@') {
            Some((_, host)) => format!("{before}{MASK}@{host}"),
            None => line.to_owned(),
        },
        _ => format!("{before}{}", url(value)),
    }
}

/// A text with the secrets of its URLs masked.
fn url(text: &str) -> String {
    parameters(text, false)
}

fn parameters(text: &str, is_form: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for span in url_spans(text, is_form) {
        out.push_str(&text[from..span.start]);
        out.push_str(MASK);
        from = span.end;
    }
    out + &text[from..]
}

/// The places of secrets of URLs in a text, in order: what is before the `@` of an authority, and the values of parameters
/// with a name that suggests a secret. In a form a parameter may appear at the beginning too.
fn url_spans(text: &str, is_form: bool) -> Vec<std::ops::Range<usize>> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '\\' | '`');
    let mut spans: Vec<std::ops::Range<usize>> = Vec::new();
    let mut starts: Vec<usize> = text.match_indices(['?', '&', '#', ';']).map(|(at, _)| at + 1).collect();
    if is_form {
        starts.insert(0, 0);
    }
    // The target of CONNECT is an authority alone (RFC 9112, 3.2.3).
    let authorities = ["://", "CONNECT "].into_iter().flat_map(|before| text.match_indices(before));
    for (at, before) in authorities {
        let start = at + before.len();
        let end = text[start..].find(|c| ends(c) || matches!(c, '/' | '?' | '#')).map_or(text.len(), |end| start + end);
        if let Some(host) = text[start..end].rfind('@') {
            spans.push(start..start + host);
        }
    }
    for start in starts {
        // In XML and HTML an ampersand is written as a reference.
        let start = if text[start..].starts_with("amp;") { start + 4 } else { start };
        let end = text[start..].find(|c| ends(c) || matches!(c, '&' | '#' | ';' | '?'));
        let end = end.map_or(text.len(), |end| start + end);
        if let Some((name, value)) = text[start..end].split_once('=')
            && !value.is_empty()
            && is_secret(&decoded(name))
        {
            spans.push(end - value.len()..end);
        }
    }
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup_by(|later, earlier| later.start < earlier.end);
    spans
}

/// Whether a name says that its value is a secret: `access_token`, `X-Api-Key`, `authCode`.
fn is_secret(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    if FIELDS.contains(&name) || PARTS.iter().any(|part| plain.contains(part)) {
        return true;
    }
    let mut words = vec![String::new()];
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() || c.is_ascii_uppercase() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_ascii_alphanumeric(), words.last_mut()) {
            word.push(c.to_ascii_lowercase());
        }
    }
    words.iter().any(|word| WORDS.contains(&word.as_str())) || WORDS.contains(&plain.as_str())
}

/// A name without the percent signs of a URL.
fn decoded(name: &str) -> String {
    let mut out = Vec::new();
    let mut rest = name.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                out.push(byte);
                rest = &after[2..];
            }
            None => {
                out.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Whether a command of Redis, or the reply to one, holds a password.
fn command_has_secret(message: &Message) -> bool {
    let body = message.body.bytes().to_ascii_lowercase();
    let holds = |word: &str| body.windows(word.len()).any(|window| window == word.as_bytes());
    let names_one = || holds("requirepass") || holds("masterauth") || holds("-pass") || holds("masteruser");
    match (message.topic.as_str(), message.direction) {
        ("AUTH", Direction::ToTarget) => true,
        ("HELLO" | "MIGRATE", Direction::ToTarget) => holds("auth"),
        ("ACL", Direction::ToTarget) => holds("setuser"),
        ("CONFIG", _) => names_one(),
        // A command after white space has no name here, and neither has one that was cut.
        (topic, Direction::ToTarget) => topic.is_empty() && holds("auth"),
        _ => false,
    }
}

/// Whether bytes without a known form look like a head, or a command of Redis, with a secret.
fn may_hold_secret(body: &[u8]) -> bool {
    let body = body.to_ascii_lowercase();
    let holds = |word: &[u8]| body.windows(word.len()).any(|window| window == word);
    // White space may stand before the colon, where it is not allowed.
    let names = body
        .split(|byte| *byte == b'\n')
        .filter_map(|line| Some(line.split(|byte| *byte == b':').next()?.trim_ascii()));
    let is_named = |name: &[u8]| std::str::from_utf8(name).is_ok_and(is_secret_field);
    let has_field = body.contains(&b':') && { names }.any(is_named);
    let fields: [&[u8]; 4] = [b"authorization:", b"cookie:", b"\r\nauth\r\n", b"api-key:"];
    has_field
        || fields.iter().any(|field| holds(field))
        || body.trim_ascii_start().starts_with(b"auth ")
        || holds(b"\nauth ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_credentials_keep_their_names_only() {
        for (line, masked) in [
            ("Authorization: Basic dTpw", "Authorization: Basic ***"),
            ("proxy-authorization: s3cret", "proxy-authorization: ***"),
            ("Cookie: a=1; b=2", "Cookie: a=***; b=***"),
            ("Set-Cookie: id=1; Path=/; HttpOnly", "Set-Cookie: id=***; Path=/; HttpOnly"),
            ("trailer authorization: Bearer x", "trailer authorization: Bearer ***"),
            ("X-Api-Key: 12", "X-Api-Key: ***"),
            ("x-amz-security-token: 12", "x-amz-security-token: ***"),
            ("Location: https://u:p@host/?code=5&x=1", "Location: https://***@host/?code=***&x=1"),
            (":path: /a?access_token=5", ":path: /a?access_token=***"),
            ("Accept: */*; q=1", "Accept: */*; q=1"),
            ("Sec-WebSocket-Key: a", "Sec-WebSocket-Key: a"),
            ("Authorization : Bearer X", "Authorization : Bearer ***"),
            ("Authentication-Info: nextnonce=\"x\"", "Authentication-Info: ***"),
            (":authority: u:p@host:443", ":authority: ***@host:443"),
            ("Host: host:443", "Host: host:443"),
            (":path: /a?session=5&n=1", ":path: /a?session=***&n=1"),
        ] {
            assert_eq!(field(line), masked);
        }
    }

    #[test]
    fn a_field_that_goes_on_in_the_next_line_is_one() {
        let head = "GET / HTTP/1.1\nAuthorization:\n Bearer X\n\tY\nAccept: a,\n b\nX-Api-Key : 1\n 2";
        let masked = "GET / HTTP/1.1\nAuthorization:***\n ***\n ***\nAccept: a,\n b\nX-Api-Key : ***\n ***";
        assert_eq!(fields(head), masked);
        for head in
            ["GET / HTTP/1.1\r\nAuthorization : x", "a\r\nCookie\t: b", "Authentication-Info: c", "X-Session: 1"]
        {
            assert!(may_hold_secret(head.as_bytes()), "{head}");
        }
        assert!(!may_hold_secret(b"the keys are here\nsession over\n"));
    }

    #[test]
    fn urls_keep_what_is_no_secret() {
        for (text, masked) in [
            ("GET /a?token=1&b=2#c HTTP/1.1", "GET /a?token=***&b=2#c HTTP/1.1"),
            (
                "GET /a?b=2&authCode=x&X-Amz-Signature=y HTTP/1.1",
                "GET /a?b=2&authCode=***&X-Amz-Signature=*** HTTP/1.1",
            ),
            ("GET /a?%74oken=1 HTTP/1.1", "GET /a?%74oken=*** HTTP/1.1"),
            ("see \"http://me@host/#access_token=z\"", "see \"http://***@host/#access_token=***\""),
            ("<a href='/x?a=1&amp;key=2'/>", "<a href='/x?a=1&amp;key=***'/>"),
            ("/a?monkey=1&keyword=2&barcode=3&key=", "/a?monkey=1&keyword=2&barcode=3&key="),
            ("mail me@host.example, 1 ? 2 : 3", "mail me@host.example, 1 ? 2 : 3"),
            ("CONNECT user:pw@host:443 HTTP/1.1", "CONNECT ***@host:443 HTTP/1.1"),
            ("CONNECT host:443 HTTP/1.1", "CONNECT host:443 HTTP/1.1"),
            (
                "GET /a?session=1&possession=2;jsessionid=3 HTTP/1.1",
                "GET /a?session=***&possession=2;jsessionid=*** HTTP/1.1",
            ),
        ] {
            assert_eq!(url(text), masked);
        }
        assert_eq!(parameters("password=a&b=1", true), "password=***&b=1");
    }

    #[test]
    fn a_saved_body_keeps_its_size() {
        let body = br#"{"next": "https://u:p@h/?key=12&x=1"}"#;
        assert_eq!(&*covered(body), br#"{"next": "https://xxx@h/?key=xx&x=1"}"#);
        assert!(matches!(covered(b"{\"key\": \"12\"}"), Cow::Borrowed(_)));
    }
}
