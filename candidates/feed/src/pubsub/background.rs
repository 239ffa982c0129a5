//! What the writer does beside what callers ask for: a part of the work that waits, in each turn.

use std::sync::Arc;

use wirecost_kv_rust::Failure;

use crate::body;
use crate::design::Design;
use crate::keys;
use crate::pubsub::live::Live;
use crate::pubsub::work::{DELIVER, Progress, REMOVE, REMOVE_SOURCE, TRIM};
use crate::pubsub::{cascade, delivery, removal};
use crate::store::Background;
use crate::turn::{News, Turn, scan_prefix};

/// What the writer does in the background.
pub struct Deliverer {
    pub design: Design,
    pub live: Arc<Live>,
}

impl Background for Deliverer {
    fn work(&self, turn: &mut Turn<'_>) -> Result<bool, Failure> {
        let mut first = None;
        scan_prefix(turn, keys::JOBS, keys::JOBS, &mut |key, progress| {
            first = Some((keys::number_at(key, 1), key.get(9).copied().unwrap_or_default(), progress.to_vec()));
            false
        })?;
        let Some((id, kind, progress)) = first else { return Ok(false) };
        let design = &self.design;
        match kind {
            DELIVER => match body::find_entry(turn, id)? {
                Some(_) => delivery::go_on(turn, design, id, Progress::read(&progress), design.in_turn)?,
                // It was removed with its job; nothing is left to do.
                None => turn.delete(keys::job(id, DELIVER)),
            },
            REMOVE => cascade::go_on(turn, design, id, Progress::read(&progress), design.in_turn)?,
            REMOVE_SOURCE => removal::go_on(turn, design, id)?,
            TRIM => cascade::trim(turn, design, id)?,
            _ => {
                return Err(Failure::new(
                    "the store",
                    format!("work of an unknown kind {kind}: another release made it"),
                ));
            }
        }
        Ok(true)
    }

    fn tell(&self, news: &[News]) {
        self.live.tell(news);
    }
}
