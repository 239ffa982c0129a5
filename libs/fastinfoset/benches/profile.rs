//! One operation many times, to look at under callgrind.
//!
//! `valgrind --tool=callgrind $(cargo bench --bench profile --no-run ...) push|decode|stream|encode FILE.xml TIMES [external]`
//!
//! `external` takes the names of all documents in the folder of the file for an external vocabulary.

#[path = "against/ours.rs"]
mod ours;

use std::path::Path;

use fastinfoset::{ReadOptions, Registry, WriteOptions};

fn main() {
    let arguments: Vec<String> = std::env::args().filter(|argument| argument != "--bench").collect();
    let [_, operation, file, times, setting @ ..] = arguments.as_slice() else {
        println!("usage: profile push|decode|stream|encode FILE.xml TIMES [external]");
        return;
    };
    let mut write = WriteOptions::default();
    if !setting.is_empty() {
        write.external_vocabulary = Some("urn:bench".into());
        write.vocabularies = Registry::new();
        write.vocabularies.register("urn:bench", ours::vocabulary(Path::new(file).parent().unwrap()));
    }
    let read = ReadOptions { vocabularies: write.vocabularies.clone(), ..Default::default() };
    let bytes = ours::encode_xml(&std::fs::read_to_string(file).unwrap(), &write);
    let mut work: Box<dyn FnMut() -> u64> = match operation.as_str() {
        "push" => Box::new(ours::push_decoder(&bytes, &read)),
        "decode" => Box::new(ours::decoder(&bytes, &read)),
        "stream" => Box::new(ours::stream_decoder(&bytes, &read)),
        _ => Box::new(ours::encoder(&bytes, &read, &write)),
    };
    let check: u64 = (0..times.parse().unwrap()).map(|_| work()).sum();
    println!("{check}");
}
