//! serde-xml-rs: <https://docs.rs/serde-xml-rs>.
//!
//! README.md says what was chosen and why.

use serde::{Serialize, de::DeserializeOwned};
use serde_xml_rs::SerdeXml;
use wirecost_codec_protocol::{Case, Prepared};
use xml::{EmitterConfig, ParserConfig};

use crate::document::{Library, Root, with_type};

/// Makes a case ready.
pub fn prepare(case: Case) -> Prepared {
    with_type::<SerdeXmlRs>(case)
}

struct SerdeXmlRs(SerdeXml);

impl Library for SerdeXmlRs {
    type ReadError = serde_xml_rs::Error;
    type WriteError = serde_xml_rs::Error;

    const READS_PREFIXES: bool = true;

    fn new(root: Root) -> Self {
        let configured = SerdeXml::new()
            .parser(ParserConfig::new().trim_whitespace(false))
            .emitter(EmitterConfig::new().write_document_declaration(false));
        Self(root.namespaces.iter().fold(configured, |configured, (prefix, namespace)| match *prefix {
            "" => configured.default_namespace(namespace),
            prefix => configured.namespace(prefix, namespace),
        }))
    }

    fn read<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Result<T, serde_xml_rs::Error> {
        self.0.clone().from_reader(bytes)
    }

    fn write<T: Serialize>(&mut self, input: &T, out: &mut Vec<u8>) -> Result<(), serde_xml_rs::Error> {
        self.0.clone().to_writer(out, input)
    }
}
