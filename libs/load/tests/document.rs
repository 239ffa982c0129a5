//! The form of `wirecost.load/1`: what others read by name.

mod common;

use common::{HELLO, load, options};
use serde_json::Value;
use wirecost_load::{Error, LoadResult, NullServer, Schedule};

fn document(schedule: Schedule) -> Value {
    let server = NullServer::start(HELLO, |_| {}).unwrap();
    let result = load(&options(server.address(), schedule));
    serde_json::from_str(&result.to_json().unwrap()).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_names_and_units_are_those_of_the_schema() {
    let document = document(Schedule::constant(1000.0));
    assert_eq!(document["schema"], "wirecost.load/1");
    let promised = [
        "schema",
        "target",
        "schedule",
        "duration_s",
        "sent",
        "ok",
        "misses",
        "errors",
        "rate_per_s",
        "latency_ns",
        "service_time_ns",
        "send_lateness_ns",
        "generator",
        "valid",
        "reason",
        "histogram",
    ];
    for name in promised {
        assert!(keys(&document).contains(&name), "{name} is missing of {:?}", keys(&document));
    }
    for name in ["status", "wrong_answer", "timeout", "connect", "closed"] {
        assert_eq!(document["errors"][name], 0, "{name}");
    }
    for distribution in ["latency_ns", "service_time_ns", "send_lateness_ns"] {
        let names = ["p50", "p90", "p99", "p99_9", "p99_99", "max", "mean"];
        assert!(names.iter().all(|name| keys(&document[distribution]).contains(name)), "{distribution}");
        assert!(document[distribution]["p99"].is_u64() && document[distribution]["p99_9"].is_null());
    }
    assert!(document["generator"]["cpu_ns_per_request"].is_f64());
    assert_eq!(document["generator"]["threads"], 1);
    assert_eq!(document["schedule"]["kind"], "rate");
}

#[test]
fn bytes_that_are_not_the_document_are_refused() {
    let mut document = document(Schedule::closed());
    assert!(LoadResult::from_json(&document.to_string()).is_ok());
    document["duration_s"] = 1e300.into();
    assert!(matches!(LoadResult::from_json(&document.to_string()), Err(Error::Document(_))));
    document["schema"] = "wirecost.run/1".into();
    let fault = LoadResult::from_json(&document.to_string()).unwrap_err();
    assert_eq!(fault.to_string(), r#"result: its schema is "wirecost.run/1", not "wirecost.load/1""#);
    assert!(LoadResult::from_json("{}").is_err());
}
