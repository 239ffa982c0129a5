//! Files of the user's, within the limits that every reader of messages has.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::{Lack, PlanError};

/// The largest file that is taken as a message, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// What helps where a file is larger.
const REMEDY: &str = "give a part of it that has all its kinds of values";

/// The largest message whose type is inferred, in bytes.
const MAX_INFERRED: usize = 16 << 20;

/// # Errors
/// If a message of so many bytes is too large for that.
pub(crate) fn may_be_inferred(bytes: usize) -> Result<(), Lack> {
    if bytes <= MAX_INFERRED {
        return Ok(());
    }
    let most = MAX_INFERRED >> 20;
    Err(Lack::new(format_args!("its type is inferred up to {most} MiB; give it with --types FILE")))
}

/// Reads a file: a regular one, or a pipe or device up to the limit.
///
/// # Errors
/// If it cannot be read, or holds more than [`MAX_BYTES`].
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, PlanError> {
    let place = path.display();
    let failed = |error| PlanError::at(&place, error);
    let file = File::open(path).map_err(failed)?;
    let found = file.metadata().map_err(failed)?;
    if found.is_file() && found.len() > MAX_BYTES {
        return Err(PlanError::at(place, format!("{} bytes; a message may have {MAX_BYTES}: {REMEDY}", found.len())));
    }
    let mut bytes = Vec::new();
    if found.is_file() {
        bytes.reserve_exact(found.len() as usize);
    }
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        Err(PlanError::at(
            place,
            format!("it is longer than {MAX_BYTES} bytes, the most that a message may have: {REMEDY}"),
        ))
    } else {
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_ends_at_the_limit() {
        let error = read_file(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(error.contains("/dev/zero: it is longer than 67108864 bytes"), "{error}");
    }

    #[test]
    fn a_file_over_the_limit_is_refused_and_one_at_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        File::create(&path).unwrap().set_len(MAX_BYTES + 1).unwrap();
        assert!(read_file(&path).unwrap_err().to_string().contains("67108865 bytes; a message may have 67108864"));
        File::create(&path).unwrap().set_len(MAX_BYTES).unwrap();
        assert_eq!(read_file(&path).unwrap().len() as u64, MAX_BYTES);
    }
}
