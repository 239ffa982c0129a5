//! XML Schema: whatever is read is a model that holds together; a document after it is read by it or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wirecost_types::import::xsd::{SampleDocument, parse};
use wirecost_types::xml::{DataReader, data_of, to_infoset};
use wirecost_value::xml;

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.split(|byte| *byte == 0);
    let Some(Ok(schema)) = parts.next().map(std::str::from_utf8) else { return };
    let document = parts.next().and_then(|part| xml::read(part).ok());
    let samples = document.iter().map(|infoset| SampleDocument { name: "document", infoset });
    let Ok(completed) = parse("schema", schema, None, &samples.collect::<Vec<_>>()) else { return };
    let model = completed.imported.model;
    let Some(document) = document else { return };
    let mut reader = DataReader::new(&model).unwrap();
    if document.events.iter().try_for_each(|event| reader.event(event)).is_err() {
        return;
    }
    // One in another order is written in the order of the schema; a value that is not valid is none of the model.
    let value = reader.finish().tape.value();
    if let Ok(typed) = model.fit(&value) {
        let _ = data_of(&to_infoset(&model, &typed).unwrap());
    }
});
