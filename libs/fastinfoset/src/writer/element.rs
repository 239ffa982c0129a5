//! Start tags and ends of elements.

use super::names::{EXTERNAL, KnownName, Text};
use super::tables::table_full;
use super::{Output, State, Tag, Writer, forms};
use crate::algorithm::TypedValue;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::NAME_SHARE;
use crate::vocabulary::{MAX_ENTRIES, StringTable, XML_NAMESPACE, XMLNS_NAMESPACE};
use crate::xml_names::is_ncname;

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
        let prefix_slot = if prefix.is_empty() { 0 } else { self.identifying(StringTable::Prefix, prefix)? + 1 };
        let namespace_slot = if uri.is_empty() { 0 } else { self.identifying(StringTable::NamespaceName, uri)? + 1 };
        if self.scope.declare(prefix_slot, namespace_slot, self.mark) {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::DuplicateAttribute { name: format!("xmlns:{prefix}") }))
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
        let number = match self.element_names.expected(self.context, qname, in_scope) {
            Some((number, name)) if self.tables.has(name) => {
                forms::index_third_bit(&mut self.out, 0, name.index);
                number
            }
            Some((number, _)) => self.first_of_element_name(qname, number)?,
            None => self.unexpected_element(qname)?,
        };
        self.tag = Tag::Named;
        self.open.push((self.mark as u32, number as u32));
        self.context = 2 * number as u32 + 2;
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
        if self.tag != Tag::Closed {
            self.end_tag()?;
        }
        let Some((mark, number)) = self.open.pop() else {
            return Err(Error::state("no element is open"));
        };
        self.terminate();
        self.context = 2 * number + 1;
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
        Ok(())
    }

    #[inline]
    fn attribute_name(&mut self, qname: &str) -> Result<()> {
        let context = match self.tag {
            Tag::Attributes => self.attribute_context,
            Tag::Named => {
                self.out[self.head] |= 0x40;
                self.tag = Tag::Attributes;
                self.element = self.element.wrapping_add(1);
                if self.element == 0 {
                    self.seen.fill(0);
                    self.element = 1;
                }
                self.context
            }
            _ => return Err(Error::state("attributes must follow start_element")),
        };
        let scope = &self.scope;
        let in_scope = |name: &KnownName| name.prefix == 0 || scope.namespace(name.prefix) == name.namespace;
        let (number, id) = match self.attribute_names.expected(context, qname, in_scope) {
            Some((number, name)) if self.tables.has(name) => {
                forms::index_second_bit(&mut self.out, 0, name.index);
                (number, name.attribute_id)
            }
            Some((number, _)) => (number, self.first_of_attribute_name(qname, number)?),
            None => self.unexpected_attribute(qname, context)?,
        };
        self.attribute_context = 2 * number as u32 + 1;
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

    /// Writes a name of elements that was not expected here; its number.
    #[inline(never)]
    fn unexpected_element(&mut self, qname: &str) -> Result<usize> {
        let scope = &self.scope;
        let in_scope = |name: &KnownName| scope.namespace(name.prefix) == name.namespace;
        let names = &self.element_names;
        let expected = names.expected_less(self.context, qname, in_scope);
        let hash = if expected.is_some() { 0 } else { names.hash(qname) };
        let number = match expected.or_else(|| names.find(qname, hash, in_scope)) {
            Some((number, name)) if self.tables.has(name) => {
                forms::index_third_bit(&mut self.out, 0, name.index);
                number
            }
            Some((number, _)) => self.first_of_element_name(qname, number)?,
            None => self.new_element_name(qname, hash)?,
        };
        self.element_names.expect(self.context, number);
        Ok(number)
    }

    /// Writes a name of elements that no document had before; its number.
    #[cold]
    #[inline(never)]
    fn new_element_name(&mut self, qname: &str, hash: u64) -> Result<usize> {
        let (prefix, local) = split(qname);
        let prefix = self.prefix_slot(prefix)?;
        let namespace = self.scope.namespace(prefix);
        let name = self.new_name(true, qname, prefix, namespace, local)?;
        let number = self.element_names.insert(qname, hash, name).ok_or_else(table_full)?;
        if name.epoch == EXTERNAL {
            forms::index_third_bit(&mut self.out, 0, name.index);
            return Ok(number);
        }
        self.first_of_element_name(qname, number)
    }

    /// A name that no document had before; attributes have an id beside it.
    fn new_name(
        &mut self,
        of_elements: bool,
        qname: &str,
        prefix: u32,
        namespace: u32,
        local: &str,
    ) -> Result<KnownName> {
        let local_at = (qname.len() - local.len()) as u32;
        let local = self.tables.intern_number(StringTable::LocalName, local)?;
        let external = self.tables.external_name(of_elements, prefix, namespace, local);
        let (index, epoch) = external.map_or((0, 0), |index| (index, EXTERNAL));
        let text = Text::default();
        Ok(KnownName { prefix, namespace, local, local_at, attribute_id: 0, index, epoch, text })
    }

    /// Writes a name of elements that the present document did not have before; its number.
    #[inline(never)]
    fn first_of_element_name(&mut self, qname: &str, number: usize) -> Result<usize> {
        let index = self.tables.external.vocabulary.element_names.len() as u32 + self.elements;
        let name = match self.element_names.get(number) {
            Some(name) if index < MAX_ENTRIES => *name,
            _ => return Err(table_full()),
        };
        self.literal_name(0x3C, qname, &name)?;
        self.tables.count_name(NAME_SHARE)?;
        self.elements += 1;
        self.element_names.assign(number, index, self.tables.epoch());
        Ok(number)
    }

    /// Writes a name of attributes that was not expected here; its number and attribute id.
    #[inline(never)]
    fn unexpected_attribute(&mut self, qname: &str, context: u32) -> Result<(usize, u32)> {
        let scope = &self.scope;
        let in_scope = |name: &KnownName| name.prefix == 0 || scope.namespace(name.prefix) == name.namespace;
        let names = &self.attribute_names;
        let expected = names.expected_less(context, qname, in_scope);
        let hash = if expected.is_some() { 0 } else { names.hash(qname) };
        let (number, id) = match expected.or_else(|| names.find(qname, hash, in_scope)) {
            Some((number, name)) if self.tables.has(name) => {
                forms::index_second_bit(&mut self.out, 0, name.index);
                (number, name.attribute_id)
            }
            Some((number, _)) => (number, self.first_of_attribute_name(qname, number)?),
            None => self.new_attribute_name(qname, hash)?,
        };
        self.attribute_names.expect(context, number);
        Ok((number, id))
    }

    /// Writes a name of attributes that no document had before; its number and attribute id.
    #[cold]
    #[inline(never)]
    fn new_attribute_name(&mut self, qname: &str, hash: u64) -> Result<(usize, u32)> {
        let (prefix, local) = split(qname);
        if qname == "xmlns" {
            return Err(Error::new(ErrorKind::Namespace {
                what: "namespaces are declared by namespace",
                name: qname.to_owned(),
            }));
        }
        let prefix = self.prefix_slot(prefix)?;
        let namespace = if prefix == 0 { 0 } else { self.scope.namespace(prefix) };
        let name = self.new_name(false, qname, prefix, namespace, local)?;
        let attribute_id = self.attribute_id(namespace, name.local);
        let name = KnownName { attribute_id, ..name };
        let number = self.attribute_names.insert(qname, hash, name).ok_or_else(table_full)?;
        if name.epoch == EXTERNAL {
            forms::index_second_bit(&mut self.out, 0, name.index);
            return Ok((number, attribute_id));
        }
        Ok((number, self.first_of_attribute_name(qname, number)?))
    }

    /// Writes a name of attributes that the present document did not have before; its attribute id.
    #[inline(never)]
    fn first_of_attribute_name(&mut self, qname: &str, number: usize) -> Result<u32> {
        let index = self.tables.external.vocabulary.attribute_names.len() as u32 + self.attributes;
        let name = match self.attribute_names.get(number) {
            Some(name) if index < MAX_ENTRIES => *name,
            _ => return Err(table_full()),
        };
        self.literal_name(0x78, qname, &name)?;
        self.tables.count_name(NAME_SHARE)?;
        self.attributes += 1;
        self.attribute_names.assign(number, index, self.tables.epoch());
        Ok(name.attribute_id)
    }

    /// The id that attributes of this namespace and local name have.
    pub(super) fn attribute_id(&mut self, namespace: u32, local: u32) -> u32 {
        let next = self.attribute_ids.len() as u32;
        *self.attribute_ids.entry((namespace, local)).or_insert(next)
    }

    /// The slot of a prefix that is declared.
    fn prefix_slot(&self, prefix: &str) -> Result<u32> {
        if prefix.is_empty() {
            return Ok(0);
        }
        match self.tables.number(StringTable::Prefix, prefix) {
            Some(index) if self.scope.namespace(index + 1) != 0 => Ok(index + 1),
            _ if !is_ncname(prefix) => Err(Error::new(ErrorKind::Text { what: "the name is not an NCName" })),
            _ => Err(Error::new(ErrorKind::Namespace { what: "the prefix is not declared", name: prefix.to_owned() })),
        }
    }

    /// A name in full (C.17, C.18); prefix and namespace are in their tables because they are declared.
    #[inline(always)]
    fn literal_name(&mut self, head: u8, qname: &str, name: &KnownName) -> Result<()> {
        self.out.push(head | u8::from(name.prefix > 0) << 1 | u8::from(name.namespace > 0));
        for (table, slot) in [(StringTable::Prefix, name.prefix), (StringTable::NamespaceName, name.namespace)] {
            if let Some(number) = slot.checked_sub(1)
                && let Some(index) = self.tables.index(table, number)?
            {
                forms::index_second_bit(&mut self.out, 0x80, index);
            }
        }
        let index = self.tables.index(StringTable::LocalName, name.local)?;
        self.string_or_index(qname.get(name.local_at as usize..).unwrap_or_default(), index);
        Ok(())
    }
}

/// Prefix and local name; the prefix is empty where there is no colon. A colon at either end leaves no name.
fn split(qname: &str) -> (&str, &str) {
    match qname.split_once(':') {
        Some(("", _)) | None => ("", qname),
        Some(parts) => parts,
    }
}
