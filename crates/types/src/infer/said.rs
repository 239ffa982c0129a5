//! What a message says of its own types, where its format has more of them than JSON.

use std::collections::BTreeMap;

/// What a value says, and the values within it: a tree with only those places at which something is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// How many texts at this place are what they look like: a time, a date, or a UUID.
    pub texts: usize,
    /// How many maps at this place have integers for keys.
    pub integer_keys: usize,
    /// The items of its lists together.
    pub items: Option<Box<Said>>,
    /// The values of its maps.
    pub fields: BTreeMap<String, Said>,
}

impl Said {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.texts == 0 && self.integer_keys == 0 && self.items.is_none() && self.fields.is_empty()
    }

    /// Adds what the items of a list say.
    pub fn add_items(&mut self, said: Self) {
        if !said.is_empty() {
            self.items.get_or_insert_default().merge(said);
        }
    }

    /// Adds what the value of a key says.
    pub fn add_field(&mut self, key: &str, said: Self) {
        if !said.is_empty() {
            self.fields.entry(key.to_owned()).or_default().merge(said);
        }
    }

    fn merge(&mut self, other: Self) {
        self.texts += other.texts;
        self.integer_keys += other.integer_keys;
        if let Some(items) = other.items {
            self.add_items(*items);
        }
        for (key, said) in other.fields {
            self.add_field(&key, said);
        }
    }
}
