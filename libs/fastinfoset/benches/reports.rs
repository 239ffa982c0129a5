//! The experiment of 2005 as its reports describe it: the Java library against Xerces 2.7.1, over three corpora.
//!
//! `cargo bench --bench reports [-- ROUNDS] [FOLDER...]`. Needs `java` and `mvn`, and the corpora beside the workspace where no
//! folder is named. Each operation has a JVM of its own, in which the documents of a corpus are measured in turn, as Japex did;
//! the operations are interleaved document by document. The library is version 1.2.2, the oldest there is.

mod support;

use std::path::{Path, PathBuf};

use fastinfoset::{DocumentInfo, Event, Reader, Registry, WriteOptions, Writer};
use support::java::{Java, Operation};
use support::{Summary, documents, java_vocabulary};

/// CPU time of one sample, and that of the warm-up of each document, in milliseconds.
const SAMPLE_MS: u64 = 20;
const WARM_UP_MS: u64 = 400;

const URI: &str = "urn:reports";

/// What is measured: its name, the operation, and its settings. The first of each kind is what the others are held against.
const PARSE: [Measured; 5] = [
    Measured { name: "XML by Xerces SAX", operation: "xerces", limit: None },
    Measured { name: "limit 7", operation: "decode", limit: Some((7, false)) },
    Measured { name: "limit 16", operation: "decode", limit: Some((16, false)) },
    Measured { name: "limit 24", operation: "decode", limit: Some((24, false)) },
    Measured { name: "limit 7, external vocabulary", operation: "decode", limit: Some((7, true)) },
];
const SERIALIZE: [Measured; 5] = [
    Measured { name: "XML by Xerces DOM", operation: "xerces-dom", limit: None },
    Measured { name: "limit 7", operation: "dom-encode", limit: Some((7, false)) },
    Measured { name: "limit 16", operation: "dom-encode", limit: Some((16, false)) },
    Measured { name: "limit 24", operation: "dom-encode", limit: Some((24, false)) },
    Measured { name: "limit 7, external vocabulary", operation: "dom-encode", limit: Some((7, true)) },
];

struct Measured {
    name: &'static str,
    operation: &'static str,
    /// The limit of indexing, and whether there is an external vocabulary; none for XML.
    limit: Option<(usize, bool)>,
}

fn main() {
    let rounds = support::number().unwrap_or(5);
    let Some(java) = Java::build("1.2.2") else { return };
    for folder in documents::folders() {
        let documents = documents::documents(&folder);
        if documents.is_empty() {
            println!("skipped: no XML file in {}", folder.display());
            continue;
        }
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        println!("\n{name}: {} documents, {rounds} rounds; median (least..most) of the documents", documents.len());
        let files: Vec<Files> = documents.iter().enumerate().map(|(i, it)| Files::new(&java, &name, i, it)).collect();
        for (what, measured) in [("parse", &PARSE), ("serialize", &SERIALIZE)] {
            let times = measure(&java, measured, &files, rounds);
            let against = |i: usize, of: fn(f64, f64, f64) -> f64| {
                let of_document = |times: &Vec<Vec<f64>>| of(median(&times[0]), median(&times[1]), median(&times[i]));
                Summary::of(&times.iter().map(of_document).collect::<Vec<_>>())
            };
            println!(" {what:10}{:30} {:>22}   saves of its time, beyond limit 7", "", "times as fast as XML");
            for (i, measured) in measured.iter().enumerate().skip(1) {
                let faster = against(i, |xml, _, it| xml / it);
                let further = against(i, |xml, seven, it| 100.0 * (seven - it) / xml);
                println!("  {:39} {faster:>22}   {further:.1} %", measured.name);
            }
        }
    }
}

fn median(samples: &[f64]) -> f64 {
    Summary::of(samples).median
}

/// A document as the Java programs find it.
struct Files {
    xml: PathBuf,
    vocabulary: PathBuf,
    /// By limit and vocabulary.
    bytes: Vec<((usize, bool), PathBuf)>,
}

impl Files {
    fn new(java: &Java, corpus: &str, number: usize, document: &[u8]) -> Self {
        let name = |what: &str| format!("{corpus}-{number}.{what}");
        let plain = documents::encode(document, &WriteOptions::default());
        let vocabulary = java_vocabulary::without_second_prefixes(&documents::vocabulary(&plain));
        let listing = java_vocabulary::listing(URI, &vocabulary);
        let mut vocabularies = Registry::new();
        vocabularies.register(URI, vocabulary);
        let settings = PARSE.iter().filter_map(|measured| measured.limit);
        let bytes = settings.map(|(limit, external)| {
            let mut options = documents::indexing(limit);
            if external {
                options.external_vocabulary = Some(URI.into());
                options.vocabularies = vocabularies.clone();
            }
            let path = java.write(&name(&format!("{limit}-{external}")), &without_document_type(&plain, &options));
            ((limit, external), path)
        });
        let bytes = bytes.collect();
        Self {
            xml: java.write(&name("xml"), document),
            vocabulary: java.write(&name("txt"), listing.as_bytes()),
            bytes,
        }
    }

    /// The file for an operation, and the settings of it.
    fn of(&self, measured: &Measured) -> (&Path, String) {
        let Some((limit, external)) = measured.limit else { return (&self.xml, String::new()) };
        let mut setting = format!("limit={limit}");
        if external {
            setting += &format!(",vocabulary={}", self.vocabulary.display());
        }
        let bytes = self.bytes.iter().find(|(key, _)| *key == (limit, external));
        let is_parsed = measured.operation == "decode";
        (bytes.filter(|_| is_parsed).map_or(&self.xml, |(_, path)| path), setting)
    }
}

/// The Java library misreads what some document types hold; no report says of any that it had one.
fn without_document_type(bytes: &[u8], options: &WriteOptions) -> Vec<u8> {
    let mut writer = Writer::with_options(options).unwrap();
    let mut reader = Reader::new(bytes);
    let mut in_document_type = false;
    loop {
        let event = reader.read_event().unwrap();
        match event {
            Event::StartDocument(_) => writer.start_document(&DocumentInfo::default()).unwrap(),
            Event::StartDocumentType { .. } => in_document_type = true,
            Event::EndDocumentType => in_document_type = false,
            _ if in_document_type => {}
            _ => writer.event(&event).unwrap(),
        }
        if matches!(event, Event::EndDocument) {
            return writer.take_bytes();
        }
    }
}

/// Nanoseconds by document, measured and round.
fn measure(java: &Java, measured: &[Measured], files: &[Files], rounds: usize) -> Vec<Vec<Vec<f64>>> {
    let start = |measured: &Measured| {
        let documents: Vec<(&Path, String)> = files.iter().map(|files| files.of(measured)).collect();
        let documents: Vec<(&Path, &str)> = documents.iter().map(|(path, setting)| (*path, setting.as_str())).collect();
        java.start(measured.operation, &documents, WARM_UP_MS)
    };
    let mut operations: Vec<Operation> = measured.iter().map(start).collect();
    let mut times = vec![vec![Vec::new(); measured.len()]; files.len()];
    for _ in 0..rounds {
        for (document, times) in times.iter_mut().enumerate() {
            for (operation, times) in operations.iter_mut().zip(times) {
                times.push(operation.sample(document, SAMPLE_MS).0);
            }
        }
    }
    times
}
