//! Any calls: what the writer accepts to its end can be read.
#![no_main]

use fastinfoset::{DocumentInfo, Event, Reader, TypedValue, WriteOptions, Writer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<(u8, String, String)>, u8)| {
    let (calls, limit) = input;
    let options = WriteOptions {
        indexed_chunks: 0..limit.into(),
        indexed_attribute_values: 0..limit.into(),
        ..Default::default()
    };
    let mut writer = Writer::with_options(&options).expect("no vocabulary is asked for");
    let mut result = writer.start_document(&DocumentInfo::default());
    let mut depth = 0;
    for (call, a, b) in &calls {
        if result.is_err() {
            return;
        }
        result = match call % 10 {
            0 => writer.namespace(a, b),
            1 | 2 => writer.start_element(a).inspect(|()| depth += 1),
            3 => writer.attribute(a, b),
            4 => writer.characters(a),
            5 => writer.end_element().inspect(|()| depth -= 1),
            6 => writer.comment(a),
            7 => writer.processing_instruction(a, b),
            8 => writer.characters_typed(TypedValue::Base64(b.as_bytes())),
            _ => writer.entity_reference(a, Some(b), None),
        };
    }
    for _ in 0..depth {
        if result.is_ok() {
            result = writer.end_element();
        }
    }
    if result.is_ok() && writer.end_document().is_ok() {
        let mut reader = Reader::new(writer.bytes());
        while !matches!(reader.read_event().expect("our own document"), Event::EndDocument) {}
        assert!(reader.rest().is_empty());
    }
});
