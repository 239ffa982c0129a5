//! The sizes of an array.

use crate::{Error, Result};

/// The most dimensions that an array may have here. The wire has no limit; libSBW reads at most 2.
pub const MAX_DIMENSIONS: usize = 8;

/// How many elements an array has along each dimension; the last index runs fastest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    sizes: [u32; MAX_DIMENSIONS],
    dimensions: u32,
    count: u32,
}

impl Shape {
    /// A shape from its sizes.
    ///
    /// # Errors
    /// [`Error::Dimensions`] for none or too many, [`Error::TooLarge`] if a size or the product is over 31 bits.
    pub fn new(sizes: &[usize]) -> Result<Self> {
        if sizes.is_empty() || sizes.len() > MAX_DIMENSIONS {
            return Err(Error::Dimensions(sizes.len() as i64));
        }
        let mut shape = Shape { sizes: [0; MAX_DIMENSIONS], dimensions: sizes.len() as u32, count: 0 };
        for (to, &size) in shape.sizes.iter_mut().zip(sizes) {
            *to = u32::try_from(size).ok().filter(|size| *size <= LIMIT).ok_or_else(|| too_large(size as u64))?;
        }
        let count = product(shape.sizes()).ok_or_else(|| too_large(u64::MAX))?;
        Ok(Shape { count, ..shape })
    }

    /// One dimension; `count` has 31 bits.
    pub(super) fn line(count: u32) -> Self {
        let mut sizes = [0; MAX_DIMENSIONS];
        sizes[0] = count;
        Shape { sizes, dimensions: 1, count }
    }

    /// The sizes, one a dimension.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes[..self.dimensions as usize]
    }

    /// The number of dimensions, 1 to [`MAX_DIMENSIONS`].
    pub fn dimensions(&self) -> usize {
        self.dimensions as usize
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.count as usize
    }
}

/// Sizes and counts have 31 bits on the wire.
const LIMIT: u32 = i32::MAX as u32;

fn too_large(size: u64) -> Error {
    Error::TooLarge { what: "array size", size, limit: LIMIT.into() }
}

/// `None` over 31 bits. An array without elements may have any other sizes.
fn product(sizes: &[u32]) -> Option<u32> {
    if sizes.contains(&0) {
        return Some(0);
    }
    let product = sizes.iter().try_fold(1u64, |product, &size| product.checked_mul(size.into()))?;
    u32::try_from(product).ok().filter(|product| *product <= LIMIT)
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.sizes())
    }
}
