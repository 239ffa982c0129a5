//! The words of editions that a parser of proto2 and proto3 does not know.

use std::ops::Range;

/// What the option `default` is called meanwhile, which proto3 does not have.
pub(super) const DEFAULT: &str = "defaulT";

/// The editions whose features are known.
const EDITIONS: [&str; 2] = ["2023", "2024"];

/// The text of a file of an edition in words of proto3, each at its place; none where it is of no edition.
///
/// # Errors
/// An edition that is not known.
pub(super) fn in_known_words(text: &str) -> Option<Result<String, String>> {
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |range: &Range<usize>| &text[range.clone()]);
    if (word(0), word(1)) != ("edition", "=") {
        return None;
    }
    let edition = word(2).trim_matches(['"', '\'']);
    if !EDITIONS.contains(&edition) {
        return Some(Err(format!("edition {edition:?} is not known; {} are", EDITIONS.join(" and "))));
    }
    let mut known = text.as_bytes().to_vec();
    let mut blank = |range: Range<usize>| {
        known[range].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    };
    let is_first = |index: usize| index == 0 || matches!(word(index - 1), ";" | "{" | "}");
    let mut defaults = Vec::new();
    for (index, range) in tokens.iter().enumerate() {
        match (word(index), word(index + 1)) {
            ("export" | "local", "message" | "enum") if is_first(index) => blank(range.clone()),
            ("option", _) if index > 0 && word(index - 1) == "import" => blank(range.clone()),
            // Nothing is read that is reserved, and names of an edition have no quotes.
            ("reserved", _) if is_first(index) => {
                let end = (index..tokens.len()).find(|end| word(*end) == ";").unwrap_or(index);
                blank(range.start..tokens[end].start);
            }
            ("default", "=") if index > 0 && matches!(word(index - 1), "[" | ",") => defaults.push(range.clone()),
            _ => {}
        }
    }
    defaults.into_iter().for_each(|range| known[range].copy_from_slice(DEFAULT.as_bytes()));
    known.splice(tokens[0].start..tokens[2].end, *b"syntax = \"proto3\"");
    // Only whole characters were replaced.
    Some(String::from_utf8(known).map_err(|error| error.to_string()))
}

/// Where the words, texts and signs of a file are.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or_default();
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first.is_whitespace() || first == '\u{feff}' {
            first.len_utf8()
        } else {
            let length = match first {
                '"' | '\'' => quoted(rest, first),
                _ if is_of_word(first) => rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            tokens.push(at..at + length);
            length
        };
        at += length;
    }
    tokens
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// How long the text is that begins here with a quote.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_editions_are_put_into_known_ones_at_their_places() {
        let text = "// edition\nedition = \"2024\";\nimport option \"a.proto\";\nexport message M {\n  reserved a, b;\n  \
                    string s = 1 [default = \"default = ; /*\"];\n  local enum E { Z = 0; }\n}\n";
        let known = in_known_words(text).unwrap().unwrap();
        let expected = "// edition\nsyntax = \"proto3\";\nimport        \"a.proto\";\n       message M {\n               ;\n  \
                        string s = 1 [defaulT = \"default = ; /*\"];\n        enum E { Z = 0; }\n}\n";
        assert_eq!(known, expected);
        assert_eq!(in_known_words("syntax = \"proto3\"; // edition = \"2023\""), None);
        assert!(in_known_words("edition = \"2031\";").unwrap().unwrap_err().contains("2023 and 2024 are"));
    }

    #[test]
    fn no_text_panics() {
        for text in
            ["edition", "edition =", "edition = \"", "edition = \"2023", "edition = \"2023\"; reserved", "/*", "'\\"]
        {
            let _ = in_known_words(text);
        }
    }
}
