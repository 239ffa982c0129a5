//! Writing entries into inboxes: some at once, the others in the background, where a crash leaves it and the next process goes on.

use wirecost_kv_rust::{Failure, View as _};

use crate::design::{Counting, Design, Inbox};
use crate::keys::{self, EntryId, Node};
use crate::model::Entry;
use crate::pubsub::unread::Mark;
use crate::pubsub::work::{DELIVER, Followers, Progress, TRIM};
use crate::turn::{News, Turn};

/// Delivers a new entry to the first followers, and leaves the others to the background.
pub fn begin(turn: &mut Turn<'_>, design: &Design, entry: &Entry) -> Result<(), Failure> {
    let bucket = turn.state.bucket();
    let progress = Progress { source: entry.source, next: 0, first_bucket: bucket, last_bucket: bucket };
    go_on(turn, design, entry.id, progress, design.at_once)
}

/// Delivers to the next followers, and notes how far it is.
pub fn go_on(
    turn: &mut Turn<'_>,
    design: &Design,
    id: EntryId,
    mut progress: Progress,
    most: usize,
) -> Result<(), Failure> {
    let copy = match design.inbox {
        Inbox::Id => Vec::new(),
        Inbox::Summary => turn.get(&keys::entry(id))?.unwrap_or_default(),
    };
    let Followers { pushed, next } = progress.followers(turn, id, most)?;
    for user in pushed {
        deliver(turn, design, user, id, &copy)?;
    }
    progress.last_bucket = turn.state.bucket();
    let job = keys::job(id, DELIVER);
    match next {
        Some(user) => turn.put(job, Progress { next: user, ..progress }.bytes()),
        None => {
            turn.delete(job);
            turn.put(keys::delivered(id), progress.bytes());
        }
    }
    Ok(())
}

fn deliver(turn: &mut Turn<'_>, design: &Design, user: Node, id: EntryId, copy: &[u8]) -> Result<(), Failure> {
    turn.put(keys::inbox(turn.state.bucket(), user, id), copy.to_vec());
    if design.unread == Counting::Written {
        let mut mark = Mark::of(turn, user)?;
        if id > mark.up_to {
            mark.unread += 1;
            turn.put(keys::mark(user), mark.bytes());
        }
    }
    turn.news.push(News::Delivered(user, id));
    turn.state.in_bucket += 1;
    if turn.state.in_bucket >= design.bucket {
        turn.roll();
        if turn.state.buckets.len() > design.kept_buckets() + 1 {
            let oldest = turn.state.buckets[0].number;
            turn.drop_oldest();
            turn.put(keys::job(u64::from(oldest), TRIM), Vec::new());
        }
    }
    Ok(())
}
