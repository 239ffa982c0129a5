//! Documents as XML or Fast Infoset: which of the two, where from and where to.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum;
use fastinfoset::{ErrorKind, ReadOptions, Registry, Vocabulary};

/// A form of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// XML
    Xml,
    /// Fast Infoset
    Fi,
}

impl Form {
    /// The form that a file's name tells; none for a pipe or another extension.
    pub fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "xml" => Some(Self::Xml),
            "fi" | "finf" | "fivoc" => Some(Self::Fi),
            _ => None,
        }
    }

    /// The form that the first bytes tell.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        if fastinfoset::is_fast_infoset(bytes) { Self::Fi } else { Self::Xml }
    }

    /// The form of `path`, whose bytes are `input`: as told, else by the bytes, since a name can be wrong.
    pub fn of(told: Option<Self>, input: &mut impl BufRead) -> std::io::Result<Self> {
        Ok(told.unwrap_or(Self::of_bytes(input.fill_buf()?)))
    }
}

/// Whether a path stands for a pipe.
pub fn is_pipe(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A file, or standard input for `-`.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if is_pipe(path) {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// What came of reading a file, with its name; where a vocabulary is missing, also with what gives it.
pub fn of_file<T>(read: fastinfoset::Result<T>, file: &Path) -> anyhow::Result<T> {
    read.map_err(|error| match error.kind() {
        ErrorKind::UnknownVocabulary { .. } => {
            anyhow::anyhow!("{}: {error}; give its file with --vocabulary FILE.fivoc", file.display())
        }
        _ => anyhow::Error::new(error).context(file.display().to_string()),
    })
}

/// The vocabularies of these files, and the URI of the first.
pub fn vocabularies(files: &[PathBuf]) -> anyhow::Result<(ReadOptions, Option<String>)> {
    let mut registry = Registry::new();
    let mut first = None;
    for file in files {
        let bytes = wirecost_load::read_file(file).with_context(|| format!("cannot read {}", file.display()))?;
        let (uri, vocabulary) = Vocabulary::from_file(&bytes).with_context(|| file.display().to_string())?;
        registry.register(uri.clone(), vocabulary);
        first.get_or_insert(uri);
    }
    Ok((ReadOptions { vocabularies: registry, ..ReadOptions::default() }, first))
}
