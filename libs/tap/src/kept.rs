//! The bytes of a body that are kept to be decoded: its beginning, within limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bytes that all bodies together may still keep. Clones share what is left.
#[derive(Clone, Debug)]
pub struct Purse(Arc<AtomicUsize>);

impl Purse {
    /// A purse of so many bytes.
    pub fn new(octets: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(octets)))
    }

    /// Takes up to `wanted` bytes out of it.
    fn draw(&self, wanted: usize) -> usize {
        let draw = |left: usize| Some(left - left.min(wanted));
        let before = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, draw);
        before.unwrap_or_else(|left| left).min(wanted)
    }

    fn give_back(&self, octets: usize) {
        self.0.fetch_add(octets, Ordering::Relaxed);
    }
}

/// The beginning of a body, and how long the body is.
#[derive(Debug)]
pub struct Kept {
    octets: Vec<u8>,
    size: u64,
    most: usize,
    purse: Purse,
}

impl Kept {
    /// An empty body of which at most `most` bytes will be kept, as long as `purse` has them.
    pub fn new(most: usize, purse: Purse) -> Self {
        Self { octets: Vec::new(), size: 0, most, purse }
    }

    /// The body goes on.
    pub(crate) fn push(&mut self, octets: &[u8]) {
        // Once something was left out, what is kept would have a hole.
        if self.is_whole() {
            let wanted = octets.len().min(self.most - self.octets.len());
            self.octets.extend_from_slice(&octets[..self.purse.draw(wanted)]);
        }
        self.size += octets.len() as u64;
    }

    /// What was kept: the beginning.
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// The length of the body, in bytes, whatever was kept.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether all of it was kept.
    pub fn is_whole(&self) -> bool {
        self.size == self.octets.len() as u64
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.purse.give_back(self.octets.len());
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
        assert_eq!((first.octets(), first.size(), first.is_whole()), (&b"abcabcab"[..], 9, false));
        let mut second = Kept::new(8, purse.clone());
        second.push(b"abc");
        assert_eq!((second.octets(), second.is_whole()), (&b"ab"[..], false));
        drop(first);
        second.push(b"abc");
        assert_eq!((second.octets(), second.size()), (&b"ab"[..], 6), "without a hole");
        let mut third = Kept::new(8, purse);
        third.push(b"abcdefgh");
        assert!(third.is_whole());
    }
}
