//! fastinfoset with an external vocabulary: names stand in the documents as indexes only.
//!
//! Choices: the vocabulary holds the names of the message itself, as the measurements of 2005 had it ("the most optimal
//! form"), and no values. Writer and reader run in processes of their own and agree on it as a pair of programs would:
//! by a file that is named by the URI in the document. Making, writing and reading that file is not timed.

use std::hash::{DefaultHasher, Hasher as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;

use fastinfoset::{
    Error, ErrorKind, Reader, ReadOptions, Registry, Vocabulary, VocabularyBuilder, WriteOptions,
};
use wirecost_runner::value::Value;
use wirecost_runner::{
    Binding, Candidate, Case, Encoder as _, Operation, OperationKind, PrepareError, decode_events, encode,
};

use super::fast_infoset::{Pull, Write, candidate};

const NAME: &str = "fast-infoset-external";

const URI: &str = "urn:wirecost:vocabulary:";

/// A format of its own: nothing else can read it.
pub const CANDIDATES: &[Candidate] = &[Candidate {
    binding: Binding::Events,
    reference: true,
    prepare,
    ..candidate(NAME, NAME, &[OperationKind::Decode, OperationKind::Encode])
}];

fn prepare(case: Case) -> Result<Box<dyn Operation>, PrepareError> {
    let failed = |error: Error| PrepareError::Failed(error.to_string());
    let sample = case.inputs.first().cloned().ok_or_else(|| PrepareError::Failed("no inputs".into()))?;
    match case.operation {
        OperationKind::Decode => {
            let vocabularies = known(&sample).map_err(failed)?;
            decode_events(case, Pull::new(ReadOptions { vocabularies, ..ReadOptions::default() }))
        }
        OperationKind::Encode => {
            let (uri, vocabularies) = agree(sample)?;
            let options = WriteOptions { external_vocabulary: Some(uri), vocabularies, ..WriteOptions::default() };
            encode(case, Write::new(&options)?)
        }
        _ => Err(wirecost_runner::not_offered(&case)),
    }
}

/// Makes the vocabulary of a message and leaves it where readers look for it.
fn agree(sample: Value) -> Result<(String, Registry), PrepareError> {
    let failed = |error: Error| PrepareError::Failed(error.to_string());
    let mut plain = Write::new(&WriteOptions::default())?;
    let sample = plain.input(sample).map_err(|error| PrepareError::Unsupported(error.to_string()))?;
    let mut octets = Vec::new();
    plain.encode(&sample, &mut octets).map_err(failed)?;
    let mut builder = VocabularyBuilder::new();
    builder.add(&mut Reader::new(&octets)).map_err(failed)?;
    let vocabulary = builder.build().map_err(failed)?;

    let mut hasher = DefaultHasher::new();
    hasher.write(&vocabulary.to_file(URI).map_err(failed)?);
    let digest = format!("{:016x}", hasher.finish());
    let uri = format!("{URI}{digest}");
    let path = file(&digest).map_err(|error| PrepareError::Failed(format!("no place for the vocabulary: {error}")))?;
    // Written aside first: a reader finds the whole file or none.
    let aside = path.with_extension(std::process::id().to_string());
    let octets = vocabulary.to_file(&uri).map_err(failed)?;
    let written = std::fs::write(&aside, octets).and_then(|()| std::fs::rename(&aside, &path));
    written.map_err(|error| PrepareError::Failed(format!("{}: {error}", path.display())))?;
    let mut registry = Registry::new();
    registry.register(uri.clone(), vocabulary);
    Ok((uri, registry))
}

/// The vocabulary that a document names.
fn known(document: &Value) -> Result<Registry, Error> {
    let mut registry = Registry::new();
    let Value::Octets(octets) = document else { return Ok(registry) };
    let Err(error) = Reader::new(octets).read_event().map(|_| ()) else { return Ok(registry) };
    let ErrorKind::UnknownVocabulary { uri } = error.kind() else { return Err(error) };
    let digest = uri.strip_prefix(URI).filter(|digest| digest.bytes().all(|octet| octet.is_ascii_hexdigit()));
    let Some(digest) = digest else { return Err(error) };
    let (found, vocabulary) = Vocabulary::from_file(&std::fs::read(file(digest)?)?)?;
    registry.register(found, vocabulary);
    Ok(registry)
}

/// Where a vocabulary stands: in a folder of the user's cache that nobody else can write to.
fn file(digest: &str) -> std::io::Result<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
    let cache = cache.ok_or_else(|| std::io::Error::other("no cache folder; set HOME"))?;
    let folder = cache.join("wirecost/vocabularies");
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
    Ok(folder.join(format!("{digest}.fivoc")))
}
