//! fastinfoset with an external vocabulary: documents hold indexes in the place of names.
//!
//! Choices: unless the user gives a vocabulary, it holds the names of the message itself, as the measurements of 2005 had it ("the
//! most optimal form"), and no values. Writer and reader run in processes of their own and agree on it as a pair of programs would:
//! by a file that is named by the URI in the document. Making, writing and reading that file is not timed.

use std::hash::{DefaultHasher, Hasher as _};
use std::io::Write as _;
use std::path::PathBuf;
use std::{fs, io};

use etcetera::BaseStrategy as _;
use fastinfoset::{Error, ErrorKind, ReadOptions, Reader, Registry, Vocabulary, VocabularyBuilder, WriteOptions};
use wirecost_codec_protocol::value::Value;
use wirecost_codec_protocol::{
    CandidateError, Case, Encoder as _, OperationKind, Prepared, decode_events, encode, not_offered,
};

use crate::candidate::{Pull, Write};
use crate::limits::indexing;

const URI: &str = "urn:wirecost:vocabulary:";

/// Makes a case ready with this limit of indexing. Each is a format of its own: nothing else can read it.
pub fn prepare<const LIMIT: usize>(case: Case) -> Prepared {
    let given = case.schema.as_ref().map(|given| Vocabulary::from_file(&given.text)).transpose().map_err(failed)?;
    let sample = case.inputs.first().cloned().ok_or_else(|| CandidateError::Failed("no inputs".into()))?;
    match case.operation {
        OperationKind::Decode => {
            let vocabularies = given.map_or_else(|| known(&sample), |given| Ok(registry(given))).map_err(failed)?;
            decode_events(case, Pull::new(ReadOptions { vocabularies, ..ReadOptions::default() }))
        }
        OperationKind::Encode => {
            let (uri, vocabulary) = given.map_or_else(|| agree(sample), Ok)?;
            let external_vocabulary = Some(uri.clone());
            let vocabularies = registry((uri, vocabulary));
            let options = WriteOptions { external_vocabulary, vocabularies, ..indexing(LIMIT) };
            encode(case, Write::new(&options)?)
        }
        _ => Err(not_offered(&case)),
    }
}

fn failed(error: Error) -> CandidateError {
    CandidateError::Failed(error.to_string())
}

/// Makes the vocabulary of a message and leaves it where readers look for it.
fn agree(sample: Value) -> Result<(String, Vocabulary), CandidateError> {
    let mut plain = Write::new(&WriteOptions::default())?;
    let sample = plain.input(sample).map_err(|error| CandidateError::Unsupported(error.to_string()))?;
    let mut bytes = Vec::new();
    plain.encode(&sample, &mut bytes).map_err(failed)?;
    let mut builder = VocabularyBuilder::new();
    builder.add(&mut Reader::new(&bytes)).map_err(failed)?;
    let vocabulary = builder.build().map_err(failed)?;

    let mut hasher = DefaultHasher::new();
    hasher.write(&vocabulary.to_file(URI).map_err(failed)?);
    let digest = format!("{:016x}", hasher.finish());
    let uri = format!("{URI}{digest}");
    let bytes = vocabulary.to_file(&uri).map_err(failed)?;
    leave(&digest, &bytes).map_err(|error| CandidateError::Failed(format!("cannot leave the vocabulary: {error}")))?;
    Ok((uri, vocabulary))
}

/// The vocabulary that a document names.
fn known(document: &Value) -> Result<Registry, Error> {
    let Value::Bytes(bytes) = document else { return Ok(Registry::new()) };
    let Err(error) = Reader::new(bytes).read_event().map(|_| ()) else { return Ok(Registry::new()) };
    let ErrorKind::UnknownVocabulary { uri } = error.kind() else { return Err(error) };
    let digest = uri.strip_prefix(URI).filter(|digest| digest.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let Some(digest) = digest else { return Err(error) };
    Vocabulary::from_file(&std::fs::read(folder()?.join(file(digest)))?).map(registry)
}

fn registry((uri, vocabulary): (String, Vocabulary)) -> Registry {
    let mut registry = Registry::new();
    registry.register(uri, vocabulary);
    registry
}

/// Leaves a vocabulary in the user's cache folder, which nobody else can write to.
fn leave(digest: &str, bytes: &[u8]) -> io::Result<()> {
    let folder = folder()?;
    fs::create_dir_all(&folder)?;
    // Written aside first, to a file that was not there: a reader finds the whole vocabulary or none.
    let aside = folder.join(format!("{digest}.{}", std::process::id()));
    let written = fs::File::create_new(&aside).and_then(|mut file| file.write_all(bytes));
    let left = written.and_then(|()| fs::rename(&aside, folder.join(file(digest))));
    if left.is_err() {
        // What could not be moved is of no use; that it may not be there is fine.
        let _ = fs::remove_file(&aside);
    }
    left
}

fn folder() -> io::Result<PathBuf> {
    let base = etcetera::choose_base_strategy().map_err(io::Error::other)?;
    Ok(base.cache_dir().join("wirecost/vocabularies"))
}

fn file(digest: &str) -> String {
    format!("{digest}.fivoc")
}
