//! Any bytes are a hello, the beginning of one, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| sbw::fuzzing::hello(bytes));
