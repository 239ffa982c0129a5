//! What parts of a page are called in its address. A name follows from what the part is about alone, so that a link
//! leads to the same case in the page of any run.

use std::fmt::Write as _;

use wirecost_model::CaseDocument;

/// The anchor of a case.
pub fn case(case: &CaseDocument) -> String {
    of_key(&case.key())
}

/// The anchor of the case with this key.
pub fn of_key(key: &str) -> String {
    format!("case-{}", encoded(key))
}

/// The anchor of a message.
pub fn message(name: &str) -> String {
    format!("message-{}", encoded(name))
}

/// The anchor of the servers of a lab under one load.
pub fn load(lab: &str, title: &str) -> String {
    format!("load-{}/{}", encoded(lab), encoded(title))
}

/// The anchor of a lab.
pub fn lab(name: &str) -> String {
    format!("lab-{}", encoded(name))
}

/// A link within the page.
pub fn link(anchor: &str) -> String {
    format!("#{anchor}")
}

/// The text with everything escaped that may not appear in a fragment or in a value of a query (RFC 3986, sections 3.4 and
/// 3.5). A browser finds an identifier by the fragment as written before it finds it by what that stands for, so that both
/// are the same text.
pub fn encoded(text: &str) -> String {
    escaped(text, b"/?=")
}

/// The text with everything escaped that may not appear in a segment of a path (RFC 3986, section 3.3).
pub fn segment(text: &str) -> String {
    escaped(text, b"")
}

fn escaped(text: &str, kept: &[u8]) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ if kept.contains(&byte) => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_characters_forbidden_in_addresses_are_escaped() {
        assert_eq!(encoded("codec/serde_json/dns-100/decode"), "codec/serde_json/dns-100/decode");
        assert_eq!(segment("a/b?c"), "a%2Fb%3Fc");
        assert_eq!(encoded("a b&\"<%é"), "a%20b%26%22%3C%25%C3%A9");
    }
}
