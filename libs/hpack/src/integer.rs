//! Integers (RFC 7541, 5.1).

use crate::Malformed;

/// No length, index or size comes near it.
const MOST: usize = 1 << 28;

/// Reads an integer whose first `bits` bits are in the low bits of the first byte; what follows it.
///
/// # Errors
/// An integer that is cut short, or larger than any in use.
#[inline]
pub(crate) fn read(input: &[u8], bits: u32) -> Result<(usize, &[u8]), Malformed> {
    let cut = Malformed("an integer that is cut short");
    let (&first, mut rest) = input.split_first().ok_or(cut)?;
    let full = (1_usize << bits) - 1;
    let mut value = usize::from(first) & full;
    if value < full {
        return Ok((value, rest));
    }
    for shift in (0..28).step_by(7) {
        let (&byte, behind) = rest.split_first().ok_or(cut)?;
        rest = behind;
        value += usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 && value <= MOST {
            return Ok((value, rest));
        }
    }
    Err(Malformed("an integer that is too large"))
}

/// Appends an integer in `bits` bits and the bytes behind them; `pattern` fills the other bits of the first byte.
pub(crate) fn put(out: &mut Vec<u8>, pattern: u8, bits: u32, value: usize) {
    let full = (1_usize << bits) - 1;
    if value < full {
        return out.push(pattern | value as u8);
    }
    out.push(pattern | full as u8);
    let mut value = value - full;
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// RFC 7541, appendix C.1.
    #[test]
    fn integers_are_those_of_the_standard() {
        for (value, bits, bytes) in [(10, 5, &[0b01010][..]), (1337, 5, &[0b11111, 154, 10]), (42, 8, &[42])] {
            let mut out = Vec::new();
            put(&mut out, 0, bits, value);
            assert_eq!(out, bytes);
            assert_eq!(read(bytes, bits), Ok((value, &[][..])));
        }
    }

    #[test]
    fn an_integer_without_end_or_bound_is_malformed() {
        assert!(read(&[], 7).is_err());
        assert!(read(&[0xff, 0x80], 7).is_err());
        assert!(read(&[0xff; 12], 7).is_err());
        assert!(read(&[0xff, 0xff, 0xff, 0xff, 0xff, 1], 7).is_err());
    }

    proptest! {
        #[test]
        fn integers_survive(value in 0..MOST / 2, bits in 1..=8_u32, behind in any::<[u8; 2]>()) {
            let mut out = Vec::new();
            put(&mut out, 0, bits, value);
            out.extend_from_slice(&behind);
            prop_assert_eq!(read(&out, bits), Ok((value, &behind[..])));
        }
    }
}
