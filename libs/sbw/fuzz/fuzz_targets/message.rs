//! Any stream is messages or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sbw::message::{Message, MessageReader};

fuzz_target!(|bytes: &[u8]| {
    let _ = Message::parse(bytes);
    let mut reader = MessageReader::new(bytes, 1 << 16);
    while let Ok(Some(message)) = reader.read_message() {
        let _ = Message::parse(&message);
    }
});
