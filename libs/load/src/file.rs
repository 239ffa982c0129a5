//! Files that somebody names. They may be pipes or devices, which have no end.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The most that is read of a file, in bytes: more than any document of a result.
pub const MOST_BYTES: u64 = 256 << 20;

/// Reads a file, or what a pipe or a device gives.
///
/// # Errors
/// If it cannot be read, or has more than 256 MiB.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        Err(io::Error::other(format!("it is longer than {} MiB, the most that is read", MOST_BYTES >> 20)))
    } else {
        Ok(bytes)
    }
}

/// Reads a file of text, as [`read_file`] does.
///
/// # Errors
/// See [`read_file`], and if it is no UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_file(path)?).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused() {
        let refused = read_text(Path::new("/dev/zero")).unwrap_err().to_string();
        assert_eq!(refused, "it is longer than 256 MiB, the most that is read");
        assert_eq!(read_file(Path::new("/dev/null")).unwrap(), b"");
        assert_eq!(read_file(Path::new("/nowhere/x")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
