//! Values of RESP: a command in a line, a reply as a tree.

use std::fmt::Write as _;

use super::{MAX_DEPTH, Page, Stop};

/// Shows a value; a line that is no value is an inline command.
pub(super) fn show(bytes: &[u8], page: &mut Page) -> Result<(), Stop> {
    if bytes.first().is_some_and(|kind| !b"+-:,#_($=!*~>%|".contains(kind)) {
        page.line(0)?;
        page.write_str(&String::from_utf8_lossy(bytes.trim_ascii_end()))?;
        return Ok(());
    }
    let mut rest = bytes;
    value(&mut rest, 0, page)
}

fn value(bytes: &mut &[u8], depth: usize, page: &mut Page) -> Result<(), Stop> {
    if depth >= MAX_DEPTH {
        return Err(Stop::Broken(format!("nested deeper than {MAX_DEPTH} levels")));
    }
    page.line(depth)?;
    let (kind, text) = line(bytes)?;
    match kind {
        b'+' => quoted(text, page)?,
        b'-' => {
            page.write_str("error ")?;
            quoted(text, page)?;
        }
        b':' | b',' | b'(' => page.write_str(&String::from_utf8_lossy(text))?,
        b'#' => page.write_str(if text == b"t" { "true" } else { "false" })?,
        b'_' => page.write_str("null")?,
        b'$' | b'=' | b'!' => match count(text)? {
            None => page.write_str("null")?,
            Some(size) => {
                let (content, rest) = bytes.split_at_checked(size).ok_or_else(early)?;
                *bytes = rest.strip_prefix(b"\r\n").ok_or_else(early)?;
                page.write_str(if kind == b'!' { "error " } else { "" })?;
                quoted(content, page)?;
            }
        },
        b'*' | b'~' | b'>' => values(kind, count(text)?, bytes, depth, page)?,
        b'%' | b'|' => {
            let pairs = count(text)?.unwrap_or(0);
            page.write_str(if kind == b'%' { "map" } else { "attributes" })?;
            (0..2 * pairs).try_for_each(|_| value(bytes, depth + 1, page))?;
            if kind == b'|' {
                value(bytes, depth, page)?;
            }
        }
        other => return Err(Stop::Broken(format!("no value begins with {:?}", char::from(other)))),
    }
    Ok(())
}

/// An array, a set or a push.
fn values(kind: u8, size: Option<usize>, bytes: &mut &[u8], depth: usize, page: &mut Page) -> Result<(), Stop> {
    let Some(size) = size else { return Ok(page.write_str("null")?) };
    // An array of strings is shown in one line, as a command is.
    let mut ahead = *bytes;
    let mut words = Vec::new();
    if depth == 0 && kind == b'*' && size > 0 {
        while words.len() < size {
            let Some(word) = string(&mut ahead) else { break };
            words.push(word);
        }
    }
    if size > 0 && words.len() == size {
        *bytes = ahead;
        for (index, word) in words.into_iter().enumerate() {
            page.write_str(if index > 0 { " " } else { "" })?;
            quoted(word, page)?;
        }
        return Ok(());
    }
    let word = match kind {
        b'~' => "set",
        b'>' => "push",
        _ => "array",
    };
    write!(page, "{word} of {size}")?;
    (0..size).try_for_each(|_| value(bytes, depth + 1, page))
}

/// The next value if it is a string that is not null.
fn string<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (kind, text) = line(bytes).ok()?;
    let size = count(text).ok()?.filter(|_| kind == b'$')?;
    let (content, rest) = bytes.split_at_checked(size)?;
    *bytes = rest.strip_prefix(b"\r\n")?;
    Some(content)
}

fn line<'a>(bytes: &mut &'a [u8]) -> Result<(u8, &'a [u8]), Stop> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(early)?;
    let (line, rest) = bytes.split_at(end + 1);
    *bytes = rest;
    let (kind, text) = line.split_first().ok_or_else(early)?;
    Ok((*kind, text.trim_ascii_end()))
}

fn count(digits: &[u8]) -> Result<Option<usize>, Stop> {
    if digits == b"-1" {
        return Ok(None);
    }
    let text = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let count = text.and_then(|text| text.parse().ok()).filter(|count| *count <= usize::MAX / 4);
    count.map(Some).ok_or_else(|| Stop::Broken("a length that is not a number".into()))
}

fn early() -> Stop {
    Stop::Broken("a value ends early".into())
}

/// A word as it is where it is plain; else in quotation marks, bytes that are no text as `\xNN`.
fn quoted(bytes: &[u8], page: &mut Page) -> Result<(), Stop> {
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !b"\"'\\".contains(byte);
    if !bytes.is_empty() && bytes.iter().all(is_plain) {
        return Ok(page.write_str(&String::from_utf8_lossy(bytes))?);
    }
    page.write_str("\"")?;
    for chunk in bytes.utf8_chunks() {
        write!(page, "{}", chunk.valid().escape_debug())?;
        chunk.invalid().iter().try_for_each(|byte| write!(page, "\\x{byte:02x}"))?;
    }
    Ok(page.write_str("\"")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> Result<String, Stop> {
        let mut page = Page::new(10_000);
        show(bytes, &mut page).map(|()| page.into_text())
    }

    #[test]
    fn commands_stand_in_a_line_and_replies_are_trees() {
        assert_eq!(shown(b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5\r\na \xff\r\n\r\n").unwrap(), "SET k \"a \\xff\\r\\n\"");
        assert_eq!(shown(b"PING\r\n").unwrap(), "PING");
        assert_eq!(shown(b"$-1\r\n").unwrap(), "null");
        assert_eq!(shown(b"-ERR no such\r\n").unwrap(), "error \"ERR no such\"");
        assert_eq!(shown(b"*2\r\n:1\r\n*1\r\n+OK\r\n").unwrap(), "array of 2\n  1\n  array of 1\n    OK");
        assert_eq!(shown(b"%1\r\n+a\r\n#t\r\n").unwrap(), "map\n  a\n  true");
        assert_eq!(shown(b"*0\r\n").unwrap(), "array of 0");
    }

    #[test]
    fn truncated_and_too_deep_values_are_noted() {
        for bytes in [&b"$5\r\nab"[..], b"*2\r\n:1\r\n", b"$x\r\n", b"*1\r\n?\r\n", b"+a"] {
            assert!(matches!(shown(bytes), Err(Stop::Broken(_))), "{bytes:?}");
        }
        assert!(matches!(shown(&b"*1\r\n".repeat(10_000)), Err(Stop::Broken(_))));
        assert!(matches!(shown(b"*999999999\r\n"), Err(Stop::Broken(_))));
    }
}
