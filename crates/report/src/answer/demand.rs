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
    /// The same where the bytes are compressed on the way, in each way of which the size is known.
    pub compressed: Vec<Compressed>,
}

/// What a row takes at a rate if its bytes are compressed after encoding, and decompressed before decoding.
#[derive(Debug, Clone, PartialEq)]
pub struct Compressed {
    /// What compresses.
    pub name: &'static str,
    /// As [`Demand::cores`], with what compressing or decompressing takes; none where one of both is unknown.
    pub cores: Vec<Option<Cores>>,
    /// Bytes a second.
    pub bytes_per_s: f64,
}

/// The compressions that a run measures: what each is called, the size, and the time there and back.
const WAYS: [(&str, EstimateId, EstimateId, EstimateId); 2] = [
    ("gzip", EstimateId::GzipBytes, EstimateId::GzipNs, EstimateId::GunzipNs),
    ("zstd", EstimateId::ZstdBytes, EstimateId::ZstdNs, EstimateId::UnzstdNs),
];

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
        let plain: Vec<Option<Cores>> = row.cells.iter().map(cores).collect();
        let compressed = WAYS.into_iter().filter_map(|(name, size, there, back)| {
            let bytes_per_s = bytes(size)?;
            let cores = row.cells.iter().zip(&plain).map(|(cell, plain)| {
                // Whoever reads decompresses first; a round trip does both.
                let ids = match cell.as_ref()?.case.operation.as_str() {
                    "encode" => &[there][..],
                    "decode" | "borrow" => &[back],
                    _ => &[there, back],
                };
                let more_ns: Option<f64> = ids.iter().map(|id| row.shared(*id)).sum();
                (*plain).zip(more_ns).map(|(plain, ns)| Cores { cores: plain.cores + rate_per_s * ns / 1e9, ..plain })
            });
            Some(Compressed { name, cores: cores.collect(), bytes_per_s })
        });
        let compressed: Vec<Compressed> = compressed.collect();
        (!is_counted).then(|| Self { compressed, bytes_per_s: bytes(EstimateId::SizeBytes), cores: plain })
    }

    /// The cores of all operations together; none if one is unknown.
    pub fn together(&self) -> Option<Cores> {
        together(&self.cores)
    }
}

impl Compressed {
    /// The cores of all operations together; none if one is unknown.
    pub fn together(&self) -> Option<Cores> {
        together(&self.cores)
    }
}

fn together(cores: &[Option<Cores>]) -> Option<Cores> {
    let all: Option<Vec<Cores>> = cores.iter().copied().collect();
    let add =
        |sum: Cores, cores: Cores| Cores { cores: sum.cores + cores.cores, at_most: sum.at_most || cores.at_most };
    all?.into_iter().reduce(add)
}
