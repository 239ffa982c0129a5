//! SOAP 1.1 faults (4.4).

use super::envelope;

/// A fault: what a server answers with in place of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoapFault {
    /// One of the codes of 4.4.1, without its prefix.
    pub code: &'static str,
    /// For people.
    pub text: String,
}

impl SoapFault {
    /// The message is at fault.
    pub fn client(text: impl Into<String>) -> Self {
        Self { code: "Client", text: text.into() }
    }

    /// The envelope is of another version.
    pub fn version(text: impl Into<String>) -> Self {
        Self { code: "VersionMismatch", text: text.into() }
    }

    /// A header must be understood, and is not.
    pub fn must_understand(name: &str) -> Self {
        Self { code: "MustUnderstand", text: format!("header {name:?} is not understood") }
    }

    /// Writes the envelope with the fault.
    pub fn write(&self, out: &mut Vec<u8>) {
        envelope::open(out);
        let Self { code, text } = self;
        let text = quick_xml::escape::escape(text.as_str());
        let fault = format!(
            "<soap:Fault>\n<faultcode>soap:{code}</faultcode>\n<faultstring>{text}</faultstring>\n</soap:Fault>\n"
        );
        out.extend_from_slice(fault.as_bytes());
        envelope::close(out);
    }
}
