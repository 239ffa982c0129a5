//! The columns of a section, for every report that draws tables.

use crate::units;
use crate::view::{Row, binding};
use crate::words::INTERVAL;
use wirecost_model::EstimateId;

/// A column: its heading, and what is in it.
pub struct Column {
    /// The heading; empty for that of the run's cost.
    pub heading: &'static str,
    /// Whether it holds numbers and is aligned to the right.
    pub numeric: bool,
    /// How early it is left out where a terminal is too narrow: the highest rank first, and 0 never.
    pub rank: usize,
    /// The cell of a row.
    pub cell: fn(&Row<'_>) -> String,
}

/// The columns, in order.
pub const COLUMNS: &[Column] = &[
    Column { heading: "candidate", numeric: false, rank: 0, cell: |row| row.name() },
    Column { heading: "version", numeric: false, rank: 5, cell: |row| row.case.version.clone() },
    Column { heading: "format", numeric: false, rank: 3, cell: |row| row.case.format.clone() },
    Column { heading: "binding", numeric: false, rank: 0, cell: |row| binding(row.case).to_owned() },
    Column { heading: "", numeric: true, rank: 0, cell: |row| row.cost().0 },
    Column { heading: INTERVAL, numeric: true, rank: 4, cell: |row| row.cost().1 },
    Column {
        heading: "ratio",
        numeric: true,
        rank: 0,
        cell: |row| row.ratio.map_or(String::new(), |ratio| format!("{ratio:.2}x")),
    },
    Column { heading: "size", numeric: true, rank: 1, cell: |row| row.shown(EstimateId::SizeBytes, units::size) },
    Column { heading: "gzip", numeric: true, rank: 7, cell: |row| row.shown(EstimateId::GzipBytes, units::size) },
    Column { heading: "zstd", numeric: true, rank: 8, cell: |row| row.shown(EstimateId::ZstdBytes, units::size) },
    Column { heading: "rate", numeric: true, rank: 6, cell: throughput },
    Column { heading: "per byte", numeric: true, rank: 12, cell: per_byte },
    Column { heading: "first", numeric: true, rank: 10, cell: |row| row.shown(EstimateId::ColdNs, units::time) },
    Column { heading: "allocs", numeric: true, rank: 9, cell: |row| row.shown(EstimateId::Allocations, units::count) },
    Column { heading: "peak", numeric: true, rank: 11, cell: |row| row.shown(EstimateId::PeakRssBytes, units::size) },
];

/// The time that a byte of the message takes.
fn per_byte(row: &Row<'_>) -> String {
    match (row.case.median(EstimateId::SizeBytes), row.case.estimates.contains_key(&EstimateId::Instructions)) {
        (Some(size), false) if size > 0.0 => units::time(row.verdict.median / size),
        _ => String::new(),
    }
}

fn throughput(row: &Row<'_>) -> String {
    match (row.case.median(EstimateId::SizeBytes), row.case.estimates.contains_key(&EstimateId::Instructions)) {
        (Some(size), false) => units::rate(size, row.verdict.median),
        _ => String::new(),
    }
}
