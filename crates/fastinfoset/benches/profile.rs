//! One operation many times, to look at under callgrind.
//!
//! `valgrind --tool=callgrind $(cargo bench --bench profile --no-run ...) push|decode|stream|encode FILE.xml TIMES`

#[path = "against/ours.rs"]
mod ours;

use fastinfoset::{ReadOptions, WriteOptions};

fn main() {
    let arguments: Vec<String> = std::env::args().filter(|argument| argument != "--bench").collect();
    let [_, operation, file, times] = arguments.as_slice() else {
        println!("usage: profile push|decode|stream|encode FILE.xml TIMES");
        return;
    };
    let octets = ours::encode_xml(&std::fs::read_to_string(file).unwrap(), &WriteOptions::default());
    let read = ReadOptions::default();
    let mut work: Box<dyn FnMut() -> u64> = match operation.as_str() {
        "push" => Box::new(ours::push_decoder(&octets, &read)),
        "decode" => Box::new(ours::decoder(&octets, &read)),
        "stream" => Box::new(ours::stream_decoder(&octets, &read)),
        _ => Box::new(ours::encoder(&octets, &read, &WriteOptions::default())),
    };
    let check: u64 = (0..times.parse().unwrap()).map(|_| work()).sum();
    println!("{check}");
}
