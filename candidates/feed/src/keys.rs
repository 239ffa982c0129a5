//! Where everything is in the store: entities have bodies, and all else is an index whose keys say it.
//!
//! | key | entry | what |
//! | --- | --- | --- |
//! | `e` entry | [`Entry`](crate::model::Entry) | bodies of entries |
//! | `s` source | [`Source`](crate::model::Source) | bodies of sources |
//! | `n` name | source | users by name |
//! | `r` source, digest of the resource id | entry | entries by what their source calls them |
//! | `p` source, entry downwards | whether it was pushed | entries of a source, newest first: the profile |
//! | `f` source, user | [spans](crate::spans) | followers |
//! | `g` user, source | the same spans | subscriptions |
//! | `i` bucket, user, entry downwards | nothing, or the body | inboxes |
//! | `b` bucket downwards | the last entry before it | buckets |
//! | `d` entry | first and last bucket | where an entry was delivered |
//! | `m` user | how far they have read, and unread entries | marks |
//! | `c` entry, comment | [`Comment`](crate::model::Comment) | comments |
//! | `h` source | nothing | sources that are read rather than pushed |
//! | `u` source | validators, times | what the crawler knows of a feed |
//! | `a` user | digest of a secret | clients |
//! | `k` | the key of tokens | |
//! | `j` entry or source, kind | how far it is | work in the background |
//! | `x` | the state of the writer | its counters |
//!
//! Numbers are big-endian, so that keys sort as numbers do.

/// A user or another source.
pub type Node = u32;

/// An entry, by its number.
pub type EntryId = u64;

/// A key of a table, made of its parts.
macro_rules! key {
    ($table:literal $(, $part:expr)*) => {{
        let mut key = Vec::with_capacity(21);
        key.push($table);
        $(key.extend_from_slice(&$part.to_be_bytes());)*
        key
    }};
}

pub const STATE: &[u8] = b"x";

pub fn entry(id: EntryId) -> Vec<u8> {
    key!(b'e', id)
}

pub fn source(id: Node) -> Vec<u8> {
    key!(b's', id)
}

pub fn name(name: &str) -> Vec<u8> {
    [b"n", name.as_bytes()].concat()
}

/// Resource ids can be long, and a key cannot: it holds 16 bytes of their digest.
pub fn resource(source: Node, resource: &str) -> Vec<u8> {
    let digest = ring::digest::digest(&ring::digest::SHA256, resource.as_bytes());
    let mut key = key!(b'r', source);
    key.extend_from_slice(&digest.as_ref()[..16]);
    key
}

pub fn profile(source: Node, id: EntryId) -> Vec<u8> {
    key!(b'p', source, !id)
}

pub fn profiles(source: Node) -> Vec<u8> {
    key!(b'p', source)
}

pub fn follower(source: Node, user: Node) -> Vec<u8> {
    key!(b'f', source, user)
}

pub fn followers(source: Node) -> Vec<u8> {
    key!(b'f', source)
}

pub fn subscription(user: Node, source: Node) -> Vec<u8> {
    key!(b'g', user, source)
}

pub fn subscriptions(user: Node) -> Vec<u8> {
    key!(b'g', user)
}

pub fn inbox(bucket: u32, user: Node, id: EntryId) -> Vec<u8> {
    key!(b'i', bucket, user, !id)
}

pub fn inboxes(bucket: u32, user: Node) -> Vec<u8> {
    key!(b'i', bucket, user)
}

pub fn bucket(bucket: u32) -> Vec<u8> {
    key!(b'i', bucket)
}

pub const BUCKETS: &[u8] = b"b";

pub fn bucket_start(bucket: u32) -> Vec<u8> {
    key!(b'b', !bucket)
}

pub const PULLED: &[u8] = b"h";

pub const JOBS: &[u8] = b"j";

pub fn delivered(id: EntryId) -> Vec<u8> {
    key!(b'd', id)
}

pub fn mark(user: Node) -> Vec<u8> {
    key!(b'm', user)
}

pub fn comment(entry: EntryId, id: u64) -> Vec<u8> {
    key!(b'c', entry, id)
}

pub fn comments(entry: EntryId) -> Vec<u8> {
    key!(b'c', entry)
}

pub fn pulled(source: Node) -> Vec<u8> {
    key!(b'h', source)
}

pub const CRAWLED: &[u8] = b"u";

pub fn crawled(source: Node) -> Vec<u8> {
    key!(b'u', source)
}

pub fn job(id: u64, kind: u8) -> Vec<u8> {
    key!(b'j', id, kind)
}

/// The four bytes of a key that begin at `at`.
pub fn node_at(key: &[u8], at: usize) -> Node {
    key.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, Node::from_be_bytes)
}

/// The eight bytes of a key that begin at `at`.
pub fn number_at(key: &[u8], at: usize) -> u64 {
    key.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_be_bytes)
}
