//! Values that hold a message in a format.

use fastinfoset::Writer;
use wirecost_catalog::{Catalog, Content, Message};
use wirecost_encode::{Encoding, Format};
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
    /// The name of the format.
    pub format: String,
    /// The message and its variants, all of the same length.
    pub bodies: Vec<Vec<u8>>,
}

/// Why values cannot hold a message.
#[derive(Debug, thiserror::Error)]
pub enum Error {
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
    /// Where there is no such message or format, or the one does not hold the other.
    pub fn of(message: &str, format: &str, catalog: &Catalog) -> Result<Self, Error> {
        if !formats().any(|known| known == format) {
            return Err(Error::Format { format: format.into() });
        }
        let mut loaded = Message::load(message, catalog)?;
        let unfit = |reason: String| Error::NotRepresentable { message: message.into(), format: format.into(), reason };
        let encode: Box<dyn Fn(&Content) -> Result<Vec<u8>, String>> = match Format::of(format) {
            Some(format) => {
                let text = catalog.read(&format!("messages/{message}/message.toml")).unwrap_or_default();
                let model = loaded.find_model(Some(&String::from_utf8_lossy(&text))).map_err(unfit)?;
                Box::new(move |content| {
                    let encoding = Encoding::new(format, &model).map_err(|error| error.to_string())?;
                    let typed = content.typed.as_ref().ok_or("it has no types")?;
                    encoding.encode(typed).map_err(|error| error.to_string())
                })
            }
            None if format == "json" => {
                Box::new(|content| json::write(&content.value.clone()?).map_err(|error| error.to_string()))
            }
            None if format == "xml" => Box::new(|content| Ok(content.xml.clone()?.bytes)),
            None => Box::new(fast_infoset),
        };
        let variants = loaded.variants(VARIANTS, 1);
        let mut bodies = variants.iter().map(encode).collect::<Result<Vec<_>, _>>().map_err(unfit)?;
        let length = bodies.first().map_or(0, Vec::len);
        bodies.retain(|body| body.len() == length);
        Ok(Self { message: message.into(), format: format.into(), bodies })
    }

    /// Bytes of the message.
    pub fn body_bytes(&self) -> usize {
        self.bodies.first().map_or(0, Vec::len)
    }
}

fn fast_infoset(content: &Content) -> Result<Vec<u8>, String> {
    let document = content.xml.clone()?;
    let mut writer = Writer::new();
    fastinfoset::xml::from_xml(document.bytes.as_slice(), &fastinfoset::Limits::default(), &mut writer)
        .map_err(|error| error.to_string())?;
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
    fn what_there_is_not_is_said() {
        let said = |message: &str, format: &str| {
            MessageValues::of(message, format, &Catalog::default()).unwrap_err().to_string()
        };
        assert!(said("dns-record", "jsom").contains("there are json, xml, fast-infoset, avro"));
        assert!(said("dns-recrd", "json").contains("dns-recrd"));
        assert!(said("syndication", "protobuf").starts_with("syndication as protobuf: "));
    }
}
