//! Header blocks of a connection, each decoded once.

use super::MOST_FIELDS;
use super::fields::Fields;
use super::hpack::{Decoder, Fault, Malformed};
use super::violation::{Code, Violation};

/// A block longer than this is decoded each time, bytes.
const MOST_KEPT: usize = 1024;

/// The decoder of a connection, with the last block and what it said. A server sends the same block again and again until
/// its clock moves, and a block that comes again while the dynamic table is the same means the same.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    decoder: Decoder,
    last: Vec<u8>,
    fields: Fields,
    generation: u64,
}

impl Blocks {
    /// The fields of the next block.
    ///
    /// # Errors
    /// A block that cannot be decoded, or that holds more than this side takes.
    #[inline]
    pub(crate) fn decode(&mut self, block: &[u8]) -> Result<Fields, Violation> {
        if block == self.last && self.generation == self.decoder.generation() {
            return Ok(self.fields);
        }
        self.decode_anew(block)
    }

    fn decode_anew(&mut self, block: &[u8]) -> Result<Fields, Violation> {
        let generation = self.decoder.generation();
        let mut fields = Fields::default();
        let decoded = self.decoder.decode(block, MOST_FIELDS, |name, value| fields.take(name, value));
        decoded.map_err(|fault| match fault {
            Fault::Malformed(Malformed(what)) => Violation::new(Code::Compression, what),
            Fault::TooLong => Violation::new(Code::EnhanceYourCalm, "a list of header fields beyond 256 KiB"),
        })?;
        if generation == self.decoder.generation() && block.len() <= MOST_KEPT {
            self.last.clear();
            self.last.extend_from_slice(block);
            (self.fields, self.generation) = (fields, generation);
        }
        Ok(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same bytes mean another field when the table has changed between them.
    #[test]
    fn a_block_is_not_taken_for_one_from_before_the_table_changed() {
        let mut blocks = Blocks::default();
        let status = |fields: Fields| fields.head().unwrap();
        let keep = |text: &[u8; 3]| [&[0x48, 3][..], text].concat();
        assert_eq!(blocks.decode(&keep(b"201")).map(status), Ok(Some(201)));
        assert_eq!(blocks.decode(&[0xbe]).map(status), Ok(Some(201)));
        assert_eq!(blocks.decode(&keep(b"404")).map(status), Ok(Some(404)));
        assert_eq!(blocks.decode(&[0xbe]).map(status), Ok(Some(404)));
        assert_eq!(blocks.decode(&[0xbe]).map(status), Ok(Some(404)));
        // A table of no bytes has no such entry any more.
        assert_eq!(blocks.decode(&[0x20, 0x88]).map(status), Ok(Some(200)));
        assert!(blocks.decode(&[0xbe]).is_err());
    }

    /// A block that changes the table does so each time it comes.
    #[test]
    fn a_block_that_changes_the_table_is_decoded_each_time() {
        let mut blocks = Blocks::default();
        let block = [0x88, 0x40, 1, b'a', 1, b'b'];
        for _ in 0..3 {
            assert!(blocks.decode(&block).is_ok());
        }
        assert!(blocks.decode(&[0x88, 0xc0]).is_ok());
        assert!(blocks.decode(&[0x88, 0xc1]).is_err());
    }
}
