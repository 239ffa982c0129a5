//! Decoding and encoding, paired and interleaved with the Java library and with quick-xml.
//!
//! `cargo bench --bench against [-- ROUNDS]`. Needs the corpora beside the workspace, `java` and `mvn`. Every figure is CPU
//! time of the working thread; each Java operation has a JVM of its own, warmed up by CPU time.

mod ours;
#[path = "../support/mod.rs"]
mod support;
mod xml;

use fastinfoset::{ReadOptions, Registry, WriteOptions};
use support::{Summary, java_vocabulary};

/// CPU time that one sample takes, in milliseconds.
const SAMPLE_MS: u64 = 40;
/// CPU time that a Java operation is warmed up for, in milliseconds.
const WARM_UP_MS: u64 = 4000;

fn main() {
    let rounds = support::number().unwrap_or(9);
    let Some(folder) = support::corpus("ubl") else { return };
    let Some(peer) = support::java::Java::build("2.1.1") else { return };
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
    for name in support::DOCUMENTS {
        let path = folder.join(format!("{name}.xml"));
        let document = std::fs::read_to_string(&path).unwrap();
        println!("\n{name}: {} bytes of XML", document.len());
        for (label, options, setting) in
            [("default", &plain, String::new()), ("external vocabulary", &external, listing.clone())]
        {
            let bytes = ours::encode_xml(&document, options);
            let file = peer.write(&format!("{name}.{}", label.len()), &bytes);
            let mut decode = peer.start("decode", &[(&file, &setting)], WARM_UP_MS);
            let mut encode = peer.start("encode", &[(&path, &setting)], WARM_UP_MS);
            let mut ours_decode = ours::push_decoder(&bytes, &read);
            let mut ours_pull = ours::decoder(&bytes, &read);
            let mut ours_stream = ours::stream_decoder(&bytes, &read);
            let mut ours_encode = ours::encoder(&bytes, &read, options);
            let mut xml_decode = || xml::decode(&document);
            let mut tables = [const { Vec::new() }; 7];
            let mut checks = [0; 7];
            for _ in 0..rounds {
                let pull = support::sample(SAMPLE_MS, &mut ours_pull);
                let push = support::sample(SAMPLE_MS, &mut ours_decode);
                let java = decode.sample(0, SAMPLE_MS);
                let stream = support::sample(SAMPLE_MS, &mut ours_stream);
                let xml = support::sample(SAMPLE_MS, &mut xml_decode);
                let samples = [
                    push,
                    java,
                    xml,
                    support::sample(SAMPLE_MS, &mut ours_encode),
                    encode.sample(0, SAMPLE_MS),
                    stream,
                    pull,
                ];
                for (i, (ns, check)) in samples.into_iter().enumerate() {
                    tables[i].push(ns / 1000.0);
                    checks[i] = check;
                }
            }
            // The Java library counts UTF-16 units, this crate bytes.
            assert!(!document.is_ascii() || checks[0] == checks[1], "both readers saw the same");
            assert!(checks[0] == checks[5] && checks[0] == checks[6], "all of our readers saw the same");
            println!(" {label}: {} bytes, the Java writer's {}", checks[3], checks[4]);
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
