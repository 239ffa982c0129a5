//! The folder of a server: private, locked while it is in use, and removed by a later run where its own was killed.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Once;

use crate::error::Error;

/// How the names of these folders begin; 32 hexadecimal digits follow.
const PREFIX: &str = "wirecost-";

/// The file whose lock says that the folder is in use. A process that is killed loses its locks.
const LOCK: &str = ".in-use";

/// A folder that only this user can look into. Dropping it removes it.
#[derive(Debug)]
pub struct Room {
    path: PathBuf,
    _lock: File,
}

impl Room {
    /// Makes a folder named by `nonce`. The first one that a process makes also removes those that nobody uses any more.
    pub fn new(nonce: &str) -> Result<Self, Error> {
        static SWEPT: Once = Once::new();
        let place = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&place));
        let path = place.join(format!("{PREFIX}{nonce}"));
        let made = DirBuilder::new().mode(0o700).create(&path).and_then(|()| lock(&path));
        match made {
            Ok(lock) => Ok(Self { path, _lock: lock }),
            Err(source) => Err(Error::File { path, source }),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // What cannot be removed is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Makes and locks the lock file of `folder`. The file gets its name when it is locked: another process that met it
/// before would take the folder for one that nobody uses.
fn lock(folder: &Path) -> io::Result<File> {
    let unnamed = folder.join(".locking");
    let file = File::create(&unnamed)?;
    file.lock()?;
    fs::rename(&unnamed, folder.join(LOCK))?;
    Ok(file)
}

/// Removes the folders in `place` whose process is gone. A folder without the file is about to get it, or none of ours.
fn sweep(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let nonce = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let is_ours = nonce.is_some_and(|n| n.len() == 32 && n.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_ours || !is_folder {
            continue;
        }
        let lock = File::options().write(true).open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            // What belongs to another user stays.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_in_use_is_never_swept_however_new_it_is() {
        let place = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let maker = scope.spawn(|| {
                for number in 0..2_000 {
                    let path = place.path().join(format!("{PREFIX}{number:032x}"));
                    fs::create_dir(&path).unwrap();
                    let _held = lock(&path).unwrap();
                    assert!(path.exists(), "{}", path.display());
                    fs::remove_dir_all(&path).unwrap();
                }
            });
            while !maker.is_finished() {
                sweep(place.path());
            }
        });
    }

    #[test]
    fn only_folders_of_dead_processes_are_swept() {
        let place = tempfile::tempdir().unwrap();
        let make = |name: &str, with_lock: bool| {
            let path = place.path().join(name);
            fs::create_dir(&path).unwrap();
            fs::write(path.join("stderr"), "last words").unwrap();
            if with_lock {
                fs::write(path.join(LOCK), "").unwrap();
            }
            path
        };
        let [dead, alive, new] = ["a", "b", "c"].map(|digit| format!("{PREFIX}{}", digit.repeat(32)));
        let (dead, alive, new) = (make(&dead, true), make(&alive, true), make(&new, false));
        let foreign = make("wirecost-report", true);
        let held = lock(&alive).unwrap();
        sweep(place.path());
        assert!(!dead.exists(), "its process is gone");
        assert!(alive.exists() && new.exists() && foreign.exists());
        drop(held);
        sweep(place.path());
        assert!(!alive.exists());
    }
}
