//! Any bytes are a block or refused; what is a block is written back byte for byte, but for what has two writings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sbw::block::Block;

fuzz_target!(|bytes: &[u8]| {
    let block = Block::from_items(bytes);
    let skipped = block.reader().rest();
    let Ok(values) = block.values() else { return };
    skipped.expect("what can be built can be skipped");
    let mut again = Block::new();
    for value in &values {
        again.value(value).expect("what was read can be written");
    }
    // A boolean may come as any byte but is written as 0 or 1, so values are compared, not bytes; and NaN is not
    // equal to itself, so they are compared as the bytes of a second writing.
    let mut third = Block::new();
    for value in &again.values().expect("what was written can be read") {
        third.value(value).expect("what was read can be written");
    }
    assert_eq!(again.items(), third.items());
});
