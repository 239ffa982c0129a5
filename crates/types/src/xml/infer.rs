//! The type of documents, from samples.

use std::collections::HashMap;

use wirecost_value::infoset::{Attribute, Event, Start, is_whitespace};

use super::XSI;
use super::data::{Scope, is_layout_hint, is_nil, is_of_xsi};
use super::place::{XmlDocument, XmlName};
use super::profile::{Profile, Profiles};
use crate::infer::{Inferred, Proposals, decide, on_large_stack};
use crate::{MAX_FIELDS, TypesError};

/// Infers the type that documents have together; it takes them event by event.
#[derive(Debug, Default)]
pub struct Inference {
    proposals: Proposals,
    profiles: Profiles,
    /// The root element, and the number of its profile.
    root: Option<(XmlName, usize)>,
    open: Vec<Open>,
    scope: Scope,
    /// All that prefixes stand for anywhere, the first of each first.
    declared: Vec<(String, String)>,
    fields: usize,
    has_unqualified: bool,
    uses_xsi: bool,
}

/// An element that is open.
#[derive(Debug)]
struct Open {
    profile: usize,
    /// How many children of each name it has so far, and which was the last.
    children: HashMap<usize, usize>,
    last: Option<usize>,
    text: String,
    has_words: bool,
    pieces: usize,
    /// What says that it is nil, as long as it may be.
    nil: Option<Attribute>,
}

impl Inference {
    /// One that lists proposals, or accepts them.
    pub fn new(proposals: Proposals) -> Self {
        Self { proposals, ..Self::default() }
    }

    /// Takes the next event of a document; the end of its root element ends the document.
    ///
    /// # Errors
    /// If the root element is another one than that of the documents before, or there are more fields than a model may have.
    pub fn event(&mut self, event: &Event) -> Result<(), TypesError> {
        match event {
            Event::Start(start) => self.start(start)?,
            Event::Text(text) => {
                if let Some(open) = self.open.last_mut() {
                    open.text.push_str(text);
                }
            }
            Event::End => self.end()?,
            Event::Comment(_) | Event::Instruction { .. } => {}
        }
        Ok(())
    }

    fn start(&mut self, start: &Start) -> Result<(), TypesError> {
        for pair in self.scope.open(start) {
            if !pair.1.is_empty() && !self.declared.contains(pair) {
                self.declared.push(pair.clone());
            }
        }
        let name = XmlName::new(start.namespace.as_deref().unwrap_or_default(), &start.name);
        self.has_unqualified |= name.namespace.is_empty();
        let mut xsi_type = None;
        let mut attributes: Vec<&Attribute> = Vec::new();
        for attribute in &start.attributes {
            // That of the root element stays what it is: nothing holds a choice of root elements.
            let is_type = is_of_xsi(attribute, "type") && !self.open.is_empty();
            let of_type = if is_type { self.scope.qualified(&attribute.value) } else { None };
            if of_type.is_some() {
                xsi_type = of_type;
            } else if !is_layout_hint(attribute) {
                attributes.push(attribute);
            }
        }
        self.uses_xsi |= xsi_type.is_some();
        let profile = self.profile(&name, xsi_type)?;
        let nil = match attributes[..] {
            [only] if is_nil(only) => Some(only.clone()),
            _ => None,
        };
        if nil.is_none() {
            attributes.into_iter().try_for_each(|attribute| self.attribute(profile, attribute))?;
        }
        self.open.push(Open {
            profile,
            children: HashMap::new(),
            last: None,
            text: String::new(),
            has_words: false,
            pieces: 0,
            nil,
        });
        Ok(())
    }

    fn attribute(&mut self, profile: usize, attribute: &Attribute) -> Result<(), TypesError> {
        let namespace = attribute.namespace.as_deref().unwrap_or_default();
        self.uses_xsi |= namespace == XSI;
        let name = XmlName::new(namespace, &attribute.name);
        if !self.profiles.all[profile].attributes.contains_key(&name) {
            self.count_field()?;
        }
        self.profiles.all[profile].attributes.entry(name).or_default().add(&attribute.value);
        Ok(())
    }

    /// The profile of an element that begins in the innermost open one.
    fn profile(&mut self, name: &XmlName, xsi_type: Option<XmlName>) -> Result<usize, TypesError> {
        let next = self.profiles.all.len();
        let Some(parent) = self.open.last_mut() else {
            let root = self.root.get_or_insert_with(|| (name.clone(), next));
            if root.0 != *name {
                let reason = format!(
                    "root elements {:?} and {:?}; documents of one type have the same",
                    root.0.local, name.local
                );
                return Err(TypesError::at("samples", reason));
            }
            let root = root.1;
            if root == next {
                self.profiles.all.push(Profile::default());
            }
            return Ok(root);
        };
        parent.end_piece();
        parent.nil_is_over(&mut self.profiles);
        let profile = &mut self.profiles.all[parent.profile];
        let entry = profile.children.entry(name.clone());
        let number = entry.index();
        let children = entry.or_default();
        let seen = parent.children.entry(number).or_default();
        *seen += 1;
        children.parents += usize::from(*seen == 1);
        children.is_repeated |= *seen > 1;
        let found = children.kinds.get(&xsi_type).copied();
        if found.is_none() {
            children.kinds.insert(xsi_type, next);
        }
        if let Some(last) = parent.last.replace(number).filter(|last| *last != number) {
            profile.order.insert((last, number));
        }
        if let Some(found) = found {
            return Ok(found);
        }
        self.profiles.all.push(Profile::default());
        self.count_field()?;
        Ok(next)
    }

    fn count_field(&mut self) -> Result<(), TypesError> {
        self.fields += 1;
        if self.fields <= MAX_FIELDS {
            return Ok(());
        }
        let reason = format!("they have more than {MAX_FIELDS} fields in all; give a type with --types");
        Err(TypesError::at("samples", reason))
    }

    fn end(&mut self) -> Result<(), TypesError> {
        let Some(mut open) = self.open.pop() else { return Ok(()) };
        self.scope.close();
        if open.nil.is_some() && open.children.is_empty() && open.text.is_empty() {
            self.uses_xsi = true;
            self.profiles.all[open.profile].nil += 1;
            return Ok(());
        }
        open.nil_is_over(&mut self.profiles);
        let is_leaf = open.children.is_empty();
        let text = std::mem::take(&mut open.text);
        open.text.clone_from(&text);
        open.end_piece();
        let profile = &mut self.profiles.all[open.profile];
        profile.count += 1;
        profile.pieces += open.pieces;
        match () {
            () if !is_leaf => profile.is_mixed |= open.has_words,
            () if text.is_empty() => profile.empty += 1,
            () => {
                profile.text.add(&text);
                profile.spaces += usize::from(!open.has_words);
            }
        }
        Ok(())
    }

    /// The type of the documents, with the reasons.
    ///
    /// # Errors
    /// If there was none, or their type does not hold together.
    pub fn finish(self) -> Result<Inferred, TypesError> {
        let Some((element, root)) = self.root else {
            return Err(TypesError::at("samples", "there is none; a type is inferred from at least one"));
        };
        let proposals = self.proposals;
        let (has_unqualified, uses_xsi) = (self.has_unqualified, self.uses_xsi);
        let namespaces = prefixes(self.declared, has_unqualified, uses_xsi);
        let mut profiles = self.profiles;
        profiles.prefixes = namespaces.iter().rev().map(|(prefix, of)| (of.clone(), prefix.clone())).collect();
        on_large_stack(move || {
            let mut inferred = decide(&profiles.seen(root, None), &element.local, proposals);
            inferred.model.document = Some(XmlDocument { element, namespaces });
            inferred.model.check()?;
            Ok(inferred)
        })
        .map_err(|error| TypesError::at("samples", error))?
    }
}

impl Open {
    /// Ends the text before a child element or the end tag.
    fn end_piece(&mut self) {
        self.pieces += usize::from(!self.text.is_empty());
        self.has_words |= !is_whitespace(&self.text);
        self.text.clear();
    }

    /// What said that the element is nil is an attribute like others, since the element has content.
    fn nil_is_over(&mut self, profiles: &mut Profiles) {
        if let Some(nil) = self.nil.take() {
            let name = XmlName::new(nil.namespace.as_deref().unwrap_or_default(), &nil.name);
            let profile = &mut profiles.all[self.profile];
            profile.attributes.entry(name.clone()).or_default().add(&nil.value);
            profile.nil_attribute = Some(name);
        }
    }
}

/// One namespace for each prefix, and a prefix for each namespace: those that the documents have, as far as that is so.
pub(crate) fn prefixes(
    declared: Vec<(String, String)>,
    has_unqualified: bool,
    uses_xsi: bool,
) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for (prefix, namespace) in declared {
        if all.contains(&(prefix.clone(), namespace.clone())) {
            continue;
        }
        // An element without a namespace could not be written where elements without a prefix have one.
        let is_taken = all.iter().any(|(known, _)| *known == prefix) || (prefix.is_empty() && has_unqualified);
        let has_prefix = all.iter().any(|(known, of)| *of == namespace && !known.is_empty());
        if !is_taken {
            all.push((prefix, namespace));
        } else if !has_prefix {
            let number = (1..).find(|number| !all.iter().any(|(known, _)| *known == format!("ns{number}")));
            all.push((format!("ns{}", number.unwrap_or_default()), namespace));
        }
    }
    if uses_xsi && !all.iter().any(|(_, namespace)| namespace == XSI) {
        all.push(("xsi".to_owned(), XSI.to_owned()));
    }
    all
}
