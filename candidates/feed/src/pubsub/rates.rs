//! Pushed or looked up, for each pair of a user and a source, by how often one reads and the other publishes.
//!
//! "Feeding Frenzy: Selectively Materializing Users' Event Feeds" (SIGMOD 2010) pushes where a user reads at least as often as the source
//! publishes, times the ratio of what both cost.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::design::{Delivery, Design};
use crate::keys::Node;
use crate::spans::Way;

/// A user's sources are decided anew each time they have read this often.
const SETTLE_EACH: u32 = 16;

/// Entries by source.
type Entries = HashMap<Node, u32>;

/// Reads and entries since the service was started. The process forgets them; what was decided by them stays in the store.
#[derive(Default)]
pub struct Rates {
    reads: Mutex<HashMap<Node, u32>>,
    entries: Mutex<Arc<Entries>>,
}

/// What the sources of a user are decided by.
pub struct Settle {
    reads: f64,
    reads_per_entry: f64,
    entries: Arc<Entries>,
}

impl Settle {
    pub fn way(&self, source: Node) -> Way {
        let entries = f64::from(self.entries.get(&source).copied().unwrap_or_default());
        if self.reads >= entries * self.reads_per_entry { Way::Pushed } else { Way::Pulled }
    }
}

impl Rates {
    /// How the entries of a new subscription reach the user.
    pub fn first_way(&self, design: &Design) -> Way {
        match design.delivery {
            Delivery::Pull => Way::Pulled,
            Delivery::Push | Delivery::Hybrid { .. } | Delivery::Rates { .. } => Way::Pushed,
        }
    }

    pub fn published(&self, source: Node, design: &Design) {
        if !matches!(design.delivery, Delivery::Rates { .. }) {
            return;
        }
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        *Arc::make_mut(&mut entries).entry(source).or_default() += 1;
    }

    /// Counts a read. Now and then, it is time to decide anew.
    pub fn read(&self, user: Node, design: &Design) -> Option<Settle> {
        let Delivery::Rates { reads_per_entry } = design.delivery else { return None };
        let mut reads = self.reads.lock().unwrap_or_else(PoisonError::into_inner);
        let count = reads.entry(user).or_default();
        *count += 1;
        let count = *count;
        drop(reads);
        count.is_multiple_of(SETTLE_EACH).then(|| Settle {
            reads: f64::from(count),
            reads_per_entry,
            entries: Arc::clone(&self.entries.lock().unwrap_or_else(PoisonError::into_inner)),
        })
    }
}
