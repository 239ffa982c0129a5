//! How deep a text nests, found before a parser that recurses sees it.

/// The deepest nesting of brackets that a schema may have.
pub const MAX_NESTING: usize = 64;

/// The byte at which brackets of a schema nest deeper than [`MAX_NESTING`]; none if they do not. Brackets in comments
/// and strings do not count.
pub fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    let find = |from: usize, end: &[u8]| {
        let rest = &bytes[from.min(bytes.len())..];
        rest.windows(end.len()).position(|window| window == end).map_or(bytes.len(), |found| from + found + end.len())
    };
    while let Some(&byte) = bytes.get(at) {
        at = match (byte, bytes.get(at + 1)) {
            (b'/', Some(b'/')) | (b'#', _) => find(at, b"\n"),
            (b'/', Some(b'*')) => find(at + 2, b"*/"),
            (b'"' | b'\'', _) => {
                let mut end = at + 1;
                while bytes.get(end).is_some_and(|inner| *inner != byte) {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                end + 1
            }
            _ => {
                match byte {
                    b'{' | b'[' | b'(' | b'<' => depth += 1,
                    b'}' | b']' | b')' | b'>' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if depth > MAX_NESTING {
                    return Some(at);
                }
                at + 1
            }
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nesting_that_a_parser_sees_counts() {
        let open = "<".repeat(MAX_NESTING + 1);
        assert_eq!(too_deep(&open), Some(MAX_NESTING));
        assert_eq!(too_deep(&open[1..]), None);
        assert_eq!(too_deep(&format!("x{}", "<>".repeat(1_000))), None);
        for text in ["// ", "# ", "/* ", "\"", "'", "\"\\\""] {
            assert_eq!(too_deep(&format!("{text}{open}")), None, "{text}");
        }
        assert_eq!(too_deep(&format!("/* */{open}")), Some(5 + MAX_NESTING));
        assert_eq!(too_deep("\"\\"), None);
    }
}
