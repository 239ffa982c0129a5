//! The files of a store, as the disk would have them after a power cut.
//!
//! The library has kept account in the folder `.power-cut`: `names` is what the folder had at the last sync, `disk/INODE` the
//! synced content of a file, `live/INODE` the file itself, and `marks/INODE` what was written since.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

/// The folder of the account, within that of the store.
const ACCOUNT: &str = ".power-cut";
/// Blocks and the head of `struct marks`, bytes.
const BLOCK_BYTES: usize = 4096;
const HEAD_BYTES: u64 = 4096;

/// Why nothing can be said.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AccountError {
    /// The library gave up.
    #[error("the library that records writes failed: {0}")]
    Broken(String),
    /// Something was written that the library has not seen.
    #[error(
        "{0} was written past the C library, by system calls of the store's own: its syncs would not be seen either"
    )]
    Unseen(String),
    /// The account cannot be read, or the files cannot be put back.
    #[error("putting back what was synced: {0}")]
    Io(#[from] io::Error),
}

/// A name that the folder had at the last sync.
#[derive(Debug)]
struct Name {
    kind: Kind,
    mode: u32,
    inode: u64,
    path: PathBuf,
}

#[derive(Debug)]
enum Kind {
    File,
    Folder,
    /// With what it leads to.
    Link(PathBuf),
}

/// Puts in place what was synced of the files of a store whose processes have ended, and removes the account. How many syncs
/// there were.
///
/// # Errors
/// If the log of writes is not complete.
pub(crate) fn fall_back(folder: &Path) -> Result<u64, AccountError> {
    let account = folder.join(ACCOUNT);
    if let Ok(reason) = fs::read_to_string(account.join("broken")) {
        return Err(AccountError::Broken(reason.trim_end().to_owned()));
    }
    check(folder, &account)?;
    let syncs = syncs(folder)?;
    put_back(folder, &account)?;
    fs::remove_dir_all(&account)?;
    Ok(syncs)
}

/// How many syncs there were until now.
pub(crate) fn syncs(folder: &Path) -> io::Result<u64> {
    let bytes = fs::read(folder.join(ACCOUNT).join("syncs"))?;
    Ok(bytes.first_chunk().map_or(0, |bytes| u64::from_ne_bytes(*bytes)))
}

/// Looks for what was written without being seen: a block that is not as it was synced, and is not marked.
fn check(folder: &Path, account: &Path) -> Result<(), AccountError> {
    for path in files(folder)? {
        let inode = fs::metadata(&path)?.ino().to_string();
        let name = || path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        let marks = match File::open(account.join("marks").join(&inode)) {
            Ok(marks) => marks,
            Err(_) if fs::metadata(&path)?.len() == 0 => continue,
            Err(_) => return Err(AccountError::Unseen(name())),
        };
        let word = |at: u64| -> io::Result<u64> {
            let mut bytes = [0; 8];
            marks.read_exact_at(&mut bytes, at).map(|()| u64::from_ne_bytes(bytes))
        };
        // Written through a mapping or a stream, in the middle of a write or a sync when the power went, or truncated: what is
        // not marked says nothing.
        if [word(0)?, word(8)?, word(16)?, word(24)?] != [0; 4] {
            continue;
        }
        let (live, disk) = (File::open(&path)?, File::open(account.join("disk").join(&inode))?);
        let (mut now, mut then) = ([0; BLOCK_BYTES], [0; BLOCK_BYTES]);
        for block in 0.. {
            let bytes = read_at(&live, &mut now, block)?;
            if bytes == 0 {
                break;
            }
            // Behind the end of what was synced there are zeros until something is written.
            let synced = read_at(&disk, &mut then, block)?;
            then[synced..].fill(0);
            let is_marked = word(HEAD_BYTES + block / 64 * 8)? >> (block % 64) & 1 == 1;
            if !is_marked && now[..bytes] != then[..bytes] {
                return Err(AccountError::Unseen(name()));
            }
        }
    }
    Ok(())
}

/// Reads a block; how many bytes of it there are.
fn read_at(file: &File, block: &mut [u8; BLOCK_BYTES], number: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < BLOCK_BYTES {
        match file.read_at(&mut block[filled..], number * BLOCK_BYTES as u64 + filled as u64)? {
            0 => break,
            bytes => filled += bytes,
        }
    }
    Ok(filled)
}

/// The regular files in a folder and below it.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() && entry.file_name() != ACCOUNT {
            found.extend(files(&entry.path())?);
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// Gives the folder the names and contents that were synced.
fn put_back(folder: &Path, account: &Path) -> io::Result<()> {
    let names = names(&fs::read(account.join("names"))?)?;
    let kept: BTreeSet<&Path> = names.iter().map(|name| name.path.as_path()).collect();
    remove_others(folder, folder, &kept)?;
    let mut made: BTreeMap<u64, PathBuf> = BTreeMap::new();
    for Name { kind, mode, inode, path } in &names {
        let path = folder.join(path);
        match kind {
            Kind::Folder => match fs::create_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                result => result?,
            },
            Kind::Link(target) => {
                remove_if_there(&path)?;
                symlink(target, &path)?;
                continue;
            }
            Kind::File => {
                // A file that was not synced has its name, and nothing in it.
                let content = match fs::read(account.join("disk").join(inode.to_string())) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                    content => content?,
                };
                let is_same = fs::symlink_metadata(&path).is_ok_and(|of| of.ino() == *inode);
                if !is_same {
                    remove_if_there(&path)?;
                    if let Some(other) = made.get(inode) {
                        fs::hard_link(other, &path)?;
                        continue;
                    }
                }
                // A file that is as it was is not touched: one of them is locked.
                if !is_same || fs::read(&path)? != content {
                    fs::write(&path, content)?;
                }
                made.insert(*inode, path.clone());
            }
        }
        fs::set_permissions(&path, Permissions::from_mode(*mode))?;
    }
    Ok(())
}

/// Removes what had no name at the last sync.
fn remove_others(folder: &Path, below: &Path, kept: &BTreeSet<&Path>) -> io::Result<()> {
    for entry in fs::read_dir(below)? {
        let path = entry?.path();
        let name = path.strip_prefix(folder).unwrap_or(&path);
        if name == Path::new(ACCOUNT) {
            continue;
        }
        let is_folder = fs::symlink_metadata(&path)?.is_dir();
        match (is_folder, kept.contains(name)) {
            (true, true) => remove_others(folder, &path, kept)?,
            (true, false) => fs::remove_dir_all(&path)?,
            (false, true) => {}
            (false, false) => fs::remove_file(&path)?,
        }
    }
    Ok(())
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(of) if of.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    }
}

/// Reads the list of names.
fn names(list: &[u8]) -> io::Result<Vec<Name>> {
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "the list of names is broken");
    let path = |bytes: &[u8]| PathBuf::from(std::ffi::OsStr::from_bytes(bytes));
    let mut words = list.split(|byte| *byte == 0);
    let mut names = Vec::new();
    while let Some(record) = words.next().filter(|record| !record.is_empty()) {
        let fields: Vec<&[u8]> = record.splitn(4, |byte| *byte == b' ').collect();
        let [kind, mode, inode, name] = fields[..] else { return Err(broken()) };
        let text = |bytes| std::str::from_utf8(bytes).map_err(|_| broken());
        let kind = match kind {
            b"f" => Kind::File,
            b"d" => Kind::Folder,
            b"l" => Kind::Link(path(words.next().ok_or_else(broken)?)),
            _ => return Err(broken()),
        };
        let mode = u32::from_str_radix(text(mode)?, 8).map_err(|_| broken())?;
        let inode = text(inode)?.parse().map_err(|_| broken())?;
        names.push(Name { kind, mode, inode, path: path(name) });
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_names_is_read() {
        let list = b"d 700 5 a folder\0f 644 6 a folder/x y\0l 777 7 link\0a folder\0";
        let names = names(list).unwrap();
        assert_eq!(names.len(), 3);
        assert!(matches!(&names[2].kind, Kind::Link(target) if target == Path::new("a folder")));
        assert_eq!((names[1].mode, names[1].inode, names[1].path.as_path()), (0o644, 6, Path::new("a folder/x y")));
        for broken in [&b"f 644 6\0"[..], b"x 1 2 a\0", b"f 9 2 a\0", b"l 777 7 link"] {
            assert!(super::names(broken).is_err(), "{broken:?}");
        }
    }

    #[test]
    fn writes_missing_from_the_log_are_found() {
        let room = std::env::temp_dir().join(format!("wirecost-unseen-{}", std::process::id()));
        let account = room.join(ACCOUNT);
        for kind in ["disk", "marks"] {
            fs::create_dir_all(account.join(kind)).unwrap();
        }
        let file = room.join("log");
        fs::write(&file, [1; 5000]).unwrap();
        let inode = fs::metadata(&file).unwrap().ino().to_string();
        let mut marks = vec![0; HEAD_BYTES as usize + 8];
        let checked = |marks: &[u8], synced: &[u8]| {
            fs::write(account.join("marks").join(&inode), marks).unwrap();
            fs::write(account.join("disk").join(&inode), synced).unwrap();
            check(&room, &account)
        };
        assert!(checked(&marks, &[1; 5000]).is_ok());
        let unseen = checked(&marks, &[1; 4096]).unwrap_err().to_string();
        assert!(unseen.starts_with("log was written past the C library"), "{unseen}");
        marks[HEAD_BYTES as usize] = 2;
        assert!(checked(&marks, &[1; 4096]).is_ok(), "the second block is marked");
        assert!(checked(&marks, &[2; 4096]).is_err(), "and the first is not");
        for (head, why) in [(0, "mapped"), (8, "being written"), (16, "truncated"), (24, "being synced")] {
            marks[head] = 1;
            assert!(checked(&marks, &[2; 4096]).is_ok(), "the marks of a file that is {why} tell nothing");
            marks[head] = 0;
        }
        fs::remove_dir_all(&room).unwrap();
    }
}
