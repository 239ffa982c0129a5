//! Messages of the kinds that people have, written after public documentation: each is inferred, fits, and goes into every
//! format.

use wirecost_types::{Format, emit, infer};
use wirecost_value::json;

/// A name, a message, and the types of some of its places.
type Sample = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const SAMPLES: [Sample; 8] = [
    (
        "kubernetes",
        r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web-0", "labels": {"app.kubernetes.io/name": "web", "tier": "a"},
            "creationTimestamp": null}, "spec": {"containers": [{"name": "c", "image": "i:1", "ports": [{"containerPort": 80}],
            "resources": {}}, {"name": "d", "image": "j", "env": [{"name": "A", "value": "1"}], "resources": {}}]}}"#,
        &[(".metadata.labels", "{text}"), (".spec.containers", "[container]"), (".spec.containers[].env", "[env]?")],
    ),
    (
        "geojson",
        r#"{"type": "FeatureCollection", "features": [
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [125.6, 10]}, "properties": {"name": "a"}},
            {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[1, 2], [3.5, 4]]}, "properties": null}]}"#,
        &[(".features[].geometry.coordinates", "[f64|[f64]]"), (".features[].properties", "properties|null")],
    ),
    (
        "patient",
        r#"{"resourceType": "Patient", "id": "p1", "active": true, "birthDate": "1974-12-25", "_birthDate": {"extension":
            [{"url": "http://x", "valueDateTime": "1974-12-25T14:35:45-05:00"}]}, "name": [{"use": "official", "given": ["A", "B"]},
            {"given": ["C"]}], "deceasedBoolean": false, "contact": [{"relationship": [{"coding": [{"code": "N"}]}]}]}"#,
        &[(".name[].use", "text?"), ("._birthDate", "birth-date")],
    ),
    (
        "bulk",
        r#"{"took": 30, "errors": true, "items": [{"index": {"_index": "t", "_id": "1", "status": 201, "_shards": {"total": 2}}},
            {"delete": {"_index": "t", "_id": "2", "status": 404, "error": {"type": "x", "reason": "y"}}}]}"#,
        &[(".items", "[item]"), (".items[].delete", "delete?")],
    ),
    (
        "spans",
        r#"{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "5B8EFFF798038103D269B633813FC60C", "kind": 2,
            "startTimeUnixNano": "1544712660000000000", "attributes": [{"key": "k", "value": {"stringValue": "v"}},
            {"key": "n", "value": {"intValue": "3"}}, {"key": "l", "value": {"arrayValue": {"values": [{"boolValue": true}]}}}]}]}]}]}"#,
        &[(".resourceSpans[].scopeSpans[].spans[].attributes", "[attribute]")],
    ),
    (
        "event",
        r#"{"id": "22249084964", "type": "PushEvent", "actor": {"id": 583231, "login": "o", "gravatar_id": ""}, "payload": {"size": 1,
            "commits": [{"sha": "7a8f3ac80e2ad2f6842cb86f576d4bfe2c03e300", "author": {"email": "a@b"}}]}, "public": true,
            "created_at": "2022-06-09T12:47:28Z", "org": {"id": 1, "login": "g", "gravatar_id": ""}}"#,
        &[(".org", "actor"), (".payload.commits", "[commit]")],
    ),
    (
        "charge",
        r#"{"id": "ch_3", "amount": 1099, "metadata": {}, "created": 1679090539, "outcome": {"risk_score": 32, "seller_message": null},
            "refunds": {"data": [], "has_more": false}, "payment_method_details": {"card": {"checks": {"cvc_check": "pass"}}}}"#,
        &[(".metadata", "metadata"), (".refunds.data", "[null]"), (".outcome.seller_message", "null")],
    ),
    (
        "cloudevent",
        r#"{"specversion": "1.0", "type": "com.example", "source": "/c", "id": "A", "time": "2018-04-05T17:31:00Z", "comexample1": "v",
            "datacontenttype": "application/json", "data": {"appinfoA": "abc", "appinfoB": 123, "appinfoC": true}}"#,
        &[(".time", "text"), (".data", "data")],
    ),
];

#[test]
fn usual_messages_are_inferred_and_go_into_every_format() {
    for (name, text, due) in SAMPLES {
        let value = json::read(text.as_bytes()).unwrap();
        let inferred = infer(std::slice::from_ref(&value), name).unwrap();
        for (place, ty) in due {
            let reason = inferred.reasons.iter().find(|reason| reason.place == *place);
            assert_eq!(reason.map(|reason| reason.ty.as_str()), Some(*ty), "{name} {place}: {:#?}", inferred.reasons);
        }
        let model = &inferred.model;
        let typed = model.fit(&value).unwrap();
        for format in Format::ALL {
            let emitted = emit(model, format).unwrap_or_else(|error| panic!("{name}: {error}"));
            let wrapped = emitted.lowered.wrap(model, &typed).unwrap_or_else(|misfit| panic!("{name}: {misfit}"));
            assert_eq!(emitted.lowered.unwrap(model, &wrapped), Ok(typed.clone()), "{name} in {format}");
        }
    }
}
