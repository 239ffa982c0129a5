//! Bytes through serde: as such in a binary format, in base64 in one that people read.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize as _, Deserializer, Serializer, de};

/// Writes bytes.
///
/// # Errors
/// As the serializer.
pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(&base64::display::Base64Display::new(bytes, &BASE64_STANDARD))
    } else {
        serializer.serialize_bytes(bytes)
    }
}

/// Reads bytes.
///
/// # Errors
/// As the deserializer, and where a text is no base64.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    if deserializer.is_human_readable() {
        let text = String::deserialize(deserializer)?;
        return BASE64_STANDARD.decode(text).map_err(de::Error::custom);
    }
    deserializer.deserialize_byte_buf(Bytes)
}

struct Bytes;

impl de::Visitor<'_> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }
}
