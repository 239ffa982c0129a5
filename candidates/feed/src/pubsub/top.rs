//! The newest of many entries.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::keys::EntryId;

/// Keeps the newest entries of those that it is shown.
pub struct Top {
    most: usize,
    floor: EntryId,
    ids: BinaryHeap<Reverse<EntryId>>,
}

impl Top {
    /// Keeps the newest `most` of those after `floor`.
    pub fn new(most: usize, floor: EntryId) -> Self {
        Self { most: most.max(1), floor, ids: BinaryHeap::new() }
    }

    /// Whether an entry of this number would be kept: where one is not, no older one is.
    pub fn takes(&self, id: EntryId) -> bool {
        id > self.floor && (self.ids.len() < self.most || self.ids.peek().is_some_and(|Reverse(oldest)| id > *oldest))
    }

    pub fn push(&mut self, id: EntryId) {
        if !self.takes(id) {
            return;
        }
        self.ids.push(Reverse(id));
        if self.ids.len() > self.most {
            self.ids.pop();
        }
    }

    /// Newest first.
    pub fn newest_first(self) -> Vec<EntryId> {
        self.ids.into_sorted_vec().into_iter().map(|Reverse(id)| id).collect()
    }
}
