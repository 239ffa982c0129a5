//! Sizes of a message without holding it in any format: what libraries write is counted and compressed as it comes.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastinfoset::{Reader, Registry, VocabularyBuilder, WriteOptions, Writer};
use flate2::write::GzEncoder;
use wirecost_catalog::compact::STACK;
use wirecost_catalog::format::obstacle_on;
use wirecost_catalog::{Compact, Lack, Message, Xml};
use wirecost_codec_protocol::Binding;
use wirecost_lab_codec::CodecPlan;
use wirecost_lab_codec::compressed::{self, GZIP_LEVEL, ZSTD_LEVEL};
use wirecost_lab_codec::sizes::{self, FormatSize, LARGEST_OF_BATCH, MessageSizes};
use wirecost_value::{ConvertError, Value};

/// The formats that are written here, by the libraries of their reference candidates, in the order in which they are begun:
/// what takes longest is first, and the two that wait for each other's tables are apart.
const STREAMED: [&str; 6] = ["fast-infoset-external", "xml", "json", "cbor", "messagepack", "fast-infoset"];

/// Messages up to this size, in bytes, are also given to candidates that take a message as a whole: those of other
/// languages, and other settings.
const WHOLE: usize = 256 << 10;

/// Messages up to this size, in bytes, are written by their types, which are inferred of the whole.
const WITH_TYPES: usize = 4 << 20;

/// What the URI of a candidate's external vocabulary begins with; the digest of the vocabulary follows.
const VOCABULARY: &str = "urn:wirecost:vocabulary:";

/// What is written up to this size, in bytes, is compressed as a whole, as `run` does.
const HELD: usize = 2 << 20;

/// What is larger is compressed in pieces of this size: libraries write a few bytes at a time, which costs compressors more
/// than the bytes do.
const PIECE: usize = 64 << 10;

/// The message of a file for the choice of candidates, and for those that take it as a whole.
pub fn stand_in(name: &str, path: &Path, compact: &Compact) -> Message {
    let whole = compact.bytes <= WHOLE;
    let value = match &compact.tree {
        Ok(tree) if whole => Ok(tree.value()),
        Ok(_) => Ok(Value::Map(Vec::new())),
        Err(reason) => Err(reason.clone()),
    };
    let xml = if whole { document(compact) } else { Err(Lack::new("the document is written apart")) };
    let message = Message::to_size(name.to_owned(), path.display().to_string(), value, xml);
    message.of_document(compact.model.clone().filter(|_| whole))
}

/// The document of a small message, or the one that stands for its tree.
fn document(compact: &Compact) -> Result<Xml, Lack> {
    let mut bytes = Vec::new();
    compact.write_xml(&mut bytes).map_err(Lack::new)?;
    let mut infoset = wirecost_value::xml::read(&bytes).map_err(Lack::new)?;
    if !compact.is_document() {
        // It is no document of the user's, whose lines errors name: its variants are those of the data tree.
        infoset.lines.clear();
    }
    Ok(Xml { bytes, infoset })
}

/// The sizes of a file, whose stand-in is `message`, in every format that the plan chose for it.
pub fn sizes(plan: &CodecPlan, message: &Message, compact: &Compact) -> MessageSizes {
    let ours = |format: &str| STREAMED.contains(&format);
    let cases = plan.cases.iter().filter(|case| case.message == message.name);
    let cases = cases.filter(|case| !matches!(case.candidate.binding, Binding::Nothing | Binding::Floor));
    let mut formats: BTreeSet<&str> = cases.map(|case| case.candidate.format.as_str()).collect();
    let mut unfit = BTreeMap::new();
    let mut left_out: Vec<_> = plan.skipped.iter().filter(|skipped| skipped.case.message == message.name).collect();
    // That a candidate wants a type says less of its format than why one that wants none cannot hold the message.
    left_out.sort_by_key(|skipped| skipped.case.candidate.types.is_none());
    for skipped in left_out {
        let candidate = &skipped.case.candidate;
        // What it lacks as a whole says nothing of what is written here.
        if ours(&candidate.format) && candidate.types.is_none() {
            formats.insert(&candidate.format);
        } else if !formats.contains(candidate.format.as_str()) {
            unfit.insert(candidate.format.clone(), skipped.reason.clone());
        }
    }
    let references = plan.references();
    let mut found = Vec::new();
    let (chosen, others): (Vec<&str>, Vec<&str>) = formats.into_iter().partition(|format| ours(format));
    let streamed: Vec<&str> = STREAMED.into_iter().filter(|format| chosen.contains(format)).collect();
    let batch = sizes::batch(message);
    let whole = |format: &&str| {
        if compact.bytes <= WHOLE {
            references.encoded(format, message, &batch).and_then(|all| sizes::of_batch(format, &all))
        } else {
            Err(Lack::new(format_args!(
                "the message has more than {WHOLE} bytes, and candidates of this format need all of it in memory"
            )))
        }
    };
    let mut outcomes: Vec<(&str, Result<FormatSize, Lack>)> = others.iter().map(|it| (*it, whole(it))).collect();
    outcomes.extend(side_by_side(&streamed, |format| stream(format, message, compact)));
    for (format, outcome) in outcomes {
        unfit.remove(format);
        match outcome {
            Ok(mut size) => {
                if size.batch.is_none() && compact.bytes <= LARGEST_OF_BATCH {
                    // What is counted as it comes is not held, so a batch of it is made by the candidates.
                    let encoded = references.encoded(format, message, &batch).ok();
                    size.batch = encoded.and_then(|encoded| sizes::batch_size(&encoded).ok());
                }
                found.push(size);
            }
            Err(reason) => drop(unfit.insert(format.to_owned(), reason.into())),
        }
    }
    let mut all = MessageSizes { message: message.name.clone(), sizes: found, unfit };
    all.add_by_types(None, || with_types(message, compact));
    all.sort();
    all
}

/// The message with its whole value, whose types are looked for.
fn with_types(message: &Message, compact: &Compact) -> Result<Message, Lack> {
    if compact.bytes <= WHOLE {
        return Ok(message.clone());
    }
    if compact.bytes > WITH_TYPES {
        let most = WITH_TYPES >> 20;
        return Err(Lack::new(format_args!(
            "types are inferred only from messages of up to {most} MiB, which are held in memory as a whole"
        )));
    }
    let value = compact.tree.as_ref().map(wirecost_value::Tape::value).map_err(Clone::clone);
    let (name, source) = (message.name.clone(), message.source.clone());
    let message = Message::to_size(name, source, value, Err(Lack::new("the document is written apart")));
    Ok(message.of_document(compact.model.clone()))
}

/// Does the work for every format, on two threads: each also has one that makes what it reads.
fn side_by_side<'f, T: Send>(formats: &[&'f str], work: impl Fn(&str) -> T + Sync) -> Vec<(&'f str, T)> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(2));
        for _ in 0..threads {
            let take = || {
                while let Some(format) = formats.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = work(format);
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((*format, outcome));
                }
            };
            // What no thread can be started for is done by the others.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, take);
        }
    });
    done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Writes the message in one of the formats that are written here.
fn stream(format: &str, message: &Message, compact: &Compact) -> Result<FormatSize, Lack> {
    let mut sizer = Sizer::new().map_err(Lack::new)?;
    if matches!(format, "json" | "cbor" | "messagepack") {
        let tree = compact.tree.as_ref().map_err(not_representable)?;
        if let Some(obstacle) = obstacle_on(format, tree) {
            return Err(not_representable(obstacle));
        }
        match format {
            "json" => serde_json::to_writer(&mut sizer, tree).map_err(Lack::new)?,
            "cbor" => ciborium::into_writer(tree, &mut sizer).map_err(Lack::new)?,
            _ => {
                let mut serializer = rmp_serde::Serializer::new(&mut sizer).with_struct_map();
                serde::Serialize::serialize(tree, &mut serializer).map_err(Lack::new)?;
            }
        }
        return sizer.finish(format);
    }
    // The tables of names are the most that any format takes: there are those of one format at a time.
    static TABLES: Mutex<()> = Mutex::new(());
    let _tables = (format != "xml").then(|| TABLES.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    match format {
        "xml" => compact.write_xml(&mut sizer).map_err(not_representable)?,
        "fast-infoset" => sizer = infoset(compact, sizer, &WriteOptions::default()).map_err(not_representable)?,
        _ => {
            let options = match message.vocabulary(format) {
                Some(given) => given.write_options(),
                None => external(compact).map_err(not_representable)?,
            };
            sizer = infoset(compact, sizer, &options).map_err(not_representable)?
        }
    }
    sizer.finish(format)
}

fn infoset(compact: &Compact, sizer: Sizer, options: &WriteOptions) -> Result<Sizer, ConvertError> {
    let mut writer = Writer::to_stream(sizer, options).map_err(ConvertError::new)?;
    compact.write_infoset(&mut writer)?;
    Ok(writer.into_stream())
}

/// Options with a vocabulary of the message's own names, as the candidate of the format has it.
fn external(compact: &Compact) -> Result<WriteOptions, ConvertError> {
    // Values are in no vocabulary, so the sample needs no tables of them.
    let mut plain = Writer::with_options(&WriteOptions::without_value_indexes()).map_err(ConvertError::new)?;
    compact.write_infoset(&mut plain)?;
    let bytes = plain.take_bytes();
    // The tables of a document with many names take more than the document.
    drop(plain);
    let mut builder = VocabularyBuilder::new();
    builder.add(&mut Reader::new(&bytes)).map_err(ConvertError::new)?;
    drop(bytes);
    let vocabulary = builder.build().map_err(ConvertError::new)?;
    drop(builder);
    let mut hasher = DefaultHasher::new();
    hasher.write(&vocabulary.to_file(VOCABULARY).map_err(ConvertError::new)?);
    let uri = format!("{VOCABULARY}{:016x}", hasher.finish());
    let mut vocabularies = Registry::new();
    vocabularies.register(uri.clone(), vocabulary);
    Ok(WriteOptions { external_vocabulary: Some(uri), vocabularies, ..WriteOptions::default() })
}

fn not_representable(reason: impl std::fmt::Display) -> Lack {
    Lack::new(format_args!("not representable: {reason}"))
}

/// Counts bytes, plain and compressed.
struct Sizer {
    plain: usize,
    /// What came so far, while it is little; after that, what was not compressed yet.
    held: Vec<u8>,
    is_large: bool,
    gzip: GzEncoder<Count>,
    zstd: zstd::Encoder<'static, Count>,
}

#[derive(Default)]
struct Count(usize);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sizer {
    fn new() -> io::Result<Self> {
        Ok(Self {
            plain: 0,
            held: Vec::new(),
            is_large: false,
            gzip: GzEncoder::new(Count::default(), flate2::Compression::new(GZIP_LEVEL)),
            zstd: zstd::Encoder::new(Count::default(), ZSTD_LEVEL)?,
        })
    }

    fn finish(self, format: &str) -> Result<FormatSize, Lack> {
        let done = |mut sizer: Self| -> io::Result<(usize, usize)> {
            if !sizer.is_large {
                return Ok((compressed::gzip(&sizer.held)?, compressed::zstd(&sizer.held)?));
            }
            sizer.compress_held()?;
            Ok((sizer.gzip.finish()?.0, sizer.zstd.finish()?.0))
        };
        let (size_bytes, format) = (self.plain, format.to_owned());
        let bytes = (!self.is_large && size_bytes <= LARGEST_OF_BATCH).then(|| self.held.clone());
        let (gzip_bytes, zstd_bytes) = done(self).map_err(Lack::new)?;
        let (zstd_dictionary_bytes, dictionary_bytes, batch, by_types) = (None, None, None, None);
        Ok(FormatSize {
            format,
            size_bytes,
            gzip_bytes,
            zstd_bytes,
            zstd_dictionary_bytes,
            dictionary_bytes,
            batch,
            by_types,
            bytes,
        })
    }

    fn compress_held(&mut self) -> io::Result<()> {
        self.gzip.write_all(&self.held)?;
        self.zstd.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }
}

impl Write for Sizer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.plain += bytes.len();
        self.held.extend_from_slice(bytes);
        if self.held.len() > if self.is_large { PIECE } else { HELD } {
            self.is_large = true;
            self.compress_held()?;
            self.held.shrink_to(PIECE);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
