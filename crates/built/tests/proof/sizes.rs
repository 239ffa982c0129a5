//! Sizes of `dns-record`, computed by hand from the specification of each format.
//!
//! Its texts have 18 (key), 13 (value), 19 (first) and 19 (last) characters, 69 together; the type is "A" and the time
//! to live 3600. The figures for Thrift's binary protocol and for Protocol Buffers are those of the experiment of 2009.

use wirecost_codec_protocol::OperationKind;
use wirecost_codec_protocol::value::Value;

use crate::subject::{candidates_of, encoded, message_of};

const TEXTS: usize = 18 + 13 + 19 + 19;

/// What `dns-record` takes in a format; none if no specification says it.
fn specified(format: &str) -> Option<usize> {
    Some(match format {
        // Binary protocol: a field is its type (1), its number (2) and its value; a string has a length (4); stop (1).
        "thrift-binary" => 4 * (1 + 2 + 4) + TEXTS + (1 + 2 + 4 + 1) + (1 + 2 + 4) + 1,
        // Compact protocol: type and step of the number share a byte; lengths and 3600, zigzag 7200, are varints.
        "thrift-compact" => 4 * (1 + 1) + TEXTS + (1 + 1 + 1) + (1 + 2) + 1,
        // Number and wire type share a byte; lengths below 128 take one, 3600 two.
        "protobuf" => 4 * (1 + 1) + TEXTS + (1 + 1 + 1) + (1 + 2),
        // Braces, six quoted names with colon, five quoted texts, 3600, five commas.
        "json" => 2 + (3 + 5 + 5 + 4 + 4 + 3 + 6 * 3) + (TEXTS + 1 + 5 * 2) + 4 + 5,
        // fixmap, fixstr names and texts (1 each), uint 16 (3).
        "messagepack" => 1 + (3 + 5 + 5 + 4 + 4 + 3 + 6) + (TEXTS + 1 + 5) + 3,
        // The same initial bytes as in MessagePack: map of 6, text up to 23, an unsigned integer of 16 bits.
        "cbor" => 1 + (3 + 5 + 5 + 4 + 4 + 3 + 6) + (TEXTS + 1 + 5) + 3,
        // Lengths are varints, an option has a tag byte, 3600 is zigzag 7200, two bytes.
        "postcard" => (TEXTS + 4) + (1 + 1 + 1) + (1 + 2),
        // Lengths and 3600 are zigzag varints, a union has the index of its branch.
        "avro" => (TEXTS + 4) + (1 + 1 + 1) + (1 + 2),
        // Lengths take 4, text is padded to 4, optional data has a boolean of 4.
        "xdr" => 4 * 4 + (20 + 16 + 20 + 20) + (4 + 4 + 4) + (4 + 4),
        // Start and end tag of the root (25 in all) and of each field: twice the name and five; then the contents.
        "xml" => (12 + 13) + (2 * (3 + 5 + 5 + 4 + 4 + 3) + 6 * 5) + TEXTS + 1 + 4,
        _ => return None,
    })
}

#[test]
fn a_record_takes_what_the_specifications_say() {
    assert_eq!((specified("thrift-binary"), specified("protobuf")), (Some(113), Some(83)), "the figures of 2009");
    let message = message_of("dns-record");
    let value = message.content.value.as_ref().unwrap();
    for candidate in candidates_of(message) {
        if !candidate.operations.contains(&OperationKind::Encode) {
            continue;
        }
        let Some(size) = specified(&candidate.format) else {
            // bitcode and rkyv state no layout; in FlatBuffers and Cap'n Proto the writer chooses where an object lies.
            let unspecified = ["bitcode", "capnp", "flatbuffers", "rkyv"];
            assert!(unspecified.contains(&candidate.format.as_str()), "{} has no size here", candidate.format);
            continue;
        };
        match encoded(candidate, message, value) {
            Ok(Value::Bytes(bytes)) => assert_eq!(bytes.len(), size, "{}", candidate.name),
            other => panic!("{}: {other:?}", candidate.name),
        }
    }
}
