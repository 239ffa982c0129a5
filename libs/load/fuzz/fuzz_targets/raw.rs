#![no_main]

mod pieces;

use libfuzzer_sys::fuzz_target;
use wirecost_load::protocol::raw::{Prefix, Raw};

fuzz_target!(|data: &[u8]| pieces::check(
    &Raw::new(&[b"hello".to_vec()], Prefix::BIG_32, 1 << 16).expect_message(b"hello".to_vec()),
    data
));
