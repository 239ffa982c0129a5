//! What stores of a message cost by the format of their values.

use wirecost_model::{CaseDocument, EstimateId, RunDocument, StoreLoad, StoredMessage};

use crate::sheet::{Heading, Part, Sheet, Table};
use crate::units;

/// What comes before the message in a value: the numbers of its key and of its write, bytes.
const HEAD_BYTES: f64 = 24.0;

/// The stores of a message under one load.
struct ByFormat<'a> {
    load: Vec<(&'a str, &'a str)>,
    cases: Vec<Stored<'a>>,
}

/// A case whose values hold a message.
struct Stored<'a> {
    case: &'a CaseDocument,
    asked: StoreLoad,
    value: StoredMessage,
}

impl<'a> Stored<'a> {
    fn of(case: &'a CaseDocument) -> Option<Self> {
        let asked = case.store_load().filter(|_| case.estimates.contains_key(&EstimateId::ServerCpuNs))?;
        Some(Self { case, value: asked.value.clone()?, asked })
    }
}

fn columns() -> Vec<Heading> {
    vec![
        Heading::text("store", 0),
        Heading::text("format", 0),
        Heading::number("message", 0),
        Heading::number("CPU/op", 0),
        Heading::number("ops/s", 3),
        Heading::number("disk/key", 1),
        Heading::number("memory/key", 2),
    ]
}

/// The stores of each message under each load, in several formats; none if no load has values in two. A row for each store and format:
/// the store, then the smallest message first.
pub(crate) fn by_format(run: &RunDocument) -> Vec<Sheet> {
    let mut tables: Vec<ByFormat<'_>> = Vec::new();
    for stored in run.cases.iter().filter_map(Stored::of) {
        let case = stored.case;
        let shared = case.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let shared = shared.filter(|(name, _)| !["value", "value_bytes", "durability"].contains(name));
        let load: Vec<(&str, &str)> = shared.chain([("operation", case.operation.as_str())]).collect();
        let is_same = |table: &&mut ByFormat<'_>| {
            table.load == load && table.cases.iter().all(|other| other.value.message == stored.value.message)
        };
        match tables.iter_mut().find(is_same) {
            Some(table) => table.cases.push(stored),
            None => tables.push(ByFormat { load, cases: vec![stored] }),
        }
    }
    tables.retain(|table| table.cases.iter().any(|stored| stored.value != table.cases[0].value));
    let sheet = |mut table: ByFormat<'_>| {
        table.cases.sort_by_key(|stored| (stored.case.candidate.clone(), stored.asked.value_bytes));
        let rows = table.cases.iter().map(cells).collect();
        Sheet { title: title(&table.cases[0]), parts: vec![Part::Table(Table::of(columns(), rows))] }
    };
    tables.into_iter().map(sheet).collect()
}

fn title(stored: &Stored<'_>) -> String {
    let (operation, message) = (&stored.case.operation, &stored.value.message);
    let order = stored.asked.window.as_ref().map_or("", |window| &window.order);
    format!("{operation} of {message} by format, {order}, {} connections", stored.asked.connections)
}

fn cells(Stored { case, asked, value }: &Stored<'_>) -> Vec<String> {
    let shown = |id, unit: fn(f64) -> String| case.median(id).map_or(String::new(), unit);
    let each = |id| match case.median(id) {
        Some(bytes) if asked.keys > 0 => format!("{} B", units::grouped(bytes / asked.keys as f64)),
        _ => String::new(),
    };
    vec![
        case.candidate.clone(),
        value.format.clone(),
        format!("{} B", units::grouped(asked.value_bytes as f64 - HEAD_BYTES)),
        shown(EstimateId::ServerCpuNs, units::time),
        shown(EstimateId::RatePerS, units::grouped),
        each(EstimateId::DiskBytes),
        each(EstimateId::MemoryBytes),
    ]
}
