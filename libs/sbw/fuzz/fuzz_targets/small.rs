//! Any bytes as run.properties, a command line, a name and the path of a method.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sbw::{Text, directory};

fuzz_target!(|bytes: &[u8]| {
    sbw::fuzzing::small(bytes);
    let text = Text::from(bytes);
    assert!(!text.shown().contains(char::is_control));
    if text.shown().as_bytes() != bytes {
        assert_eq!(Text::from_shown(&text.shown()), text, "what had to be escaped is taken back");
    }
    if let Ok(path) = std::str::from_utf8(bytes) {
        Text::from_shown(path);
        if let Ok((module, service, method)) = directory::split_path(path) {
            assert_eq!([module, service, method].join("."), path);
        }
    }
});
