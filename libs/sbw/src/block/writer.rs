//! Building a block.

use super::element::Element;
use super::{BlockReader, Complex, FromBlock, ItemType, MAX_DIMENSIONS, Shape, TERMINATOR, ToItem, Value};
use crate::{Error, Result};

/// Bytes kept free before the items, so that a message's head can be put there without moving them: the head of a
/// call or send is this long, the others are shorter.
pub(crate) const HEADROOM: usize = 25;

/// The most bytes before the elements of an array: two types, the number of dimensions, their sizes.
const ARRAY_HEAD: usize = 2 + 4 + 4 * MAX_DIMENSIONS;

/// A block that is built, or that came as the result of a call.
#[derive(Clone)]
pub struct Block {
    buffer: Vec<u8>,
    start: usize,
}

impl Block {
    /// A block without items.
    pub fn new() -> Self {
        Block { buffer: vec![0; HEADROOM], start: HEADROOM }
    }

    /// A block without items, with room for `bytes` of them.
    pub fn with_capacity(bytes: usize) -> Self {
        let mut buffer = Vec::with_capacity(HEADROOM + bytes + 1);
        buffer.resize(HEADROOM, 0);
        Block { buffer, start: HEADROOM }
    }

    /// A block of items that were encoded elsewhere.
    pub fn from_items(items: &[u8]) -> Self {
        let mut block = Self::with_capacity(items.len());
        block.raw(items);
        block
    }

    /// The block in a received message, from `start` on. A terminator at the very end is taken off.
    pub(crate) fn from_message(mut buffer: Vec<u8>, start: usize) -> Self {
        if buffer.len() > start && buffer.last() == Some(&TERMINATOR) {
            buffer.pop();
        }
        Block { buffer, start }
    }

    /// The items as they lie on the wire, without terminator.
    pub fn items(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// True if there is no item; the result of a `void` method.
    pub fn is_empty(&self) -> bool {
        self.items().is_empty()
    }

    /// Takes the items out and keeps the memory.
    pub fn clear(&mut self) {
        self.buffer.clear();
        self.buffer.resize(HEADROOM, 0);
        self.start = HEADROOM;
    }

    /// Reads from the first item on.
    pub fn reader(&self) -> BlockReader<'_> {
        BlockReader::new(self.items())
    }

    /// Reads the items as a tuple of types; items beyond it are ignored, as libSBW does.
    ///
    /// # Errors
    /// [`Error::TypeMismatch`] where an item is of another type, and what reading outside bytes can give.
    pub fn read<'a, T: FromBlock<'a>>(&'a self) -> Result<T> {
        T::from_block(&mut self.reader())
    }

    /// Reads all items as values.
    ///
    /// # Errors
    /// What reading outside bytes can give.
    pub fn values(&self) -> Result<Vec<Value>> {
        let mut reader = self.reader();
        let mut values = Vec::new();
        while !reader.at_end() {
            values.push(reader.value()?);
        }
        Ok(values)
    }

    /// Appends an item of any type that can be one.
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::TooDeep`].
    pub fn item<T: ToItem + ?Sized>(&mut self, item: &T) -> Result<()> {
        item.to_item(self)
    }

    /// Appends a byte.
    pub fn byte(&mut self, byte: u8) {
        self.raw(&[ItemType::Byte as u8, byte]);
    }

    /// Appends a boolean.
    pub fn boolean(&mut self, boolean: bool) {
        self.raw(&[ItemType::Boolean as u8, boolean.into()]);
    }

    /// Appends an integer.
    pub fn integer(&mut self, integer: i32) {
        self.code(ItemType::Integer);
        self.raw(&integer.to_le_bytes());
    }

    /// Appends a double.
    pub fn double(&mut self, double: f64) {
        self.code(ItemType::Double);
        self.raw(&double.to_le_bytes());
    }

    /// Appends a complex number.
    pub fn complex(&mut self, complex: Complex) {
        self.code(ItemType::Complex);
        self.raw(&complex.re.to_le_bytes());
        self.raw(&complex.im.to_le_bytes());
    }

    /// Appends a string, text or any other bytes. libSBW cuts a string at its first byte 0.
    ///
    /// # Errors
    /// [`Error::TooLarge`] over 2 GiB.
    pub fn string(&mut self, string: impl AsRef<[u8]>) -> Result<()> {
        self.code(ItemType::String);
        self.string_body(string.as_ref())
    }

    /// Appends an array of one dimension.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than 2^31-1 elements or a string of that length among them.
    pub fn array<T: Element>(&mut self, elements: &[T]) -> Result<()> {
        self.shaped_array(Shape::new(&[elements.len()])?, elements)
    }

    /// Appends an array of any shape, its elements in row-major order.
    ///
    /// # Errors
    /// [`Error::Shape`] if the sizes do not multiply to the number of elements; [`Error::TooLarge`].
    pub fn shaped_array<T: Element>(&mut self, shape: Shape, elements: &[T]) -> Result<()> {
        if shape.count() != elements.len() {
            return Err(Error::Shape(format!("{shape:?} does not hold {} elements", elements.len())));
        }
        // With the terminator, so that a large array is moved at most once.
        self.buffer.reserve(size_of_val(elements) + ARRAY_HEAD + 1);
        self.code(ItemType::Array);
        self.array_head(T::TYPE, shape)?;
        T::write_all(elements, self)
    }

    /// Appends an array of strings of one dimension.
    ///
    /// # Errors
    /// As [`Block::array`].
    pub fn texts<T: AsRef<str>>(&mut self, texts: &[T]) -> Result<()> {
        self.strings(texts.iter().map(|text| text.as_ref().as_bytes()))
    }

    /// Appends an array of strings of one dimension, text or any other bytes.
    ///
    /// # Errors
    /// As [`Block::array`].
    pub fn strings<'a>(&mut self, strings: impl ExactSizeIterator<Item = &'a [u8]>) -> Result<()> {
        self.code(ItemType::Array);
        self.array_head(ItemType::String, Shape::new(&[strings.len()])?)?;
        for string in strings {
            self.string_body(string)?;
        }
        Ok(())
    }

    /// Begins a list of `count` items: the next `count` that are appended belong to it.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn list(&mut self, count: usize) -> Result<()> {
        self.code(ItemType::List);
        self.length("list count", count)
    }

    /// Appends a value.
    ///
    /// # Errors
    /// [`Error::TooDeep`] over 64 levels, [`Error::TooLarge`].
    pub fn value(&mut self, value: &Value) -> Result<()> {
        value.check_depth(super::Limits::default().depth)?;
        value.write(self)
    }

    pub(super) fn code(&mut self, kind: ItemType) {
        self.buffer.push(kind as u8);
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    pub(super) fn length(&mut self, what: &'static str, count: usize) -> Result<()> {
        let limit = i32::MAX as u64;
        let count = i32::try_from(count).map_err(|_| Error::TooLarge { what, size: count as u64, limit })?;
        self.raw(&count.to_le_bytes());
        Ok(())
    }

    pub(crate) fn string_body(&mut self, bytes: &[u8]) -> Result<()> {
        self.length("string length", bytes.len())?;
        self.raw(bytes);
        Ok(())
    }

    pub(super) fn list_body(&mut self, values: &[Value]) -> Result<()> {
        self.length("list count", values.len())?;
        values.iter().try_for_each(|value| value.write(self))
    }

    pub(super) fn array_head(&mut self, element: ItemType, shape: Shape) -> Result<()> {
        self.code(element);
        self.length("dimensions", shape.dimensions())?;
        shape.sizes().iter().try_for_each(|&size| self.length("array size", size as usize))
    }

    /// The block as a message: `head` put before the items, the terminator after them. Returns the buffer and where
    /// the message begins in it.
    pub(crate) fn into_message(mut self, head: &[u8]) -> (Vec<u8>, usize) {
        if self.start < head.len() {
            self = Self::from_items(self.items());
        }
        let begin = self.start - head.len();
        self.buffer[begin..self.start].copy_from_slice(head);
        self.buffer.push(TERMINATOR);
        (self.buffer, begin)
    }
}

impl Default for Block {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        self.items() == other.items()
    }
}

impl std::fmt::Debug for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.values() {
            Ok(values) => f.debug_list().entries(values).finish(),
            Err(error) => write!(f, "Block({} bytes, {error})", self.items().len()),
        }
    }
}
