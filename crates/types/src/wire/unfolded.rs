//! A bound for messages that point: what they point to twice is read twice.

/// The most values, with the bytes of texts, that a message may unfold to.
const MOST: usize = 64 << 20;

/// The deepest nesting that is read.
const MAX_NESTING: usize = 64;

/// What was read so far.
#[derive(Debug, Default)]
pub struct Unfolded {
    read: usize,
    depth: usize,
}

impl Unfolded {
    /// Counts a value of so many bytes.
    pub fn count(&mut self, bytes: usize) -> Result<(), String> {
        self.read = self.read.saturating_add(bytes).saturating_add(1);
        if self.read > MOST { Err(format!("it unfolds to more than {MOST} values and bytes of text")) } else { Ok(()) }
    }

    /// Goes into a value.
    pub fn enter(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_NESTING { Err(format!("nested deeper than {MAX_NESTING} levels")) } else { Ok(()) }
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}
