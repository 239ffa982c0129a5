//! Reading a block that came from outside. Every length is checked against the bytes left before it is used.

use super::element::{doubles_into, integers_into};
use super::{Complex, Element, FromItem, ItemType, MAX_DIMENSIONS, Shape, TERMINATOR, Value};
use crate::{Error, Result};

/// What a reader accepts beyond what the bytes themselves bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How deep lists and arrays may lie in each other.
    pub depth: usize,
    /// How many [`Value`]s, and elements that need memory of their own, one reader may build. A value of two bytes on
    /// the wire takes 32 in memory, so the bytes alone are no bound.
    pub values: usize,
}

impl Default for Limits {
    /// 64 levels, 4 Mi values (128 MiB).
    fn default() -> Self {
        Limits { depth: 64, values: 4 << 20 }
    }
}

/// Reads the items of a block one after the other, where they lie.
///
/// A failed read leaves the reader somewhere inside the item; give the block up then.
#[derive(Debug, Clone)]
pub struct BlockReader<'a> {
    bytes: &'a [u8],
    at: usize,
    limits: Limits,
    depth: usize,
    values: usize,
}

impl<'a> BlockReader<'a> {
    /// Reads `bytes`, which may or may not end in the terminator.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self::with_limits(bytes, Limits::default())
    }

    /// As [`BlockReader::new`], with other limits.
    pub fn with_limits(bytes: &'a [u8], limits: Limits) -> Self {
        BlockReader { bytes, at: 0, limits, depth: 0, values: 0 }
    }

    /// The type of the next item; `None` at the end.
    ///
    /// # Errors
    /// [`Error::UnknownType`].
    pub fn peek(&self) -> Result<Option<ItemType>> {
        match self.bytes.get(self.at) {
            None | Some(&TERMINATOR) => Ok(None),
            Some(&code) => ItemType::from_code(code).map(Some),
        }
    }

    /// True if no item is left.
    pub fn at_end(&self) -> bool {
        matches!(self.bytes.get(self.at), None | Some(&TERMINATOR))
    }

    /// Bytes read so far.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Reads one item as any type that can be one.
    ///
    /// # Errors
    /// [`Error::TypeMismatch`] and what reading outside bytes can give.
    pub fn item<T: FromItem<'a>>(&mut self) -> Result<T> {
        T::from_item(self)
    }

    /// Reads a byte.
    ///
    /// # Errors
    /// [`Error::TypeMismatch`], [`Error::Truncated`]; so for every reader of one item below.
    pub fn byte(&mut self) -> Result<u8> {
        self.expect(ItemType::Byte)?;
        Ok(self.fixed::<1>()?[0])
    }

    /// Reads a boolean: any byte but 0 is true.
    ///
    /// # Errors
    /// As [`BlockReader::byte`].
    pub fn boolean(&mut self) -> Result<bool> {
        self.expect(ItemType::Boolean)?;
        Ok(self.fixed::<1>()?[0] != 0)
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// As [`BlockReader::byte`].
    pub fn integer(&mut self) -> Result<i32> {
        self.expect(ItemType::Integer)?;
        self.raw_integer()
    }

    /// Reads a double, bit for bit.
    ///
    /// # Errors
    /// As [`BlockReader::byte`].
    pub fn double(&mut self) -> Result<f64> {
        self.expect(ItemType::Double)?;
        Ok(f64::from_le_bytes(self.fixed()?))
    }

    /// Reads a complex number.
    ///
    /// # Errors
    /// As [`BlockReader::byte`].
    pub fn complex(&mut self) -> Result<Complex> {
        self.expect(ItemType::Complex)?;
        self.complex_body()
    }

    /// Reads a string as the bytes it is made of.
    ///
    /// # Errors
    /// As [`BlockReader::byte`], and [`Error::BadCount`].
    pub fn string(&mut self) -> Result<&'a [u8]> {
        self.expect(ItemType::String)?;
        self.string_body()
    }

    /// Reads a string that must be UTF-8.
    ///
    /// # Errors
    /// As [`BlockReader::string`], and [`Error::NotUtf8`].
    pub fn text(&mut self) -> Result<&'a str> {
        text(self.string()?)
    }

    /// Reads an array of one dimension.
    ///
    /// # Errors
    /// As [`BlockReader::byte`]; [`Error::DimensionCount`] for more dimensions; [`Error::BadCount`] where the sizes do not fit
    /// the bytes.
    pub fn array<T: Element>(&mut self) -> Result<Vec<T>> {
        let (shape, elements) = self.shaped_array()?;
        one_dimension(shape)?;
        Ok(elements)
    }

    /// Reads an array of any shape; the elements in row-major order.
    ///
    /// # Errors
    /// As [`BlockReader::array`].
    pub fn shaped_array<T: Element>(&mut self) -> Result<(Shape, Vec<T>)> {
        let shape = self.array_head(T::TYPE)?;
        if T::TYPE.fixed_bytes().is_none() {
            self.charge(shape.count())?;
        }
        let elements = self.nested(|reader| T::read_all(reader, shape.count()))?;
        Ok((shape, elements))
    }

    /// Reads an array of doubles of any shape into the caller's memory: one bulk copy. Returns the shape; its
    /// [`count`](Shape::count) elements are the first of `doubles`, the others stay as they are.
    ///
    /// # Errors
    /// As [`BlockReader::array`], and [`Error::Shape`] if `doubles` is too short.
    pub fn doubles_into(&mut self, doubles: &mut [f64]) -> Result<Shape> {
        let shape = self.array_head(ItemType::Double)?;
        let to = first(doubles, shape)?;
        doubles_into(self.take(8 * to.len())?, to);
        Ok(shape)
    }

    /// As [`BlockReader::doubles_into`], for integers.
    ///
    /// # Errors
    /// As [`BlockReader::doubles_into`].
    pub fn integers_into(&mut self, integers: &mut [i32]) -> Result<Shape> {
        let shape = self.array_head(ItemType::Integer)?;
        let to = first(integers, shape)?;
        integers_into(self.take(4 * to.len())?, to);
        Ok(shape)
    }

    /// Reads an array of bytes of one dimension where it lies.
    ///
    /// # Errors
    /// As [`BlockReader::array`].
    pub fn bytes(&mut self) -> Result<&'a [u8]> {
        let shape = self.array_head(ItemType::Byte)?;
        one_dimension(shape)?;
        self.take(shape.count())
    }

    /// Reads an array of strings of one dimension; the texts stay where they lie.
    ///
    /// # Errors
    /// As [`BlockReader::array`], and [`Error::NotUtf8`].
    pub fn texts(&mut self) -> Result<Vec<&'a str>> {
        self.strings()?.into_iter().map(text).collect()
    }

    /// Reads an array of strings of one dimension as the bytes they are made of, which stay where they lie.
    ///
    /// # Errors
    /// As [`BlockReader::array`].
    pub fn strings(&mut self) -> Result<Vec<&'a [u8]>> {
        let shape = self.array_head(ItemType::String)?;
        one_dimension(shape)?;
        self.charge(shape.count())?;
        (0..shape.count()).map(|_| self.string_body()).collect()
    }

    /// Enters a list: the next `n` reads are its items, where `n` is what this returns.
    ///
    /// # Errors
    /// As [`BlockReader::byte`], and [`Error::BadCount`].
    pub fn list(&mut self) -> Result<usize> {
        self.expect(ItemType::List)?;
        self.list_count()
    }

    /// Reads the next item, whatever it is.
    ///
    /// # Errors
    /// What reading outside bytes can give; a mismatch with `value` at the end of the block.
    pub fn value(&mut self) -> Result<Value> {
        self.charge(1)?;
        Value::read(self)
    }

    /// Passes over the next item, checking it whole; builds nothing.
    ///
    /// # Errors
    /// As [`BlockReader::value`].
    pub fn skip(&mut self) -> Result<()> {
        let kind = self.any()?;
        self.skip_body(kind)
    }

    /// Passes over all items that are left and returns their bytes, without the terminator.
    ///
    /// # Errors
    /// As [`BlockReader::value`].
    pub fn rest(&mut self) -> Result<&'a [u8]> {
        let start = self.at;
        while !self.at_end() {
            self.skip()?;
        }
        Ok(&self.bytes[start..self.at])
    }

    fn skip_body(&mut self, kind: ItemType) -> Result<()> {
        match kind {
            ItemType::String => self.string_body().map(|_| ()),
            ItemType::List => {
                let count = self.list_count()?;
                self.nested(|reader| (0..count).try_for_each(|_| reader.skip()))
            }
            ItemType::Array => {
                let element = self.element_type()?;
                let count = self.shape(element)?.count();
                match element.fixed_bytes() {
                    Some(size) => self.take(count * size).map(|_| ()),
                    None => self.nested(|reader| (0..count).try_for_each(|_| reader.skip_body(element))),
                }
            }
            fixed => self.take(fixed.least_bytes()).map(|_| ()),
        }
    }

    /// The type code of the next item, whichever it is.
    pub(super) fn any(&mut self) -> Result<ItemType> {
        let kind = self.peek()?.ok_or(Error::TypeMismatch { encountered: "terminator", required: "value" })?;
        self.at += 1;
        Ok(kind)
    }

    pub(super) fn expect(&mut self, required: ItemType) -> Result<()> {
        match self.peek()? {
            Some(kind) if kind == required => {
                self.at += 1;
                Ok(())
            }
            other => Err(Error::TypeMismatch {
                encountered: other.map_or("terminator", ItemType::libsbw_name),
                required: required.libsbw_name(),
            }),
        }
    }

    pub(super) fn take(&mut self, bytes: usize) -> Result<&'a [u8]> {
        let left = &self.bytes[self.at..];
        let taken = left.get(..bytes).ok_or(Error::Truncated { needed: bytes as u64, left: left.len() })?;
        self.at += bytes;
        Ok(taken)
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N]> {
        let left = &self.bytes[self.at..];
        let taken = left.first_chunk().ok_or(Error::Truncated { needed: N as u64, left: left.len() })?;
        self.at += N;
        Ok(*taken)
    }

    fn raw_integer(&mut self) -> Result<i32> {
        Ok(i32::from_le_bytes(self.fixed()?))
    }

    pub(super) fn complex_body(&mut self) -> Result<Complex> {
        Ok(Complex { re: f64::from_le_bytes(self.fixed()?), im: f64::from_le_bytes(self.fixed()?) })
    }

    pub(crate) fn string_body(&mut self) -> Result<&'a [u8]> {
        let length = self.count("string length", 1)?;
        self.take(length)
    }

    /// An item takes at least its type code and one byte.
    pub(super) fn list_count(&mut self) -> Result<usize> {
        self.count("list count", 2)
    }

    pub(super) fn list_body(&mut self) -> Result<Vec<Value>> {
        let count = self.list_count()?;
        self.charge(count)?;
        self.nested(|reader| (0..count).map(|_| Value::read(reader)).collect())
    }

    /// A count that must fit the bytes left, each counted thing taking at least `least` of them.
    fn count(&mut self, what: &'static str, least: usize) -> Result<usize> {
        let value = self.raw_integer()?;
        let left = self.bytes.len() - self.at;
        match usize::try_from(value) {
            Ok(count) if count.checked_mul(least).is_some_and(|bytes| bytes <= left) => Ok(count),
            _ => Err(Error::BadCount { what, value: value.into(), left }),
        }
    }

    /// Type code, element type and sizes of an array whose elements must be of one type.
    fn array_head(&mut self, required: ItemType) -> Result<Shape> {
        self.expect(ItemType::Array)?;
        let element = self.element_type()?;
        if element != required {
            let (encountered, required) = (element.libsbw_name(), required.libsbw_name());
            return Err(Error::TypeMismatch { encountered, required });
        }
        self.shape(element)
    }

    pub(super) fn element_type(&mut self) -> Result<ItemType> {
        ItemType::from_code(self.fixed::<1>()?[0])
    }

    /// The sizes of an array, checked against the bytes left. An array without elements may have any sizes.
    pub(super) fn shape(&mut self, element: ItemType) -> Result<Shape> {
        let dimensions = self.raw_integer()?;
        if !(1..=MAX_DIMENSIONS as i32).contains(&dimensions) {
            return Err(Error::Dimensions(dimensions.into()));
        }
        let size = self.raw_integer()?;
        let size = u32::try_from(size).map_err(|_| self.bad_size(size.into()))?;
        let shape = if dimensions == 1 { Shape::line(size) } else { self.more_sizes(size, dimensions as usize)? };
        // A count has 31 bits and an element at most 16 bytes.
        if shape.count() as u64 * element.least_bytes() as u64 > (self.bytes.len() - self.at) as u64 {
            return Err(self.bad_size(shape.count() as i64));
        }
        Ok(shape)
    }

    /// The sizes of an array after the first.
    fn more_sizes(&mut self, first: u32, dimensions: usize) -> Result<Shape> {
        let mut sizes = [first as usize; MAX_DIMENSIONS];
        for size in &mut sizes[1..dimensions] {
            let value = self.raw_integer()?;
            *size = usize::try_from(value).map_err(|_| self.bad_size(value.into()))?;
        }
        Shape::new(&sizes[..dimensions]).map_err(|_| self.bad_size(i64::MAX))
    }

    #[cold]
    fn bad_size(&self, value: i64) -> Error {
        Error::BadCount { what: "array size", value, left: self.bytes.len() - self.at }
    }

    /// Goes one level deeper for `read`.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= self.limits.depth {
            return Err(Error::TooDeep { limit: self.limits.depth });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Counts values that will be built against the limit.
    pub(super) fn charge(&mut self, values: usize) -> Result<()> {
        self.values = self.values.saturating_add(values);
        if self.values > self.limits.values {
            return Err(Error::TooManyValues { limit: self.limits.values });
        }
        Ok(())
    }
}

pub(super) fn text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|_| Error::NotUtf8)
}

fn one_dimension(shape: Shape) -> Result<()> {
    match shape.dimensions() {
        1 => Ok(()),
        received => Err(Error::DimensionCount { received, required: 1 }),
    }
}

fn first<T>(buffer: &mut [T], shape: Shape) -> Result<&mut [T]> {
    let available = buffer.len();
    buffer.get_mut(..shape.count()).ok_or_else(|| {
        Error::Shape(format!("{} elements do not fit the {available} of the caller's buffer", shape.count()))
    })
}
