//! The formats that the harness writes and reads itself: what candidates are given in them comes from no candidate.

use std::hash::{DefaultHasher, Hasher as _};

use fastinfoset::{Algorithms, DocumentInfo, Reader, Registry, VocabularyBuilder, WriteOptions, Writer};
use wirecost_catalog::{Content, ExternalVocabulary, Lack};
use wirecost_value::infoset::{Event, Infoset};
use wirecost_value::{Value, json, to_value, xml};

use crate::meaning::with_floats;

/// Whether the harness writes and reads a format itself.
pub fn holds(format: &str) -> bool {
    matches!(format, "json" | "xml" | "messagepack" | "cbor" | "fast-infoset")
}

/// One message in such a format, or why it does not hold the message; none for another format.
pub fn write(format: &str, variant: &Content) -> Option<Result<Vec<u8>, Lack>> {
    Some(match format {
        "json" => variant.value.clone().and_then(|value| json::write(&value).map_err(Lack::new)),
        "xml" => variant.xml.clone().map(|xml| xml.bytes),
        "messagepack" => tree(variant).and_then(|value| rmp_serde::to_vec_named(&value).map_err(Lack::new)),
        "cbor" => tree(variant).and_then(|value| {
            let mut bytes = Vec::new();
            ciborium::into_writer(&value, &mut bytes).map_err(Lack::new)?;
            Ok(bytes)
        }),
        "fast-infoset" => variant.xml.clone().and_then(|xml| document(&xml.infoset).map_err(Lack::new)),
        _ => return None,
    })
}

/// What bytes in such a format mean, with the types that the format itself tells: a data tree, or an infoset for a format of
/// documents; none for another format.
pub fn read(format: &str, bytes: &[u8]) -> Option<Result<Value, String>> {
    let infoset = |bytes: &[u8]| -> Result<Value, String> {
        let infoset = xml::read(bytes).map_err(|error| error.to_string())?;
        to_value(&infoset).map_err(|error| error.to_string())
    };
    Some(match format {
        "json" => json::read(bytes).map_err(|error| error.to_string()),
        "xml" => infoset(bytes),
        "messagepack" => rmp_serde::from_slice(bytes).map_err(|error| error.to_string()),
        "cbor" => ciborium::from_reader(bytes).map_err(|error| error.to_string()),
        "fast-infoset" => {
            let mut text = Vec::new();
            let made = fastinfoset::xml::to_xml(&mut Reader::new(bytes), &Algorithms::default(), &mut text);
            made.map_err(|error| error.to_string()).and_then(|_| infoset(&text))
        }
        _ => return None,
    })
}

/// The data tree as formats hold it that tell a float from a whole number. One that is not there is left out.
fn tree(variant: &Content) -> Result<Value, Lack> {
    let value = variant.value.clone()?;
    let value = variant.typed.as_ref().map_or(value.clone(), |typed| with_floats(value, typed));
    Ok(value.without_absent())
}

/// Fast Infoset with the names in an external vocabulary: a format that only tables of sizes have.
pub const EXTERNAL: &str = "fast-infoset-external";

/// Documents in that format, with the vocabulary that the user gives, or of the first one's names, as its candidate writes them.
pub fn external(given: Option<&ExternalVocabulary>, variants: &[Content]) -> Result<Vec<Vec<u8>>, Lack> {
    let infosets = variants.iter().map(|variant| Ok(&variant.xml.as_ref().map_err(Clone::clone)?.infoset));
    let infosets: Vec<&Infoset> = infosets.collect::<Result<_, Lack>>()?;
    let write = || -> fastinfoset::Result<Vec<Vec<u8>>> {
        let Some(first) = infosets.first() else { return Ok(Vec::new()) };
        if let Some(given) = given {
            let options = given.write_options();
            return infosets.iter().map(|infoset| written(infoset, Writer::with_options(&options)?)).collect();
        }
        let mut builder = VocabularyBuilder::new();
        builder.add(&mut Reader::new(&document(first)?))?;
        let vocabulary = builder.build()?;
        let mut hasher = DefaultHasher::new();
        hasher.write(&vocabulary.to_file(VOCABULARY)?);
        let uri = format!("{VOCABULARY}{:016x}", hasher.finish());
        let mut vocabularies = Registry::new();
        vocabularies.register(uri.clone(), vocabulary);
        let options = WriteOptions { external_vocabulary: Some(uri), vocabularies, ..WriteOptions::default() };
        infosets.iter().map(|infoset| written(infoset, Writer::with_options(&options)?)).collect()
    };
    write().map_err(Lack::new)
}

/// What the URI of an external vocabulary begins with; the digest of the vocabulary follows.
const VOCABULARY: &str = "urn:wirecost:vocabulary:";

/// A document in Fast Infoset, with the library's default options.
fn document(infoset: &Infoset) -> fastinfoset::Result<Vec<u8>> {
    written(infoset, Writer::new())
}

fn written(infoset: &Infoset, mut writer: Writer) -> fastinfoset::Result<Vec<u8>> {
    let qualified = |prefix: &Option<String>, name: &str| match prefix {
        Some(prefix) => format!("{prefix}:{name}"),
        None => name.to_owned(),
    };
    writer.start_document(&DocumentInfo::default())?;
    for event in &infoset.events {
        match event {
            Event::Start(start) => {
                for declaration in &start.declarations {
                    writer.namespace(declaration.prefix.as_deref().unwrap_or_default(), &declaration.namespace)?;
                }
                writer.start_element(&qualified(&start.prefix, &start.name))?;
                for attribute in &start.attributes {
                    writer.attribute(&qualified(&attribute.prefix, &attribute.name), &attribute.value)?;
                }
            }
            Event::End => writer.end_element()?,
            Event::Text(text) => writer.characters(text)?,
            Event::Comment(text) => writer.comment(text)?,
            Event::Instruction { target, data } => writer.processing_instruction(target, data)?,
        }
    }
    writer.end_document()?;
    Ok(writer.bytes().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_catalog::Xml;

    #[test]
    fn what_the_harness_writes_it_reads() {
        let value = json::read(br#"{"a": [1, -2.5, "b", null, true], "c": {"d": 1e300}}"#).unwrap();
        let text = b"<p:a xmlns:p='urn:p' p:b='c'>d<e/><!--f--><?g h?></p:a>".to_vec();
        let xml = Xml { infoset: xml::read(&text).unwrap(), bytes: text };
        let variant = Content { value: Ok(value.clone()), xml: Ok(xml.clone()), typed: None };
        for format in ["json", "messagepack", "cbor"] {
            let bytes = write(format, &variant).unwrap().unwrap();
            assert_eq!(read(format, &bytes).unwrap().unwrap(), value, "{format}");
        }
        for format in ["xml", "fast-infoset"] {
            let bytes = write(format, &variant).unwrap().unwrap();
            let infoset: Infoset = wirecost_value::from_value(read(format, &bytes).unwrap().unwrap()).unwrap();
            assert_eq!(infoset.normalised(&[]), xml.infoset.normalised(&[]), "{format}");
        }
        assert!(write("rkyv", &variant).is_none() && read("rkyv", b"").is_none() && !holds("rkyv"));
    }

    #[test]
    fn a_whole_number_is_written_as_the_float_that_its_type_is() {
        let [value, typed] = [Value::from(1), Value::Float64(1.0)];
        let variant = Content { value: Ok(value), xml: Err(Lack::new("")), typed: Some(typed) };
        assert_eq!(write("messagepack", &variant).unwrap().unwrap(), rmp_serde::to_vec(&1.0).unwrap());
    }
}
