//! The head of a document (X.891 clauses 7.2 and 12).

use super::names::{EXTERNAL, KnownName, Text};
use super::{Output, State, Tag, WriteOptions, Writer, flags, forms};
use crate::error::{Error, Result};
use crate::limits::{NAME_SHARE, STRING_SHARE};
use crate::reader::DocumentInfo;
use crate::vocabulary::{NameSurrogate, StringTable, Vocabulary};
use crate::wire::{MAGIC, XML_DECLARATIONS};

/// The bytes of names of earlier documents, of each kind, that a writer keeps at most.
const MAX_REMEMBERED: usize = 1 << 20;

/// The entries that every table of prefixes and of namespace names begins with.
const BUILT_IN: u32 = 1;

impl<O: Output> Writer<O> {
    /// Begins a document. The external vocabulary is that of the writer's options, whatever `info` says.
    ///
    /// # Errors
    /// [`ErrorKind::State`](crate::ErrorKind::State) inside a document;
    /// [`ErrorKind::Text`](crate::ErrorKind::Text) for a name that is not one.
    pub fn start_document(&mut self, info: &DocumentInfo) -> Result<()> {
        if self.state != State::Idle {
            return Err(Error::state("the document before must end first"));
        }
        self.reset();
        if info.xml_declaration {
            let wanted = (info.version.as_deref(), info.standalone);
            let known = XML_DECLARATIONS.iter().find(|(_, version, standalone)| (*version, *standalone) == wanted);
            self.out.extend_from_slice(known.map_or(XML_DECLARATIONS[0].0, |known| known.0).as_bytes());
        }
        self.out.extend_from_slice(&MAGIC);
        let has_vocabulary = self.options.external_vocabulary.is_some() || self.options.initial_vocabulary.is_some();
        let present = [
            !info.additional_data.is_empty(),
            has_vocabulary,
            !info.notations.is_empty(),
            !info.unparsed_entities.is_empty(),
            info.encoding.is_some(),
            info.standalone.is_some(),
            info.version.is_some(),
        ];
        self.out.push(present.iter().fold(0, |byte, present| byte << 1 | u8::from(*present)));
        self.additional_data(info)?;
        if has_vocabulary {
            let initial = self.options.initial_vocabulary.take();
            let written = self.vocabulary(initial.as_ref().unwrap_or(&Vocabulary::new()));
            if let (Ok(()), Some(initial)) = (&written, &initial) {
                self.remember(initial);
            }
            self.options.initial_vocabulary = initial;
            written?;
        }
        self.notations(info)?;
        self.unparsed_entities(info)?;
        if let Some(encoding) = &info.encoding {
            self.plain(encoding.as_bytes())?;
        }
        if let Some(standalone) = info.standalone {
            self.out.push(u8::from(standalone));
        }
        if let Some(version) = &info.version {
            if version.is_empty() { self.out.push(0xFF) } else { self.text_third_bit(0, version) }
        }
        self.state = State::BeforeRoot;
        Ok(())
    }

    fn reset(&mut self) {
        if !self.tables.begin(MAX_REMEMBERED) || self.remembers_too_much() {
            self.forget();
        }
        self.elements = 0;
        self.attributes = 0;
        self.scope.start();
        self.open.clear();
        self.context = 0;
        self.tag = Tag::Closed;
        self.mark = 0;
        self.half = false;
        self.has_document_type = false;
    }

    fn remembers_too_much(&self) -> bool {
        self.element_names.bytes() + self.attribute_names.bytes() > MAX_REMEMBERED
    }

    /// Forgets the names of earlier documents.
    fn forget(&mut self) {
        self.element_names.clear();
        self.attribute_names.clear();
        self.attribute_ids.clear();
        self.seen.clear();
    }

    fn additional_data(&mut self, info: &DocumentInfo) -> Result<()> {
        self.sequence(info.additional_data.len())?;
        for datum in &info.additional_data {
            self.plain(datum.id.as_bytes())?;
            self.plain(&datum.data)?;
        }
        Ok(())
    }

    /// The length of a sequence, where it is there at all.
    fn sequence(&mut self, length: usize) -> Result<()> {
        match u32::try_from(length) {
            Ok(0) => Ok(()),
            Ok(length) if length <= 1 << 20 => {
                forms::sequence_length(&mut self.out, length);
                Ok(())
            }
            _ => Err(super::tables::table_full()),
        }
    }

    /// The initial vocabulary (C.2.5), with the URI of the external one.
    fn vocabulary(&mut self, initial: &Vocabulary) -> Result<()> {
        let uri = self.options.external_vocabulary.take();
        let mut present = u16::from(uri.is_some()) << 12
            | u16::from(!initial.alphabets.is_empty()) << 11
            | u16::from(!initial.algorithms.is_empty()) << 10
            | u16::from(!initial.element_names.is_empty()) << 1
            | u16::from(!initial.attribute_names.is_empty());
        for (i, table) in StringTable::ALL.into_iter().enumerate() {
            present |= u16::from(initial.table(table).len() > built_in(table)) << (9 - i);
        }
        self.out.extend_from_slice(&present.to_be_bytes());
        if let Some(uri) = uri {
            let written = self.plain(uri.as_bytes());
            self.options.external_vocabulary = Some(uri);
            written?;
        }
        self.sequence(initial.alphabets.len())?;
        for alphabet in &initial.alphabets {
            self.plain(alphabet.characters().as_bytes())?;
        }
        self.sequence(initial.algorithms.len())?;
        for algorithm in &initial.algorithms {
            self.plain(algorithm.as_bytes())?;
        }
        for table in StringTable::ALL {
            self.strings(table, initial)?;
        }
        self.names(&initial.element_names)?;
        self.names(&initial.attribute_names)
    }

    /// Puts the entries of the initial vocabulary where they are looked up.
    fn remember(&mut self, initial: &Vocabulary) {
        for table in StringTable::ALL {
            initial
                .table(table)
                .iter()
                .skip(built_in(table) as usize)
                .for_each(|string| self.tables.push(table, string));
        }
        let names = initial.element_names.len() + initial.attribute_names.len();
        let others = initial.alphabets.len() + initial.algorithms.len();
        let characters: usize = initial.alphabets.iter().map(|alphabet| alphabet.characters().len()).sum();
        self.tables.reserve(NAME_SHARE * names as u64 + STRING_SHARE * others as u64 + 4 * characters as u64);
        initial.element_names.iter().for_each(|name| self.remember_name(initial, name, true));
        initial.attribute_names.iter().for_each(|name| self.remember_name(initial, name, false));
    }

    fn strings(&mut self, table: StringTable, initial: &Vocabulary) -> Result<()> {
        let strings = initial.table(table);
        self.sequence((strings.len() - built_in(table)) as usize)?;
        for string in strings.iter().skip(built_in(table) as usize) {
            match table {
                StringTable::AttributeValue | StringTable::CharacterChunk | StringTable::OtherString => {
                    self.text_third_bit(0, string);
                }
                _ => self.plain(string.as_bytes())?,
            }
        }
        Ok(())
    }

    /// Name surrogates (C.16).
    fn names(&mut self, names: &[NameSurrogate]) -> Result<()> {
        self.sequence(names.len())?;
        for name in names {
            self.out.push(u8::from(name.prefix.is_some()) << 1 | u8::from(name.namespace.is_some()));
            let parts = [
                (StringTable::Prefix, name.prefix),
                (StringTable::NamespaceName, name.namespace),
                (StringTable::LocalName, Some(name.local)),
            ];
            for (table, index) in parts {
                if let Some(index) = index {
                    let base = self.tables.external.vocabulary.table(table).len();
                    let index = if index < built_in(table) { index } else { base + index - built_in(table) };
                    forms::index_second_bit(&mut self.out, 0, index);
                }
            }
        }
        Ok(())
    }

    /// Puts a name of the initial vocabulary where names are looked up.
    fn remember_name(&mut self, initial: &Vocabulary, name: &NameSurrogate, of_elements: bool) {
        let (prefix, namespace, local) = initial.resolve(name);
        let slot = |table, string: Option<&str>| {
            string.and_then(|string| self.tables.number(table, string)).map_or(0, |number| number + 1)
        };
        let prefix_slot = slot(StringTable::Prefix, prefix);
        let namespace_slot = slot(StringTable::NamespaceName, namespace);
        let local_number = slot(StringTable::LocalName, Some(local)).saturating_sub(1);
        let qname = prefix.map_or_else(|| local.to_owned(), |prefix| format!("{prefix}:{local}"));
        let external = &self.tables.external.vocabulary;
        let (names, used, externals) = if of_elements {
            (&mut self.element_names, &mut self.elements, external.element_names.len())
        } else {
            (&mut self.attribute_names, &mut self.attributes, external.attribute_names.len())
        };
        let (index, epoch) = (externals as u32 + *used, self.tables.epoch());
        *used += 1;
        let hash = names.hash(&qname);
        let is_it = |known: &KnownName| known.prefix == prefix_slot && known.namespace == namespace_slot;
        if let Some((number, known)) = names.find(&qname, hash, is_it) {
            if known.epoch != EXTERNAL {
                names.assign(number, index, epoch);
            }
            return;
        }
        let attribute_id = if of_elements { 0 } else { self.attribute_id(namespace_slot, local_number) };
        let name = KnownName {
            prefix: prefix_slot,
            namespace: namespace_slot,
            local: local_number,
            local_at: (qname.len() - local.len()) as u32,
            attribute_id,
            index,
            epoch,
            text: Text::default(),
        };
        // A name that there is no room for is written in full when it comes.
        let names = if of_elements { &mut self.element_names } else { &mut self.attribute_names };
        names.insert(&qname, hash, name);
    }

    fn notations(&mut self, info: &DocumentInfo) -> Result<()> {
        for notation in &info.notations {
            let (system, public) = (notation.system.as_deref(), notation.public.as_deref());
            self.out.push(0xC0 | flags(system, public));
            self.identifying(StringTable::OtherNcName, &notation.name)?;
            self.identifiers(system, public)?;
        }
        if !info.notations.is_empty() {
            self.out.push(0xF0);
        }
        Ok(())
    }

    fn unparsed_entities(&mut self, info: &DocumentInfo) -> Result<()> {
        for entity in &info.unparsed_entities {
            self.out.push(0xD0 | u8::from(entity.public.is_some()));
            self.identifying(StringTable::OtherNcName, &entity.name)?;
            self.identifiers(Some(&entity.system), entity.public.as_deref())?;
            self.identifying(StringTable::OtherNcName, &entity.notation)?;
        }
        if !info.unparsed_entities.is_empty() {
            self.out.push(0xF0);
        }
        Ok(())
    }
}

/// A document with `vocabulary` as its initial vocabulary, and an empty element `vocabulary` with an attribute `uri`. The
/// entries are read in place, so that a vocabulary with many takes no memory twice.
///
/// # Errors
/// [`ErrorKind::NotRepresentable`](crate::ErrorKind::NotRepresentable) for an empty string;
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) past 2^20 entries of a table.
pub(crate) fn vocabulary_file(vocabulary: &Vocabulary, uri: &str) -> Result<Vec<u8>> {
    let mut writer = Writer::with_options(&WriteOptions::without_value_indexes())?;
    writer.out.extend_from_slice(&MAGIC);
    writer.out.push(0x20);
    writer.vocabulary(vocabulary)?;
    let local = |name: &str| vocabulary.table(StringTable::LocalName).get(name);
    let surrogate = |name: &str| local(name).map(|local| NameSurrogate { prefix: None, namespace: None, local });
    match surrogate("vocabulary").and_then(|name| vocabulary.element_index(&name)) {
        Some(index) => forms::index_third_bit(&mut writer.out, 0x40, index),
        None => {
            writer.out.push(0x7C);
            writer.string_or_index("vocabulary", local("vocabulary"));
        }
    }
    match surrogate("uri").and_then(|name| vocabulary.attribute_index(&name)) {
        Some(index) => forms::index_second_bit(&mut writer.out, 0, index),
        None => {
            writer.out.push(0x78);
            writer.string_or_index("uri", local("uri"));
        }
    }
    writer.attribute_text(uri);
    // The ends of the attributes, the element and the document.
    (0..3).for_each(|_| writer.terminate());
    writer.align();
    Ok(writer.take_bytes())
}

/// The entries that a table has before anything is added.
fn built_in(table: StringTable) -> u32 {
    match table {
        StringTable::Prefix | StringTable::NamespaceName => BUILT_IN,
        _ => 0,
    }
}
