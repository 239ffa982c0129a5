//! Ending a run before its time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::clock::now_ns;

/// Time in which every thread looks at the handle at least once, nanoseconds: the end lies this far ahead, so that all
/// of them end their windows at one instant.
const NOTICE_NS: u64 = 200_000_000;

/// A handle that ends a run early. Clones are the same handle.
#[derive(Clone, Debug)]
pub struct Stop(Arc<AtomicU64>);

impl Default for Stop {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(u64::MAX)))
    }
}

impl Stop {
    /// Ends the measured window 0.2 s from now, and with it the run as soon as the requests under way have ended. Only
    /// the first call counts.
    pub fn stop(&self) {
        self.0.fetch_min(now_ns().saturating_add(NOTICE_NS), Ordering::Relaxed);
    }

    /// Whether [`Stop::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.at_ns() < u64::MAX
    }

    /// When the window ends at the latest, on the monotonic clock.
    pub(crate) fn at_ns(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
