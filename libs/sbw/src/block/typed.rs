//! Rust types as items, and tuples of them as blocks.

use super::{Array, Block, BlockReader, Complex, Element, ItemType, Shape, Value};
use crate::{Error, Result};

/// A type whose values can be appended as one item.
pub trait ToItem {
    /// Appends the item.
    ///
    /// # Errors
    /// [`Error::TooLarge`], [`Error::TooDeep`], [`Error::Shape`].
    fn to_item(&self, block: &mut Block) -> Result<()>;
}

/// A type that can be read from one item.
pub trait FromItem<'a>: Sized {
    /// Reads the item.
    ///
    /// # Errors
    /// [`Error::TypeMismatch`] and what reading outside bytes can give.
    fn from_item(reader: &mut BlockReader<'a>) -> Result<Self>;
}

/// Arguments or a result: a tuple, or `()` for none.
pub trait ToBlock {
    /// Appends the items.
    ///
    /// # Errors
    /// As [`ToItem::to_item`].
    fn to_block(&self, block: &mut Block) -> Result<()>;
}

/// The other direction of [`ToBlock`].
pub trait FromBlock<'a>: Sized {
    /// Reads the items; more may follow.
    ///
    /// # Errors
    /// As [`FromItem::from_item`].
    fn from_block(reader: &mut BlockReader<'a>) -> Result<Self>;
}

/// A matrix: an array of two dimensions, row after row.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix<T> {
    rows: usize,
    columns: usize,
    elements: Vec<T>,
}

impl<T> Matrix<T> {
    /// A matrix from its rows laid end to end.
    ///
    /// # Errors
    /// [`Error::Shape`] if there are not `rows * columns` elements.
    pub fn new(rows: usize, columns: usize, elements: Vec<T>) -> Result<Self> {
        match rows.checked_mul(columns) {
            Some(count) if count == elements.len() => Ok(Matrix { rows, columns, elements }),
            _ => Err(Error::Shape(format!("{rows} x {columns} does not hold {} elements", elements.len()))),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The rows laid end to end.
    pub fn elements(&self) -> &[T] {
        &self.elements
    }
}

impl<T: Element> ToItem for Matrix<T> {
    fn to_item(&self, block: &mut Block) -> Result<()> {
        block.shaped_array(Shape::new(&[self.rows, self.columns])?, &self.elements)
    }
}

impl<T: Element> FromItem<'_> for Matrix<T> {
    fn from_item(reader: &mut BlockReader<'_>) -> Result<Self> {
        let (shape, elements) = reader.shaped_array()?;
        match *shape.sizes() {
            [rows, columns] => Matrix::new(rows as usize, columns as usize, elements),
            _ => Err(Error::DimensionCount { received: shape.dimensions(), required: 2 }),
        }
    }
}

macro_rules! scalar {
    ($($kind:ty, $name:ident);*) => {$(
        impl ToItem for $kind {
            fn to_item(&self, block: &mut Block) -> Result<()> {
                block.$name(*self);
                Ok(())
            }
        }
        impl FromItem<'_> for $kind {
            fn from_item(reader: &mut BlockReader<'_>) -> Result<Self> {
                reader.$name()
            }
        }
    )*};
}
scalar!(u8, byte; bool, boolean; i32, integer; f64, double; Complex, complex);

impl ToItem for str {
    fn to_item(&self, block: &mut Block) -> Result<()> {
        block.string(self)
    }
}

impl ToItem for String {
    fn to_item(&self, block: &mut Block) -> Result<()> {
        block.string(self)
    }
}

impl<'a> FromItem<'a> for &'a str {
    fn from_item(reader: &mut BlockReader<'a>) -> Result<Self> {
        reader.text()
    }
}

impl FromItem<'_> for String {
    fn from_item(reader: &mut BlockReader<'_>) -> Result<Self> {
        Ok(reader.text()?.to_owned())
    }
}

impl<T: Element> ToItem for [T] {
    fn to_item(&self, block: &mut Block) -> Result<()> {
        block.array(self)
    }
}

impl<T: Element> ToItem for Vec<T> {
    fn to_item(&self, block: &mut Block) -> Result<()> {
        block.array(self)
    }
}

impl<T: Element> FromItem<'_> for Vec<T> {
    fn from_item(reader: &mut BlockReader<'_>) -> Result<Self> {
        reader.array()
    }
}

impl ToItem for Value {
    fn to_item(&self, block: &mut Block) -> Result<()> {
        block.value(self)
    }
}

impl FromItem<'_> for Value {
    fn from_item(reader: &mut BlockReader<'_>) -> Result<Self> {
        reader.value()
    }
}

impl FromItem<'_> for Array {
    fn from_item(reader: &mut BlockReader<'_>) -> Result<Self> {
        match reader.value()? {
            Value::Array(array) => Ok(*array),
            other => Err(Error::TypeMismatch {
                encountered: other.kind().libsbw_name(),
                required: ItemType::Array.libsbw_name(),
            }),
        }
    }
}

impl<T: ToItem + ?Sized> ToItem for &T {
    fn to_item(&self, block: &mut Block) -> Result<()> {
        (**self).to_item(block)
    }
}

macro_rules! tuple {
    ($($name:ident)*) => {
        #[allow(non_snake_case, unused_variables)]
        impl<$($name: ToItem),*> ToBlock for ($($name,)*) {
            fn to_block(&self, block: &mut Block) -> Result<()> {
                let ($($name,)*) = self;
                $($name.to_item(block)?;)*
                Ok(())
            }
        }
        #[allow(non_snake_case, unused_variables)]
        impl<'a, $($name: FromItem<'a>),*> FromBlock<'a> for ($($name,)*) {
            fn from_block(reader: &mut BlockReader<'a>) -> Result<Self> {
                Ok(($($name::from_item(reader)?,)*))
            }
        }
    };
}
tuple!();
tuple!(A);
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);
tuple!(A B C D E F G);
tuple!(A B C D E F G H);

/// Values one after the other.
impl ToBlock for [Value] {
    fn to_block(&self, block: &mut Block) -> Result<()> {
        self.iter().try_for_each(|value| block.value(value))
    }
}

/// Items that are already encoded.
impl ToBlock for Block {
    fn to_block(&self, block: &mut Block) -> Result<()> {
        block.raw(self.items());
        Ok(())
    }
}
