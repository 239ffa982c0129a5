//! Start tags and ends of elements.

use super::tables::{Found, KnownName, table_full};
use super::{Output, State, Tag, Writer, forms};
use crate::algorithm::TypedValue;
use crate::error::{Error, ErrorKind, Result};
use crate::vocabulary::{MAX_ENTRIES, StringTable, XML_NAMESPACE, XMLNS_NAMESPACE};
use crate::xml_names::is_ncname;

/// The octets of names that a cache of an external vocabulary holds at most; names beyond are looked up each time.
const MAX_ATTRIBUTE_IDS: usize = 1 << 16;

impl<O: Output> Writer<O> {
    /// Declares a namespace on the element that [`start_element`](Self::start_element) begins next. An empty prefix is
    /// the default namespace; an empty `uri` undeclares the prefix.
    ///
    /// # Errors
    /// [`ErrorKind::State`] where no element may begin; [`ErrorKind::DuplicateAttribute`] for a prefix declared twice;
    /// [`ErrorKind::Namespace`] for what Namespaces in XML reserves.
    pub fn namespace(&mut self, prefix: &str, uri: &str) -> Result<()> {
        let is_xml = (prefix == "xml") != (uri == XML_NAMESPACE);
        if is_xml || prefix == "xmlns" || uri == XMLNS_NAMESPACE {
            return Err(Error::new(ErrorKind::Namespace {
                what: "the prefix or namespace is reserved",
                name: prefix.to_owned(),
            }));
        }
        if self.tag != Tag::Namespaces {
            self.begin_element()?;
            self.out.push(0x38);
            self.tag = Tag::Namespaces;
        }
        self.out.push(0xCC | u8::from(!prefix.is_empty()) << 1 | u8::from(!uri.is_empty()));
        let prefix_slot = match prefix.is_empty() {
            true => 0,
            false => self.identifying(StringTable::Prefix, prefix)? + 1,
        };
        let namespace_slot = match uri.is_empty() {
            true => 0,
            false => self.identifying(StringTable::NamespaceName, uri)? + 1,
        };
        match self.scope.declare(prefix_slot, namespace_slot, self.mark) {
            true => Ok(()),
            false => Err(Error::new(ErrorKind::DuplicateAttribute { name: format!("xmlns:{prefix}") })),
        }
    }

    /// Begins an element with a name as XML writes it.
    ///
    /// # Errors
    /// [`ErrorKind::State`] where no element may begin; [`ErrorKind::Namespace`] if the prefix is not declared;
    /// [`ErrorKind::Text`] if it is not a name.
    #[inline]
    pub fn start_element(&mut self, qname: &str) -> Result<()> {
        match self.tag {
            Tag::Namespaces => self.out.push(0xF0),
            _ => self.begin_element()?,
        }
        let scope = &self.scope;
        let in_scope = |name: &KnownName| scope.namespace(name.prefix) == name.namespace;
        let known = self.element_names.recall(qname, in_scope);
        let known = known.or_else(|| self.external_element_names.recall(qname, in_scope));
        let known = known.or_else(|| self.element_names.search(qname, in_scope));
        match known.or_else(|| self.external_element_names.search(qname, in_scope)) {
            Some(KnownName { index, .. }) => forms::index_third_bit(&mut self.out, 0, index),
            None => self.new_element_name(qname)?,
        }
        self.tag = Tag::Named;
        self.open.push(self.mark as u32);
        self.state = State::InRoot;
        Ok(())
    }

    /// Writes an attribute of the element that began last.
    ///
    /// # Errors
    /// [`ErrorKind::State`] once the element has content; [`ErrorKind::DuplicateAttribute`] for a second one of the
    /// same name; [`ErrorKind::Namespace`] and [`ErrorKind::Text`] as for elements.
    #[inline]
    pub fn attribute(&mut self, qname: &str, value: &str) -> Result<()> {
        self.attribute_name(qname)?;
        self.attribute_text(value);
        Ok(())
    }

    /// Writes an attribute whose value an encoding algorithm encodes.
    ///
    /// # Errors
    /// As [`attribute`](Self::attribute) and [`characters_typed`](Self::characters_typed).
    pub fn attribute_typed(&mut self, qname: &str, value: TypedValue<'_>) -> Result<()> {
        self.attribute_name(qname)?;
        self.typed_attribute(value)
    }

    /// Writes an attribute with a restricted alphabet.
    ///
    /// # Errors
    /// As [`attribute`](Self::attribute) and [`characters_in_alphabet`](Self::characters_in_alphabet).
    pub fn attribute_in_alphabet(&mut self, qname: &str, alphabet: super::Alphabet, text: &str) -> Result<()> {
        self.attribute_name(qname)?;
        self.alphabet_attribute(alphabet, text)
    }

    /// Ends the innermost open element.
    ///
    /// # Errors
    /// [`ErrorKind::State`] if none is open.
    #[inline]
    pub fn end_element(&mut self) -> Result<()> {
        match self.tag {
            Tag::Attributes => self.terminate(),
            Tag::Namespaces => return Err(Error::state("start_element must follow the namespaces that it declares")),
            Tag::Closed | Tag::Named => {}
        }
        let Some(mark) = self.open.pop() else {
            return Err(Error::state("no element is open"));
        };
        self.tag = Tag::Closed;
        self.terminate();
        self.scope.leave(mark as usize);
        if self.open.is_empty() {
            self.state = State::AfterRoot;
        }
        Ok(())
    }

    #[inline]
    fn begin_element(&mut self) -> Result<()> {
        if !matches!(self.state, State::InRoot | State::BeforeRoot) {
            return Err(Error::state("a document has one root element"));
        }
        self.item()?;
        self.head = self.out.len();
        self.mark = self.scope.mark();
        self.element = self.element.wrapping_add(1);
        if self.element == 0 {
            self.seen.fill(0);
            self.element = 1;
        }
        Ok(())
    }

    #[inline]
    fn attribute_name(&mut self, qname: &str) -> Result<()> {
        match self.tag {
            Tag::Attributes => {}
            Tag::Named => {
                self.out[self.head] |= 0x40;
                self.tag = Tag::Attributes;
            }
            _ => return Err(Error::state("attributes must follow start_element")),
        }
        let scope = &self.scope;
        let in_scope = |name: &KnownName| name.prefix == 0 || scope.namespace(name.prefix) == name.namespace;
        let known = self.attribute_names.recall(qname, in_scope);
        let known = known.or_else(|| self.external_attribute_names.recall(qname, in_scope));
        let known = known.or_else(|| self.attribute_names.search(qname, in_scope));
        let id = match known.or_else(|| self.external_attribute_names.search(qname, in_scope)) {
            Some(KnownName { index, attribute_id, .. }) => {
                forms::index_second_bit(&mut self.out, 0, index);
                attribute_id
            }
            None => self.new_attribute_name(qname)?,
        };
        match self.seen.get_mut(id as usize) {
            Some(seen) if *seen == self.element => {
                return Err(Error::new(ErrorKind::DuplicateAttribute { name: qname.to_owned() }));
            }
            Some(seen) => *seen = self.element,
            None => {
                self.seen.resize(id as usize + 1, 0);
                self.seen[id as usize] = self.element;
            }
        }
        Ok(())
    }

    #[cold]
    fn new_element_name(&mut self, qname: &str) -> Result<()> {
        let (prefix, local) = split(qname);
        let prefix_slot = self.prefix_slot(prefix)?;
        let namespace = self.scope.namespace(prefix_slot);
        let local_found = self.tables.intern(StringTable::LocalName, local)?;
        let known = self.tables.external_name(true, prefix_slot, namespace, local_found.index());
        if let Some(index) = known {
            self.external_element_names.insert(qname, KnownName::new(prefix_slot, namespace, index, 0));
            forms::index_third_bit(&mut self.out, 0, index);
            return Ok(());
        }
        let index = self.tables.external.vocabulary.element_names.len() as u32 + self.elements;
        if index >= MAX_ENTRIES {
            return Err(table_full());
        }
        self.literal_name(0x3C, prefix_slot, namespace, local, local_found);
        self.elements += 1;
        self.element_names.insert(qname, KnownName::new(prefix_slot, namespace, index, 0));
        Ok(())
    }

    /// Writes a name of attributes that is not in the cache; its attribute id.
    #[cold]
    fn new_attribute_name(&mut self, qname: &str) -> Result<u32> {
        let (prefix, local) = split(qname);
        if qname == "xmlns" {
            return Err(Error::new(ErrorKind::Namespace {
                what: "namespaces are declared by namespace",
                name: qname.to_owned(),
            }));
        }
        let prefix_slot = self.prefix_slot(prefix)?;
        let namespace = if prefix_slot == 0 { 0 } else { self.scope.namespace(prefix_slot) };
        let local_found = self.tables.intern(StringTable::LocalName, local)?;
        let attribute_id = self.attribute_id(namespace, local_found.index());
        let known = self.tables.external_name(false, prefix_slot, namespace, local_found.index());
        if let Some(index) = known {
            self.external_attribute_names.insert(qname, KnownName::new(prefix_slot, namespace, index, attribute_id));
            forms::index_second_bit(&mut self.out, 0, index);
            return Ok(attribute_id);
        }
        let index = self.tables.external.vocabulary.attribute_names.len() as u32 + self.attributes;
        if index >= MAX_ENTRIES {
            return Err(table_full());
        }
        self.literal_name(0x78, prefix_slot, namespace, local, local_found);
        self.attributes += 1;
        self.attribute_names.insert(qname, KnownName::new(prefix_slot, namespace, index, attribute_id));
        Ok(attribute_id)
    }

    /// The id that attributes of this namespace and local name have.
    pub(super) fn attribute_id(&mut self, namespace: u32, local: u32) -> u32 {
        let next = self.attribute_ids.len() as u32;
        *self.attribute_ids.entry((namespace, local)).or_insert(next)
    }

    /// Forgets ids and names of earlier documents where they have become many.
    pub(super) fn forget_ids(&mut self) {
        if self.attribute_ids.len() > MAX_ATTRIBUTE_IDS {
            self.attribute_ids.clear();
            self.external_attribute_names.clear();
            self.seen.clear();
        }
    }

    /// The slot of a prefix that is declared.
    fn prefix_slot(&self, prefix: &str) -> Result<u32> {
        if prefix.is_empty() {
            return Ok(0);
        }
        match self.tables.get(StringTable::Prefix, prefix) {
            Some(index) if self.scope.namespace(index + 1) != 0 => Ok(index + 1),
            _ if !is_ncname(prefix) => Err(Error::new(ErrorKind::Text { what: "the name is not an NCName" })),
            _ => Err(Error::new(ErrorKind::Namespace { what: "the prefix is not declared", name: prefix.to_owned() })),
        }
    }

    /// A name in full (C.17, C.18); prefix and namespace are in their tables because they are declared.
    fn literal_name(&mut self, head: u8, prefix: u32, namespace: u32, local: &str, found: Found) {
        self.out.push(head | u8::from(prefix > 0) << 1 | u8::from(namespace > 0));
        for slot in [prefix, namespace] {
            if let Some(index) = slot.checked_sub(1) {
                forms::index_second_bit(&mut self.out, 0x80, index);
            }
        }
        self.string_or_index(local, found);
    }
}

/// Prefix and local name; the prefix is empty where there is no colon. A colon at either end leaves no name.
fn split(qname: &str) -> (&str, &str) {
    match qname.split_once(':') {
        Some(("", _)) | None => ("", qname),
        Some(parts) => parts,
    }
}
