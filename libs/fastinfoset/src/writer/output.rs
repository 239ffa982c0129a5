//! Where a writer's bytes go.

use std::io::Write;

use crate::error::Result;

/// The bytes that a [`Stream`] collects before it writes them.
const BUFFER: usize = 64 << 10;

/// Takes the bytes of a writer. Implemented by [`Memory`] and [`Stream`].
pub trait Output {
    /// Takes what it wants of `buffer`, between two items of the document.
    ///
    /// # Errors
    /// When writing fails.
    fn drain(&mut self, buffer: &mut Vec<u8>) -> Result<()>;

    /// Takes all of `buffer`; the document has ended.
    ///
    /// # Errors
    /// When writing fails.
    fn finish(&mut self, buffer: &mut Vec<u8>) -> Result<()>;
}

/// Leaves the bytes in the writer's own `Vec`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory;

impl Output for Memory {
    #[inline]
    fn drain(&mut self, _: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }
}

/// Passes the bytes on to an [`std::io::Write`], 64 KiB at a time.
#[derive(Debug)]
pub struct Stream<W>(pub W);

impl<W: Write> Output for Stream<W> {
    #[inline]
    fn drain(&mut self, buffer: &mut Vec<u8>) -> Result<()> {
        if buffer.len() < BUFFER {
            return Ok(());
        }
        self.0.write_all(buffer)?;
        buffer.clear();
        Ok(())
    }

    fn finish(&mut self, buffer: &mut Vec<u8>) -> Result<()> {
        self.0.write_all(buffer)?;
        buffer.clear();
        Ok(self.0.flush()?)
    }
}
