//! Any text is a registry or refused; what is read is written as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| sbw::fuzzing::registry(text));
