//! Names and characters of XML 1.0 (fifth edition) and Namespaces in XML.

/// Whether a string is a name without a colon.
#[inline]
pub(crate) fn is_ncname(name: &str) -> bool {
    is_ascii_ncname(name.as_bytes()) || is_other_ncname(name)
}

/// The name without a colon that bytes are, if they are one.
#[inline(always)]
pub(crate) fn ncname(bytes: &[u8]) -> Option<&str> {
    if is_ascii_ncname(bytes) {
        // SAFETY: all bytes were found in a table that has none above 0x7F, so each is a character of UTF-8.
        return Some(unsafe { std::str::from_utf8_unchecked(bytes) });
    }
    std::str::from_utf8(bytes).ok().filter(|name| is_other_ncname(name))
}

/// No branch for each byte: names are short, and nearly all are ASCII.
#[inline(always)]
fn is_ascii_ncname(bytes: &[u8]) -> bool {
    let Some(first) = bytes.first() else { return false };
    let (fours, rest) = bytes.as_chunks::<4>();
    let class = |byte: u8| ASCII[usize::from(byte)];
    let all = fours.iter().fold(NAME, |all, [a, b, c, d]| all & class(*a) & class(*b) & class(*c) & class(*d));
    let all = rest.iter().fold(all, |all, byte| all & class(*byte));
    all != 0 && class(*first) & START != 0
}

const NAME: u8 = 1;
const START: u8 = 2;

/// For each byte whether it is an ASCII character of a name, and whether it may begin one.
const ASCII: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        if c.is_ascii_alphabetic() || c == b'_' {
            table[byte] = NAME | START;
        } else if c.is_ascii_digit() || c == b'-' || c == b'.' {
            table[byte] = NAME;
        }
        byte += 1;
    }
    table
};

#[cold]
#[inline(never)]
fn is_other_ncname(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(is_name_start) && characters.all(is_name_character)
}

fn is_name_start(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic() || c == '_';
    }
    matches!(c, '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}'
        | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

fn is_name_character(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    }
    is_name_start(c) || matches!(c, '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// Whether a character may appear in an XML 1.0 document.
#[inline]
pub(crate) fn is_xml_character(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["a", "_", "a-b.c1", "é", "日本", "a\u{B7}"] {
            assert!(is_ncname(name), "{name}");
        }
        for name in ["", "1a", "-", "a:b", "a b", "a>", "\u{B7}", "a\u{D7}"] {
            assert!(!is_ncname(name), "{name}");
        }
    }
}
