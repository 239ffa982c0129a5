//! Work that waits in the store, as its key and its entry say it.

use wirecost_kv_rust::{Failure, View};

use crate::keys::{self, EntryId, Node};
use crate::spans;
use crate::turn::scan_prefix;

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

/// The followers that come next.
pub struct Followers {
    /// Those to whom the entry is pushed.
    pub pushed: Vec<Node>,
    /// Where to go on; none at the end.
    pub next: Option<Node>,
}

impl Progress {
    /// The next followers of an entry, of whom at most `most` are looked at. Whoever unsubscribed since is among them: their spans say that
    /// they were there.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn followers(&self, view: &dyn View, id: EntryId, most: usize) -> Result<Followers, Failure> {
        let mut found = Followers { pushed: Vec::new(), next: None };
        let mut seen = 0;
        let from = keys::follower(self.source, self.next);
        scan_prefix(view, &keys::followers(self.source), &from, &mut |key, subscribed| {
            let user = keys::node_at(key, 5);
            if seen == most {
                found.next = Some(user);
                return false;
            }
            seen += 1;
            if spans::is_pushed(subscribed, id) {
                found.pushed.push(user);
            }
            true
        })?;
        Ok(found)
    }
}
