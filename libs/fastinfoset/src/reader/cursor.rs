//! A place in the input, and the integer and length forms of X.891 annex C.

use crate::error::{Error, ErrorKind, Result};

/// What the part of the document that lies in memory has at a place.
/// Copied into registers while an item is read: only calls that are not inlined see it in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'b> {
    input: &'b [u8],
    position: usize,
    /// The bytes of the document before `input`.
    before: u64,
}

impl<'b> Cursor<'b> {
    pub(crate) fn new(input: &'b [u8], position: usize, before: u64) -> Self {
        Self { input, position, before }
    }

    #[inline(always)]
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// Goes to where another cursor on the same input is.
    #[inline(always)]
    pub(crate) fn follow(&mut self, other: &Self) {
        self.position = other.position;
    }

    /// Puts the byte back that was read last.
    pub(crate) fn put_back(&mut self) {
        self.position = self.position.saturating_sub(1);
    }

    /// The bytes after the position.
    pub(crate) fn rest(&self) -> &'b [u8] {
        self.input.get(self.position..).unwrap_or_default()
    }

    /// The offset in the document.
    #[inline(always)]
    pub(crate) fn offset(&self) -> u64 {
        self.before + self.position as u64
    }

    #[inline(always)]
    pub(crate) fn byte(&mut self, expected: &'static str) -> Result<u8> {
        match self.input.get(self.position) {
            Some(&byte) => {
                self.position += 1;
                Ok(byte)
            }
            None => Err(self.truncated(expected)),
        }
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, len: usize, expected: &'static str) -> Result<&'b [u8]> {
        let bytes = self.input.get(self.position..).and_then(|rest| rest.get(..len));
        match bytes {
            Some(bytes) => {
                self.position += len;
                Ok(bytes)
            }
            None => Err(self.truncated(expected)),
        }
    }

    /// The end of the input is an error at the end of the input, wherever the item began.
    #[inline(always)]
    fn truncated(&self, expected: &'static str) -> Error {
        truncated(self.before + self.input.len() as u64, expected)
    }

    /// An error about the byte read last.
    #[inline(always)]
    pub(crate) fn unexpected(&self, found: u8, expected: &'static str) -> Error {
        unexpected(self.offset(), found, expected)
    }

    #[inline(always)]
    fn two(&mut self, expected: &'static str) -> Result<u32> {
        let bytes = self.take(2, expected)?;
        Ok(u32::from(bytes[0]) << 8 | u32::from(bytes[1]))
    }

    #[inline(always)]
    fn four(&mut self, expected: &'static str) -> Result<u64> {
        let bytes = self.take(4, expected)?;
        Ok(bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    /// The length of a sequence (C.21): 1 to 2^20.
    pub(crate) fn sequence_length(&mut self) -> Result<u32> {
        const EXPECTED: &str = "the length of a sequence";
        let first = self.byte(EXPECTED)?;
        match first {
            0..=0x7F => Ok(u32::from(first) + 1),
            0x80..=0x8F => Ok((u32::from(first & 0x0F) << 16 | self.two(EXPECTED)?) + 129),
            _ => Err(self.unexpected(first, EXPECTED)),
        }
    }

    /// The length of a string that starts on the second bit (C.22) of `first`, whose first bit is 0.
    #[inline(always)]
    pub(crate) fn length_second_bit(&mut self, first: u8) -> Result<u64> {
        const EXPECTED: &str = "the length of a string";
        match first & 0x7F {
            small @ 0..=0x3F => Ok(u64::from(small) + 1),
            0x40 => Ok(u64::from(self.byte(EXPECTED)?) + 65),
            0x60 => Ok(self.four(EXPECTED)? + 321),
            _ => Err(self.unexpected(first, EXPECTED)),
        }
    }

    /// The length of a string that starts on the fifth bit (C.23).
    #[inline(always)]
    pub(crate) fn length_fifth_bit(&mut self, first: u8) -> Result<u64> {
        const EXPECTED: &str = "the length of a string";
        match first & 0x0F {
            small @ 0..=7 => Ok(u64::from(small) + 1),
            0x08 => Ok(u64::from(self.byte(EXPECTED)?) + 9),
            0x0C => Ok(self.four(EXPECTED)? + 265),
            _ => Err(self.unexpected(first, EXPECTED)),
        }
    }

    /// The length of a string that starts on the seventh bit (C.24).
    #[inline(always)]
    pub(crate) fn length_seventh_bit(&mut self, first: u8) -> Result<u64> {
        const EXPECTED: &str = "the length of a string";
        match first & 0x03 {
            small @ 0..=1 => Ok(u64::from(small) + 1),
            2 => Ok(u64::from(self.byte(EXPECTED)?) + 3),
            _ => Ok(self.four(EXPECTED)? + 259),
        }
    }

    /// An index that starts on the second bit (C.25), counted from 0.
    #[inline(always)]
    pub(crate) fn index_second_bit(&mut self, first: u8) -> Result<u32> {
        const EXPECTED: &str = "an index";
        match first & 0x7F {
            small @ 0..=0x3F => Ok(u32::from(small)),
            medium @ 0x40..=0x5F => Ok((u32::from(medium & 0x1F) << 8 | u32::from(self.byte(EXPECTED)?)) + 64),
            large @ 0x60..=0x6F => Ok((u32::from(large & 0x0F) << 16 | self.two(EXPECTED)?) + 8256),
            _ => Err(self.unexpected(first, EXPECTED)),
        }
    }

    /// An index that starts on the third bit (C.27), counted from 0.
    #[inline(always)]
    pub(crate) fn index_third_bit(&mut self, first: u8) -> Result<u32> {
        const EXPECTED: &str = "an index of an element name";
        match first & 0x3F {
            small @ 0..=0x1F => Ok(u32::from(small)),
            medium @ 0x20..=0x27 => Ok((u32::from(medium & 0x07) << 8 | u32::from(self.byte(EXPECTED)?)) + 32),
            large @ 0x28..=0x2F => Ok((u32::from(large & 0x07) << 16 | self.two(EXPECTED)?) + 2080),
            0x30 => Ok(self.twenty_bits(EXPECTED)? + 526_368),
            _ => Err(self.unexpected(first, EXPECTED)),
        }
    }

    /// An index that starts on the fourth bit (C.28), counted from 0.
    #[inline(always)]
    pub(crate) fn index_fourth_bit(&mut self, first: u8) -> Result<u32> {
        const EXPECTED: &str = "an index of a character chunk";
        match first & 0x1F {
            small @ 0..=0x0F => Ok(u32::from(small)),
            medium @ 0x10..=0x13 => Ok((u32::from(medium & 0x03) << 8 | u32::from(self.byte(EXPECTED)?)) + 16),
            large @ 0x14..=0x17 => Ok((u32::from(large & 0x03) << 16 | self.two(EXPECTED)?) + 1040),
            0x18 => Ok(self.twenty_bits(EXPECTED)? + 263_184),
            _ => Err(self.unexpected(first, EXPECTED)),
        }
    }

    /// Four bits of padding and an integer of 20 bits, the longest index form.
    #[inline(always)]
    fn twenty_bits(&mut self, expected: &'static str) -> Result<u32> {
        let first = self.byte(expected)?;
        if first > 0x0F {
            return Err(self.unexpected(first, expected));
        }
        Ok(u32::from(first) << 16 | self.two(expected)?)
    }
}

#[cold]
#[inline(never)]
fn truncated(offset: u64, expected: &'static str) -> Error {
    Error::at(offset, ErrorKind::Truncated { expected })
}

#[cold]
#[inline(never)]
fn unexpected(after: u64, found: u8, expected: &'static str) -> Error {
    Error::at(after.saturating_sub(1), ErrorKind::Syntax { found, expected })
}
