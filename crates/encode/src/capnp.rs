//! Cap'n Proto: <https://capnproto.org/encoding.html>. Fields lie where the compiler of the schema puts them
//! (`StructLayout` of its node-translator.c++). The message is one segment behind its table, not packed.

mod layout;
mod segment;

use wirecost_types::lower::{Field, Kind, Ty};
use wirecost_value::Value;

use crate::error::{Encode, EncodeError};
use crate::shape::{self, Shape};

use layout::{Layout, Place};
use segment::{ElementSize, Segment, Struct};

pub fn encode(shape: Shape<'_>, value: &Value) -> Encode<Vec<u8>> {
    let mut segment = Segment::default();
    let pointer = segment.allocate(1);
    structure(shape, value, pointer, &mut segment)?;
    segment.finish()
}

/// What a type takes in a struct.
fn slot(shape: Shape<'_>) -> Slot {
    match shape.ty {
        Ty::Void => Slot::Void,
        Ty::Boolean => Slot::Data(0),
        Ty::Integer(int) => Slot::Data(int.bits().ilog2()),
        Ty::Float32 => Slot::Data(5),
        Ty::Float64 => Slot::Data(6),
        _ if shape.symbols().is_some() => Slot::Data(4),
        _ => Slot::Pointer,
    }
}

/// What a field takes in a struct.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Void,
    /// Two to the power of this many bits.
    Data(u32),
    Pointer,
}

fn fields_of(shape: Shape<'_>) -> Encode<(&[Field], bool)> {
    match shape.kind() {
        Some(Kind::Record(fields)) => Ok((fields, false)),
        Some(Kind::Union(fields)) => Ok((fields, true)),
        _ => Err(EncodeError::Unfit("a type that is no struct".to_owned())),
    }
}

/// Where the fields of a struct lie. A field that may be absent and is no pointer is a union with `none`, and so is a group of
/// fields of which one is there.
fn layout(shape: Shape<'_>) -> Encode<Layout> {
    let (fields, is_union) = fields_of(shape)?;
    let slots = fields.iter().map(|field| slot(shape.of(&field.ty)));
    let mut layout = Layout::default();
    if is_union {
        layout.union(&slots.collect::<Vec<_>>(), false);
        return Ok(layout);
    }
    let slots: Vec<Slot> = slots.collect();
    let mut groups: Vec<&str> = Vec::new();
    for (field, slot) in fields.iter().zip(&slots) {
        match &field.group {
            Some(group) if groups.contains(&group.as_str()) => {}
            Some(group) => {
                groups.push(group);
                let members = fields.iter().zip(&slots).filter(|(other, _)| other.group.as_ref() == Some(group));
                layout.union(&members.map(|(_, slot)| *slot).collect::<Vec<_>>(), true);
            }
            None if field.is_optional && *slot != Slot::Pointer => layout.union(&[*slot], true),
            None => layout.field(*slot),
        }
    }
    // Members of a group stand where their group does.
    let mut order: Vec<usize> = Vec::with_capacity(fields.len());
    for (index, field) in fields.iter().enumerate() {
        match &field.group {
            Some(group) if fields[..index].iter().any(|other| other.group.as_ref() == Some(group)) => {}
            Some(group) => order.extend((index..fields.len()).filter(|&it| fields[it].group.as_ref() == Some(group))),
            None => order.push(index),
        }
    }
    layout.reorder(&order);
    Ok(layout)
}

fn structure(shape: Shape<'_>, value: &Value, pointer: usize, segment: &mut Segment) -> Encode<()> {
    let layout = layout(shape)?;
    let into = segment.structure(pointer, layout.data_words, layout.pointers)?;
    fill(shape, value, &layout, into, segment)
}

fn fill(shape: Shape<'_>, value: &Value, layout: &Layout, into: Struct, segment: &mut Segment) -> Encode<()> {
    let (fields, is_union) = fields_of(shape)?;
    let branch = if is_union { Some(shape::branch(fields, value)?.0) } else { None };
    for (index, (field, place)) in fields.iter().zip(&layout.places).enumerate() {
        let present = match branch {
            Some(branch) if branch != index => None,
            Some(_) => value.get(&field.name),
            None => shape::present(field, value)?,
        };
        let Some(value) = present else { continue };
        if let Some((offset, number)) = place.discriminant {
            segment.set(into, offset, 4, u64::from(number));
        }
        self::field(shape.of(&field.ty), value, place, into, segment)?;
    }
    Ok(())
}

fn field(shape: Shape<'_>, value: &Value, place: &Place, into: Struct, segment: &mut Segment) -> Encode<()> {
    match slot(shape) {
        Slot::Void => Ok(()),
        Slot::Data(lg) => {
            segment.set(into, place.offset, lg, bits(shape, value)?);
            Ok(())
        }
        Slot::Pointer => pointer(shape, value, segment.pointer(into, place.offset), segment),
    }
}

/// The bits of a number.
fn bits(shape: Shape<'_>, value: &Value) -> Encode<u64> {
    Ok(match shape.ty {
        Ty::Boolean => u64::from(shape::boolean(value)?),
        Ty::Integer(_) => shape::integer(value)? as u64,
        Ty::Float32 => shape::float32(value)?.to_bits().into(),
        Ty::Float64 => shape::float64(value)?.to_bits(),
        // By its place: ordinals of the schema are in order.
        _ => match shape.symbols() {
            Some(symbols) => shape::symbol(symbols, value)?.0 as u64,
            None => return Err(EncodeError::unfit(value, "a number")),
        },
    })
}

/// What lies behind a pointer.
fn pointer(shape: Shape<'_>, value: &Value, pointer: usize, segment: &mut Segment) -> Encode<()> {
    match shape.ty {
        Ty::Bytes { .. } => segment.bytes(pointer, shape::bytes(value)?, false),
        Ty::List(item) => list(shape.of(item), shape::items(value)?, pointer, segment),
        Ty::Item(_) => structure(shape, value, pointer, segment),
        _ => segment.bytes(pointer, shape::bytes(value)?, true),
    }
}

fn list(item: Shape<'_>, items: &[Value], pointer: usize, segment: &mut Segment) -> Encode<()> {
    match slot(item) {
        Slot::Void => segment.list(pointer, ElementSize::Void, items.len()).map(drop),
        Slot::Data(lg) => {
            let list = segment.list(pointer, ElementSize::Bits(lg), items.len())?;
            for (index, value) in items.iter().enumerate() {
                segment.set(list, index as u32, lg, bits(item, value)?);
            }
            Ok(())
        }
        Slot::Pointer if matches!(item.ty, Ty::Item(_)) => {
            let layout = layout(item)?;
            let list = segment.structures(pointer, layout.data_words, layout.pointers, items.len())?;
            for (index, value) in items.iter().enumerate() {
                fill(item, value, &layout, list.element(index), segment)?;
            }
            Ok(())
        }
        Slot::Pointer => {
            let list = segment.list(pointer, ElementSize::Pointer, items.len())?;
            for (index, value) in items.iter().enumerate() {
                self::pointer(item, value, segment.pointer(list, index as u32), segment)?;
            }
            Ok(())
        }
    }
}
