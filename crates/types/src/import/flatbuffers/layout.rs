//! Where the fields of tables and structs lie in a buffer: <https://flatbuffers.dev/internals/>.

use std::collections::HashMap;

use super::Importer;
use super::parser::{Field, Item, Kind, Ty};
use crate::Int;

/// How deep structs may stand in structs, which hold each other whole.
const MAX_STRUCTS: usize = 64;

/// All that a reader of buffers needs to know of a schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The table at the root.
    pub root: String,
    /// Tables and structs by their full names.
    pub records: HashMap<String, Record>,
}

/// A table, or a struct.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    pub slots: Vec<Slot>,
    /// The length of a struct in bytes, and what its place is a multiple of; none of a table.
    pub size: Option<(usize, usize)>,
}

/// A field.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    pub name: String,
    /// Its byte in a struct; its entry in the table of offsets that a table has.
    pub place: usize,
    pub shape: Shape,
    pub is_deprecated: bool,
}

/// What is written of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Bool,
    Integer(Int),
    Float32,
    Float64,
    Text,
    List(Box<Shape>),
    /// So many in place.
    Array(Box<Shape>, usize),
    Record(String),
    /// A number that has a name.
    Symbols(Int, Vec<(String, i64)>),
    /// One of these, by the number in the entry before.
    Union(Vec<(String, i64, Shape)>),
}

impl Layout {
    /// How many bytes a value takes in place, and what its place is a multiple of.
    pub fn size(&self, shape: &Shape) -> (usize, usize) {
        match shape {
            Shape::Bool => (1, 1),
            Shape::Integer(int) | Shape::Symbols(int, _) => (int.bits() as usize / 8, int.bits() as usize / 8),
            Shape::Float64 => (8, 8),
            Shape::Array(item, count) => {
                let (size, align) = self.size(item);
                (size.saturating_mul(*count), align)
            }
            Shape::Record(name) => self.records.get(name).and_then(|record| record.size).unwrap_or((4, 4)),
            Shape::Float32 | Shape::Text | Shape::List(_) | Shape::Union(_) => (4, 4),
        }
    }
}

impl Importer<'_> {
    /// The layout of the table `root` and of all that it holds.
    pub(super) fn layout(&self, root: &str) -> Result<Layout, String> {
        let mut layout = Layout { root: root.to_owned(), records: HashMap::new() };
        self.lay_out(root, &mut layout, 0)?;
        let mut known = 0;
        while known < layout.records.len() {
            known = layout.records.len();
            let shapes = layout.records.values().flat_map(|record| &record.slots).map(|slot| &slot.shape);
            let named: Vec<String> = shapes.flat_map(records_of).map(str::to_owned).collect();
            for name in named {
                self.lay_out(&name, &mut layout, 0)?;
            }
        }
        Ok(layout)
    }

    fn lay_out(&self, name: &str, layout: &mut Layout, depth: usize) -> Result<(), String> {
        let Some(Kind::Table { fields, is_struct, align }) = self.all.get(name).map(|item| &item.kind) else {
            return Ok(());
        };
        if layout.records.contains_key(name) {
            return Ok(());
        }
        if depth > MAX_STRUCTS {
            return Err(format!("{name}: structs hold each other"));
        }
        let mut record = Record::default();
        if !is_struct {
            // Tables may hold each other; nothing of them depends on what they hold.
            record.slots = self.entries(fields)?;
            layout.records.insert(name.to_owned(), record);
            return Ok(());
        }
        let (mut end, mut widest) = (0_usize, align.unwrap_or(1).max(1));
        for field in fields {
            let shape = self.shape(&field.ty)?;
            for inner in records_of(&shape) {
                self.lay_out(inner, layout, depth + 1)?;
            }
            let (size, align) = layout.size(&shape);
            let place = end.checked_next_multiple_of(align).unwrap_or(end);
            end = place.saturating_add(size);
            widest = widest.max(align);
            let is_deprecated = field.is_deprecated;
            record.slots.push(Slot { name: field.name.clone(), place, shape, is_deprecated });
        }
        record.size = Some((end.checked_next_multiple_of(widest).unwrap_or(end), widest));
        layout.records.insert(name.to_owned(), record);
        Ok(())
    }

    /// The fields of a table in the order of the file, where none has an `id`. Unions take an entry for the number before their own.
    fn entries(&self, fields: &[Field]) -> Result<Vec<Slot>, String> {
        let mut next = 0;
        let mut slots = Vec::with_capacity(fields.len());
        for field in fields {
            let shape = self.shape(&field.ty)?;
            let holds_union = match &shape {
                Shape::List(item) => matches!(**item, Shape::Union(_)),
                shape => matches!(shape, Shape::Union(_)),
            };
            let place = field.id.unwrap_or(next + usize::from(holds_union));
            next = place + 1;
            slots.push(Slot { name: field.name.clone(), place, shape, is_deprecated: field.is_deprecated });
        }
        Ok(slots)
    }

    fn shape(&self, ty: &Ty) -> Result<Shape, String> {
        Ok(match ty {
            Ty::Bool => Shape::Bool,
            Ty::Integer(int) => Shape::Integer(*int),
            Ty::Float32 => Shape::Float32,
            Ty::Float64 => Shape::Float64,
            Ty::Text => Shape::Text,
            Ty::Vector(item, None) => Shape::List(Box::new(self.shape(item)?)),
            Ty::Vector(item, Some(count)) => Shape::Array(Box::new(self.shape(item)?), *count),
            Ty::Named(name) => {
                let Item { name, kind } = self.find(name)?;
                match kind {
                    Kind::Table { .. } => Shape::Record(name.clone()),
                    Kind::Enumeration { base, is_flags, symbols } => match Self::symbols_of(symbols, *is_flags) {
                        Some(_) => Shape::Symbols(*base, symbols.clone()),
                        None => Shape::Integer(*base),
                    },
                    Kind::Union { members } => {
                        let shape =
                            |(name, number, ty): &(String, i64, Ty)| Ok((name.clone(), *number, self.shape(ty)?));
                        Shape::Union(members.iter().map(shape).collect::<Result<_, String>>()?)
                    }
                }
            }
        })
    }
}

/// The records that a value holds.
fn records_of(shape: &Shape) -> Vec<&str> {
    match shape {
        Shape::Record(name) => vec![name],
        Shape::List(item) | Shape::Array(item, _) => records_of(item),
        Shape::Union(members) => members.iter().flat_map(|(_, _, shape)| records_of(shape)).collect(),
        _ => Vec::new(),
    }
}
