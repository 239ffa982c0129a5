//! Structs of Thrift by its protocols: <https://github.com/apache/thrift/tree/master/doc/specs>.

use std::io::Cursor;

use thrift::protocol::{TBinaryInputProtocol, TCompactInputProtocol, TInputProtocol, TType};
use wirecost_value::Value;

use crate::{Definition, Model, Record, Type};

/// Values, and how many fields were not known.
type Found = (Vec<Value>, usize);

/// The deepest nesting that is read.
const MAX_NESTING: usize = 64;

pub fn binary(model: &Model, bytes: &[u8]) -> Result<Found, String> {
    let mut rest = Cursor::new(bytes);
    let value = read(model, &mut TBinaryInputProtocol::new(&mut rest, true));
    whole(value, rest.position(), bytes)
}

pub fn compact(model: &Model, bytes: &[u8]) -> Result<Found, String> {
    let mut rest = Cursor::new(bytes);
    let value = read(model, &mut TCompactInputProtocol::new(&mut rest));
    whole(value, rest.position(), bytes)
}

fn read(model: &Model, input: &mut dyn TInputProtocol) -> Result<(Value, usize), String> {
    let mut reader = Reader { model, input, unknown: 0, depth: 0 };
    let value = reader.value(&model.root, TType::Struct)?;
    Ok((value, reader.unknown))
}

/// What was read, where nothing is left.
fn whole(read: Result<(Value, usize), String>, end: u64, bytes: &[u8]) -> Result<Found, String> {
    let (value, unknown) = read.map_err(|reason| format!("before byte {end}: {reason}"))?;
    match bytes.len() as u64 - end {
        0 => Ok((vec![value], unknown)),
        more => Err(format!("{more} bytes after the struct")),
    }
}

struct Reader<'a> {
    model: &'a Model,
    input: &'a mut dyn TInputProtocol,
    unknown: usize,
    depth: usize,
}

fn said(error: thrift::Error) -> String {
    error.to_string()
}

impl<'a> Reader<'a> {
    /// A value of a type, which is written as `kind`.
    fn value(&mut self, ty: &'a Type, kind: TType) -> Result<Value, String> {
        let other = || Err(format!("{kind} where the schema has {ty}"));
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err(format!("nested deeper than {MAX_NESTING} levels"));
        }
        let value = match (ty, kind) {
            (Type::Boolean, TType::Bool) => Value::Boolean(self.input.read_bool().map_err(said)?),
            (Type::Float64, TType::Double) => Value::Float64(self.input.read_double().map_err(said)?),
            (Type::Text, TType::String) => Value::Text(self.input.read_string().map_err(said)?),
            (Type::Bytes { .. }, TType::String) => Value::Bytes(self.input.read_bytes().map_err(said)?),
            (Type::Uuid, TType::Uuid) => Value::text(self.input.read_uuid().map_err(said)?.to_string()),
            (Type::Integer(_), kind) => self.integer(kind)?,
            (Type::List(item), TType::List) => {
                let list = self.input.read_list_begin().map_err(said)?;
                self.items(item, list.element_type, list.size)?
            }
            (Type::Set(item), TType::Set) => {
                let set = self.input.read_set_begin().map_err(said)?;
                self.items(item, set.element_type, set.size)?
            }
            (Type::Map(_, item), TType::Map) => self.map(item)?,
            (Type::Named(name), kind) => match (self.model.types.get(name), kind) {
                (Some(Definition::Record(record)), TType::Struct) => self.record(record)?,
                (Some(Definition::Enumeration(_)), TType::I32) => self.integer(kind)?,
                _ => return other(),
            },
            _ => return other(),
        };
        self.depth -= 1;
        Ok(value)
    }

    fn integer(&mut self, kind: TType) -> Result<Value, String> {
        Ok(match kind {
            TType::I08 => self.input.read_i8().map_err(said)?.into(),
            TType::I16 => self.input.read_i16().map_err(said)?.into(),
            TType::I32 => self.input.read_i32().map_err(said)?.into(),
            TType::I64 => self.input.read_i64().map_err(said)?.into(),
            other => return Err(format!("{other} where the schema has an integer")),
        })
    }

    fn items(&mut self, item: &'a Type, kind: TType, size: i32) -> Result<Value, String> {
        // The size is not trusted with memory: the list grows as items come.
        let mut items = Vec::new();
        for _ in 0..size {
            items.push(self.value(item, kind)?);
        }
        Ok(Value::Sequence(items))
    }

    fn map(&mut self, item: &'a Type) -> Result<Value, String> {
        let map = self.input.read_map_begin().map_err(said)?;
        let (Some(key), Some(value)) = (map.key_type, map.value_type) else { return Ok(Value::Map(Vec::new())) };
        let mut entries = Vec::new();
        for _ in 0..map.size {
            let key = match key {
                TType::String => self.input.read_string().map_err(said)?,
                TType::Bool => self.input.read_bool().map_err(said)?.to_string(),
                kind => match self.integer(kind)? {
                    Value::Integer(number) => number.get().to_string(),
                    _ => String::new(),
                },
            };
            entries.push((key, self.value(item, value)?));
        }
        Ok(Value::Map(entries))
    }

    fn record(&mut self, record: &'a Record) -> Result<Value, String> {
        let mut fields = Vec::new();
        self.input.read_struct_begin().map_err(said)?;
        loop {
            let field = self.input.read_field_begin().map_err(said)?;
            if field.field_type == TType::Stop {
                break;
            }
            let id = field.id.and_then(|id| u32::try_from(id).ok());
            match record.fields.iter().find(|known| known.number.is_some() && known.number == id) {
                Some(known) => {
                    let value = self.value(&known.ty, field.field_type);
                    fields.push((known.name.clone(), value.map_err(|reason| format!(".{}: {reason}", known.name))?));
                }
                None => {
                    self.unknown += 1;
                    self.input.skip(field.field_type).map_err(said)?;
                }
            }
            self.input.read_field_end().map_err(said)?;
        }
        self.input.read_struct_end().map_err(said)?;
        Ok(Value::Map(fields))
    }
}
