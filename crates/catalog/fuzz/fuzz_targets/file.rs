//! A user's file in any format: whatever is read can be written as JSON or says why not, and reads back from there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_catalog::file::{FileError, bson, cbor, json_forms, messagepack, property_list, toml_form, yaml};
use wirecost_value::{Value, json};

const READERS: [fn(&[u8]) -> Result<Value, FileError>; 8] = [
    |bytes| messagepack::read(bytes).map(|told| told.value),
    |bytes| cbor::read(bytes).map(|told| told.value),
    yaml::read,
    |bytes| bson::read(bytes).map(|told| told.value),
    property_list::read,
    toml_form::read,
    json_forms::with_comments,
    |bytes| json_forms::lines(bytes).map(Value::Sequence),
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    if let Ok(value) = READERS[usize::from(first) % READERS.len()](rest)
        && let Ok(text) = json::write(&value)
    {
        json::read(&text).unwrap();
    }
});
