#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use wirecost_load::{Goal, Targets, Url};

// Only requests to addresses written as numbers: a name would be looked up.
fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = text.parse::<Goal>();
        if !text.contains('/') {
            let _ = Url::parse(&format!("redis://{text}@127.0.0.1:1/"));
        }
        if !text.contains("://") && !text.contains('@') {
            let _ = Targets::parse(&text.replace("URL", "http://127.0.0.1/"), Path::new("/nowhere"));
        }
    }
});
