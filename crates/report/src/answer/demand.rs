//! What a system takes that reads and writes this many messages a second: cores and bytes, from what one message costs.

use wirecost_model::EstimateId;

use super::{Cell, Row};

/// What a row takes at a rate.
#[derive(Debug, Clone, PartialEq)]
pub struct Demand {
    /// Cores that are busy with each operation, in the order of [`Message::operations`](super::Message::operations); none if
    /// the cost is unknown.
    pub cores: Vec<Option<Cores>>,
    /// Bytes a second; none if the size is unknown.
    pub bytes_per_s: Option<f64>,
    /// The same under gzip, without what compressing costs.
    pub gzip_bytes_per_s: Option<f64>,
}

/// Cores of this machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cores {
    /// How many.
    pub cores: f64,
    /// Whether it is no more than that: the operation is too fast to measure its cost.
    pub at_most: bool,
}

impl Demand {
    /// What `row` takes for `rate_per_s` messages a second. None where instructions were counted, which take no time that
    /// is known.
    pub fn of(row: &Row<'_>, rate_per_s: f64) -> Option<Self> {
        let is_counted = row.cells.iter().flatten().any(|cell| cell.is_counted());
        let cores = |cell: &Option<Cell<'_>>| {
            let cell = cell.as_ref()?;
            Some(Cores { cores: rate_per_s * cell.most() / 1e9, at_most: cell.too_fast })
        };
        let bytes = |id: EstimateId| row.shared(id).map(|bytes| bytes * rate_per_s);
        (!is_counted).then(|| Self {
            cores: row.cells.iter().map(cores).collect(),
            bytes_per_s: bytes(EstimateId::SizeBytes),
            gzip_bytes_per_s: bytes(EstimateId::GzipBytes),
        })
    }

    /// The cores of all operations together; none if one is unknown.
    pub fn together(&self) -> Option<Cores> {
        let all: Option<Vec<Cores>> = self.cores.iter().copied().collect();
        let add =
            |sum: Cores, cores: Cores| Cores { cores: sum.cores + cores.cores, at_most: sum.at_most || cores.at_most };
        all?.into_iter().reduce(add)
    }
}
