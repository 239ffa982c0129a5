//! Any stream is messages or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sbw::message::{Message, MessageReader};

fuzz_target!(|octets: &[u8]| {
    let _ = Message::parse(octets);
    let mut reader = MessageReader::new(octets, 1 << 16);
    while let Ok(Some(message)) = reader.read_message() {
        let _ = Message::parse(&message);
    }
});
