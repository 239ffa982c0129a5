//! Apache Thrift: the binary protocol (doc/specs/thrift-binary-protocol.md of its sources) and the compact protocol
//! (doc/specs/thrift-compact-protocol.md). A struct without the header of a message, as `TBase.write` writes it.

use wirecost_types::lower::{Field, Kind, Ty};
use wirecost_types::{Int, Key};
use wirecost_value::Value;

use crate::error::{Encode, EncodeError};
use crate::shape::{self, Shape};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    Binary,
    Compact,
}

/// A type of the protocols, by its number in both: binary, compact in a collection.
#[derive(Clone, Copy)]
struct Code(u8, u8);

const BOOL: Code = Code(2, 1);
const I32: Code = Code(8, 5);
const STRING: Code = Code(11, 8);
const STRUCT: Code = Code(12, 12);
const MAP: Code = Code(13, 11);
const LIST: Code = Code(15, 9);
const SET: Code = Code(14, 10);

pub fn encode(protocol: Protocol, shape: Shape<'_>, value: &Value) -> Encode<Vec<u8>> {
    let mut writer = Writer { protocol, out: Vec::new() };
    writer.value(shape, value)?;
    Ok(writer.out)
}

struct Writer {
    protocol: Protocol,
    out: Vec<u8>,
}

fn integer_code(int: Int) -> Code {
    match int.bits() {
        8 => Code(3, 3),
        16 => Code(6, 4),
        32 => I32,
        _ => Code(10, 6),
    }
}

fn code(shape: Shape<'_>) -> Encode<Code> {
    Ok(match shape.ty {
        Ty::Boolean => BOOL,
        Ty::Integer(int) => integer_code(*int),
        Ty::Float64 => Code(4, 7),
        Ty::Text | Ty::Bytes { .. } => STRING,
        Ty::List(_) => LIST,
        Ty::Set(_) => SET,
        Ty::Map(..) => MAP,
        Ty::Item(_) if shape.symbols().is_some() => I32,
        Ty::Item(_) => STRUCT,
        _ => return Err(EncodeError::Unfit("a type that Thrift lacks".to_owned())),
    })
}

impl Writer {
    fn is_compact(&self) -> bool {
        self.protocol == Protocol::Compact
    }

    fn varint(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.out.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.out.push(n as u8);
    }

    fn integer(&mut self, int: Int, n: i128) {
        let n = n as i64;
        match (self.is_compact(), int.bits()) {
            (_, 8) => self.out.push(n as u8),
            (false, bits) => self.out.extend_from_slice(&n.to_be_bytes()[8 - bits as usize / 8..]),
            // Zigzag.
            (true, _) => self.varint(((n << 1) ^ (n >> 63)) as u64),
        }
    }

    /// A length, which is no zigzag.
    fn length(&mut self, length: usize) -> Encode<()> {
        let length = i32::try_from(length).map_err(|_| EncodeError::Unfit(format!("a length of {length}")))?;
        match self.protocol {
            Protocol::Binary => self.out.extend_from_slice(&length.to_be_bytes()),
            Protocol::Compact => self.varint(u64::from(length.unsigned_abs())),
        }
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Encode<()> {
        self.length(bytes.len())?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn value(&mut self, shape: Shape<'_>, value: &Value) -> Encode<()> {
        match shape.ty {
            Ty::Boolean => {
                let is_true = shape::boolean(value)?;
                self.out.push(if self.is_compact() && !is_true { 2 } else { u8::from(is_true) });
            }
            Ty::Integer(int) => self.integer(*int, shape::integer(value)?),
            Ty::Float64 => {
                let x = shape::float64(value)?;
                self.out.extend_from_slice(&if self.is_compact() { x.to_le_bytes() } else { x.to_be_bytes() });
            }
            Ty::Text | Ty::Bytes { .. } => self.bytes(shape::bytes(value)?)?,
            Ty::List(item) | Ty::Set(item) => {
                let (items, item) = (shape::items(value)?, shape.of(item));
                let code = code(item)?;
                match self.protocol {
                    Protocol::Binary => {
                        self.out.push(code.0);
                        self.length(items.len())?;
                    }
                    Protocol::Compact if items.len() < 15 => self.out.push((items.len() as u8) << 4 | code.1),
                    Protocol::Compact => {
                        self.out.push(0xf0 | code.1);
                        self.length(items.len())?;
                    }
                }
                items.iter().try_for_each(|value| self.value(item, value))?;
            }
            Ty::Map(key, item) => self.map(*key, shape.of(item), value)?,
            Ty::Item(_) => match shape.kind() {
                Some(Kind::Enumeration(symbols)) => self.integer(Int::I32, shape::symbol(symbols, value)?.1.into()),
                Some(Kind::Record(fields)) => {
                    let mut present = Vec::with_capacity(fields.len());
                    for field in fields {
                        present.extend(shape::present(field, value)?.map(|value| (field, value)));
                    }
                    self.fields(shape, &present)?;
                }
                Some(Kind::Union(fields)) => {
                    let (_, field, value) = shape::branch(fields, value)?;
                    self.fields(shape, &[(field, value)])?;
                }
                _ => return Err(EncodeError::unfit(value, "a type that Thrift lacks")),
            },
            _ => return Err(EncodeError::unfit(value, "a type that Thrift lacks")),
        }
        Ok(())
    }

    fn map(&mut self, key: Key, item: Shape<'_>, value: &Value) -> Encode<()> {
        let entries = shape::entries(value)?;
        let key_code = match key {
            Key::Text => STRING,
            Key::Boolean => BOOL,
            Key::Integer(int) => integer_code(int),
        };
        let item_code = code(item)?;
        match self.protocol {
            Protocol::Binary => {
                self.out.extend([key_code.0, item_code.0]);
                self.length(entries.len())?;
            }
            Protocol::Compact if entries.is_empty() => self.out.push(0),
            Protocol::Compact => {
                self.length(entries.len())?;
                self.out.push(key_code.1 << 4 | item_code.1);
            }
        }
        for (text, value) in entries {
            match key {
                Key::Text => self.bytes(text.as_bytes())?,
                Key::Boolean => {
                    let is_true = text == "true";
                    self.out.push(if self.is_compact() && !is_true { 2 } else { u8::from(is_true) });
                }
                Key::Integer(int) => {
                    let n = text.parse().map_err(|_| EncodeError::Unfit(format!("{text:?} is no integer")))?;
                    self.integer(int, n);
                }
            }
            self.value(item, value)?;
        }
        Ok(())
    }

    fn fields(&mut self, shape: Shape<'_>, present: &[(&Field, &Value)]) -> Encode<()> {
        let mut last = 0;
        for (field, value) in present {
            let (shape, number) = (shape.of(&field.ty), i64::from(field.number));
            let code = code(shape)?;
            let boolean = self.is_compact().then(|| shape::boolean(value).ok()).flatten();
            if self.protocol == Protocol::Binary {
                self.out.push(code.0);
                self.integer(Int::I16, number.into());
            } else {
                // A boolean is in the head of its field.
                let code = boolean.map_or(code.1, |is_true| if is_true { 1 } else { 2 });
                let difference = number - last;
                match difference {
                    // The short form reaches 15; the library uses it up to 14.
                    1..=14 => self.out.push((difference as u8) << 4 | code),
                    _ => {
                        self.out.push(code);
                        self.integer(Int::I16, number.into());
                    }
                }
                last = number;
            }
            if boolean.is_none() {
                self.value(shape, value)?;
            }
        }
        self.out.push(0);
        Ok(())
    }
}
