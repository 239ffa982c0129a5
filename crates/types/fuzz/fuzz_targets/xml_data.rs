//! XML documents as data: documents in several parts, of one type, become values and come back as what they were; another document is read
//! by that type or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_types::xml::{DataReader, Inference, to_infoset};
use wirecost_value::xml;

fuzz_target!(|bytes: &[u8]| {
    let documents: Vec<_> = bytes.split(|byte| *byte == 0).filter_map(|part| xml::read(part).ok()).collect();
    let (mut inference, mut samples) = (Inference::default(), Vec::new());
    let (other, seen) = match documents.split_last() {
        Some((other, seen)) if !seen.is_empty() => (Some(other), seen),
        _ => (None, documents.as_slice()),
    };
    for document in seen {
        if document.events.iter().try_for_each(|event| inference.event(event)).is_err() {
            return;
        }
        samples.push(document);
    }
    let Ok(inferred) = inference.finish() else { return };
    let model = inferred.model;
    for document in samples {
        let mut reader = DataReader::new(&model).unwrap();
        // What is too deep with its lists and choices has no data tree.
        if document.events.iter().try_for_each(|event| reader.event(event)).is_err() {
            continue;
        }
        let read = reader.finish();
        let (value, data) = (read.tape.value(), read.layout.data_of(document));
        assert_eq!(read.layout.data_of(&to_infoset(&model, &value).unwrap()), data);
        let typed = model.fit(&value).unwrap();
        assert_eq!(read.layout.data_of(&to_infoset(&model, &typed).unwrap()), data);
    }
    if let Some(other) = other {
        let mut reader = DataReader::new(&model).unwrap();
        if other.events.iter().try_for_each(|event| reader.event(event)).is_ok() {
            reader.finish();
        }
    }
});
