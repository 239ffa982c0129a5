//! Values that hold a message in a format.

use fastinfoset::Writer;
use wirecost_catalog::{Catalog, Content, Message};
use wirecost_encode::{Encoding, Format};
use wirecost_model::MessageDigest;
use wirecost_types::Model;
use wirecost_value::json;

/// Messages of the same shape and lengths that values hold in turn, so that no two neighbours are equal.
const VARIANTS: usize = 8;
/// The formats that need no schema.
const OF_THEMSELVES: [&str; 3] = ["json", "xml", "fast-infoset"];

/// A message in a format, for values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageValues {
    /// The name of the message.
    pub message: String,
    /// What the message is.
    pub digest: MessageDigest,
    /// The name of the format.
    pub format: String,
    /// The message and its variants, all of the same length.
    pub bodies: Vec<Vec<u8>>,
}

/// Why values cannot hold a message.
#[derive(Debug, thiserror::Error)]
pub enum ValuesError {
    /// There is no such message, or it is broken.
    #[error(transparent)]
    Message(#[from] wirecost_catalog::PlanError),
    /// There is no such format.
    #[error("no format {format:?} for values; there are {known}", known = formats().collect::<Vec<_>>().join(", "))]
    Format {
        /// What was asked for.
        format: String,
    },
    /// The format does not hold the message.
    #[error("{message} as {format}: {reason}")]
    NotRepresentable {
        /// The message.
        message: String,
        /// The format.
        format: String,
        /// Why not.
        reason: String,
    },
}

/// The names of all formats that values can be in.
pub fn formats() -> impl Iterator<Item = &'static str> {
    OF_THEMSELVES.into_iter().chain(Format::ALL.iter().map(|format| format.name()))
}

impl MessageValues {
    /// A message of the catalogue in a format.
    ///
    /// # Errors
    /// If there is no such message or format, or the one does not hold the other.
    pub fn of(message: &str, format: &str, catalog: &Catalog) -> Result<Self, ValuesError> {
        if !formats().any(|known| known == format) {
            return Err(ValuesError::Format { format: format.into() });
        }
        let mut loaded = Message::load(message, catalog)?;
        let unfit =
            |reason: String| ValuesError::NotRepresentable { message: message.into(), format: format.into(), reason };
        let model = match Format::of(format) {
            Some(_) => {
                loaded.infer_type();
                Some(loaded.model().map_err(|lack| unfit(lack.into()))?)
            }
            None => None,
        };
        let encode = |content: &Content| {
            let encoded = match (Format::of(format), &model, format) {
                (Some(format), Some(model), _) => with_schema(content, format, model),
                (.., "json") => as_json(content),
                (.., "xml") => document(content).map(|xml| xml.to_vec()),
                _ => fast_infoset(content),
            };
            encoded.map_err(|Unfit(reason)| unfit(reason))
        };
        let variants = loaded.variants(VARIANTS, 1);
        let mut bodies = variants.iter().map(encode).collect::<Result<Vec<_>, ValuesError>>()?;
        let length = bodies.first().map_or(0, Vec::len);
        bodies.retain(|body| body.len() == length);
        let digest = MessageDigest {
            sha256: loaded.sha256.clone(),
            type_sha256: loaded.type_sha256(model.is_some()),
            ..MessageDigest::default()
        };
        Ok(Self { message: message.into(), digest, format: format.into(), bodies })
    }

    /// Bytes of the message.
    pub fn body_bytes(&self) -> usize {
        self.bodies.first().map_or(0, Vec::len)
    }
}

/// Why a message has no form in a format.
struct Unfit(String);

impl<E: std::error::Error> From<E> for Unfit {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

fn with_schema(content: &Content, format: Format, model: &Model) -> Result<Vec<u8>, Unfit> {
    let typed = content.typed.as_ref().ok_or_else(|| Unfit("it has no types".into()))?;
    Ok(Encoding::new(format, model)?.encode(typed)?)
}

fn as_json(content: &Content) -> Result<Vec<u8>, Unfit> {
    let value = content.value.as_ref().map_err(|reason| Unfit(reason.to_string()))?;
    Ok(json::write(value)?)
}

fn document(content: &Content) -> Result<&[u8], Unfit> {
    let xml = content.xml.as_ref().map_err(|reason| Unfit(reason.to_string()))?;
    Ok(&xml.bytes)
}

fn fast_infoset(content: &Content) -> Result<Vec<u8>, Unfit> {
    let mut writer = Writer::new();
    fastinfoset::xml::from_xml(document(content)?, &fastinfoset::Limits::default(), &mut writer)?;
    Ok(writer.bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_in_every_format() {
        let catalog = Catalog::default();
        let mut sizes = Vec::new();
        for format in formats() {
            let values = MessageValues::of("dns-record", format, &catalog).unwrap();
            assert!(values.bodies.len() > 1 && values.body_bytes() > 60, "{format}: {values:?}");
            assert!(values.bodies.iter().all(|body| body.len() == values.body_bytes()));
            sizes.push((format, values.body_bytes()));
        }
        let of = |name: &str| sizes.iter().find(|(format, _)| *format == name).unwrap().1;
        assert_eq!(of("protobuf"), 83, "as in the experiment of 2009");
        assert_eq!(of("thrift-binary"), 113);
        assert!(of("xml") > of("json") && of("xml") > of("fast-infoset"), "{sizes:?}");
        assert!(fastinfoset::is_fast_infoset(
            &MessageValues::of("dns-record", "fast-infoset", &catalog).unwrap().bodies[0]
        ));
    }

    #[test]
    fn missing_things_are_reported() {
        let said = |message: &str, format: &str| {
            MessageValues::of(message, format, &Catalog::default()).unwrap_err().to_string()
        };
        assert!(said("dns-record", "jsom").contains("there are json, xml, fast-infoset, avro"));
        assert!(said("dns-recrd", "json").contains("dns-recrd"));
        // A document is data like any other message.
        assert!(MessageValues::of("syndication", "protobuf", &Catalog::default()).is_ok());
    }
}
