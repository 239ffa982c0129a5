//! The formats of bodies. Each type of [`crate::model`] goes over the wire in any of them.

use fastinfoset::{Algorithms, Limits, ReadOptions, Reader, Writer, xml};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A type with a form in each format.
pub trait Body: Serialize + DeserializeOwned + prost::Message + Default {}

impl<T: Serialize + DeserializeOwned + prost::Message + Default> Body for T {}

/// A format of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// RFC 8259.
    Json,
    /// MessagePack, maps with the names of fields.
    MessagePack,
    /// RFC 8949, maps with the names of fields.
    Cbor,
    /// Protocol Buffers; the numbers of fields are in [`crate::model`].
    Protobuf,
    /// Fast Infoset of an XML document with an element for each field.
    FastInfoset,
}

/// A body that is not one.
#[derive(Debug, thiserror::Error)]
#[error("the body is no such {format}: {reason}")]
pub struct Broken {
    format: &'static str,
    reason: String,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Json, Self::MessagePack, Self::Cbor, Self::Protobuf, Self::FastInfoset];

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::MessagePack => "application/msgpack",
            Self::Cbor => "application/cbor",
            Self::Protobuf => "application/x-protobuf",
            Self::FastInfoset => "application/fastinfoset",
        }
    }

    /// Its name among wirecost's formats.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::MessagePack => "msgpack",
            Self::Cbor => "cbor",
            Self::Protobuf => "protobuf",
            Self::FastInfoset => "fastinfoset",
        }
    }

    /// The format of a media type, whatever its parameters; also by its other common names.
    pub fn of_media_type(name: &str) -> Option<Self> {
        let name = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match name.as_str() {
            "application/x-msgpack" | "application/vnd.msgpack" => Some(Self::MessagePack),
            "application/protobuf" => Some(Self::Protobuf),
            _ => Self::ALL.into_iter().find(|format| format.media_type() == name),
        }
    }

    /// The format that an `Accept` wants most; of equals the first. Without one, JSON.
    pub fn accepted(accept: Option<&str>) -> Option<Self> {
        let Some(accept) = accept else { return Some(Self::Json) };
        let mut best: Option<(f32, Self)> = None;
        for range in accept.split(',') {
            let name = range.split(';').next().unwrap_or_default().trim();
            let format = match name {
                "*/*" | "application/*" => Some(Self::Json),
                _ => Self::of_media_type(name),
            };
            let quality = range.split(';').skip(1).find_map(|part| part.trim().strip_prefix("q="));
            let quality: f32 = quality.map_or(Some(1.0), |text| text.trim().parse().ok()).unwrap_or(0.0);
            if let Some(format) = format.filter(|_| quality > 0.0)
                && best.is_none_or(|(most, _)| quality > most)
            {
                best = Some((quality, format));
            }
        }
        best.map(|(_, format)| format)
    }

    /// The bytes of a body.
    ///
    /// # Errors
    /// If Fast Infoset cannot say it: XML has no control characters.
    pub fn write(self, body: &impl Body) -> Result<Vec<u8>, Broken> {
        match self {
            Self::Json => serde_json::to_vec(body).map_err(|error| self.broken(&error)),
            Self::MessagePack => rmp_serde::to_vec_named(body).map_err(|error| self.broken(&error)),
            Self::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(body, &mut bytes).map_err(|error| self.broken(&error))?;
                Ok(bytes)
            }
            Self::Protobuf => Ok(body.encode_to_vec()),
            Self::FastInfoset => {
                let text = quick_xml::se::to_string(body).map_err(|error| self.broken(&error))?;
                let mut writer = Writer::new();
                xml::from_xml(text.as_bytes(), &Limits::default(), &mut writer).map_err(|error| self.broken(&error))?;
                Ok(writer.bytes().to_vec())
            }
        }
    }

    /// The body in these bytes. Fields that are not known are passed over, and those that are missing are empty.
    ///
    /// # Errors
    /// If it is none.
    pub fn read<T: Body>(self, bytes: &[u8]) -> Result<T, Broken> {
        match self {
            Self::Json => serde_json::from_slice(bytes).map_err(|error| self.broken(&error)),
            Self::MessagePack => rmp_serde::from_slice(bytes).map_err(|error| self.broken(&error)),
            Self::Cbor => ciborium::from_reader(bytes).map_err(|error| self.broken(&error)),
            Self::Protobuf => T::decode(bytes).map_err(|error| self.broken(&error)),
            Self::FastInfoset => {
                let options = ReadOptions { limits: small(bytes.len()), ..ReadOptions::default() };
                let mut text = Vec::new();
                xml::to_xml(&mut Reader::with_options(bytes, &options), &Algorithms::default(), &mut text)
                    .map_err(|error| self.broken(&error))?;
                quick_xml::de::from_reader(text.as_slice()).map_err(|error| self.broken(&error))
            }
        }
    }

    fn broken(self, error: &dyn std::fmt::Display) -> Broken {
        Broken { format: self.media_type(), reason: error.to_string() }
    }
}

/// A document may become a few times longer by its tables, as small requests do, and no more.
fn small(length: usize) -> Limits {
    let length = u32::try_from(length).unwrap_or(u32::MAX).max(1_024);
    Limits {
        max_depth: 16,
        max_table_entries: 4_096,
        max_table_bytes: 8 * u64::from(length),
        max_string_bytes: length,
        max_event_bytes: 2 * length.min(u32::MAX / 2),
        max_attributes: 64,
        max_namespaces: 64,
        max_expansion_bytes: 16 * u64::from(length),
        max_expansion_ratio: 16,
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Entries, Entry, NewEntry};
    use crate::plain::made_plain;

    /// A text that XML can carry. It reads a carriage return as the end of a line, and white space around a text as layout.
    fn text() -> impl Strategy<Value = String> {
        any::<String>().prop_map(|text| made_plain(&text).replace('\r', "").trim().to_owned())
    }

    fn entry() -> impl Strategy<Value = Entry> {
        let texts = (text(), text(), text(), text(), prop::collection::vec(text(), 0..4));
        (any::<u64>(), any::<u32>(), any::<u32>(), texts).prop_map(|(id, source, author, texts)| {
            let (resource, title, summary, url, tags) = texts;
            Entry { id, source, author, resource, title, summary, url, media: "text".into(), tags }
        })
    }

    proptest! {
        #[test]
        fn every_body_goes_through_every_format(entries in prop::collection::vec(entry(), 0..4), next in any::<u64>()) {
            let page = Entries { entries, next };
            for format in Format::ALL {
                let bytes = format.write(&page).unwrap();
                prop_assert_eq!(&format.read::<Entries>(&bytes).unwrap(), &page, "{:?}", format);
            }
        }

        #[test]
        fn no_bytes_break_a_format(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            for format in Format::ALL {
                drop(format.read::<NewEntry>(&bytes));
            }
        }
    }

    #[test]
    fn the_format_that_is_wanted_most_is_taken() {
        for (accept, format) in [
            (None, Some(Format::Json)),
            (Some("*/*"), Some(Format::Json)),
            (Some("text/html, application/cbor;q=0.5, application/msgpack;q=0.7"), Some(Format::MessagePack)),
            (Some("application/x-protobuf; q=1"), Some(Format::Protobuf)),
            (Some("application/cbor;q=0"), None),
            (Some("text/html"), None),
            (Some("application/cbor;q=x"), None),
        ] {
            assert_eq!(Format::accepted(accept), format, "{accept:?}");
        }
    }
}
