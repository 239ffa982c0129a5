use super::*;
use crate::MAX_DEPTH;

fn inferred(samples: &[&str]) -> Inferred {
    let values: Vec<Value> = samples.iter().map(|text| wirecost_value::json::read(text.as_bytes()).unwrap()).collect();
    infer(&values, "order").unwrap()
}

fn row<'a>(inferred: &'a Inferred, place: &str) -> &'a Reason {
    inferred.reasons.iter().find(|reason| reason.place == place).unwrap_or_else(|| panic!("no {place}: {inferred:#?}"))
}

#[test]
fn each_field_has_a_type_and_a_reason() {
    let all = inferred(&[
        r#"{"id": 0, "note": null, "lines": [{"sku": "a", "count": 1}, {"sku": "b", "count": 2.5}], "tags": []}"#,
        r#"{"id": 9007, "note": "x", "lines": [], "tags": [], "rare": true}"#,
    ]);
    for (place, ty, why) in [
        ("", "order", "a record of 5 fields"),
        (".id", "i64", "in 2 of 2: required; an integer from 0 to 9,007: i64, the usual integer type"),
        (".note", "text|null", "in 2 of 2: required; null in 1 of 2; text"),
        (".lines", "[line]", "in 2 of 2: required; 2 lists, 1 of them empty"),
        (".lines[]", "line", "a record of 2 fields"),
        (".lines[].count", "f64", "in 2 of 2: required; 1 numbers with a fraction and 1 without: f64 holds them all"),
        (".tags", "[null]", "in 2 of 2: required; a list that is always empty: no item type is known"),
        (".rare", "bool?", "in 1 of 2: may be absent; true or false"),
    ] {
        let row = row(&all, place);
        assert_eq!((row.ty.as_str(), row.why.as_str()), (ty, why), "{place}");
    }
    assert_eq!(row(&all, ".lines[].sku").field, Some(("line".into(), "sku".into())));
}

#[test]
fn kinds_that_differ_are_a_union() {
    for (sample, place, ty) in [
        (r#"{"v": [1, "a", null]}"#, ".v[]", "i64|text|null"),
        (r#"{"v": [[1, 2], [[3]]]}"#, ".v", "[[i64|[i64]]]"),
        (r#"{"v": [1, {"a": 1}]}"#, ".v[]", "i64|v"),
        (r#"{"v": [9007199254740993, 0.5]}"#, ".v[]", "i64|f64"),
        (r#"{"v": [18446744073709551615]}"#, ".v[]", "u64"),
        (r#"{"v": [18446744073709551615, -1]}"#, ".v[]", "i64|u64"),
        (r#"{"v": null}"#, ".v", "null"),
        (r#"{"v": {}}"#, ".v", "v"),
        (r#"{"v": [null, null]}"#, ".v[]", "null"),
    ] {
        assert_eq!(row(&inferred(&[sample]), place).ty, ty, "{sample}");
    }
    assert_eq!(row(&inferred(&["[1]", "7"]), "").ty, "i64|[i64]");
}

#[test]
fn objects_are_records_or_maps() {
    let many: String = (0..40).map(|n| format!("\"item {n}\": {n},")).collect();
    let varying: Vec<String> = (0..40).map(|n| format!("{{\"m\": {{\"k{n}\": 1, \"k{}\": 2}}}}", n + 1)).collect();
    let varying: Vec<&str> = varying.iter().map(String::as_str).collect();
    let map = |samples: &[&str]| row(&inferred(samples), ".m").clone();
    for (samples, ty, why) in [
        (
            vec![format!("{{\"m\": {{{}}}}}", many.trim_end_matches(','))],
            "{i64}",
            "40 of 40 keys are not identifiers: a map",
        ),
        (vec![r#"{"m": {"1": "a", "27": "b"}}"#.to_owned()], "{text}", "2 keys that are numbers: a map"),
        (vec![r#"{"m": {"app.kubernetes.io/name": "a", "tier": "b"}}"#.to_owned()], "{text}", "qualified names"),
        (vec![r#"{"m": {"@context": "a", "name": "b"}}"#.to_owned()], "m", "a record of 2 fields"),
        (vec![r#"{"m": {"a b": 1, "c d": "x"}}"#.to_owned()], "m", "a record of 2 fields"),
    ] {
        let samples: Vec<&str> = samples.iter().map(String::as_str).collect();
        let row = map(&samples);
        assert_eq!(row.ty, ty, "{samples:?}");
        assert!(row.why.contains(why), "{row:?}");
    }
    assert_eq!(map(&varying).ty, "{i64}");
    // Names with spaces that are in every object are columns.
    assert_eq!(map(&[r#"{"m": {"first name": "a", "last name": "b"}}"#; 2]).ty, "m");
}

#[test]
fn records_of_one_shape_share_a_readable_name() {
    let all = inferred(&[r#"{"billing_address": {"city": "a"}, "shipping_address": {"city": "b"},
        "buyer": {"address": {"zip": 1}}, "entries": [{"children": [{"a": 1}]}]}"#]);
    let names: Vec<&String> = all.model.types.keys().collect();
    assert_eq!(names, ["order", "address", "buyer", "entry", "buyer-address", "child"]);
    assert_eq!(row(&all, ".shipping_address").ty, "address");
    assert_eq!(row(&all, ".entries[].children").ty, "[child]");
}

#[test]
fn facts_that_samples_cannot_show_are_proposed_only() {
    let states = ["open", "shipped"].iter().cycle().take(8);
    let samples: Vec<String> = states
        .map(|state| {
            format!(
                r#"{{"at": "2026-02-03T04:05:06.7Z", "day": "2026-02-03", "price": "12.50", "state": "{state}",
                "id": "00010203-0405-0607-0809-0a0b0c0d0e0f", "count": "17", "created": 1770087906, "name": "A. B. {state}"}}"#
            )
        })
        .collect();
    let samples: Vec<&str> = samples.iter().map(String::as_str).collect();
    let all = inferred(&samples);
    let proposed = |place: &str| {
        let row = row(&all, place);
        (row.ty.clone(), row.proposals.iter().map(|it| it.proposed.to_string()).collect::<Vec<_>>().join("; "))
    };
    for (place, ty, proposal) in [
        (".at", "text", "timestamp(ms)"),
        (".day", "text", "date"),
        (".price", "text", "decimal(18,2)"),
        (".id", "text", "uuid"),
        (".count", "text", "i64"),
        (".state", "text", "an enumeration of open, shipped"),
        (".created", "i64", "timestamp(s)"),
    ] {
        assert_eq!(proposed(place), (ty.to_owned(), proposal.to_owned()), "{place}");
    }
    let toml = all.model.to_toml(&all.notes()).unwrap();
    assert!(toml.contains("day = \"text\"  # in 8 of 8: required; text; or date: all 8 are dates\n"), "{toml}");
    assert_eq!(Model::from_toml("order.toml", &toml).unwrap(), all.model);
}

#[test]
fn what_is_proposed_can_be_accepted_at_once() {
    let states = ["open", "shipped"].iter().cycle().take(8);
    let samples: Vec<Value> = states
        .map(|state| {
            let text = format!(
                r#"{{"at": "2026-02-03T04:05:06.700Z", "days": ["2026-02-03", null], "price": "12.50", "state": "{state}",
                "other_state": "{state}", "name": "A, {state}"}}"#
            );
            wirecost_value::json::read(text.as_bytes()).unwrap()
        })
        .collect();
    let all = infer_said(&samples, &[], "order", Proposals::Accepted).unwrap();
    let rows = [
        (".at", "timestamp(ms)", "in 8 of 8: required; accepted: all 8 are times, whole in ms"),
        (".days[]", "date|null", ""),
        (".price", "decimal(18,2)", ""),
        // One type, as the names are the same.
        (".state", "state", "in 8 of 8: required; accepted: 2 texts in 8 places"),
        (".other_state", "state", ""),
        (".name", "text", ""),
    ];
    for (place, ty, why) in rows {
        let row = row(&all, place);
        assert_eq!(row.ty, ty, "{place}");
        assert!(why.is_empty() || row.why == why, "{place}: {}", row.why);
        assert!(row.proposals.is_empty());
    }
    let toml = all.model.to_toml(&all.notes()).unwrap();
    assert_eq!(Model::from_toml("order.toml", &toml).unwrap(), all.model);
    for sample in &samples {
        assert_eq!(all.model.spell(&all.model.fit(sample).unwrap()), *sample);
    }
}

#[test]
fn samples_have_limits() {
    assert!(infer(&[], "x").unwrap_err().to_string().contains("there is none"));
    let wide = Value::Sequence(
        (0..=MAX_FIELDS).map(|n| Value::Map(vec![(format!("k{n}"), Value::Map(Vec::new()))])).collect(),
    );
    let error = infer(&[Value::Null, wide], "x").unwrap_err().to_string();
    assert!(error.starts_with("sample 2: [].k100000: ") && error.contains("more than 100000 fields"), "{error}");
    let deep = (0..1_000).fold(Value::Null, |inner, n| match n % 2 {
        0 => Value::Map(vec![("a".into(), inner)]),
        _ => Value::Sequence(vec![inner]),
    });
    let all = infer(std::slice::from_ref(&deep), "x").unwrap();
    assert_eq!(all.model.types.len(), 500);
    let lists = (0..=MAX_DEPTH).fold(Value::Null, |inner, _| Value::Sequence(vec![inner]));
    assert!(infer(&[lists], "x").unwrap_err().to_string().contains("nested deeper"));
}
