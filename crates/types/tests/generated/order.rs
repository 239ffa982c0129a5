use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Amount {
    I64(i64),
    Text(String),
    Line(Line),
    Null,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Order {
    pub id: u64,
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    pub type_: Option<String>,
    #[serde(rename = "self")]
    pub self_: State,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub note: Option<Option<String>>,
    pub lines: Vec<Option<Vec<Line>>>,
    pub total: Amount,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Box<Order>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<Pair>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<serde_bytes::ByteBuf>,
    pub price: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    pub labels: std::collections::BTreeMap<String, f64>,
    pub nothing: (),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub n: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Box<Pair>>,
    pub either: Option<Box<PairOrBool>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    #[serde(rename = "open")]
    Open,
    #[serde(rename = "in progress")]
    InProgress,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PairOrBool {
    Pair(Box<Pair>),
    Bool(bool),
}

/// Reads a field that is there, null or not.
fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
