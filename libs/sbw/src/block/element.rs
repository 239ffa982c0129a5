//! The Rust types that can be elements of an array.

use super::{Block, BlockReader, ItemType, Value};
use crate::Result;

/// A complex number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Complex {
    /// The real part.
    pub re: f64,
    /// The imaginary part.
    pub im: f64,
}

/// A type whose values can be the elements of an array. Arrays of numbers are copied in bulk.
pub trait Element: Sized + sealed::Sealed {
    /// The element type on the wire.
    const TYPE: ItemType;

    #[doc(hidden)]
    fn write_all(elements: &[Self], block: &mut Block) -> Result<()>;

    /// Reads `count` bodies; `count` has been checked against the bytes left.
    #[doc(hidden)]
    fn read_all(reader: &mut BlockReader<'_>, count: usize) -> Result<Vec<Self>>;
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for u8 {}
impl Element for u8 {
    const TYPE: ItemType = ItemType::Byte;

    fn write_all(elements: &[Self], block: &mut Block) -> Result<()> {
        block.raw(elements);
        Ok(())
    }

    fn read_all(reader: &mut BlockReader<'_>, count: usize) -> Result<Vec<Self>> {
        Ok(reader.take(count)?.to_vec())
    }
}

impl sealed::Sealed for bool {}
impl Element for bool {
    const TYPE: ItemType = ItemType::Boolean;

    fn write_all(elements: &[Self], block: &mut Block) -> Result<()> {
        block.raw(bytemuck::cast_slice(elements));
        Ok(())
    }

    fn read_all(reader: &mut BlockReader<'_>, count: usize) -> Result<Vec<Self>> {
        Ok(reader.take(count)?.iter().map(|&byte| byte != 0).collect())
    }
}

/// Numbers lie in memory as they lie on the wire, except on big-endian machines.
macro_rules! number_element {
    ($number:ty, $kind:expr, $read_into:ident) => {
        impl sealed::Sealed for $number {}
        impl Element for $number {
            const TYPE: ItemType = $kind;

            fn write_all(elements: &[Self], block: &mut Block) -> Result<()> {
                if cfg!(target_endian = "little") {
                    block.raw(bytemuck::cast_slice(elements));
                } else {
                    elements.iter().for_each(|number| block.raw(&number.to_le_bytes()));
                }
                Ok(())
            }

            fn read_all(reader: &mut BlockReader<'_>, count: usize) -> Result<Vec<Self>> {
                let bytes = reader.take(count * size_of::<Self>())?;
                let mut numbers = vec![Self::default(); count];
                $read_into(bytes, &mut numbers);
                Ok(numbers)
            }
        }

        /// `bytes` holds exactly the numbers.
        pub(super) fn $read_into(bytes: &[u8], numbers: &mut [$number]) {
            bytemuck::cast_slice_mut::<$number, u8>(numbers).copy_from_slice(bytes);
            if cfg!(target_endian = "big") {
                numbers.iter_mut().for_each(|number| *number = <$number>::from_le_bytes(number.to_ne_bytes()));
            }
        }
    };
}
number_element!(i32, ItemType::Integer, integers_into);
number_element!(f64, ItemType::Double, doubles_into);

impl sealed::Sealed for Complex {}
impl Element for Complex {
    const TYPE: ItemType = ItemType::Complex;

    fn write_all(elements: &[Self], block: &mut Block) -> Result<()> {
        for number in elements {
            block.raw(&number.re.to_le_bytes());
            block.raw(&number.im.to_le_bytes());
        }
        Ok(())
    }

    fn read_all(reader: &mut BlockReader<'_>, count: usize) -> Result<Vec<Self>> {
        (0..count).map(|_| reader.complex_body()).collect()
    }
}

impl sealed::Sealed for String {}
impl Element for String {
    const TYPE: ItemType = ItemType::String;

    fn write_all(elements: &[Self], block: &mut Block) -> Result<()> {
        elements.iter().try_for_each(|text| block.string_body(text.as_bytes()))
    }

    fn read_all(reader: &mut BlockReader<'_>, count: usize) -> Result<Vec<Self>> {
        (0..count).map(|_| Ok(super::reader::text(reader.string_body()?)?.to_owned())).collect()
    }
}

/// A list: `{}[]` is an array of these.
impl sealed::Sealed for Vec<Value> {}
impl Element for Vec<Value> {
    const TYPE: ItemType = ItemType::List;

    fn write_all(elements: &[Self], block: &mut Block) -> Result<()> {
        elements.iter().try_for_each(|list| block.list_body(list))
    }

    fn read_all(reader: &mut BlockReader<'_>, count: usize) -> Result<Vec<Self>> {
        (0..count).map(|_| reader.list_body()).collect()
    }
}
