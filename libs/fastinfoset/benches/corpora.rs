//! This crate against quick-xml over the corpora of the reports of 2005: decoding and encoding, with and without an external
//! vocabulary, and with gzip as a part of both, which the reports left as further work.
//!
//! `cargo bench --bench corpora [-- ROUNDS] [FOLDER...]`, every XML file below each folder; without one the corpora beside the
//! workspace. CPU time of the working thread, all operations interleaved document by document. quick-xml resolves namespaces
//! and takes the values of attributes; both writers are given the same events, and gzip has level 6.

#[path = "against/ours.rs"]
mod ours;
mod support;
#[path = "against/xml.rs"]
mod xml;

use std::io::{Read as _, Write as _};

use fastinfoset::{Algorithms, DocumentInfo, ReadOptions, Reader, Registry, WriteOptions, Writer};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use ours::Recorded;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use support::{Summary, documents};

/// CPU time of one sample, in milliseconds.
const SAMPLE_MS: u64 = 10;

type Work<'a> = Box<dyn FnMut() -> u64 + 'a>;

fn main() {
    let rounds = support::number().unwrap_or(5);
    for folder in documents::folders() {
        let documents = documents::documents(&folder);
        if documents.is_empty() {
            println!("skipped: no XML file in {}", folder.display());
            continue;
        }
        let name = folder.file_name().unwrap_or_default().display();
        println!("\n{name}: {} documents, {rounds} rounds; times as fast as quick-xml on plain XML,", documents.len());
        println!("median (least..most) of the documents");
        // By what is measured, the medians of the documents.
        let mut ratios: Vec<(&str, Vec<f64>)> = Vec::new();
        for document in &documents {
            for measured in measure(document, rounds) {
                match ratios.iter_mut().find(|(name, _)| *name == measured.0) {
                    Some((_, ratios)) => ratios.push(measured.1),
                    None => ratios.push((measured.0, vec![measured.1])),
                }
            }
        }
        for (name, ratios) in ratios {
            println!("  {name:44} {:>20}", Summary::of(&ratios));
        }
    }
}

/// What is measured of a document, and how many times as fast as quick-xml it is.
fn measure(document: &[u8], rounds: usize) -> Vec<(&'static str, f64)> {
    // Without what only one of both sides would have to read: document types, comments, processing instructions.
    let all = documents::encode(document, &WriteOptions::default());
    let events = ours::record(&all, &ReadOptions::default());
    let info = DocumentInfo::default();
    let plain = documents::indexing(32);
    let (external, read) = with_vocabulary(&all, &plain);
    let bytes_of = |options: &WriteOptions| {
        let mut writer = Writer::with_options(options).unwrap();
        ours::write(&events, &info, &mut writer).to_vec()
    };
    let (bytes, short) = (bytes_of(&plain), bytes_of(&external));
    let mut text = Vec::new();
    fastinfoset::xml::to_xml(&mut Reader::new(&bytes), &Algorithms::default(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let zipped = [text.as_bytes(), &bytes, &short].map(gzip);

    let decode: Vec<(&str, Work<'_>)> = vec![
        ("XML", Box::new(|| xml::decode(&text))),
        ("decode", Box::new(ours::push_decoder(&bytes, &read))),
        ("decode, external vocabulary", Box::new(ours::push_decoder(&short, &read))),
        ("decode XML under gzip", Box::new(|| xml::decode(std::str::from_utf8(&inflate(&zipped[0])).unwrap()))),
        ("decode under gzip", inflating(&zipped[1], &read)),
        ("decode under gzip, external vocabulary", inflating(&zipped[2], &read)),
    ];
    let writer = |options: &WriteOptions| Writer::with_options(options).unwrap();
    let (mut a, mut b, mut c, mut d) = (writer(&plain), writer(&external), writer(&plain), writer(&external));
    let encode: Vec<(&str, Work<'_>)> = vec![
        ("XML", Box::new(|| write_xml(&events).len() as u64)),
        ("encode", Box::new(|| ours::write(&events, &info, &mut a).len() as u64)),
        ("encode, external vocabulary", Box::new(|| ours::write(&events, &info, &mut b).len() as u64)),
        ("encode XML under gzip", Box::new(|| gzip(&write_xml(&events)).len() as u64)),
        ("encode under gzip", Box::new(|| gzip(ours::write(&events, &info, &mut c)).len() as u64)),
        ("encode under gzip, external vocabulary", Box::new(|| gzip(ours::write(&events, &info, &mut d)).len() as u64)),
    ];
    [against_first(decode, rounds), against_first(encode, rounds)].concat()
}

fn with_vocabulary(bytes: &[u8], plain: &WriteOptions) -> (WriteOptions, ReadOptions) {
    let mut vocabularies = Registry::new();
    vocabularies.register("urn:corpora", documents::vocabulary(bytes));
    let read = ReadOptions { vocabularies: vocabularies.clone(), ..ReadOptions::default() };
    let external_vocabulary = Some("urn:corpora".to_owned());
    (WriteOptions { external_vocabulary, vocabularies, ..plain.clone() }, read)
}

/// How many times as fast as the first the others are: the medians of the ratios within a round.
fn against_first<'a>(mut works: Vec<(&'a str, Work<'_>)>, rounds: usize) -> Vec<(&'a str, f64)> {
    let mut samples = vec![Vec::new(); works.len()];
    for _ in 0..rounds {
        for ((_, work), samples) in works.iter_mut().zip(&mut samples) {
            samples.push(support::sample(SAMPLE_MS, work).0);
        }
    }
    let names = works.iter().map(|(name, _)| *name);
    names.zip(&samples).skip(1).map(|(name, its)| (name, Summary::ratio(&samples[0], its).median)).collect()
}

fn inflating<'a>(zipped: &'a [u8], read: &ReadOptions) -> Work<'a> {
    let mut decode = ours::any_push_decoder(read);
    Box::new(move || decode(&inflate(zipped)))
}

fn inflate(zipped: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(zipped).read_to_end(&mut bytes).unwrap();
    bytes
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The same events by the writer of quick-xml.
fn write_xml(events: &[Recorded]) -> Vec<u8> {
    let mut writer = quick_xml::Writer::new(Vec::new());
    let mut declared = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut start: Option<BytesStart<'_>> = None;
    for event in events {
        if !matches!(event, Recorded::Attribute(..))
            && let Some(start) = start.take()
        {
            writer.write_event(Event::Start(start)).unwrap();
        }
        match event {
            Recorded::Namespace(prefix, uri) => declared.push((prefix, uri)),
            Recorded::Start(name) => {
                let mut element = BytesStart::new(name.as_str());
                for (prefix, uri) in declared.drain(..) {
                    if prefix.is_empty() {
                        element.push_attribute(("xmlns", uri.as_str()))
                    } else {
                        element.push_attribute((format!("xmlns:{prefix}").as_str(), uri.as_str()))
                    }
                }
                open.push(name);
                start = Some(element);
            }
            Recorded::Attribute(name, value) => {
                start.as_mut().unwrap().push_attribute((name.as_str(), value.as_str()));
            }
            Recorded::Characters(text) => writer.write_event(Event::Text(BytesText::new(text))).unwrap(),
            Recorded::End => writer.write_event(Event::End(BytesEnd::new(open.pop().unwrap()))).unwrap(),
        }
    }
    writer.into_inner()
}
