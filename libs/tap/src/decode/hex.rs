//! Bytes as a hex dump.

use std::fmt::Write as _;

use super::{Page, Stop};

/// Bytes of a line.
const WIDTH: usize = 16;

/// Shows offset, bytes, and the ASCII characters among them.
pub(super) fn show(octets: &[u8], page: &mut Page) -> Result<(), Stop> {
    for (index, row) in octets.chunks(WIDTH).enumerate() {
        page.line(0)?;
        write!(page, "{:08x} ", index * WIDTH)?;
        for at in 0..WIDTH {
            let gap = if at % 8 == 0 { " " } else { "" };
            match row.get(at) {
                Some(octet) => write!(page, "{gap}{octet:02x} ")?,
                None => write!(page, "{gap}   ")?,
            }
        }
        let letters =
            row.iter().map(|octet| if octet.is_ascii_graphic() || *octet == b' ' { char::from(*octet) } else { '.' });
        write!(page, " |{}|", letters.collect::<String>())?;
    }
    Ok(())
}
