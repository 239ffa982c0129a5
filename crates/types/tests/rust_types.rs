//! Emitted Rust types compile, and hold the values of their model.
//!
//! `generated/order.rs` is what is emitted; `WIRECOST_UPDATE=1 cargo test -p wirecost-types --test rust_types` writes it anew.

#[rustfmt::skip]
#[allow(dead_code, missing_docs)]
#[path = "generated/order.rs"]
mod order;

use std::path::Path;

use wirecost_types::{Format, Model, emit};
use wirecost_value::json;

const TOML: &str = r#"
type = "order"

[types]
amount = "i64|text|line|null"

[types.order]
id = "u64"
"@type" = "text?"
self = "state"
note = "text|null?"
lines = "[[line]|null]"
total = "amount"
parent = "order?"
pair = "pair?"
raw = "bytes?"
price = "decimal(9,2)"
at = "timestamp(ms)?"
labels = "{f64}"
nothing = "null"

[types.line]
n = "u8"

[types.pair]
left = "pair?"
either = "pair|bool|null"

[types.state]
open = 0
"in progress" = 1
"#;

fn model() -> Model {
    Model::from_toml("order.toml", TOML).unwrap()
}

#[test]
fn the_compiled_types_are_the_emitted_ones() {
    let text = emit(&model(), Format::Rust).unwrap().text;
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/generated/order.rs"));
    if std::env::var_os("WIRECOST_UPDATE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(path).unwrap());
}

#[test]
fn values_pass_through_the_compiled_types() {
    let model = model();
    let lowered = emit(&model, Format::Rust).unwrap().lowered;
    for text in [
        r#"{"id": 18446744073709551615, "self": "in progress", "lines": [[{"n": 7}], null], "total": {"n": 1},
            "price": "1.5", "labels": {"a b": -0.5}, "nothing": null, "note": null, "parent": {"id": 1, "self": "open",
            "lines": [], "total": null, "price": 3, "labels": {}, "nothing": null}}"#,
        r#"{"id": 0, "@type": "x", "self": "open", "lines": [], "total": 5, "price": "0", "labels": {},
            "nothing": null, "note": "n", "at": "1970-01-01T00:00:00.007Z", "pair": {"either": {"either": true}}}"#,
    ] {
        let typed = model.fit(&json::read(text.as_bytes()).unwrap()).unwrap();
        let wrapped = lowered.wrap(&model, &typed).unwrap();
        let written = json::write(&wrapped).unwrap();
        let order: order::Order = serde_json::from_slice(&written).unwrap();
        let back = json::read(&serde_json::to_vec(&order).unwrap()).unwrap();
        assert_eq!(back, wrapped);
        assert_eq!(lowered.unwrap(&model, &back), Ok(typed));
    }
}
