//! A result that a worker keeps until somebody has fetched it, since its folder is gone when the worker is.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::collect::collect_folder;
use crate::document::{PartResult, write_whole};
use crate::error::Error;

/// The name and version of the form of [`Kept`].
const KEPT: &str = "wirecost.part-kept/1";
/// The file that says that a result was fetched.
const FETCHED: &str = "fetched";
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A worker has left its result, and keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The name and version of the form.
    pub schema: String,
    /// Which part, from 0 on.
    pub rank: u64,
}

impl Kept {
    /// That of a part.
    pub fn new(rank: u64) -> Self {
        Self { schema: KEPT.into(), rank }
    }

    /// As one line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|fault| unreachable!("a sign of life: {fault}"))
    }

    /// Reads a line, if it is one of this kind.
    pub(crate) fn from_line(line: &str) -> Option<Kept> {
        serde_json::from_str::<Kept>(line).ok().filter(|kept| kept.schema == KEPT)
    }
}

/// Waits until the result in a folder was fetched, `is_ended` says so, or the time is over.
pub fn keep(folder: &Path, longest: Duration, is_ended: impl Fn() -> bool) {
    let start = Instant::now();
    while start.elapsed() < longest && !is_ended() && !folder.join(FETCHED).exists() {
        thread::sleep(LOOK_EVERY);
    }
}

/// The file of the result that a worker keeps in a folder.
///
/// # Errors
/// [`Error::File`] if there is none.
pub fn kept(folder: &Path) -> Result<PathBuf, Error> {
    let (parts, _) = collect_folder(folder)?;
    let none = || Error::file(folder)(std::io::Error::other("no result is in it yet"));
    parts.into_iter().find_map(|found| found.file.filter(|_| found.rank.is_some())).ok_or_else(none)
}

/// Says to the worker that keeps a result that it was fetched.
///
/// # Errors
/// [`Error::File`] if that cannot be written.
pub fn release(folder: &Path) -> Result<(), Error> {
    if folder.join(FETCHED).exists() { Ok(()) } else { write_whole(folder, FETCHED, "") }
}

/// Takes what a worker handed over for the result of a part of a run, and writes it into the folder of the run.
pub(crate) fn take(text: &str, run: &str, rank: u64, folder: &Path) -> Result<(), String> {
    let result = PartResult::from_text(text).map_err(|fault| fault.to_string())?;
    if (result.run.as_str(), result.rank) != (run, rank) {
        return Err(format!("it is part {} of the run {}", result.rank, result.run));
    }
    // As it came: whoever merges checks it again.
    write_whole(folder, &PartResult::file_name(rank), text).map_err(|fault| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::tests::failed;

    #[test]
    fn a_result_is_kept_until_it_was_fetched() {
        let [pod, run] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        assert!(kept(pod.path()).unwrap_err().to_string().contains("no result is in it yet"));
        failed(1).write(pod.path()).unwrap();
        let text = std::fs::read_to_string(kept(pod.path()).unwrap()).unwrap();
        assert!(take(&text[..text.len() - 9], "r", 1, run.path()).unwrap_err().contains("cut off"));
        assert!(take(&text, "other", 1, run.path()).unwrap_err().contains("part 1 of the run r"));
        assert!(take(&text, "r", 0, run.path()).is_err());
        take(&text, "r", 1, run.path()).unwrap();
        assert_eq!(std::fs::read_to_string(run.path().join("part-1.json")).unwrap(), text);
        release(pod.path()).unwrap();
        release(pod.path()).unwrap();
        // It ends at once, or this test does not.
        keep(pod.path(), Duration::MAX, || false);
    }

    #[test]
    fn the_sign_is_read_as_it_was_written() {
        assert_eq!(Kept::from_line(&Kept::new(3).to_line()), Some(Kept::new(3)));
        assert_eq!(Kept::from_line("{}"), None);
    }
}
