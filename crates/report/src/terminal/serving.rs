//! A screen for each message that servers answered: who serves most, who waits least, and what it costs.

use std::fmt::Write as _;

use anstyle::Style;
use wirecost_model::{EstimateId, RunDocument};

use super::answers::state;
use super::{BOLD, DIM, Options, labelled, write_dim, write_line};
use crate::answer::serving::{Kind, Server, Serving};
use crate::fitted::{self, Column};
use crate::leader;
use crate::units;

/// The screen of a message.
pub fn screen(run: &RunDocument, serving: &Serving<'_>, alone: bool, options: &Options<'_>, out: &mut String) {
    let width = options.screen.width;
    write_line(&title(run, serving, alone), BOLD, width, out);
    out.push('\n');
    write_table(serving, &COLUMNS, &cells, width, out);
    loads(serving).iter().for_each(|line| write_dim(&format!("  {line}"), width, out));
    out.push('\n');
    let sentences = serving.sentences();
    if sentences.is_empty() {
        write_line(&serving.line().1, Style::new(), width, out);
    }
    labelled(&sentences, width).iter().for_each(|line| out.extend([line, "\n"]));
    leader::noise(&serving.leaders()).iter().for_each(|noise| write_dim(noise, width, out));
    if serving.more_loads() > 0 {
        let (more, details) = (serving.more_loads(), options.details);
        let s = if more == 1 { "" } else { "s" };
        write_dim(&format!("also measured: {more} more load{s}: {details} -v"), width, out);
    }
    out.push('\n');
}

/// The first line of a message's screen.
pub fn title(run: &RunDocument, serving: &Serving<'_>, alone: bool) -> String {
    let state = if alone { format!(": {}", state(run)) } else { String::new() };
    format!("{} {} {}{state}", serving.lab, serving.operation, serving.message)
}

/// The headings of the columns, and how early a narrow terminal leaves each out.
const COLUMNS: [(&str, usize); 7] = [
    ("answers/s", 0),
    ("p99 wait", 0),
    ("round trip", 0),
    ("server CPU", 0),
    ("client CPU", 2),
    ("request", 3),
    ("memory", 1),
];

fn cells(server: &Server<'_>) -> Vec<Option<String>> {
    let under = |kind: Kind, id: EstimateId, unit: fn(f64) -> String| {
        let figure = unit(server.under(kind)?.median(id)?);
        let is_marked = server.is_set_aside(kind) && !server.set_aside;
        Some(if is_marked { format!("*{figure}") } else { figure })
    };
    vec![
        under(Kind::Most, EstimateId::RatePerS, units::grouped),
        under(Kind::Planned, EstimateId::LatencyP99Ns, units::time),
        under(Kind::RoundTrip, EstimateId::TimeNs, units::time),
        server.estimate(EstimateId::ServerCpuNs).map(units::time),
        server.estimate(EstimateId::ClientCpuNs).map(units::time),
        server.estimate(EstimateId::RequestBytes).map(units::bytes),
        server.estimate(EstimateId::MemoryBytes).map(units::size),
    ]
}

/// A row for each server; those that this machine was too busy to measure are grey. A column that no server fills is left
/// out.
pub fn write_table(
    serving: &Serving<'_>,
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
    let unranked = [
        (servers.iter().any(|server| server.head.is_floor()), "a floor does less than the work"),
        (servers.iter().any(|server| server.set_aside), "set aside: the machine was too busy"),
    ];
    let why: Vec<&str> = unranked.iter().filter(|(is_there, _)| *is_there).map(|(_, why)| *why).collect();
    if !why.is_empty() {
        write_dim(&format!("  grey, last: not ranked ({})", why.join("; ")), width, out);
    }
    if of_servers.iter().flatten().flatten().any(|cell| cell.starts_with('*')) {
        write_dim("  *: not ranked (the machine was too busy for this load)", width, out);
    }
}

/// Under which load each column was measured.
fn loads(serving: &Serving<'_>) -> Vec<String> {
    let head = format!("{} {}: ", serving.operation, serving.message);
    let load = |kind: Kind| {
        let title = &serving.load(kind)?.title;
        let what = match kind {
            Kind::Most => "answers/s",
            Kind::Planned => "p99 wait",
            Kind::RoundTrip => "round trip",
        };
        Some(format!("{what}: {}", title.strip_prefix(&head).unwrap_or(title)))
    };
    Kind::ALL.iter().filter_map(|kind| load(*kind)).collect()
}
