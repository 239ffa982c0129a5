//! What the integration tests share.
#![allow(dead_code, reason = "each test program uses a part")]

pub mod canonical;
pub mod generate;
pub mod java_peer;
pub mod java_vocabulary;

use std::path::{Path, PathBuf};

use fastinfoset::{Algorithms, Event, EventReader, Limits, Reader, Value, WriteOptions, Writer, xml};

/// The folder of corpora beside the workspace, unless `WIRECOST_SHARED` names another.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = std::env::var_os("WIRECOST_SHARED").map_or_else(beside, PathBuf::from).join("data/xml");
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return None;
    }
    Some(folder)
}

/// All files below a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// XML as Fast Infoset.
pub fn encode(xml: &[u8], options: &WriteOptions) -> fastinfoset::Result<Vec<u8>> {
    let mut writer = Writer::with_options(options)?;
    xml::from_xml(xml, &Limits::default(), &mut writer)?;
    Ok(writer.take_bytes())
}

/// Fast Infoset as XML.
pub fn decode(bytes: &[u8], options: &fastinfoset::ReadOptions) -> fastinfoset::Result<String> {
    let mut out = Vec::new();
    xml::to_xml(&mut Reader::with_options(bytes, options), &Algorithms::default(), &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// All that a reader says, as text, adjacent chunks of character data put together.
pub fn trace<R: EventReader>(reader: &mut R) -> fastinfoset::Result<String> {
    let mut out = String::new();
    let mut in_text = false;
    loop {
        let event = reader.read_event()?;
        let is_text = matches!(event, Event::Characters(Value::Text(_)));
        if is_text != in_text {
            out.push('\n');
        }
        in_text = is_text;
        match event {
            Event::StartDocument(info) => out.push_str(&format!("{info:?}\n")),
            Event::StartElement(element) => {
                out.push_str(&format!("<{}\n", name(element.name())));
                for namespace in element.namespaces() {
                    out.push_str(&format!("  ns {namespace:?}\n"));
                }
                for attribute in element.attributes() {
                    out.push_str(&format!("  @{}={:?}\n", name(attribute.name), attribute.value));
                }
            }
            Event::EndElement(ended) => out.push_str(&format!(">{}\n", name(ended))),
            Event::Characters(Value::Text(text)) => out.push_str(&text.escape_default().to_string()),
            Event::EndDocument => return Ok(out),
            other => out.push_str(&format!("{other:?}\n")),
        }
    }
}

fn name(name: fastinfoset::Name<'_>) -> String {
    format!("{{{}}}{}:{}", name.namespace(), name.prefix(), name.local())
}
