//! XML, an element a line.
//!
//! For people, not for parsers: white space between tags is laid out anew, everything else stands as it came. Entities
//! are never expanded, so that no document grows.

use std::fmt::{self, Write as _};

use quick_xml::Reader;
use quick_xml::events::Event;

use super::{Page, Stop};

/// A start tag that is longer has a line for each attribute.
const WIDTH: usize = 100;

/// What was written last.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Last {
    Start,
    Text,
    Other,
}

/// Shows a document.
pub(super) fn show(text: &str, page: &mut Page) -> Result<(), Stop> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader::from_str(text);
    let mut writer = Writer { page, depth: 0, last: Last::Other };
    let mut roots = 0;
    loop {
        let event = reader
            .read_event()
            .map_err(|error| Stop::Broken(format!("{error}, at byte {}", reader.error_position())))?;
        if writer.depth == 0 {
            roots += usize::from(matches!(event, Event::Start(_) | Event::Empty(_)));
            let has_text = match &event {
                Event::Text(raw) => !raw.trim().is_empty(),
                Event::CData(_) | Event::GeneralRef(_) => true,
                _ => false,
            };
            if has_text || roots > 1 {
                return Err(Stop::Broken("more than one element at the top".into()));
            }
        }
        match event {
            Event::Start(raw) => {
                writer.start(&raw, ">")?;
                writer.depth += 1;
                writer.last = Last::Start;
            }
            Event::Empty(raw) => writer.start(&raw, "/>")?,
            Event::End(raw) => {
                writer.depth -= 1;
                match writer.last {
                    Last::Start | Last::Text => writer.put("</", &raw, ">")?,
                    Last::Other => writer.tag("</", &raw, ">")?,
                }
                writer.last = Last::Other;
            }
            Event::Text(raw) => writer.text("", &raw, "")?,
            Event::CData(raw) => writer.text("<![CDATA[", &raw, "]]>")?,
            Event::GeneralRef(raw) => writer.text("&", &raw, ";")?,
            Event::Comment(raw) => writer.tag("<!--", &raw, "-->")?,
            Event::Decl(raw) => writer.tag("<?", &raw, "?>")?,
            Event::PI(raw) => writer.tag("<?", &raw, "?>")?,
            Event::DocType(raw) => writer.tag("<!DOCTYPE ", &raw, ">")?,
            Event::Eof if writer.depth > 0 => return Err(Stop::Broken("it ends inside an element".into())),
            Event::Eof if roots == 0 => return Err(Stop::Broken("it has no element".into())),
            Event::Eof => return Ok(()),
        }
    }
}

/// The name and the attributes of a start tag: the parts between white space outside of quotation marks.
fn attributes(raw: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let parts = raw.split(move |letter: char| match (quote, letter) {
        (None, '"' | '\'') => {
            quote = Some(letter);
            false
        }
        (Some(open), _) if open == letter => {
            quote = None;
            false
        }
        (None, letter) => letter.is_ascii_whitespace(),
        (Some(_), _) => false,
    });
    parts.filter(|part| !part.is_empty())
}

struct Writer<'a> {
    page: &'a mut Page,
    depth: usize,
    last: Last,
}

impl Writer<'_> {
    fn put(&mut self, before: &str, raw: &str, after: &str) -> fmt::Result {
        self.page.write_str(before)?;
        self.page.write_str(raw)?;
        self.page.write_str(after)
    }

    /// A start tag; in a long one each attribute has a line.
    fn start(&mut self, raw: &str, after: &str) -> fmt::Result {
        if raw.len() <= WIDTH {
            return self.tag("<", raw, after);
        }
        let mut parts = attributes(raw);
        self.tag("<", parts.next().unwrap_or_default(), "")?;
        for attribute in parts {
            self.page.line(self.depth + 2)?;
            self.page.write_str(attribute)?;
        }
        self.page.write_str(after)
    }

    /// What has a line of its own.
    fn tag(&mut self, before: &str, raw: &str, after: &str) -> fmt::Result {
        self.page.line(self.depth)?;
        self.last = Last::Other;
        self.put(before, raw, after)
    }

    /// What is in the line of its element.
    fn text(&mut self, before: &str, raw: &str, after: &str) -> fmt::Result {
        if raw.trim().is_empty() && before.is_empty() && self.last != Last::Text {
            return Ok(());
        }
        if self.last == Last::Other {
            self.page.line(self.depth)?;
        }
        self.last = Last::Text;
        self.put(before, raw, after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, Stop> {
        let mut page = Page::new(10_000);
        show(text, &mut page).map(|()| page.into_text())
    }

    #[test]
    fn an_element_has_a_line_that_holds_its_text() {
        let text =
            "<?xml version=\"1.0\"?>\n<a x='1'><b>3 &lt; 4</b><c/><d><e></e></d><!-- n --><f><![CDATA[<]]></f></a>";
        let expected = "<?xml version=\"1.0\"?>\n<a x='1'>\n  <b>3 &lt; 4</b>\n  <c/>\n  <d>\n    <e></e>\n  </d>\n  \
                        <!-- n -->\n  <f><![CDATA[<]]></f>\n</a>";
        assert_eq!(shown(text).unwrap(), expected);
        // Laid out, it stays as it is.
        assert_eq!(shown(expected).unwrap(), expected);
        assert_eq!(shown("<a>x<b/>y</a>").unwrap(), "<a>x\n  <b/>\n  y</a>");
    }

    #[test]
    fn a_long_start_tag_has_a_line_for_each_attribute() {
        let long = format!("<a x='1 \"{}'\n y=\"2 '\"><b/></a>", "x".repeat(100));
        let expected = format!("<a\n    x='1 \"{}'\n    y=\"2 '\">\n  <b/>\n</a>", "x".repeat(100));
        assert_eq!(shown(&long).unwrap(), expected);
    }

    #[test]
    fn an_invalid_document_is_reported() {
        for text in ["", "x", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a/>x", "<a", "<a>&x"] {
            assert!(matches!(shown(text), Err(Stop::Broken(_))), "{text}");
        }
    }

    #[test]
    fn entities_are_shown_and_not_expanded() {
        let text = "<!DOCTYPE a [<!ENTITY b \"bbbbbbbbbb\">]><a>&b;&b;</a>";
        assert!(shown(text).unwrap().ends_with("<a>&b;&b;</a>"));
    }
}
