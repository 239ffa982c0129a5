//! What reads as JSON writes as JSON that means the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_value::json;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(value) = json::read(bytes) {
        assert_eq!(json::read(&json::write(&value).unwrap()).unwrap(), value);
    }
});
