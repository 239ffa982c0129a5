//! Text as an `.avdl` file: it is read or refused, and what was read goes into every schema or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_types::{Format, emit, import};

fuzz_target!(|text: &str| {
    if let Ok(model) = import::avdl_text("a.avdl", text, None).map(|it| it.model) {
        model.check().expect("what was read holds together");
        for format in Format::ALL {
            let _ = emit(&model, format);
        }
    }
});
