//! JSON as a sample: its type holds together, and fits it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_types::infer;
use wirecost_value::json;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = json::read(bytes) else { return };
    if let Ok(inferred) = infer(std::slice::from_ref(&value), "message") {
        let typed = inferred.model.fit(&value).expect("a type fits its sample");
        assert_eq!(inferred.model.fit(&typed), Ok(typed));
    }
});
