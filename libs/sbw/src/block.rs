//! Data blocks: the arguments and results of SBW, typed values one after the other.
//!
//! An item is a byte that says its type, then its body; everything is little-endian. [`Block`] builds a block,
//! [`BlockReader`] reads one without copying and checks every length before it is believed, [`Value`] holds any item
//! when its type is known only at run time.
//!
//! ```
//! use sbw::block::Block;
//!
//! let mut block = Block::new();
//! block.integer(-5);
//! block.string("hi")?;
//! block.array(&[1.5, -2.0])?;
//! assert_eq!(block.items()[..5], [1, 0xfb, 0xff, 0xff, 0xff]);
//!
//! let (number, text, doubles): (i32, &str, Vec<f64>) = block.read()?;
//! assert_eq!((number, text, doubles), (-5, "hi", vec![1.5, -2.0]));
//! # Ok::<(), sbw::Error>(())
//! ```

mod element;
mod item;
mod reader;
mod shape;
mod typed;
mod value;
mod writer;

pub(crate) use element::sealed;
pub use element::{Complex, Element};
pub use item::ItemType;
pub(crate) use item::TERMINATOR;
pub use reader::{BlockReader, Limits};
pub use shape::{MAX_DIMENSIONS, Shape};
pub use typed::{FromBlock, FromItem, Matrix, ToBlock, ToItem};
pub use value::{Array, Elements, Value};
pub use writer::Block;
