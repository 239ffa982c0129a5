//! Values whose type is known only at run time.

use super::{Block, BlockReader, Complex, Element, ItemType, Shape};
use crate::{Error, Result};

/// Any item.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A byte.
    Byte(u8),
    /// An integer.
    Integer(i32),
    /// A double.
    Double(f64),
    /// A boolean.
    Boolean(bool),
    /// A string: bytes, since SBW states no character set.
    String(Vec<u8>),
    /// A complex number.
    Complex(Box<Complex>),
    /// An array.
    Array(Box<Array>),
    /// A list.
    List(Vec<Value>),
}

/// An array of any element type and shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    shape: Shape,
    elements: Elements,
}

/// The elements of an array in row-major order.
#[derive(Debug, Clone, PartialEq)]
pub enum Elements {
    /// Bytes.
    Byte(Vec<u8>),
    /// Integers.
    Integer(Vec<i32>),
    /// Doubles.
    Double(Vec<f64>),
    /// Booleans.
    Boolean(Vec<bool>),
    /// Strings.
    String(Vec<Vec<u8>>),
    /// Complex numbers.
    Complex(Vec<Complex>),
    /// Lists, each of any length.
    List(Vec<Vec<Value>>),
    /// An array of arrays, which no signature can say: `double[][]` is one array of two dimensions.
    Array(Vec<Array>),
}

impl Elements {
    /// Their type.
    pub fn kind(&self) -> ItemType {
        match self {
            Self::Byte(_) => ItemType::Byte,
            Self::Integer(_) => ItemType::Integer,
            Self::Double(_) => ItemType::Double,
            Self::Boolean(_) => ItemType::Boolean,
            Self::String(_) => ItemType::String,
            Self::Complex(_) => ItemType::Complex,
            Self::List(_) => ItemType::List,
            Self::Array(_) => ItemType::Array,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Self::Byte(elements) => elements.len(),
            Self::Integer(elements) => elements.len(),
            Self::Double(elements) => elements.len(),
            Self::Boolean(elements) => elements.len(),
            Self::String(elements) => elements.len(),
            Self::Complex(elements) => elements.len(),
            Self::List(elements) => elements.len(),
            Self::Array(elements) => elements.len(),
        }
    }
}

impl Array {
    /// An array from its sizes and elements.
    ///
    /// # Errors
    /// [`Error::Shape`] if the sizes do not multiply to the number of elements; as [`Shape::new`].
    pub fn new(sizes: &[usize], elements: Elements) -> Result<Self> {
        let shape = Shape::new(sizes)?;
        if shape.count() != elements.count() {
            return Err(Error::Shape(format!("{shape:?} does not hold {} elements", elements.count())));
        }
        Ok(Array { shape, elements })
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its elements in row-major order.
    pub fn elements(&self) -> &Elements {
        &self.elements
    }

    /// Everything after the array's own type code.
    fn read(reader: &mut BlockReader<'_>) -> Result<Self> {
        let kind = reader.element_type()?;
        let shape = reader.shape(kind)?;
        let count = shape.count();
        if kind.fixed_bytes().is_none() {
            reader.charge(count)?;
        }
        let elements = reader.nested(|reader| {
            Ok(match kind {
                ItemType::Byte => Elements::Byte(Element::read_all(reader, count)?),
                ItemType::Integer => Elements::Integer(Element::read_all(reader, count)?),
                ItemType::Double => Elements::Double(Element::read_all(reader, count)?),
                ItemType::Boolean => Elements::Boolean(Element::read_all(reader, count)?),
                ItemType::Complex => Elements::Complex(Element::read_all(reader, count)?),
                ItemType::List => Elements::List(Element::read_all(reader, count)?),
                ItemType::String => {
                    Elements::String((0..count).map(|_| Ok(reader.string_body()?.to_vec())).collect::<Result<_>>()?)
                }
                ItemType::Array => Elements::Array((0..count).map(|_| Array::read(reader)).collect::<Result<_>>()?),
            })
        })?;
        Ok(Array { shape, elements })
    }

    fn write(&self, block: &mut Block) -> Result<()> {
        block.array_head(self.elements.kind(), self.shape)?;
        match &self.elements {
            Elements::Byte(elements) => Element::write_all(elements, block),
            Elements::Integer(elements) => Element::write_all(elements, block),
            Elements::Double(elements) => Element::write_all(elements, block),
            Elements::Boolean(elements) => Element::write_all(elements, block),
            Elements::Complex(elements) => Element::write_all(elements, block),
            Elements::List(elements) => Element::write_all(elements, block),
            Elements::String(elements) => elements.iter().try_for_each(|string| block.string_body(string)),
            Elements::Array(elements) => elements.iter().try_for_each(|array| array.write(block)),
        }
    }

    fn check_depth(&self, limit: usize, left: usize) -> Result<()> {
        let left = left.checked_sub(1).ok_or(Error::TooDeep { limit })?;
        match &self.elements {
            Elements::List(lists) => lists.iter().try_for_each(|list| list_depth(list, limit, left)),
            Elements::Array(arrays) => arrays.iter().try_for_each(|array| array.check_depth(limit, left)),
            _ => Ok(()),
        }
    }
}

fn list_depth(list: &[Value], limit: usize, left: usize) -> Result<()> {
    let left = left.checked_sub(1).ok_or(Error::TooDeep { limit })?;
    list.iter().try_for_each(|value| value.depth_within(limit, left))
}

impl Value {
    /// A string value from text.
    pub fn text(text: impl Into<String>) -> Self {
        Value::String(text.into().into_bytes())
    }

    /// The item's type.
    pub fn kind(&self) -> ItemType {
        match self {
            Self::Byte(_) => ItemType::Byte,
            Self::Integer(_) => ItemType::Integer,
            Self::Double(_) => ItemType::Double,
            Self::Boolean(_) => ItemType::Boolean,
            Self::String(_) => ItemType::String,
            Self::Complex(_) => ItemType::Complex,
            Self::Array(_) => ItemType::Array,
            Self::List(_) => ItemType::List,
        }
    }

    /// Type code and body. The reader has been charged for the value.
    pub(super) fn read(reader: &mut BlockReader<'_>) -> Result<Self> {
        // Scalars read their own type code; the two that nest do not.
        Ok(match reader.peek()? {
            Some(ItemType::Byte) => Value::Byte(reader.byte()?),
            Some(ItemType::Integer) => Value::Integer(reader.integer()?),
            Some(ItemType::Double) => Value::Double(reader.double()?),
            Some(ItemType::Boolean) => Value::Boolean(reader.boolean()?),
            Some(ItemType::Complex) => Value::Complex(Box::new(reader.complex()?)),
            Some(ItemType::String) => Value::String(reader.string()?.to_vec()),
            Some(ItemType::Array) => {
                reader.any()?;
                Value::Array(Box::new(Array::read(reader)?))
            }
            Some(ItemType::List) => {
                reader.any()?;
                Value::List(reader.list_body()?)
            }
            None => return Err(Error::TypeMismatch { encountered: "terminator", required: "value" }),
        })
    }

    /// The depth has been checked.
    pub(super) fn write(&self, block: &mut Block) -> Result<()> {
        match self {
            Value::Byte(byte) => block.byte(*byte),
            Value::Integer(integer) => block.integer(*integer),
            Value::Double(double) => block.double(*double),
            Value::Boolean(boolean) => block.boolean(*boolean),
            Value::Complex(complex) => block.complex(**complex),
            Value::String(string) => block.string(string)?,
            Value::Array(array) => {
                block.code(ItemType::Array);
                array.write(block)?;
            }
            Value::List(values) => {
                block.code(ItemType::List);
                block.list_body(values)?;
            }
        }
        Ok(())
    }

    /// Checked before writing, so that nothing is sent that a reader with the same limit refuses.
    pub(super) fn check_depth(&self, limit: usize) -> Result<()> {
        self.depth_within(limit, limit)
    }

    fn depth_within(&self, limit: usize, left: usize) -> Result<()> {
        match self {
            Value::List(list) => list_depth(list, limit, left),
            Value::Array(array) => array.check_depth(limit, left),
            _ => Ok(()),
        }
    }
}
