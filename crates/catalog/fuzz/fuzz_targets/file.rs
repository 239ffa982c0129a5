//! A user's file in any format: whatever is read can be written as JSON or says why not, and reads back from there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_catalog::file::{FileError, cbor, messagepack, yaml};
use wirecost_value::{Value, json};

const READERS: [fn(&[u8]) -> Result<Value, FileError>; 3] = [messagepack::read, cbor::read, yaml::read];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    if let Ok(value) = READERS[usize::from(first) % READERS.len()](rest)
        && let Ok(text) = json::write(&value)
    {
        json::read(&text).unwrap();
    }
});
