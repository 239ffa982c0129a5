//! Reading: the home page, which is recent and bounded, and profiles, which go back to the first entry.

use std::collections::HashMap;

use wirecost_kv_rust::{Failure, View};

use crate::body;
use crate::design::{Delivery, Design, Inbox};
use crate::keys::{self, EntryId, Node};
use crate::model::{Entries, Entry};
use crate::pubsub::top::Top;
use crate::refusal::Refusal;
use crate::spans::{Spans, Way};
use crate::turn::{Bucket, scan_prefix};

/// The most entries that a request for a profile looks at: a filter may pass over many.
const LOOKED_AT: usize = 1_000;

/// What a reader wants to see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Entries of this media type alone.
    pub media: Option<String>,
    /// Entries with this tag alone.
    pub tag: Option<String>,
}

impl Filter {
    fn is_open(&self) -> bool {
        self.media.is_none() && self.tag.is_none()
    }

    fn takes(&self, entry: &Entry) -> bool {
        self.media.as_ref().is_none_or(|media| *media == entry.media)
            && self.tag.as_ref().is_none_or(|tag| entry.tags.contains(tag))
    }
}

/// What a home page is made of: entries by number, and the copies that the inbox holds of them.
pub struct Gathered {
    pub ids: Vec<EntryId>,
    copies: HashMap<EntryId, Vec<u8>>,
}

/// The newest entries that reach a user, after `floor`.
pub fn gather(
    view: &dyn View,
    buckets: &[Bucket],
    design: &Design,
    user: Node,
    most: usize,
    floor: EntryId,
) -> Result<Gathered, Failure> {
    let mut top = Top::new(most, floor);
    let mut copies = HashMap::new();
    if design.delivery != Delivery::Pull {
        for bucket in buckets.iter().rev() {
            let inbox = keys::inboxes(bucket.number, user);
            scan_prefix(view, &inbox, &inbox, &mut |key, copy| {
                let id = !keys::number_at(key, 9);
                let is_wanted = top.takes(id);
                if is_wanted {
                    top.push(id);
                    if design.inbox == Inbox::Summary {
                        copies.insert(id, copy.to_vec());
                    }
                }
                is_wanted
            })?;
            // No older bucket has a newer entry.
            if !top.takes(bucket.start) {
                break;
            }
        }
    }
    for (source, spans) in looked_up(view, design, user)? {
        pull(view, source, &spans, &mut top)?;
    }
    Ok(Gathered { ids: top.newest_first(), copies })
}

/// The sources whose entries are looked up for a user, with when they were subscribed.
fn looked_up(view: &dyn View, design: &Design, user: Node) -> Result<Vec<(Node, Spans)>, Failure> {
    let mut pulled = Vec::new();
    if design.delivery != Delivery::Pull {
        scan_prefix(view, keys::PULLED, keys::PULLED, &mut |key, _| {
            pulled.push(keys::node_at(key, 1));
            true
        })?;
        if pulled.is_empty() && !matches!(design.delivery, Delivery::Rates { .. }) {
            return Ok(Vec::new());
        }
    }
    let mut found = Vec::new();
    let subscriptions = keys::subscriptions(user);
    scan_prefix(view, &subscriptions, &subscriptions, &mut |key, spans| {
        let (source, spans) = (keys::node_at(key, 5), Spans::read(spans));
        if spans.any_pulled() || pulled.binary_search(&source).is_ok() {
            found.push((source, spans));
        }
        true
    })?;
    Ok(found)
}

fn pull(view: &dyn View, source: Node, spans: &Spans, top: &mut Top) -> Result<(), Failure> {
    let profile = keys::profiles(source);
    scan_prefix(view, &profile, &profile, &mut |key, pushed| {
        let id = !keys::number_at(key, 5);
        let is_pushed = pushed.first() == Some(&1);
        if top.takes(id) {
            match spans.way_of(id) {
                Some(Way::Pulled) => top.push(id),
                Some(Way::Pushed) if !is_pushed => top.push(id),
                Some(Way::Pushed) | None => {}
            }
        }
        // The oldest span begins before anything that is wanted.
        top.takes(id) && spans.start().is_some_and(|start| id > start)
    })
}

pub fn home(
    view: &dyn View,
    buckets: &[Bucket],
    design: &Design,
    user: Node,
    limit: usize,
    filter: &Filter,
) -> Result<Entries, Refusal> {
    let bound = design.home as usize;
    let limit = limit.min(bound);
    let first = if filter.is_open() { limit } else { bound };
    let (entries, is_short) = page(view, buckets, design, user, limit, first, filter)?;
    // Some are removed and not yet gone from the inbox: older ones take their places.
    if is_short && first < bound {
        let (entries, _) = page(view, buckets, design, user, limit, bound, filter)?;
        return Ok(Entries { entries, next: 0 });
    }
    Ok(Entries { entries, next: 0 })
}

/// The entries of a page, and whether removed ones left it shorter than it could be.
fn page(
    view: &dyn View,
    buckets: &[Bucket],
    design: &Design,
    user: Node,
    limit: usize,
    most: usize,
    filter: &Filter,
) -> Result<(Vec<Entry>, bool), Refusal> {
    let Gathered { ids, copies } = gather(view, buckets, design, user, most, 0)?;
    let is_full = ids.len() == most;
    let mut entries = Vec::with_capacity(limit.min(ids.len()));
    let mut gone = false;
    for id in ids {
        if entries.len() == limit {
            break;
        }
        let entry = match copies.get(&id) {
            Some(copy) => Some(body::read(copy)?),
            None => body::find_entry(view, id)?,
        };
        match entry {
            Some(entry) if filter.takes(&entry) => entries.push(entry),
            Some(_) => {}
            None => gone = true,
        }
    }
    Ok((entries, gone && is_full))
}

pub fn profile(
    view: &dyn View,
    source: Node,
    before: EntryId,
    limit: usize,
    filter: &Filter,
) -> Result<Entries, Refusal> {
    body::source(view, source)?;
    let (mut entries, mut next, mut looked_at) = (Vec::new(), 0, 0);
    let mut broken = None;
    let profile = keys::profiles(source);
    let mut ids = Vec::new();
    scan_prefix(view, &profile, &keys::profile(source, before.saturating_sub(1)), &mut |key, _| {
        ids.push(!keys::number_at(key, 5));
        ids.len() <= LOOKED_AT && (!filter.is_open() || ids.len() <= limit)
    })?;
    for id in ids {
        if entries.len() == limit || looked_at == LOOKED_AT {
            break;
        }
        looked_at += 1;
        next = id;
        match body::find_entry(view, id) {
            Ok(Some(entry)) if filter.takes(&entry) => entries.push(entry),
            Ok(_) => {}
            Err(failure) => broken = Some(failure),
        }
    }
    match broken {
        Some(failure) => Err(failure.into()),
        None => Ok(Entries { entries, next }),
    }
}
