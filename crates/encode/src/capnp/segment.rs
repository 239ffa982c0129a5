//! A segment: words, and pointers between them.

use crate::error::{Encode, EncodeError};

/// The words of a message in one segment.
#[derive(Default)]
pub struct Segment {
    words: Vec<u64>,
}

/// A struct or a list: where its data and its pointers begin, in words.
#[derive(Clone, Copy)]
pub struct Struct {
    data: usize,
    data_words: usize,
    pointers: usize,
}

impl Struct {
    /// The struct at this place of a list of structs.
    pub fn element(self, index: usize) -> Self {
        let data = self.data + index * (self.data_words + self.pointers);
        Self { data, ..self }
    }
}

/// What an element of a list takes.
#[derive(Clone, Copy)]
pub enum ElementSize {
    Void,
    /// Two to the power of this many bits.
    Bits(u32),
    Pointer,
}

impl Segment {
    /// Sets words aside, all zero.
    pub fn allocate(&mut self, words: usize) -> usize {
        let start = self.words.len();
        self.words.resize(start + words, 0);
        start
    }

    /// The distance of a pointer, in 30 bits.
    fn offset(pointer: usize, target: usize) -> Encode<u64> {
        let too_far = || EncodeError::Unfit("a segment of 4 GiB or more".to_owned());
        let distance = i64::try_from(target).map_err(|_| too_far())? - pointer as i64 - 1;
        let is_near = (-(1 << 29)..1 << 29).contains(&distance);
        if is_near { Ok(((distance as u32) << 2).into()) } else { Err(too_far()) }
    }

    /// A struct behind the pointer at this word.
    pub fn structure(&mut self, pointer: usize, data_words: u32, pointers: u32) -> Encode<Struct> {
        // One without any word points at itself, so that it is no null.
        let is_empty = data_words + pointers == 0;
        let data = self.allocate((data_words + pointers) as usize);
        let target = if is_empty { pointer } else { data };
        let sizes = u64::from(data_words) << 32 | u64::from(pointers) << 48;
        self.words[pointer] = Self::offset(pointer, target)? | sizes;
        Ok(Struct { data, data_words: data_words as usize, pointers: pointers as usize })
    }

    fn list_pointer(&mut self, pointer: usize, target: usize, code: u64, count: usize) -> Encode<()> {
        let count = u32::try_from(count).ok().filter(|count| *count < 1 << 29);
        let count = count.ok_or_else(|| EncodeError::Unfit("a list of 2^29 elements or more".to_owned()))?;
        self.words[pointer] = Self::offset(pointer, target)? | 1 | code << 32 | u64::from(count) << 35;
        Ok(())
    }

    /// A list of numbers or pointers.
    pub fn list(&mut self, pointer: usize, size: ElementSize, count: usize) -> Encode<Struct> {
        let (code, bits) = match size {
            ElementSize::Void => (0, 0),
            ElementSize::Bits(0) => (1, 1),
            ElementSize::Bits(lg) => (u64::from(lg) - 1, 1 << lg),
            ElementSize::Pointer => (6, 64),
        };
        let words = (count * bits).div_ceil(64);
        let data = self.allocate(words);
        self.list_pointer(pointer, data, code, count)?;
        let data_words = if matches!(size, ElementSize::Pointer) { 0 } else { words };
        Ok(Struct { data, data_words, pointers: words - data_words })
    }

    /// A list of structs, behind a word that says how large they are.
    pub fn structures(&mut self, pointer: usize, data_words: u32, pointers: u32, count: usize) -> Encode<Struct> {
        let words = (data_words + pointers) as usize;
        let tag = self.allocate(1 + words * count);
        self.list_pointer(pointer, tag, 7, words * count)?;
        self.words[tag] = (count as u64) << 2 | u64::from(data_words) << 32 | u64::from(pointers) << 48;
        Ok(Struct { data: tag + 1, data_words: data_words as usize, pointers: pointers as usize })
    }

    /// Bytes, or text, which ends in a zero.
    pub fn bytes(&mut self, pointer: usize, bytes: &[u8], is_text: bool) -> Encode<()> {
        let count = bytes.len() + usize::from(is_text);
        let list = self.list(pointer, ElementSize::Bits(3), count)?;
        for (word, chunk) in bytes.chunks(8).enumerate() {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.words[list.data + word] = u64::from_le_bytes(eight);
        }
        Ok(())
    }

    /// Sets a number of 2^`lg` bits, at this multiple of its size.
    pub fn set(&mut self, of: Struct, offset: u32, lg: u32, bits: u64) {
        let (width, first) = (1_u32 << lg, (offset as usize) << lg);
        let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        self.words[of.data + first / 64] |= (bits & mask) << (first % 64);
    }

    /// The word of a pointer.
    pub fn pointer(&self, of: Struct, index: u32) -> usize {
        of.data + of.data_words + index as usize
    }

    /// The message: the number of segments less one, the length of the segment, and its words.
    pub fn finish(self) -> Encode<Vec<u8>> {
        let words = crate::shape::length(self.words.len())?;
        let mut out = Vec::with_capacity(8 * (self.words.len() + 1));
        out.extend_from_slice(&0_u32.to_le_bytes());
        out.extend_from_slice(&words.to_le_bytes());
        self.words.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
        Ok(out)
    }
}
