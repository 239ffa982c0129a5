//! What the benches share: the corpora, samples of CPU time, and what becomes of them.
#![allow(dead_code, reason = "each bench uses a part")]

pub mod documents;
pub mod java;
#[path = "../../tests/common/java_vocabulary.rs"]
pub mod java_vocabulary;

use std::fmt::{Display, Formatter};
use std::path::{Path, PathBuf};

use rustix::time::{ClockId, clock_gettime};

/// The documents that the speed of this crate is stated for.
pub const DOCUMENTS: [&str; 3] =
    ["UBL-Invoice-2.1-Example", "UBL-Order-2.1-Example", "UBL-Waybill-2.0-Example-International"];

/// The folder of a corpus beside the workspace, or below what `WIRECOST_SHARED` names.
pub fn folder(corpus: &str) -> PathBuf {
    std::env::var_os("WIRECOST_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
        .join("data/xml")
        .join(corpus)
}

/// The same, where it is there.
pub fn corpus(corpus: &str) -> Option<PathBuf> {
    let folder = folder(corpus);
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return None;
    }
    Some(folder)
}

/// The first argument that is a number.
pub fn number() -> Option<usize> {
    std::env::args().skip(1).find_map(|argument| argument.parse().ok())
}

/// Nanoseconds an operation, and the check value of the work.
pub fn sample(budget_ms: u64, work: &mut dyn FnMut() -> u64) -> (f64, u64) {
    let start = cpu_ns();
    let (mut operations, mut check) = (0u64, 0);
    loop {
        for _ in 0..20 {
            check = work();
        }
        operations += 20;
        let used = cpu_ns() - start;
        if used >= budget_ms * 1_000_000 {
            return (used as f64 / operations as f64, check);
        }
    }
}

fn cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The middle and the ends of samples.
pub struct Summary {
    pub least: f64,
    pub median: f64,
    pub most: f64,
}

impl Summary {
    pub fn of(samples: &[f64]) -> Self {
        let mut samples = samples.to_vec();
        samples.sort_by(f64::total_cmp);
        let middle = samples.len() / 2;
        let median =
            if samples.len() % 2 == 1 { samples[middle] } else { (samples[middle - 1] + samples[middle]) / 2.0 };
        Self { least: samples[0], median, most: samples[samples.len() - 1] }
    }

    /// How many times as long the first takes, from pairs of samples that were taken one after the other.
    pub fn ratio(long: &[f64], short: &[f64]) -> Self {
        Self::of(&long.iter().zip(short).map(|(long, short)| long / short).collect::<Vec<_>>())
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let digits = f.precision().unwrap_or(2);
        let text = format!("{:.digits$} ({:.digits$}..{:.digits$})", self.median, self.least, self.most);
        write!(f, "{text:>width$}", width = f.width().unwrap_or(0))
    }
}
