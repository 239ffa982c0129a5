#![no_main]

mod pieces;

use libfuzzer_sys::fuzz_target;
use wirecost_load::protocol::http::{Http, Request};

fuzz_target!(|data: &[u8]| pieces::check(
    &Http::new(&[Request::get("h", "/")], 1).expect_content(b"hello".to_vec()),
    data
));
