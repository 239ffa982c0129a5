//! Buffers of FlatBuffers: <https://flatbuffers.dev/internals/>.

use wirecost_value::Value;

use super::unfolded::Unfolded;
use crate::Int;
use crate::import::flatbuffers::layout::{Layout, Record, Shape, Slot};

/// The table at the root, and how many of its fields were not known.
pub fn root(layout: &Layout, bytes: &[u8]) -> Result<(Vec<Value>, usize), String> {
    let mut reader = Reader { layout, bytes, unfolded: Unfolded::default(), unknown: 0 };
    let at = reader.target(0)?;
    let value = reader.record(&layout.root, at)?;
    Ok((vec![value], reader.unknown))
}

struct Reader<'a> {
    layout: &'a Layout,
    bytes: &'a [u8],
    unfolded: Unfolded,
    unknown: usize,
}

impl<'a> Reader<'a> {
    fn take(&self, at: usize, count: usize) -> Result<&'a [u8], String> {
        let end = at.checked_add(count);
        end.and_then(|end| self.bytes.get(at..end))
            .ok_or_else(|| format!("byte {at}: {count} bytes are beyond its end"))
    }

    fn array<const N: usize>(&self, at: usize) -> Result<[u8; N], String> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(at, N)?);
        Ok(array)
    }

    fn u16(&self, at: usize) -> Result<usize, String> {
        Ok(usize::from(u16::from_le_bytes(self.array(at)?)))
    }

    fn u32(&self, at: usize) -> Result<usize, String> {
        Ok(u32::from_le_bytes(self.array(at)?) as usize)
    }

    /// Where the offset at `at` leads.
    fn target(&self, at: usize) -> Result<usize, String> {
        match self.u32(at)? {
            0 => Err(format!("byte {at}: an offset of 0")),
            offset => Ok(at.saturating_add(offset)),
        }
    }

    fn integer(&self, int: Int, at: usize) -> Result<i128, String> {
        Ok(match int {
            Int::I8 => i8::from_le_bytes(self.array(at)?).into(),
            Int::I16 => i16::from_le_bytes(self.array(at)?).into(),
            Int::I32 => i32::from_le_bytes(self.array(at)?).into(),
            Int::I64 => i64::from_le_bytes(self.array(at)?).into(),
            Int::U8 => u8::from_le_bytes(self.array(at)?).into(),
            Int::U16 => u16::from_le_bytes(self.array(at)?).into(),
            Int::U32 => u32::from_le_bytes(self.array(at)?).into(),
            Int::U64 => u64::from_le_bytes(self.array(at)?).into(),
        })
    }

    /// The value of a shape that has its place at `at`.
    fn value(&mut self, shape: &'a Shape, at: usize) -> Result<Value, String> {
        self.unfolded.count(0)?;
        let number =
            |number: i128| i64::try_from(number).map(Value::from).or_else(|_| u64::try_from(number).map(Value::from));
        Ok(match shape {
            Shape::Bool => Value::Boolean(self.array::<1>(at)? != [0]),
            Shape::Integer(int) => number(self.integer(*int, at)?).map_err(|error| error.to_string())?,
            Shape::Float32 => Value::Float32(f32::from_le_bytes(self.array(at)?)),
            Shape::Float64 => Value::Float64(f64::from_le_bytes(self.array(at)?)),
            Shape::Text => self.text(self.target(at)?)?,
            Shape::Symbols(int, symbols) => {
                let is = self.integer(*int, at)?;
                match symbols.iter().find(|(_, number)| i128::from(*number) == is) {
                    Some((symbol, _)) => Value::text(symbol.as_str()),
                    None => return Err(format!("byte {at}: {is} is the number of no symbol")),
                }
            }
            Shape::List(item) => {
                let list = self.target(at)?;
                self.items(item, list.saturating_add(4), self.u32(list)?)?
            }
            Shape::Array(item, count) => self.items(item, at, *count)?,
            Shape::Record(name) => {
                let is_table = self.layout.records.get(name).is_none_or(|record| record.size.is_none());
                let at = if is_table { self.target(at)? } else { at };
                self.record(name, at)?
            }
            Shape::Union(_) => return Err(format!("byte {at}: a union without the number of its member")),
        })
    }

    fn text(&mut self, at: usize) -> Result<Value, String> {
        let length = self.u32(at)?;
        let bytes = self.take(at.saturating_add(4), length)?;
        self.unfolded.count(length)?;
        std::str::from_utf8(bytes).map(Value::text).map_err(|_| format!("byte {at}: a text that is not UTF-8"))
    }

    fn items(&mut self, item: &'a Shape, first: usize, count: usize) -> Result<Value, String> {
        let (size, _) = self.layout.size(item);
        // Before memory is asked for: so many are there.
        self.take(first, count.saturating_mul(size))?;
        self.unfolded.enter()?;
        let items = (0..count).map(|number| self.value(item, first + number * size)).collect::<Result<_, _>>()?;
        self.unfolded.leave();
        Ok(Value::Sequence(items))
    }

    /// A table, or a struct, that begins at `at`.
    fn record(&mut self, name: &str, at: usize) -> Result<Value, String> {
        let Some(record) = self.layout.records.get(name) else { return Err(format!("{name} is not known")) };
        self.unfolded.enter()?;
        let mut fields = Vec::new();
        match record.size {
            Some(_) => {
                for slot in &record.slots {
                    fields.push((slot.name.clone(), self.value(&slot.shape, at.saturating_add(slot.place))?));
                }
            }
            None => self.table(record, at, &mut fields)?,
        }
        self.unfolded.leave();
        Ok(Value::Map(fields))
    }

    fn table(&mut self, record: &'a Record, at: usize, fields: &mut Vec<(String, Value)>) -> Result<(), String> {
        let offset = i64::from(i32::from_le_bytes(self.array(at)?));
        let offsets =
            usize::try_from(at as i64 - offset).map_err(|_| format!("byte {at}: offsets before its beginning"))?;
        let entries = self.u16(offsets)?.saturating_sub(4) / 2;
        self.take(offsets, 4 + 2 * entries)?;
        let entry =
            |place: usize| self.u16(offsets + 4 + 2 * place).map(|offset| Some(at + offset).filter(|_| offset != 0));
        let places = (0..entries).map(entry).collect::<Result<Vec<_>, _>>()?;
        let at = |place: usize| places.get(place).copied().flatten();
        let known = record.slots.iter().map(|slot| slot.place + 1).max().unwrap_or(0);
        self.unknown += places.iter().skip(known).flatten().count();
        for slot in record.slots.iter().filter(|slot| !slot.is_deprecated) {
            let Some(own) = at(slot.place) else { continue };
            let kind = slot.place.checked_sub(1).and_then(at);
            self.field(slot, kind, own, fields).map_err(|reason| format!(".{}: {reason}", slot.name))?;
        }
        Ok(())
    }

    /// The field at `at`; where it is a union, or a list of them, the number of its member is at `kind`.
    fn field(
        &mut self,
        slot: &'a Slot,
        kind: Option<usize>,
        at: usize,
        fields: &mut Vec<(String, Value)>,
    ) -> Result<(), String> {
        let (shape, is_list) = match &slot.shape {
            Shape::List(item) if matches!(**item, Shape::Union(_)) => (&**item, true),
            shape => (shape, false),
        };
        let Shape::Union(members) = shape else {
            fields.push((slot.name.clone(), self.value(&slot.shape, at)?));
            return Ok(());
        };
        let Some(kind) = kind else { return Ok(()) };
        let (names, values) = if is_list { self.members(members, kind, at)? } else { self.member(members, kind, at)? };
        fields.push((format!("{}_type", slot.name), names));
        fields.push((slot.name.clone(), values));
        Ok(())
    }

    /// The names and the values of a list of unions.
    fn members(
        &mut self,
        members: &'a [(String, i64, Shape)],
        kind: usize,
        at: usize,
    ) -> Result<(Value, Value), String> {
        let (numbers, list) = (self.target(kind)?, self.target(at)?);
        let count = self.u32(list)?;
        self.take(list, count.saturating_mul(4).saturating_add(4))?;
        let both = (1..=count).map(|number| self.member(members, numbers + 3 + number, list + 4 * number));
        let (names, values) = both.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        Ok((Value::Sequence(names), Value::Sequence(values)))
    }

    /// The name and the value of the member of a union whose number is at `kind`.
    fn member(
        &mut self,
        members: &'a [(String, i64, Shape)],
        kind: usize,
        at: usize,
    ) -> Result<(Value, Value), String> {
        let [number] = self.array(kind)?;
        let member = members.iter().find(|(_, of, _)| *of == i64::from(number));
        let Some((name, _, shape)) = member else {
            return Err(format!("byte {kind}: a union without member {number}"));
        };
        let value = match shape {
            // A struct is not in place here.
            Shape::Record(record) => self.record(record, self.target(at)?)?,
            shape => self.value(shape, at)?,
        };
        Ok((Value::text(name.as_str()), value))
    }
}
