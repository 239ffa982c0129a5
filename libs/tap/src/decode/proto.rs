//! Protocol Buffers without their schema: field numbers, wire types, and guesses at what lies in them
//! (<https://protobuf.dev/programming-guides/encoding/>).
//!
//! | wire type | shown as |
//! | --- | --- |
//! | varint | an unsigned number; where it may be meant so, the negative or zigzag number too |
//! | 64-bit, 32-bit | hexadecimal, and the float that it may be |
//! | length-delimited | text where it is readable; else a message where it parses whole; else bytes |
//!
//! Groups, which only the oldest schema language has, are shown as such and end the decoding.

use std::fmt::Write as _;

use super::{MAX_DEPTH, Page, Stop, hex, text};

/// One field.
enum Field<'a> {
    Varint(u64),
    Fixed64([u8; 8]),
    Bytes(&'a [u8]),
    Fixed32([u8; 4]),
}

/// The largest field number (29 bits).
const MAX_NUMBER: u64 = (1 << 29) - 1;
/// How many bytes are shown in their field's line; of more, their number is shown too.
const MAX_INLINE: usize = 32;

/// Shows a message.
pub(super) fn show(bytes: &[u8], page: &mut Page) -> Result<(), Stop> {
    message(bytes, 0, page)
}

/// Shows the messages of gRPC, each with a flag and a length before it.
pub(super) fn show_grpc(mut bytes: &[u8], page: &mut Page) -> Result<(), Stop> {
    while let [flag, a, b, c, d, rest @ ..] = bytes {
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        let content = rest.get(..length).ok_or_else(|| Stop::Broken("a message ends early".into()))?;
        page.line(0)?;
        match flag {
            0 => {
                write!(page, "message of {length} bytes")?;
                message(content, 1, page)?;
            }
            1 => {
                write!(page, "compressed message of {length} bytes")?;
                hex::show(content, page)?;
            }
            // What gRPC-Web sends in place of trailers.
            0x80 => {
                write!(page, "trailers")?;
                text::show(content, true, page)?;
            }
            other => return Err(Stop::Broken(format!("a message with flag {other}"))),
        }
        bytes = &rest[length..];
    }
    if bytes.is_empty() { Ok(()) } else { Err(Stop::Broken("a prefix ends early".into())) }
}

fn message(mut bytes: &[u8], depth: usize, page: &mut Page) -> Result<(), Stop> {
    let whole = bytes.len();
    while !bytes.is_empty() {
        let at = whole - bytes.len();
        let (number, field) = next(&mut bytes).map_err(|reason| Stop::Broken(format!("{reason}, at byte {at}")))?;
        page.line(depth)?;
        write!(page, "{number}: ")?;
        match field {
            Field::Varint(value) => varint(value, page)?,
            Field::Fixed64(bytes) => {
                write!(page, "0x{:016x} ({:?})", u64::from_le_bytes(bytes), f64::from_le_bytes(bytes))?;
            }
            Field::Fixed32(bytes) => {
                write!(page, "0x{:08x} ({:?})", u32::from_le_bytes(bytes), f32::from_le_bytes(bytes))?;
            }
            Field::Bytes(content) => match guess(content, depth) {
                Guess::Text(text) => write!(page, "{text:?}")?,
                Guess::Message => {
                    page.write_str("{")?;
                    message(content, depth + 1, page)?;
                    page.line(depth)?;
                    page.write_str("}")?;
                }
                Guess::Bytes => inline(content, page)?,
            },
        }
    }
    Ok(())
}

enum Guess<'a> {
    Text(&'a str),
    Message,
    Bytes,
}

/// What the bytes of a field are, most likely. Only this level is looked at, so that a message is read once a level.
fn guess(bytes: &[u8], depth: usize) -> Guess<'_> {
    let text = std::str::from_utf8(bytes).ok();
    if let Some(text) = text.filter(|text| !text.chars().any(char::is_control)) {
        return Guess::Text(text);
    }
    let mut rest = bytes;
    let mut is_message = depth + 1 < MAX_DEPTH;
    while is_message && !rest.is_empty() {
        is_message = next(&mut rest).is_ok();
    }
    match text.filter(|text| text::is_readable(text)) {
        _ if is_message => Guess::Message,
        Some(text) => Guess::Text(text),
        None => Guess::Bytes,
    }
}

/// The next field.
fn next<'a>(bytes: &mut &'a [u8]) -> Result<(u64, Field<'a>), String> {
    let tag = read_varint(bytes)?;
    let number = tag >> 3;
    if !(1..=MAX_NUMBER).contains(&number) {
        return Err(format!("field number {number}"));
    }
    let field = match tag & 7 {
        0 => Field::Varint(read_varint(bytes)?),
        1 => Field::Fixed64(fixed(bytes)?),
        2 => {
            let length = usize::try_from(read_varint(bytes)?).unwrap_or(usize::MAX);
            let (content, rest) = bytes.split_at_checked(length).ok_or("a field is longer than what holds it")?;
            *bytes = rest;
            Field::Bytes(content)
        }
        5 => Field::Fixed32(fixed(bytes)?),
        3 | 4 => return Err("a group".into()),
        other => return Err(format!("wire type {other}")),
    };
    Ok((number, field))
}

fn fixed<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], String> {
    let (value, rest) = bytes.split_first_chunk().ok_or("a number ends early")?;
    *bytes = rest;
    Ok(*value)
}

/// Seven bits a byte, the least first; at most ten bytes.
fn read_varint(bytes: &mut &[u8]) -> Result<u64, String> {
    let mut value = 0u64;
    for (index, &byte) in bytes.iter().take(10).enumerate() {
        if index == 9 && byte > 1 {
            return Err("a varint of more than 64 bits".into());
        }
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            *bytes = &bytes[index + 1..];
            return Ok(value);
        }
    }
    Err("a varint does not end".into())
}

/// A number, and what else it may mean.
fn varint(value: u64, page: &mut Page) -> Result<(), Stop> {
    write!(page, "{value}")?;
    let signed = value as i64;
    if signed < 0 {
        write!(page, " ({signed})")?;
    } else if value % 2 == 1 && value > 1 {
        // Odd numbers are the negative ones in the zigzag encoding of sint32 and sint64.
        write!(page, " (zigzag {})", -(signed >> 1) - 1)?;
    }
    Ok(())
}

fn inline(bytes: &[u8], page: &mut Page) -> Result<(), Stop> {
    for byte in &bytes[..bytes.len().min(MAX_INLINE)] {
        write!(page, "{byte:02x} ")?;
    }
    let more = if bytes.len() > MAX_INLINE { "..., " } else { "" };
    write!(page, "({more}{} bytes)", bytes.len())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> Result<String, Stop> {
        let mut page = Page::new(10_000);
        show(bytes, &mut page).map(|()| page.into_text())
    }

    #[test]
    fn the_examples_of_the_specification_are_shown() {
        assert_eq!(shown(b"\x08\x96\x01").unwrap(), "1: 150");
        assert_eq!(shown(b"\x12\x07testing").unwrap(), "2: \"testing\"");
        assert_eq!(shown(b"\x1a\x03\x08\x96\x01").unwrap(), "3: {\n  1: 150\n}");
        assert_eq!(shown(b"\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01").unwrap(), "1: 18446744073709551614 (-2)");
        assert_eq!(shown(b"\x08\x03").unwrap(), "1: 3 (zigzag -2)");
        assert_eq!(shown(b"\x32\x06\x03\x8e\x02\x9e\xa7\x05").unwrap(), "6: 03 8e 02 9e a7 05 (6 bytes)");
        assert_eq!(
            shown(b"\x0d\0\0\x80\x3f\x11\0\0\0\0\0\0\xf0\x3f").unwrap(),
            "1: 0x3f800000 (1.0)\n2: 0x3ff0000000000000 (1.0)"
        );
        assert_eq!(shown(b"\x0a\0").unwrap(), "1: \"\"");
    }

    #[test]
    fn an_invalid_message_is_reported() {
        for bytes in [&b"\x00"[..], b"\x08", b"\x0a\x05a", b"\x0b\x0c", b"\x0f", &[0xff; 11], b"\x0d\0"] {
            assert!(matches!(shown(bytes), Err(Stop::Broken(_))), "{bytes:?}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let mut bytes = vec![0x08, 0x01];
        for _ in 0..500 {
            let mut outer = vec![0x0a];
            let mut length = bytes.len();
            while length >= 0x80 {
                outer.push(length as u8 | 0x80);
                length >>= 7;
            }
            outer.push(length as u8);
            outer.append(&mut bytes);
            bytes = outer;
        }
        let text = shown(&bytes).unwrap();
        assert!(text.lines().count() < 2 * MAX_DEPTH + 2 && text.contains("bytes)"));
    }

    #[test]
    fn messages_of_grpc_are_taken_apart() {
        let mut page = Page::new(1000);
        show_grpc(b"\0\0\0\0\x03\x08\x96\x01\0\0\0\0\0", &mut page).unwrap();
        assert_eq!(page.into_text(), "message of 3 bytes\n  1: 150\nmessage of 0 bytes");
        assert!(show_grpc(b"\0\0\0\0\x03\x08", &mut Page::new(1000)).is_err());
    }
}
