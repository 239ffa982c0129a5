//! Text as a `message.toml`: it is read or refused, and what was read goes into every schema or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_types::{Format, Model, emit};

fuzz_target!(|text: &str| {
    if let Ok(model) = Model::from_toml("a.toml", text) {
        model.check().expect("what was read holds together");
        for format in Format::ALL {
            let _ = emit(&model, format);
        }
    }
});
