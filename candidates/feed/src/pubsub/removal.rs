//! Removing a source with all that is of it.

use wirecost_kv_rust::Failure;

use crate::body;
use crate::design::Design;
use crate::keys::{self, Node};
use crate::pubsub::publishing;
use crate::pubsub::work::REMOVE_SOURCE;
use crate::turn::{Turn, scan_prefix};

/// Entries of a source that is removed, in one turn.
const ENTRIES_IN_TURN: usize = 16;

/// The key of the work of removing a source. It comes after all work with entries, which needs to know who followed.
pub fn key(source: Node) -> Vec<u8> {
    keys::job(u64::MAX << 32 | u64::from(source), REMOVE_SOURCE)
}

/// Removes some entries of a source that is gone; when there are none, some of its subscriptions.
pub fn go_on(turn: &mut Turn<'_>, design: &Design, id: u64) -> Result<(), Failure> {
    let source = (id & u64::from(Node::MAX)) as Node;
    let mut entries = Vec::new();
    let profile = keys::profiles(source);
    scan_prefix(turn, &profile, &profile, &mut |key, _| {
        entries.push(!keys::number_at(key, 5));
        entries.len() < ENTRIES_IN_TURN
    })?;
    if !entries.is_empty() {
        for id in entries {
            match body::find_entry(turn, id)? {
                Some(entry) => publishing::remove(turn, design, &entry)?,
                None => turn.delete(keys::profile(source, id)),
            }
        }
        return Ok(());
    }
    let mut users = Vec::new();
    let followers = keys::followers(source);
    scan_prefix(turn, &followers, &followers, &mut |key, _| {
        users.push(keys::node_at(key, 5));
        users.len() < design.in_turn
    })?;
    if users.is_empty() {
        turn.delete(keys::pulled(source));
        turn.delete(keys::crawled(source));
        turn.delete(key(source));
    }
    for user in users {
        turn.delete(keys::follower(source, user));
        turn.delete(keys::subscription(user, source));
    }
    Ok(())
}
