//! The integer and length forms of X.891 annex C, written.
//!
//! `head` holds the bits before the form in its first byte.

/// The length of a sequence (C.21): 1 to 2^20.
pub(super) fn sequence_length(out: &mut Vec<u8>, length: u32) {
    if length <= 128 {
        out.push((length - 1) as u8);
    } else {
        let rest = length - 129;
        out.extend_from_slice(&[0x80 | (rest >> 16) as u8, (rest >> 8) as u8, rest as u8]);
    }
}

/// The length of a string from the second bit (C.22): 1 to 2^32.
#[inline]
pub(super) fn length_second_bit(out: &mut Vec<u8>, head: u8, length: u32) {
    if length <= 64 {
        out.push(head | (length - 1) as u8);
    } else if length <= 320 {
        out.extend_from_slice(&[head | 0x40, (length - 65) as u8]);
    } else {
        out.push(head | 0x60);
        out.extend_from_slice(&(length - 321).to_be_bytes());
    }
}

/// The length of a string from the fifth bit (C.23).
#[inline]
pub(super) fn length_fifth_bit(out: &mut Vec<u8>, head: u8, length: u32) {
    if length <= 8 {
        out.push(head | (length - 1) as u8);
    } else if length <= 264 {
        out.extend_from_slice(&[head | 0x08, (length - 9) as u8]);
    } else {
        out.push(head | 0x0C);
        out.extend_from_slice(&(length - 265).to_be_bytes());
    }
}

/// The length of a string from the seventh bit (C.24).
#[inline]
pub(super) fn length_seventh_bit(out: &mut Vec<u8>, head: u8, length: u32) {
    if length <= 2 {
        out.push(head | (length - 1) as u8);
    } else if length <= 258 {
        out.extend_from_slice(&[head | 0x02, (length - 3) as u8]);
    } else {
        out.push(head | 0x03);
        out.extend_from_slice(&(length - 259).to_be_bytes());
    }
}

/// An index from the second bit (C.25), counted from 0: below 2^20.
#[inline(always)]
pub(super) fn index_second_bit(out: &mut Vec<u8>, head: u8, index: u32) {
    if index < 64 {
        out.push(head | index as u8);
    } else if index < 8256 {
        let rest = index - 64;
        out.extend_from_slice(&[head | 0x40 | (rest >> 8) as u8, rest as u8]);
    } else {
        let rest = index - 8256;
        out.extend_from_slice(&[head | 0x60 | (rest >> 16) as u8, (rest >> 8) as u8, rest as u8]);
    }
}

/// An index from the third bit (C.27).
#[inline(always)]
pub(super) fn index_third_bit(out: &mut Vec<u8>, head: u8, index: u32) {
    if index < 32 {
        out.push(head | index as u8);
    } else if index < 2080 {
        let rest = index - 32;
        out.extend_from_slice(&[head | 0x20 | (rest >> 8) as u8, rest as u8]);
    } else if index < 526_368 {
        let rest = index - 2080;
        out.extend_from_slice(&[head | 0x28 | (rest >> 16) as u8, (rest >> 8) as u8, rest as u8]);
    } else {
        let rest = index - 526_368;
        out.extend_from_slice(&[head | 0x30, (rest >> 16) as u8, (rest >> 8) as u8, rest as u8]);
    }
}

/// An index from the fourth bit (C.28).
#[inline(always)]
pub(super) fn index_fourth_bit(out: &mut Vec<u8>, head: u8, index: u32) {
    if index < 16 {
        out.push(head | index as u8);
    } else if index < 1040 {
        let rest = index - 16;
        out.extend_from_slice(&[head | 0x10 | (rest >> 8) as u8, rest as u8]);
    } else if index < 263_184 {
        let rest = index - 1040;
        out.extend_from_slice(&[head | 0x14 | (rest >> 16) as u8, (rest >> 8) as u8, rest as u8]);
    } else {
        let rest = index - 263_184;
        out.extend_from_slice(&[head | 0x18, (rest >> 16) as u8, (rest >> 8) as u8, rest as u8]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::Cursor;

    fn around(bounds: &[u32], most: u32) -> Vec<u32> {
        let near = bounds.iter().flat_map(|bound| [bound.saturating_sub(2), bound - 1, *bound, bound + 1]);
        near.chain([0, 1, 2, most - 1, most]).filter(|value| *value <= most).collect()
    }

    #[test]
    fn indexes_come_back_on_every_boundary() {
        const MOST: u32 = (1 << 20) - 1;
        type Write = fn(&mut Vec<u8>, u8, u32);
        type Read = fn(&mut Cursor<'_>, u8) -> crate::Result<u32>;
        let forms: [(Write, Read, &[u32]); 3] = [
            (index_second_bit, |cursor, first| cursor.index_second_bit(first), &[64, 8256]),
            (index_third_bit, |cursor, first| cursor.index_third_bit(first), &[32, 2080, 526_368]),
            (index_fourth_bit, |cursor, first| cursor.index_fourth_bit(first), &[16, 1040, 263_184]),
        ];
        for (write, read, bounds) in forms {
            for index in around(bounds, MOST) {
                let mut bytes = Vec::new();
                write(&mut bytes, 0, index);
                let mut cursor = Cursor::new(&bytes, 1, 0);
                assert_eq!(read(&mut cursor, bytes[0]).unwrap(), index);
                assert_eq!(cursor.position(), bytes.len());
            }
        }
    }

    #[test]
    fn lengths_come_back_on_every_boundary() {
        type Write = fn(&mut Vec<u8>, u8, u32);
        type Read = fn(&mut Cursor<'_>, u8) -> crate::Result<u64>;
        let forms: [(Write, Read, &[u32]); 3] = [
            (length_second_bit, |cursor, first| cursor.length_second_bit(first), &[65, 321]),
            (length_fifth_bit, |cursor, first| cursor.length_fifth_bit(first), &[9, 265]),
            (length_seventh_bit, |cursor, first| cursor.length_seventh_bit(first), &[3, 259]),
        ];
        for (write, read, bounds) in forms {
            for length in around(bounds, u32::MAX).into_iter().filter(|length| *length > 0) {
                let mut bytes = Vec::new();
                write(&mut bytes, 0, length);
                let mut cursor = Cursor::new(&bytes, 1, 0);
                assert_eq!(read(&mut cursor, bytes[0]).unwrap(), u64::from(length));
                assert_eq!(cursor.position(), bytes.len());
            }
        }
    }

    #[test]
    fn sequence_lengths_come_back_on_every_boundary() {
        for length in around(&[128, 129], 1 << 20).into_iter().filter(|length| *length > 0) {
            let mut bytes = Vec::new();
            sequence_length(&mut bytes, length);
            assert_eq!(Cursor::new(&bytes, 0, 0).sequence_length().unwrap(), length);
        }
    }
}
