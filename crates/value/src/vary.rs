//! Other messages of the same shape and length (METHOD 6).
//!
//! A candidate that always sees the same input may remember its answer. Variants keep the shape of a message and the
//! written length of each leaf and change what the leaves say.

use std::collections::HashMap;

use crate::Value;
use crate::infoset::{Event, Infoset, Start};

/// A source of randomness: each call gives 64 independent bits.
pub type Bits<'a> = &'a mut dyn FnMut() -> u64;

/// What the leaves of a message may become, in a tree of the message's shape. It has the entries of maps in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guide {
    /// It stays as it is.
    Fixed,
    /// Any value of its kind and lengths. Leaves of one group may be exchanged.
    Free(u32),
    /// No value but those that its group has.
    Bound(u32),
    /// The items of a sequence.
    Sequence(Vec<Guide>),
    /// The values of a map.
    Map(Vec<Guide>),
}

impl Guide {
    /// The same guide for leaves that were drawn anew: those that are bound are still to be exchanged, but for the fields named in
    /// `fixed`. None if there are no such leaves.
    pub fn bound(&self, value: &Value, fixed: &[String]) -> Option<Self> {
        match (self, value) {
            (Self::Bound(_), _) => Some(self.clone()),
            (Self::Sequence(guides), Value::Sequence(items)) => {
                let bound: Vec<_> = guides.iter().zip(items).map(|(guide, item)| guide.bound(item, fixed)).collect();
                bound.iter().any(Option::is_some).then(|| Self::Sequence(or_fixed(bound)))
            }
            (Self::Map(guides), Value::Map(entries)) => {
                let entries = guides.iter().zip(entries);
                let bound: Vec<_> = entries
                    .map(|(guide, (key, value))| if fixed.contains(key) { None } else { guide.bound(value, fixed) })
                    .collect();
                bound.iter().any(Option::is_some).then(|| Self::Map(or_fixed(bound)))
            }
            _ => None,
        }
    }

    /// The group of a leaf that may be exchanged.
    fn group(&self) -> Option<u32> {
        match self {
            Self::Free(group) | Self::Bound(group) => Some(*group),
            _ => None,
        }
    }
}

fn or_fixed(guides: Vec<Option<Guide>>) -> Vec<Guide> {
    guides.into_iter().map(|guide| guide.unwrap_or(Guide::Fixed)).collect()
}

/// The guide of each of the items within; without a guide, none.
fn within(guide: Option<&Guide>) -> impl Iterator<Item = Option<&Guide>> {
    let guides = match guide {
        Some(Guide::Sequence(guides) | Guide::Map(guides)) => guides.as_slice(),
        _ => &[],
    };
    let rest = guide.map(|_| &Guide::Fixed);
    guides.iter().map(Some).chain(std::iter::repeat(rest))
}

fn below(bits: Bits<'_>, bound: u64) -> u64 {
    // The bias of the remainder is below 2^-40 for every bound used here.
    if bound == 0 { 0 } else { bits() % bound }
}

fn shuffle<T>(items: &mut [T], bits: Bits<'_>) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(bits, last as u64 + 1) as usize);
    }
}

/// A message like `value` with every leaf drawn anew that the guide leaves free, but for the fields named in `fixed`. Without a
/// guide all leaves are free.
///
/// Letters become letters, digits digits; an integer keeps its sign, its decimal digits and its length in base 128
/// (the varint of Protocol Buffers and others); a float keeps the length of its shortest decimal. Booleans, whose
/// lengths differ in text formats, and nulls stay.
pub fn redraw(value: &Value, guide: Option<&Guide>, fixed: &[String], bits: Bits<'_>) -> Value {
    match value {
        Value::Sequence(items) => {
            let items = items.iter().zip(within(guide));
            Value::Sequence(items.map(|(item, guide)| redraw(item, guide, fixed, bits)).collect())
        }
        Value::Map(entries) => {
            let entries = entries.iter().zip(within(guide)).map(|((key, value), guide)| {
                let drawn = if fixed.contains(key) { value.clone() } else { redraw(value, guide, fixed, bits) };
                (key.clone(), drawn)
            });
            Value::Map(entries.collect())
        }
        _ if !matches!(guide, None | Some(Guide::Free(_))) => value.clone(),
        Value::Text(text) => Value::Text(text.chars().map(|c| redraw_character(c, bits)).collect()),
        Value::Bytes(bytes) => Value::Bytes(bytes.iter().map(|_| bits() as u8).collect()),
        Value::Integer(n) => redraw_integer(n.get(), bits),
        Value::Float32(x) => Value::Float32(redraw_decimal(*x, bits)),
        Value::Float64(x) => Value::Float64(redraw_decimal(*x, bits)),
        Value::Null | Value::Boolean(_) | Value::Absent => value.clone(),
    }
}

fn redraw_character(character: char, bits: Bits<'_>) -> char {
    let within = |first: u8, count: u64, bits: Bits<'_>| char::from(first + below(bits, count) as u8);
    match character {
        '0'..='9' => within(b'0', 10, bits),
        'a'..='z' => within(b'a', 26, bits),
        'A'..='Z' => within(b'A', 26, bits),
        _ => character,
    }
}

/// The integers of the same sign that have as many decimal digits and as many bytes in base 128.
pub fn alike(n: i128) -> std::ops::RangeInclusive<i128> {
    let magnitude = n.unsigned_abs();
    let digits = magnitude.to_string().len() as u32;
    let septets = (128 - magnitude.leading_zeros()).div_ceil(7).max(1);
    // -1 as a two's complement varint is as long as any negative number; only the decimal length binds there.
    let low = if digits == 1 { 0 } else { 10u128.pow(digits - 1) };
    let low = low.max(if septets == 1 { 0 } else { 1 << (7 * (septets - 1)) }).max(u128::from(n < 0)) as i128;
    let high = (10u128.pow(digits) - 1).min((1u128 << (7 * septets)) - 1) as i128;
    if n < 0 { -high..=-low } else { low..=high }
}

fn redraw_integer(n: i128, bits: Bits<'_>) -> Value {
    let range = alike(n);
    let (low, high) = (range.start().unsigned_abs(), range.end().unsigned_abs());
    let (low, high) = (low.min(high), low.max(high));
    let magnitude = n.unsigned_abs();
    // Each width's own limit: a number never leaves the narrowest integer type that holds it.
    let width_limit = [1u128 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 63, 1 << 64]
        .into_iter()
        .find(|limit| magnitude < *limit)
        .unwrap_or(1 << 64);
    let high = high.min(width_limit - 1);
    let drawn = low + u128::from(below(bits, u64::try_from(high.max(low) - low + 1).unwrap_or(u64::MAX)));
    let drawn = if n < 0 { -(drawn as i128) } else { drawn as i128 };
    crate::Integer::try_from(drawn).map_or(Value::Null, Value::Integer)
}

/// A float with other digits in its shortest decimal and the same length of it; itself where no such float is found.
fn redraw_decimal<T>(x: T, bits: Bits<'_>) -> T
where
    T: ToString + std::str::FromStr + Copy,
{
    const ATTEMPTS: usize = 32;
    let text = x.to_string();
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return x;
    }
    for _ in 0..ATTEMPTS {
        // Zeros stay: leading and trailing ones decide over the length.
        let drawn: String = text
            .chars()
            .map(|c| if matches!(c, '1'..='9') { char::from(b'1' + below(bits, 9) as u8) } else { c })
            .collect();
        if let Ok(drawn) = drawn.parse::<T>()
            && drawn.to_string().len() == text.len()
        {
            return drawn;
        }
    }
    x
}

/// What two leaves must share to be exchanged: group, kind, sign and written lengths.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Class {
    group: u32,
    kind: &'static str,
    is_negative: bool,
    bytes: usize,
    json: usize,
}

/// A message like `value` whose leaves are exchanged among those of the same group, kind and length; none if no exchange
/// changes anything. Without a guide all leaves are of one group.
pub fn exchange(value: &Value, guide: Option<&Guide>, bits: Bits<'_>) -> Option<Value> {
    let mut leaves: HashMap<Class, Vec<Value>> = HashMap::new();
    collect(value, guide, &mut leaves);
    leaves.retain(|_, leaves| leaves.iter().any(|leaf| *leaf != leaves[0]));
    if leaves.is_empty() {
        return None;
    }
    // The order of a hash map is random; the draw must follow from the seed alone.
    let mut classes: Vec<_> = leaves.iter_mut().collect();
    classes.sort_by_key(|(class, _)| *class);
    for (_, leaves) in classes {
        shuffle(leaves, bits);
    }
    Some(replace(value, guide, &mut leaves))
}

fn class(leaf: &Value, guide: Option<&Guide>) -> Option<Class> {
    let group = guide.map_or(Some(0), Guide::group)?;
    let bytes = match leaf {
        Value::Text(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Integer(n) => (128 - n.get().unsigned_abs().leading_zeros()).div_ceil(7) as usize,
        Value::Float32(_) | Value::Float64(_) => 0,
        _ => return None,
    };
    let json = crate::json::write(leaf).map_or(0, |text| text.len());
    let is_negative = matches!(leaf, Value::Integer(n) if n.get() < 0);
    Some(Class { group, kind: leaf.kind(), is_negative, bytes, json })
}

fn collect(value: &Value, guide: Option<&Guide>, leaves: &mut HashMap<Class, Vec<Value>>) {
    match value {
        Value::Sequence(items) => {
            items.iter().zip(within(guide)).for_each(|(item, guide)| collect(item, guide, leaves));
        }
        Value::Map(entries) => {
            entries.iter().zip(within(guide)).for_each(|((_, value), guide)| collect(value, guide, leaves));
        }
        leaf => {
            if let Some(class) = class(leaf, guide) {
                leaves.entry(class).or_default().push(leaf.clone());
            }
        }
    }
}

fn replace(value: &Value, guide: Option<&Guide>, leaves: &mut HashMap<Class, Vec<Value>>) -> Value {
    match value {
        Value::Sequence(items) => {
            let items = items.iter().zip(within(guide));
            Value::Sequence(items.map(|(item, guide)| replace(item, guide, leaves)).collect())
        }
        Value::Map(entries) => {
            let entries = entries.iter().zip(within(guide));
            Value::Map(entries.map(|((key, value), guide)| (key.clone(), replace(value, guide, leaves))).collect())
        }
        leaf => {
            let drawn = class(leaf, guide).and_then(|class| leaves.get_mut(&class)).and_then(Vec::pop);
            drawn.unwrap_or_else(|| leaf.clone())
        }
    }
}

/// An XML document like `text` whose texts, and attribute values, are exchanged among those of the same length, as
/// they are written; none if no exchange changes anything or the text is no document.
///
/// `groups` has a number for each attribute and each text in their order; then only those of one number are exchanged.
pub fn exchange_xml(text: &str, groups: Option<&[Option<u32>]>, bits: Bits<'_>) -> Option<String> {
    let document = roxmltree::Document::parse(text).ok()?;
    let mut moves: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    let mut classes: Vec<_> = spans(text, &document, groups).into_iter().collect();
    classes.sort_by_key(|(class, _)| *class);
    for (_, spans) in classes {
        let mut words: Vec<&str> = spans.iter().map(|span| &text[span.clone()]).collect();
        if words.iter().all(|word| *word == words[0]) {
            continue;
        }
        shuffle(&mut words, bits);
        moves.extend(spans.into_iter().zip(words.into_iter().map(str::to_owned)));
    }
    if moves.is_empty() {
        return None;
    }
    let mut exchanged = text.to_owned();
    for (span, word) in moves {
        exchanged.replace_range(span, &word);
    }
    Some(exchanged)
}

/// What texts and attribute values must share to be exchanged: the group, whether they are texts, and the length.
type XmlClass = (u32, bool, usize);

/// Where texts and attribute values of a document are.
fn spans(
    text: &str,
    document: &roxmltree::Document<'_>,
    groups: Option<&[Option<u32>]>,
) -> HashMap<XmlClass, Vec<std::ops::Range<usize>>> {
    let mut all: HashMap<XmlClass, Vec<std::ops::Range<usize>>> = HashMap::new();
    let mut groups = groups.map(|groups| groups.iter().copied());
    let mut group = || groups.as_mut().map_or(Some(0), |groups| groups.next().flatten());
    for node in document.descendants() {
        for attribute in node.attributes() {
            let range = attribute.range_value();
            if let Some(group) = group().filter(|_| !text[range.clone()].contains(['"', '\''])) {
                all.entry((group, false, range.len())).or_default().push(range);
            }
        }
        if node.is_text() {
            let raw = &text[node.range()];
            if let Some(group) = group().filter(|_| !raw.contains('<') && !raw.trim().is_empty()) {
                all.entry((group, true, raw.len())).or_default().push(node.range());
            }
        }
    }
    all
}

/// The groups of [`exchange_xml`] for a document that stands for `value` as [`mapping`](crate::mapping) has it.
pub fn xml_groups(infoset: &Infoset, value: &Value, guide: &Guide) -> Vec<Option<u32>> {
    let mut groups = Vec::new();
    let mut events = infoset.events.iter();
    let root = events.find(|event| matches!(event, Event::Start(_)));
    if let Some(Event::Start(start)) = root {
        element_groups(start, &mut events, value, guide, &mut groups);
    }
    groups
}

/// The groups of an element that has begun, up to its end.
fn element_groups(
    start: &Start,
    events: &mut std::slice::Iter<'_, Event>,
    value: &Value,
    guide: &Guide,
    groups: &mut Vec<Option<u32>>,
) {
    groups.extend(start.attributes.iter().map(|_| None));
    // The items of a sequence and the entries of a map are in the order of the elements.
    let mut children: Vec<(&Value, &Guide)> = match (value, guide) {
        (Value::Sequence(items), Guide::Sequence(guides)) => items.iter().zip(guides).collect(),
        (Value::Map(entries), Guide::Map(guides)) => entries.iter().map(|(_, value)| value).zip(guides).collect(),
        _ => Vec::new(),
    };
    children.reverse();
    while let Some(event) = events.next() {
        match event {
            Event::Start(start) => {
                let (value, guide) = children.pop().unwrap_or((&Value::Null, &Guide::Fixed));
                element_groups(start, events, value, guide, groups);
            }
            Event::End => return,
            Event::Text(_) => groups.push(guide.group()),
            Event::Comment(_) | Event::Instruction { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits() -> impl FnMut() -> u64 {
        let mut random = fastrand::Rng::with_seed(7);
        move || random.u64(..)
    }

    #[test]
    fn a_redrawn_message_keeps_every_length() {
        let value = crate::json::read(
            br#"{"key":"www.example42.com","ttl":3600,"n":-17,"x":3.14159,"big":18446744073709551615,"z":0,"f":1000.5}"#,
        )
        .unwrap();
        let mut bits = bits();
        let mut changed = 0;
        for _ in 0..100 {
            let drawn = redraw(&value, None, &["key".into()], &mut bits);
            assert_eq!(
                crate::json::write(&drawn).unwrap().len(),
                crate::json::write(&value).unwrap().len(),
                "{drawn:?}"
            );
            assert_eq!(drawn.get("key"), value.get("key"));
            changed += usize::from(drawn != value);
        }
        assert_eq!(changed, 100);
    }

    #[test]
    fn a_users_leaves_are_exchanged_and_nothing_else() {
        let value = crate::json::read(br#"{"a":"xy","b":"uv","c":1,"d":9,"e":"alone"}"#).unwrap();
        let mut seen = std::collections::HashSet::new();
        let mut bits = bits();
        for _ in 0..64 {
            seen.insert(crate::json::write(&exchange(&value, None, &mut bits).unwrap()).unwrap());
        }
        assert_eq!(seen.len(), 4, "two pairs, each in two orders");
        assert!(exchange(&crate::json::read(br#"{"a":"x","b":"yz"}"#).unwrap(), None, &mut bits).is_none());
    }

    #[test]
    fn a_users_xml_keeps_its_spelling() {
        let text = "<?xml version='1.0'?>\n<a x='12' y=\"34\"><b>&lt;</b><c>abcd</c><![CDATA[zzzz]]></a>";
        let mut bits = bits();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..64 {
            seen.insert(exchange_xml(text, None, &mut bits).unwrap());
        }
        assert_eq!(seen.len(), 4);
        assert!(seen.contains(text));
        assert!(exchange_xml("<a>1</a>", None, &mut bits).is_none());
    }
}
