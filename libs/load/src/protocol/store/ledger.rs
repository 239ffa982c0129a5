//! What is known of the writes of each key.

/// The writes of a key.
#[derive(Clone, Copy, Debug, Default)]
struct Writes {
    /// The value is of this write or of a later one; 0 where none was answered.
    least: u64,
    /// The first of the writes under way, and of those that overlap them.
    first: u64,
    /// Writes under way. One without an answer stays so.
    under_way: u32,
}

/// The writes of all keys, each with a number of its own, from 1 on.
#[derive(Debug)]
pub(super) struct Ledger {
    keys: Vec<Writes>,
    last: u64,
}

impl Ledger {
    /// Memory for each key.
    pub const BYTES_PER_KEY: u64 = size_of::<Writes>() as u64;

    pub fn new(keys: u64) -> Self {
        Self { keys: vec![Writes::default(); keys as usize], last: 0 }
    }

    /// Lets the next write have the number behind `last`.
    pub fn begin_after(&mut self, last: u64) {
        self.last = last;
    }

    /// A write of a key begins; its number.
    pub fn begin(&mut self, key: u64) -> u64 {
        self.last += 1;
        let writes = &mut self.keys[key as usize];
        if writes.under_way == 0 {
            writes.first = self.last;
        }
        writes.under_way += 1;
        self.last
    }

    /// A write of a key was answered. Where the last that overlap have been, any of them may stand, and none of before.
    pub fn end(&mut self, key: u64) {
        let writes = &mut self.keys[key as usize];
        writes.under_way = writes.under_way.saturating_sub(1);
        if writes.under_way == 0 {
            writes.least = writes.first;
        }
    }

    /// The earliest write of which a read that is sent now may give the value; 0 where nothing was stored.
    pub fn least(&self, key: u64) -> u64 {
        self.keys[key as usize].least
    }

    /// The number of the last write.
    pub fn last(&self) -> u64 {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_write_that_followed_makes_one_too_old() {
        let mut ledger = Ledger::new(2);
        assert_eq!((ledger.begin(0), ledger.least(0)), (1, 0));
        ledger.end(0);
        assert_eq!((ledger.least(0), ledger.least(1)), (1, 0));
        assert_eq!((ledger.begin(0), ledger.begin(0)), (2, 3));
        ledger.end(0);
        assert_eq!(ledger.least(0), 1, "either of the two may still be under way");
        ledger.end(0);
        assert_eq!(ledger.least(0), 2, "both overlapped: either may stand");
        assert_eq!(ledger.begin(0), 4);
        ledger.end(0);
        assert_eq!((ledger.least(0), ledger.last()), (4, 4));
    }
}
