//! Bytes as a hex dump.

use std::fmt::Write as _;

use super::{Page, Stop};

/// Bytes of a line.
const WIDTH: usize = 16;

/// Shows offset, bytes, and the ASCII characters among them.
pub(super) fn show(bytes: &[u8], page: &mut Page) -> Result<(), Stop> {
    for (index, row) in bytes.chunks(WIDTH).enumerate() {
        page.line(0)?;
        write!(page, "{:08x} ", index * WIDTH)?;
        for at in 0..WIDTH {
            let gap = if at % 8 == 0 { " " } else { "" };
            match row.get(at) {
                Some(byte) => write!(page, "{gap}{byte:02x} ")?,
                None => write!(page, "{gap}   ")?,
            }
        }
        let letters =
            row.iter().map(|byte| if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '.' });
        write!(page, " |{}|", letters.collect::<String>())?;
    }
    Ok(())
}
