//! A reference of the service: what each user must see, worked out in the plainest way from what was done.

#![allow(dead_code, missing_docs)]

pub mod server;
pub mod site;

use std::collections::{BTreeMap, BTreeSet};

use wirecost_feed_rust::design::{Design, Unsubscribe, Update};
use wirecost_feed_rust::model::{Entry, NewEntry};
use wirecost_feed_rust::{EntryId, Node};

/// From the first entry that a user could get to the one before the end.
type Spans = Vec<(EntryId, EntryId)>;

#[derive(Clone)]
pub struct Reference {
    pub design: Design,
    pub entries: BTreeMap<EntryId, Entry>,
    pub spans: BTreeMap<(Node, Node), Spans>,
    pub marks: BTreeMap<Node, EntryId>,
    pub comments: BTreeMap<EntryId, Vec<(u64, Node, String)>>,
    pub gone: BTreeSet<Node>,
    newest: EntryId,
}

impl Reference {
    pub fn new(design: Design) -> Self {
        let (entries, spans, marks, comments, gone) = Default::default();
        Self { design, entries, spans, marks, comments, gone, newest: 0 }
    }

    pub fn is_subscribed(&self, user: Node, source: Node) -> bool {
        self.spans.get(&(user, source)).is_some_and(|spans| spans.last().is_some_and(|span| span.1 == EntryId::MAX))
    }

    pub fn subscribe(&mut self, user: Node, source: Node) {
        if !self.is_subscribed(user, source) {
            self.spans.entry((user, source)).or_default().push((self.newest + 1, EntryId::MAX));
        }
    }

    pub fn unsubscribe(&mut self, user: Node, source: Node) {
        if !self.is_subscribed(user, source) {
            return;
        }
        if self.design.unsubscribe == Unsubscribe::Remove {
            self.spans.remove(&(user, source));
        } else if let Some(last) = self.spans.get_mut(&(user, source)).and_then(|spans| spans.last_mut()) {
            last.1 = self.newest + 1;
        }
    }

    /// Notes what the service said of an entry that was published; what it should have said.
    pub fn publish(&mut self, source: Node, author: Node, new: &NewEntry, id: EntryId) -> &'static str {
        let before = self.entries.values().find(|entry| entry.source == source && entry.resource == new.resource);
        let media = if new.media.is_empty() { "text".to_owned() } else { new.media.clone() };
        let NewEntry { resource, title, summary, url, tags, .. } = new.clone();
        let mut entry = Entry { id, source, author, resource, title, summary, url, media, tags };
        let (outcome, before) = match before {
            None => ("new", None),
            Some(before) => {
                entry.id = before.id;
                (if entry == *before { "unchanged" } else { "updated" }, Some(before.id))
            }
        };
        if outcome == "updated" && self.design.update == Update::Anew {
            before.into_iter().for_each(|id| self.delete(id));
            entry.id = id;
        }
        assert_eq!(entry.id, id, "{outcome}");
        assert!(outcome != "new" || id > self.newest, "a number is used twice");
        self.newest = self.newest.max(id);
        self.entries.insert(id, entry);
        outcome
    }

    pub fn delete(&mut self, id: EntryId) {
        self.entries.remove(&id);
        self.comments.remove(&id);
    }

    pub fn delete_source(&mut self, source: Node) {
        let of_source: Vec<_> =
            self.entries.values().filter(|entry| entry.source == source).map(|entry| entry.id).collect();
        of_source.into_iter().for_each(|id| self.delete(id));
        self.spans.retain(|(_, of), _| *of != source);
        self.gone.insert(source);
    }

    pub fn mark_read(&mut self, user: Node, up_to: EntryId) {
        let mark = self.marks.entry(user).or_default();
        *mark = (*mark).max(up_to.min(self.newest));
    }

    fn reaches(&self, user: Node, entry: &Entry) -> bool {
        let spans = self.spans.get(&(user, entry.source));
        spans.into_iter().flatten().any(|(start, end)| (*start..*end).contains(&entry.id))
    }

    /// The home page in full, newest first.
    pub fn home(&self, user: Node) -> Vec<Entry> {
        let reach = self.entries.values().rev().filter(|entry| self.reaches(user, entry));
        reach.take(self.design.home as usize).cloned().collect()
    }

    pub fn unread(&self, user: Node) -> u32 {
        let mark = self.marks.get(&user).copied().unwrap_or_default();
        self.home(user).iter().filter(|entry| entry.id > mark).count() as u32
    }

    /// The profile of a source, newest first.
    pub fn profile(&self, source: Node) -> Vec<Entry> {
        self.entries.values().rev().filter(|entry| entry.source == source).cloned().collect()
    }
}

/// An entry of these few, so that resources meet again and contents are sometimes the same.
pub fn random_entry(random: &mut fastrand::Rng) -> NewEntry {
    let media = ["", "text", "link", "image", "video"][random.usize(..5)].to_owned();
    let tags = (0..random.usize(..3)).map(|_| ["rust", "go", "café"][random.usize(..3)].to_owned()).collect();
    NewEntry {
        resource: format!("item {}", random.u32(..40)),
        title: format!("title {}", random.u32(..3)),
        summary: format!("<p>summary {}</p>", random.u32(..3)),
        url: "https://example.org/".into(),
        media,
        tags,
    }
}
