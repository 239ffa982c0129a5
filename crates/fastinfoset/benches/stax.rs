//! Why was the StAX parser of the Java library slower than its SAX parser, which shares its code? The reports of 2005 could not
//! tell, for they ran both in one JVM, SAX first.
//!
//! `cargo bench --bench stax [-- JVMS]`. Needs the corpora beside the workspace, `java` and `mvn`. Each line is the median, the
//! least and the most of several fresh JVMs: either parser alone, and each after the other.

#[path = "against/java.rs"]
mod java;

use std::path::{Path, PathBuf};

use fastinfoset::{Limits, Writer, xml};

/// CPU time of one sample and of the warm-up, in milliseconds.
const SAMPLE_MS: u64 = 200;
const WARM_UP_MS: u64 = 4000;

fn main() {
    let jvms = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(5);
    let folder = std::env::var_os("WIRECOST_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
        .join("data/xml/ubl");
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return;
    }
    let Some(peer) = java::Peer::build() else { return };
    println!("{jvms} JVMs each; microseconds of CPU time an operation: median (least..most)");
    for name in ["UBL-Invoice-2.1-Example", "UBL-Order-2.1-Example", "UBL-Waybill-2.0-Example-International"] {
        let document = std::fs::read_to_string(folder.join(format!("{name}.xml"))).unwrap();
        let mut writer = Writer::new();
        xml::from_xml(document.as_bytes(), &Limits::default(), &mut writer).unwrap();
        let file = peer.write(&format!("{name}.stax"), writer.octets());
        println!("\n{name}");
        let operations = ["decode", "stax", "decode-after-stax", "stax-after-decode"];
        let mut samples = [const { Vec::new() }; 4];
        let mut checks = [0; 4];
        for _ in 0..jvms {
            for (i, operation) in operations.into_iter().enumerate() {
                let mut jvm = peer.start(operation, &file, "");
                let (ns, check) = jvm.sample(SAMPLE_MS);
                samples[i].push(ns / 1000.0);
                checks[i] = check;
            }
        }
        assert!(checks.iter().all(|check| *check == checks[0]), "both parsers saw the same: {checks:?}");
        let labels = ["SAX alone", "StAX alone", "SAX after StAX", "StAX after SAX"];
        for (label, mut samples) in labels.into_iter().zip(samples) {
            samples.sort_by(f64::total_cmp);
            let (least, most) = (samples[0], samples[samples.len() - 1]);
            println!("  {label:15} {:6.2} ({least:.2}..{most:.2})", samples[samples.len() / 2]);
        }
    }
}
