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
        if text.lines().all(names_no_host) && !text.contains("://") && !text.contains('@') {
            let _ = Targets::parse(&text.replace("URL", "http://127.0.0.1/"), Path::new("/nowhere"));
        }
    }
});

/// Whether what stands where a request has its URL begins with the address written as a number, or is a number itself.
fn names_no_host(line: &str) -> bool {
    let second = line.split_whitespace().nth(1).unwrap_or_default();
    second.starts_with("URL/") || second.bytes().all(|byte| byte.is_ascii_digit())
}
