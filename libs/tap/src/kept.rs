//! The bytes of a body that are kept to be decoded: its beginning, within limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bytes that all bodies together may still keep. Clones share what is left.
#[derive(Clone, Debug)]
pub struct Purse(Arc<AtomicUsize>);

impl Purse {
    /// A purse of this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(bytes)))
    }

    /// Takes up to `wanted` bytes out of it.
    fn draw(&self, wanted: usize) -> usize {
        let draw = |left: usize| Some(left - left.min(wanted));
        let before = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, draw);
        before.unwrap_or_else(|left| left).min(wanted)
    }

    fn give_back(&self, bytes: usize) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// The beginning of a body, and how long the body is.
#[derive(Debug)]
pub struct Kept {
    bytes: Vec<u8>,
    size: u64,
    most: usize,
    purse: Purse,
}

impl Kept {
    /// An empty body of which at most `most` bytes will be kept, as long as `purse` has them.
    pub fn new(most: usize, purse: Purse) -> Self {
        Self { bytes: Vec::new(), size: 0, most, purse }
    }

    /// The body goes on.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        // Once something was left out, what is kept would have a hole.
        if self.is_whole() {
            let wanted = bytes.len().min(self.most - self.bytes.len());
            self.bytes.extend_from_slice(&bytes[..self.purse.draw(wanted)]);
        }
        self.size += bytes.len() as u64;
    }

    /// What was kept: the beginning.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The length of the body, in bytes, whatever was kept.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether all of it was kept.
    pub fn is_whole(&self) -> bool {
        self.size == self.bytes.len() as u64
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.purse.give_back(self.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_no_more_than_one_and_all_may() {
        let purse = Purse::new(10);
        let mut first = Kept::new(8, purse.clone());
        for _ in 0..3 {
            first.push(b"abc");
        }
        assert_eq!((first.bytes(), first.size(), first.is_whole()), (&b"abcabcab"[..], 9, false));
        let mut second = Kept::new(8, purse.clone());
        second.push(b"abc");
        assert_eq!((second.bytes(), second.is_whole()), (&b"ab"[..], false));
        drop(first);
        second.push(b"abc");
        assert_eq!((second.bytes(), second.size()), (&b"ab"[..], 6), "without a hole");
        let mut third = Kept::new(8, purse);
        third.push(b"abcdefgh");
        assert!(third.is_whole());
    }
}
