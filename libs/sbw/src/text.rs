//! Values as people type and read them.
//!
//! | type | written |
//! | --- | --- |
//! | byte | `127b`, or `127` where a byte is expected |
//! | int, double, boolean | `-5`, `1.5` `1e-300` `inf` `NaN`, `true` |
//! | string | `"hi\n"`; on the command line also as it is where a string is expected |
//! | complex | `1.0-2.5i` |
//! | array | `[1, 2]`, `[[1, 2], [3, 4]]`; without elements `double[0]` or `double[0x3]` |
//! | list | `{1, "a", {}}` |
//!
//! Whatever [`Value`] prints, [`parse`] reads as the same value.

mod bytes;
mod parse;
mod print;

use crate::block::Value;
use crate::signature::Argument;
use crate::{Error, Result};

pub use bytes::Text;
pub use parse::parse;

/// Reads a command line's arguments as a method takes them.
///
/// # Errors
/// [`Error::Text`] if one does not fit its type or their number is not the method's.
pub fn parse_arguments<T: AsRef<str>>(texts: &[T], arguments: &[Argument]) -> Result<Vec<Value>> {
    if texts.len() != arguments.len() {
        let wanted: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        return Err(Error::Text {
            text: texts.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" "),
            expected: format!("{} arguments ({})", arguments.len(), wanted.join(", ")),
        });
    }
    texts.iter().zip(arguments).map(|(text, argument)| parse(text.as_ref(), Some(&argument.kind))).collect()
}
