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

/// What a fault says, of an answer that is one; of any other, its first line.
pub fn text(answer: &str) -> String {
    let between = |tag: &str| {
        let (_, rest) = answer.split_once(&format!("<{tag}>"))?;
        Some(rest.split_once(&format!("</{tag}>"))?.0)
    };
    match (between("faultcode"), between("faultstring")) {
        (Some(code), Some(text)) => format!("{code}: {text}"),
        _ => answer.lines().next().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_read_as_it_was_written() {
        let mut out = Vec::new();
        SoapFault::must_understand("a").write(&mut out);
        assert_eq!(
            text(std::str::from_utf8(&out).unwrap()),
            "soap:MustUnderstand: header &quot;a&quot; is not understood"
        );
        assert_eq!(text("Bad Gateway\n..."), "Bad Gateway");
    }
}
