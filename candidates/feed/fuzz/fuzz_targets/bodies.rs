#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_feed_rust::format::Format;
use wirecost_feed_rust::model::{Entries, NewEntry};

// Reads a body in the format that the first byte names. What is read is written and read again as the same.
fuzz_target!(|data: &[u8]| {
    let Some((first, body)) = data.split_first() else { return };
    let format = Format::ALL[usize::from(*first) % Format::ALL.len()];
    if let Ok(entry) = format.read::<NewEntry>(body) {
        let written = Format::Cbor.write(&entry).expect("every entry has a form in CBOR");
        assert_eq!(Format::Cbor.read::<NewEntry>(&written).expect("what was written"), entry);
    }
    drop(format.read::<Entries>(body));
});
