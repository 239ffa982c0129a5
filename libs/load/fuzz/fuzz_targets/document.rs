#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_load::{Found, LoadResult, merge};

fuzz_target!(|data: &[u8]| {
    if let Ok(result) =
        std::str::from_utf8(data).map_err(drop).and_then(|text| LoadResult::from_json(text).map_err(drop))
    {
        let _ = merge(&[result.clone(), result], 2);
    }
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = Found::from_json(text);
    }
});
