//! The vocabulary tables of a reader (X.891 clause 8): those of the external vocabulary, then those of the document.

use std::collections::HashMap;
use std::sync::Arc;

use crate::alphabet::RestrictedAlphabet;
use crate::error::{Error, ErrorKind, Result};
use crate::text::{Encoded, Stores, Str, Value};
use crate::vocabulary::{External, NameSurrogate, StringIndex, StringTable, Vocabulary};

/// Ids of attribute names by the id of the namespace and the local name.
type AttributeIds = HashMap<(u32, String), u32, hashbrown::DefaultHashBuilder>;

/// A prefix or a namespace name; equal strings have equal ids, whatever their indexes. Id 0 is that of no string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identified<'a> {
    pub(crate) text: Str<'a>,
    pub(crate) id: u32,
}

/// The prefix or namespace name that is not there.
pub(crate) const ABSENT: Identified<'static> = Identified { text: Str::EMPTY, id: 0 };
/// The id of the prefix `xml`, and of its namespace.
pub(crate) const XML_ID: u32 = 1;

/// A name of an element or attribute, looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'a> {
    pub(crate) prefix: Str<'a>,
    pub(crate) namespace: Str<'a>,
    pub(crate) local: Str<'a>,
    pub(crate) prefix_id: u32,
    pub(crate) namespace_id: u32,
    /// Attribute names that differ in no more than the prefix have the same.
    pub(crate) attribute_id: u32,
    /// The bytes of all three.
    pub(crate) bytes: u32,
}

/// The entries that documents add to, behind those of a base that they share.
#[derive(Debug, Default)]
pub(crate) struct Entries<'a> {
    pub(crate) prefixes: Vec<Identified<'a>>,
    pub(crate) namespaces: Vec<Identified<'a>>,
    pub(crate) local_names: Vec<Str<'a>>,
    pub(crate) other_ncnames: Vec<Str<'a>>,
    pub(crate) other_uris: Vec<Str<'a>>,
    pub(crate) attribute_values: Vec<Value<'a>>,
    pub(crate) chunks: Vec<Value<'a>>,
    pub(crate) other_strings: Vec<Value<'a>>,
    pub(crate) element_names: Vec<Name<'a>>,
    pub(crate) attribute_names: Vec<Name<'a>>,
    /// The values of encoding algorithms that the tables above refer to.
    pub(crate) encoded: Vec<Encoded<'a>>,
}

/// The lengths of all tables, to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lengths {
    entries: [usize; 11],
    ids: [u32; 2],
    stores: [usize; 2],
    alphabets: usize,
    algorithms: usize,
}

/// The tables of an external vocabulary as a reader wants them.
#[derive(Debug)]
pub(crate) struct Base {
    /// The text of all entries. Whoever copies an entry keeps the `Base`, and with it the text: [`Tables`] does so for
    /// everything that a core holds.
    _text: Arc<str>,
    entries: Entries<'static>,
    prefix_ids: u32,
    namespace_ids: u32,
    attribute_ids: AttributeIds,
}

impl Base {
    pub(crate) fn new(vocabulary: &Vocabulary) -> Self {
        let all: String = StringTable::ALL.into_iter().flat_map(|table| vocabulary.table(table).iter()).collect();
        let text: Arc<str> = all.into();
        // SAFETY: the text is on the heap, does not move and is never written to as long as `_text` lives. The entries leave
        // this module only as copies in a `Core`, whose `Tables` keep this `Base` until the core
        // forgets all of them (`Tables::recycle`) or is dropped; to its users a core lends them for no longer than itself.
        let mut rest: &'static str = unsafe { &*Arc::as_ptr(&text) };
        let mut strings = |table| -> Vec<Str<'static>> {
            let strings = vocabulary.table(table).iter().map(|string| {
                let (first, behind) = rest.split_at(string.len());
                rest = behind;
                Str::Input(first)
            });
            strings.collect()
        };
        let identified = |strings: Vec<Str<'static>>, table| {
            let index = vocabulary.table(table);
            let ids = index.iter().map(|string| index.get(string).map_or(0, |first| first + 1));
            strings.into_iter().zip(ids).map(|(text, id)| Identified { text, id }).collect()
        };
        let mut entries = Entries {
            prefixes: identified(strings(StringTable::Prefix), StringTable::Prefix),
            namespaces: identified(strings(StringTable::NamespaceName), StringTable::NamespaceName),
            local_names: strings(StringTable::LocalName),
            other_ncnames: strings(StringTable::OtherNcName),
            other_uris: strings(StringTable::OtherUri),
            attribute_values: strings(StringTable::AttributeValue),
            chunks: strings(StringTable::CharacterChunk),
            other_strings: strings(StringTable::OtherString),
            ..Entries::default()
        };
        let name = |entries: &Entries<'static>, name: &NameSurrogate, attribute_id| {
            let prefix = name.prefix.map_or(ABSENT, |index| entries.prefixes[index as usize]);
            let namespace = name.namespace.map_or(ABSENT, |index| entries.namespaces[index as usize]);
            Name::new(&prefix, &namespace, entries.local_names[name.local as usize], attribute_id)
        };
        entries.element_names = vocabulary.element_names.iter().map(|surrogate| name(&entries, surrogate, 0)).collect();
        let mut attribute_ids = AttributeIds::default();
        for surrogate in vocabulary.attribute_names.iter() {
            let mut new = name(&entries, surrogate, 0);
            let next = attribute_ids.len() as u32;
            let local = vocabulary.resolve(surrogate).2.to_owned();
            new.attribute_id = *attribute_ids.entry((new.namespace_id, local)).or_insert(next);
            entries.attribute_names.push(new);
        }
        Self {
            prefix_ids: entries.prefixes.len() as u32 + 1,
            namespace_ids: entries.namespaces.len() as u32 + 1,
            _text: text,
            entries,
            attribute_ids,
        }
    }
}

impl Name<'static> {
    pub(crate) const NONE: Self = Self {
        prefix: Str::EMPTY,
        namespace: Str::EMPTY,
        local: Str::EMPTY,
        prefix_id: 0,
        namespace_id: 0,
        attribute_id: 0,
        bytes: 0,
    };
}

impl<'a> Name<'a> {
    #[inline(always)]
    fn new(prefix: &Identified<'a>, namespace: &Identified<'a>, local: Str<'a>, attribute_id: u32) -> Self {
        let bytes = prefix.text.len() + namespace.text.len() + local.len();
        Self {
            prefix: prefix.text,
            namespace: namespace.text,
            local,
            prefix_id: prefix.id,
            namespace_id: namespace.id,
            attribute_id,
            bytes: bytes as u32,
        }
    }
}

/// The entries of each table of the base, kept where a look-up finds them at once.
#[derive(Debug)]
struct BaseLengths {
    prefixes: usize,
    namespaces: usize,
    local_names: usize,
    other_ncnames: usize,
    other_uris: usize,
    attribute_values: usize,
    chunks: usize,
    other_strings: usize,
    element_names: usize,
    attribute_names: usize,
}

impl BaseLengths {
    fn of(base: &Base) -> Self {
        let entries = &base.entries;
        Self {
            prefixes: entries.prefixes.len(),
            namespaces: entries.namespaces.len(),
            local_names: entries.local_names.len(),
            other_ncnames: entries.other_ncnames.len(),
            other_uris: entries.other_uris.len(),
            attribute_values: entries.attribute_values.len(),
            chunks: entries.chunks.len(),
            other_strings: entries.other_strings.len(),
            element_names: entries.element_names.len(),
            attribute_names: entries.attribute_names.len(),
        }
    }
}

/// All tables of one document.
#[derive(Debug)]
pub(crate) struct Tables<'a> {
    external: Arc<External>,
    shared: Arc<Base>,
    base: BaseLengths,
    /// What this document added.
    pub(crate) own: Entries<'a>,
    prefix_ids: StringIndex,
    namespace_ids: StringIndex,
    attribute_ids: AttributeIds,
    alphabets: Vec<RestrictedAlphabet>,
    algorithms: Vec<String>,
}

/// Defines the look-up in a table, base first. Indexes count from 0, as on the wire.
macro_rules! look_up {
    ($name:ident, $field:ident, $item:ty, $table:literal) => {
        #[inline(always)]
        pub(crate) fn $name(&self, index: u32) -> Result<&$item> {
            // What is not in the own table, which an index of the base is not either, is looked for in the base.
            let own = (index as usize).wrapping_sub(self.base.$field);
            if let Some(found) = self.own.$field.get(own) {
                return Ok(found);
            }
            let found = self.shared.entries.$field.get(index as usize);
            found.ok_or_else(|| past_the_end($table, index, self.base.$field + self.own.$field.len()))
        }
    };
}

impl<'a> Tables<'a> {
    pub(crate) fn new() -> Self {
        let external = External::built_in();
        let shared = external.base();
        Self {
            base: BaseLengths::of(&shared),
            shared,
            external,
            own: Entries::default(),
            prefix_ids: StringIndex::default(),
            namespace_ids: StringIndex::default(),
            attribute_ids: AttributeIds::default(),
            alphabets: Vec::new(),
            algorithms: Vec::new(),
        }
    }

    look_up!(prefix, prefixes, Identified<'a>, "prefix");
    look_up!(namespace, namespaces, Identified<'a>, "namespace name");
    look_up!(local_name, local_names, Str<'a>, "local name");
    look_up!(other_ncname, other_ncnames, Str<'a>, "other NCName");
    look_up!(other_uri, other_uris, Str<'a>, "other URI");
    look_up!(attribute_value, attribute_values, Value<'a>, "attribute value");
    look_up!(chunk, chunks, Value<'a>, "content character chunk");
    look_up!(other_string, other_strings, Value<'a>, "other string");
    look_up!(element_name, element_names, Name<'a>, "element name");
    look_up!(attribute_name, attribute_names, Name<'a>, "attribute name");

    /// Puts an external vocabulary in front; the document has added nothing yet.
    pub(crate) fn set_external(&mut self, external: Arc<External>) {
        self.shared = external.base();
        self.base = BaseLengths::of(&self.shared);
        self.external = external;
    }

    /// The prefixes that the base has ids for, with the id of none.
    pub(crate) fn base_prefix_ids(&self) -> usize {
        self.shared.prefix_ids as usize
    }

    /// Adds a prefix; its index. `None` if the store is full.
    pub(crate) fn add_prefix(&mut self, text: Str<'a>, stores: &Stores) -> Option<u32> {
        let string = text.get(stores);
        let id = match self.external.vocabulary.table(StringTable::Prefix).get(string) {
            Some(index) => index + 1,
            None => self.shared.prefix_ids + self.prefix_ids.intern(string)?.0,
        };
        self.own.prefixes.push(Identified { text, id });
        Some((self.base.prefixes + self.own.prefixes.len() - 1) as u32)
    }

    /// Adds a namespace name; its index. `None` if the store is full.
    pub(crate) fn add_namespace(&mut self, text: Str<'a>, stores: &Stores) -> Option<u32> {
        let string = text.get(stores);
        let id = match self.external.vocabulary.table(StringTable::NamespaceName).get(string) {
            Some(index) => index + 1,
            None => self.shared.namespace_ids + self.namespace_ids.intern(string)?.0,
        };
        self.own.namespaces.push(Identified { text, id });
        Some((self.base.namespaces + self.own.namespaces.len() - 1) as u32)
    }

    /// The name that has these parts.
    #[inline(always)]
    pub(crate) fn name(&self, prefix: Option<u32>, namespace: Option<u32>, local: Str<'a>) -> Result<Name<'a>> {
        let prefix = match prefix {
            Some(index) => self.prefix(index)?,
            None => const { &ABSENT },
        };
        let namespace = match namespace {
            Some(index) => self.namespace(index)?,
            None => const { &ABSENT },
        };
        Ok(Name::new(prefix, namespace, local, 0))
    }

    /// Adds a name of elements; its index.
    #[inline(always)]
    pub(crate) fn add_element_name(&mut self, name: Name<'a>) -> u32 {
        self.own.element_names.push(name);
        (self.base.element_names + self.own.element_names.len() - 1) as u32
    }

    /// Adds a name of attributes; its index.
    pub(crate) fn add_attribute_name(&mut self, mut name: Name<'a>, stores: &Stores) -> u32 {
        let base = &self.shared;
        let key = (name.namespace_id, name.local.get(stores).to_owned());
        name.attribute_id = match base.attribute_ids.get(&key) {
            Some(&id) => id,
            None => {
                let next = (base.attribute_ids.len() + self.attribute_ids.len()) as u32;
                *self.attribute_ids.entry(key).or_insert(next)
            }
        };
        self.own.attribute_names.push(name);
        (self.base.attribute_names + self.own.attribute_names.len() - 1) as u32
    }

    pub(crate) fn alphabet(&self, number: u32) -> Result<&RestrictedAlphabet> {
        let base = &self.external.vocabulary.alphabets;
        let found =
            base.get(number as usize).or_else(|| self.alphabets.get((number as usize).checked_sub(base.len())?));
        found.ok_or_else(|| past_the_end("restricted alphabet", number, base.len() + self.alphabets.len()))
    }

    pub(crate) fn algorithm(&self, number: u32) -> Result<&str> {
        let base = &self.external.vocabulary.algorithms;
        let found =
            base.get(number as usize).or_else(|| self.algorithms.get((number as usize).checked_sub(base.len())?));
        match found {
            Some(uri) => Ok(uri),
            None => Err(past_the_end("encoding algorithm", number, base.len() + self.algorithms.len())),
        }
    }

    pub(crate) fn add_alphabet(&mut self, alphabet: RestrictedAlphabet) {
        self.alphabets.push(alphabet);
    }

    pub(crate) fn add_algorithm(&mut self, uri: String) {
        self.algorithms.push(uri);
    }

    /// What a document without external vocabulary has in its tables, as a vocabulary.
    pub(crate) fn vocabulary(&self, stores: &Stores) -> Result<Vocabulary> {
        let mut vocabulary = Vocabulary::new();
        let own = &self.own;
        let mut add = |table, strings: &mut dyn Iterator<Item = Str<'a>>| -> Result<()> {
            for string in strings {
                vocabulary.add(table, string.get(stores))?;
            }
            Ok(())
        };
        let texts = |values: &Vec<Value<'a>>| -> Result<Vec<Str<'a>>> {
            let text = |value: &Value<'a>| match value.encoded() {
                None => Ok(*value),
                Some(_) => Err(Error::new(ErrorKind::VocabularyFile { what: "a value of an encoding algorithm" })),
            };
            values.iter().map(text).collect()
        };
        add(StringTable::Prefix, &mut own.prefixes.iter().map(|prefix| prefix.text))?;
        add(StringTable::NamespaceName, &mut own.namespaces.iter().map(|namespace| namespace.text))?;
        add(StringTable::LocalName, &mut own.local_names.iter().copied())?;
        add(StringTable::OtherNcName, &mut own.other_ncnames.iter().copied())?;
        add(StringTable::OtherUri, &mut own.other_uris.iter().copied())?;
        add(StringTable::AttributeValue, &mut texts(&own.attribute_values)?.into_iter())?;
        add(StringTable::CharacterChunk, &mut texts(&own.chunks)?.into_iter())?;
        add(StringTable::OtherString, &mut texts(&own.other_strings)?.into_iter())?;
        let part = |string: Str<'a>| (string.len() > 0).then(|| string.get(stores));
        for name in &own.element_names {
            vocabulary.add_element_name(part(name.prefix), part(name.namespace), name.local.get(stores))?;
        }
        for name in &own.attribute_names {
            vocabulary.add_attribute_name(part(name.prefix), part(name.namespace), name.local.get(stores))?;
        }
        self.alphabets.iter().try_for_each(|alphabet| vocabulary.add_alphabet(alphabet.clone()))?;
        self.algorithms.iter().try_for_each(|uri| vocabulary.add_algorithm(uri.clone()))?;
        Ok(vocabulary)
    }

    pub(crate) fn lengths(&self, stores: &Stores) -> Lengths {
        let own = &self.own;
        Lengths {
            entries: [
                own.prefixes.len(),
                own.namespaces.len(),
                own.local_names.len(),
                own.other_ncnames.len(),
                own.other_uris.len(),
                own.attribute_values.len(),
                own.chunks.len(),
                own.other_strings.len(),
                own.element_names.len(),
                own.attribute_names.len(),
                own.encoded.len(),
            ],
            ids: [self.prefix_ids.len(), self.namespace_ids.len()],
            stores: [stores.table.len(), stores.table_bytes.len()],
            alphabets: self.alphabets.len(),
            algorithms: self.algorithms.len(),
        }
    }

    /// Forgets what was added since `lengths` was taken.
    pub(crate) fn truncate(&mut self, lengths: &Lengths, stores: &mut Stores) {
        let own = &mut self.own;
        own.prefixes.truncate(lengths.entries[0]);
        own.namespaces.truncate(lengths.entries[1]);
        own.local_names.truncate(lengths.entries[2]);
        own.other_ncnames.truncate(lengths.entries[3]);
        own.other_uris.truncate(lengths.entries[4]);
        own.attribute_values.truncate(lengths.entries[5]);
        own.chunks.truncate(lengths.entries[6]);
        own.other_strings.truncate(lengths.entries[7]);
        own.element_names.truncate(lengths.entries[8]);
        // The ids of attribute names stay: a name that is read again finds the same id.
        own.attribute_names.truncate(lengths.entries[9]);
        own.encoded.truncate(lengths.entries[10]);
        self.prefix_ids.truncate(lengths.ids[0]);
        self.namespace_ids.truncate(lengths.ids[1]);
        stores.table.truncate(lengths.stores[0]);
        stores.table_bytes.truncate(lengths.stores[1]);
        self.alphabets.truncate(lengths.alphabets);
        self.algorithms.truncate(lengths.algorithms);
    }

    /// The same tables, empty, for a document that lives elsewhere; their memory is kept.
    pub(crate) fn recycle<'n>(mut self) -> Tables<'n> {
        let external = External::built_in();
        let shared = external.base();
        self.prefix_ids.clear();
        self.namespace_ids.clear();
        self.attribute_ids.clear();
        self.alphabets.clear();
        self.algorithms.clear();
        let own = self.own;
        Tables {
            base: BaseLengths::of(&shared),
            shared,
            external,
            own: Entries {
                prefixes: emptied(own.prefixes),
                namespaces: emptied(own.namespaces),
                local_names: emptied(own.local_names),
                other_ncnames: emptied(own.other_ncnames),
                other_uris: emptied(own.other_uris),
                attribute_values: emptied(own.attribute_values),
                chunks: emptied(own.chunks),
                other_strings: emptied(own.other_strings),
                element_names: emptied(own.element_names),
                attribute_names: emptied(own.attribute_names),
                encoded: emptied(own.encoded),
            },
            prefix_ids: self.prefix_ids,
            namespace_ids: self.namespace_ids,
            attribute_ids: self.attribute_ids,
            alphabets: self.alphabets,
            algorithms: self.algorithms,
        }
    }
}

/// An empty vector of another lifetime in the same memory: collecting a vector's own iterator reuses its allocation.
pub(crate) fn emptied<T, U>(mut vec: Vec<T>) -> Vec<U> {
    vec.clear();
    vec.into_iter().filter_map(|_| None).collect()
}

#[cold]
fn past_the_end(table: &'static str, index: u32, entries: usize) -> Error {
    Error::new(ErrorKind::Index { table, index: index + 1, entries: entries as u32 })
}
