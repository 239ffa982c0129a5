//! The example of docs/FORMAT.md, and its type in docs/TYPES.md.

use wirecost_types::Model;
use wirecost_types::xml::{DataReader, Inference};
use wirecost_value::{json, xml};

/// The block of a document that begins with `first`.
fn block<'a>(document: &'a str, first: &str) -> Vec<&'a str> {
    let at = document.find(first).unwrap_or_else(|| panic!("no block begins with {first:?}"));
    document[at..].lines().take_while(|line| !line.starts_with("```")).collect()
}

#[test]
fn the_example_of_the_documents_is_what_a_document_becomes() {
    let format = include_str!("../../../docs/FORMAT.md");
    let lines = block(format, "<order xmlns:p=");
    // The document is on the left of the lines, and its data tree on the right.
    let column = lines[0].find('{').unwrap();
    let (left, right): (String, String) = lines.iter().map(|line| line.split_at(column.min(line.len()))).unzip();
    let document = xml::read(left.as_bytes()).unwrap();
    let mut inference = Inference::default();
    document.events.iter().try_for_each(|event| inference.event(event)).unwrap();
    let model = inference.finish().unwrap().model;
    let mut reader = DataReader::new(&model).unwrap();
    document.events.iter().try_for_each(|event| reader.event(event)).unwrap();
    assert_eq!(reader.finish().tape.value(), json::read(right.as_bytes()).unwrap());
    let types = block(include_str!("../../../docs/TYPES.md"), "type = \"order\"\n\n[document]").join("\n");
    assert_eq!(Model::from_toml("docs/TYPES.md", &types).unwrap(), model);
}
