//! Every document of the corpora, in every setting: XML to Fast Infoset, read by every reader, and back to XML.

mod common;

use common::{decode, encode, files, shared, trace};
use fastinfoset::tree::Tree;
use fastinfoset::{ReadOptions, Reader, Registry, StreamReader, TextEncoding, VocabularyBuilder, WriteOptions, Writer};

/// Gives out a few bytes at a time.
struct Trickle<'a>(&'a [u8], usize);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let taken = self.0.len().min(out.len()).min(self.1);
        out[..taken].copy_from_slice(&self.0[..taken]);
        self.0 = &self.0[taken..];
        self.1 = self.1 % 97 + 1;
        Ok(taken)
    }
}

fn settings() -> Vec<(&'static str, WriteOptions)> {
    let limit =
        |limit| WriteOptions { indexed_attribute_values: 0..limit, indexed_chunks: 0..limit, ..Default::default() };
    vec![
        ("default", WriteOptions::default()),
        ("limit 0", limit(0)),
        ("limit 7", limit(7)),
        ("limit 16", limit(16)),
        ("limit 24", limit(24)),
        ("from 3", WriteOptions { indexed_chunks: 3..10, indexed_attribute_values: 3..10, ..Default::default() }),
        ("no limit", limit(usize::MAX)),
        ("little memory", WriteOptions { max_index_bytes: 100, ..Default::default() }),
        ("UTF-16", WriteOptions { text_encoding: TextEncoding::Utf16Be, ..Default::default() }),
    ]
}

#[test]
fn every_document_comes_back_in_every_setting() {
    let Some(folder) = shared() else { return };
    let options = ReadOptions::default();
    let mut documents = 0;
    for path in files(&folder) {
        let xml = std::fs::read(&path).unwrap();
        let reference =
            encode(&xml, &WriteOptions::without_value_indexes()).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let expected = trace(&mut Reader::new(&reference)).unwrap();
        let text = decode(&reference, &options).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        for (name, setting) in settings() {
            let bytes = encode(&xml, &setting).unwrap();
            assert_eq!(trace(&mut Reader::new(&bytes)).unwrap(), expected, "{path:?}, {name}");
            // The XML that comes out is the same infoset again.
            let again = encode(text.as_bytes(), &setting).unwrap();
            assert_eq!(decode(&again, &options).unwrap(), text, "{path:?}, {name}");
        }
        let bytes = encode(&xml, &WriteOptions::default()).unwrap();
        assert_eq!(trace(&mut StreamReader::new(&bytes[..])).unwrap(), expected, "{path:?}, stream");
        if bytes.len() < 200_000 {
            assert_eq!(trace(&mut StreamReader::new(Trickle(&bytes, 1))).unwrap(), expected, "{path:?}, trickle");
        }
        let tree = Tree::read(&mut Reader::new(&bytes)).unwrap();
        for (name, setting) in settings() {
            let (mut from_tree, mut from_events) =
                (Writer::with_options(&setting).unwrap(), Writer::with_options(&setting).unwrap());
            tree.write(&mut from_tree).unwrap();
            from_events.copy(&mut Reader::new(&bytes)).unwrap();
            assert!(from_tree.bytes() == from_events.bytes(), "{path:?}, {name}");
        }
        documents += 1;
    }
    assert!(documents >= 40, "only {documents} documents");
}

#[test]
fn an_external_vocabulary_of_the_corpus_shortens_every_document() {
    let Some(folder) = shared() else { return };
    let mut builder = VocabularyBuilder::new().with_values(24);
    let paths = files(&folder.join("ubl"));
    for path in &paths {
        let bytes = encode(&std::fs::read(path).unwrap(), &WriteOptions::default()).unwrap();
        builder.add(&mut Reader::new(&bytes)).unwrap();
    }
    let file = builder.build().unwrap().to_file("urn:ubl").unwrap();
    let mut vocabularies = Registry::new();
    let uri = vocabularies.register_file(&file).unwrap();
    let write =
        WriteOptions { external_vocabulary: Some(uri), vocabularies: vocabularies.clone(), ..Default::default() };
    let read = ReadOptions { vocabularies, ..Default::default() };
    let mut writer = Writer::with_options(&write).unwrap();
    for path in &paths {
        let xml = std::fs::read(path).unwrap();
        let plain = encode(&xml, &WriteOptions::default()).unwrap();
        writer.clear();
        fastinfoset::xml::from_xml(&xml[..], &Default::default(), &mut writer).unwrap();
        assert!(writer.bytes().len() < plain.len(), "{path:?}");
        let (short, long) = (decode(writer.bytes(), &read).unwrap(), decode(&plain, &read).unwrap());
        assert_eq!(short, long, "{path:?}");
        let streamed = trace(&mut StreamReader::with_options(writer.bytes(), &read)).unwrap();
        assert_eq!(streamed, trace(&mut Reader::with_options(writer.bytes(), &read)).unwrap(), "{path:?}");
        assert!(decode(writer.bytes(), &ReadOptions::default()).is_err(), "{path:?} without its vocabulary");
    }
}
