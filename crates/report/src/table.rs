//! The columns of tables.

/// A column of a table whose rows are about `T`.
#[derive(Debug)]
pub struct Column<T> {
    /// The heading.
    pub heading: &'static str,
    /// Whether it holds numbers and is aligned to the right.
    pub numeric: bool,
    /// How early it is left out where a terminal is too narrow: the highest rank first, and 0 never.
    pub rank: usize,
    /// The cell of a row.
    pub cell: fn(&T) -> String,
}

impl<T> Column<T> {
    /// A column of texts.
    pub const fn text(heading: &'static str, rank: usize, cell: fn(&T) -> String) -> Self {
        Self { heading, numeric: false, rank, cell }
    }

    /// A column of numbers.
    pub const fn number(heading: &'static str, rank: usize, cell: fn(&T) -> String) -> Self {
        Self { heading, numeric: true, rank, cell }
    }
}
