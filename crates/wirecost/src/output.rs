//! Output files: every verb that writes where the user says so writes through here.
//!
//! A regular file appears as a whole or not at all: its content is written beside it and renamed over it. Symbolic links are
//! followed to what they stand for. A device, a pipe or a socket is written to and never replaced. `-` is standard output.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, bail, ensure};
use tempfile::NamedTempFile;

/// What stands for standard output.
const STDOUT: &str = "-";

/// Whether a document goes to standard output, so that what people read has no place there.
static IS_STDOUT_TAKEN: AtomicBool = AtomicBool::new(false);

/// Symbolic links that are followed one after the other, as the kernel counts them.
const MOST_LINKS: usize = 40;

/// What stands where a file is to be written.
enum Destination {
    /// A regular file that can be replaced.
    File(PathBuf, Metadata),
    /// Nothing yet.
    Nothing(PathBuf),
    /// A regular file that must keep its identity: it has other names, or it is an open file of this process.
    Kept(PathBuf),
    /// A device or a pipe.
    Special(PathBuf),
    /// A socket of this machine.
    #[cfg(unix)]
    Socket(PathBuf),
}

/// Whether a path stands for standard output, which is a document's from now on.
fn takes_stdout(path: &Path) -> bool {
    let takes = path == Path::new(STDOUT);
    IS_STDOUT_TAKEN.fetch_or(takes, Ordering::Relaxed);
    takes
}

/// Whether standard output is a document's.
pub fn is_stdout_taken() -> bool {
    IS_STDOUT_TAKEN.load(Ordering::Relaxed)
}

/// Writes a file as a whole, and makes its folder; the error names the file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    write_with(path, |out| Ok(out.write_all(content.as_ref())?))
}

/// Writes a file as a whole or, where `work` fails, not at all. What is no regular file gets what `work` wrote so far.
pub fn write_with(path: &Path, work: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    write_to(path, work).map_err(|error| named(error, path))
}

/// The error with the file, where the system would not write it: a full disk names none.
fn named(error: anyhow::Error, path: &Path) -> anyhow::Error {
    let is_named = error.to_string().contains(&*path.to_string_lossy());
    match error.downcast_ref::<io::Error>() {
        Some(_) if path == Path::new(STDOUT) => error.context("cannot write to standard output"),
        Some(_) if !is_named => error.context(format!("cannot write {}", path.display())),
        _ => error,
    }
}

fn write_to(path: &Path, work: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if takes_stdout(path) {
        return through(BufWriter::new(io::stdout().lock()), work);
    }
    make_folder(path)?;
    match place(path).with_context(cannot)? {
        Destination::File(target, before) => replace(path, &target, Some(&before), work),
        Destination::Nothing(target) => replace(path, &target, None, work),
        Destination::Kept(target) => fill(path, &target, work),
        Destination::Special(target) => {
            through(BufWriter::new(OpenOptions::new().write(true).open(target).with_context(cannot)?), work)
        }
        #[cfg(unix)]
        Destination::Socket(target) => {
            through(BufWriter::new(std::os::unix::net::UnixStream::connect(target).with_context(cannot)?), work)
        }
    }
}

/// Opens a file that is written bit by bit and holds what others must not see, such as a record of traffic. It is emptied
/// first, and only its owner may read it, whoever might before.
pub fn private_stream(path: &Path) -> anyhow::Result<File> {
    let cannot = || format!("cannot write {}", path.display());
    #[cfg(unix)]
    if takes_stdout(path) {
        return Ok(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned().with_context(cannot)?.into());
    }
    make_folder(path)?;
    let special = !matches!(place(path).with_context(cannot)?, Destination::File(..) | Destination::Nothing(_));
    let mut options = OpenOptions::new();
    options.write(true).create(!special).truncate(!special);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).with_context(cannot)?;
    #[cfg(unix)]
    if !special {
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600)).with_context(cannot)?;
    }
    Ok(file)
}

/// Finds out before the work that a file cannot be written after it. Nothing is changed.
///
/// # Errors
/// If the file or its folder cannot be written, with the name of the file.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if takes_stdout(path) {
        return Ok(());
    }
    match place(path).with_context(cannot)? {
        Destination::File(target, _) | Destination::Kept(target) => {
            OpenOptions::new().write(true).open(target).map(drop).with_context(cannot)
        }
        Destination::Nothing(target) => {
            let folder = target.ancestors().skip(1).find(|folder| folder.as_os_str().is_empty() || folder.exists());
            let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            ensure!(folder.is_dir(), "{}: {} is not a folder", cannot(), folder.display());
            tempfile::tempfile_in(folder).map(drop).with_context(cannot)
        }
        // Opening a pipe waits for its reader; whether it can be written shows when it is.
        Destination::Special(_) => Ok(()),
        #[cfg(unix)]
        Destination::Socket(_) => Ok(()),
    }
}

fn make_folder(path: &Path) -> anyhow::Result<()> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display())),
        None => Ok(()),
    }
}

fn place(path: &Path) -> anyhow::Result<Destination> {
    let found = match std::fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Destination::Nothing(target(path)?)),
        // A part of the path that is a file is no folder to write in.
        Err(error) => return Err(error.into()),
    };
    if found.is_dir() {
        bail!("it is a folder");
    }
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_socket(&found.file_type()) && !is_descriptor(path) {
        return Ok(Destination::Socket(path.to_owned()));
    }
    if !found.is_file() {
        return Ok(Destination::Special(path.to_owned()));
    }
    if is_descriptor(path) || has_other_names(&found) {
        return Ok(Destination::Kept(path.to_owned()));
    }
    Ok(Destination::File(target(path)?, found))
}

/// Whether a path stands for an open file of this process, as /dev/stdout does.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"].iter().any(|place| path.starts_with(place))
}

#[cfg(unix)]
fn has_other_names(found: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(found) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// The path at the end of a chain of symbolic links, whether or not something is there.
fn target(path: &Path) -> anyhow::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = std::fs::read_link(&target) else { return Ok(target) };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    bail!("too many symbolic links")
}

/// Writes beside `target` and renames; `path` is how the user calls it.
fn replace(
    path: &Path,
    target: &Path,
    before: Option<&Metadata>,
    work: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".wirecost-").suffix(".partial");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let aside = match builder.tempfile_in(folder) {
        Ok(aside) => aside,
        // A file can be open for writing in a folder that is not.
        Err(_) if before.is_some() => return fill(path, target, work),
        Err(error) => return Err(error).with_context(cannot),
    };
    if let Some(before) = before {
        // A file that must not be written is not replaced either.
        OpenOptions::new().write(true).open(target).with_context(cannot)?;
        aside.as_file().set_permissions(before.permissions()).with_context(cannot)?;
    }
    through(BufWriter::new(aside.as_file()), work)?;
    // The rename must not reach the disk before the content.
    aside.as_file().sync_data().with_context(cannot)?;
    aside.persist(target).map(drop).map_err(|error| error.error).with_context(cannot)
}

/// Writes elsewhere, then fills the file that stands: what `work` reads may be that very file.
fn fill(path: &Path, target: &Path, work: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let aside = NamedTempFile::new().with_context(cannot)?;
    through(BufWriter::new(aside.as_file()), work)?;
    let mut from = aside.reopen().with_context(cannot)?;
    let mut options = OpenOptions::new();
    // What is open already may hold what others wrote to it.
    let mut to = if is_descriptor(path) { options.append(true) } else { options.write(true).truncate(true) }
        .open(target)
        .with_context(cannot)?;
    io::copy(&mut from, &mut to).map(drop).with_context(cannot)
}

fn through<W: Write>(mut out: W, work: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>) -> anyhow::Result<()> {
    work(&mut out)?;
    Ok(out.flush()?)
}

/// A document that names its form.
#[derive(serde::Serialize)]
pub struct Document<'a, T> {
    /// The name and version of its form, such as `wirecost.list/1`.
    pub schema: &'static str,
    #[serde(flatten)]
    pub content: &'a T,
}

/// A document of the form `schema` as text.
pub fn document(schema: &'static str, content: &impl serde::Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(&Document { schema, content })?)
}

/// Prints a document of the form `schema`.
pub fn print_document(schema: &'static str, content: &impl serde::Serialize) -> anyhow::Result<ExitCode> {
    print(&document(schema, content)?)
}

/// Prints a text to standard output, with styles only where they can be seen; where a document goes there, to standard error. A reader
/// that has seen enough, such as `head`, changes nothing of what the verb does and of the code that it ends with.
pub fn print(text: &str) -> anyhow::Result<ExitCode> {
    let text = text.trim_end();
    let written =
        if is_stdout_taken() { writeln!(anstream::stderr(), "{text}") } else { writeln!(anstream::stdout(), "{text}") };
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(named(error.into(), Path::new(STDOUT))),
        _ => Ok(ExitCode::SUCCESS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_link_is_followed_whether_or_not_its_end_exists() {
        let folder = folder();
        let [end, middle, link] = ["sub/end", "sub/middle", "link"].map(|name| folder.path().join(name));
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        symlink("end", &middle).unwrap();
        symlink("sub/middle", &link).unwrap();
        for content in ["new", "again"] {
            write(&link, content).unwrap();
            assert_eq!(read(&end), content);
            assert!(link.is_symlink() && middle.is_symlink());
        }
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(write(&circle, "x").is_err());
    }

    #[test]
    fn a_device_and_a_link_to_one_stay_what_they_are() {
        let folder = folder();
        let link = folder.path().join("null");
        symlink("/dev/null", &link).unwrap();
        write(&link, "gone").unwrap();
        assert!(link.is_symlink());
        assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        let said = format!("{:#}", write(Path::new("/dev/full"), "no room").unwrap_err());
        assert!(said.starts_with("cannot write /dev/full: No space left on device"), "{said}");
        assert!(std::fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    }

    #[test]
    fn a_pipe_and_a_socket_are_written_to() {
        let folder = folder();
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::read_to_string(pipe).unwrap()
        });
        write(&pipe, "through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());

        let socket = folder.path().join("socket");
        let listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        write(&socket, "heard").unwrap();
        assert_eq!(io::read_to_string(listener.accept().unwrap().0).unwrap(), "heard");
        assert!(std::fs::metadata(&socket).unwrap().file_type().is_socket());
    }

    #[test]
    fn a_failure_leaves_the_file_unchanged() {
        let folder = folder();
        let path = folder.path().join("file");
        write(&path, "before").unwrap();
        let failing = |out: &mut dyn Write| {
            out.write_all(b"half")?;
            bail!("stopped")
        };
        assert!(write_with(&path, failing).is_err());
        assert_eq!(read(&path), "before");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no partial file stays");
    }

    #[test]
    fn a_file_keeps_its_mode_and_its_other_names() {
        let folder = folder();
        let [path, other] = ["file", "other"].map(|name| folder.path().join(name));
        write(&path, "1").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        write(&path, "2").unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        std::fs::hard_link(&path, &other).unwrap();
        write(&path, "3").unwrap();
        assert_eq!(read(&other), "3");
    }

    #[test]
    fn a_check_changes_nothing_and_sees_what_cannot_be_written() {
        let folder = folder();
        let [file, new] = ["file", "a/b/new"].map(|name| folder.path().join(name));
        write(&file, "kept").unwrap();
        check(&file).unwrap();
        check(&new).unwrap();
        assert_eq!(read(&file), "kept");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        for bad in [file.join("below"), folder.path().to_owned(), file.join("far/below")] {
            assert!(check(&bad).unwrap_err().to_string().contains(&bad.display().to_string()), "{}", bad.display());
        }
    }

    #[test]
    fn a_private_file_is_for_its_owner_even_where_it_stood_before() {
        let folder = folder();
        let path = folder.path().join("log");
        write(&path, "old and long").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        private_stream(&path).unwrap().write_all(b"new").unwrap();
        assert_eq!(read(&path), "new");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
