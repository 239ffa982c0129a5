//! What stores of a message cost by the format of their values.

use wirecost_model::{CaseDocument, EstimateId, Lab, RunDocument};

use crate::fitted;
use crate::units;

/// What comes before the message in a value: the numbers of its key and of its write, bytes.
const HEAD_BYTES: f64 = 24.0;

/// The stores of a message under one load, in several formats.
#[derive(Debug, Clone)]
pub(crate) struct ByFormat<'a> {
    /// What was asked, of which message.
    pub title: String,
    /// A row for each store and format: the store, then the smallest message first.
    pub rows: Vec<Vec<String>>,
    load: Vec<(&'a str, &'a str)>,
    cases: Vec<&'a CaseDocument>,
}

/// The columns of each table: a heading, whether they are numbers, and how early a narrow terminal leaves them out.
pub(crate) fn columns() -> Vec<fitted::Column<'static>> {
    let text = |heading, rank| fitted::Column { heading, numeric: false, rank };
    let number = |heading, rank| fitted::Column { heading, numeric: true, rank };
    vec![
        text("store", 0),
        text("format", 0),
        number("message", 0),
        number("CPU/op", 0),
        number("ops/s", 3),
        number("disk/key", 1),
        number("memory/key", 2),
    ]
}

/// The tables of a run, in its order; none if no load has values in two formats.
pub(crate) fn by_format(run: &RunDocument) -> Vec<ByFormat<'_>> {
    let mut tables: Vec<ByFormat<'_>> = Vec::new();
    let is_of = |case: &&CaseDocument| case.lab == Lab::KV && case.estimates.contains_key(&EstimateId::ServerCpuNs);
    for case in run.cases.iter().filter(is_of) {
        let Some((message, _)) = value(case) else { continue };
        let is_shared = |(name, _): &(&String, &String)| !["value", "value_bytes"].contains(&name.as_str());
        let shared = case.parameters.iter().filter(is_shared);
        let load: Vec<(&str, &str)> = shared
            .filter(|(name, _)| *name != "durability")
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .chain([("operation", case.operation.as_str()), ("message", message)])
            .collect();
        match tables.iter_mut().find(|table| table.load == load) {
            Some(table) => table.cases.push(case),
            None => tables.push(ByFormat { title: title(case, message), rows: Vec::new(), load, cases: vec![case] }),
        }
    }
    for table in &mut tables {
        let of = |case: &CaseDocument| (case.candidate.clone(), value_bytes(case) as u64);
        table.cases.sort_by_key(|case| of(case));
        table.rows = table.cases.iter().map(|case| cells(case)).collect();
    }
    tables.retain(|table| table.cases.iter().any(|case| value(case) != value(table.cases[0])));
    tables
}

/// The message and the format of a case's values.
fn value(case: &CaseDocument) -> Option<(&str, &str)> {
    case.parameters.get("value")?.split_once(':')
}

fn value_bytes(case: &CaseDocument) -> f64 {
    case.parameters.get("value_bytes").and_then(|bytes| bytes.parse().ok()).unwrap_or(0.0)
}

fn title(case: &CaseDocument, message: &str) -> String {
    let of = |name: &str| case.parameters.get(name).map_or("", String::as_str);
    let (order, connections) = (of("order"), of("connections"));
    format!("{} of {message} by format, {order}, {connections} connections", case.operation)
}

fn cells(case: &CaseDocument) -> Vec<String> {
    let keys: f64 = case.parameters.get("keys").and_then(|keys| keys.parse().ok()).unwrap_or(0.0);
    let shown = |id, unit: fn(f64) -> String| case.median(id).map_or(String::new(), unit);
    let each = |id| match case.median(id) {
        Some(bytes) if keys > 0.0 => format!("{} B", units::grouped(bytes / keys)),
        _ => String::new(),
    };
    vec![
        case.candidate.clone(),
        value(case).map_or(String::new(), |(_, format)| format.to_owned()),
        format!("{} B", units::grouped(value_bytes(case) - HEAD_BYTES)),
        shown(EstimateId::ServerCpuNs, units::time),
        shown(EstimateId::RatePerS, units::grouped),
        each(EstimateId::DiskBytes),
        each(EstimateId::MemoryBytes),
    ]
}
