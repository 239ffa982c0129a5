//! The names of elements or attributes that a writer has met.

use hashbrown::DefaultHashBuilder;

use crate::vocabulary::slots::{self, Slot, Slots};

/// A name as it is written in XML, resolved. Its parts are those of the writer's tables, so it holds for all documents;
/// its index holds for one, unless it is external.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownName {
    /// 0 for no prefix, else its number in its table and 1.
    pub(super) prefix: u32,
    /// 0 for no namespace, else its number in its table and 1.
    pub(super) namespace: u32,
    /// The number of the local name in its table.
    pub(super) local: u32,
    /// Where the local name begins in the text.
    pub(super) local_at: u32,
    /// Attributes of the same namespace and local name have the same.
    pub(super) attribute_id: u32,
    /// The index of the name in the external vocabulary, or in the document of `epoch`.
    pub(super) index: u32,
    /// The document that has the name in its tables. [`EXTERNAL`] for a name of the external vocabulary.
    pub(super) epoch: u32,
    /// Where its text is among those of the cache.
    pub(super) text: Text,
}

/// A part of the texts of a cache; [`NameCache::insert`] says which.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Text {
    start: u32,
    len: u32,
}

/// The epoch of names that every document has.
pub(super) const EXTERNAL: u32 = u32::MAX;

/// Contexts whose names are expected: with more of them, documents hardly repeat themselves, and each takes memory.
const MOST_CONTEXTS: usize = 1 << 16;

/// Names by the text that XML has for them: `prefix:local`. The same text may stand for several names.
#[derive(Debug)]
pub(super) struct NameCache {
    text: String,
    names: Vec<KnownName>,
    slots: Slots,
    /// By context, the number of the name that came there last, and of the other that came there before.
    expected: Vec<[u32; 2]>,
    hasher: DefaultHashBuilder,
}

impl Default for NameCache {
    fn default() -> Self {
        Self {
            text: String::new(),
            names: Vec::new(),
            slots: Slots::default(),
            expected: Vec::new(),
            hasher: slots::hasher(),
        }
    }
}

impl NameCache {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.names.clear();
        self.slots.clear();
        self.expected.clear();
    }

    /// The bytes of all names.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    #[inline(always)]
    pub(super) fn hash(&self, qname: &str) -> u64 {
        slots::hash(&self.hasher, qname)
    }

    /// The name with this number.
    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> Option<&KnownName> {
        self.names.get(number)
    }

    /// The name that came the last time in a context, and its number, where it comes again: documents of a kind have the same
    /// names after each other, and a comparison takes less than a hash and a look-up.
    #[inline(always)]
    pub(super) fn expected(
        &self,
        context: u32,
        qname: &str,
        accepts: impl Fn(&KnownName) -> bool,
    ) -> Option<(usize, &KnownName)> {
        let [last, _] = *self.expected.get(context as usize)?;
        self.is_it(last, qname, accepts)
    }

    /// The name that came before the last one in a context, and its number, where it comes again.
    #[inline(always)]
    pub(super) fn expected_less(
        &self,
        context: u32,
        qname: &str,
        accepts: impl Fn(&KnownName) -> bool,
    ) -> Option<(usize, &KnownName)> {
        let [_, before] = *self.expected.get(context as usize)?;
        self.is_it(before, qname, accepts)
    }

    #[inline(always)]
    fn is_it(&self, number: u32, qname: &str, accepts: impl Fn(&KnownName) -> bool) -> Option<(usize, &KnownName)> {
        let name = self.names.get(number as usize)?;
        let (start, len) = (name.text.start as usize, name.text.len as usize);
        if len != qname.len() {
            return None;
        }
        let known = self.text.as_bytes().get(start..start + len)?;
        (slots::same(known, qname.as_bytes()) && accepts(name)).then_some((number as usize, name))
    }

    /// Notes that a name came in a context where another was expected. Of contexts beyond [`MOST_CONTEXTS`] nothing is noted.
    #[inline]
    pub(super) fn expect(&mut self, context: u32, number: usize) {
        let context = context as usize;
        if context >= MOST_CONTEXTS {
            return;
        }
        if self.expected.len() <= context {
            self.expected.resize(context + 1, [u32::MAX; 2]);
        }
        if let Some(names) = self.expected.get_mut(context) {
            *names = [number as u32, names[0]];
        }
    }

    /// The number of the name with this text that `accepts` finds to be the one that is meant, and the name.
    #[inline(always)]
    pub(super) fn find(
        &self,
        qname: &str,
        hash: u64,
        accepts: impl Fn(&KnownName) -> bool,
    ) -> Option<(usize, &KnownName)> {
        let (text, names) = (self.text.as_bytes(), &self.names);
        let found = self.slots.find(hash, |slot, number| {
            let start = slot.start as usize;
            slot.len as usize == qname.len()
                && text.get(start..start + qname.len()).is_some_and(|known| slots::same(known, qname.as_bytes()))
                && names.get(number as usize).is_some_and(&accepts)
        })? as usize;
        Some((found, self.names.get(found)?))
    }

    /// Notes that a document has put the name with this number into its tables.
    #[inline(always)]
    pub(super) fn assign(&mut self, number: usize, index: u32, epoch: u32) {
        if let Some(name) = self.names.get_mut(number) {
            (name.index, name.epoch) = (index, epoch);
        }
    }

    /// Adds a name that is not there; its number. `None` if the texts are full.
    pub(super) fn insert(&mut self, qname: &str, hash: u64, mut name: KnownName) -> Option<usize> {
        let (start, len) = (u32::try_from(self.text.len()).ok()?, u32::try_from(qname.len()).ok()?);
        start.checked_add(len)?;
        self.text.push_str(qname);
        let slot = Slot::new(hash, start, len, self.names.len() as u32);
        name.text = Text { start, len };
        self.names.push(name);
        let (text, hasher) = (&self.text, &self.hasher);
        self.slots.insert(hash, slot, |slot| {
            let place = slot.start as usize..(slot.start + slot.len) as usize;
            slots::hash(hasher, text.get(place).unwrap_or_default())
        });
        Some(self.names.len() - 1)
    }
}
