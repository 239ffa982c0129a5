//! Values that are not UTF-8: UTF-16, restricted alphabets and encoding algorithms (X.891 clause 7.17).

use super::core::{Core, Keep};
use super::cursor::Cursor;
use crate::alphabet::RestrictedAlphabet;
use crate::error::{Error, ErrorKind, Result};
use crate::text::{Encoded, Place, Stored, Str, Value};

/// Set in the number of a value of an encoding algorithm that lives for the present event.
const OF_EVENT: usize = 1 << 31;

impl<'a> Core<'a> {
    #[cold]
    #[inline(never)]
    pub(super) fn utf16(&mut self, length: u64, cursor: &mut Cursor<'_>) -> Result<Value<'a>> {
        let limit = self.options.limits.max_string_bytes;
        if length > u64::from(limit) {
            return Err(self.too_long(limit));
        }
        let bytes = cursor.take(length as usize, "more bytes of a string")?;
        let wrong = || Error::new(ErrorKind::Text { what: "the string is not UTF-16BE" });
        let (units, rest) = bytes.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(wrong());
        }
        let start = self.stores.scratch.len();
        for character in char::decode_utf16(units.iter().map(|unit| u16::from_be_bytes(*unit))) {
            self.stores.scratch.push(character.map_err(|_| wrong())?);
        }
        self.scratch_from(start, limit)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn alphabet_or_algorithm<'b, K: Keep<'a, 'b>>(
        &mut self,
        is_alphabet: bool,
        index: u32,
        length: u64,
        cursor: &mut Cursor<'b>,
    ) -> Result<Value<'a>> {
        let limit = self.options.limits.max_string_bytes;
        if length > u64::from(limit) {
            return Err(self.too_long(limit));
        }
        let bytes = cursor.take(length as usize, "more bytes of a value")?;
        if !is_alphabet {
            self.check_algorithm(index)?;
            let bytes = K::bytes(bytes, &mut self.stores);
            return Ok(self.encoded_value(Encoded { algorithm: index as u8, bytes }));
        }
        let alphabet = match RestrictedAlphabet::built_in(index) {
            Some(alphabet) => alphabet,
            None => match index.checked_sub(self.options.numbering.first_alphabet()) {
                Some(number) => self.tables.alphabet(number)?,
                None => return Err(reserved("the index of the restricted alphabet is reserved")),
            },
        };
        let start = self.stores.scratch.len();
        alphabet.decode(bytes, limit, &mut self.stores.scratch)?;
        self.expand(self.stores.scratch.len() - start, cursor)?;
        self.scratch_from(start, limit)
    }

    fn check_algorithm(&self, index: u32) -> Result<()> {
        if index < 10 {
            return Ok(());
        }
        match index.checked_sub(self.options.numbering.first_algorithm()) {
            Some(number) => self.tables.algorithm(number).map(|_| ()),
            None => Err(reserved("the index of the encoding algorithm is reserved")),
        }
    }

    fn scratch_from(&self, start: usize, limit: u32) -> Result<Value<'a>> {
        let length = self.stores.scratch.len() - start;
        if length > limit as usize {
            return Err(self.too_long(limit));
        }
        self.check_event(self.stores.scratch.len())?;
        Ok(Str::Stored(Stored::new(Place::Scratch, start, length)))
    }

    /// Takes over a value of an encoding algorithm that lives for one event.
    #[cold]
    #[inline(never)]
    pub(super) fn keep_encoded(&mut self, value: Value<'a>) -> Result<Value<'a>> {
        let Some(&Encoded { algorithm, bytes }) = value.encoded().and_then(|number| self.encoded(number)) else {
            return Ok(value);
        };
        let bytes = self.stores.keep_bytes(bytes).ok_or_else(|| self.store_full())?;
        let number = self.tables.own.encoded.len();
        self.tables.own.encoded.push(Encoded { algorithm, bytes });
        Ok(Str::Stored(Stored::new(Place::Encoded, number, value.len())))
    }

    /// A value of the present event.
    fn encoded_value(&mut self, encoded: Encoded<'a>) -> Value<'a> {
        let number = self.encoded_of_event.len() | OF_EVENT;
        self.encoded_of_event.push(encoded);
        Str::Stored(Stored::new(Place::Encoded, number, encoded.bytes.len()))
    }

    /// The value of an encoding algorithm with this number.
    pub(super) fn encoded(&self, number: usize) -> Option<&Encoded<'a>> {
        match number & OF_EVENT {
            0 => self.tables.own.encoded.get(number),
            _ => self.encoded_of_event.get(number & !OF_EVENT),
        }
    }
}

#[cold]
fn reserved(what: &'static str) -> Error {
    Error::new(ErrorKind::Algorithm { algorithm: "vocabulary", what })
}
