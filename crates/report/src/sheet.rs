//! A part of a report as data: tables, and what is said of them. Labs make such parts; what draws them knows no lab.

use crate::fitted;
use crate::table::Column;

/// A part of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// What it is about; empty for what stands below the part before it.
    pub title: String,
    /// What it says, in order.
    pub parts: Vec<Part>,
}

/// Something that a sheet says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// What the parts after it are about.
    Heading(String),
    /// A finding.
    Line(Line),
    /// How to read what stands above it.
    Note(String),
    /// Figures.
    Table(Table),
}

/// A finding in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The words.
    pub text: String,
    /// What it is to a reader.
    pub tone: Tone,
    /// Whether a short report leaves it out, since it says the most frequent of such findings elsewhere.
    pub is_detail: bool,
}

/// What a line is to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// An answer.
    Plain,
    /// Something beside the answers.
    Aside,
    /// A failure.
    Bad,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Heading>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// What becomes of columns that have no room.
    pub overflow: Overflow,
}

/// The heading of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its text.
    pub text: String,
    /// Whether the column holds numbers.
    pub numeric: bool,
    /// How early the column is left out: the highest rank first, and 0 never.
    pub rank: usize,
}

/// What becomes of columns that have no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    /// They are left out by their rank.
    LeaveOut,
    /// They come below, in a table of their own that has the first column too.
    Below,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// A text for each column. The first is the name of what the row is about.
    pub cells: Vec<String>,
    /// What it is to a reader.
    pub tone: Tone,
    /// How its figures must be read; empty if that goes without saying.
    pub notes: String,
}

impl Sheet {
    /// A sheet of numbers: a name in each row, all columns, and how to read it.
    pub fn of_numbers(title: String, headings: Vec<String>, rows: Vec<Vec<String>>, note: String) -> Self {
        Self { title, parts: vec![Part::Table(Table::of_numbers(headings, rows)), Part::Note(note)] }
    }
}

impl Part {
    /// A finding that every report has.
    pub fn line(text: impl Into<String>, tone: Tone) -> Self {
        Self::Line(Line { text: text.into(), tone, is_detail: false })
    }

    /// A finding that a short report leaves out.
    pub fn detail(text: impl Into<String>, tone: Tone) -> Self {
        Self::Line(Line { text: text.into(), tone, is_detail: true })
    }
}

impl Heading {
    /// The heading of texts.
    pub fn text(text: impl Into<String>, rank: usize) -> Self {
        Self { text: text.into(), numeric: false, rank }
    }

    /// The column that it heads, as text is fitted.
    pub(crate) fn column(&self) -> fitted::Column<'_> {
        fitted::Column { heading: &self.text, numeric: self.numeric, rank: self.rank }
    }

    /// The heading of numbers.
    pub fn number(text: impl Into<String>, rank: usize) -> Self {
        Self { text: text.into(), numeric: true, rank }
    }
}

impl Row {
    /// A row of which nothing is said.
    pub fn of(cells: Vec<String>) -> Self {
        Self { cells, tone: Tone::Plain, notes: String::new() }
    }
}

impl Table {
    /// Rows of texts, of which nothing is said.
    pub fn of(columns: Vec<Heading>, rows: Vec<Vec<String>>) -> Self {
        Self { columns, rows: rows.into_iter().map(Row::of).collect(), overflow: Overflow::LeaveOut }
    }

    /// A name in each row, and numbers beside it, all of which are shown.
    pub fn of_numbers(headings: Vec<String>, rows: Vec<Vec<String>>) -> Self {
        let heading = |(index, text)| Heading { text, numeric: index > 0, rank: 0 };
        let columns = headings.into_iter().enumerate().map(heading).collect();
        Self { overflow: Overflow::Below, ..Self::of(columns, rows) }
    }

    /// The rows that columns give of these subjects. `headed` says what a heading is in this run.
    pub fn by<'a, T: 'a>(
        columns: &[Column<T>],
        subjects: impl IntoIterator<Item = &'a T>,
        headed: impl Fn(&'static str) -> String,
        toned: impl Fn(&T) -> (Tone, String),
    ) -> Self {
        let heading =
            |column: &Column<T>| Heading { text: headed(column.heading), numeric: column.numeric, rank: column.rank };
        let row = |subject: &'a T| {
            let (tone, notes) = toned(subject);
            Row { cells: columns.iter().map(|column| (column.cell)(subject)).collect(), tone, notes }
        };
        let rows = subjects.into_iter().map(row).collect();
        Self { columns: columns.iter().map(heading).collect(), rows, overflow: Overflow::LeaveOut }
    }
}
