//! JSON, indented: one document, or several one after the other. Numbers stand as they came.

use std::fmt::{self, Write as _};

use json_event_parser::{JsonEvent, LowLevelJsonParser};

use super::{Page, Stop};

/// Numbers and other plain values stand side by side up to this column.
const WIDTH: usize = 100;
/// The deepest nesting that is read.
const MAX_DEPTH: usize = 1024;

/// Shows documents.
pub(super) fn show(bytes: &[u8], page: &mut Page) -> Result<(), Stop> {
    let mut rest = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
    if rest.is_empty() {
        return Err(Stop::Broken("it is empty".into()));
    }
    while !rest.is_empty() {
        let taken = document(rest, page).map_err(|stop| match stop {
            Stop::Broken(reason) => Stop::Broken(format!("{reason}, at byte {}", bytes.len() - rest.len())),
            full => full,
        })?;
        rest = rest[taken..].trim_ascii_start();
    }
    Ok(())
}

/// Shows the first document; gives the bytes that it takes.
fn document(bytes: &[u8], page: &mut Page) -> Result<usize, Stop> {
    let mut parser = LowLevelJsonParser::new().with_max_stack_size(2 * MAX_DEPTH);
    let mut writer = Writer { page, levels: Vec::new(), has_key: false };
    let mut at = 0;
    loop {
        let result = parser.parse_next(&bytes[at..], true);
        at += result.consumed_bytes;
        match result.event {
            Some(Ok(JsonEvent::Eof)) | None => return Err(Stop::Broken("it ends early".into())),
            Some(Ok(event)) => writer.event(event)?,
            Some(Err(error)) => return Err(Stop::Broken(error.message().to_owned())),
        }
        if writer.levels.is_empty() {
            return Ok(at);
        }
    }
}

/// An object or array that is open.
struct Level {
    is_object: bool,
    is_empty: bool,
    /// Something in it has a line of its own, so its end has one too.
    has_lines: bool,
}

struct Writer<'a> {
    page: &'a mut Page,
    levels: Vec<Level>,
    /// A key was written and its value comes.
    has_key: bool,
}

impl Writer<'_> {
    fn event(&mut self, event: JsonEvent<'_>) -> fmt::Result {
        match event {
            JsonEvent::StartObject => self.start(true, "{"),
            JsonEvent::StartArray => self.start(false, "["),
            JsonEvent::EndObject => self.end("}"),
            JsonEvent::EndArray => self.end("]"),
            JsonEvent::ObjectKey(key) => {
                self.place(true)?;
                self.has_key = true;
                self.string(&key)?;
                self.page.write_str(": ")
            }
            JsonEvent::String(text) => {
                self.place(false)?;
                self.string(&text)
            }
            JsonEvent::Number(text) => self.plain(&text),
            JsonEvent::Boolean(true) => self.plain("true"),
            JsonEvent::Boolean(false) => self.plain("false"),
            JsonEvent::Null => self.plain("null"),
            JsonEvent::Eof => Ok(()),
        }
    }

    fn plain(&mut self, text: &str) -> fmt::Result {
        self.place(false)?;
        self.page.write_str(text)
    }

    /// As JSON writes it, but for what a page escapes.
    fn string(&mut self, text: &str) -> fmt::Result {
        let quoted = serde_json::to_string(text).map_err(|_| fmt::Error)?;
        self.page.write_str(&quoted)
    }

    fn start(&mut self, is_object: bool, bracket: &str) -> fmt::Result {
        self.place(true)?;
        self.levels.push(Level { is_object, is_empty: true, has_lines: false });
        self.page.write_str(bracket)
    }

    fn end(&mut self, bracket: &str) -> fmt::Result {
        if self.levels.pop().is_some_and(|level| level.has_lines) {
            self.page.line(self.levels.len())?;
        }
        self.page.write_str(bracket)
    }

    /// Goes to where the next key or value belongs.
    fn place(&mut self, wants_line: bool) -> fmt::Result {
        if std::mem::take(&mut self.has_key) {
            return Ok(());
        }
        let depth = self.levels.len();
        let Some(level) = self.levels.last_mut() else { return self.page.line(0) };
        let is_first = std::mem::replace(&mut level.is_empty, false);
        if !is_first {
            self.page.write_str(",")?;
        }
        if wants_line || level.is_object || self.page.column() >= WIDTH {
            level.has_lines = true;
            return self.page.line(depth);
        }
        self.page.write_str(if is_first { "" } else { " " })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, Stop> {
        let mut page = Page::new(10_000);
        show(text.as_bytes(), &mut page).map(|()| page.into_text())
    }

    #[test]
    fn objects_have_lines_and_plain_values_share_them() {
        let text = "{\"b\":[1,2.50,-0,1e999],\"a\":{\"x\":null},\"l\":[{\"y\":\"\\u001b\"},[]],\"e\":{}} [true]\n7";
        let expected = "{\n  \"b\": [1, 2.50, -0, 1e999],\n  \"a\": {\n    \"x\": null\n  },\n  \"l\": [\n    {\n      \
                        \"y\": \"\\u001b\"\n    },\n    []\n  ],\n  \"e\": {}\n}\n[true]\n7";
        assert_eq!(shown(text).unwrap(), expected);
        let numbers = format!("[{}]", "123456789,".repeat(99) + "1");
        assert!(shown(&numbers).unwrap().lines().all(|line| line.len() < WIDTH + 12));
    }

    #[test]
    fn invalid_json_is_reported() {
        for text in ["", " ", "{", "[1,", "{\"a\"}", "nope", "[1] x", "\""] {
            assert!(matches!(shown(text), Err(Stop::Broken(_))), "{text}");
        }
        assert!(matches!(shown(&"[".repeat(1_000_000)), Err(Stop::Broken(_) | Stop::Full)));
    }
}
