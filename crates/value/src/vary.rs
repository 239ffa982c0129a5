//! Other messages of the same shape and length (METHOD 6).
//!
//! A candidate that always sees the same input may remember its answer. Variants keep the shape of a message and the
//! written length of each leaf and change what the leaves say.

use std::collections::HashMap;

use crate::Value;

/// A source of randomness: each call gives 64 independent bits.
pub type Bits<'a> = &'a mut dyn FnMut() -> u64;

fn below(bits: Bits<'_>, bound: u64) -> u64 {
    // The bias of the remainder is below 2^-40 for every bound used here.
    if bound == 0 { 0 } else { bits() % bound }
}

fn shuffle<T>(items: &mut [T], bits: Bits<'_>) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(bits, last as u64 + 1) as usize);
    }
}

/// A message like `value` with every leaf drawn anew, but for the fields named in `fixed`.
///
/// Letters become letters, digits digits; an integer keeps its sign, its decimal digits and its length in base 128
/// (the varint of Protocol Buffers and others); a float keeps the length of its shortest decimal. Booleans, whose
/// lengths differ in text formats, and nulls stay.
pub fn redraw(value: &Value, fixed: &[String], bits: Bits<'_>) -> Value {
    match value {
        Value::Text(text) => Value::Text(text.chars().map(|c| redraw_character(c, bits)).collect()),
        Value::Bytes(bytes) => Value::Bytes(bytes.iter().map(|_| bits() as u8).collect()),
        Value::Integer(n) => redraw_integer(n.get(), bits),
        Value::Float32(x) => Value::Float32(redraw_decimal(*x, bits)),
        Value::Float64(x) => Value::Float64(redraw_decimal(*x, bits)),
        Value::Sequence(items) => Value::Sequence(items.iter().map(|item| redraw(item, fixed, bits)).collect()),
        Value::Map(entries) => Value::Map(
            entries
                .iter()
                .map(|(key, value)| {
                    let drawn = if fixed.contains(key) { value.clone() } else { redraw(value, fixed, bits) };
                    (key.clone(), drawn)
                })
                .collect(),
        ),
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

fn redraw_integer(n: i128, bits: Bits<'_>) -> Value {
    let magnitude = n.unsigned_abs();
    let digits = magnitude.to_string().len() as u32;
    let septets = (128 - magnitude.leading_zeros()).div_ceil(7).max(1);
    // -1 as a two's complement varint is as long as any negative number; only the decimal length binds there.
    let (low, high) = (10u128.pow(digits - 1), 10u128.pow(digits) - 1);
    let low = if digits == 1 { 0 } else { low }.max(if septets == 1 { 0 } else { 1 << (7 * (septets - 1)) });
    // Each width's own limit: a number never leaves the narrowest integer type that holds it.
    let width_limit = [1u128 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 63, 1 << 64]
        .into_iter()
        .find(|limit| magnitude < *limit)
        .unwrap_or(1 << 64);
    let high = high.min((1u128 << (7 * septets)) - 1).min(width_limit - 1);
    let low = low.min(magnitude).max(u128::from(n < 0));
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

/// What two leaves must share to be exchanged: kind and written lengths.
#[derive(PartialEq, Eq, Hash)]
struct Class {
    kind: &'static str,
    bytes: usize,
    json: usize,
}

/// A message like `value` whose leaves are exchanged among those of the same kind and length; none if no exchange
/// changes anything.
pub fn exchange(value: &Value, bits: Bits<'_>) -> Option<Value> {
    let mut leaves: HashMap<Class, Vec<Value>> = HashMap::new();
    collect(value, &mut leaves);
    leaves.retain(|_, leaves| leaves.iter().any(|leaf| *leaf != leaves[0]));
    if leaves.is_empty() {
        return None;
    }
    // The order of a hash map is random; the draw must follow from the seed alone.
    let mut classes: Vec<_> = leaves.iter_mut().collect();
    classes.sort_by_key(|(class, _)| (class.kind, class.bytes, class.json));
    for (_, leaves) in classes {
        shuffle(leaves, bits);
    }
    Some(replace(value, &mut leaves))
}

fn class(leaf: &Value) -> Option<Class> {
    let bytes = match leaf {
        Value::Text(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Integer(n) => (128 - n.get().unsigned_abs().leading_zeros()).div_ceil(7) as usize,
        Value::Float32(_) | Value::Float64(_) => 0,
        _ => return None,
    };
    let json = crate::json::write(leaf).map_or(0, |text| text.len());
    Some(Class { kind: leaf.kind(), bytes, json })
}

fn collect(value: &Value, leaves: &mut HashMap<Class, Vec<Value>>) {
    match value {
        Value::Sequence(items) => items.iter().for_each(|item| collect(item, leaves)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| collect(value, leaves)),
        leaf => {
            if let Some(class) = class(leaf) {
                leaves.entry(class).or_default().push(leaf.clone());
            }
        }
    }
}

fn replace(value: &Value, leaves: &mut HashMap<Class, Vec<Value>>) -> Value {
    match value {
        Value::Sequence(items) => Value::Sequence(items.iter().map(|item| replace(item, leaves)).collect()),
        Value::Map(entries) => {
            Value::Map(entries.iter().map(|(key, value)| (key.clone(), replace(value, leaves))).collect())
        }
        leaf => class(leaf).and_then(|class| leaves.get_mut(&class)).and_then(Vec::pop).unwrap_or_else(|| leaf.clone()),
    }
}

/// An XML document like `text` whose texts, and attribute values, are exchanged among those of the same length, as
/// they are written; none if no exchange changes anything or the text is no document.
pub fn exchange_xml(text: &str, bits: Bits<'_>) -> Option<String> {
    let document = roxmltree::Document::parse(text).ok()?;
    let mut spans: HashMap<(bool, usize), Vec<std::ops::Range<usize>>> = HashMap::new();
    for node in document.descendants() {
        let raw = &text[node.range()];
        if node.is_text() && !raw.contains('<') && !raw.trim().is_empty() {
            spans.entry((true, raw.len())).or_default().push(node.range());
        }
        for attribute in node.attributes() {
            let range = attribute.range_value();
            if !text[range.clone()].contains(['"', '\'']) {
                spans.entry((false, range.len())).or_default().push(range);
            }
        }
    }
    let mut moves: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    let mut classes: Vec<_> = spans.into_iter().collect();
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
            let drawn = redraw(&value, &["key".into()], &mut bits);
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
            seen.insert(crate::json::write(&exchange(&value, &mut bits).unwrap()).unwrap());
        }
        assert_eq!(seen.len(), 4, "two pairs, each in two orders");
        assert!(exchange(&crate::json::read(br#"{"a":"x","b":"yz"}"#).unwrap(), &mut bits).is_none());
    }

    #[test]
    fn a_users_xml_keeps_its_spelling() {
        let text = "<?xml version='1.0'?>\n<a x='12' y=\"34\"><b>&lt;</b><c>abcd</c><![CDATA[zzzz]]></a>";
        let mut bits = bits();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..64 {
            seen.insert(exchange_xml(text, &mut bits).unwrap());
        }
        assert_eq!(seen.len(), 4);
        assert!(seen.contains(text));
        assert!(exchange_xml("<a>1</a>", &mut bits).is_none());
    }
}
