//! A program in other pages of memory than the last time.
//!
//! The system keeps the pages of a program's file for as long as it likes, and all processes of it run from the same ones. Which
//! these are is a matter of luck: two files of the same bytes differed by 2 % in CPU time for days.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// As long as another thread takes to start a process.
const A_MOMENT: Duration = Duration::from_millis(1);

/// How many copies this process has made.
static COPIES: AtomicU64 = AtomicU64::new(0);

/// A copy of a program beside it, which is there until it is dropped. Processes of it go on.
pub struct Placed(PathBuf);

impl Placed {
    /// A copy of `program`, for one process to be started.
    ///
    /// # Errors
    /// If the program cannot be read or the copy not be written.
    pub fn of(program: &Path) -> io::Result<Self> {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let placed = Self(program.with_file_name(format!("{name}-{}-{number}", std::process::id())));
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o755).open(&placed.0)?;
        // Written and not cloned, so that it has pages of its own.
        file.write_all(&fs::read(program)?)?;
        Ok(placed)
    }

    /// Starts it. Another thread may just start a process of its own, which has the copy open for writing for a moment; `kind` tells of
    /// an error whether that is the reason.
    pub fn start<T, E>(&self, start: impl Fn(&Path) -> Result<T, E>, kind: impl Fn(&E) -> ErrorKind) -> Result<T, E> {
        const AGAIN: usize = 100;
        for _ in 0..AGAIN {
            match start(&self.0) {
                Err(error) if kind(&error) == ErrorKind::ExecutableFileBusy => std::thread::sleep(A_MOMENT),
                started => return started,
            }
        }
        start(&self.0)
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        // One that stays takes a megabyte of a cache, and no more.
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
        let says_hi = |program: &Path| Command::new(program).args(["-c", "echo hi"]).output();
        let output = placed.start(says_hi, io::Error::kind).unwrap();
        assert_eq!(output.stdout, b"hi\n");
        drop(placed);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(Placed::of(&folder.path().join("nothing")).is_err());
    }
}
