//! When a user was subscribed to a source: spans of entry numbers, each with how its entries reach the user.

use crate::keys::EntryId;

/// How entries of a span reach the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// They are written into the inbox.
    Pushed,
    /// They are looked up when the user reads.
    Pulled,
}

/// From the first entry to the one before `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub start: EntryId,
    pub end: EntryId,
    pub way: Way,
}

/// The end of a span that goes on.
pub const OPEN: EntryId = EntryId::MAX;

/// The most spans that are kept of a subscription; where there would be more, the oldest is forgotten.
const MOST: usize = 64;

/// The bytes of a span in the store: its start, its end, its way.
const BYTES: usize = 17;

/// All spans of a subscription, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spans(Vec<Span>);

impl Spans {
    pub fn read(bytes: &[u8]) -> Self {
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, EntryId::from_be_bytes);
        let span = |bytes: &[u8]| Span {
            start: number(&bytes[..8]),
            end: number(&bytes[8..16]),
            way: if bytes[16] == 0 { Way::Pushed } else { Way::Pulled },
        };
        Self(bytes.chunks_exact(BYTES).map(span).collect())
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES * self.0.len());
        for span in &self.0 {
            bytes.extend_from_slice(&span.start.to_be_bytes());
            bytes.extend_from_slice(&span.end.to_be_bytes());
            bytes.push(u8::from(span.way == Way::Pulled));
        }
        bytes
    }

    pub fn is_open(&self) -> bool {
        self.0.last().is_some_and(|span| span.end == OPEN)
    }

    /// The way of the span that goes on.
    pub fn way(&self) -> Option<Way> {
        self.0.last().filter(|span| span.end == OPEN).map(|span| span.way)
    }

    pub fn open(&mut self, start: EntryId, way: Way) {
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(Span { start, end: OPEN, way });
    }

    /// Ends the span that goes on before this entry.
    pub fn close(&mut self, end: EntryId) {
        if let Some(last) = self.0.last_mut().filter(|span| span.end == OPEN) {
            last.end = end;
        }
        self.0.retain(|span| span.start < span.end);
    }

    /// How this entry reaches the user; none if they were not subscribed when it was published.
    pub fn way_of(&self, id: EntryId) -> Option<Way> {
        self.0.iter().find(|span| (span.start..span.end).contains(&id)).map(|span| span.way)
    }

    /// The first entry that the user could get.
    pub fn start(&self) -> Option<EntryId> {
        self.0.first().map(|span| span.start)
    }

    pub fn any_pulled(&self) -> bool {
        self.0.iter().any(|span| span.way == Way::Pulled)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether an entry is pushed into the inbox of a follower, by what the store holds of the subscription. Without making a list: this is
/// asked for each delivery.
pub fn is_pushed(bytes: &[u8], id: EntryId) -> bool {
    let at = id.to_be_bytes();
    bytes.chunks_exact(BYTES).any(|span| span[16] == 0 && span[..8] <= at[..] && at[..] < span[8..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_say_when_and_how_a_user_was_subscribed() {
        let mut spans = Spans::default();
        spans.open(5, Way::Pushed);
        spans.close(9);
        spans.open(12, Way::Pulled);
        assert_eq!(Spans::read(&spans.bytes()), spans);
        let ways: Vec<_> = [4, 5, 8, 9, 12, 99].map(|id| spans.way_of(id)).into();
        assert_eq!(ways, [None, Some(Way::Pushed), Some(Way::Pushed), None, Some(Way::Pulled), Some(Way::Pulled)]);
        for id in 0..20 {
            assert_eq!(is_pushed(&spans.bytes(), id), spans.way_of(id) == Some(Way::Pushed), "{id}");
        }
    }

    #[test]
    fn a_span_without_entries_is_not_kept_and_the_oldest_is_forgotten() {
        let mut spans = Spans::default();
        spans.open(5, Way::Pushed);
        spans.close(5);
        assert!(spans.is_empty());
        for start in 0..100 {
            spans.open(2 * start, Way::Pushed);
            spans.close(2 * start + 1);
        }
        assert_eq!((spans.way_of(0), spans.way_of(198)), (None, Some(Way::Pushed)));
    }
}
