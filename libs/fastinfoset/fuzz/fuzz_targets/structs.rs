//! Arbitrary bytes as structs: a value or an error, never a panic, and never more than the document holds.

#![no_main]

use std::collections::HashMap;

use fastinfoset::de::Names;
use libfuzzer_sys::fuzz_target;
use serde::Deserialize;

#[derive(Deserialize)]
#[allow(dead_code)]
struct Node {
    #[serde(rename = "@id")]
    id: Option<u64>,
    #[serde(rename = "$text", default)]
    text: String,
    #[serde(default)]
    list: Vec<Node>,
    one: Option<Box<Node>>,
    #[serde(rename = "p:number")]
    number: Option<f64>,
    #[serde(rename = "$value", default)]
    others: Vec<Other>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Other {
    Leaf(String),
    Inner { list: Vec<Node> },
    Empty,
}

fuzz_target!(|bytes: &[u8]| {
    let mut names = Names::new(&[("p", "urn:p")]);
    let _ = names.read::<Node>(bytes);
    let _ = names.read::<HashMap<String, String>>(bytes);
});
