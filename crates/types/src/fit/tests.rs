use super::*;
use crate::lower::look_alike;
use crate::{TimeUnit, Type};

fn fit(ty: &str, value: Value) -> Result<Value, String> {
    let model = Model::new(Type::parse(ty).unwrap(), Default::default());
    model.fit(&value).map_err(|misfit| misfit.to_string())
}

fn text(text: &str) -> Value {
    Value::text(text)
}

#[test]
fn scalars_get_their_types() {
    let half = || Value::Float64(0.5);
    for (ty, value, due) in [
        ("u8", 255.into(), 255.into()),
        ("u64", text("18446744073709551615"), u64::MAX.into()),
        ("f32", Value::Float64(0.1), Value::Float32(0.1)),
        ("f32", 3.into(), Value::Float32(3.0)),
        ("f64", Value::Float32(0.5), half()),
        ("f64", text("-INF"), Value::Float64(f64::NEG_INFINITY)),
        ("bytes", text("AQI="), Value::Bytes(vec![1, 2])),
        ("bytes(2)", Value::Bytes(vec![1, 2]), Value::Bytes(vec![1, 2])),
        ("timestamp(ms)", text("1970-01-01T00:00:01.5Z"), 1_500.into()),
        ("timestamp(s)", text("1970-01-01T01:00:00+01:00"), 0.into()),
        ("timestamp(ns)", text("1969-12-31T23:59:59.999999999Z"), (-1).into()),
        ("timestamp(us)", 7.into(), 7.into()),
        ("date", text("1970-01-11"), 10.into()),
        ("uuid", text("00010203-0405-0607-0809-0a0b0c0d0E0F"), Value::Bytes((0..16).collect())),
        ("decimal(6,2)", Value::Float64(12.5), text("12.50")),
        ("decimal(6,2)", text("-007.5"), text("-7.50")),
        ("text|null", Value::Null, Value::Null),
        ("{u8: f64}", Value::Map(vec![("07".into(), half())]), Value::Map(vec![("7".into(), half())])),
    ] {
        let typed = fit(ty, value.clone());
        assert_eq!(typed, Ok(due.clone()), "{value} as {ty}");
        assert_eq!(fit(ty, due), typed, "{ty} stays");
    }
}

#[test]
fn a_value_that_does_not_fit_says_where_and_why() {
    let keys = Value::Map(vec![("7".into(), 1.into()), ("07".into(), 2.into())]);
    for (ty, value, says) in [
        ("u8", 256.into(), "at the root: 256 is not an integer from 0 to 255"),
        ("i64", Value::Float64(5.5), "5.5 is not an integer"),
        ("i64", Value::Float64(-0.0), "-0.0 is not an integer"),
        ("i64", Value::Float64(1e300), "is not an integer"),
        ("f32", Value::Float64(0.123_456_789_012), "is not a 32-bit float"),
        ("f64", i64::MAX.into(), "is not a 64-bit float"),
        ("[u8]", Value::Sequence(vec![1.into(), Value::Null]), "at [1]: null is not"),
        ("bytes(2)", text("AQID"), "not 2 bytes"),
        ("timestamp(s)", text("1970-01-01T00:00:00.5Z"), "whole number of s"),
        ("timestamp(ns)", text("9999-01-01T00:00:00Z"), "a larger unit holds it"),
        ("date", text("1970-1-1"), "a date"),
        ("uuid", text("0001-2"), "a UUID"),
        ("decimal(4,2)", text("100"), "at most 4 digits"),
        ("decimal(4,2)", Value::Float64(0.125), "2 of them after the point"),
        ("i64|bool", text("x"), "any branch of the union i64|bool"),
        ("{u8: u8}", keys, "at .07: the key 7 is there twice"),
        ("{bool: u8}", Value::Map(vec![("yes".into(), 1.into())]), "is no key of its map"),
        ("null", 0.into(), "not null"),
    ] {
        let misfit = fit(ty, value.clone()).unwrap_err();
        assert!(misfit.contains(says), "{value} as {ty}: {misfit}");
    }
}

#[test]
fn a_branch_that_takes_a_value_as_it_is_comes_first() {
    assert_eq!(fit("i64|text", text("7")), Ok(text("7")));
    assert_eq!(fit("text|i64", 7.into()), Ok(7.into()));
    assert_eq!(fit("f64|i64", 7.into()), Ok(7.into()));
    assert_eq!(fit("i64|f64", Value::Float64(7.0)), Ok(Value::Float64(7.0)));
    assert_eq!(fit("i64", Value::Float64(7.0)), Ok(7.into()));
    assert_eq!(fit("f64|bool", 7.into()), Ok(Value::Float64(7.0)), "where none does, the first that can");
    assert_eq!(fit("bytes|text", text("AQI=")), Ok(text("AQI=")));
    assert_eq!(fit("timestamp(s)|text", text("1970-01-01T00:00:07Z")), Ok(7.into()));
    assert_eq!(fit("[[f64]|f64]", Value::Sequence(vec![1.into()])), Ok(Value::Sequence(vec![Value::Float64(1.0)])));
}

#[test]
fn a_union_that_could_be_read_in_too_many_ways_ends() {
    // Each level may be read in two ways, and none of them fits at the end.
    let toml = "type = \"u\"\n[types]\nu = \"[u]|[u|bool]\"\n";
    let model = Model::from_toml("u.toml", toml).unwrap();
    let deep = (0..60).fold(Value::text("x"), |inner, _| Value::Sequence(vec![inner]));
    let misfit = model.fit(&deep).unwrap_err();
    assert!(misfit.reason.contains("union"), "{misfit}");
}

#[test]
fn values_are_spelt_as_they_are_read() {
    let toml = r#"
type = "all"
[types.all]
at = "timestamp(us)"
day = "date"
id = "uuid"
raw = "bytes"
rate = "f64"
price = "decimal(9,3)"
maybe = "timestamp(s)|bool|null?"
"#;
    let model = Model::from_toml("all.toml", toml).unwrap();
    let spelt = Value::Map(
        [
            ("at", text("2026-02-03T04:05:06.000007Z")),
            ("day", text("2026-02-03")),
            ("id", text("00010203-0405-0607-0809-0a0b0c0d0e0f")),
            ("raw", text("AQI=")),
            ("rate", text("NaN")),
            ("price", text("0.500")),
            ("maybe", text("1970-01-01T00:00:07Z")),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
    );
    let typed = model.fit(&spelt).unwrap();
    assert_eq!(typed.get("maybe"), Some(&7.into()));
    assert_eq!(model.spell(&typed), spelt);
    assert_eq!(
        scalar::fit(&Type::Timestamp(TimeUnit::Seconds), &Value::Boolean(true), Strictness::Any),
        Err("a time".into())
    );
}

#[test]
fn a_number_is_no_name_unless_the_source_numbers_its_names() {
    let with = |suit: &str| Model::from_toml("m.toml", &format!("type = \"[suit|i64]\"\n[types{suit}")).unwrap();
    let named = with("]\nsuit = [\"clubs\", \"hearts\"]\n");
    let both = Value::Sequence(vec![text("hearts"), 1.into()]);
    assert_eq!(named.fit(&both), Ok(both.clone()));
    let suit = Type::named("suit");
    assert!(named.fit_type(&suit, &1.into()).unwrap_err().reason.contains("a name of the enumeration"));
    let numbered = with(".suit]\nclubs = 0\nhearts = 1\n");
    assert_eq!(numbered.fit(&both), Ok(both), "a branch that takes it as it is comes first");
    assert_eq!(numbered.fit_type(&suit, &1.into()), Ok(text("hearts")));
}

/// The branch of a union that reads as another one once it is typed would be lost.
#[test]
fn a_union_tells_times_from_numbers_and_uuids_from_bytes() {
    const DAY: &str = "2026-02-03";
    const TIME: &str = "2026-02-03T04:05:06Z";
    const UUID: &str = "00010203-0405-0607-0809-0a0b0c0d0e0f";
    let list = |value: Value| Value::Sequence(vec![value]);
    for (ty, values) in [
        ("date|i64", vec![text(DAY), 5.into()]),
        ("i64|date", vec![text(DAY), 5.into()]),
        ("date|timestamp(s)|u8", vec![text(DAY), text(TIME), 5.into()]),
        ("timestamp(ms)|i64", vec![text(TIME), 5.into()]),
        ("bytes|uuid", vec![text(UUID), Value::Bytes(vec![7; 16])]),
        ("[i64]|[date]", vec![list(text(DAY)), list(5.into())]),
        ("{i64}|[date|i64]", vec![list(text(DAY)), list(5.into())]),
    ] {
        let model = Model::new(Type::parse(ty).unwrap(), Default::default());
        for value in values {
            let typed = model.fit(&value).unwrap();
            assert_eq!(model.fit(&typed), Ok(typed.clone()), "{ty}");
            let spelt = if matches!(value, Value::Bytes(_)) { text("BwcHBwcHBwcHBwcHBwcHBw==") } else { value };
            assert_eq!(model.spell(&typed), spelt, "{ty}");
            // Nothing that serde writes of these tells the branches apart.
            for format in crate::Format::ALL.into_iter().filter(|format| *format != crate::Format::Rust) {
                let lowered = crate::lower(&model, format).unwrap();
                let wrapped = lowered.wrap(&model, &typed).unwrap();
                assert_eq!(lowered.unwrap(&model, &wrapped), Ok(typed.clone()), "{format}, {ty}: {wrapped:?}");
            }
        }
    }
    let parsed = |types: [&str; 2]| types.map(|ty| Type::parse(ty).unwrap());
    assert!(look_alike(&parsed(["date", "i64"])) && look_alike(&parsed(["[uuid]", "[bytes]"])));
    assert!(!look_alike(&parsed(["date", "text"])) && !look_alike(&parsed(["i64", "u8"])));
}
