//! Operations of a store without a protocol: for an engine that is called in this process.

use std::ops::Range;

use super::{Sent, Store, values};
use crate::outcome::Outcome;
use crate::protocol::Verdict;

/// An operation of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<'a> {
    /// Stores a value for a key.
    Set {
        /// The key.
        key: &'a [u8],
        /// The value.
        value: &'a [u8],
    },
    /// Fetches the value of a key.
    Get {
        /// The key.
        key: &'a [u8],
    },
}

/// Operations that are ready to be carried out, and their values that came back.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    first: u64,
    bytes: Vec<u8>,
    /// The key of each, and its value where it stores.
    parts: Vec<(Range<usize>, Option<Range<usize>>)>,
    values: Vec<u8>,
    /// Where the value of each fetch is, in their order; none if the key is not there.
    found: Vec<Option<Range<usize>>>,
}

impl Batch {
    /// The operations.
    pub fn operations(&self) -> Vec<Operation<'_>> {
        let of = |(key, value): &(Range<usize>, Option<Range<usize>>)| {
            let key = &self.bytes[key.clone()];
            match value {
                Some(value) => Operation::Set { key, value: &self.bytes[value.clone()] },
                None => Operation::Get { key },
            }
        };
        self.parts.iter().map(of).collect()
    }

    /// What came back, before the operations and in place of what came before.
    pub fn take_found(&mut self) -> Found {
        let (mut values, mut found) = (std::mem::take(&mut self.values), std::mem::take(&mut self.found));
        values.clear();
        found.clear();
        Found { values, found }
    }

    /// What came back of these operations.
    pub fn put_found(&mut self, Found { values, found }: Found) {
        (self.values, self.found) = (values, found);
    }
}

/// Values that came back.
#[derive(Debug, Default)]
pub(crate) struct Found {
    values: Vec<u8>,
    found: Vec<Option<Range<usize>>>,
}

impl Found {
    /// Keeps the value of the next fetch, as its caller would.
    pub fn add(&mut self, value: Option<&[u8]>) {
        self.found.push(value.map(|value| {
            let start = self.values.len();
            self.values.extend_from_slice(value);
            start..self.values.len()
        }));
    }
}

impl Store {
    /// Makes requests ready, in place of what is in `batch`.
    pub(crate) fn prepare(&mut self, first: u64, count: usize, batch: &mut Batch) {
        batch.first = first;
        batch.bytes.clear();
        batch.parts.clear();
        let shared = std::sync::Arc::clone(&self.ledger);
        let mut ledger = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for request in first..first + count as u64 {
            let key = self.keys.of(request);
            let start = batch.bytes.len();
            values::write_key(key, &mut batch.bytes);
            let name = start..batch.bytes.len();
            if self.keys.is_write(request) {
                let write = ledger.begin(key);
                self.pending.add(request, Sent::Write { key });
                let start = batch.bytes.len();
                self.values.write(key, write, &mut batch.bytes);
                batch.parts.push((name, Some(start..batch.bytes.len())));
                // The next of this batch may read it: operations of a turn take effect in their order.
                ledger.end(key);
            } else {
                self.pending.add(request, Sent::Read { key, least: ledger.least(key) });
                batch.parts.push((name, None));
            }
        }
    }

    /// What the operations of a batch came to, in their order.
    pub(crate) fn judge_all(&mut self, batch: &Batch, mut tell: impl FnMut(u64, Outcome)) {
        let mut found = batch.found.iter();
        for (request, (_, stored)) in (batch.first..).zip(&batch.parts) {
            let sent = self.pending.of(request);
            let outcome = match (stored, sent) {
                (Some(_), _) => Outcome::Ok,
                (None, Some(sent)) => match found.next() {
                    Some(Some(value)) if self.judge(sent, &batch.values[value.clone()]) == Verdict::Ok => Outcome::Ok,
                    Some(None) => Outcome::Miss,
                    _ => Outcome::WrongAnswer,
                },
                (None, None) => Outcome::WrongAnswer,
            };
            self.pending.end(request);
            tell(request, outcome);
        }
    }
}
