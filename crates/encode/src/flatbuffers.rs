//! FlatBuffers: <https://flatbuffers.dev/internals/>. The format leaves the order of things to the writer. This one writes as
//! planus 1.3 does: from the back, the fields of a table by their alignment, and equal texts, bytes and vtables once.

use std::collections::HashMap;

use wirecost_types::Int;
use wirecost_types::lower::{Field, Kind, Symbol, Ty};
use wirecost_value::Value;

use crate::error::{Encode, EncodeError};
use crate::shape::{self, Shape};

pub fn encode(shape: Shape<'_>, value: &Value) -> Encode<Vec<u8>> {
    let mut writer = Writer::default();
    let root = writer.table(shape, value)?;
    let alignment = writer.alignment.max(4);
    let end = writer.prepare(4, alignment)?;
    writer.push(&(end - root).to_le_bytes());
    writer.reversed.reverse();
    Ok(writer.reversed)
}

/// How far a thing is from the end of the buffer, in bytes.
type Place = u32;

struct Writer {
    /// The bytes so far, the last one first.
    reversed: Vec<u8>,
    /// That the bytes which are still to come are this many, modulo the alignment ...
    still_to_come: usize,
    /// ... which is the largest so far.
    alignment: usize,
    texts: HashMap<Vec<u8>, Place>,
    bytes: HashMap<Vec<u8>, Place>,
    vtables: HashMap<Vec<u8>, Place>,
}

impl Default for Writer {
    fn default() -> Self {
        Self {
            reversed: Vec::new(),
            still_to_come: 0,
            alignment: 1,
            texts: HashMap::new(),
            bytes: HashMap::new(),
            vtables: HashMap::new(),
        }
    }
}

/// What a field holds in its table.
enum Slot {
    /// A number of this many bytes.
    Number(Vec<u8>),
    /// The distance to what lies at this place.
    Offset(Place),
}

impl Slot {
    fn size(&self) -> usize {
        match self {
            Self::Number(bytes) => bytes.len(),
            Self::Offset(_) => 4,
        }
    }
}

impl Writer {
    /// Makes room, so that what comes next, of `size` bytes, begins at a multiple of `alignment`. Its place is given.
    ///
    /// The start of the buffer is not known yet. So every start is a promise about how many bytes are still to come, and the
    /// promises so far are kept as one.
    fn prepare(&mut self, size: usize, alignment: usize) -> Encode<Place> {
        let still = self.still_to_come.wrapping_sub(size) & (self.alignment - 1);
        let padding = still & (alignment - 1);
        self.still_to_come = still - padding;
        self.alignment = self.alignment.max(alignment);
        self.reversed.resize(self.reversed.len() + padding, 0);
        let end = self.reversed.len() + size;
        i32::try_from(end).map_err(|_| EncodeError::Unfit("a buffer of 2 GiB or more".to_owned()))?;
        shape::length(end)
    }

    fn push(&mut self, bytes: &[u8]) {
        self.reversed.extend(bytes.iter().rev());
    }

    fn table(&mut self, shape: Shape<'_>, value: &Value) -> Encode<Place> {
        let (fields, branch) = match shape.kind() {
            Some(Kind::Record(fields)) => (fields, None),
            Some(Kind::Union(fields)) => (fields, Some(shape::branch(fields, value)?.0)),
            _ => return Err(EncodeError::unfit(value, "a table")),
        };
        let mut slots = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            let present = match branch {
                Some(branch) if branch != index => None,
                Some(_) => value.get(&field.name),
                None => shape::present(field, value)?,
            };
            let Some(value) = present else { continue };
            let slot = self.slot(shape.of(&field.ty), value)?;
            let is_default = branch.is_none() && !field.is_optional && is_default(shape, field, &slot);
            if !is_default {
                slots.push((index, slot));
            }
        }
        // What needs the most alignment is first.
        slots.sort_by_key(|(_, slot)| std::cmp::Reverse(slot.size()));
        let alignment = slots.first().map_or(4, |(_, slot)| slot.size().max(4));
        let vtable = self.vtable(&slots)?;
        let size: usize = slots.iter().map(|(_, slot)| slot.size()).sum();
        let mut place = self.prepare(size, alignment)?;
        let mut object = Vec::with_capacity(size);
        for (_, slot) in &slots {
            match slot {
                Slot::Number(bytes) => object.extend_from_slice(bytes),
                Slot::Offset(target) => object.extend_from_slice(&(place - target).to_le_bytes()),
            }
            place -= slot.size() as u32;
        }
        self.push(&object);
        let start = self.prepare(4, 1)?;
        let distance = i64::from(vtable) - i64::from(start);
        self.push(&(distance as i32).to_le_bytes());
        Ok(start)
    }

    fn vtable(&mut self, slots: &[(usize, Slot)]) -> Encode<Place> {
        let last = slots.iter().map(|(index, _)| index + 1).max().unwrap_or(0);
        let mut entries = vec![0_u16; last];
        let mut offset = 4;
        let short = |n: usize| u16::try_from(n).map_err(|_| EncodeError::Unfit("a table of 64 KiB or more".to_owned()));
        for (index, slot) in slots {
            entries[*index] = short(offset)?;
            offset += slot.size();
        }
        let mut vtable = short(4 + 2 * last)?.to_le_bytes().to_vec();
        vtable.extend(short(offset)?.to_le_bytes());
        vtable.extend(entries.iter().flat_map(|entry| entry.to_le_bytes()));
        if let Some(place) = self.vtables.get(&vtable) {
            return Ok(*place);
        }
        let place = self.prepare(vtable.len(), 2)?;
        self.push(&vtable);
        self.vtables.insert(vtable, place);
        Ok(place)
    }

    /// A value as a table or a vector has it. What it refers to is written.
    fn slot(&mut self, shape: Shape<'_>, value: &Value) -> Encode<Slot> {
        if let Some(bytes) = number(shape, value)? {
            return Ok(Slot::Number(bytes));
        }
        Ok(Slot::Offset(match shape.ty {
            Ty::Bytes { .. } => self.blob(shape::bytes(value)?, false)?,
            Ty::List(item) => self.vector(shape.of(item), value)?,
            Ty::Item(_) => self.table(shape, value)?,
            _ => self.blob(shape::bytes(value)?, true)?,
        }))
    }

    /// A text, which ends in a zero, or bytes.
    fn blob(&mut self, bytes: &[u8], is_text: bool) -> Encode<Place> {
        let known = if is_text { &self.texts } else { &self.bytes };
        if let Some(place) = known.get(bytes) {
            return Ok(*place);
        }
        let place = self.prepare(4 + bytes.len() + usize::from(is_text), 4)?;
        if is_text {
            self.push(&[0]);
        }
        self.push(bytes);
        self.push(&shape::length(bytes.len())?.to_le_bytes());
        if is_text { &mut self.texts } else { &mut self.bytes }.insert(bytes.to_vec(), place);
        Ok(place)
    }

    fn vector(&mut self, item: Shape<'_>, value: &Value) -> Encode<Place> {
        let items = shape::items(value)?;
        if *item.ty == Ty::Integer(Int::U8) {
            let bytes: Vec<u8> = items.iter().map(|it| Ok(shape::integer(it)? as u8)).collect::<Encode<_>>()?;
            return self.blob(&bytes, false);
        }
        let slots: Vec<Slot> = items.iter().map(|value| self.slot(item, value)).collect::<Encode<_>>()?;
        let stride = slots.first().map_or_else(|| stride(item), Slot::size);
        let mut place = self.prepare(stride * slots.len(), stride.max(4))?;
        let mut all = Vec::with_capacity(stride * slots.len());
        for slot in &slots {
            match slot {
                Slot::Number(bytes) => all.extend_from_slice(bytes),
                Slot::Offset(target) => all.extend_from_slice(&(place - target).to_le_bytes()),
            }
            place -= stride as u32;
        }
        self.push(&all);
        let place = self.prepare(4, 1)?;
        self.push(&shape::length(slots.len())?.to_le_bytes());
        Ok(place)
    }
}

/// The bytes of a number; none if the type is none.
fn number(shape: Shape<'_>, value: &Value) -> Encode<Option<Vec<u8>>> {
    Ok(Some(match shape.ty {
        Ty::Boolean => vec![u8::from(shape::boolean(value)?)],
        Ty::Integer(int) => (shape::integer(value)? as i64).to_le_bytes()[..int.bits() as usize / 8].to_vec(),
        Ty::Float32 => shape::float32(value)?.to_le_bytes().to_vec(),
        Ty::Float64 => shape::float64(value)?.to_le_bytes().to_vec(),
        Ty::Item(_) => match shape.symbols() {
            Some(symbols) => of_enumeration(symbols, shape::symbol(symbols, value)?.1),
            None => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

/// A number of an enumeration in the smallest integer that holds all of its numbers.
fn of_enumeration(symbols: &[Symbol], number: i32) -> Vec<u8> {
    let fits = |int: Int| symbols.iter().all(|symbol| int.range().contains(&symbol.number.into()));
    let size = if fits(Int::I8) {
        1
    } else if fits(Int::I16) {
        2
    } else {
        4
    };
    number.to_le_bytes()[..size].to_vec()
}

/// What an item takes in a vector without items, which aligns it all the same.
fn stride(item: Shape<'_>) -> usize {
    match item.ty {
        Ty::Boolean => 1,
        Ty::Integer(int) => int.bits() as usize / 8,
        Ty::Float64 => 8,
        _ => item.symbols().map_or(4, |symbols| of_enumeration(symbols, 0).len()),
    }
}

/// Whether a number is the default that the schema says, which is not written.
fn is_default(shape: Shape<'_>, field: &Field, slot: &Slot) -> bool {
    let Slot::Number(bytes) = slot else { return false };
    match (&field.ty, shape.of(&field.ty).symbols()) {
        // Floats have the default null.
        (Ty::Float32 | Ty::Float64, _) => false,
        (_, Some(symbols)) => {
            let numbers = symbols.iter().map(|symbol| symbol.number);
            let default = if numbers.clone().any(|number| number == 0) { 0 } else { numbers.min().unwrap_or(0) };
            *bytes == of_enumeration(symbols, default)
        }
        _ => bytes.iter().all(|byte| *byte == 0),
    }
}
