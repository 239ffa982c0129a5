//! What was seen of the elements at one place of the documents.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;

use super::leaf::Leaf;
use super::place::{CONTENT, FieldNames, TEXT, XmlName, XmlPlace};
use crate::infer::Seen;

/// The elements at one place.
#[derive(Debug, Default)]
pub(super) struct Profile {
    /// How many there are, without those that are nil.
    pub(super) count: usize,
    pub(super) nil: usize,
    /// The attribute that says so, where an element has it beside content: then it is one like others in all of them.
    pub(super) nil_attribute: Option<XmlName>,
    pub(super) attributes: IndexMap<XmlName, Leaf>,
    pub(super) children: IndexMap<XmlName, Children>,
    /// The texts of elements without child elements, unless they are empty.
    pub(super) text: Leaf,
    /// How many of these are white space alone.
    pub(super) spaces: usize,
    /// How many have neither child elements nor text.
    pub(super) empty: usize,
    /// Whether text that is not white space alone is beside child elements.
    pub(super) is_mixed: bool,
    /// How many texts there are, those between child elements each for itself.
    pub(super) pieces: usize,
    /// Which child comes right before which other, by their numbers.
    pub(super) order: HashSet<(usize, usize)>,
}

impl Profile {
    /// Makes nil elements empty ones with an attribute, where no element is nil by that attribute alone.
    fn count_nil_as_empty(&mut self) {
        let Some(attribute) = self.nil_attribute.take() else { return };
        let nil = std::mem::take(&mut self.nil);
        let texts = self.attributes.entry(attribute).or_default();
        (0..nil).for_each(|_| texts.add("true"));
        self.count += nil;
        self.empty += nil;
    }
}

/// The child elements of one name.
#[derive(Debug, Default)]
pub(super) struct Children {
    /// The profiles of those of each `xsi:type`, by their numbers.
    pub(super) kinds: IndexMap<Option<XmlName>, usize>,
    /// How many elements have such a child.
    pub(super) parents: usize,
    pub(super) is_repeated: bool,
}

/// All profiles, with names for namespaces.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    pub(super) all: Vec<Profile>,
    /// Prefixes by the namespaces that they stand for.
    pub(super) prefixes: HashMap<String, String>,
}

/// The fields of one record, whose names differ.
#[derive(Default)]
struct Fields {
    names: FieldNames,
    seen: IndexMap<String, (usize, Seen)>,
    places: Vec<XmlPlace>,
}

impl Fields {
    /// Adds a field that `count` records have.
    fn add(&mut self, name: &str, prefix: Option<&String>, place: XmlPlace, count: usize, seen: Seen) {
        let name = self.names.fresh(name, prefix.map(String::as_str));
        self.seen.insert(name, (count, seen));
        self.places.push(place);
    }

    fn into_record(self, count: usize, is_choice: bool) -> Seen {
        let mut seen = Seen::default();
        seen.maps.count = count;
        (seen.maps.fields, seen.maps.places, seen.maps.is_choice) = (self.seen, self.places, is_choice);
        seen
    }
}

impl Profiles {
    /// The elements of a profile as the inference of values sees them.
    pub(super) fn seen(&mut self, index: usize, xsi_type: Option<&XmlName>) -> Seen {
        let mut profile = std::mem::take(&mut self.all[index]);
        profile.count_nil_as_empty();
        let nil = profile.nil;
        let mut seen = if profile.attributes.is_empty() && profile.children.is_empty() {
            let mut text = profile.text;
            (0..profile.empty).for_each(|_| text.add(""));
            text.seen(xsi_type)
        } else {
            self.record(profile, xsi_type)
        };
        seen.nulls += nil;
        seen
    }

    fn record(&mut self, profile: Profile, xsi_type: Option<&XmlName>) -> Seen {
        let mut fields = Fields::default();
        for (name, leaf) in profile.attributes {
            let (count, prefix) = (leaf.count, self.prefixes.get(&name.namespace));
            let local = name.local.clone();
            fields.add(&local, prefix, XmlPlace::Attribute(name), count, leaf.seen(None));
        }
        let order = sorted(profile.children.len(), &profile.order).filter(|_| !profile.is_mixed);
        let Some(order) = order else {
            // White space between elements is data beside words alone.
            let texts = if profile.is_mixed { profile.pieces } else { profile.text.count - profile.spaces };
            let all = self.choice(profile.children, texts);
            fields.add(CONTENT, None, XmlPlace::Choice, profile.count, list(all, profile.count, profile.empty));
            return fields.into_record(profile.count, false);
        };
        let is_layout = !profile.children.is_empty() && profile.spaces == profile.text.count;
        if profile.text.count > 0 && !is_layout {
            fields.add(TEXT, None, XmlPlace::Text, profile.text.count, profile.text.seen(xsi_type));
        }
        let mut children: Vec<Option<(XmlName, Children)>> = profile.children.into_iter().map(Some).collect();
        for index in order {
            let Some((name, children)) = children[index].take() else { continue };
            let (parents, is_repeated) = (children.parents, children.is_repeated);
            let prefix = self.prefixes.get(&name.namespace).cloned();
            let (place, seen) = self.child(&name, children);
            let (count, seen) = if is_repeated {
                (profile.count, list(seen, profile.count, profile.count - parents))
            } else {
                (parents, seen)
            };
            fields.add(&name.local, prefix.as_ref(), place, count, seen);
        }
        fields.into_record(profile.count, false)
    }

    /// The children of one name: of one type, or a choice of those of each `xsi:type`.
    fn child(&mut self, name: &XmlName, children: Children) -> (XmlPlace, Seen) {
        if let [(xsi_type, profile)] = children.kinds.iter().collect::<Vec<_>>()[..] {
            let place = XmlPlace::Element { name: name.clone(), xsi_type: xsi_type.clone() };
            return (place, self.seen(*profile, xsi_type.as_ref()));
        }
        (XmlPlace::Choice, self.choice(IndexMap::from([(name.clone(), children)]), 0))
    }

    /// A record with a field for each kind of child element, and one for text; a value has one of these fields.
    fn choice(&mut self, children: IndexMap<XmlName, Children>, texts: usize) -> Seen {
        let (mut fields, mut all) = (Fields::default(), texts);
        if texts > 0 {
            let mut seen = Seen::default();
            seen.texts.count = texts;
            fields.add(TEXT, None, XmlPlace::Text, texts, seen);
        }
        for (name, children) in children {
            for (xsi_type, index) in children.kinds {
                let seen = self.seen(index, xsi_type.as_ref());
                let field = xsi_type.as_ref().unwrap_or(&name);
                let (local, prefix) = (field.local.clone(), self.prefixes.get(&field.namespace));
                let count = seen.count();
                all += count;
                fields.add(&local, prefix, XmlPlace::Element { name: name.clone(), xsi_type }, count, seen);
            }
        }
        fields.into_record(all, true)
    }
}

/// A list in each of so many records, so many of them empty.
fn list(items: Seen, count: usize, empty: usize) -> Seen {
    let mut seen = Seen::default();
    (seen.lists.count, seen.lists.empty, seen.lists.items) = (count, empty, Some(Box::new(items)));
    seen
}

/// The numbers below `count` in an order in which the first of each pair comes before the second; of several orders that in which small
/// numbers come first. None if there is no such order.
fn sorted(count: usize, pairs: &HashSet<(usize, usize)>) -> Option<Vec<usize>> {
    let mut before = vec![0; count];
    let mut after = vec![Vec::new(); count];
    for (first, second) in pairs {
        before[*second] += 1;
        after[*first].push(*second);
    }
    let mut ready: BTreeSet<usize> = (0..count).filter(|index| before[*index] == 0).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(next) = ready.pop_first() {
        order.push(next);
        for index in &after[next] {
            before[*index] -= 1;
            if before[*index] == 0 {
                ready.insert(*index);
            }
        }
    }
    (order.len() == count).then_some(order)
}

#[cfg(test)]
mod orders {
    use super::*;

    #[test]
    fn children_are_in_an_order_that_all_documents_have() {
        assert_eq!(sorted(3, &HashSet::from([(2, 0)])), Some(vec![1, 2, 0]));
        assert_eq!(sorted(3, &HashSet::from([(0, 2), (2, 1)])), Some(vec![0, 2, 1]));
        assert_eq!(sorted(2, &HashSet::from([(0, 1), (1, 0)])), None);
        assert_eq!(sorted(0, &HashSet::new()), Some(vec![]));
    }
}
