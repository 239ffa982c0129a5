//! Decoding and encoding, paired and interleaved with the Java library and with quick-xml.
//!
//! `cargo bench --bench against [-- ROUNDS]`. Needs the corpora beside the workspace, `java` and `mvn`. Every figure is CPU
//! time of the working thread; each Java operation has a JVM of its own, warmed up by CPU time.

mod java;
#[path = "../../tests/common/java_vocabulary.rs"]
mod java_vocabulary;
mod ours;
mod xml;

use std::path::{Path, PathBuf};

use fastinfoset::{ReadOptions, Registry, WriteOptions};
use rustix::time::{ClockId, clock_gettime};

/// CPU time that one sample takes, in milliseconds.
const SAMPLE_MS: u64 = 40;
/// CPU time that a Java operation is warmed up for, in milliseconds.
const WARM_UP_MS: u64 = 4000;

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(9);
    let folder = std::env::var_os("WIRECOST_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
        .join("data/xml/ubl");
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return;
    }
    let Some(peer) = java::Peer::build() else { return };
    let vocabulary = java_vocabulary::without_second_prefixes(&ours::vocabulary(&folder));
    let listing = peer.write("vocabulary.txt", java_vocabulary::listing("urn:bench", &vocabulary).as_bytes());
    let listing = format!("vocabulary={}", listing.display());
    let mut vocabularies = Registry::new();
    vocabularies.register("urn:bench", vocabulary);
    let plain = WriteOptions::default();
    let external = WriteOptions {
        external_vocabulary: Some("urn:bench".into()),
        vocabularies: vocabularies.clone(),
        ..plain.clone()
    };
    let read = ReadOptions { vocabularies, ..Default::default() };

    println!("{rounds} rounds; microseconds of CPU time an operation, and ratios within a round: median (least..most)");
    for name in ["UBL-Invoice-2.1-Example", "UBL-Order-2.1-Example", "UBL-Waybill-2.0-Example-International"] {
        let path = folder.join(format!("{name}.xml"));
        let document = std::fs::read_to_string(&path).unwrap();
        println!("\n{name}: {} octets of XML", document.len());
        for (label, options, setting) in
            [("default", &plain, String::new()), ("external vocabulary", &external, listing.clone())]
        {
            let octets = ours::encode_xml(&document, options);
            let file = peer.write(&format!("{name}.{}", label.len()), &octets);
            let mut decode = peer.start("decode", &file, &setting);
            let mut encode = peer.start("encode", &path, &setting);
            let mut ours_decode = ours::push_decoder(&octets, &read);
            let mut ours_pull = ours::decoder(&octets, &read);
            let mut ours_stream = ours::stream_decoder(&octets, &read);
            let mut ours_encode = ours::encoder(&octets, &read, options);
            let mut xml_decode = xml::decoder(&document);
            let mut tables = [const { Vec::new() }; 7];
            let mut checks = [0; 7];
            for _ in 0..rounds {
                let pull = sample(&mut ours_pull);
                let push = sample(&mut ours_decode);
                let java = decode.sample(SAMPLE_MS);
                let stream = sample(&mut ours_stream);
                let xml = sample(&mut xml_decode);
                let samples = [push, java, xml, sample(&mut ours_encode), encode.sample(SAMPLE_MS), stream, pull];
                for (i, (ns, check)) in samples.into_iter().enumerate() {
                    tables[i].push(ns / 1000.0);
                    checks[i] = check;
                }
            }
            // The Java library counts UTF-16 units, this crate octets.
            assert!(!document.is_ascii() || checks[0] == checks[1], "both readers saw the same");
            assert!(checks[0] == checks[5] && checks[0] == checks[6], "all of our readers saw the same");
            println!(" {label}: {} octets, the Java writer's {}", checks[3], checks[4]);
            let [ours, java, xml, ours_encode, java_encode, stream, pull] = tables;
            println!("  decode  Java SAX {}   quick-xml NsReader {}", Summary::of(&java), Summary::of(&xml));
            for (label, decode) in [("push", &ours), ("pull", &pull), ("stream", &stream)] {
                let (java, xml) = (Summary::ratio(&java, decode), Summary::ratio(&xml, decode));
                println!("   {label:6} {}   {java}x Java SAX   {xml}x quick-xml", Summary::of(decode));
            }
            let ratio = Summary::ratio(&java_encode, &ours_encode);
            println!("  encode  Java SAX {}", Summary::of(&java_encode));
            println!("   events {}   {ratio}x Java SAX", Summary::of(&ours_encode));
        }
    }
}

/// Nanoseconds an operation, and the check value of the work.
fn sample(work: &mut dyn FnMut() -> u64) -> (f64, u64) {
    let start = cpu_ns();
    let (mut operations, mut check) = (0u64, 0);
    loop {
        for _ in 0..20 {
            check = work();
        }
        operations += 20;
        let used = cpu_ns() - start;
        if used >= SAMPLE_MS * 1_000_000 {
            return (used as f64 / operations as f64, check);
        }
    }
}

fn cpu_ns() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

struct Summary {
    least: f64,
    median: f64,
    most: f64,
}

impl Summary {
    fn of(samples: &[f64]) -> Self {
        let mut samples = samples.to_vec();
        samples.sort_by(f64::total_cmp);
        Self { least: samples[0], median: samples[samples.len() / 2], most: samples[samples.len() - 1] }
    }

    /// How many times as long the first takes, from pairs of samples that were taken one after the other.
    fn ratio(long: &[f64], short: &[f64]) -> Self {
        Self::of(&long.iter().zip(short).map(|(long, short)| long / short).collect::<Vec<_>>())
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} ({:.2}..{:.2})", self.median, self.least, self.most)
    }
}
