//! The number of attributes of an element, before a parser sees them.
//!
//! roxmltree compares each attribute of an element with all before it, and looks each prefix up among all declarations:
//! work that grows with the square of their number. A limit on the number makes it proportional to the document.

/// The most attributes of an element that is read, its namespace declarations among them.
pub const MAX_ATTRIBUTES: usize = 1_024;

/// Where a start tag with more than [`MAX_ATTRIBUTES`] attributes begins, if there is one. Looks at each byte once.
///
/// Looks no further than what no parser reads on from: a document type declaration, or markup without an end.
pub fn crowded(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text.get(at..)?.iter().position(|byte| *byte == b'<')?;
        let rest = &text[at..];
        let behind = |start: usize, end: &[u8]| {
            Some(start + rest.get(start..)?.windows(end.len()).position(|window| window == end)? + end.len())
        };
        at += match rest {
            [b'<', b'!', b'-', b'-', ..] => behind(4, b"-->")?,
            [b'<', b'!', b'[', ..] => behind(3, b"]]>")?,
            [b'<', b'!', ..] => return None,
            [b'<', b'?', ..] => behind(2, b"?>")?,
            _ => match length(rest)? {
                (_, attributes) if attributes > MAX_ATTRIBUTES => return Some(at),
                (length, _) => length,
            },
        };
    }
}

/// The length of the tag that `text` begins with, and the number of its attributes: of its quoted values.
fn length(text: &[u8]) -> Option<(usize, usize)> {
    let (mut at, mut attributes) = (1, 0);
    loop {
        let byte = *text.get(at)?;
        at += 1;
        match byte {
            b'>' => return Some((at, attributes)),
            b'"' | b'\'' => {
                attributes += 1;
                at += text.get(at..)?.iter().position(|other| *other == byte)? + 1;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(attributes: usize) -> String {
        let attributes: String = (0..attributes).map(|index| format!(" a{index}='>'")).collect();
        format!("<e{attributes}/>")
    }

    #[test]
    fn the_limit_is_of_one_element() {
        let most = tag(MAX_ATTRIBUTES);
        assert_eq!(crowded(format!("<r>{most}{most}</r>").as_bytes()), None);
        let document = format!("<r>{most}{}</r>", tag(MAX_ATTRIBUTES + 1));
        assert_eq!(crowded(document.as_bytes()), Some(3 + most.len()));
    }

    #[test]
    fn only_tags_have_attributes() {
        let many = tag(MAX_ATTRIBUTES + 1);
        for (open, close) in [("<!-- ", "-->"), ("<![CDATA[", "]]>"), ("<?p ", "?>")] {
            assert_eq!(crowded(format!("<r>{open}{many}{close}</r>").as_bytes()), None);
            assert_eq!(crowded(format!("<r>{open}{many}").as_bytes()), None);
            let start = open.len() + close.len();
            assert_eq!(crowded(format!("{open}{close}{many}").as_bytes()), Some(start));
        }
        assert_eq!(crowded(format!("<!DOCTYPE r>{many}").as_bytes()), None);
        assert_eq!(crowded(format!("{}'", &many[..many.len() - 2]).as_bytes()), None);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_looked_at(text in "[<>!?/'\"a=\\[\\]-]{0,60}") {
            proptest::prop_assert_eq!(crowded(text.as_bytes()), None);
        }
    }
}
