//! Arbitrary messages: what every format of the lab can carry. Numbers that JSON or XML-RPC lack (NaN, infinities) and text
//! that no XML document may hold are left out.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use wirecost_rpc_rust::messages::{Dns, DnsRecord, Doubles, EchoFloat, Empty, Text, Value};
use wirecost_value::to_value;

/// A value of a type of message.
pub fn of_type(message_type: &str) -> BoxedStrategy<Value> {
    match message_type {
        "echo-float" => float().prop_map(|value| tree(&EchoFloat { value })).boxed(),
        "empty" => Just(tree(&Empty {})).boxed(),
        "string" => text(200).prop_map(|value| tree(&Text { value })).boxed(),
        "doubles" => vec(double(), 0..50).prop_map(|values| tree(&Doubles { values })).boxed(),
        "dns" => vec(record(), 0..8).prop_map(|records| tree(&Dns { records })).boxed(),
        "any" => any_value().boxed(),
        other => panic!("no arbitrary message of type {other:?}"),
    }
}

fn tree(message: &impl serde::Serialize) -> Value {
    to_value(message).unwrap()
}

fn float() -> impl Strategy<Value = f32> {
    any::<f32>().prop_filter("finite", |float| float.is_finite())
}

fn double() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("finite", |double| double.is_finite())
}

/// Text with white space, the characters that markup and JSON escape, and any others that are printable.
fn text(most: usize) -> impl Strategy<Value = String> {
    let character = prop_oneof![proptest::char::range(' ', '~'), Just('\n'), Just('\t'), "\\PC".prop_map(only)];
    vec(character, 0..most).prop_map(String::from_iter)
}

fn only(text: String) -> char {
    text.chars().next().unwrap()
}

fn record() -> impl Strategy<Value = DnsRecord> {
    let texts = (text(20), text(20), text(20), text(20));
    let optional = (proptest::option::of(text(8)), any::<Option<i32>>());
    (texts, optional).prop_map(|((key, value, first, last), (record_type, ttl))| DnsRecord {
        key,
        value,
        first,
        last,
        record_type,
        ttl,
    })
}

/// What a JSON document can hold, for that is what messages without a type come from.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(|integer| Value::Integer(integer.into())),
        double().prop_map(Value::Float64),
        text(20).prop_map(Value::Text),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::Sequence),
            btree_map(text(8), inner, 0..6).prop_map(|entries| Value::Map(entries.into_iter().collect())),
        ]
    })
}
