//! Text as it is.

use std::fmt::Write as _;

use super::{Page, Stop};

/// The bytes as UTF-8; where they are cut, without the part of a character at their end.
pub(super) fn utf8(bytes: &[u8], is_whole: bool) -> Result<&str, Stop> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) if !is_whole && error.error_len().is_none() => {
            Ok(std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default())
        }
        Err(error) => Err(Stop::Broken(format!("byte {} is not UTF-8", error.valid_up_to()))),
    }
}

/// Whether bytes are text that people read: UTF-8 without control characters but those that end lines and cells.
pub(super) fn is_text(bytes: &[u8], is_whole: bool) -> bool {
    utf8(bytes, is_whole).is_ok_and(is_readable)
}

/// The bytes as Latin-1 (ISO 8859-1), where they are text in it and not UTF-8: such bytes have no control characters, which binary data
/// is full of.
pub(super) fn latin1(bytes: &[u8]) -> Option<String> {
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    (!bytes.is_empty() && is_readable(&text)).then_some(text)
}

/// Whether a text has no control characters but those that end lines and cells.
pub(super) fn is_readable(text: &str) -> bool {
    text.chars().all(|letter| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t'))
}

/// Shows text.
pub(super) fn show(bytes: &[u8], is_whole: bool, page: &mut Page) -> Result<(), Stop> {
    let text = utf8(bytes, is_whole)?;
    if !is_readable(text) {
        return Err(Stop::Broken("it has control characters".into()));
    }
    // Line ends of the wire are line ends here.
    for line in text.trim_end_matches(['\r', '\n']).split('\n') {
        page.line(0)?;
        page.write_str(line.strip_suffix('\r').unwrap_or(line))?;
    }
    Ok(())
}
