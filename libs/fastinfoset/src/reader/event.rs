//! What readers hand out.

use super::core::{Attribute as RawAttribute, Core, Kind};
use super::info::DocumentInfo;
use super::scope::Declaration;
use super::tables::Name as RawName;
use crate::algorithm::{Algorithm, Algorithms, BuiltIn, Encoded};
use crate::error::Result;
use crate::text::{Stores, Str, Value as RawValue};

/// One item of a document. It borrows from the reader, and through it from the input, until the next is read.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// The document begins; always the first event.
    StartDocument(&'e DocumentInfo),
    /// A document type declaration begins. Its processing instructions follow.
    StartDocumentType {
        /// The system identifier of the external subset.
        system: Option<&'e str>,
        /// The public identifier of the external subset.
        public: Option<&'e str>,
    },
    /// The document type declaration ends.
    EndDocumentType,
    /// An element begins.
    StartElement(StartElement<'e>),
    /// The innermost open element ends.
    EndElement(Name<'e>),
    /// Character data: one chunk of it. Several may follow each other.
    Characters(Value<'e>),
    /// A comment.
    Comment(Value<'e>),
    /// A processing instruction.
    ProcessingInstruction {
        /// The target.
        target: &'e str,
        /// The data.
        data: Value<'e>,
    },
    /// A reference to an entity that was not expanded.
    EntityReference {
        /// The name of the entity.
        name: &'e str,
        /// Its system identifier.
        system: Option<&'e str>,
        /// Its public identifier.
        public: Option<&'e str>,
    },
    /// The document ended. Reading on gives the same event again.
    EndDocument,
}

/// The qualified name of an element or attribute.
#[derive(Clone, Copy, Debug)]
pub struct Name<'e> {
    pub(super) stores: &'e Stores,
    pub(super) name: &'e RawName<'e>,
    /// A word wide like the other fields, so that copies need no odd pieces.
    pub(super) index: usize,
}

impl<'e> Name<'e> {
    /// The prefix; empty for none.
    #[inline]
    pub fn prefix(&self) -> &'e str {
        self.name.prefix.get(self.stores)
    }

    /// The namespace name; empty for none.
    #[inline]
    pub fn namespace(&self) -> &'e str {
        self.name.namespace.get(self.stores)
    }

    /// The local name.
    #[inline]
    pub fn local(&self) -> &'e str {
        self.name.local.get(self.stores)
    }

    /// The index of the name in its table (element names or attribute names), counted from 0. Within a document equal
    /// indexes mean equal names, so that a consumer may look a name up once; equal names may have several indexes.
    #[inline]
    pub fn index(&self) -> u32 {
        self.index as u32
    }

    /// Whether the name is this one, whatever its prefix.
    #[inline]
    pub fn is(&self, namespace: &str, local: &str) -> bool {
        self.local() == local && self.namespace() == namespace
    }
}

/// Text, or bytes of an encoding algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'e> {
    /// Text.
    Text(&'e str),
    /// Bytes of an encoding algorithm.
    Encoded(Encoded<'e>),
}

impl<'e> Value<'e> {
    /// The text, if it is text.
    #[inline]
    pub fn as_text(&self) -> Option<&'e str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Encoded(_) => None,
        }
    }

    /// Appends the characters that the value stands for.
    ///
    /// # Errors
    /// As [`Encoded::write_text`].
    pub fn write_text(&self, algorithms: &Algorithms, out: &mut String) -> Result<()> {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Encoded(encoded) => encoded.write_text(algorithms, out)?,
        }
        Ok(())
    }
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'e> {
    /// Its name.
    pub name: Name<'e>,
    /// Its value.
    pub value: Value<'e>,
}

/// A namespace declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Namespace<'e> {
    /// The prefix; empty for the default namespace.
    pub prefix: &'e str,
    /// The namespace name; empty where the prefix is undeclared.
    pub uri: &'e str,
}

/// The start of an element.
#[derive(Clone, Copy, Debug)]
pub struct StartElement<'e> {
    pub(super) core: &'e Core<'e>,
    pub(super) name: Name<'e>,
}

impl<'e> StartElement<'e> {
    /// The name of the element.
    #[inline]
    pub fn name(&self) -> Name<'e> {
        self.name
    }

    /// The namespaces that the element declares, in the order of the document.
    #[inline]
    pub fn namespaces(&self) -> impl ExactSizeIterator<Item = Namespace<'e>> + use<'e> {
        let stores = &self.core.stores;
        let declarations: &'e [Declaration<'e>] = self.core.scope.since(self.core.scope_mark);
        declarations.iter().map(move |declaration| Namespace {
            prefix: declaration.prefix.get(stores),
            uri: declaration.namespace.get(stores),
        })
    }

    /// The attributes, in the order of the document.
    #[inline]
    pub fn attributes(&self) -> Attributes<'e> {
        Attributes { core: self.core, attributes: self.core.attributes.iter() }
    }

    /// The value of an attribute.
    pub fn attribute(&self, namespace: &str, local: &str) -> Option<Value<'e>> {
        self.attributes().find(|attribute| attribute.name.is(namespace, local)).map(|attribute| attribute.value)
    }
}

/// The attributes of an element.
#[derive(Clone, Debug)]
pub struct Attributes<'e> {
    core: &'e Core<'e>,
    attributes: std::slice::Iter<'e, RawAttribute<'e>>,
}

impl<'e> Iterator for Attributes<'e> {
    type Item = Attribute<'e>;

    #[inline]
    fn next(&mut self) -> Option<Attribute<'e>> {
        let attribute = self.attributes.next()?;
        // The index was checked when the attribute was read.
        let name = self.core.tables.attribute_name(attribute.name).ok()?;
        let name = Name { stores: &self.core.stores, name, index: attribute.name as usize };
        Some(Attribute { name, value: self.core.value(attribute.value) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.attributes.size_hint()
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl<'a> Core<'a> {
    /// The item with its parts looked up. It never fails.
    #[inline]
    pub(crate) fn event(&self, kind: Kind) -> Event<'_> {
        match kind {
            Kind::Characters => Event::Characters(self.value(self.value)),
            Kind::StartElement => Event::StartElement(StartElement { core: self, name: self.element() }),
            Kind::EndElement => Event::EndElement(self.element()),
            kind => self.rare_event(kind),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn rare_event(&self, kind: Kind) -> Event<'_> {
        let text = |string: Str<'a>| string.get(&self.stores);
        let name = text(self.strings.name);
        let (system, public) = (self.strings.system.map(text), self.strings.public.map(text));
        match kind {
            Kind::StartElement => Event::StartElement(StartElement { core: self, name: self.element() }),
            Kind::EndElement => Event::EndElement(self.element()),
            Kind::Characters => Event::Characters(self.value(self.value)),
            Kind::StartDocument => Event::StartDocument(&self.info),
            Kind::StartDocumentType => Event::StartDocumentType { system, public },
            Kind::EndDocumentType => Event::EndDocumentType,
            Kind::Comment => Event::Comment(self.value(self.value)),
            Kind::ProcessingInstruction => Event::ProcessingInstruction { target: name, data: self.value(self.value) },
            Kind::EntityReference => Event::EntityReference { name, system, public },
            Kind::EndDocument => Event::EndDocument,
        }
    }

    /// The name of the present element, whose index was checked when it was read.
    #[inline(always)]
    pub(super) fn element(&self) -> Name<'_> {
        self.name_of(self.name)
    }

    /// The name of an open element.
    #[inline(always)]
    pub(super) fn name_of(&self, index: u32) -> Name<'_> {
        let name = self.tables.element_name(index).unwrap_or(&RawName::NONE);
        Name { stores: &self.stores, name, index: index as usize }
    }

    #[inline(always)]
    pub(super) fn value<'e>(&'e self, value: RawValue<'a>) -> Value<'e>
    where
        'a: 'e,
    {
        match value {
            Str::Input(text) => Value::Text(text),
            stored => self.stored_value(stored),
        }
    }

    #[inline]
    fn stored_value(&self, value: RawValue<'a>) -> Value<'_> {
        let encoded = value.encoded().and_then(|number| self.encoded(number));
        match encoded {
            None => Value::Text(value.get(&self.stores)),
            Some(encoded) => Value::Encoded(Encoded {
                algorithm: self.algorithm(encoded.algorithm),
                bytes: encoded.bytes.get(&self.stores),
            }),
        }
    }

    /// The algorithm of a value, whose index was checked when the value was read.
    #[cold]
    fn algorithm(&self, index: u8) -> Algorithm<'_> {
        match BuiltIn::ALL.get(usize::from(index)) {
            Some(built_in) => Algorithm::BuiltIn(*built_in),
            None => {
                let number = u32::from(index).saturating_sub(self.options.numbering.first_algorithm());
                Algorithm::Application(self.tables.algorithm(number).unwrap_or_default())
            }
        }
    }
}
