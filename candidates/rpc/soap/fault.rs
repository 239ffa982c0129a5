//! SOAP 1.1 faults (4.4).

use quick_xml::events::Event;

use super::envelope::{self, NAMESPACE, SOAP, is_in};
use super::events::{Events as _, Slice};
use crate::call::CallError;

/// A fault: what a server answers with in place of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoapFault {
    /// One of the codes of 4.4.1, without its prefix.
    pub code: &'static str,
    /// For people.
    pub text: String,
    /// The application's own code, which is in the detail.
    pub detail: Option<i32>,
}

impl SoapFault {
    /// The message is at fault.
    pub fn client(text: impl Into<String>) -> Self {
        Self { code: "Client", text: text.into(), detail: None }
    }

    /// The envelope is of another version.
    pub fn version(text: impl Into<String>) -> Self {
        Self { code: "VersionMismatch", text: text.into(), detail: None }
    }

    /// A header must be understood, and is not.
    pub fn must_understand(name: &str) -> Self {
        Self { code: "MustUnderstand", text: format!("header {name:?} is not understood"), detail: None }
    }

    /// The method failed, with a code of the application's.
    pub fn application(detail: i32, text: impl Into<String>) -> Self {
        Self { code: "Server", text: text.into(), detail: Some(detail) }
    }

    /// Writes the envelope with the fault.
    pub fn write(&self, out: &mut Vec<u8>) {
        envelope::open(out);
        let Self { code, text, detail } = self;
        let text = quick_xml::escape::escape(text.as_str());
        let fault = format!("<soap:Fault>\n<faultcode>soap:{code}</faultcode>\n<faultstring>{text}</faultstring>\n");
        out.extend_from_slice(fault.as_bytes());
        if let Some(detail) = detail {
            let detail = format!("<detail>\n<code xmlns=\"{NAMESPACE}\">{detail}</code>\n</detail>\n");
            out.extend_from_slice(detail.as_bytes());
        }
        out.extend_from_slice(b"</soap:Fault>\n");
        envelope::close(out);
    }
}

/// What an answer says that is none to a right call: a fault with the code in its detail, where it has one, or, of any
/// other document, its first line.
pub fn stated(answer: &str) -> CallError {
    match read(answer) {
        Some(fault) => CallError::Stated { code: fault.detail, text: format!("{}: {}", fault.code, fault.text) },
        None => CallError::stated(answer.lines().next().unwrap_or_default()),
    }
}

/// A fault as a client reads it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    code: String,
    text: String,
    detail: Option<i32>,
}

/// Reads a fault; `None` for any other document.
fn read(answer: &str) -> Option<Read> {
    /// Elements down to a fault, to what it says, and to the code in its detail.
    const DEPTHS: [usize; 3] = [3, 4, 5];
    let [fault, said, detailed] = DEPTHS;
    let mut events = Slice::new(answer);
    let (mut read, mut is_fault) = (Read::default(), false);
    let mut path: Vec<(String, bool)> = Vec::new();
    let mut text = String::new();
    loop {
        let (namespace, event) = events.next().ok()?;
        match event {
            Event::Start(start) => {
                let name = start.local_name().into_inner().to_owned();
                is_fault |= path.len() + 1 == fault && name == "Fault" && is_in(&namespace, SOAP);
                path.push((name, is_in(&namespace, NAMESPACE)));
                text.clear();
            }
            Event::Text(piece) => text.push_str(&piece.xml10_content()),
            Event::GeneralRef(reference) => match reference.resolve_char_ref().ok()? {
                Some(character) => text.push(character),
                None => text.push_str(quick_xml::escape::resolve_predefined_entity(&reference)?),
            },
            Event::End(_) => {
                let depth = path.len();
                let (name, is_ours) = path.pop()?;
                match (&*name, depth) {
                    ("faultcode", depth) if depth == said => read.code = std::mem::take(&mut text),
                    ("faultstring", depth) if depth == said => read.text = std::mem::take(&mut text),
                    ("code", depth) if depth == detailed && is_ours => read.detail = text.trim().parse().ok(),
                    _ => {}
                }
            }
            Event::Eof => return is_fault.then_some(read),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_answer_is_reported(answer in "(<[a-z:/]{0,9}>?|&[a-z#0-9]{0,4};|[^<&]){0,30}", at: usize, noise: String) {
            let _ = stated(&answer);
            let mut fault = written(&SoapFault::application(7, "a"));
            let at = at % fault.len();
            fault.insert_str(at, &noise);
            let _ = stated(&fault);
        }
    }

    fn written(fault: &SoapFault) -> String {
        let mut out = Vec::new();
        fault.write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_fault_is_read_as_it_was_written() {
        let fault = written(&SoapFault::must_understand("a"));
        let text = "header \"a\" is not understood".to_owned();
        assert_eq!(read(&fault), Some(Read { code: "soap:MustUnderstand".into(), text, detail: None }));
        let fault = written(&SoapFault::application(-7, "a < b"));
        assert_eq!(read(&fault), Some(Read { code: "soap:Server".into(), text: "a < b".into(), detail: Some(-7) }));
        assert_eq!(read(&fault.replace("tempuri", "example")).unwrap().detail, None);
    }

    #[test]
    fn an_answer_other_than_a_fault_is_reported_by_its_first_line() {
        for answer in ["Bad Gateway\n...", "<html>", &written(&SoapFault::client("a")).replace("Fault", "Fable")] {
            let CallError::Stated { code: None, text } = stated(answer) else { panic!("{answer}") };
            assert_eq!(text, answer.lines().next().unwrap());
        }
    }
}
