//! A turn: what is changed together, on top of one state of the store.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Bound;

use wirecost_kv_rust::{Changes, Failure, Found, View};

use crate::keys::{self, EntryId, Node};

/// What was delivered at about the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    pub number: u32,
    /// The newest entry when the bucket began: no older bucket holds a newer one.
    pub start: EntryId,
}

/// The counters of the writer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    pub last_entry: EntryId,
    pub last_node: Node,
    /// Deliveries in the newest bucket.
    pub in_bucket: u32,
    /// Oldest first; there is always one.
    pub buckets: Vec<Bucket>,
}

impl State {
    /// What an earlier process left in the store.
    pub fn load(view: &dyn View) -> Result<Self, Failure> {
        let mut state = Self::default();
        if let Some(bytes) = view.get(keys::STATE)? {
            state.last_entry = keys::number_at(&bytes, 0);
            state.last_node = keys::node_at(&bytes, 8);
            state.in_bucket = keys::node_at(&bytes, 12);
        }
        view.scan(keys::BUCKETS, &mut |key, entry| {
            let is_one = key.starts_with(keys::BUCKETS);
            if is_one {
                state.buckets.push(Bucket { number: !keys::node_at(key, 1), start: keys::number_at(entry, 0) });
            }
            is_one
        })?;
        state.buckets.reverse();
        if state.buckets.is_empty() {
            state.buckets.push(Bucket { number: 0, start: 0 });
        }
        Ok(state)
    }

    fn bytes(&self) -> Vec<u8> {
        let (entry, node, count) =
            (self.last_entry.to_be_bytes(), self.last_node.to_be_bytes(), self.in_bucket.to_be_bytes());
        [&entry[..], &node, &count].concat()
    }

    pub fn bucket(&self) -> u32 {
        self.buckets.last().map_or(0, |bucket| bucket.number)
    }
}

/// What became visible to a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// An entry in this user's inbox.
    Delivered(Node, EntryId),
    /// An entry of a source that is read rather than pushed.
    Published(Node, EntryId),
}

impl News {
    /// The entry that it is about.
    pub fn entry(self) -> EntryId {
        match self {
            Self::Delivered(_, id) | Self::Published(_, id) => id,
        }
    }
}

/// A turn.
pub struct Turn<'a> {
    view: &'a dyn View,
    changes: RefCell<Changes>,
    pub state: State,
    before: State,
    pub news: Vec<News>,
}

impl<'a> Turn<'a> {
    pub fn new(view: &'a dyn View, state: State) -> Self {
        Self { view, changes: RefCell::default(), before: state.clone(), state, news: Vec::new() }
    }

    pub fn put(&mut self, key: Vec<u8>, entry: Vec<u8>) {
        self.changes.get_mut().insert(key, Some(entry));
    }

    pub fn delete(&mut self, key: Vec<u8>) {
        self.changes.get_mut().insert(key, None);
    }

    /// A number for an entry, after all others.
    pub fn next_entry(&mut self, now_us: u64) -> EntryId {
        self.state.last_entry = now_us.max(self.state.last_entry + 1);
        self.state.last_entry
    }

    /// The first number that no entry has yet.
    pub fn next_start(&self) -> EntryId {
        self.state.last_entry + 1
    }

    pub fn next_node(&mut self) -> Node {
        self.state.last_node += 1;
        self.state.last_node
    }

    /// Begins a bucket.
    pub fn roll(&mut self) {
        self.state.buckets.push(Bucket { number: self.state.bucket() + 1, start: self.state.last_entry });
        // The one before as well: the first bucket of a store has no place in it until there is a second.
        for bucket in self.state.buckets.clone().iter().rev().take(2) {
            self.put(keys::bucket_start(bucket.number), bucket.start.to_be_bytes().to_vec());
        }
        self.state.in_bucket = 0;
    }

    /// Forgets the oldest bucket.
    pub fn drop_oldest(&mut self) {
        let bucket = self.state.buckets.remove(0);
        self.delete(keys::bucket_start(bucket.number));
    }

    /// What is to be written, what the state is then, and what is new.
    pub fn end(mut self) -> (Changes, State, Vec<News>) {
        if self.state != self.before {
            let bytes = self.state.bytes();
            self.put(keys::STATE.to_vec(), bytes);
        }
        (self.changes.into_inner(), self.state, self.news)
    }

    /// How much it has to write.
    pub fn changes(&self) -> usize {
        self.changes.borrow().len()
    }
}

/// What a turn has changed is seen before it is written.
impl View for Turn<'_> {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        match self.changes.borrow().get(key) {
            Some(changed) => Ok(changed.clone()),
            None => self.view.get(key),
        }
    }

    fn scan(&self, from: &[u8], found: &mut Found<'_>) -> Result<(), Failure> {
        let changes: &BTreeMap<_, _> = &self.changes.borrow();
        let mut changed = changes.range::<[u8], _>((Bound::Included(from), Bound::Unbounded)).peekable();
        let mut goes_on = true;
        self.view.scan(from, &mut |key, entry| {
            while let Some((new, entry)) = changed.next_if(|(new, _)| new.as_slice() < key) {
                if entry.as_ref().is_some_and(|entry| !found(new, entry)) {
                    goes_on = false;
                    return false;
                }
            }
            goes_on = match changed.next_if(|(new, _)| new.as_slice() == key) {
                Some((_, None)) => true,
                Some((new, Some(entry))) => found(new, entry),
                None => found(key, entry),
            };
            goes_on
        })?;
        if goes_on {
            for (new, entry) in changed {
                if entry.as_ref().is_some_and(|entry| !found(new, entry)) {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Shows the entries whose keys begin with `prefix`, from the key `from` on, until `found` has enough.
///
/// # Errors
/// That the engine gave up.
pub fn scan_prefix(view: &dyn View, prefix: &[u8], from: &[u8], found: &mut Found<'_>) -> Result<(), Failure> {
    view.scan(from, &mut |key, entry| key.starts_with(prefix) && found(key, entry))
}
