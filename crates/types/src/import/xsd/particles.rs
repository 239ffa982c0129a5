//! The content of complex types: which child elements there are, in which order and how often (XML Schema part 1, 3.8 and 3.9).

use std::collections::HashSet;
use std::sync::Arc;

use super::build::{Builder, Built};
use super::components::{Kind, Node, XS};
use crate::xml::{CONTENT, XmlName};
use crate::{MAX_FIELDS, Type};

/// Groups and types that refer to each other deeper than this contain themselves.
pub(super) const MAX_STEPS: usize = 200;

/// A part of the content of an element, in the order of the schema.
pub(super) struct Part {
    pub(super) name: XmlName,
    pub(super) ty: Type,
    pub(super) is_optional: bool,
    pub(super) is_many: bool,
    /// Of parts of one group at most one is there.
    pub(super) group: Option<usize>,
    /// Whether it is one way of several, so that it may be named in another way too.
    pub(super) is_in_choice: bool,
    /// What may stand in its place: an element by its name, or one of a type.
    pub(super) alternatives: Vec<Alternative>,
}

/// An element that may stand in a place.
pub(super) struct Alternative {
    pub(super) name: XmlName,
    pub(super) xsi_type: Option<XmlName>,
    pub(super) ty: Type,
}

/// How often a particle is there, and what holds it.
#[derive(Clone, Copy, Default)]
pub(super) struct Within {
    pub(super) is_optional: bool,
    /// Whether it may be there more than once.
    pub(super) is_many: bool,
    pub(super) group: Option<usize>,
    pub(super) is_in_choice: bool,
}

/// What an element of a complex type holds.
#[derive(Default)]
pub(super) struct Content {
    pub(super) attributes: Vec<(XmlName, Type, bool)>,
    pub(super) text: Option<Type>,
    pub(super) parts: Vec<Part>,
    pub(super) is_mixed: bool,
    pub(super) groups: usize,
}

impl Builder<'_> {
    /// Adds the child elements that an element of the schema says.
    pub(super) fn particles(
        &mut self,
        node: &Arc<Node>,
        within: Within,
        content: &mut Content,
        steps: usize,
    ) -> Built<()> {
        node.children.iter().try_for_each(|child| self.particle(child, within, content, steps + 1))
    }

    fn particle(&mut self, node: &Arc<Node>, within: Within, content: &mut Content, steps: usize) -> Built<()> {
        if steps > MAX_STEPS {
            return Err(node.broken("a group that contains itself"));
        }
        let most = node.get("maxOccurs").unwrap_or("1");
        if most == "0" {
            return Ok(());
        }
        let is_optional = within.is_optional || node.get("minOccurs") == Some("0");
        let within = Within { is_optional, is_many: most != "1", ..within };
        match () {
            () if node.is("element") => self.element(node, within, content, steps),
            () if node.is("group") => {
                let Some(name) = node.get("ref") else { return self.particles(node, within, content, steps) };
                let name = node.qualified(name)?;
                let Some(group) = self.components.get(Kind::Group, &name) else {
                    return Err(self.unknown(node, "group", &name));
                };
                self.repeated(group, within, content, steps)
            }
            () if node.is("sequence") || node.is("all") || node.is("choice") => {
                self.repeated(node, within, content, steps)
            }
            () => Ok(()),
        }
    }

    /// The particles of a group; of one that is there more than once a list, of several elements a list of choices.
    fn repeated(&mut self, node: &Arc<Node>, within: Within, content: &mut Content, steps: usize) -> Built<()> {
        let first = content.parts.len();
        if node.is("choice") {
            self.choice(node, within, content, steps)?;
        } else {
            // What is together is no single way of a choice.
            let alone = node.children.iter().filter(|it| it.name.namespace == XS && !it.is("annotation")).count() == 1;
            let group = within.group.filter(|_| alone);
            self.particles(node, Within { group, ..within }, content, steps)?;
        }
        if within.is_many {
            match content.parts.len() - first {
                0 => {}
                1 => content.parts[first].is_many = true,
                _ => {
                    // Its elements have no number and no order that fields have.
                    let parts = content.parts.split_off(first);
                    content.parts.push(Part::list(parts));
                }
            }
        }
        Ok(())
    }

    fn choice(&mut self, node: &Arc<Node>, within: Within, content: &mut Content, steps: usize) -> Built<()> {
        content.groups += 1;
        let group = within.group.unwrap_or(content.groups);
        let ways = Within { is_optional: true, is_many: false, group: Some(group), is_in_choice: true };
        self.particles(node, ways, content, steps)
    }

    fn element(&mut self, node: &Arc<Node>, within: Within, content: &mut Content, steps: usize) -> Built<()> {
        let (name, declared) = match (node.get("ref"), node.get("name")) {
            (Some(name), _) => {
                let name = node.qualified(name)?;
                let Some(declared) = self.components.get(Kind::Element, &name) else {
                    return Err(self.unknown(node, "element", &name));
                };
                (name, Arc::clone(declared))
            }
            (None, Some(local)) => (node.own_name(local, node.file.qualifies_elements), Arc::clone(node)),
            (None, None) => return Err(node.broken("an element without a name")),
        };
        self.has_unqualified |= name.namespace.is_empty();
        self.count_field(node)?;
        let mut alternatives = Vec::new();
        self.alternatives(&name, &declared, &mut alternatives, steps)?;
        if let Some(members) = node.get("ref").and_then(|_| self.members.get(&name)).cloned() {
            let (mut waiting, mut seen) = (members, HashSet::from([name.clone()]));
            while let Some(member) = waiting.pop() {
                if !seen.insert(member.clone()) {
                    continue;
                }
                let Some(declared) = self.components.get(Kind::Element, &member).cloned() else { continue };
                self.alternatives(&member, &declared, &mut alternatives, steps)?;
                waiting.extend(self.members.get(&member).into_iter().flatten().cloned());
            }
        }
        let (ty, alternatives) = match &alternatives[..] {
            [] => return Ok(()),
            [only] if only.name == name && only.xsi_type.is_none() => (only.ty.clone(), Vec::new()),
            _ => (Type::Text, alternatives),
        };
        let Within { is_optional, is_many, group, is_in_choice } = within;
        content.parts.push(Part { name, ty, is_optional, is_many, group, is_in_choice, alternatives });
        Ok(())
    }

    fn is_abstract(&self, ty: &XmlName) -> bool {
        self.components.get(Kind::Type, ty).is_some_and(|node| node.get("abstract") == Some("true"))
    }

    /// Counts a field: groups that hold others twice would have more of them than there is memory for.
    pub(super) fn count_field(&mut self, at: &Node) -> Built<()> {
        self.fields += 1;
        if self.fields > MAX_FIELDS {
            return Err(at.broken(format_args!("more than {MAX_FIELDS} fields in all, which is the most of a model")));
        }
        Ok(())
    }

    /// The element itself, unless it is abstract, and itself with each type that documents name.
    fn alternatives(
        &mut self,
        name: &XmlName,
        declared: &Arc<Node>,
        all: &mut Vec<Alternative>,
        steps: usize,
    ) -> Built<()> {
        if declared.get("abstract") == Some("true") {
            return Ok(());
        }
        let of_type = declared.get("type").map(|ty| declared.qualified(ty)).transpose()?;
        if !of_type.as_ref().is_some_and(|ty| self.is_abstract(ty)) {
            let ty = self.element_type(declared, steps + 1)?;
            all.push(Alternative { name: name.clone(), xsi_type: None, ty });
        }
        let mut waiting: Vec<XmlName> = of_type.iter().cloned().collect();
        let mut seen = HashSet::new();
        while let Some(base) = waiting.pop() {
            if !seen.insert(base.clone()) {
                continue;
            }
            if self.named.contains(&base) && !self.is_abstract(&base) {
                self.count_field(declared)?;
                let ty = self.named_type(declared, &base)?;
                all.push(Alternative { name: name.clone(), xsi_type: Some(base.clone()), ty });
            }
            waiting.extend(self.derived.get(&base).into_iter().flatten().cloned());
        }
        Ok(())
    }
}

/// The elements of all parts, each with each `xsi:type` once.
pub(super) fn distinct(parts: Vec<Part>) -> Vec<Alternative> {
    let mut all: Vec<Alternative> = Vec::new();
    for found in parts.into_iter().flat_map(Part::into_alternatives) {
        if !all.iter().any(|known| known.name == found.name && known.xsi_type == found.xsi_type) {
            all.push(found);
        }
    }
    all
}

impl Part {
    /// A list of elements that take turns.
    fn list(parts: Vec<Part>) -> Self {
        Self {
            name: XmlName::new("", CONTENT),
            ty: Type::Text,
            is_optional: false,
            is_many: true,
            group: None,
            is_in_choice: false,
            alternatives: distinct(parts),
        }
    }

    /// Whether an element of it is one of another part too.
    fn meets(&self, other: &Self) -> bool {
        let names = |part: &Self| -> Vec<XmlName> {
            let of_alternatives = part.alternatives.iter().map(|it| it.name.clone());
            if part.alternatives.is_empty() { vec![part.name.clone()] } else { of_alternatives.collect() }
        };
        names(self).iter().any(|name| names(other).contains(name))
    }

    pub(super) fn into_alternatives(self) -> Vec<Alternative> {
        if self.alternatives.is_empty() {
            vec![Alternative { name: self.name, xsi_type: None, ty: self.ty }]
        } else {
            self.alternatives
        }
    }
}

/// Merges parts of one name that are in different branches of a choice. The flag says that no other name is there twice, so that fields can
/// hold the parts.
pub(super) fn merged(parts: Vec<Part>) -> (Vec<Part>, bool) {
    let mut all: Vec<Part> = Vec::new();
    let mut is_fixed = true;
    for part in parts {
        match all.iter_mut().find(|known| known.meets(&part)) {
            Some(known) if known.name != part.name || !known.alternatives.is_empty() => {
                is_fixed = false;
                all.push(part);
            }
            Some(known) => {
                is_fixed &= known.is_in_choice && part.is_in_choice;
                known.is_many |= part.is_many;
                (known.is_optional, known.group) = (true, None);
            }
            None => all.push(part),
        }
    }
    (all, is_fixed)
}
