//! Sentences with holes: one template both writes a label and reads it back.

use std::fmt;
use std::str::FromStr;

/// A number that is shown with one digit after the point.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Tenths(pub f64);

/// A number that is shown with two digits after the point.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Hundredths(pub f64);

/// A number that is shown without digits after the point.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Whole(pub f64);

macro_rules! shown {
    ($name:ident, $digits:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "{:.*}", $digits, self.0)
            }
        }

        impl FromStr for $name {
            type Err = std::num::ParseFloatError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

shown!(Tenths, 1);
shown!(Hundredths, 2);
shown!(Whole, 0);

/// What a hole stands for in a template.
const HOLE: &str = "{}";

/// Writes `template` with `words` in its holes, in order.
pub(crate) fn write(out: &mut fmt::Formatter<'_>, template: &str, words: &[&dyn fmt::Display]) -> fmt::Result {
    let mut words = words.iter();
    for (index, piece) in template.split(HOLE).enumerate() {
        if index > 0 {
            words.next().map_or(Ok(()), |word| word.fmt(out))?;
        }
        out.write_str(piece)?;
    }
    Ok(())
}

/// What is in the holes of `template` where `text` was written by it; the last hole takes what can be had.
pub(crate) fn read<'a>(text: &'a str, template: &str) -> Option<Vec<&'a str>> {
    let (start, mut pieces) = (head(template), template.split(HOLE).skip(1).peekable());
    let mut rest = text.strip_prefix(start)?;
    let mut words = Vec::new();
    while let Some(piece) = pieces.next() {
        let end = if pieces.peek().is_none() { rest.strip_suffix(piece)?.len() } else { rest.find(piece)? };
        words.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    rest.is_empty().then_some(words)
}

/// What `template` begins with, before its first hole.
pub(crate) fn head(template: &str) -> &str {
    template.split(HOLE).next().unwrap_or(template)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_reads_what_it_wrote() {
        assert_eq!(read("a 1 b 2 c", "a {} b {} c"), Some(vec!["1", "2"]));
        assert_eq!(read("not valid: a: b", "not valid: {}"), Some(vec!["a: b"]));
        assert_eq!(read("same", "same"), Some(vec![]));
        assert_eq!(read("same and more", "same"), None);
        assert_eq!(read("1 of 2", "{} of {}"), Some(vec!["1", "2"]));
        assert_eq!(read("a 1 b", "a {} c"), None);
    }
}
