//! Comments: a service of their own, which publishes nothing.

use wirecost_kv_rust::{Failure, View};

use crate::body;
use crate::keys::{self, EntryId, Node};
use crate::model::Comment;
use crate::plain::is_plain;
use crate::refusal::Refusal;
use crate::turn::{Turn, scan_prefix};

/// The most bytes of a comment.
const TEXT: usize = 4_000;

/// The most comments on an entry.
const MOST: usize = 1_000;

pub fn add(turn: &mut Turn<'_>, entry: EntryId, author: Node, text: String, now_us: u64) -> Result<Comment, Refusal> {
    if text.is_empty() || text.len() > TEXT || !is_plain(&text) {
        return Err(Refusal::Invalid("a comment has 1 to 4,000 bytes, and no control characters".into()));
    }
    let before = all(turn, entry)?;
    if before.len() >= MOST {
        return Err(Refusal::Invalid("an entry takes at most 1,000 comments".into()));
    }
    let id = before.last().map_or(now_us, |last| now_us.max(last.id + 1));
    let comment = Comment { id, entry, author, text };
    turn.put(keys::comment(entry, id), body::write(&comment)?);
    Ok(comment)
}

pub fn all(view: &dyn View, entry: EntryId) -> Result<Vec<Comment>, Refusal> {
    body::entry(view, entry)?;
    let mut comments: Vec<Result<Comment, Failure>> = Vec::new();
    let of_entry = keys::comments(entry);
    scan_prefix(view, &of_entry, &of_entry, &mut |_, comment| {
        comments.push(body::read(comment));
        true
    })?;
    Ok(comments.into_iter().collect::<Result<_, _>>()?)
}

pub fn delete(turn: &mut Turn<'_>, entry: EntryId, id: u64, by: Node) -> Result<(), Refusal> {
    let key = keys::comment(entry, id);
    let bytes = turn.get(&key)?.ok_or_else(|| Refusal::no("comment", id))?;
    let comment: Comment = body::read(&bytes)?;
    if comment.author != by && body::entry(turn, entry)?.author != by {
        return Err(Refusal::Forbidden(format!("comment {id} is not yours")));
    }
    turn.delete(key);
    Ok(())
}
