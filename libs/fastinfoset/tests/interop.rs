//! Exchange of documents with the Java library, FastInfoset 2.1.1 and 1.2.2, in both directions and every setting.
//!
//! Needs `java`, `jar` and `mvn`; without them the tests say so and pass.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::canonical::canonical;
use common::java_peer::Peer;
use common::{encode, files, generate, java_vocabulary, shared};
use fastinfoset::{
    Algorithm, Alphabet, DocumentInfo, Encoded, Event, Numbering, ReadOptions, Reader, Registry, RestrictedAlphabet,
    TextEncoding, TypedValue, Value, Vocabulary, VocabularyBuilder, Whitespace, WriteOptions, Writer,
};

/// A version of the peer, for one test.
fn peer(version: &str) -> Option<Peer> {
    Peer::build(version, &format!("interop-{}", std::thread::current().name().unwrap_or_default()))
}

/// What the tests do with the peer.
trait Jobs {
    fn ubl(&self) -> Vec<PathBuf>;
    fn run(&self, jobs: &[String]) -> Vec<String>;
}

impl Jobs for Peer {
    /// The UBL documents of the jar.
    fn ubl(&self) -> Vec<PathBuf> {
        let folder = self.folder.join("ubl");
        if !folder.is_dir() {
            std::fs::create_dir_all(&folder).unwrap();
            let jar = self.folder.join("lib/ph-ubl-testfiles-10.1.0.jar");
            let status = Command::new("jar").current_dir(&folder).arg("xf").arg(jar).arg("external").status().unwrap();
            assert!(status.success(), "jar could not unpack the UBL files");
        }
        files(&folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "xml")).collect()
    }

    /// Carries out jobs in one Java process and returns its line for each.
    fn run(&self, jobs: &[String]) -> Vec<String> {
        let list = self.folder.join(format!("jobs-{:?}", std::thread::current().id()));
        std::fs::write(&list, jobs.join("\n")).unwrap();
        let output = self.java(&["-Xss64m"]).arg("interop.Main").arg(&list).output().unwrap();
        let lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), jobs.len(), "{}", String::from_utf8_lossy(&output.stderr));
        lines
    }
}

/// A setting on both sides.
struct Setting {
    name: &'static str,
    java: String,
    write: WriteOptions,
    read: ReadOptions,
}

fn settings(folder: &Path, vocabulary: &Vocabulary) -> Vec<Setting> {
    let setting =
        |name, java: &str, write| Setting { name, java: java.to_owned(), write, read: ReadOptions::default() };
    let limit =
        |limit| WriteOptions { indexed_attribute_values: 0..limit, indexed_chunks: 0..limit, ..Default::default() };
    let mut vocabularies = Registry::new();
    vocabularies.register("urn:interop", vocabulary.clone());
    let file = folder.join("vocabulary.txt");
    std::fs::write(&file, java_vocabulary::listing("urn:interop", vocabulary)).unwrap();
    let external = |write: WriteOptions| WriteOptions {
        external_vocabulary: Some("urn:interop".into()),
        vocabularies: vocabularies.clone(),
        ..write
    };
    let vocabulary_setting = |name, extra: &str, write| Setting {
        name,
        java: format!("vocabulary={}{extra}", file.display()),
        write: external(write),
        read: ReadOptions { vocabularies: vocabularies.clone(), ..Default::default() },
    };
    vec![
        setting("default", "", WriteOptions::default()),
        setting("limit-0", "limit=0", limit(0)),
        setting("limit-7", "limit=7", limit(7)),
        setting("limit-16", "limit=16", limit(16)),
        setting("limit-24", "limit=24", limit(24)),
        setting("utf-16", "utf16", WriteOptions { text_encoding: TextEncoding::Utf16Be, ..Default::default() }),
        vocabulary_setting("external", "", WriteOptions::default()),
        vocabulary_setting("external-0", ",limit=0", limit(0)),
    ]
}

/// Each document with its canonical form as we have it.
fn documents(peer: &Peer) -> Vec<(PathBuf, String)> {
    let mut paths = peer.ubl();
    assert_eq!(paths.len(), 82);
    paths.extend(shared().iter().flat_map(|folder| files(folder)));
    paths.extend(written(peer, generate::documents()));
    paths.into_iter().map(with_canonical).collect()
}

/// Generated documents as files.
fn written(peer: &Peer, documents: Vec<(&'static str, String)>) -> Vec<PathBuf> {
    let folder = peer.folder.join("generated");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |(name, xml)| {
        let path = folder.join(format!("{name}.xml"));
        std::fs::write(&path, xml).unwrap();
        path
    };
    documents.into_iter().map(write).collect()
}

fn with_canonical(path: PathBuf) -> (PathBuf, String) {
    let bytes = encode(&std::fs::read(&path).unwrap(), &WriteOptions::default()).unwrap();
    let text = canonical(&mut Reader::new(&bytes)).unwrap();
    (path, text)
}

fn vocabulary(documents: &[(PathBuf, String)]) -> Vocabulary {
    let mut builder = VocabularyBuilder::new();
    for (path, _) in documents.iter().filter(|(path, _)| path.components().any(|part| part.as_os_str() == "ubl")) {
        let bytes = encode(&std::fs::read(path).unwrap(), &WriteOptions::default()).unwrap();
        builder.add(&mut Reader::new(&bytes)).unwrap();
    }
    java_vocabulary::without_second_prefixes(&builder.build().unwrap())
}

/// Our encoding, less what the Java reader cannot read: processing instructions in a document type (it takes the target
/// for the data), notations and unparsed entities (it looks for their presence bits in the wrong byte).
fn for_java(xml: &[u8], options: &WriteOptions) -> Vec<u8> {
    let bytes = encode(xml, &WriteOptions::default()).unwrap();
    let mut reader = Reader::new(&bytes);
    let mut writer = Writer::with_options(options).unwrap();
    let mut in_document_type = false;
    loop {
        let event = reader.read_event().unwrap();
        match event {
            Event::StartDocument(info) => {
                let plain = DocumentInfo { notations: Vec::new(), unparsed_entities: Vec::new(), ..info.clone() };
                writer.start_document(&plain).unwrap();
                continue;
            }
            Event::StartDocumentType { .. } => in_document_type = true,
            Event::EndDocumentType => in_document_type = false,
            Event::ProcessingInstruction { .. } if in_document_type => continue,
            _ => {}
        }
        writer.event(&event).unwrap();
        if matches!(event, Event::EndDocument) {
            return writer.take_bytes();
        }
    }
}

fn exchange(version: &str) {
    let Some(peer) = peer(version) else { return };
    let documents = documents(&peer);
    let settings = settings(&peer.folder, &vocabulary(&documents));
    exchange_documents(version, &peer, &documents, &settings);
}

fn exchange_documents(version: &str, peer: &Peer, documents: &[(PathBuf, String)], settings: &[Setting]) {
    let out = peer.folder.join("out");
    std::fs::create_dir_all(&out).unwrap();

    // What Java has to do: canonical forms of the XML itself, its encodings, and its view of our encodings.
    let mut jobs = Vec::new();
    for (i, (path, _)) in documents.iter().enumerate() {
        jobs.push(format!("canon\t{}\t{}", path.display(), out.join(format!("{i}.canon")).display()));
        let xml = std::fs::read(path).unwrap();
        for setting in settings {
            let name = out.join(format!("{i}.{}", setting.name)).display().to_string();
            std::fs::write(format!("{name}.ours"), for_java(&xml, &setting.write)).unwrap();
            jobs.push(format!("encode\t{}\t{name}.theirs\t{}", path.display(), setting.java));
            jobs.push(format!("decode\t{name}.ours\t{name}.canon\t{}", setting.java));
        }
    }
    let answers = peer.run(&jobs);
    let failed: Vec<_> = jobs.iter().zip(&answers).filter(|(_, answer)| *answer != "ok").collect();
    assert!(failed.is_empty(), "{version}: {failed:#?}");

    for (i, (path, expected)) in documents.iter().enumerate() {
        let theirs = std::fs::read_to_string(out.join(format!("{i}.canon"))).unwrap();
        same(&theirs, expected, &format!("{path:?} as XML"));
        for setting in settings {
            let name = out.join(format!("{i}.{}", setting.name)).display().to_string();
            let context = format!("{version}, {path:?}, {}", setting.name);
            same(
                &std::fs::read_to_string(format!("{name}.canon")).unwrap(),
                expected,
                &format!("{context}, Java reads"),
            );
            let bytes = std::fs::read(format!("{name}.theirs")).unwrap();
            let ours = canonical(&mut Reader::with_options(&bytes, &setting.read));
            let ours = ours.unwrap_or_else(|error| panic!("{context}, we read: {error}"));
            same(&ours, &without_references(expected), &format!("{context}, we read"));
        }
    }
    println!("{version}: {} documents in {} settings, both ways", documents.len(), settings.len());
}

/// A canonical text less the references to entities that are not expanded, which the Java writer leaves out.
fn without_references(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        rest = after;
        // In a comment an ampersand stands for itself.
        let name =
            after.split_once(';').filter(|(name, _)| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#'));
        match name {
            Some((name, after)) if !matches!(name, "amp" | "lt" | "gt" | "quot") && !name.starts_with('#') => {
                rest = after
            }
            _ => out.push('&'),
        }
    }
    out + rest
}

/// Compares long texts and shows where they differ.
fn same(left: &str, right: &str, context: &str) {
    if left != right {
        let at = left.bytes().zip(right.bytes()).take_while(|(a, b)| a == b).count();
        let around = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(60).min(text.len())..(at + 60).min(text.len())])
                .into_owned()
        };
        panic!("{context}: differ at {at}\n{:?}\n{:?}", around(left), around(right));
    }
}

const ALGORITHM: &str = "urn:interop:reverse";
const ALPHABET: &str = "xyz!";

/// The vocabulary of `Typed.java`.
fn typed_vocabularies() -> Registry {
    let mut vocabulary = Vocabulary::new();
    vocabulary.add_alphabet(RestrictedAlphabet::new(ALPHABET).unwrap()).unwrap();
    vocabulary.add_algorithm(ALGORITHM).unwrap();
    let mut vocabularies = Registry::new();
    vocabularies.register("urn:interop:typed", vocabulary);
    vocabularies
}

/// The document of `Typed.java`, written by us.
fn typed() -> Vec<u8> {
    let options = WriteOptions {
        external_vocabulary: Some("urn:interop:typed".into()),
        vocabularies: typed_vocabularies(),
        numbering: Numbering::JavaLibrary,
        ..Default::default()
    };
    let mut to = Writer::with_options(&options).unwrap();
    to.start_document(&DocumentInfo::default()).unwrap();
    to.start_element("root").unwrap();
    to.attribute_typed("ints", TypedValue::Ints(&[1, -2, 3])).unwrap();
    to.attribute_typed("floats", TypedValue::Floats(&[1.5])).unwrap();
    to.characters_typed(TypedValue::Base64(&[0, 1, 0xFF])).unwrap();
    to.characters("|").unwrap();
    to.characters_typed(TypedValue::Shorts(&[i16::MIN, 0, i16::MAX])).unwrap();
    to.characters_typed(TypedValue::Ints(&[i32::MIN, 7])).unwrap();
    to.characters_typed(TypedValue::Longs(&[i64::MIN, i64::MAX])).unwrap();
    for length in 1..=12 {
        let items: Vec<bool> = (0..length).map(|i| i % 3 == 0).collect();
        to.characters_typed(TypedValue::Booleans(&items)).unwrap();
    }
    to.characters_typed(TypedValue::Floats(&[1.5, -0.1, f32::NAN, f32::INFINITY, f32::MAX])).unwrap();
    to.characters_typed(TypedValue::Doubles(&[0.1, -f64::MAX, 5e-324])).unwrap();
    let uuid = 0x6ba7b8109dad11d180b400c04fd430c8u128.to_be_bytes();
    to.characters_typed(TypedValue::Uuids(&[uuid])).unwrap();
    to.characters_in_alphabet(Alphabet::Numeric, "3.14E-2").unwrap();
    to.characters_in_alphabet(Alphabet::DateTime, "2005-10-06T12:00").unwrap();
    to.characters_in_alphabet(Alphabet::Added(0), "zyx!!").unwrap();
    let reversed = Encoded { algorithm: Algorithm::Application(ALGORITHM), bytes: &[9, 8, 7] };
    to.characters_typed(reversed.into()).unwrap();
    to.characters_typed(TypedValue::Cdata("a < b")).unwrap();
    to.end_element().unwrap();
    to.end_document().unwrap();
    to.take_bytes()
}

/// What a reader says of such a document.
fn typed_trace(bytes: &[u8]) -> Vec<String> {
    let options =
        ReadOptions { numbering: Numbering::JavaLibrary, vocabularies: typed_vocabularies(), ..Default::default() };
    let mut reader = Reader::with_options(bytes, &options);
    let mut lines = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::StartElement(element) => {
                lines.extend(element.attributes().map(|a| format!("@{} {:?}", a.name.local(), a.value)));
            }
            Event::Characters(Value::Text(text)) => lines.push(format!("text {text}")),
            Event::Characters(Value::Encoded(value)) => lines.push(format!("{value:?}")),
            Event::EndDocument => return lines,
            _ => {}
        }
    }
}

fn typed_exchange(version: &str) {
    let Some(peer) = peer(version) else { return };
    let path = |name: &str| peer.folder.join(name).display().to_string();
    std::fs::write(path("typed.ours"), typed()).unwrap();
    let jobs = [
        format!("typed-encode\t{}", path("typed.theirs")),
        format!("typed-decode\t{}\t{}", path("typed.theirs"), path("typed.theirs.txt")),
        format!("typed-decode\t{}\t{}", path("typed.ours"), path("typed.ours.txt")),
    ];
    assert_eq!(peer.run(&jobs), ["ok", "ok", "ok"], "{version}");
    let read = |name: &str| std::fs::read(path(name)).unwrap();
    // Java finds the same values in both documents, and so do we.
    assert_eq!(String::from_utf8(read("typed.ours.txt")), String::from_utf8(read("typed.theirs.txt")), "{version}");
    assert_eq!(typed_trace(&read("typed.theirs")), typed_trace(&read("typed.ours")), "{version}");
    let seen = typed_trace(&read("typed.theirs"));
    assert!(
        seen.iter().any(|line| line == "text zyx!!") && seen.iter().any(|line| line.contains(ALGORITHM)),
        "{seen:?}"
    );
}

#[test]
fn documents_are_exchanged_with_2_1_1() {
    exchange("2.1.1");
    whitespace_is_dropped_alike("2.1.1");
}

#[test]
fn documents_are_exchanged_with_1_2_2() {
    exchange("1.2.2");
}

/// Indexes of four bytes, and a chunk longer than any length of one byte.
#[test]
fn large_documents_are_exchanged() {
    let Some(peer) = peer("2.1.1") else { return };
    let documents: Vec<_> = written(&peer, generate::large_documents()).into_iter().map(with_canonical).collect();
    let settings = settings(&peer.folder, &Vocabulary::new());
    exchange_documents("2.1.1", &peer, &documents, &settings[..1]);
}

#[test]
fn arrays_are_exchanged() {
    typed_exchange("2.1.1");
    typed_exchange("1.2.2");
}

/// Both writers leave the same white space out.
fn whitespace_is_dropped_alike(version: &str) {
    let Some(peer) = peer(version) else { return };
    let options = WriteOptions { whitespace: Whitespace::Drop, ..Default::default() };
    let documents = peer.ubl();
    let path = |i: usize| peer.folder.join(format!("out/{i}.dropped")).display().to_string();
    let job = |(i, xml): (usize, &PathBuf)| format!("encode\t{}\t{}\twhitespace=drop", xml.display(), path(i));
    peer.run(&documents.iter().enumerate().map(job).collect::<Vec<_>>());
    for (i, xml) in documents.iter().enumerate() {
        let ours = encode(&std::fs::read(xml).unwrap(), &options).unwrap();
        let theirs = std::fs::read(path(i)).unwrap();
        let [ours, theirs] = [ours, theirs].map(|bytes| canonical(&mut Reader::new(&bytes)).unwrap());
        same(&ours, &theirs, &format!("{xml:?} without white space"));
    }
}
