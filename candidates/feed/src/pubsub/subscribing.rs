//! Who follows what, and since when.

use wirecost_kv_rust::{Failure, View};

use crate::body;
use crate::design::{Design, Unsubscribe};
use crate::keys::{self, EntryId, Node};
use crate::model::{Entry, Source, Sources};
use crate::pubsub::cascade;
use crate::pubsub::rates::Settle;
use crate::refusal::Refusal;
use crate::spans::{Spans, Way};
use crate::turn::{Turn, scan_prefix};

fn spans(view: &dyn View, user: Node, source: Node) -> Result<Spans, Failure> {
    let bytes = view.get(&keys::subscription(user, source))?;
    Ok(bytes.map(|bytes| Spans::read(&bytes)).unwrap_or_default())
}

fn put(turn: &mut Turn<'_>, user: Node, source: Node, spans: &Spans) {
    if spans.is_empty() {
        turn.delete(keys::follower(source, user));
        turn.delete(keys::subscription(user, source));
    } else {
        turn.put(keys::follower(source, user), spans.bytes());
        turn.put(keys::subscription(user, source), spans.bytes());
    }
}

pub fn is_subscribed(view: &dyn View, user: Node, source: Node) -> Result<bool, Failure> {
    Ok(spans(view, user, source)?.is_open())
}

/// Whether an entry of a source that is read rather than pushed reaches a user.
pub fn reaches(view: &dyn View, user: Node, source: Node, id: EntryId) -> Result<bool, Refusal> {
    let way = spans(view, user, source)?.way_of(id);
    let is_pushed = view.get(&keys::profile(source, id))?.is_some_and(|pushed| pushed.first() == Some(&1));
    Ok(match way {
        Some(Way::Pulled) => true,
        Some(Way::Pushed) => !is_pushed,
        None => false,
    })
}

pub fn subscribe(turn: &mut Turn<'_>, user: Node, source: Node, way: Way) -> Result<(), Refusal> {
    let mut of = body::source(turn, source)?;
    let mut spans = spans(turn, user, source)?;
    if spans.is_open() {
        return Ok(());
    }
    spans.open(turn.next_start(), way);
    put(turn, user, source, &spans);
    of.followers += 1;
    turn.put(keys::source(source), body::write(&of)?);
    Ok(())
}

pub fn unsubscribe(turn: &mut Turn<'_>, design: &Design, user: Node, source: Node) -> Result<(), Refusal> {
    let mut spans = spans(turn, user, source)?;
    if !spans.is_open() {
        return Ok(());
    }
    match design.unsubscribe {
        Unsubscribe::Keep => {
            spans.close(turn.next_start());
            put(turn, user, source, &spans);
        }
        Unsubscribe::Remove => {
            put(turn, user, source, &Spans::default());
            forget_all(turn, design, user, source)?;
        }
    }
    // A source that is being removed has no body any more.
    if let Ok(mut of) = body::source(turn, source) {
        of.followers = of.followers.saturating_sub(1);
        turn.put(keys::source(source), body::write(&of)?);
    }
    Ok(())
}

/// Removes the entries of a source from a user's inbox.
fn forget_all(turn: &mut Turn<'_>, design: &Design, user: Node, source: Node) -> Result<(), Failure> {
    let mut references = Vec::new();
    for bucket in turn.state.buckets.clone() {
        let inbox = keys::inboxes(bucket.number, user);
        scan_prefix(turn, &inbox, &inbox, &mut |key, copy| {
            references.push((key.to_vec(), copy.to_vec()));
            true
        })?;
    }
    for (reference, copy) in references {
        let id = !keys::number_at(&reference, 9);
        let entry = if copy.is_empty() { body::find_entry(turn, id)? } else { Some(body::read::<Entry>(&copy)?) };
        if entry.is_some_and(|entry| entry.source == source) {
            cascade::forget(turn, design, reference, user, id)?;
        }
    }
    Ok(())
}

pub fn subscriptions(view: &dyn View, user: Node) -> Result<Sources, Refusal> {
    let mut ids = Vec::new();
    let all = keys::subscriptions(user);
    scan_prefix(view, &all, &all, &mut |key, spans| {
        if Spans::read(spans).is_open() {
            ids.push(keys::node_at(key, 5));
        }
        true
    })?;
    let mut sources: Vec<Source> = Vec::with_capacity(ids.len());
    for id in ids {
        match body::source(view, id) {
            Ok(source) => sources.push(source),
            // It is being removed.
            Err(Refusal::NotFound(_)) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(Sources { sources })
}

/// Decides anew, for each source of a user, whether its entries are pushed or looked up.
pub fn settle(turn: &mut Turn<'_>, user: Node, settle: &Settle) -> Result<(), Refusal> {
    let mut changed = Vec::new();
    let all = keys::subscriptions(user);
    scan_prefix(turn, &all, &all, &mut |key, bytes| {
        let (source, spans) = (keys::node_at(key, 5), Spans::read(bytes));
        let way = settle.way(source);
        if spans.way().is_some_and(|before| before != way) {
            changed.push((source, spans, way));
        }
        true
    })?;
    for (source, mut spans, way) in changed {
        let start = turn.next_start();
        spans.close(start);
        spans.open(start, way);
        put(turn, user, source, &spans);
    }
    Ok(())
}
