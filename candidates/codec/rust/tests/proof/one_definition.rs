//! The types that are compiled in say what the `message.toml` of each message says: both write the same bytes.

use std::collections::BTreeSet;

use wirecost_catalog::{Catalog, Message};
use wirecost_codec_protocol::OperationKind;
use wirecost_codec_protocol::value::Value;
use wirecost_encode::{Encoding, Format};

use crate::subject::{answer, candidates_of};

/// What differs on purpose: a format and a type.
const OTHERWISE: [(&str, &str); 6] = [
    // Signed integers are zigzag varints here, which a model does not distinguish.
    ("protobuf", "telemetry"),
    // Thrift's numbers of 2009 are others than those that Protocol Buffers had then, and a field of a model has one
    // number.
    ("thrift-binary", "dns"),
    ("thrift-binary", "dns-record"),
    ("thrift-compact", "dns"),
    ("thrift-compact", "dns-record"),
    // A map, whose entries are in order of their keys, where a model makes a list of entries.
    ("xdr", "telemetry"),
];

#[test]
fn compiled_types_are_those_of_the_message_toml() {
    let catalog = Catalog::default();
    let mut compared = 0;
    let mut differing = BTreeSet::new();
    for name in Message::names(&catalog) {
        let mut message = Message::load(&name, &catalog).unwrap();
        let Some(message_type) = message.message_type.clone() else { continue };
        let model = message.find_model().unwrap();
        let value = message.content.value.clone().unwrap();
        let typed = message.content.typed.clone().unwrap();
        for candidate in candidates_of(&message) {
            let Some(format) = Format::of(candidate.format) else { continue };
            let by_types = Encoding::new(format, &model).unwrap().encode(&typed).unwrap();
            let compiled = answer(&candidate, OperationKind::Encode, &message, value.clone()).unwrap();
            let Value::Bytes(compiled) = compiled else { panic!("{} writes no bytes", candidate.name) };
            compared += 1;
            if compiled != by_types {
                differing.insert((candidate.format, message_type.clone()));
            }
        }
    }
    let expected: BTreeSet<_> = OTHERWISE.iter().map(|(format, of)| (*format, (*of).to_owned())).collect();
    assert_eq!(differing, expected);
    assert!(compared > 100, "{compared}");
}
