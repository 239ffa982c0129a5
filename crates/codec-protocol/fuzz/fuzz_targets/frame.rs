//! No bytes make the reader of frames, or of what frames hold, panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_codec_protocol::value::from_value;
use wirecost_codec_protocol::{Description, Request, Timed, read_frame};

fuzz_target!(|bytes: &[u8]| {
    let mut input = bytes;
    while let Ok(Some(value)) = read_frame(&mut input) {
        let _ = from_value::<Request>(value.clone());
        let _ = from_value::<Description>(value.clone());
        let _ = from_value::<Timed>(value);
    }
});
