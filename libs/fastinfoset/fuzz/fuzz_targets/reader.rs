//! Any bytes: both readers say the same of them, and what they accept can be written again.
#![no_main]

use fastinfoset::tree::Tree;
use fastinfoset::{Event, EventReader, Reader, StreamReader, Vocabulary, Writer};
use libfuzzer_sys::fuzz_target;

fn count<R: EventReader>(mut reader: R) -> Result<usize, String> {
    let mut events = 0;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::EndDocument => return Ok(events),
            Event::StartElement(element) => events += element.attributes().len() + element.namespaces().len() + 1,
            _ => events += 1,
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let slice = count(Reader::new(bytes));
    assert_eq!(slice, count(StreamReader::new(bytes)));
    if slice.is_ok() {
        let tree = Tree::read(&mut Reader::new(bytes)).expect("read before");
        let mut writer = Writer::new();
        if tree.write(&mut writer).is_ok() {
            count(Reader::new(writer.bytes())).expect("our own document");
        }
    }
    let _ = Vocabulary::from_file(bytes);
});
