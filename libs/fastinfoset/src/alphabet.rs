//! Restricted alphabets (X.891 clauses 8.2 and 9): a few bits for each character.

use crate::error::{Error, ErrorKind, LimitKind, Result};

/// An ordered set of distinct characters; a string of them takes as few bits a character as the set allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestrictedAlphabet {
    characters: Vec<char>,
    bits: u32,
}

impl RestrictedAlphabet {
    /// The characters of the built-in "numeric" alphabet (clause 9.1), index 1.
    pub const NUMERIC: &'static str = "0123456789-+.E ";
    /// The characters of the built-in "date and time" alphabet (clause 9.2), index 2.
    pub const DATE_TIME: &'static str = "0123456789-:TZ ";

    /// An alphabet of these characters in this order.
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`] for fewer than 2 or more than 2^20 characters, or for one that appears twice.
    pub fn new(characters: &str) -> Result<Self> {
        let characters: Vec<char> = characters.chars().collect();
        if characters.len() < 2 || characters.len() > 1 << 20 {
            return Err(wrong("needs 2 to 2^20 characters"));
        }
        let mut sorted = characters.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(wrong("a character stands there twice"));
        }
        // The value of all ones is kept for the padding of the last byte (clause 8.2.2).
        let bits = usize::BITS - characters.len().leading_zeros();
        Ok(Self { characters, bits })
    }

    /// The built-in alphabet at an index counted from 0, if there is one.
    pub(crate) fn built_in(index: u32) -> Option<&'static Self> {
        static BUILT_IN: std::sync::OnceLock<Vec<RestrictedAlphabet>> = std::sync::OnceLock::new();
        let built_in =
            BUILT_IN.get_or_init(|| [Self::NUMERIC, Self::DATE_TIME].iter().flat_map(|s| Self::new(s)).collect());
        built_in.get(index as usize)
    }

    /// The characters, in order.
    pub fn characters(&self) -> String {
        self.characters.iter().collect()
    }

    /// Whether every character of `text` is in the alphabet.
    pub fn covers(&self, text: &str) -> bool {
        text.chars().all(|c| self.characters.contains(&c))
    }

    /// Appends the encoding of `text` to `out`.
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`] if a character is not in the alphabet, or `text` is empty.
    pub fn encode(&self, text: &str, out: &mut Vec<u8>) -> Result<()> {
        if text.is_empty() {
            return Err(wrong("an empty string has no encoding"));
        }
        let mut pending = 0u64;
        let mut pending_bits = 0;
        for c in text.chars() {
            let Some(value) = self.characters.iter().position(|&known| known == c) else {
                return Err(wrong("a character is not in the alphabet"));
            };
            pending = (pending << self.bits) | value as u64;
            pending_bits += self.bits;
            while pending_bits >= 8 {
                pending_bits -= 8;
                out.push((pending >> pending_bits) as u8);
            }
        }
        if pending_bits > 0 {
            let padding = 8 - pending_bits;
            out.push(((pending << padding) as u8) | ((1u16 << padding) - 1) as u8);
        }
        Ok(())
    }

    /// Appends the text that `bytes` encode to `out`, at most `limit` bytes of it.
    ///
    /// # Errors
    /// [`ErrorKind::Algorithm`] for a value that stands for no character; [`ErrorKind::Limit`] past `limit`.
    pub fn decode(&self, bytes: &[u8], limit: u32, out: &mut String) -> Result<()> {
        let filler = (1u64 << self.bits) - 1;
        let start = out.len();
        let mut pending = 0u64;
        let mut pending_bits = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            pending = (pending << 8) | u64::from(byte);
            pending_bits += 8;
            while pending_bits >= self.bits {
                pending_bits -= self.bits;
                let value = (pending >> pending_bits) & filler;
                match self.characters.get(value as usize) {
                    Some(&c) => out.push(c),
                    None if value == filler && at + 1 == bytes.len() => return Ok(()),
                    None => return Err(wrong("a value stands for no character")),
                }
            }
            if out.len() - start > limit as usize {
                return Err(Error::limit(LimitKind::StringBytes, u64::from(limit)));
            }
        }
        Ok(())
    }
}

fn wrong(what: &'static str) -> Error {
    Error::new(ErrorKind::Algorithm { algorithm: "restricted alphabet", what })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numeric_takes_four_bits_a_character() {
        let alphabet = RestrictedAlphabet::new(RestrictedAlphabet::NUMERIC).unwrap();
        let mut bytes = Vec::new();
        alphabet.encode("1.5", &mut bytes).unwrap();
        assert_eq!(bytes, [0x1C, 0x5F]);
        let mut text = String::new();
        alphabet.decode(&bytes, 100, &mut text).unwrap();
        assert_eq!(text, "1.5");
    }

    #[test]
    fn every_size_of_alphabet_and_text_returns() {
        for size in [2usize, 3, 4, 7, 8, 15, 16, 31, 32, 255, 256, 1000] {
            let all: String = (0..size as u32).map(|i| char::from_u32(0x4E00 + i).unwrap()).collect();
            let alphabet = RestrictedAlphabet::new(&all).unwrap();
            for length in 1..20 {
                let text: String = all.chars().cycle().skip(size - 1).step_by(3).take(length).collect();
                let (mut bytes, mut back) = (Vec::new(), String::new());
                alphabet.encode(&text, &mut bytes).unwrap();
                alphabet.decode(&bytes, 1000, &mut back).unwrap();
                assert_eq!(back, text, "alphabet of {size}");
            }
        }
    }

    #[test]
    fn refuses_what_it_cannot_hold() {
        assert!(RestrictedAlphabet::new("a").is_err());
        assert!(RestrictedAlphabet::new("aba").is_err());
        let alphabet = RestrictedAlphabet::new("abc").unwrap();
        assert!(alphabet.encode("abd", &mut Vec::new()).is_err());
        assert!(alphabet.encode("", &mut Vec::new()).is_err());
        assert!(alphabet.decode(&[0; 100], 10, &mut String::new()).is_err());
    }
}
