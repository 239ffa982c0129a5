#![no_main]

mod pieces;

use libfuzzer_sys::fuzz_target;
use wirecost_load::protocol::memcached::Memcached;

fuzz_target!(|data: &[u8]| pieces::check(
    &Memcached::new(vec![Memcached::get("k")], 1).expect_value(b"hello".to_vec()),
    data
));
