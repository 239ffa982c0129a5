//! A screen for each message that servers answered: who serves most, who waits least, and what it costs.

use std::fmt::Write as _;

use anstyle::Style;
use wirecost_model::RunDocument;

use super::{BOLD, DIM, Rendering, labelled, state, write_dim, write_line};
use crate::answer::serving::{COLUMNS, Server, ServingAnswer, cells, headings, legend};
use crate::fitted::{self, Column};

/// The screen of a message.
pub fn screen(run: &RunDocument, serving: &ServingAnswer<'_>, alone: bool, options: &Rendering<'_>, out: &mut String) {
    let width = options.screen.width;
    write_line(&title(run, serving, alone), BOLD, width, out);
    out.push('\n');
    let headings = headings(serving);
    let columns: Vec<(&str, usize)> =
        headings.iter().zip(&COLUMNS).map(|(heading, column)| (heading.as_str(), column.rank)).collect();
    write_table(serving, &columns, &|server| cells(serving, server), width, out);
    serving.told_loads().iter().for_each(|line| write_dim(&format!("  {line}"), width, out));
    out.push('\n');
    let sentences = serving.sentences();
    if sentences.is_empty() {
        write_line(&serving.line().1, Style::new(), width, out);
    }
    labelled(&sentences, width).iter().for_each(|line| out.extend([line, "\n"]));
    serving.noise().iter().for_each(|noise| write_dim(noise, width, out));
    if serving.more_loads() > 0 {
        let (more, details) = (serving.more_loads(), options.details);
        let s = if more == 1 { "" } else { "s" };
        write_dim(&format!("also measured: {more} more load{s}: {details} -v"), width, out);
    }
    out.push('\n');
}

/// The first line of a message's screen.
pub fn title(run: &RunDocument, serving: &ServingAnswer<'_>, alone: bool) -> String {
    let state = if alone { format!(": {}", state(run)) } else { String::new() };
    format!("{} {} {}{state}", serving.lab, serving.operation, serving.message)
}

/// A row for each server; those that this machine was too busy to measure are grey. A column that no server fills is left
/// out.
pub fn write_table(
    serving: &ServingAnswer<'_>,
    columns: &[(&str, usize)],
    cells: &dyn Fn(&Server<'_>) -> Vec<Option<String>>,
    width: usize,
    out: &mut String,
) {
    let servers = serving.servers();
    let of_servers: Vec<Vec<Option<String>>> = servers.iter().map(cells).collect();
    let filled: Vec<usize> =
        (0..columns.len()).filter(|index| of_servers.iter().any(|cells| cells[*index].is_some())).collect();
    let row = |(server, cells): (&Server<'_>, &Vec<Option<String>>)| {
        let floor = if server.head.is_floor() { " (a floor)" } else { "" };
        let name = format!("{} {}{floor}", server.head.candidate, server.head.version);
        let cells = filled.iter().map(|index| cells[*index].clone().unwrap_or_default());
        std::iter::once(name).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = servers.iter().zip(&of_servers).map(row).collect();
    let named =
        filled.iter().map(|index| Column { heading: columns[*index].0, numeric: true, rank: columns[*index].1 });
    let server = Column { heading: "server", numeric: false, rank: 0 };
    let lines = fitted::fit(&std::iter::once(server).chain(named).collect::<Vec<_>>(), &rows, width);
    for line in &lines.head {
        let _ = writeln!(out, "{BOLD}{line}{BOLD:#}");
    }
    for (line, server) in lines.rows.iter().zip(&servers) {
        let _ = if !server.is_ranked() { writeln!(out, "{DIM}{line}{DIM:#}") } else { writeln!(out, "{line}") };
    }
    legend(&servers, &of_servers).iter().for_each(|line| write_dim(&format!("  {line}"), width, out));
}
