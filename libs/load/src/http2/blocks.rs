//! Header blocks of a connection, each decoded once.

use super::MOST_FIELDS;
use super::fields::Fields;
use super::violation::{Code, Violation};
use wirecost_hpack::{Decoder, Fault, Malformed, TABLE_SIZE};

/// A block longer than this is decoded each time, bytes.
const MOST_KEPT: usize = 1024;

/// The decoder of a connection, with the last block and what it said: a server sends the same block again and again until
/// its clock moves.
///
/// A block that comes again means the same in two cases: it leaves the dynamic table alone, and the table is unchanged; or
/// it names no entry of the table. In the second case it may add entries, each time the same. They are owed to the table
/// until another block comes.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    decoder: Decoder,
    last: Vec<u8>,
    fields: Fields,
    /// The state of the table for which `fields` hold; `None` where they hold for all.
    generation: Option<u64>,
    /// The size of the entries that the last block adds, bytes.
    adds: u64,
    /// How often the last block has come again without adding them.
    owed: u64,
}

impl Blocks {
    /// The fields of the next block.
    ///
    /// # Errors
    /// A block that cannot be decoded, or that holds more than this side takes.
    #[inline]
    pub(crate) fn decode(&mut self, block: &[u8]) -> Result<Fields, Violation> {
        if block == self.last && self.generation.is_none_or(|generation| generation == self.decoder.generation()) {
            self.owed += 1;
            return Ok(self.fields);
        }
        self.decode_anew(block)
    }

    fn decode_anew(&mut self, block: &[u8]) -> Result<Fields, Violation> {
        self.pay()?;
        let (generation, added) = (self.decoder.generation(), self.decoder.added());
        let mut fields = Fields::default();
        let decoded = self.decoder.decode(block, MOST_FIELDS, |name, value| fields.take(name, value));
        decoded.map_err(violation)?;
        // As behind a block of no bytes.
        self.last.clear();
        (self.fields, self.generation, self.adds) = (Fields::default(), None, 0);
        let is_unchanged = generation == self.decoder.generation();
        if (is_unchanged || !self.decoder.depends()) && block.len() <= MOST_KEPT {
            self.last.extend_from_slice(block);
            self.generation = is_unchanged.then_some(generation);
            (self.fields, self.adds) = (fields, self.decoder.added() - added);
        }
        Ok(fields)
    }

    /// Adds what is owed to the table, or as much of it as can be there at once.
    fn pay(&mut self) -> Result<(), Violation> {
        let owed = std::mem::take(&mut self.owed);
        let Some(enough) = (TABLE_SIZE as u64).checked_div(self.adds) else { return Ok(()) };
        for _ in 0..owed.min(enough + 1) {
            self.decoder.decode(&self.last, MOST_FIELDS, |_, _| {}).map_err(violation)?;
        }
        Ok(())
    }
}

fn violation(fault: Fault) -> Violation {
    match fault {
        Fault::Malformed(Malformed(what)) => Violation::new(Code::Compression, what),
        Fault::TooLong => Violation::new(Code::EnhanceYourCalm, "a list of header fields beyond 256 KiB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn a_block_that_changes_the_table_does_so_each_time() {
        let mut blocks = Blocks::default();
        let block = [0x88, 0x40, 1, b'a', 1, b'b'];
        for _ in 0..3 {
            assert!(blocks.decode(&block).is_ok());
        }
        assert!(blocks.decode(&[0x88, 0xc0]).is_ok());
        assert!(blocks.decode(&[0x88, 0xc1]).is_err());
    }

    #[test]
    fn an_empty_block_is_not_the_last_one() {
        let mut blocks = Blocks::default();
        assert!(blocks.decode(&[0x88]).is_ok());
        let long = [&[0x88, 0, 1, b'a', 0x7f, 0xe1, 0x0f][..], &[b'v'; 2144]].concat();
        assert!(blocks.decode(&long).is_ok());
        assert!(blocks.decode(&[]).is_ok_and(|fields| fields.head() == Ok(None)));
    }

    /// A piece of a block: fields that are kept or not, named by either table or by themselves, and sizes.
    fn piece() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            Just(vec![0x88]),
            Just(vec![0x48, 3, b'4', b'0', b'4']),
            (0..3_u8).prop_map(|name| vec![0x40, 1, b'a' + name, 1, b'x']),
            (0..3_u8).prop_map(|entry| vec![0xbe + entry]),
            (0..3_u8).prop_map(|entry| vec![0x7e, 2, b'y', b'0' + entry]),
            (1..30_u8).prop_map(|length| [&[0x40, 1, b'n', length][..], &vec![b'z'; length.into()]].concat()),
            Just(vec![0x20, 0x3f, 0x61]),
        ]
    }

    proptest! {
        /// The memory changes nothing: each block means what it means to a decoder that has none.
        #[test]
        fn blocks_mean_the_same_with_and_without_a_memory(
            blocks in proptest::collection::vec((proptest::collection::vec(piece(), 1..3), 1..200_u32), 1..20)
        ) {
            let (mut with, mut without) = (Blocks::default(), Decoder::default());
            for (block, times) in blocks {
                let block = block.concat();
                for _ in 0..times {
                    let mut fields = Fields::default();
                    let decoded = without.decode(&block, MOST_FIELDS, |name, value| fields.take(name, value));
                    prop_assert_eq!(with.decode(&block), decoded.map(|()| fields).map_err(violation));
                    if decoded.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }
}
