//! What decodes encodes to the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_value::encoding;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(value) = encoding::decode(bytes) {
        let mut again = Vec::new();
        encoding::encode(&value, &mut again).unwrap();
        assert_eq!(again, bytes);
    }
});
