//! A sequence as the XML mapping has it: an element of `item`s. Where values are compared, which is no text, it stays a sequence.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Deserialize)]
#[serde(bound = "T: Deserialize<'de>")]
struct Read<T> {
    #[serde(default = "Vec::new")]
    item: Vec<T>,
}

#[derive(Serialize)]
struct Written<'a, T> {
    item: &'a [T],
}

/// Reads a sequence.
///
/// # Errors
/// As the deserializer.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    if deserializer.is_human_readable() {
        Read::deserialize(deserializer).map(|read| read.item)
    } else {
        Vec::deserialize(deserializer)
    }
}

/// Writes a sequence.
///
/// # Errors
/// As the serializer.
pub fn serialize<T: Serialize, S: Serializer>(items: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        Written { item: items }.serialize(serializer)
    } else {
        items.serialize(serializer)
    }
}
