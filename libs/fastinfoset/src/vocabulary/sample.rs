//! Vocabularies built from sample documents.

use std::collections::HashMap;

use super::Vocabulary;
use crate::error::Result;
use crate::reader::{Event, EventReader, Value};
use crate::vocabulary::StringTable;

/// Collects the names, and if wanted the values, of sample documents into a [`Vocabulary`].
///
/// What occurs most often gets the smallest indexes, which take the fewest octets; what occurs equally often is in
/// alphabetical order, so that the same samples give the same vocabulary.
#[derive(Debug, Default)]
pub struct VocabularyBuilder {
    elements: HashMap<[String; 3], u64>,
    attributes: HashMap<[String; 3], u64>,
    namespaces: HashMap<[String; 2], u64>,
    attribute_values: HashMap<String, u64>,
    chunks: HashMap<String, u64>,
    max_value_octets: usize,
}

impl VocabularyBuilder {
    /// A builder that collects names only.
    pub fn new() -> Self {
        Self::default()
    }

    /// Also collects attribute values and chunks of character data of at most this many octets, if they occur more than
    /// once.
    pub fn with_values(mut self, max_octets: usize) -> Self {
        self.max_value_octets = max_octets;
        self
    }

    /// Adds a sample, read to its end.
    ///
    /// # Errors
    /// The first error of the reader.
    pub fn add<R: EventReader>(&mut self, sample: &mut R) -> Result<()> {
        loop {
            match sample.read_event()? {
                Event::StartElement(element) => {
                    let name = element.name();
                    count(&mut self.elements, [name.prefix(), name.namespace(), name.local()].map(str::to_owned));
                    for namespace in element.namespaces() {
                        count(&mut self.namespaces, [namespace.prefix, namespace.uri].map(str::to_owned));
                    }
                    for attribute in element.attributes() {
                        let name = attribute.name;
                        count(&mut self.attributes, [name.prefix(), name.namespace(), name.local()].map(str::to_owned));
                        count_value(&mut self.attribute_values, attribute.value, self.max_value_octets);
                    }
                }
                Event::Characters(value) => count_value(&mut self.chunks, value, self.max_value_octets),
                Event::EndDocument => return Ok(()),
                _ => {}
            }
        }
    }

    /// The vocabulary of all samples.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) past 2^20 entries of a table.
    pub fn build(&self) -> Result<Vocabulary> {
        let mut vocabulary = Vocabulary::new();
        let present = |part: &'_ str| (!part.is_empty()).then(|| part.to_owned());
        for [prefix, uri] in ordered(&self.namespaces, 1) {
            for (table, string) in [(StringTable::Prefix, prefix), (StringTable::NamespaceName, uri)] {
                if !string.is_empty() && vocabulary.table(table).get(string).is_none() {
                    vocabulary.add(table, string)?;
                }
            }
        }
        for [prefix, namespace, local] in ordered(&self.elements, 1) {
            vocabulary.add_element_name(present(prefix).as_deref(), present(namespace).as_deref(), local)?;
        }
        for [prefix, namespace, local] in ordered(&self.attributes, 1) {
            vocabulary.add_attribute_name(present(prefix).as_deref(), present(namespace).as_deref(), local)?;
        }
        for value in ordered(&self.attribute_values, 2) {
            vocabulary.add(StringTable::AttributeValue, value)?;
        }
        for chunk in ordered(&self.chunks, 2) {
            vocabulary.add(StringTable::CharacterChunk, chunk)?;
        }
        Ok(vocabulary)
    }
}

fn count<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, u64>, key: K) {
    *counts.entry(key).or_default() += 1;
}

fn count_value(counts: &mut HashMap<String, u64>, value: Value<'_>, max_octets: usize) {
    if let Some(text) = value.as_text().filter(|text| !text.is_empty() && text.len() <= max_octets) {
        count(counts, text.to_owned());
    }
}

/// The keys that occur at least `least` times, the most frequent first.
fn ordered<K: Ord>(counts: &HashMap<K, u64>, least: u64) -> Vec<&K> {
    let mut keys: Vec<(&K, u64)> =
        counts.iter().map(|(key, count)| (key, *count)).filter(|(_, n)| *n >= least).collect();
    keys.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    keys.into_iter().map(|(key, _)| key).collect()
}
