//! What rows take and cost in all messages of a run together, as ratios to the baseline.

use wirecost_measure::compare::geometric_mean;

use super::{Answers, Message, Row, Section};

/// What to say wherever such means are shown.
pub const CAUTION: &str = "each message has the same weight, whatever its size and however often it is sent; real traffic does not give it that";

/// Rows that do the same work, over all messages.
#[derive(Debug, Clone)]
pub struct Together<'a> {
    /// A section of the first message that has these rows: it says what they have in common.
    pub section: &'a Section<'a>,
    /// The operations of the columns.
    pub operations: Vec<&'a str>,
    /// In how many messages the baseline has such rows beside it.
    pub messages: usize,
    /// The rows but for the baseline, in the order of the first operation's mean.
    pub rows: Vec<MeanRow>,
}

/// A row over all messages.
#[derive(Debug, Clone)]
pub struct MeanRow {
    /// What it stands for.
    pub name: String,
    /// Its bytes as a share of the baseline's.
    pub size: Option<Mean>,
    /// Its cost as a share of the baseline's, for each operation.
    pub cells: Vec<Option<Mean>>,
}

/// A mean of ratios, one for each message that has both figures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The geometric mean.
    pub mean: f64,
    /// The least ratio.
    pub least: f64,
    /// The greatest.
    pub most: f64,
    /// How many messages it is of.
    pub messages: usize,
}

impl Mean {
    fn of(ratios: &[f64]) -> Option<Self> {
        let [least, most] = [f64::min, f64::max].map(|of| ratios.iter().copied().reduce(of));
        Some(Self { mean: geometric_mean(ratios)?, least: least?, most: most?, messages: ratios.len() })
    }
}

/// The means over all messages, for each kind of section that has a baseline in two messages or more.
pub fn together<'a>(answers: &'a Answers<'a>) -> Vec<Together<'a>> {
    let mut groups: Vec<Vec<(&Message<'_>, &Section<'_>)>> = Vec::new();
    for message in &answers.messages {
        for section in message.sections.iter().filter(|section| section.baseline.is_some() && section.rows.len() > 1) {
            match groups.iter_mut().find(|group| place(group[0].1) == place(section)) {
                Some(group) => group.push((message, section)),
                None => groups.push(vec![(message, section)]),
            }
        }
    }
    groups.into_iter().filter(|group| group.len() > 1).map(|group| of_group(&group)).collect()
}

/// What tells a kind of section from others.
fn place<'a>(section: &Section<'a>) -> [Option<&'a str>; 4] {
    [section.language, section.format, section.binding, section.apart]
}

fn of_group<'a>(group: &[(&'a Message<'a>, &'a Section<'a>)]) -> Together<'a> {
    let mut operations: Vec<&str> = Vec::new();
    for operation in group.iter().flat_map(|(message, _)| &message.operations) {
        if !operations.contains(operation) {
            operations.push(operation);
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for (_, section) in group {
        let others = section.rows.iter().enumerate().filter(|(index, _)| Some(*index) != section.baseline);
        names.extend(others.map(|(_, row)| row.name.as_str()).filter(|name| !names.contains(name)).collect::<Vec<_>>());
    }
    let mut rows: Vec<MeanRow> = names.into_iter().map(|name| row(name, group, &operations)).collect();
    let mean = |row: &MeanRow| row.cells.first().copied().flatten().map_or(f64::INFINITY, |mean| mean.mean);
    rows.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
    Together { section: group[0].1, operations, messages: group.len(), rows }
}

fn row(name: &str, group: &[(&Message<'_>, &Section<'_>)], operations: &[&str]) -> MeanRow {
    let found: Vec<(&Message<'_>, &Row<'_>)> = group
        .iter()
        .filter_map(|(message, section)| Some((*message, section.rows.iter().find(|row| row.name == name)?)))
        .collect();
    let sizes: Vec<f64> = found.iter().filter_map(|(_, row)| Some(1.0 + row.size_difference?)).collect();
    let cell = |operation: &&str| {
        let ratio = |(message, row): &(&Message<'_>, &Row<'_>)| {
            let column = message.operations.iter().position(|known| known == operation)?;
            Some(row.cells[column]?.versus?.ratio)
        };
        Mean::of(&found.iter().filter_map(ratio).collect::<Vec<_>>())
    };
    MeanRow { name: name.to_owned(), size: Mean::of(&sizes), cells: operations.iter().map(cell).collect() }
}
