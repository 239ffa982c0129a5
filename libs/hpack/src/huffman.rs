//! The Huffman code (RFC 7541, 5.2 and appendix B).
//!
//! The code is canonical: within a length, codes follow the order of the symbols, and each length goes on where the one
//! before ended. So the lengths say all of it, and the tables below are computed from them.

use crate::Malformed;

/// Bits of the code of each byte, and last those of the end of a string.
const LENGTHS: [u8; 257] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12,
    10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6,
    5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22,
    22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20,
    22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28,
    27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28,
    27, 27, 27, 27, 27, 26, 30,
];
const MOST_BITS: u32 = 30;
const END: u16 = 256;
/// Codes of up to this many bits are looked up in one step.
const FAST_BITS: u32 = 10;
const ALL_ONES: u32 = (1 << MOST_BITS) - 1;

struct Tables {
    codes: [u32; 257],
    /// Symbols by the length of their codes, then by value.
    symbols: [u16; 257],
    /// For each length: the first code, how many there are, and the place of the first in `symbols`.
    ranges: [(u32, u32, u32); MOST_BITS as usize + 1],
    /// By the first bits of what follows: a symbol and its length; length 0 where the code is longer.
    fast: [(u8, u8); 1 << FAST_BITS],
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut tables = Tables {
        codes: [0; 257],
        symbols: [0; 257],
        ranges: [(0, 0, 0); MOST_BITS as usize + 1],
        fast: [(0, 0); 1 << FAST_BITS],
    };
    let (mut code, mut place, mut length) = (0, 0, 1);
    while length <= MOST_BITS {
        code <<= 1;
        let (first, from) = (code, place);
        let mut symbol = 0;
        while symbol < LENGTHS.len() {
            if LENGTHS[symbol] as u32 == length {
                tables.codes[symbol] = code;
                tables.symbols[place] = symbol as u16;
                if length <= FAST_BITS {
                    let mut index = code << (FAST_BITS - length);
                    while index < (code + 1) << (FAST_BITS - length) {
                        tables.fast[index as usize] = (symbol as u8, length as u8);
                        index += 1;
                    }
                }
                code += 1;
                place += 1;
            }
            symbol += 1;
        }
        tables.ranges[length as usize] = (first, code - first, from as u32);
        length += 1;
    }
    tables
}

/// The symbol that the 30 bits of `window` begin with, and the bits of its code.
#[inline]
fn symbol(window: u32) -> (u16, u32) {
    let (symbol, length) = TABLES.fast[(window >> (MOST_BITS - FAST_BITS)) as usize];
    if length > 0 {
        return (symbol.into(), length.into());
    }
    for length in FAST_BITS + 1..MOST_BITS {
        let (first, count, place) = TABLES.ranges[length as usize];
        let offset = (window >> (MOST_BITS - length)).wrapping_sub(first);
        if offset < count {
            return (TABLES.symbols[(place + offset) as usize], length);
        }
    }
    let (first, _, place) = TABLES.ranges[MOST_BITS as usize];
    // The code is complete: what no shorter length has is of this one.
    (TABLES.symbols[(place + (window - first)) as usize], MOST_BITS)
}

/// Appends what `coded` stands for.
///
/// # Errors
/// The code of the end of a string within one, and padding that is longer than 7 bits or not of ones.
pub(crate) fn decode(coded: &[u8], plain: &mut Vec<u8>) -> Result<(), Malformed> {
    let (mut bits, mut held) = (0_u64, 0_u32);
    let mut coded = coded.iter();
    loop {
        while held <= 56
            && let Some(&byte) = coded.next()
        {
            bits = bits << 8 | u64::from(byte);
            held += 8;
        }
        // What is missing of 30 bits is ones, as padding is.
        let window = match held.checked_sub(MOST_BITS) {
            Some(more) => (bits >> more) as u32 & ALL_ONES,
            None => ((bits << (MOST_BITS - held)) as u32 | ((1 << (MOST_BITS - held)) - 1)) & ALL_ONES,
        };
        let (symbol, length) = symbol(window);
        if length > held {
            return if held < 8 && window == ALL_ONES { Ok(()) } else { Err(Malformed("Huffman padding")) };
        }
        if symbol == END {
            return Err(Malformed("the Huffman code of the end of a string"));
        }
        plain.push(symbol as u8);
        held -= length;
    }
}

/// Bytes of `plain` in this code.
pub(crate) fn coded_length(plain: &[u8]) -> usize {
    plain.iter().map(|&byte| usize::from(LENGTHS[usize::from(byte)])).sum::<usize>().div_ceil(8)
}

/// Appends `plain` in this code.
pub(crate) fn encode(plain: &[u8], coded: &mut Vec<u8>) {
    let (mut bits, mut held) = (0_u64, 0);
    for &byte in plain {
        let length = LENGTHS[usize::from(byte)];
        bits = bits << length | u64::from(TABLES.codes[usize::from(byte)]);
        held += length;
        while held >= 8 {
            held -= 8;
            coded.push((bits >> held) as u8);
        }
    }
    if held > 0 {
        coded.push((bits << (8 - held)) as u8 | (0xff >> held));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(coded: &[u8]) -> Result<Vec<u8>, Malformed> {
        let mut plain = Vec::new();
        decode(coded, &mut plain).map(|()| plain)
    }

    /// Codes of appendix B, of the shortest and the longest.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (symbol, code, length) in [
            (usize::from(b'0'), 0, 5),
            (usize::from(b' '), 0x14, 6),
            (usize::from(b'X'), 0xfc, 8),
            (usize::from(b'\\'), 0x7fff0, 19),
            (0, 0x1ff8, 13),
            (1, 0x7f_ffd8, 23),
            (10, 0x3fff_fffc, 30),
            (22, 0x3fff_fffe, 30),
            (255, 0x3ff_ffee, 26),
            (usize::from(END), ALL_ONES, 30),
        ] {
            assert_eq!((TABLES.codes[symbol], LENGTHS[symbol]), (code, length), "{symbol}");
        }
    }

    #[test]
    fn padding_is_ones_and_shorter_than_a_byte() {
        assert_eq!(decoded(&[0b0000_0111]), Ok(b"0".to_vec()));
        assert_eq!(decoded(&[]), Ok(Vec::new()));
        for bad in [&[0b0000_0011][..], &[0b0000_0111, 0xff], &[0xff], &[0xff; 4], &[0xff, 0xff, 0xff, 0xff, 0]] {
            assert!(decoded(bad).is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_survive(plain in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut coded = Vec::new();
            encode(&plain, &mut coded);
            prop_assert_eq!(coded.len(), coded_length(&plain));
            prop_assert_eq!(decoded(&coded), Ok(plain));
        }

        #[test]
        fn decoding_inverts_encoding(coded in proptest::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(plain) = decoded(&coded) {
                let mut again = Vec::new();
                encode(&plain, &mut again);
                prop_assert_eq!(again, coded);
            }
        }
    }
}
