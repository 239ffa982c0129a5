#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_load::http2_in_pieces;

// The first byte is the size of the pieces; what the bytes are cut into must make no difference.
fuzz_target!(|data: &[u8]| {
    if let Some((&piece, bytes)) = data.split_first() {
        assert_eq!(http2_in_pieces(bytes, piece.into()), http2_in_pieces(bytes, bytes.len()));
    }
});
