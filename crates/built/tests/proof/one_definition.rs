//! The types of candidates say what the `message.toml` of each message says: both write the same bytes.

use wirecost_codec_protocol::Binding;
use wirecost_codec_protocol::value::Value;
use wirecost_encode::{Encoding, Format};

use crate::programs::{self, Candidate};
use crate::subject::{all_typed_messages, candidates_of, encoded};

/// Candidates that may write other bytes of the same meaning, each with the type: entries of a map have no order there.
const OTHERWISE: [(&str, &str); 1] = [("protobuf", "telemetry")];

/// The format of a candidate whose bytes are compared.
fn compared_in(candidate: &Candidate) -> Option<Format> {
    Format::of(&candidate.format).filter(|_| candidate.binding == Binding::Typed)
}

#[test]
fn generated_types_are_those_of_the_message_toml() {
    let messages = all_typed_messages();
    let mut compared = 0;
    let mut differing = Vec::new();
    for message in &messages {
        let model = &message.model().unwrap();
        let typed = message.content.typed.as_ref().unwrap();
        for candidate in candidates_of(message) {
            let Some(format) = compared_in(candidate) else { continue };
            let by_types = Encoding::new(format, model).unwrap().encode(typed).unwrap();
            let generated = encoded(candidate, message, typed).unwrap();
            compared += 1;
            let of = (candidate.name.as_str(), message.message_type().unwrap());
            if generated != Value::Bytes(by_types) && !OTHERWISE.contains(&of) {
                differing.push(format!("{} {}", candidate.name, message.name));
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    let candidates = programs::all().iter().filter(|candidate| compared_in(candidate).is_some());
    assert_eq!(compared, messages.len() * candidates.count());
}
