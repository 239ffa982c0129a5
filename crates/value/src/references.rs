//! Character references of a document, before a parser sees them: roxmltree takes one that stands for no character, such as `&#xD800;`,
//! for U+FFFD, and candidates refuse it.

/// Where the first character reference begins that stands for no character of XML (XML 1.0, productions 2 and 66), if there is one.
///
/// Looks no further than markup without an end.
pub fn foreign(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| matches!(byte, b'<' | b'&'))?;
        let behind = |start: usize, end: &str| Some(start + text.get(at + start..)?.find(end)? + end.len());
        at += match &bytes[at..] {
            [b'<', b'!', b'-', b'-', ..] => behind(4, "-->")?,
            [b'<', b'!', b'[', ..] => behind(3, "]]>")?,
            [b'<', b'?', ..] => behind(2, "?>")?,
            [b'&', b'#', rest @ ..]
                if !rest.iter().position(|byte| *byte == b';').is_some_and(|end| is_character(&rest[..end])) =>
            {
                return Some(at);
            }
            _ => 1,
        };
    }
}

/// Whether these digits of a reference, with an `x` before hexadecimal ones, name a character.
fn is_character(digits: &[u8]) -> bool {
    let Ok(digits) = std::str::from_utf8(digits) else { return false };
    let code = match digits.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    code.ok().and_then(char::from_u32).is_some_and(|c| match c {
        '\t' | '\n' | '\r' => true,
        '\u{fffe}' | '\u{ffff}' => false,
        c => c >= ' ',
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_references_in_text_and_attributes_count() {
        for sound in [
            "<a>&#x20;&#9;&#x1F600;&amp;</a>",
            "<a b='&#xE9;'/>",
            "<a><!-- &#xD800; --><![CDATA[&#xD800;]]><?p &#xD800;?></a>",
            "a & b",
        ] {
            assert_eq!(foreign(sound), None, "{sound}");
        }
        for reference in
            ["&#xD800;", "&#xdfff;", "&#0;", "&#x1;", "&#xFFFE;", "&#x110000;", "&#99999999999;", "&#;", "&#x;"]
        {
            assert_eq!(foreign(&format!("<a>{reference}</a>")), Some(3), "{reference}");
            assert_eq!(foreign(&format!("<a b='{reference}'/>")), Some(6), "{reference}");
        }
    }
}
