//! Removing what refers to something that is gone, a part at a time.

use wirecost_kv_rust::{Failure, View as _};

use crate::design::{Counting, Design};
use crate::keys::{self, EntryId, Node};
use crate::pubsub::unread::Mark;
use crate::pubsub::work::{DELIVER, Followers, Progress, REMOVE, TRIM};
use crate::turn::{Turn, scan_prefix};

/// Removes the comments of an entry, and begins to remove it from inboxes.
pub fn begin(turn: &mut Turn<'_>, design: &Design, source: Node, id: EntryId) -> Result<(), Failure> {
    let mut comments = Vec::new();
    let of_entry = keys::comments(id);
    scan_prefix(turn, &of_entry, &of_entry, &mut |key, _| {
        comments.push(key.to_vec());
        true
    })?;
    comments.into_iter().for_each(|key| turn.delete(key));
    // It may still be on its way to some.
    let under_way = turn.get(&keys::job(id, DELIVER))?;
    let Some(progress) = under_way.map_or_else(|| turn.get(&keys::delivered(id)), |bytes| Ok(Some(bytes)))? else {
        // It was never pushed.
        return Ok(());
    };
    turn.delete(keys::job(id, DELIVER));
    turn.delete(keys::delivered(id));
    go_on(turn, design, id, Progress { source, next: 0, ..Progress::read(&progress) }, design.at_once)
}

/// Removes an entry from the inboxes of the next followers, and notes how far it is.
pub fn go_on(
    turn: &mut Turn<'_>,
    design: &Design,
    id: EntryId,
    progress: Progress,
    most: usize,
) -> Result<(), Failure> {
    let Followers { pushed, next } = progress.followers(turn, id, most)?;
    for user in pushed {
        for bucket in progress.first_bucket..=progress.last_bucket {
            forget(turn, design, keys::inbox(bucket, user, id), user, id)?;
        }
    }
    match next {
        Some(user) => turn.put(keys::job(id, REMOVE), Progress { next: user, ..progress }.bytes()),
        None => turn.delete(keys::job(id, REMOVE)),
    }
    Ok(())
}

/// Removes a reference from an inbox, if it is there, and from the count of unread entries.
pub fn forget(
    turn: &mut Turn<'_>,
    design: &Design,
    reference: Vec<u8>,
    user: Node,
    id: EntryId,
) -> Result<(), Failure> {
    if turn.get(&reference)?.is_none() {
        return Ok(());
    }
    turn.delete(reference);
    if design.unread == Counting::Written {
        let mut mark = Mark::of(turn, user)?;
        if id > mark.up_to {
            mark.unread = mark.unread.saturating_sub(1);
            turn.put(keys::mark(user), mark.bytes());
        }
    }
    Ok(())
}

/// Removes some references of the oldest bucket, which no reader looks into any more.
pub fn trim(turn: &mut Turn<'_>, design: &Design, id: u64) -> Result<(), Failure> {
    let bucket = keys::bucket(u32::try_from(id).unwrap_or_default());
    let mut references = Vec::new();
    scan_prefix(turn, &bucket, &bucket, &mut |key, _| {
        references.push(key.to_vec());
        references.len() < design.in_turn
    })?;
    if references.is_empty() {
        turn.delete(keys::job(id, TRIM));
    }
    for reference in references {
        let (user, id) = (keys::node_at(&reference, 5), !keys::number_at(&reference, 9));
        forget(turn, design, reference, user, id)?;
    }
    Ok(())
}
