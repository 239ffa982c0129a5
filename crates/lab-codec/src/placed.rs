//! A program in other pages of memory than the last time.
//!
//! The system keeps the pages of a program's file for as long as it likes, and all processes of it run from the same ones. Which
//! these are is a matter of luck: two files of the same bytes differed by 2 % in CPU time for days.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// A copy of a program beside it, which is there until it is dropped. Processes of it go on.
pub struct Placed(PathBuf);

impl Placed {
    /// A copy of `program`, for one process to be started.
    ///
    /// # Errors
    /// If the program cannot be read or the copy not be written.
    pub fn of(program: &Path) -> io::Result<Self> {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let placed = Self(program.with_file_name(format!("{name}-{}", std::process::id())));
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o755).open(&placed.0)?;
        // Written and not cloned, so that it has pages of its own.
        io::Write::write_all(&mut file, &fs::read(program)?)?;
        Ok(placed)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        // What is left of a killed run is written over by one of the same number.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_copy_runs_and_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("runner");
        fs::copy("/bin/sh", &program).unwrap();
        let placed = Placed::of(&program).unwrap();
        let output = Command::new(placed.path()).args(["-c", "echo hi"]).output().unwrap();
        assert_eq!(output.stdout, b"hi\n");
        drop(placed);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(Placed::of(&folder.path().join("nothing")).is_err());
    }
}
