//! The process between the harness and a runner, from which nothing that the runner starts can get away (Linux).
//!
//! Whatever loses its parent below a keeper becomes the keeper's child (`PR_SET_CHILD_SUBREAPER`), wherever it stands in the order
//! of identifiers, and whatever session or group it has put itself into. So the descendants of a keeper are a runner and all that it
//! started, and nothing else. The keeper ends them all when the runner ends, when the harness asks it to, and when the harness ends,
//! killed or not.
//!
//! A keeper is a fork of the harness, which may have threads: it makes system calls only, takes no lock and no memory.

use std::io::{self, PipeReader, PipeWriter};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

use nix::sys::signal::{SigHandler, SigSet, SigmaskHow, Signal as Awaited, signal};
use nix::unistd::{ForkResult, fork};
use rustix::fs::{CWD, Mode, OFlags, RawDir, openat};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, getppid, kill_process, set_child_subreaper,
    set_parent_process_death_signal, setpgid, wait, waitid,
};

/// What asks a keeper to end everything that it keeps.
pub(crate) const END: Signal = Signal::TERM;

/// Has `command` start a keeper, which starts the runner. The runner writes its identifier to the pipe that is returned, and the
/// keeper writes how the runner ended, once nothing is left of what it keeps: four bytes each, of this machine's order.
pub(crate) fn keep(command: &mut Command) -> io::Result<PipeReader> {
    let (told, tell) = io::pipe()?;
    let harness = getpid();
    // SAFETY: between fork and exec, and in the keeper, only system calls are made; nothing is allocated and no lock is taken.
    unsafe { command.pre_exec(move || start(harness, &tell)) };
    Ok(told)
}

/// Divides the process that was to become the runner into keeper and runner. Returns in the runner.
fn start(harness: Pid, tell: &PipeWriter) -> io::Result<()> {
    // Where it is ignored, nobody is told that a child has ended.
    // SAFETY: the default action is no function of this program.
    unsafe { signal(Awaited::SIGCHLD, SigHandler::SigDfl) }?;
    let before = SigSet::all().thread_swap_mask(SigmaskHow::SIG_SETMASK)?;
    set_child_subreaper(Some(getpid()))?;
    die_with(harness, END)?;
    let (open_files, processes) = (folder(c"/proc/self/fd")?, folder(c"/proc")?);
    let keeper = getpid();
    // SAFETY: see above; both processes make system calls only, until the runner is executed.
    match unsafe { fork() }? {
        ForkResult::Parent { child } => keep_until_ended(Pid::from_raw(child.as_raw()), &open_files, &processes, tell),
        ForkResult::Child => {
            setpgid(None, None)?;
            die_with(keeper, Signal::KILL)?;
            before.thread_set_mask()?;
            rustix::io::write(tell, &getpid().as_raw_nonzero().get().to_ne_bytes())?;
            Ok(())
        }
    }
}

/// Asks for a signal when the parent ends.
fn die_with(parent: Pid, signal: Signal) -> io::Result<()> {
    set_parent_process_death_signal(Some(signal))?;
    // It may have ended before the signal was asked for.
    if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
}

fn folder(path: &std::ffi::CStr) -> io::Result<OwnedFd> {
    Ok(openat(CWD, path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
}

fn keep_until_ended(runner: Option<Pid>, open_files: &OwnedFd, processes: &OwnedFd, tell: &PipeWriter) -> ! {
    let kept = [open_files, processes].map(|folder| folder.as_raw_fd());
    // Pipes of the runner must end with it, and locks of the harness with the harness.
    for_each_number(open_files, |fd| {
        if !kept.contains(&fd) && fd != tell.as_raw_fd() {
            let _ = nix::unistd::close(fd);
        }
    });
    let mut ended = 0;
    let mut is_to_end = false;
    loop {
        let options = if is_to_end { WaitOptions::empty() } else { WaitOptions::NOHANG };
        match wait(options) {
            Ok(Some((child, status))) if Some(child) == runner => {
                ended = status.as_raw();
                is_to_end = true;
            }
            Ok(Some(_)) | Err(Errno::INTR) => {}
            // Everything but what is awaited is blocked.
            Ok(None) => is_to_end = awaited().wait() == Ok(Awaited::SIGTERM),
            Err(_) => break,
        }
        // The children of what is killed become children of this process, before it has ended.
        while is_to_end && is_child(WaitId::All) && !kill_children(processes) {}
    }
    let _ = rustix::io::write(tell, &ended.to_ne_bytes());
    // SAFETY: nothing of the harness is to happen at the end of this process, and `_exit` runs nothing.
    unsafe { nix::libc::_exit(0) }
}

fn awaited() -> SigSet {
    SigSet::from_iter([Awaited::SIGCHLD, Awaited::SIGTERM])
}

/// Whether there is such a child, running or ended. Only a child can be waited for, so nobody else's process is ever meant.
fn is_child(which: WaitId<'_>) -> bool {
    waitid(which, WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT).is_ok()
}

/// Kills all children, and says whether there were any.
fn kill_children(processes: &OwnedFd) -> bool {
    let mut any = false;
    for_each_number(processes, |id| {
        if let Some(id) = Pid::from_raw(id)
            && is_child(WaitId::Pid(id))
        {
            any = true;
            let _ = kill_process(id, Signal::KILL);
        }
    });
    any
}

/// Calls `with` for each entry of a folder that is named by a number.
fn for_each_number(folder: &OwnedFd, mut with: impl FnMut(i32)) {
    let _ = rustix::fs::seek(folder, rustix::fs::SeekFrom::Start(0));
    let mut buffer = [MaybeUninit::uninit(); 2048];
    let mut entries = RawDir::new(folder.as_fd(), &mut buffer);
    while let Some(Ok(entry)) = entries.next() {
        if let Some(number) = entry.file_name().to_str().ok().and_then(|name| name.parse().ok()) {
            with(number);
        }
    }
}
