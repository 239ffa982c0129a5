//! What the rows of a section have in common, and which of them costs the least.

use super::{Row, Section};

impl Section<'_> {
    /// The row with the most operations whose cost is the least together.
    pub(super) fn cheapest(&self) -> Option<usize> {
        let key = |row: &Row<'_>| (row.lacks(), row.whole());
        let order = |(a, b): ((usize, f64), (usize, f64))| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
        (0..self.rows.len()).min_by(|a, b| order((key(&self.rows[*a]), key(&self.rows[*b]))))
    }

    /// What its rows have in common.
    pub fn heading(&self) -> String {
        let place = [self.language, self.format, self.binding.filter(|name| !name.is_empty()), self.apart];
        place.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
