//! Messages as values of XML-RPC.

use std::collections::BTreeMap;

use dxr::{DateTime, Error, TryFromValue, Value};

use super::{NO_PARAMETER, fault};
use crate::Fault;
use crate::messages::{Count, Dns, DnsRecord, Doubles, EchoFloat, Empty, Text};

/// How arrays of doubles go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrays {
    /// As XML-RPC's arrays.
    Xml,
    /// As their bytes in base64.
    Bytes,
}

impl Arrays {
    pub(super) fn of_variant(variant: &str) -> Result<Self, Fault> {
        match variant {
            "arrays" => Ok(Self::Xml),
            "base64" => Ok(Self::Bytes),
            other => Err(format!("no variant {other:?}").into()),
        }
    }
}

/// A parameter or a result.
pub(super) trait Param: Sized {
    fn value(&self, arrays: Arrays) -> Value;

    /// Reads it, however its arrays come.
    fn read(value: &Value) -> Result<Self, Error>;
}

/// Reads the one parameter of a call.
///
/// # Errors
/// The fault to answer with.
pub(super) fn parameter<T: Param>(parameters: &[Value]) -> Result<T, dxr::Fault> {
    match parameters {
        [parameter] => T::read(parameter).map_err(|error| fault(NO_PARAMETER, error.to_string())),
        _ => Err(fault(NO_PARAMETER, format!("one parameter is due, not {}", parameters.len()))),
    }
}

type Members = BTreeMap<String, Value>;

fn members(value: &Value) -> Result<&Members, Error> {
    match value {
        Value::Struct(members) => Ok(members),
        _ => Err(Error::invalid_data("a struct is due".into())),
    }
}

fn optional<T: TryFromValue>(members: &Members, name: &str) -> Result<Option<T>, Error> {
    members.get(name).map(T::try_from_value).transpose()
}

fn required<T: TryFromValue>(members: &Members, name: &str) -> Result<T, Error> {
    optional(members, name)?.ok_or_else(|| Error::invalid_data(format!("the member {name:?} is missing")))
}

fn structure<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Struct(members.map(|(name, value)| (name.to_owned(), value)).into())
}

impl Param for EchoFloat {
    fn value(&self, _: Arrays) -> Value {
        structure([("value", Value::Double(self.value.into()))])
    }

    fn read(value: &Value) -> Result<Self, Error> {
        Ok(Self { value: required::<f64>(members(value)?, "value")? as f32 })
    }
}

impl Param for Empty {
    fn value(&self, _: Arrays) -> Value {
        structure([])
    }

    fn read(value: &Value) -> Result<Self, Error> {
        members(value).map(|_| Self {})
    }
}

impl Param for Text {
    fn value(&self, _: Arrays) -> Value {
        structure([("value", Value::String(self.value.clone()))])
    }

    fn read(value: &Value) -> Result<Self, Error> {
        Ok(Self { value: required(members(value)?, "value")? })
    }
}

impl Param for Count {
    fn value(&self, _: Arrays) -> Value {
        Value::Integer(self.value)
    }

    fn read(value: &Value) -> Result<Self, Error> {
        Ok(Self { value: i32::try_from_value(value)? })
    }
}

impl Param for DateTime {
    fn value(&self, _: Arrays) -> Value {
        Value::DateTime(*self)
    }

    fn read(value: &Value) -> Result<Self, Error> {
        Self::try_from_value(value)
    }
}

impl Param for Doubles {
    fn value(&self, arrays: Arrays) -> Value {
        let values = match arrays {
            Arrays::Xml => Value::Array(self.values.iter().map(|&double| Value::Double(double)).collect()),
            Arrays::Bytes => Value::Base64(self.values.iter().flat_map(|double| double.to_be_bytes()).collect()),
        };
        structure([("values", values)])
    }

    fn read(value: &Value) -> Result<Self, Error> {
        let values = match members(value)?.get("values") {
            Some(Value::Base64(bytes)) => {
                let (doubles, []) = bytes.as_chunks() else {
                    return Err(Error::invalid_data(format!("{} bytes are no doubles", bytes.len())));
                };
                doubles.iter().map(|&bytes| f64::from_be_bytes(bytes)).collect()
            }
            Some(array) => Vec::try_from_value(array)?,
            None => return Err(Error::invalid_data("the member \"values\" is missing".into())),
        };
        Ok(Self { values })
    }
}

impl Param for Dns {
    fn value(&self, arrays: Arrays) -> Value {
        structure([("records", Value::Array(self.records.iter().map(|record| record.value(arrays)).collect()))])
    }

    fn read(value: &Value) -> Result<Self, Error> {
        match members(value)?.get("records") {
            Some(Value::Array(records)) => {
                Ok(Self { records: records.iter().map(DnsRecord::read).collect::<Result<_, _>>()? })
            }
            _ => Err(Error::invalid_data("an array \"records\" is due".into())),
        }
    }
}

impl Param for DnsRecord {
    fn value(&self, _: Arrays) -> Value {
        let texts = [("key", &self.key), ("value", &self.value), ("first", &self.first), ("last", &self.last)];
        let mut members: Members =
            texts.into_iter().map(|(name, text)| (name.to_owned(), Value::String(text.clone()))).collect();
        members.extend(self.record_type.iter().map(|text| ("type".to_owned(), Value::String(text.clone()))));
        members.extend(self.ttl.map(|ttl| ("ttl".to_owned(), Value::Integer(ttl))));
        Value::Struct(members)
    }

    fn read(value: &Value) -> Result<Self, Error> {
        let members = members(value)?;
        Ok(Self {
            key: required(members, "key")?,
            value: required(members, "value")?,
            first: required(members, "first")?,
            last: required(members, "last")?,
            record_type: optional(members, "type")?,
            ttl: optional(members, "ttl")?,
        })
    }
}
