//! What the rows of a section have in common, and which of them costs the least.

use super::{Row, Section};

impl Section<'_> {
    /// The row with the most operations whose cost is the least together.
    pub(super) fn cheapest(&self) -> Option<usize> {
        let by_cost = |a: &Row<'_>, b: &Row<'_>| a.lacks().cmp(&b.lacks()).then(a.whole().total_cmp(&b.whole()));
        (0..self.rows.len()).min_by(|a, b| by_cost(&self.rows[*a], &self.rows[*b]))
    }

    /// What its rows have in common.
    pub fn heading(&self) -> String {
        let place = [self.language, self.format, self.binding.filter(|name| !name.is_empty()), self.apart];
        place.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
