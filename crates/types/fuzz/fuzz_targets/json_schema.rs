//! Text as a JSON Schema, and after a zero byte a message: it is read or refused, and what was read goes into every schema or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_types::import::{self, Sample};
use wirecost_types::{Format, emit};
use wirecost_value::json;

fuzz_target!(|text: &str| {
    let (schema, message) = text.split_once('\0').unwrap_or((text, ""));
    let value = json::read(message.as_bytes()).ok();
    let samples: Vec<Sample<'_>> = value.iter().map(|value| Sample::new("m.json", value)).collect();
    let Ok(completed) = import::json_schema_with("a.json", schema, None, &samples) else { return };
    let model = completed.imported.model;
    model.check().expect("what was read holds together");
    for format in Format::ALL {
        let _ = emit(&model, format);
    }
});
