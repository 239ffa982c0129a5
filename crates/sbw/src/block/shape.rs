//! The sizes of an array.

use crate::{Error, Result};

/// The most dimensions that an array may have here. The wire has no limit; libSBW reads at most 2.
pub const MAX_DIMENSIONS: usize = 8;

/// How many elements an array has along each dimension; the last index runs fastest.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    sizes: [u32; MAX_DIMENSIONS],
    dimensions: usize,
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
        let mut shape = Shape { sizes: [0; MAX_DIMENSIONS], dimensions: sizes.len() };
        let limit = i32::MAX as u64;
        for (to, &size) in shape.sizes.iter_mut().zip(sizes) {
            if size as u64 > limit {
                return Err(Error::TooLarge { what: "array size", size: size as u64, limit });
            }
            *to = size as u32;
        }
        match shape.product() {
            Some(product) if product <= limit => Ok(shape),
            product => Err(Error::TooLarge { what: "array size", size: product.unwrap_or(u64::MAX), limit }),
        }
    }

    /// The sizes, one a dimension.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes[..self.dimensions]
    }

    /// The number of dimensions, 1 to [`MAX_DIMENSIONS`].
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.product().unwrap_or(0) as usize
    }

    /// `None` if it overflows 64 bits although no size is 0.
    fn product(&self) -> Option<u64> {
        if self.sizes().contains(&0) {
            return Some(0);
        }
        self.sizes().iter().try_fold(1u64, |product, &size| product.checked_mul(u64::from(size)))
    }
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.sizes())
    }
}
