//! Tables of text that fit the width of a terminal.
//!
//! A table that is too wide loses its least important columns first. What is still too wide then shortens its texts.

use comfy_table::{CellAlignment, ContentArrangement, Table};

/// What the fewest characters of a shortened text are.
const LEAST: usize = 8;

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub struct Column<'a> {
    /// The heading, which may have several lines. Numbers without one stand close to the column before them.
    pub heading: &'a str,
    /// Whether it holds numbers and is aligned to the right.
    pub numeric: bool,
    /// How early it is left out of a table that is too wide: the highest rank first, and 0 never.
    pub rank: usize,
}

/// The lines of a table: its heading, then a line for each row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// The lines of the headings.
    pub head: Vec<String>,
    /// A line for each row.
    pub rows: Vec<String>,
}

impl Lines {
    /// All lines.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.head.iter().chain(&self.rows)
    }

    fn width(&self) -> usize {
        self.all().map(|line| width_of(line)).max().unwrap_or(0)
    }
}

/// The characters of a text.
pub fn width_of(text: &str) -> usize {
    text.chars().count()
}

/// The places of the columns that a table of `rows` keeps in lines of `width` characters.
pub fn kept(columns: &[Column<'_>], rows: &[Vec<String>], width: usize) -> Vec<usize> {
    // What no row has says nothing.
    let says = |index: &usize| columns[*index].rank == 0 || rows.iter().any(|row| !row[*index].is_empty());
    let mut kept: Vec<usize> = (0..columns.len()).filter(says).collect();
    while draw(columns, &kept, rows).width() > width {
        let Some(last) = kept.iter().copied().max_by_key(|index| columns[*index].rank) else { break };
        if columns[last].rank == 0 {
            break;
        }
        kept.retain(|index| *index != last);
    }
    kept
}

/// A table of `rows` in lines of at most `width` characters.
pub fn fit(columns: &[Column<'_>], rows: &[Vec<String>], width: usize) -> Lines {
    within(columns, &kept(columns, rows, width), rows, width)
}

/// The columns `kept` of a table, with texts shortened where that is still too wide.
pub fn within(columns: &[Column<'_>], kept: &[usize], rows: &[Vec<String>], width: usize) -> Lines {
    let lines = draw(columns, kept, rows);
    let excess = lines.width().saturating_sub(width);
    let texts = kept.iter().copied().filter(|index| !columns[*index].numeric);
    let longest = |index: &usize| rows.iter().map(|row| width_of(&row[*index])).max().unwrap_or(0);
    let Some((widest, most)) = texts.map(|index| (index, longest(&index))).max_by_key(|(_, most)| *most) else {
        return lines;
    };
    if excess == 0 || most <= LEAST {
        return lines;
    }
    let shorter = most.saturating_sub(excess).max(LEAST);
    let mut rows = rows.to_vec();
    rows.iter_mut().for_each(|row| row[widest] = shortened(&row[widest], shorter));
    draw(columns, kept, &rows)
}

/// A text in at most `width` characters.
fn shortened(text: &str, width: usize) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn draw(columns: &[Column<'_>], kept: &[usize], rows: &[Vec<String>]) -> Lines {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(kept.iter().map(|index| columns[*index].heading));
    for row in rows {
        table.add_row(kept.iter().map(|index| &row[*index]));
    }
    for (place, index) in kept.iter().enumerate() {
        if let (true, Some(column)) = (columns[*index].numeric, table.column_mut(place)) {
            column.set_cell_alignment(CellAlignment::Right);
            // A number without a heading belongs to the one before it.
            if columns[*index].heading.is_empty() {
                column.set_padding((0, 1));
            }
        }
    }
    let mut head: Vec<String> = table.lines().map(|line| format!(" {}", line.trim_end())).collect();
    let rows = head.split_off(head.len().saturating_sub(rows.len()));
    Lines { head, rows }
}

/// A text in lines of at most `width` characters: the first begins after `first` spaces, the others after `rest`.
pub fn wrapped(text: &str, width: usize, first: usize, rest: usize) -> String {
    let [first, rest] = [first, rest].map(|spaces| " ".repeat(spaces));
    let options = textwrap::Options::new(width).initial_indent(&first).subsequent_indent(&rest);
    // Names of candidates hold hyphens, and no line end.
    textwrap::fill(text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column<'_>; 4] = [
        Column { heading: "name", numeric: false, rank: 0 },
        Column { heading: "cost", numeric: true, rank: 0 },
        Column { heading: "size", numeric: true, rank: 1 },
        Column { heading: "first", numeric: true, rank: 2 },
    ];

    fn rows() -> Vec<Vec<String>> {
        let row = |name: &str| [name, "12.5 us", "13.1 KiB", "954 us"].map(str::to_owned).to_vec();
        vec![row("short"), row("a-name-that-is-long")]
    }

    #[test]
    fn the_least_important_columns_go_first() {
        let headings = |width| {
            let kept = kept(&COLUMNS, &rows(), width);
            kept.into_iter().map(|index| COLUMNS[index].heading).collect::<Vec<_>>()
        };
        assert_eq!(headings(80), ["name", "cost", "size", "first"]);
        assert_eq!(headings(45), ["name", "cost", "size"]);
        assert_eq!(headings(35), ["name", "cost"]);
        assert_eq!(headings(5), ["name", "cost"], "what matters most always stays");
    }

    #[test]
    fn a_column_that_no_row_fills_is_left_out() {
        let mut rows = rows();
        rows.iter_mut().for_each(|row| row[2].clear());
        assert_eq!(kept(&COLUMNS, &rows, 80), [0, 1, 3]);
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        for width in [24, 30, 40, 60] {
            let lines = fit(&COLUMNS, &rows(), width);
            assert!(lines.width() <= width, "{width}: {lines:?}");
            assert_eq!((lines.head.len(), lines.rows.len()), (1, 2));
        }
        assert!(fit(&COLUMNS, &rows(), 24).rows[1].contains('…'));
        assert!(!fit(&COLUMNS, &rows(), 60).rows[1].contains('…'));
    }

    #[test]
    fn texts_break_at_spaces_alone() {
        assert_eq!(wrapped("one-name two-names", 14, 2, 4), "  one-name\n    two-names");
    }
}
