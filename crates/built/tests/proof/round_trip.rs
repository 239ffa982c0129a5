//! What a candidate claims to hold, it holds: any value of a message's type comes back as it went in.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestError, TestRunner};
use wirecost_catalog::Message;
use wirecost_codec_protocol::value::shape::Field;
use wirecost_codec_protocol::value::{Integer, Shape, Value, difference, from_value};
use wirecost_codec_protocol::{Folded, OperationKind};

use crate::programs::Candidate;
use crate::subject::{
    answer, candidates_of, compared, dynamic_candidates, encoded, held, lent, message_of, typed_messages, untyped,
};

/// Any value of a type. `field` names what the shape does not: an enumeration is text with few values.
fn any_of(shape: &Shape, field: &str, bounds: Bounds) -> BoxedStrategy<Value> {
    match (shape, field) {
        (Shape::Text, "state") => proptest::sample::select(&["idle", "running", "fault"]).prop_map(Value::text).boxed(),
        (Shape::Text, "quality") => {
            proptest::sample::select(&["good", "uncertain", "bad"]).prop_map(Value::text).boxed()
        }
        (Shape::Text, _) => prop_oneof![Just(String::new()), any::<String>(), "\\PC{0,40}", "[<>&'\" \\]]{1,8}"]
            .prop_map(move |text| Value::Text(bounds.text(text)))
            .boxed(),
        (Shape::Boolean, _) => any::<bool>().prop_map(Value::Boolean).boxed(),
        (Shape::Integer { min, max }, _) => {
            let edges: Vec<i128> = [*min, min + 1, -1, 0, 1, 127, 128, (1 << 53) + 1, max - 1, *max]
                .into_iter()
                .filter(|n| (*min..=*max).contains(n))
                .collect();
            prop_oneof![proptest::sample::select(edges), *min..=*max]
                .prop_map(|n| Value::Integer(Integer::try_from(n).unwrap()))
                .boxed()
        }
        (Shape::Float32, _) => {
            let edges = [0.0, -0.0, f32::MAX, f32::MIN_POSITIVE, 1e-45, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
            prop_oneof![proptest::sample::select(edges.to_vec()), any::<f32>()]
                .prop_filter("within bounds", move |x| bounds.not_finite || x.is_finite())
                .prop_map(Value::Float32)
                .boxed()
        }
        (Shape::Float64, _) => any_float(bounds).prop_map(Value::Float64).boxed(),
        (Shape::Bytes, _) => vec(any::<u8>(), 0..70).prop_map(Value::Bytes).boxed(),
        (Shape::Sequence(item), _) => vec(any_of(item, "", bounds), 0..4).prop_map(Value::Sequence).boxed(),
        (Shape::Map(item), _) => {
            proptest::collection::btree_map("[a-z][a-z0-9_.-]{0,9}", any_of(item, "", bounds), 0..4)
                .prop_map(|entries| Value::Map(entries.into_iter().collect()))
                .boxed()
        }
        (Shape::Record(fields), _) => {
            let fields: Vec<_> = fields.iter().map(|field| any_field(field, bounds)).collect();
            fields.prop_map(Value::Map).boxed()
        }
    }
}

fn any_float(bounds: Bounds) -> BoxedStrategy<f64> {
    let edges = [0.0, -0.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    prop_oneof![proptest::sample::select(edges.to_vec()), any::<f64>()]
        .prop_filter("within bounds", move |x| bounds.not_finite || x.is_finite())
        .prop_filter("within bounds", move |x| bounds.negative_zero || x.to_bits() != (-0f64).to_bits())
        .boxed()
}

fn any_field(field: &Field, bounds: Bounds) -> BoxedStrategy<(String, Value)> {
    let name = field.name.clone();
    let value = any_of(&field.shape, &name, bounds);
    let value = if field.optional { prop_oneof![Just(Value::Absent), value].boxed() } else { value };
    value.prop_map(move |value| (name.clone(), value)).boxed()
}

/// Candidates that read -0.0 as 0.0. No message of the catalogue holds it.
const LOSES_NEGATIVE_ZERO: &[&str] = &["sonic-rs"];

/// What a format can hold at all, whoever writes it, and what this candidate is known not to.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    /// NaN and the infinities.
    not_finite: bool,
    /// The zero that is negative.
    negative_zero: bool,
    /// Characters that XML 1.0 excludes, and white space that its readers normalise or trim.
    every_character: bool,
}

impl Bounds {
    fn of(candidate: &Candidate) -> Self {
        Self {
            not_finite: candidate.format != "json",
            negative_zero: !LOSES_NEGATIVE_ZERO.contains(&candidate.name.as_str()),
            every_character: candidate.format != "xml",
        }
    }

    fn text(self, text: String) -> String {
        let held = |c: &char| {
            self.every_character || !(c.is_control() || c.is_whitespace() || matches!(c, '\u{fffe}' | '\u{ffff}'))
        };
        text.chars().filter(held).collect()
    }
}

/// Encodes and decodes a value, and holds every other operation that the candidate offers to the same value.
fn round_trip(candidate: &Candidate, message: &Message, value: &Value) -> Result<(), String> {
    let same = |due: &Value, found: &Value, what: &str| match difference(due, found) {
        None => Ok(()),
        Some(difference) => Err(format!("{what}: {difference}")),
    };
    let operations = candidate.operations_on(message);
    let due = compared(candidate, message, held(candidate, message, value)?);
    let bytes = encoded(candidate, message, value)?;
    same(&due, &answer(candidate, OperationKind::Decode, message, bytes.clone())?, "decode")?;
    if operations.contains(&OperationKind::Borrow) {
        let form = candidate.form(message).ok_or("only types that were generated are lent")?;
        let lent = lent(candidate, message, value)?;
        let borrowed = answer(candidate, OperationKind::Borrow, message, bytes.clone())?;
        let borrowed: Folded = from_value(borrowed).map_err(|error| error.to_string())?;
        same(&lent, &compared(candidate, message, borrowed.value), "borrow")?;
        if borrowed.fold != form.fold(&lent) {
            return Err("borrow: the fold is another".into());
        }
    }
    if operations.contains(&OperationKind::RoundTrip) {
        let again = answer(candidate, OperationKind::RoundTrip, message, bytes)?;
        same(&due, &answer(candidate, OperationKind::Decode, message, again)?, "round trip")?;
    }
    Ok(())
}

/// Runs a round trip of every candidate on `cases` values of every type that it claims; lists who fails.
fn check(cases: u32) -> Vec<String> {
    let mut failures = Vec::new();
    for message in typed_messages() {
        for candidate in candidates_of(message) {
            let strategy = any_of(&message.defined().unwrap().shape, "", Bounds::of(candidate));
            let config = Config { cases, failure_persistence: None, max_shrink_iters: 500, ..Config::default() };
            let result = TestRunner::new(config)
                .run(&strategy, |value| round_trip(candidate, message, &value).map_err(TestCaseError::fail));
            if let Err(error) = result {
                let reason = match error {
                    TestError::Fail(reason, _) => reason.to_string(),
                    TestError::Abort(reason) => reason.to_string(),
                };
                failures.push(format!("{} {}: {reason}", candidate.name, message.name));
            }
        }
    }
    failures
}

/// METHOD 33: the values are drawn from the type as `message.toml` defines it, so that a struct that differs from it fails.
#[test]
fn method_3_33_any_value_of_a_claimed_type_comes_back() {
    let failures = check(48);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// An exception that is no longer needed must go.
#[test]
fn formats_listed_as_losing_negative_zero_do() {
    let message = message_of("doubles");
    let value = Value::Map(vec![("values".into(), Value::Sequence(vec![Value::Float64(-0.0)]))]);
    for candidate in candidates_of(message) {
        let exact = round_trip(candidate, message, &value);
        assert_eq!(
            exact.is_err(),
            LOSES_NEGATIVE_ZERO.contains(&candidate.name.as_str()),
            "{}: {exact:?}",
            candidate.name
        );
    }
}

#[test]
fn a_text_of_ten_megabytes_comes_back() {
    let text = "0123456789".repeat(1_000_000);
    let message = message_of("string");
    let value = Value::Map(vec![("value".into(), Value::Text(text))]);
    for candidate in candidates_of(message) {
        assert_eq!(round_trip(candidate, message, &value), Ok(()), "{}", candidate.name);
    }
}

#[test]
fn empty_and_absent_stay_apart() {
    let message = message_of("dns-record");
    let record = |record_type: Value, ttl: Value| {
        let field = |name: &str, value| (name.to_owned(), value);
        let texts = ["key", "value", "first", "last"].map(|name| field(name, Value::text("")));
        Value::Map(texts.into_iter().chain([field("type", record_type), field("ttl", ttl)]).collect())
    };
    for candidate in candidates_of(message) {
        for value in [
            record(Value::Absent, Value::Absent),
            record(Value::text(""), 0.into()),
            record(Value::text("A"), 86_400.into()),
            record(Value::Absent, (-1).into()),
        ] {
            assert_eq!(round_trip(candidate, message, &value), Ok(()), "{}", candidate.name);
        }
    }
}

#[test]
fn no_bytes_make_a_decoder_panic() {
    for message in typed_messages() {
        for candidate in candidates_of(message) {
            let canonical = match encoded(candidate, message, message.content.value.as_ref().unwrap()).unwrap() {
                Value::Bytes(bytes) => bytes,
                other => panic!("{} answers {} to encode", candidate.name, other.kind()),
            };
            let broken = (any::<prop::sample::Index>(), any::<u8>(), any::<bool>()).prop_map(move |(at, byte, cut)| {
                let mut bytes = canonical.clone();
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = byte;
                    bytes.truncate(if cut { at } else { bytes.len() });
                }
                bytes
            });
            let strategy = prop_oneof![broken, vec(any::<u8>(), 0..200)];
            let config = Config { cases: 96, failure_persistence: None, ..Config::default() };
            let result = TestRunner::new(config).run(&strategy, |bytes| {
                // Whatever it says, it says it without a panic and without ending its process, which are failures here.
                for kind in candidate.operations_on(message).into_iter().filter(|kind| kind.reads()) {
                    let _ = answer(candidate, kind, message, Value::Bytes(bytes.clone()));
                }
                Ok(())
            });
            assert!(result.is_ok(), "{} {}: {}", candidate.name, message.name, result.unwrap_err());
        }
    }
}

#[test]
fn text_that_is_not_utf_8_is_refused() {
    let message = message_of("string");
    let marker = "marker-marker-marker";
    for candidate in candidates_of(message) {
        let value = Value::Map(vec![("value".into(), Value::text(marker))]);
        let Ok(Value::Bytes(mut bytes)) = encoded(candidate, message, &value) else { panic!("{}", candidate.name) };
        let at = bytes.windows(marker.len()).position(|window| window == marker.as_bytes());
        let at = at.unwrap_or_else(|| panic!("{} does not write text as it is", candidate.name));
        bytes[at] = 0xff;
        let found = answer(candidate, OperationKind::Decode, message, Value::Bytes(bytes));
        assert!(found.is_err(), "{} reads {found:?}", candidate.name);
    }
}

/// Any value that a format without a schema can hold.
fn any_tree(bounds: Bounds) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<u32>().prop_map(|bits| Value::Float32(f32::from_bits(bits))),
        any_float(bounds).prop_map(Value::Float64),
        any::<String>().prop_map(Value::Text),
        vec(any::<u8>(), 0..20).prop_map(Value::Bytes),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Value::Sequence),
            proptest::collection::btree_map("\\PC{0,6}", inner, 0..8)
                .prop_map(|entries| Value::Map(entries.into_iter().collect())),
        ]
    })
}

#[test]
fn any_message_of_a_users_comes_back_from_a_tree_of_values() {
    let untyped = untyped();
    for candidate in dynamic_candidates() {
        // What the format does not hold at all is a case that the plan skips.
        let fits = |value: &Value| wirecost_catalog::format::obstacle(&candidate.format, value).is_none();
        let strategy = any_tree(Bounds::of(candidate)).prop_filter("representable", fits);
        let config =
            Config { cases: 200, failure_persistence: None, max_local_rejects: 1_000_000, ..Config::default() };
        let result = TestRunner::new(config)
            .run(&strategy, |value| round_trip(candidate, &untyped, &value).map_err(TestCaseError::fail));
        assert!(result.is_ok(), "{}: {}", candidate.name, result.unwrap_err());
    }
}
