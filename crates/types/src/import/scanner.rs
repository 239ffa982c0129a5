//! Words, signs, texts and numbers of languages that describe types.

use crate::TypesError;
use crate::import::nesting::{MAX_NESTING, too_deep};

/// A number as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    Integer(i64),
    /// With a point or an exponent.
    Float(f64),
}

/// Goes over the text of a file. Comments are those of C, and lines from `#` on.
pub struct Scanner<'a> {
    file: &'a str,
    text: &'a str,
    at: usize,
    /// What words have beside letters, digits and `_`.
    in_words: &'static [char],
}

impl<'a> Scanner<'a> {
    /// At the beginning of a file.
    ///
    /// # Errors
    /// If its brackets nest too deep for a parser that recurses.
    pub fn new(file: &'a str, text: &'a str, in_words: &'static [char]) -> Result<Self, TypesError> {
        match too_deep(text) {
            Some(offset) => {
                let reason = format!("nested deeper than {MAX_NESTING} levels");
                Err(TypesError::at_offset(file, text, offset, reason))
            }
            None => Ok(Self { file, text, at: 0, in_words }),
        }
    }

    /// The byte where it is.
    pub fn place(&self) -> usize {
        self.at
    }

    /// Goes back to a byte.
    pub fn back(&mut self, place: usize) {
        self.at = place;
    }

    /// An error where it is.
    pub fn error<T>(&self, reason: impl std::fmt::Display) -> Result<T, TypesError> {
        Err(TypesError::at_offset(self.file, self.text, self.at, reason))
    }

    /// What is still to come.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes over white space and comments.
    pub fn skip(&mut self) -> Result<(), TypesError> {
        loop {
            let rest = self.rest().trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at = self.text.len() - rest.len();
            if rest.starts_with("//") || rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.at += end + 4,
                    None => return self.error("a comment has no end"),
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Whether nothing is left but comments.
    pub fn is_end(&mut self) -> Result<bool, TypesError> {
        self.skip()?;
        Ok(self.rest().is_empty())
    }

    /// Passes over this sign, where it is next.
    pub fn take(&mut self, wanted: char) -> Result<bool, TypesError> {
        self.skip()?;
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        Ok(found)
    }

    /// Passes over this sign, which must be next.
    pub fn expect(&mut self, wanted: char) -> Result<(), TypesError> {
        if self.take(wanted)? {
            return Ok(());
        }
        match self.rest().chars().next() {
            Some(found) => self.error(format_args!("{wanted:?} is expected, not {found:?}")),
            None => self.error(format_args!("{wanted:?} is missing")),
        }
    }

    /// A comma or a semicolon, which may stand after most things.
    pub fn separator(&mut self) -> Result<(), TypesError> {
        let _ = self.take(',')? || self.take(';')?;
        Ok(())
    }

    /// The word that comes next, which stays; empty where none does.
    pub fn peek(&mut self) -> Result<&'a str, TypesError> {
        self.skip()?;
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return Ok("");
        }
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || self.in_words.contains(&c)));
        Ok(&rest[..end.unwrap_or(rest.len())])
    }

    /// Passes over this word, where it is next.
    pub fn take_word(&mut self, wanted: &str) -> Result<bool, TypesError> {
        let found = self.peek()? == wanted;
        self.at += if found { wanted.len() } else { 0 };
        Ok(found)
    }

    /// A name, which must be next.
    pub fn name(&mut self) -> Result<String, TypesError> {
        let name = self.peek()?;
        if name.is_empty() {
            return match self.rest().chars().next() {
                Some(found) => self.error(format_args!("a name is expected, not {found:?}")),
                None => self.error("a name is missing"),
            };
        }
        self.at += name.len();
        Ok(name.to_owned())
    }

    /// A text in quotes; none where there is none.
    pub fn literal(&mut self) -> Result<Option<String>, TypesError> {
        self.skip()?;
        let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '"' | '\'')) else { return Ok(None) };
        let mut out = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((offset, c)) = characters.next() {
            match c {
                c if c == quote => {
                    self.at += offset + 1;
                    return Ok(Some(out));
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 'r')) => out.push('\r'),
                    Some((_, 't')) => out.push('\t'),
                    Some((_, escaped @ ('\\' | '"' | '\''))) => out.push(escaped),
                    Some((_, other)) => out.extend(['\\', other]),
                    None => break,
                },
                c => out.push(c),
            }
        }
        self.error("a text has no end")
    }

    /// A text in quotes, which must be next.
    pub fn text(&mut self) -> Result<String, TypesError> {
        match self.literal()? {
            Some(text) => Ok(text),
            None => self.error("a text in quotes is expected"),
        }
    }

    /// The integer that comes next, in decimal or hexadecimal digits; none where there is none.
    pub fn integer(&mut self) -> Result<Option<i64>, TypesError> {
        self.skip()?;
        let rest = self.rest();
        let unsigned = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        let sign = rest.len() - unsigned.len();
        let (digits, radix, mark) = match unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
            Some(digits) => (digits, 16, 2),
            None => (unsigned, 10, 0),
        };
        let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
        if length == 0 {
            return Ok(None);
        }
        let written = format!("{}{}", if rest.starts_with('-') { "-" } else { "" }, &digits[..length]);
        let Ok(number) = i64::from_str_radix(&written, radix) else {
            return self.error(format_args!("{written} does not fit 64 bits"));
        };
        self.at += sign + mark + length;
        Ok(Some(number))
    }

    /// Passes over the sign, the text or the letter that comes next; a text counts as its quote. None at the end.
    pub fn any(&mut self) -> Result<Option<char>, TypesError> {
        self.skip()?;
        let next = self.rest().chars().next();
        if self.literal()?.is_none() {
            self.at += next.map_or(0, char::len_utf8);
        }
        Ok(next)
    }

    /// Passes over a block in braces.
    pub fn braces(&mut self) -> Result<(), TypesError> {
        self.expect('{')?;
        let mut depth = 1;
        while depth > 0 {
            match self.any()? {
                Some('{') => depth += 1,
                Some('}') => depth -= 1,
                Some(_) => {}
                None => return self.error("'}' is missing"),
            }
        }
        Ok(())
    }

    /// An integer, which must be next; `what` it is.
    pub fn needed(&mut self, what: &str) -> Result<i64, TypesError> {
        match self.integer()? {
            Some(number) => Ok(number),
            None => self.error(format_args!("{what} is expected")),
        }
    }

    /// The number that comes next; none where there is none.
    pub fn number(&mut self) -> Result<Option<Number>, TypesError> {
        self.skip()?;
        let rest = self.rest();
        let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
        let written = &rest[..rest.find(|c| !is_of_number(c)).unwrap_or(rest.len())];
        if !written.contains(['.', 'e', 'E']) {
            return Ok(self.integer()?.map(Number::Integer));
        }
        let Ok(number) = written.parse() else { return self.error(format_args!("{written:?} is no number")) };
        self.at += written.len();
        Ok(Some(Number::Float(number)))
    }
}
