//! The sizes of Fast Infoset documents against XML, by setting, plain and under gzip: the table of docs/seeds/fast-infoset.md.
//!
//! `cargo bench --bench sizes [-- FOLDER...]`, every XML file below each folder; without one the corpora beside the workspace.
//! An external vocabulary holds the names of the document itself and no values, as the reports of 2005 had it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use fastinfoset::{Limits, Reader, Registry, VocabularyBuilder, WriteOptions, Writer, xml};
use flate2::{Compression, write::GzEncoder};

/// A setting: its name, its limit of indexing, and whether it has an external vocabulary.
const SETTINGS: [(&str, usize, bool); 8] = [
    ("no values indexed", 0, false),
    ("limit 7", 7, false),
    ("limit 16", 16, false),
    ("limit 24", 24, false),
    ("limit 32", 32, false),
    ("limit 7, external vocabulary", 7, true),
    ("limit 32, external vocabulary", 32, true),
    ("everything indexed, external vocabulary", usize::MAX, true),
];

fn main() {
    let mut folders: Vec<PathBuf> =
        std::env::args_os().skip(1).map(PathBuf::from).filter(|path| path.is_dir()).collect();
    if folders.is_empty() {
        let shared = std::env::var_os("WIRECOST_SHARED")
            .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
        folders = ["general", "ubl", "fpml"].map(|corpus| shared.join("data/xml").join(corpus)).to_vec();
    }
    for folder in folders {
        let documents = documents(&folder);
        if documents.is_empty() {
            println!("skipped: no XML file in {}", folder.display());
            continue;
        }
        println!("\n{}: {} documents; percent smaller, median (least..most)", folder.display(), documents.len());
        println!("{:40} {:>18} {:>24}", "", "than the XML", "gzip than gzip of the XML");
        for (name, limit, external) in SETTINGS {
            let (mut plain, mut gzipped) = (Vec::new(), Vec::new());
            for document in &documents {
                let octets = encode(document, limit, external);
                plain.push(smaller(octets.len(), document.len()));
                gzipped.push(smaller(gzip(&octets), gzip(document)));
            }
            let wins = gzipped.iter().filter(|percent| **percent > 0.0).count();
            println!("{name:40} {:>18} {:>24}, {wins} of {}", spread(plain), spread(gzipped), documents.len());
        }
    }
}

/// Every file below a folder that begins as XML does, whatever its name: feeds, pictures and schemas are XML too.
fn documents(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(documents(&path));
        } else {
            let octets = std::fs::read(path).unwrap();
            found.extend(octets.starts_with(b"<").then_some(octets));
        }
    }
    found
}

fn encode(document: &[u8], limit: usize, external: bool) -> Vec<u8> {
    let plain =
        WriteOptions { indexed_attribute_values: 0..limit, indexed_chunks: 0..limit, ..WriteOptions::default() };
    let octets = write(document, &plain);
    if !external {
        return octets;
    }
    let mut builder = VocabularyBuilder::new();
    builder.add(&mut Reader::new(&octets)).unwrap();
    let mut vocabularies = Registry::new();
    vocabularies.register("urn:sizes", builder.build().unwrap());
    write(document, &WriteOptions { external_vocabulary: Some("urn:sizes".into()), vocabularies, ..plain })
}

fn write(document: &[u8], options: &WriteOptions) -> Vec<u8> {
    let mut writer = Writer::with_options(options).unwrap();
    xml::from_xml(document, &Limits::default(), &mut writer).unwrap();
    writer.take_octets()
}

/// The octets of gzip at level 6.
fn gzip(octets: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(octets).unwrap();
    encoder.finish().unwrap().len()
}

/// How many percent smaller.
fn smaller(octets: usize, than: usize) -> f64 {
    100.0 * (1.0 - octets as f64 / than as f64)
}

fn spread(mut samples: Vec<f64>) -> String {
    samples.sort_by(f64::total_cmp);
    format!("{:.1} ({:.0}..{:.0})", samples[samples.len() / 2], samples[0], samples[samples.len() - 1])
}
