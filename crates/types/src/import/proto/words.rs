//! The words that a parser of proto2 and proto3 does not know, or not everywhere where the language has them.

use std::ops::Range;

/// What the option `default` is called meanwhile, which proto3 does not have.
pub(super) const DEFAULT: &str = "defaulT";

/// The editions whose features are known. Of those that decide what is on the wire, the later ones change no default.
const EDITIONS: [&str; 4] = ["2023", "2024", "2026", "UNSTABLE"];

/// A text in known words.
#[derive(Debug, PartialEq)]
pub(super) struct Known {
    /// The text, with each word at its place.
    pub text: String,
    /// Whether it is of an edition. Then it is in words of proto3.
    pub is_edition: bool,
}

/// The text of a file without what says nothing of types (reserved names and numbers, options of extensions), and a file of an edition as one
/// of proto3.
///
/// # Errors
/// An edition that is not known.
pub(super) fn in_known_words(text: &str) -> Result<Known, String> {
    let tokens = tokens(text);
    let word = |index: usize| tokens.get(index).map_or("", |range: &Range<usize>| &text[range.clone()]);
    let is_edition = (word(0), word(1)) == ("edition", "=");
    let edition = word(2).trim_matches(['"', '\'']);
    if is_edition && !EDITIONS.contains(&edition) {
        return Err(format!("edition {edition:?} is not known; {} are", EDITIONS.join(", ")));
    }
    let is_first = |index: usize| index == 0 || matches!(word(index - 1), ";" | "{" | "}");
    let before = |index: usize| if index == 0 { "" } else { word(index - 1) };
    let end = |from: usize, sign: &str| (from..tokens.len()).find(|end| word(*end) == sign);
    let mut known = text.as_bytes().to_vec();
    let mut write = |range: Range<usize>, with: &[u8]| {
        let old = known[range.clone()].iter_mut().filter(|byte| **byte != b'\n');
        old.zip(with.iter().chain(std::iter::repeat(&b' '))).for_each(|(old, new)| *old = *new);
    };
    for (index, range) in tokens.iter().enumerate() {
        match (word(index), word(index + 1)) {
            ("reserved", _) if is_first(index) => {
                let end = end(index, ";").unwrap_or(index);
                write(range.start..tokens[end].start, b"");
            }
            ("extensions", _) if is_first(index) => {
                let (open, end) = (end(index, "["), end(index, "]"));
                let is_own = |open: usize| !(index..open).any(|at| word(at) == ";");
                if let (Some(open), Some(_)) = (open.filter(|open| is_own(*open)), end) {
                    let close = closing(&tokens, open, &word);
                    write(tokens[open].start..tokens[close].end, b"");
                }
            }
            // A negative word is no value of an option, but of a default.
            ("-", "inf" | "nan") if before(index) == "=" && (is_edition || word(index - 2) == ")") => {
                write(range.clone(), b"_");
            }
            _ if !is_edition => {}
            ("export" | "local", "message" | "enum") if is_first(index) => write(range.clone(), b""),
            ("option", _) if before(index) == "import" => write(range.clone(), b""),
            ("default", "=") if matches!(before(index), "[" | ",") => write(range.clone(), DEFAULT.as_bytes()),
            _ => {}
        }
    }
    if is_edition {
        known.splice(tokens[0].start..tokens[2].end, *b"syntax = \"proto3\"");
    }
    // Only whole characters were replaced.
    Ok(Known { text: String::from_utf8(known).map_err(|error| error.to_string())?, is_edition })
}

/// The bracket that closes the one at `open`.
fn closing<'a>(tokens: &[Range<usize>], open: usize, word: &impl Fn(usize) -> &'a str) -> usize {
    let mut depth = 0_usize;
    for index in open..tokens.len() {
        match word(index) {
            "[" => depth += 1,
            "]" if depth == 1 => return index,
            "]" => depth -= 1,
            _ => {}
        }
    }
    open
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
                    string s = 1 [default = \"default = ; /*\"];\n  local enum E { Z = 0; }\n  float f = 2 [default = -inf];\n}\n";
        let expected = "// edition\nsyntax = \"proto3\";\nimport        \"a.proto\";\n       message M {\n               ;\n  \
                        string s = 1 [defaulT = \"default = ; /*\"];\n        enum E { Z = 0; }\n  float f = 2 [defaulT = _inf];\n}\n";
        assert_eq!(in_known_words(text), Ok(Known { text: expected.to_owned(), is_edition: true }));
        let text = "syntax = \"proto2\"; // edition = \"2023\"\nmessage M { extensions 4 to 9 [declaration = { a: [1] }]; optional \
                    int32 reserved = 1 [default = 2]; }";
        let expected = "syntax = \"proto2\"; // edition = \"2023\"\nmessage M { extensions 4 to 9                           ; optional \
                        int32 reserved = 1 [default = 2]; }";
        assert_eq!(in_known_words(text), Ok(Known { text: expected.to_owned(), is_edition: false }));
        assert!(in_known_words("edition = \"2031\";").unwrap_err().contains("2023, 2024, 2026, UNSTABLE are"));
    }

    #[test]
    fn no_text_panics() {
        let broken =
            ["edition", "edition =", "edition = \"", "edition = \"2023", "edition = \"2023\"; reserved", "/*", "'\\"];
        for text in broken.into_iter().chain(["extensions [", "extensions ]", "extensions [[]", "reserved"]) {
            let _ = in_known_words(text);
        }
    }
}
