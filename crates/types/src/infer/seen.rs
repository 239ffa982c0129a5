//! What was seen at one place of the samples.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use wirecost_value::Value;

use super::said::Said;
use crate::Type;
use crate::fit::{decimal, scalar, time};
use crate::xml::XmlPlace;

/// The most different texts that are remembered of one place: more are no enumeration.
const MAX_DISTINCT: usize = 24;

/// All values of one place.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    pub nulls: usize,
    pub booleans: usize,
    pub integers: Integers,
    pub float32s: usize,
    pub float64s: usize,
    pub texts: Texts,
    pub bytes: Lengths,
    pub lists: Lists,
    pub maps: Maps,
}

#[derive(Debug, Clone, Default)]
pub struct Integers {
    pub count: usize,
    pub min: i128,
    pub max: i128,
}

/// Byte strings and their lengths.
#[derive(Debug, Clone, Default)]
pub struct Lengths {
    pub count: usize,
    pub min: usize,
    pub max: usize,
}

#[derive(Debug, Clone, Default)]
pub struct Texts {
    pub count: usize,
    /// How many are said to be what they look like.
    pub said: usize,
    /// The different texts; none if they are too many.
    pub distinct: Option<BTreeSet<String>>,
    /// How many are times, and in which unit of time each is whole: the smallest unit in nanoseconds.
    pub times: usize,
    pub time_unit: i128,
    pub dates: usize,
    pub uuids: usize,
    pub integers: usize,
    /// How many are decimals with a point, with the digits before it and after it.
    pub decimals: usize,
    pub whole_digits: usize,
    pub fraction_digits: Option<Result<usize, ()>>,
    /// A number among texts of XML that would come back as another text.
    pub kept: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Lists {
    pub count: usize,
    pub empty: usize,
    pub items: Option<Box<Seen>>,
}

#[derive(Debug, Clone, Default)]
pub struct Maps {
    pub count: usize,
    /// How many are said to have integers for keys.
    pub integer_keys: usize,
    /// All entries of all maps.
    pub entries: usize,
    /// The values of each key, with the number of maps that have it.
    pub fields: IndexMap<String, (usize, Seen)>,
    /// Where each field stands in an XML document; empty where they come from no document.
    pub places: Vec<XmlPlace>,
    /// Whether each has one of the fields, and never another beside it.
    pub is_choice: bool,
}

impl Seen {
    /// Adds a value.
    ///
    /// # Errors
    /// If `budget` fields are used up: the way to the field that is one too many, its last step first.
    pub fn add<'a>(&mut self, value: &'a Value, budget: &mut usize) -> Result<(), Vec<&'a str>> {
        match value {
            Value::Absent => {}
            Value::Null => self.nulls += 1,
            Value::Boolean(_) => self.booleans += 1,
            Value::Integer(n) => self.integers.add(n.get()),
            Value::Float32(_) => self.float32s += 1,
            Value::Float64(_) => self.float64s += 1,
            Value::Text(text) => self.texts.add(text),
            Value::Bytes(bytes) => self.bytes.add(bytes.len()),
            Value::Sequence(items) => {
                self.lists.count += 1;
                self.lists.empty += usize::from(items.is_empty());
                for item in items {
                    self.lists.items.get_or_insert_default().add(item, budget).map_err(|way| with(way, "[]"))?;
                }
            }
            Value::Map(entries) => {
                self.maps.count += 1;
                for (key, value) in entries.iter().filter(|(_, value)| !matches!(value, Value::Absent)) {
                    self.maps.entries += 1;
                    if !self.maps.fields.contains_key(key) {
                        *budget = budget.checked_sub(1).ok_or_else(|| vec![key.as_str()])?;
                    }
                    let (count, seen) = self.maps.fields.entry(key.clone()).or_default();
                    *count += 1;
                    seen.add(value, budget).map_err(|way| with(way, key))?;
                }
            }
        }
        Ok(())
    }

    /// Counts what a message says of its values.
    pub fn hear(&mut self, said: &Said) {
        self.texts.said += said.texts;
        self.maps.integer_keys += said.integer_keys;
        if let (Some(said), Some(seen)) = (&said.items, &mut self.lists.items) {
            seen.hear(said);
        }
        for (key, said) in &said.fields {
            if let Some((_, seen)) = self.maps.fields.get_mut(key) {
                seen.hear(said);
            }
        }
    }

    /// All values together, null too.
    pub fn count(&self) -> usize {
        self.nulls + self.present()
    }

    /// All values that are not null.
    pub fn present(&self) -> usize {
        self.booleans
            + self.integers.count
            + self.float32s
            + self.float64s
            + self.texts.count
            + self.bytes.count
            + self.lists.count
            + self.maps.count
    }

    /// The kinds that were seen, one letter each: what two places must share to be values of one map.
    pub fn kinds(&self) -> String {
        let numbers = self.integers.count + self.float32s + self.float64s;
        let kinds = [
            ('b', self.booleans),
            ('n', numbers),
            ('t', self.texts.count),
            ('y', self.bytes.count),
            ('l', self.lists.count),
            ('m', self.maps.count),
        ];
        kinds.iter().filter(|(_, count)| *count > 0).map(|(kind, _)| *kind).collect()
    }

    /// Takes over what another place has seen.
    pub fn merge(&mut self, other: Self) {
        self.nulls += other.nulls;
        self.booleans += other.booleans;
        self.float32s += other.float32s;
        self.float64s += other.float64s;
        self.integers.merge(&other.integers);
        self.texts.merge(other.texts);
        if other.bytes.count > 0 {
            let is_first = self.bytes.count == 0;
            self.bytes.min = if is_first { other.bytes.min } else { self.bytes.min.min(other.bytes.min) };
            self.bytes.max = self.bytes.max.max(other.bytes.max);
            self.bytes.count += other.bytes.count;
        }
        self.lists.count += other.lists.count;
        self.lists.empty += other.lists.empty;
        if let Some(items) = other.lists.items {
            self.lists.items.get_or_insert_default().merge(*items);
        }
        self.maps.count += other.maps.count;
        self.maps.integer_keys += other.maps.integer_keys;
        self.maps.entries += other.maps.entries;
        for (key, (count, seen)) in other.maps.fields {
            let own = self.maps.fields.entry(key).or_default();
            own.0 += count;
            own.1.merge(seen);
        }
    }
}

/// A way, its last step first, from one step further up.
fn with<'a>(mut way: Vec<&'a str>, step: &'a str) -> Vec<&'a str> {
    way.push(step);
    way
}

impl Integers {
    pub fn add(&mut self, n: i128) {
        self.merge(&Self { count: 1, min: n, max: n });
    }

    fn merge(&mut self, other: &Self) {
        if other.count > 0 {
            self.min = if self.count == 0 { other.min } else { self.min.min(other.min) };
            self.max = if self.count == 0 { other.max } else { self.max.max(other.max) };
            self.count += other.count;
        }
    }
}

impl Lengths {
    fn add(&mut self, length: usize) {
        self.min = if self.count == 0 { length } else { self.min.min(length) };
        self.max = self.max.max(length);
        self.count += 1;
    }
}

impl Texts {
    /// The decimals that all are, where they have as many digits after the point.
    pub fn decimal(&self) -> Option<Type> {
        let Some(Ok(scale)) = self.fraction_digits.filter(|_| self.decimals == self.count) else { return None };
        // Room to grow: as many digits as 64 bits hold.
        let precision = if self.whole_digits + scale <= 18 { 18 } else { 38 };
        Some(Type::Decimal { precision, scale: u8::try_from(scale).ok()? })
    }

    pub fn add(&mut self, text: &str) {
        // A long text is no name.
        let distinct = (text.len() <= 64).then(|| BTreeSet::from([text.to_owned()]));
        let mut one = Self { count: 1, distinct, ..Self::default() };
        // Only short texts are anything but text.
        if text.len() <= 40 && text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-') {
            if let Some((_, nanos)) = time::timestamp(text) {
                one.times = 1;
                one.time_unit =
                    [1_000_000_000, 1_000_000, 1_000, 1].into_iter().find(|unit| nanos % unit == 0).unwrap_or(1);
            }
            one.dates = usize::from(time::days(text).is_some());
            one.uuids = usize::from(scalar::uuid(text).is_some());
            let digits = text.strip_prefix('-').unwrap_or(text);
            match digits.split_once('.') {
                Some((whole, fraction)) if decimal::canonical(text, 38, 19).is_some() => {
                    one.decimals = usize::from(whole == "0" || !whole.starts_with('0'));
                    (one.whole_digits, one.fraction_digits) = (whole.len(), Some(Ok(fraction.len())));
                }
                None if digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty() => {
                    let is_plain = digits == "0" || !digits.starts_with('0');
                    one.integers = usize::from(is_plain && text.parse::<i64>().is_ok());
                }
                _ => {}
            }
        }
        self.merge(one);
    }

    fn merge(&mut self, other: Self) {
        if other.count == 0 {
            return;
        }
        self.distinct = match (self.count, self.distinct.take(), other.distinct) {
            (0, _, other) => other,
            (_, Some(mut own), Some(other)) => {
                own.extend(other);
                (own.len() <= MAX_DISTINCT).then_some(own)
            }
            _ => None,
        };
        self.time_unit = match (self.times, other.times) {
            (0, _) => other.time_unit,
            (_, 0) => self.time_unit,
            _ => self.time_unit.min(other.time_unit),
        };
        self.fraction_digits = match (self.fraction_digits, other.fraction_digits) {
            (Some(own), Some(other)) if own != other => Some(Err(())),
            (own, other) => own.or(other),
        };
        self.whole_digits = self.whole_digits.max(other.whole_digits);
        self.kept = self.kept.take().or(other.kept);
        self.count += other.count;
        self.said += other.said;
        self.times += other.times;
        self.dates += other.dates;
        self.uuids += other.uuids;
        self.integers += other.integers;
        self.decimals += other.decimals;
    }
}
