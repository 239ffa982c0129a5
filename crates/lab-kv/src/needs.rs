//! What a store needs of this machine, and whether that is there.

use wirecost_host::available_memory;
use wirecost_load::check_files;
use wirecost_model::Durability;

use crate::steps::Step;

/// What a store takes for a key beside the value: the key, its entry, and its place in an index.
const KEY_BYTES: u64 = 120;
/// What values may take more than their bytes: allocators round up, and pages are not full.
const SPARE: f64 = 1.5;
/// Files of a store may hold its values this many times: its log, what is written anew, and what is not yet thrown away.
const COPIES: u64 = 4;
/// What stays free.
const LEFT_BYTES: u64 = 512 << 20;
/// Files that a store and the generator open beside their connections.
const OTHER_FILES: u64 = 256;

/// Memory that all of the values may take, bytes.
pub(crate) fn memory_bytes(keys: u64, value_bytes: usize) -> u64 {
    (keys as f64 * (value_bytes as f64 + KEY_BYTES as f64) * SPARE) as u64
}

/// Files that are open at once where this many stores are asked in turn, over this many connections each.
pub(crate) fn files(connections: usize, stores: usize) -> u64 {
    (connections * stores) as u64 + OTHER_FILES
}

/// Why this many stores of this size cannot be measured here at once; `None` if they can.
pub(crate) fn lack(step: &Step, durability: Durability, stores: usize) -> Option<String> {
    if let Err(lack) = check_files(files(step.connections, stores)) {
        return Some(format!("{} connections: {lack}", step.connections));
    }
    let folder = std::env::temp_dir();
    let free = rustix::fs::statvfs(&folder).ok().map(|disk| disk.f_bavail * disk.f_frsize);
    let stores_at_once = stores as u64;
    let raw = step.keys * (step.value_bytes as u64 + KEY_BYTES) * stores_at_once;
    let memory = memory_bytes(step.keys, step.value_bytes) * stores_at_once;
    let short = |what: &str, needed: u64, there: Option<u64>| {
        let there = there.filter(|there| *there < needed + LEFT_BYTES)?;
        let gb = |bytes: u64| bytes as f64 / 1e9;
        let (keys, bytes) = (step.keys, step.value_bytes);
        Some(format!(
            "{keys} values of {bytes} bytes need up to {:.1} GB of {what}, and {:.1} GB must stay free; {:.1} GB are there",
            gb(needed),
            gb(LEFT_BYTES),
            gb(there)
        ))
    };
    let on_disk = (durability != Durability::Memory).then_some(raw * COPIES);
    short("memory", memory, available_memory())
        .or_else(|| on_disk.and_then(|bytes| short(&format!("disk in {}", folder.display()), bytes, free)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::{Operation, StoreLoad};
    use crate::steps::{Content, Row};

    fn load(keys: u64, connections: usize) -> StoreLoad {
        StoreLoad {
            keys,
            value_bytes: 20_000,
            message: None,
            formats: Vec::new(),
            operations: vec![Operation::Set],
            connections: vec![connections],
            pipeline: vec![1],
            placement: vec![wirecost_server_lab::serving::Placement::Free],
            order: vec![crate::part::KeyOrder::Uniform],
            rate_per_s: Vec::new(),
            window: wirecost_catalog::suite::Span(std::time::Duration::from_secs(1)),
        }
    }

    fn lack(load: &StoreLoad, stores: usize) -> Option<String> {
        super::lack(&Row::of(0, load, &Content::Bytes(20_000))[0].steps[0], Durability::Memory, stores)
    }

    #[test]
    fn a_shortage_is_reported_in_numbers() {
        assert_eq!(lack(&load(10, 1), 1), None);
        let said = lack(&load(1_000_000_000, 1), 1).unwrap();
        assert!(said.starts_with("1000000000 values of 20000 bytes need up to 30180.0 GB of memory"), "{said}");
    }
    #[test]
    fn more_connections_than_open_files_name_the_command() {
        let said = lack(&load(10, 1_000_000_000), 4).unwrap();
        assert!(said.starts_with("1000000000 connections: 4000000320 files"), "{said}");
        assert!(said.contains("ulimit -n 4000000320"), "{said}");
    }
}
