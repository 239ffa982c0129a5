//! The bytes of a file, one after the other.

use super::{FileError, FilePlace};

/// The bytes from `offset` on are still to be read.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    pub offset: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    /// What is wrong with the next byte.
    pub fn error(&self, reason: impl Into<String>) -> FileError {
        FileError { place: FilePlace::Byte(self.offset), reason: reason.into() }
    }

    /// The bytes that are still to be read.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.offset..]
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let Some(taken) = self.rest().get(..count) else {
            return Err(self.error(format!("the file ends {} bytes early", count - self.rest().len())));
        };
        self.offset += count;
        Ok(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// # Errors
    /// If bytes are left after `what` is read.
    pub fn end(&self, what: &str) -> Result<(), FileError> {
        match self.rest().len() {
            0 => Ok(()),
            more => Err(self.error(format!("{more} bytes after the {what}"))),
        }
    }
}
