//! Why was the StAX parser of the Java library slower than its SAX parser, which shares its code? The reports of 2005 could not
//! tell, for they ran both in one JVM, SAX first.
//!
//! `cargo bench --bench stax [-- JVMS]`. Needs the corpora beside the workspace, `java` and `mvn`. Each line is the median, the
//! least and the most of several fresh JVMs: either parser alone, and each after the other.

mod support;

use fastinfoset::{Limits, Writer, xml};
use support::Summary;

/// CPU time of one sample and of the warm-up, in milliseconds.
const SAMPLE_MS: u64 = 200;
const WARM_UP_MS: u64 = 4000;

fn main() {
    let jvms = support::number().unwrap_or(5);
    let Some(folder) = support::corpus("ubl") else { return };
    let Some(peer) = support::java::Java::build("2.1.1") else { return };
    println!("{jvms} JVMs each; microseconds of CPU time an operation: median (least..most)");
    for name in support::DOCUMENTS {
        let document = std::fs::read_to_string(folder.join(format!("{name}.xml"))).unwrap();
        let mut writer = Writer::new();
        xml::from_xml(document.as_bytes(), &Limits::default(), &mut writer).unwrap();
        let file = peer.write(&format!("{name}.stax"), writer.bytes());
        println!("\n{name}");
        let operations = ["decode", "stax", "decode-after-stax", "stax-after-decode"];
        let mut samples = [const { Vec::new() }; 4];
        let mut checks = [0; 4];
        for _ in 0..jvms {
            for (i, operation) in operations.into_iter().enumerate() {
                let mut jvm = peer.start(operation, &[(&file, "")], WARM_UP_MS);
                let (ns, check) = jvm.sample(0, SAMPLE_MS);
                samples[i].push(ns / 1000.0);
                checks[i] = check;
            }
        }
        assert!(checks.iter().all(|check| *check == checks[0]), "both parsers saw the same: {checks:?}");
        let labels = ["SAX alone", "StAX alone", "SAX after StAX", "StAX after SAX"];
        for (label, samples) in labels.into_iter().zip(&samples) {
            println!("  {label:15} {}", Summary::of(samples));
        }
    }
}
