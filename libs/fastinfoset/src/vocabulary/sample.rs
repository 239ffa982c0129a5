//! Vocabularies built from sample documents.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{NameIndex, NameSurrogate, StringIndex, Vocabulary};
use crate::error::{Error, LimitKind, Result};
use crate::reader::{Event, EventReader, Name, Value};
use crate::vocabulary::StringTable;

/// Collects the names, and if wanted the values, of sample documents into a [`Vocabulary`].
///
/// What occurs most often gets the smallest indexes, which take the fewest bytes; what occurs equally often is in
/// alphabetical order, so that the same samples give the same vocabulary.
#[derive(Debug, Default)]
pub struct VocabularyBuilder {
    strings: Strings,
    elements: Names,
    attributes: Names,
    /// Prefixes with their namespaces, and no local names.
    namespaces: Names,
    attribute_values: HashMap<String, u64>,
    chunks: HashMap<String, u64>,
    max_value_bytes: usize,
}

/// The parts of all names, each there once: prefixes, namespaces, local names. The empty string is the part that is absent.
#[derive(Debug, Default)]
struct Strings([StringIndex; 3]);

/// Names by their parts, and how often each occurs.
#[derive(Debug, Default)]
struct Names {
    names: NameIndex,
    counts: Vec<u64>,
}

impl VocabularyBuilder {
    /// A builder that collects names only.
    pub fn new() -> Self {
        Self::default()
    }

    /// Also collects attribute values and chunks of character data of at most this many bytes, if they occur more than
    /// once.
    pub fn with_values(mut self, max_bytes: usize) -> Self {
        self.max_value_bytes = max_bytes;
        self
    }

    /// Adds a sample, read to its end.
    ///
    /// # Errors
    /// The first error of the reader; [`ErrorKind::Limit`](crate::ErrorKind::Limit) for names of more than 4 GiB.
    pub fn add<R: EventReader>(&mut self, sample: &mut R) -> Result<()> {
        loop {
            match sample.read_event()? {
                Event::StartElement(element) => {
                    self.elements.count(self.strings.of(element.name())?);
                    for namespace in element.namespaces() {
                        self.namespaces.count(self.strings.surrogate([namespace.prefix, namespace.uri, ""])?);
                    }
                    for attribute in element.attributes() {
                        self.attributes.count(self.strings.of(attribute.name)?);
                        count_value(&mut self.attribute_values, attribute.value, self.max_value_bytes);
                    }
                }
                Event::Characters(value) => count_value(&mut self.chunks, value, self.max_value_bytes),
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
        for [prefix, uri, _] in self.namespaces.ordered(&self.strings) {
            for (table, string) in [(StringTable::Prefix, prefix), (StringTable::NamespaceName, uri)] {
                if !string.is_empty() && vocabulary.table(table).get(string).is_none() {
                    vocabulary.add(table, string)?;
                }
            }
        }
        for [prefix, namespace, local] in self.elements.ordered(&self.strings) {
            vocabulary.add_element_name(present(prefix), present(namespace), local)?;
        }
        for [prefix, namespace, local] in self.attributes.ordered(&self.strings) {
            vocabulary.add_attribute_name(present(prefix), present(namespace), local)?;
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

impl Strings {
    fn of(&mut self, name: Name<'_>) -> Result<NameSurrogate> {
        self.surrogate([name.prefix(), name.namespace(), name.local()])
    }

    fn surrogate(&mut self, parts: [&str; 3]) -> Result<NameSurrogate> {
        let mut indexes = [0; 3];
        for ((index, table), part) in indexes.iter_mut().zip(&mut self.0).zip(parts) {
            let full = || Error::limit(LimitKind::TableBytes, u64::from(u32::MAX));
            *index = table.intern(part).ok_or_else(full)?.0;
        }
        let [prefix, namespace, local] = indexes;
        Ok(NameSurrogate { prefix: Some(prefix), namespace: Some(namespace), local })
    }

    fn parts(&self, name: &NameSurrogate) -> [&str; 3] {
        let part = |table: usize, index: u32| self.0[table].resolve(index).unwrap_or_default();
        [part(0, name.prefix.unwrap_or(0)), part(1, name.namespace.unwrap_or(0)), part(2, name.local)]
    }
}

impl Names {
    fn count(&mut self, name: NameSurrogate) {
        let index = self.names.intern(name) as usize;
        self.counts.resize(self.names.len(), 0);
        self.counts[index] += 1;
    }

    /// The parts of the names, those of the most frequent first.
    fn ordered<'s>(&self, strings: &'s Strings) -> impl Iterator<Item = [&'s str; 3]> {
        let parts = |index: u32| strings.parts(&self.names[index as usize]);
        let count = |index: u32| Reverse(self.counts[index as usize]);
        let mut order: Vec<u32> = (0..self.names.len() as u32).collect();
        order.sort_unstable_by(|a, b| count(*a).cmp(&count(*b)).then_with(|| parts(*a).cmp(&parts(*b))));
        order.into_iter().map(parts)
    }
}

/// A part of a name, where it is not absent.
fn present(part: &str) -> Option<&str> {
    (!part.is_empty()).then_some(part)
}

fn count_value(counts: &mut HashMap<String, u64>, value: Value<'_>, max_bytes: usize) {
    if let Some(text) = value.as_text().filter(|text| !text.is_empty() && text.len() <= max_bytes) {
        *counts.entry(text.to_owned()).or_default() += 1;
    }
}

/// The strings that occur at least `least` times, the most frequent first.
fn ordered(counts: &HashMap<String, u64>, least: u64) -> Vec<&String> {
    let mut keys: Vec<(&String, u64)> =
        counts.iter().map(|(key, count)| (key, *count)).filter(|(_, n)| *n >= least).collect();
    keys.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    keys.into_iter().map(|(key, _)| key).collect()
}
