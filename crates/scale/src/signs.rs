//! Signs of life of a worker: lines of its output, or files.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::document::{host_name, write_whole};
use crate::error::Error;

/// The name and version of the form of [`BeginSign`].
const BEGUN: &str = "wirecost.part-begun/1";
/// The name and version of the form of [`ProgressSign`].
const GOING: &str = "wirecost.part-going/1";

/// A worker has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeginSign {
    /// The name and version of the form.
    pub schema: String,
    /// The run.
    pub run: String,
    /// Which part, from 0 on.
    pub rank: u64,
    /// The machine.
    pub host: String,
    /// The process.
    pub pid: u32,
}

impl BeginSign {
    /// This process.
    pub fn here(run: &str, rank: u64) -> Self {
        Self { schema: BEGUN.into(), run: run.into(), rank, host: host_name(), pid: std::process::id() }
    }

    /// The name of the file of a part.
    pub(crate) fn file_name(rank: u64) -> String {
        format!("part-{rank}.begun.json")
    }

    /// Writes it into a folder.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be written, or is there already.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        write_whole(folder, &Self::file_name(self.rank), &(self.to_line() + "\n"))
    }

    /// As one line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|fault| unreachable!("a sign of life: {fault}"))
    }

    /// Reads a line, if it is one of this kind.
    pub(crate) fn from_line(line: &str) -> Option<BeginSign> {
        serde_json::from_str::<BeginSign>(line).ok().filter(|begun| begun.schema == BEGUN)
    }
}

/// How far a worker is. Its lines are shorter than what engines cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgressSign {
    /// The name and version of the form.
    pub schema: String,
    /// Which part, from 0 on.
    pub rank: u64,
    /// Seconds from the start of the window; negative in the warm-up.
    pub at_s: f64,
    /// Good answers per second.
    pub ok_per_s: f64,
    /// Requests that failed so far.
    pub errors: u64,
}

impl ProgressSign {
    /// How far a part is.
    pub fn new(rank: u64, at_s: f64, ok_per_s: f64, errors: u64) -> Self {
        Self { schema: GOING.into(), rank, at_s, ok_per_s, errors }
    }

    /// As one line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|fault| unreachable!("a sign of life: {fault}"))
    }

    /// Reads a line, if it is one of this kind.
    pub(crate) fn from_line(line: &str) -> Option<ProgressSign> {
        serde_json::from_str::<ProgressSign>(line).ok().filter(|going| going.schema == GOING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_short_lines_that_differ() {
        let (begun, going) = (BeginSign::here("r", 2), ProgressSign::new(2, -0.5, 100.0, 3));
        assert_eq!(BeginSign::from_line(&begun.to_line()).unwrap(), begun);
        assert_eq!(ProgressSign::from_line(&going.to_line()).unwrap(), going);
        assert!(
            ProgressSign::from_line(&begun.to_line()).is_none() && BeginSign::from_line(&going.to_line()).is_none()
        );
        assert!(begun.to_line().len() < 500 && going.to_line().len() < 500);
    }
}
