#![no_main]

mod pieces;

use libfuzzer_sys::fuzz_target;
use wirecost_load::protocol::resp::Resp;

fuzz_target!(|data: &[u8]| pieces::check(
    &Resp::new(vec![Resp::command(&["PING"])], 1).expect_value(b"hello".to_vec()),
    data
));
