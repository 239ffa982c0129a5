//! The broker and a module cut any stream into the same messages, whatever the pieces in which it comes.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u16, &[u8])| {
    let (piece, max, bytes) = input;
    sbw::fuzzing::stream(bytes, piece.into(), usize::from(max).max(25));
});
