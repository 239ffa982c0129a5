//! What a message takes in every format that can hold it, without measuring any time.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use wirecost_catalog::{Content, Lack, Message};
use wirecost_codec_protocol::Binding;
use wirecost_encode::{Encoding, Format};
use wirecost_value::Value;

use crate::CodecPlan;
use crate::compressed;
use crate::fit::LACKS_TYPE;

/// What a message takes in one format, in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FormatSize {
    /// The format.
    pub format: String,
    /// As it is.
    pub size_bytes: usize,
    /// Compressed by gzip.
    pub gzip_bytes: usize,
    /// Compressed by zstd.
    pub zstd_bytes: usize,
    /// Compressed by zstd with a dictionary that was trained on the samples, which it does not count; none if there are too few.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zstd_dictionary_bytes: Option<usize>,
    /// The dictionary itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dictionary_bytes: Option<usize>,
    /// What a batch of such messages takes; none if the message is too large for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<BatchSize>,
    /// Who wrote it, where it was written by the types of the message and by no candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_types: Option<String>,
    /// The message in the format, for a dictionary; none if it is too large for one.
    #[serde(skip)]
    pub bytes: Option<Vec<u8>>,
}

/// What several messages of one shape, the message first, take together in one format, in bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BatchSize {
    /// How many there are.
    pub messages: usize,
    /// How many of them differ: no more can be made by exchanging values of the message for each other.
    pub different: usize,
    /// One after the other, without anything between.
    pub size_bytes: usize,
    /// All of them, compressed by gzip as one.
    pub gzip_bytes: usize,
    /// All of them, compressed by zstd as one.
    pub zstd_bytes: usize,
}

/// The messages of a batch.
pub const BATCH: usize = 100;

/// The largest message of which a batch is made, in bytes.
pub const LARGEST_OF_BATCH: usize = 64 << 10;

/// The seed of the messages of a batch: the same message has the same sizes whenever it is asked.
const BATCH_SEED: u64 = 100;

/// The messages of a batch that differ, this one first; only this one where it is too large for more.
pub fn batch(message: &Message) -> Vec<Content> {
    if message.size() <= LARGEST_OF_BATCH { message.variants(BATCH, BATCH_SEED) } else { vec![message.content.clone()] }
}

/// The sizes of the first of these encodings, which are those of a [`batch`], and of all together.
///
/// # Errors
/// If there is none, or memory runs out.
pub fn of_batch(format: &str, encoded: &[Vec<u8>]) -> Result<FormatSize, Lack> {
    let first = encoded.first().ok_or_else(|| Lack::new(format_args!("the reference of {format} gives no answer")))?;
    let size = of(format, first).map_err(Lack::new)?;
    let batch = (first.len() <= LARGEST_OF_BATCH).then(|| batch_size(encoded)).transpose();
    Ok(FormatSize { batch: batch.map_err(Lack::new)?, ..size })
}

/// The size of a batch of these, each as often as it takes.
pub fn batch_size(encoded: &[Vec<u8>]) -> std::io::Result<BatchSize> {
    let bytes: Vec<u8> = encoded.iter().cycle().take(BATCH).flatten().copied().collect();
    Ok(BatchSize {
        messages: BATCH,
        different: encoded.len(),
        size_bytes: bytes.len(),
        gzip_bytes: compressed::gzip(&bytes)?,
        zstd_bytes: compressed::zstd(&bytes)?,
    })
}

/// Trains a dictionary of zstd for each format that holds several of the messages, on these very messages, and compresses each with
/// it. Formats whose messages are too few or too small for a dictionary stay as they are.
pub fn add_dictionaries(all: &mut [MessageSizes]) {
    let names: BTreeSet<String> = all.iter().flat_map(|message| &message.sizes).map(|it| it.format.clone()).collect();
    for format in names {
        let in_format = |size: &&FormatSize| size.format == format;
        let samples: Vec<Vec<u8>> =
            all.iter().filter_map(|message| message.sizes.iter().find(in_format)?.bytes.clone()).collect();
        if samples.len() < 2 {
            continue;
        }
        // What it cannot be trained on leaves no dictionary, which the table shows.
        let Ok(dictionary) = compressed::dictionary(&samples) else { continue };
        for size in all.iter_mut().flat_map(|message| &mut message.sizes).filter(|size| size.format == format) {
            let with = size.bytes.as_ref().and_then(|bytes| compressed::zstd_with(bytes, &dictionary).ok());
            (size.dictionary_bytes, size.zstd_dictionary_bytes) = (with.map(|_| dictionary.len()), with);
        }
    }
}

/// What a message takes in every format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MessageSizes {
    /// The message.
    pub message: String,
    /// The formats that hold it, the smallest first.
    pub sizes: Vec<FormatSize>,
    /// The formats that do not, with the reason.
    pub unfit: BTreeMap<String, String>,
}

/// The sizes of a message of `plan`.
pub fn sizes(plan: &CodecPlan, message: &Message) -> MessageSizes {
    let timed = plan.cases.iter().filter(|case| case.message == message.name);
    let timed = timed.filter(|case| !matches!(case.candidate.binding, Binding::Nothing | Binding::Floor));
    let fitting: BTreeSet<&str> = timed.map(|case| case.candidate.format.as_str()).collect();
    let skipped = plan.skipped.iter().filter(|skipped| skipped.case.message == message.name);
    let mut skipped: Vec<_> =
        skipped.filter(|skipped| !fitting.contains(skipped.case.candidate.format.as_str())).collect();
    // That a candidate wants a type says less of its format than why one that wants none cannot hold the message.
    skipped.sort_by_key(|skipped| skipped.case.candidate.types.is_none());
    let mut unfit: BTreeMap<String, String> =
        skipped.into_iter().map(|skipped| (skipped.case.candidate.format.clone(), skipped.reason.clone())).collect();
    let mut sizes = Vec::new();
    let batch = batch(message);
    for format in fitting {
        match plan.references().encoded(format, message, &batch).and_then(|encoded| of_batch(format, &encoded)) {
            Ok(size) => sizes.push(size),
            Err(reason) => {
                unfit.insert(format.to_owned(), reason.into());
            }
        }
    }
    let mut all = MessageSizes { message: message.name.clone(), sizes, unfit };
    // A schema is of one format, and says nothing of others.
    let only = message.schema().map(|schema| schema.format);
    all.add_by_types(only, || Ok(message.clone()));
    all.sort();
    all
}

impl MessageSizes {
    /// Puts the smallest first.
    pub fn sort(&mut self) {
        self.sizes.sort_by_key(|size| (size.size_bytes, size.format.clone()));
    }

    /// Writes the message by its types in each format that was left out and can be written so, or in the `only` one. `message` gives the message, whose
    /// types are inferred where it has none, or why its types are not looked for.
    pub fn add_by_types(&mut self, only: Option<&str>, message: impl FnOnce() -> Result<Message, Lack>) {
        let names = self.unfit.keys().filter(|name| only.is_none_or(|only| only == name.as_str()));
        let formats: Vec<Format> = names.filter_map(|name| Format::of(name)).collect();
        if formats.is_empty() {
            return;
        }
        let found = message().and_then(|mut message| {
            message.infer_type();
            let model = message.model()?;
            let typed: Vec<Value> = batch(&message).into_iter().filter_map(|content| content.typed).collect();
            if typed.is_empty() { Err(Lack::new("the message has no types")) } else { Ok((model, typed)) }
        });
        let size = |format: Format| {
            let (model, typed) = found.as_ref().map_err(Lack::clone)?;
            let encoding = Encoding::new(format, model).map_err(Lack::new)?;
            let encoded = typed.iter().map(|typed| encoding.encode(typed)).collect::<Result<Vec<_>, _>>();
            let size = of_batch(format.name(), &encoded.map_err(Lack::new)?)?;
            Ok::<_, Lack>(FormatSize { by_types: Some(format.source().to_owned()), ..size })
        };
        for format in formats {
            match size(format) {
                Ok(size) => {
                    self.unfit.remove(format.name());
                    self.sizes.push(size);
                }
                Err(reason) => drop(self.unfit.insert(format.name().to_owned(), reason.into())),
            }
        }
        // Others that want a type have it in code that a compiler made.
        for (format, reason) in &mut self.unfit {
            if Format::of(format).is_none() && *reason == LACKS_TYPE {
                *reason = COMPILED_ONLY.to_owned();
            }
        }
    }
}

/// What is said of a format that only code holds which was compiled for the message.
const COMPILED_ONLY: &str = "only code that is compiled for the type writes it; `wirecost run --message FILE` builds this code and shows the size";

fn of(format: &str, bytes: &[u8]) -> std::io::Result<FormatSize> {
    Ok(FormatSize {
        format: format.to_owned(),
        size_bytes: bytes.len(),
        gzip_bytes: compressed::gzip(bytes)?,
        zstd_bytes: compressed::zstd(bytes)?,
        zstd_dictionary_bytes: None,
        dictionary_bytes: None,
        batch: None,
        by_types: None,
        bytes: (bytes.len() <= LARGEST_OF_BATCH).then(|| bytes.to_vec()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(number: usize) -> Message {
        let text = format!(
            "{{\"id\": {number}, \"customer\": \"customer-{number}\", \"status\": \"shipped\", \"currency\": \"EUR\",\
             \"tags\": [\"a{number}\", \"b{number}\"], \"price\": {number}.25}}"
        );
        let value = wirecost_value::json::read(text.as_bytes()).map_err(Lack::new);
        Message::to_size(format!("order-{number}"), "here".into(), value, Err(Lack::new("no document")))
    }

    fn of_json(message: &Message) -> MessageSizes {
        let encoded: Vec<Vec<u8>> = batch(message)
            .iter()
            .map(|content| wirecost_value::json::write(content.value.as_ref().unwrap()).unwrap())
            .collect();
        let sizes = vec![of_batch("json", &encoded).unwrap()];
        MessageSizes { message: message.name.clone(), sizes, unfit: BTreeMap::new() }
    }

    #[test]
    fn a_batch_is_a_hundred_messages_of_one_size_each() {
        let sizes = of_json(&order(1_000));
        let (size, batch) = (&sizes.sizes[0], sizes.sizes[0].batch.as_ref().unwrap());
        assert_eq!((batch.messages, batch.size_bytes), (100, 100 * size.size_bytes));
        assert!(batch.different >= 1 && batch.different <= 100, "{batch:?}");
        assert!(batch.zstd_bytes < 100 * size.zstd_bytes, "what they share is written once: {batch:?}");
    }

    #[test]
    fn a_dictionary_is_trained_on_the_samples_and_on_nothing_less() {
        let mut one = [of_json(&order(1))];
        add_dictionaries(&mut one);
        assert_eq!(one[0].sizes[0].zstd_dictionary_bytes, None);
        let mut many: Vec<MessageSizes> = (1_000..1_040).map(|number| of_json(&order(number))).collect();
        add_dictionaries(&mut many);
        for message in &many {
            let size = &message.sizes[0];
            let with = size.zstd_dictionary_bytes.expect("forty samples are enough");
            assert!(with < size.zstd_bytes && size.dictionary_bytes.is_some(), "{size:?}");
        }
    }
}
