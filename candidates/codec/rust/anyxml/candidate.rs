//! anyxml: <https://docs.rs/anyxml>. A SAX parser: it pushes events to a handler, as Java's does.
//!
//! README.md says what was chosen and why.

use anyxml::sax::{Attributes, EntityResolver, ErrorHandler, SAXHandler, XMLReader};
use anyxml::uri::URIString;
use wirecost_codec_protocol::value::infoset::Sink;
use wirecost_codec_protocol::{CandidateError, Case, EventDecoder, Prepared, decode_events};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    decode_events(case, Push::new()?)
}

struct Push {
    base: std::sync::Arc<anyxml::uri::URIStr>,
}

impl Push {
    fn new() -> Result<Self, CandidateError> {
        let base = URIString::parse("urn:wirecost").map_err(|error| CandidateError::Failed(error.to_string()))?;
        Ok(Self { base: base.into() })
    }
}

impl EventDecoder for Push {
    type Error = Box<dyn std::error::Error>;

    fn decode<S: Sink>(&mut self, bytes: &[u8], sink: &mut S) -> Result<(), Self::Error> {
        let reader = XMLReader::builder().set_default_base_uri(self.base.clone())?;
        reader.set_handler(Tell(sink)).build().parse_str(std::str::from_utf8(bytes)?, None)?;
        Ok(())
    }
}

/// Passes on what it is handed.
struct Tell<'s, S>(&'s mut S);

impl<S: Sink> EntityResolver for Tell<'_, S> {}

impl<S: Sink> ErrorHandler for Tell<'_, S> {}

impl<S: Sink> SAXHandler for Tell<'_, S> {
    fn start_element(&mut self, namespace: Option<&str>, name: Option<&str>, qualified: &str, attributes: &Attributes) {
        self.0.start(namespace, name.unwrap_or(qualified));
        for attribute in attributes.iter().filter(|attribute| !attribute.is_nsdecl()) {
            let name = attribute.local_name.as_deref().unwrap_or(&attribute.qname);
            self.0.attribute(attribute.namespace_name.as_deref(), name, &attribute.value);
        }
    }

    fn end_element(&mut self, _: Option<&str>, _: Option<&str>, _: &str) {
        self.0.end();
    }

    fn characters(&mut self, text: &str) {
        self.0.text(text);
    }

    fn ignorable_whitespace(&mut self, text: &str) {
        self.0.text(text);
    }

    fn comment(&mut self, text: &str) {
        self.0.comment(text);
    }

    fn processing_instruction(&mut self, target: &str, data: Option<&str>) {
        self.0.instruction(target, data.unwrap_or_default());
    }
}
