//! The documents of the corpora that the reports of 2005 are checked on.

use std::path::{Path, PathBuf};

use fastinfoset::{Limits, Reader, Vocabulary, VocabularyBuilder, WriteOptions, Writer, xml};

/// The folders that the command line names, or else the three corpora beside the workspace.
pub fn folders() -> Vec<PathBuf> {
    let named: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).filter(|path| path.is_dir()).collect();
    if named.is_empty() { ["general", "ubl", "fpml"].map(super::folder).to_vec() } else { named }
}

/// Every file below a folder that begins as XML does, whatever its name: feeds, pictures and schemas are XML too.
pub fn documents(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(documents(&path));
        } else {
            let bytes = std::fs::read(path).unwrap();
            found.extend(bytes.trim_ascii_start().starts_with(b"<").then_some(bytes));
        }
    }
    found
}

/// Options that index what has fewer bytes than `limit`.
pub fn indexing(limit: usize) -> WriteOptions {
    WriteOptions { indexed_attribute_values: 0..limit, indexed_chunks: 0..limit, ..WriteOptions::default() }
}

/// XML as Fast Infoset.
pub fn encode(document: &[u8], options: &WriteOptions) -> Vec<u8> {
    let mut writer = Writer::with_options(options).unwrap();
    xml::from_xml(document, &Limits::default(), &mut writer).unwrap();
    writer.take_bytes()
}

/// The names of a document and no values, as the reports had their external vocabularies.
pub fn vocabulary(bytes: &[u8]) -> Vocabulary {
    let mut builder = VocabularyBuilder::new();
    builder.add(&mut Reader::new(bytes)).unwrap();
    builder.build().unwrap()
}
