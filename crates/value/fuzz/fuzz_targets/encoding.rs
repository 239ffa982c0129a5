//! What decodes encodes to the same octets.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_value::encoding;

fuzz_target!(|octets: &[u8]| {
    if let Ok(value) = encoding::decode(octets) {
        let mut again = Vec::new();
        encoding::encode(&value, &mut again).unwrap();
        assert_eq!(again, octets);
    }
});
