//! What a server answers with: a message as bytes.

use wirecost_catalog::Content;
use wirecost_server_lab::Reason;
use wirecost_value::json;

/// A message as it goes over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// `xml` for a message that is a document, else `json`, or `xml` for what JSON does not hold.
    pub format: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A message as a server gives it.
///
/// # Errors
/// Why it has neither form.
pub fn served(content: &Content) -> Result<Served, Reason> {
    let document = content.xml.as_ref().is_ok_and(|xml| !xml.infoset.lines.is_empty());
    let json = content.value.as_ref().ok().filter(|_| !document).and_then(|value| json::write(value).ok());
    match (json, &content.xml) {
        (Some(bytes), _) => Ok(Served { format: "json", bytes }),
        (None, Ok(xml)) => Ok(Served { format: "xml", bytes: xml.bytes.clone() }),
        (None, Err(reason)) => Err(Reason::NotRepresentable(reason.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_catalog::{Catalog, Message};

    #[test]
    fn a_document_stays_one_and_the_rest_is_json() {
        let of = |name: &str| served(&Message::load(name, &Catalog::default()).unwrap().content).unwrap();
        assert_eq!(of("hello"), Served { format: "json", bytes: b"{\"value\":\"hello, world!\"}".to_vec() });
        assert_eq!((of("echo-float").format, of("echo-float").bytes.len()), ("xml", 389));
    }
}
