//! Any bytes as XML: what becomes Fast Infoset becomes the same XML again, and again.
#![no_main]

use fastinfoset::{Algorithms, Limits, Reader, Writer, xml};
use libfuzzer_sys::fuzz_target;

fn encode(text: &[u8]) -> Option<Vec<u8>> {
    let limits = Limits { max_expansion_bytes: 1 << 16, ..Limits::default() };
    let mut writer = Writer::new();
    xml::from_xml(text, &limits, &mut writer).ok().map(|()| writer.take_bytes())
}

fn decode(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    xml::to_xml(&mut Reader::new(bytes), &Algorithms::default(), &mut out).ok().map(|()| out)
}

fuzz_target!(|text: &[u8]| {
    let Some(bytes) = encode(text) else { return };
    let Some(once) = decode(&bytes) else { return };
    let again = encode(&once).expect("our own XML");
    assert_eq!(decode(&again).expect("our own document"), once);
});
