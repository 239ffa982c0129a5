//! The items of an SBW data block, one a line: its type, and its value as `wirecost sbw call` writes it.

use std::fmt::Write as _;

use sbw::block::{BlockReader, Limits, Value};

use super::{Page, Stop};

/// Values that are built of one block.
const MAX_VALUES: usize = 1 << 18;

/// Shows the items.
pub(super) fn show(bytes: &[u8], page: &mut Page) -> Result<(), Stop> {
    let limits = Limits { values: MAX_VALUES, ..Limits::default() };
    let mut reader = BlockReader::with_limits(bytes, limits);
    while !reader.at_end() {
        let at = reader.position();
        let value = reader.value().map_err(|error| Stop::Broken(format!("{error}, at byte {at}")))?;
        page.line(0)?;
        write!(page, "{} ", kind(&value))?;
        write!(page, "{value}")?;
    }
    Ok(())
}

/// The type as signatures write it, with an array's sizes.
fn kind(value: &Value) -> String {
    match value {
        Value::Array(array) => {
            let sizes: String = array.shape().sizes().iter().map(|size| format!("[{size}]")).collect();
            format!("{}{sizes}", array.elements().kind().name())
        }
        other => other.kind().name().to_owned(),
    }
}
