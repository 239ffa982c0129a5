//! Any value and any document survive every way through this crate; no bytes make it panic.

use proptest::prelude::*;
use wirecost_value::infoset::{Attribute, Event, Infoset, Start};
use wirecost_value::{Integer, Value, encoding, from_value, json, mapping, to_value, xml};

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(|n| Value::Integer(Integer::from(n))),
        any::<u64>().prop_map(|n| Value::Integer(Integer::from(n))),
        // By their bits, so that every NaN and both zeros are among them.
        any::<u32>().prop_map(|bits| Value::Float32(f32::from_bits(bits))),
        any::<u64>().prop_map(|bits| Value::Float64(f64::from_bits(bits))),
        any::<String>().prop_map(Value::Text),
        any::<Vec<u8>>().prop_map(Value::Bytes),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::Sequence),
            prop::collection::btree_map("[a-z_][a-z0-9.-]{0,5}", prop_oneof![inner, Just(Value::Absent)], 0..8)
                .prop_map(|entries| Value::Map(entries.into_iter().collect())),
        ]
    })
}

/// The values that JSON can write: no bytes, nothing that is not finite, and no 32-bit float, which comes back wider.
fn json_value() -> impl Strategy<Value = Value> {
    value().prop_filter("JSON can hold it", json_holds)
}

fn json_holds(value: &Value) -> bool {
    match value {
        Value::Bytes(_) | Value::Float32(_) => false,
        Value::Float64(x) => x.is_finite(),
        Value::Sequence(items) => items.iter().all(json_holds),
        Value::Map(entries) => entries.iter().all(|(_, value)| json_holds(value)),
        _ => true,
    }
}

fn xml_holds(value: &Value) -> bool {
    match value {
        Value::Text(text) => text
            .chars()
            .all(|c| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)),
        Value::Float32(x) => !x.is_nan() || x.to_bits() == f32::NAN.to_bits(),
        Value::Float64(x) => !x.is_nan() || x.to_bits() == f64::NAN.to_bits(),
        Value::Sequence(items) => items.iter().all(xml_holds),
        Value::Map(entries) => entries.iter().all(|(_, value)| xml_holds(value)),
        _ => true,
    }
}

fn document() -> impl Strategy<Value = Infoset> {
    let text = "[ -~\u{e9}\u{4e2d}\t\n\r]{0,12}";
    let attribute =
        ("[a-z]{1,4}", text).prop_map(|(name, value)| Attribute { namespace: None, name, value, prefix: None });
    let start = ("[a-z]{1,6}", prop::collection::vec(attribute, 0..3)).prop_map(|(name, mut attributes)| {
        attributes.sort();
        attributes.dedup_by(|a, b| a.name == b.name);
        Start { name, attributes, ..Start::default() }
    });
    let content = prop_oneof![
        text.prop_map(|text| vec![Event::Text(text)]),
        "[a-z ]{0,8}".prop_map(|text| vec![Event::Comment(text)]),
        ("[a-wyz]{1,4}", "[a-z]{0,4}").prop_map(|(target, data)| vec![Event::Instruction { target, data }]),
    ];
    let element = content.prop_recursive(4, 32, 4, move |inner| {
        (start.clone(), prop::collection::vec(inner, 0..4)).prop_map(|(start, content)| {
            let mut events = vec![Event::Start(start)];
            events.extend(content.into_iter().flatten());
            events.push(Event::End);
            events
        })
    });
    element
        .prop_filter("a document has a root element", |events| matches!(events[0], Event::Start(_)))
        .prop_map(|events| Infoset { events, lines: Vec::new() })
}

proptest! {
    #[test]
    fn the_encoding_is_exact(value in value()) {
        let mut bytes = Vec::new();
        encoding::encode(&value, &mut bytes).unwrap();
        prop_assert_eq!(encoding::decode(&bytes).unwrap(), value);
    }

    #[test]
    fn every_cut_of_an_encoding_is_an_error(value in value(), cut in any::<prop::sample::Index>()) {
        let mut bytes = Vec::new();
        encoding::encode(&value, &mut bytes).unwrap();
        let cut = cut.index(bytes.len());
        prop_assert!(encoding::decode(&bytes[..cut]).is_err());
    }

    #[test]
    fn serde_is_exact(value in value()) {
        prop_assert_eq!(to_value(&value).unwrap(), value.clone());
        prop_assert_eq!(from_value::<Value>(value.clone()).unwrap(), value);
    }

    #[test]
    fn json_is_exact(value in json_value()) {
        prop_assert_eq!(json::read(&json::write(&value).unwrap()).unwrap(), value);
    }

    #[test]
    fn the_mapping_is_exact(value in value()) {
        match mapping::to_infoset(&value, "m", None).and_then(|infoset| xml::write(&infoset)) {
            Ok(text) => {
                let read = xml::read(&text).unwrap();
                prop_assert_eq!(mapping::from_infoset(&read, None).unwrap(), value);
            }
            Err(_) => prop_assert!(!xml_holds(&value), "refused: {:?}", value),
        }
    }

    #[test]
    fn documents_are_exact(document in document()) {
        let read = xml::read(&xml::write(&document).unwrap()).unwrap();
        prop_assert_eq!(read.normalised(&[]), document.normalised(&[]));
        let through: Infoset = from_value(to_value(&read).unwrap()).unwrap();
        prop_assert_eq!(through.events, read.events);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in any::<Vec<u8>>(), text in "[\\[\\]{}\",:0-9eE.\\-a-z<>/!&;= ]{0,64}") {
        let _ = encoding::decode(&bytes);
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            let _ = json::read(bytes);
            if let Ok(infoset) = xml::read(bytes) {
                let _ = mapping::from_infoset(&infoset, None);
            }
        }
    }
}
