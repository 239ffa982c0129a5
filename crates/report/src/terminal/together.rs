//! A table over all messages of a run, where there are more than anybody reads one by one.

use crate::answer::Answers;
use crate::answer::together::{CAUTION, Mean, MeanRow, Together, together};
use crate::fitted::{self, Column};
use crate::terminal::{BOLD, Screen, write_dim, write_line};
use crate::units;

/// Writes a table for each kind of work, if there are several messages.
pub fn write(answers: &Answers<'_>, screen: Screen, out: &mut String) {
    let all = together(answers);
    let Some(baseline) = answers.baseline.as_deref().filter(|_| !all.is_empty()) else { return };
    let title = format!("all messages together: geometric means of ratios to {baseline}, and their range");
    write_line(&title, BOLD, screen.width, out);
    out.push('\n');
    all.iter().for_each(|of| table(of, screen.width, out));
    write_dim(&format!("  {CAUTION}"), screen.width, out);
    out.push('\n');
}

fn table(of: &Together<'_>, width: usize, out: &mut String) {
    let heading = of.section.heading();
    let mut columns = vec![
        Column { heading: &heading, numeric: false, rank: 0 },
        Column { heading: "messages", numeric: true, rank: 2 },
        Column { heading: "size", numeric: true, rank: 1 },
        Column { heading: "", numeric: false, rank: 3 },
    ];
    for (index, operation) in of.operations.iter().enumerate() {
        columns.push(Column { heading: operation, numeric: true, rank: index.saturating_sub(1) });
        columns.push(Column { heading: "", numeric: false, rank: index + 1 });
    }
    let rows: Vec<Vec<String>> = of.rows.iter().map(|row| cells(of, row)).collect();
    fitted::fit(&columns, &rows, width).all().for_each(|line| out.extend([line, "\n"]));
    out.push('\n');
}

fn cells(of: &Together<'_>, row: &MeanRow) -> Vec<String> {
    let fewest = row.size.iter().chain(row.cells.iter().flatten()).map(|mean| mean.messages).min().unwrap_or(0);
    let messages = if fewest == of.messages { fewest.to_string() } else { format!("{fewest} of {}", of.messages) };
    let mean = |mean: &Option<Mean>| match mean {
        Some(Mean { mean, least, most, .. }) => {
            [units::ratio(*mean), format!("({} to {})", units::ratio(*least), units::ratio(*most))]
        }
        None => Default::default(),
    };
    let means = std::iter::once(&row.size).chain(&row.cells).flat_map(mean);
    [row.name.clone(), messages].into_iter().chain(means).collect()
}
