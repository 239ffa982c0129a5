//! The sizes of Fast Infoset documents against XML, by setting, plain and under gzip: what docs/historical/fast-infoset.md says of
//! sizes.
//!
//! `cargo bench --bench sizes [-- FOLDER...]`, every XML file below each folder; without one the corpora beside the workspace.
//! An external vocabulary holds the names of the document itself and no values, as the reports of 2005 had it.

mod support;

use std::io::Write as _;

use fastinfoset::{Registry, WriteOptions};
use flate2::{Compression, write::GzEncoder};
use support::{Summary, documents};

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
const SEVEN: usize = 1;
const SEVEN_EXTERNAL: usize = 5;
const EVERYTHING: usize = 7;

/// Documents of this many bytes and more are large.
const LARGE: usize = 100_000;

/// The bytes of a document: as XML and in each setting, plain and under gzip.
struct Sizes {
    xml: Size,
    settings: Vec<Size>,
}

#[derive(Clone, Copy)]
struct Size {
    plain: usize,
    gzip: usize,
}

impl Sizes {
    fn of(document: &[u8]) -> Self {
        let size = |bytes: &[u8]| Size { plain: bytes.len(), gzip: gzip(bytes) };
        let settings = SETTINGS.iter().map(|(_, limit, external)| size(&encode(document, *limit, *external)));
        Self { xml: size(document), settings: settings.collect() }
    }

    /// How many percent of the XML a setting saves.
    fn saved(&self, setting: usize) -> f64 {
        smaller(self.settings[setting].plain, self.xml.plain)
    }

    /// The same of gzip of the XML, by gzip of the setting.
    fn saved_of_gzip(&self, setting: usize) -> f64 {
        smaller(self.settings[setting].gzip, self.xml.gzip)
    }
}

fn main() {
    for folder in documents::folders() {
        let documents: Vec<Sizes> = documents::documents(&folder).iter().map(|document| Sizes::of(document)).collect();
        if documents.is_empty() {
            println!("skipped: no XML file in {}", folder.display());
            continue;
        }
        let name = folder.file_name().unwrap_or_default().display();
        println!("\n{name}: {} documents; percent smaller, median (least..most) and mean", documents.len());
        println!("{:40} {:>26} {:>28}", "", "than the XML", "gzip than gzip of the XML");
        for (setting, (name, ..)) in SETTINGS.iter().enumerate() {
            let plain = Spread::of(documents.iter().map(|sizes| sizes.saved(setting)));
            let gzip = Spread::of(documents.iter().map(|sizes| sizes.saved_of_gzip(setting)));
            let wins = documents.iter().filter(|sizes| sizes.settings[setting].gzip < sizes.xml.gzip).count();
            println!("{name:40} {plain:>26} {gzip:>28}, smaller in {wins}");
        }
        further(&documents);
    }
}

/// What the reports say beside the averages.
fn further(documents: &[Sizes]) {
    let takes = |sizes: &Sizes| sizes.saved(SEVEN_EXTERNAL) - sizes.saved(SEVEN);
    let (large, small): (Vec<&Sizes>, Vec<&Sizes>) = documents.iter().partition(|sizes| sizes.xml.plain >= LARGE);
    for (name, these) in [("large", &large), ("small", &small)].into_iter().filter(|(_, these)| !these.is_empty()) {
        let vocabulary = Spread::of(these.iter().map(|sizes| takes(sizes)));
        println!(" {} {name}: a vocabulary takes a further {vocabulary} % of the XML, at limit 7", these.len());
    }
    if !large.is_empty() {
        let mut gzip: Vec<f64> = large.iter().map(|sizes| sizes.saved_of_gzip(SEVEN)).collect();
        gzip.sort_by(f64::total_cmp);
        let gzip: Vec<String> = gzip.iter().map(|percent| format!("{percent:.1}")).collect();
        println!(" large ones under gzip, at limit 7, smaller than gzip of the XML by {} %", gzip.join(", "));
    }
    let is_below = |sizes: &&Sizes| sizes.settings[EVERYTHING].plain < sizes.xml.gzip;
    let below = documents.iter().filter(is_below).count();
    println!(" with everything indexed and a vocabulary {below} are smaller than gzip of the XML");
}

fn encode(document: &[u8], limit: usize, external: bool) -> Vec<u8> {
    let plain = documents::indexing(limit);
    let bytes = documents::encode(document, &plain);
    if !external {
        return bytes;
    }
    let mut vocabularies = Registry::new();
    vocabularies.register("urn:sizes", documents::vocabulary(&bytes));
    let options = WriteOptions { external_vocabulary: Some("urn:sizes".into()), vocabularies, ..plain };
    documents::encode(document, &options)
}

/// The bytes of gzip at level 6.
fn gzip(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap().len()
}

/// How many percent smaller.
fn smaller(bytes: usize, than: usize) -> f64 {
    100.0 * (1.0 - bytes as f64 / than as f64)
}

/// Percentages: median, ends and mean.
struct Spread {
    summary: Summary,
    mean: f64,
}

impl Spread {
    fn of(percentages: impl Iterator<Item = f64>) -> Self {
        let percentages: Vec<f64> = percentages.collect();
        Self { summary: Summary::of(&percentages), mean: percentages.iter().sum::<f64>() / percentages.len() as f64 }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{:.1}, mean {:.1}", self.summary, self.mean))
    }
}
