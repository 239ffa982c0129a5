//! What nobody sends on purpose: deep nesting, a key that occurs twice, text that is not UTF-8.

use wirecost_codec_protocol::value::{Infoset, Value, difference, from_value, xml};
use wirecost_codec_protocol::{Binding, OperationKind};

use crate::programs::{self, Candidate};
use crate::subject::{answer, candidates_of, dynamic_candidates, message_of, untyped};

/// What a message may nest at most, so far as a candidate claims no less.
const DEEP: usize = 1_000;

/// Runs `test` with the stack of a main thread several times over: builds for tests have large frames.
fn with_stack(test: fn()) {
    std::thread::Builder::new().stack_size(64 << 20).spawn(test).unwrap().join().unwrap();
}

fn nested(depth: usize) -> Value {
    (0..depth).fold(Value::text("leaf"), |inner, level| match level % 2 {
        0 => Value::Sequence(vec![inner]),
        _ => Value::Map(vec![("a".into(), inner)]),
    })
}

fn decoded(candidate: &Candidate, bytes: &[u8]) -> Result<Value, String> {
    answer(candidate, OperationKind::Decode, &untyped(), Value::Bytes(bytes.to_vec()))
}

fn encoded(candidate: &Candidate, value: Value) -> Result<Vec<u8>, String> {
    match answer(candidate, OperationKind::Encode, &untyped(), value)? {
        Value::Bytes(bytes) => Ok(bytes),
        other => Err(other.kind().to_owned()),
    }
}

#[test]
fn a_tree_is_as_deep_as_a_candidate_claims() {
    with_stack(|| {
        for candidate in dynamic_candidates() {
            let value = nested(candidate.max_depth.unwrap_or(DEEP));
            let found = encoded(candidate, value.clone()).and_then(|bytes| decoded(candidate, &bytes));
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", candidate.name));
            assert_eq!(difference(&value, &found).map(|it| it.to_string()), None, "{}", candidate.name);
            if let Some(limit) = candidate.max_depth {
                // The claim is no humbler than the library, which says so and does not end the process.
                let deeper = encoded(candidate, nested(limit + 1)).and_then(|bytes| decoded(candidate, &bytes));
                assert!(deeper.is_err(), "{} reads deeper than it claims", candidate.name);
            }
        }
    });
}

#[test]
fn a_document_may_be_deep() {
    with_stack(|| {
        let text = format!("{}x{}", "<a>".repeat(DEEP), "</a>".repeat(DEEP));
        let expected = xml::read(text.as_bytes()).unwrap();
        for candidate in programs::all() {
            let decodes = candidate.operations.contains(&OperationKind::Decode);
            if candidate.format != "xml" || !candidate.binding.is_infoset() || !decodes {
                continue;
            }
            let found =
                decoded(candidate, text.as_bytes()).unwrap_or_else(|error| panic!("{}: {error}", candidate.name));
            let found: Infoset = from_value(found).unwrap();
            assert_eq!(found.normalised(&[]), expected.normalised(&[]), "{}", candidate.name);
        }
    });
}

/// Candidates that take the later of two entries with one key; the others refuse the message or show both, which the harness
/// refuses.
const KEEPS_THE_LAST: &[&str] = &["serde_json-value"];

#[test]
fn a_duplicate_key_is_refused_or_shown_except_in_known_cases() {
    for candidate in dynamic_candidates() {
        let bytes: &[u8] = match candidate.format.as_str() {
            "json" => b"{\"a\":1,\"a\":2}",
            "messagepack" => b"\x82\xa1a\x01\xa1a\x02",
            "cbor" => b"\xa2\x61a\x01\x61a\x02",
            other => panic!("{other} has no bytes here"),
        };
        let kept = match decoded(candidate, bytes) {
            Ok(Value::Map(entries)) => entries.len() == 1,
            Ok(other) => panic!("{}: {other}", candidate.name),
            Err(_) => false,
        };
        assert_eq!(kept, KEEPS_THE_LAST.contains(&candidate.name.as_str()), "{}", candidate.name);
    }
    // A struct has one place for a field.
    let message = message_of("string");
    for candidate in candidates_of(message).iter().filter(|it| it.format == "json" && it.binding == Binding::Typed) {
        let bytes = Value::Bytes(b"{\"value\":\"a\",\"value\":\"b\"}".to_vec());
        let found = answer(candidate, OperationKind::Decode, message, bytes);
        assert!(found.is_err(), "{}: {found:?}", candidate.name);
    }
}

#[test]
fn a_tree_holds_no_text_that_is_not_utf_8() {
    for candidate in dynamic_candidates() {
        let bytes: &[u8] = match candidate.format.as_str() {
            "json" => b"\"a\xff\"",
            "messagepack" => b"\xa2a\xff",
            "cbor" => b"\x62a\xff",
            other => panic!("{other} has no bytes here"),
        };
        // Refused, or kept as the bytes that it is.
        let found = decoded(candidate, bytes);
        assert!(!matches!(found, Ok(Value::Text(_))), "{}: {found:?}", candidate.name);
    }
}
