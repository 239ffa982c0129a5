//! How many entries of a home page are newer than what its user has read.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use wirecost_kv_rust::{Failure, View};

use crate::design::{Counting, Design};
use crate::keys::{self, EntryId, Node};
use crate::pubsub::home;
use crate::pubsub::work::REMOVE;
use crate::refusal::Refusal;
use crate::turn::{Bucket, Turn, scan_prefix};

/// How long an approximate count is taken as right.
const GUESSED_FOR: Duration = Duration::from_secs(10);

/// The most counts that are remembered.
const MOST_GUESSES: usize = 100_000;

/// What the store keeps of a reader.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mark {
    /// The newest entry that they have read.
    pub up_to: EntryId,
    /// Unread entries in the inbox, where they are counted when written.
    pub unread: u32,
}

impl Mark {
    pub fn of(view: &dyn View, user: Node) -> Result<Self, Failure> {
        let bytes = view.get(&keys::mark(user))?.unwrap_or_default();
        Ok(Self { up_to: keys::number_at(&bytes, 0), unread: keys::node_at(&bytes, 8) })
    }

    pub fn bytes(self) -> Vec<u8> {
        [&self.up_to.to_be_bytes()[..], &self.unread.to_be_bytes()].concat()
    }
}

pub fn count(view: &dyn View, buckets: &[Bucket], design: &Design, user: Node) -> Result<u32, Refusal> {
    let mark = Mark::of(view, user)?;
    if design.unread == Counting::Written {
        return Ok(mark.unread.min(design.home));
    }
    counted(view, buckets, design, user, mark.up_to)
}

fn counted(view: &dyn View, buckets: &[Bucket], design: &Design, user: Node, up_to: EntryId) -> Result<u32, Refusal> {
    let mut removed = Vec::new();
    scan_prefix(view, keys::JOBS, keys::JOBS, &mut |key, _| {
        if key.get(9) == Some(&REMOVE) {
            removed.push(keys::number_at(key, 1));
        }
        true
    })?;
    let most = design.home as usize + removed.len();
    let ids = home::gather(view, buckets, design, user, most, up_to)?.ids;
    let unread = ids.iter().filter(|id| !removed.contains(id)).count();
    Ok(u32::try_from(unread).unwrap_or(u32::MAX).min(design.home))
}

/// Notes what a user has read. It goes forward only.
pub fn mark(turn: &mut Turn<'_>, design: &Design, user: Node, up_to: EntryId) -> Result<(), Refusal> {
    let before = Mark::of(turn, user)?;
    let up_to = up_to.min(turn.state.last_entry);
    if up_to <= before.up_to {
        return Ok(());
    }
    let unread = match design.unread {
        Counting::Read | Counting::Approximate => 0,
        Counting::Written => {
            let buckets = turn.state.buckets.clone();
            let most = before.unread as usize;
            let left = home::gather(turn, &buckets, design, user, most, up_to)?.ids.len();
            u32::try_from(left).unwrap_or(u32::MAX)
        }
    };
    turn.put(keys::mark(user), Mark { up_to, unread }.bytes());
    Ok(())
}

/// Counts that are taken as right for a while.
#[derive(Default)]
pub struct Guesses(Mutex<HashMap<Node, (Instant, u32)>>);

impl Guesses {
    pub fn of(&self, user: Node, design: &Design) -> Option<u32> {
        if design.unread != Counting::Approximate {
            return None;
        }
        let guesses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guesses.get(&user).filter(|(at, _)| at.elapsed() < GUESSED_FOR).map(|(_, count)| *count)
    }

    pub fn remember(&self, user: Node, count: u32, design: &Design) {
        if design.unread != Counting::Approximate {
            return;
        }
        let mut guesses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if guesses.len() >= MOST_GUESSES {
            guesses.retain(|_, (at, _)| at.elapsed() < GUESSED_FOR);
        }
        if guesses.len() < MOST_GUESSES {
            guesses.insert(user, (Instant::now(), count));
        }
    }

    pub fn forget(&self, user: Node) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&user);
    }
}
