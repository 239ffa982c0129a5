//! What other libraries write, the readers of users' files read, value by value; no bytes make them panic.

use proptest::prelude::*;
use serde::Serialize as _;
use wirecost_catalog::file::{cbor, messagepack, yaml};
use wirecost_value::{Integer, Value, json};

fn tree(leaf: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Value> {
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::Sequence),
            prop::collection::btree_map("\\PC{0,6}", inner, 0..8)
                .prop_map(|entries| Value::Map(entries.into_iter().collect())),
        ]
    })
}

/// Leaves that JSON can write.
fn text_leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(|n| Value::Integer(Integer::from(n))),
        any::<u64>().prop_map(|n| Value::Integer(Integer::from(n))),
        any::<f64>().prop_filter("finite", |x| x.is_finite()).prop_map(Value::Float64),
        any::<String>().prop_map(Value::Text),
    ]
}

fn binary_leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        text_leaf(),
        any::<Vec<u8>>().prop_map(Value::Bytes),
        // By their bits, so that every NaN is among them.
        any::<u64>().prop_map(|bits| Value::Float64(f64::from_bits(bits))),
    ]
}

fn as_messagepack(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.serialize(&mut rmp_serde::Serializer::new(&mut bytes)).unwrap();
    bytes
}

fn as_cbor(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

/// Bytes with one of them changed, or cut short there.
fn damaged(bytes: Vec<u8>, at: prop::sample::Index, byte: u8, cut: bool) -> Vec<u8> {
    let mut bytes = bytes;
    let at = at.index(bytes.len());
    bytes[at] = byte;
    bytes.truncate(if cut { at } else { bytes.len() });
    bytes
}

proptest! {
    #[test]
    fn messagepack_is_read_as_it_was_written(
        value in tree(prop_oneof![binary_leaf(), any::<u32>().prop_map(|bits| Value::Float32(f32::from_bits(bits)))])
    ) {
        prop_assert_eq!(messagepack::read(&as_messagepack(&value)).map(|told| told.value), Ok(value));
    }

    #[test]
    fn cbor_is_read_as_it_was_written(value in tree(binary_leaf())) {
        // A NaN that fits fewer bytes is written in fewer, and RFC 8949 does not say what its payload means.
        prop_assume!(!format!("{value:?}").contains("NaN"));
        prop_assert_eq!(cbor::read(&as_cbor(&value)).map(|told| told.value), Ok(value));
    }

    /// JSON is YAML (YAML 1.2.2, section 1.2).
    #[test]
    fn json_is_yaml(value in tree(text_leaf())) {
        prop_assert_eq!(yaml::read(&json::write(&value).unwrap()), Ok(value));
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = (messagepack::read(&bytes), cbor::read(&bytes), yaml::read(&bytes));
    }

    #[test]
    fn no_text_makes_the_yaml_reader_panic(text in "[-a-z0-9:#&*!<>|{}\\[\\], \n'\"?%@.~]{0,60}") {
        let _ = yaml::read(text.as_bytes());
    }

    #[test]
    fn no_damage_makes_a_reader_panic(
        value in tree(binary_leaf()), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()
    ) {
        let _ = messagepack::read(&damaged(as_messagepack(&value), at, byte, cut));
        let _ = cbor::read(&damaged(as_cbor(&value), at, byte, cut));
    }
}
