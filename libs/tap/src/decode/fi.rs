//! Fast Infoset, as the XML that it stands for.

use std::io::{Error, Result, Write};

use fastinfoset::{Algorithms, Limits, ReadOptions, Reader};

use super::{MAX_EXPANDED, Page, Stop, text, xml};

/// What a document may demand of the one who looks at it.
const LIMITS: Limits = Limits {
    max_depth: 1024,
    max_table_entries: 1 << 16,
    max_table_bytes: MAX_EXPANDED as u64,
    max_string_bytes: MAX_EXPANDED as u32,
    max_event_bytes: MAX_EXPANDED as u32,
    max_name_bytes: 64 << 10,
    max_attributes: 4096,
    max_namespaces: 65_536,
    max_expansion_bytes: MAX_EXPANDED as u64,
    max_expansion_ratio: 16,
};

/// Shows a document.
pub(super) fn show(bytes: &[u8], page: &mut Page) -> std::result::Result<(), Stop> {
    let mut out = Bounded(Vec::new());
    let options = ReadOptions { limits: LIMITS, ..ReadOptions::default() };
    let read = fastinfoset::xml::to_xml(&mut Reader::with_options(bytes, &options), &Algorithms::default(), &mut out);
    let is_cut = out.0.len() >= MAX_EXPANDED;
    match read {
        Err(error) if !is_cut => Err(Stop::Broken(error.to_string())),
        // What is cut ends inside an element.
        _ => match xml::show(text::utf8(&out.0, !is_cut)?, page) {
            Err(Stop::Broken(_)) if is_cut => Err(Stop::Full),
            shown => shown,
        },
    }
}

/// A document that may not grow without end.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let room = MAX_EXPANDED - self.0.len();
        if room == 0 && !bytes.is_empty() {
            return Err(Error::other("the document is too large to be shown"));
        }
        let taken = bytes.len().min(room);
        self.0.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastinfoset::Writer;

    #[test]
    fn a_document_is_shown_as_xml_and_a_broken_one_says_where() {
        let mut writer = Writer::new();
        let xml = "<p:a xmlns:p='urn:p'><b>text</b></p:a>";
        fastinfoset::xml::from_xml(xml.as_bytes(), &Limits::default(), &mut writer).unwrap();
        let mut page = Page::new(1000);
        show(writer.bytes(), &mut page).unwrap();
        assert_eq!(page.into_text(), "<p:a xmlns:p=\"urn:p\">\n  <b>text</b>\n</p:a>");
        let cut = &writer.bytes()[..writer.bytes().len() - 4];
        assert!(matches!(show(cut, &mut Page::new(1000)), Err(Stop::Broken(_))));
    }
}
