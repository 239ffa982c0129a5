//! The text that a body is decoded to.

use std::fmt::{self, Write};

/// A text with a limit, safe to print: control characters and those that turn the direction of writing are escaped, so
/// that no terminal obeys what passes.
#[derive(Debug)]
pub struct Page {
    text: String,
    limit: usize,
    /// Where the last line begins.
    line: usize,
}

/// A step of indentation.
const STEP: &str = "  ";

impl Page {
    /// A page of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self { text: String::new(), limit, line: 0 }
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// The bytes on the last line.
    pub(super) fn column(&self) -> usize {
        self.text.len() - self.line
    }

    /// Goes to a new line, indented by this many steps; not at the beginning.
    pub(super) fn line(&mut self, depth: usize) -> fmt::Result {
        if !self.is_empty() {
            self.put("\n")?;
            self.line = self.text.len();
        }
        (0..depth.min(super::MAX_DEPTH)).try_for_each(|_| self.put(STEP))
    }

    /// Writes what is known to be safe.
    fn put(&mut self, text: &str) -> fmt::Result {
        if self.text.len() + text.len() > self.limit {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}

impl Write for Page {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match letter {
                '\n' => {
                    self.put("\n")?;
                    self.line = self.text.len();
                }
                '\t' => self.put("\t")?,
                letter if is_unsafe(letter) => self.put(&letter.escape_unicode().to_string())?,
                letter => self.put(letter.encode_utf8(&mut [0; 4]))?,
            }
        }
        Ok(())
    }
}

/// Whether a terminal may do something else with it than show it.
pub(crate) fn is_unsafe(letter: char) -> bool {
    let turns = matches!(letter, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_it_moves_a_terminal_and_nothing_is_over_its_limit() {
        let mut page = Page::new(40);
        page.write_str("a\u{1b}[2J\tb\u{202E}").unwrap();
        page.line(1).unwrap();
        assert_eq!(page.text, "a\\u{1b}[2J\tb\\u{202e}\n  ");
        assert_eq!(page.column(), 2);
        assert!(page.write_str(&"x".repeat(40)).is_err());
        assert_eq!(page.into_text().len(), 40);
    }
}
