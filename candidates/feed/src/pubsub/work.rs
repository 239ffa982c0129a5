//! Work that waits in the store, as its key and its entry say it.

use crate::keys::{self, Node};

/// The kinds of work that waits, as keys name them.
pub const DELIVER: u8 = 1;
pub const REMOVE: u8 = 2;
pub const REMOVE_SOURCE: u8 = 3;
pub const TRIM: u8 = 4;

/// How far a delivery or a removal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub source: Node,
    /// The follower to go on with.
    pub next: Node,
    /// The bucket that the first delivery went to.
    pub first_bucket: u32,
    /// The bucket that the last delivery went to.
    pub last_bucket: u32,
}

impl Progress {
    pub fn bytes(self) -> Vec<u8> {
        [self.source, self.next, self.first_bucket, self.last_bucket]
            .iter()
            .flat_map(|part| part.to_be_bytes())
            .collect()
    }

    pub fn read(bytes: &[u8]) -> Self {
        let [source, next, first_bucket, last_bucket] = [0, 4, 8, 12].map(|at| keys::node_at(bytes, at));
        Self { source, next, first_bucket, last_bucket }
    }
}
