//! The process between the harness and a runner, from which nothing that the runner starts can get away (Linux).
//!
//! Whatever loses its parent below a keeper becomes the keeper's child (`PR_SET_CHILD_SUBREAPER`), wherever it stands in the order
//! of identifiers, and whatever session or group it has put itself into. So the descendants of a keeper are a runner and all that it
//! started, and nothing else. The keeper ends them all when the runner ends, when the harness asks it to, and when the harness ends,
//! killed or not.
//!
//! A keeper shares the memory of the harness, as a thread does: a copy would cost the harness a page fault for each page that it writes to
//! while the runner lives. It also has the stack and the thread-local variables of a thread of its own, which does nothing but wait for it.
//! It makes system calls only, takes no lock and no memory, so that nothing is missing in the harness if somebody kills it.

use std::ffi::{c_int, c_void};
use std::io::{self, PipeReader, Read as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, IntoRawFd as _, OwnedFd, RawFd};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nix::libc;
use nix::sys::signal::{SigHandler, SigSet, Signal as Awaited, signal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, OFlags, RawDir, openat};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, getppid, kill_process, kill_process_group,
    set_child_subreaper, set_parent_process_death_signal, wait, waitid, waitpid,
};

use crate::program::Program;

/// What asks a keeper to end everything that it keeps.
const END: Signal = Signal::TERM;

/// What a keeper may put on its stack, in bytes.
const STACK: usize = 256 * 1024;

/// A keeper, as the harness sees it.
pub(crate) struct Keeper {
    pub(crate) id: Pid,
    pub(crate) runner: Pid,
    /// Four bytes once nothing is left of what is kept: how the runner ended, in this machine's order.
    told: PipeReader,
    thread: Option<JoinHandle<()>>,
}

/// What a keeper is given, in memory that it shares.
struct Task {
    program: Program,
    harness: Pid,
    tell: RawFd,
    /// Where it tells the identifier of the runner, or an error of the system as a number below 0.
    started: Arc<AtomicI32>,
}

impl Keeper {
    /// Starts a keeper, which starts the runner with these as its standard input, output and error.
    pub(crate) fn start(command: &Command, streams: &[OwnedFd; 3]) -> io::Result<Self> {
        let program = Program::of(command, streams)?;
        let (mut told, tell) = io::pipe()?;
        let started = Arc::default();
        let task = Task { program, harness: getpid(), tell: tell.into_raw_fd(), started: Arc::clone(&started) };
        let thread = std::thread::Builder::new().name("keeper".into()).spawn(move || serve(task))?;
        // The keeper's identifier. Without one, there is none.
        let mut id = [0; size_of::<i32>()];
        let has_begun = told.read_exact(&mut id);
        let id = has_begun.ok().and_then(|()| Pid::from_raw(i32::from_ne_bytes(id)));
        match (id, started.load(Ordering::SeqCst)) {
            (_, error @ ..0) => Err(io::Error::from_raw_os_error(-error)),
            (Some(id), runner) => {
                let runner = Pid::from_raw(runner).ok_or(io::ErrorKind::BrokenPipe)?;
                Ok(Self { id, runner, told, thread: Some(thread) })
            }
            (None, _) => {
                Err(io::Error::other("the process that wirecost keeps with it was killed, or could not be started"))
            }
        }
    }

    /// Whether it has not ended.
    pub(crate) fn is_running(&self) -> bool {
        poll(&mut [PollFd::new(&self.told, PollFlags::IN)], Some(&Timespec::default())) == Ok(0)
    }

    /// Asks it to end what it keeps.
    pub(crate) fn end(&self) {
        // A runner may have stopped its keeper.
        for signal in [END, Signal::CONT] {
            let _ = kill_process(self.id, signal);
        }
    }

    /// Waits for so long at most until nothing is left of what it keeps, and tells how the runner ended. None also if it was killed.
    pub(crate) fn ended_within(&mut self, time: Duration) -> Option<ExitStatus> {
        crate::pipe::wait(&self.told, PollFlags::IN, Instant::now() + time).ok()?;
        let mut status = [0; size_of::<i32>()];
        let told = self.told.read_exact(&mut status);
        let _ = self.thread.take().map(JoinHandle::join);
        told.ok().map(|()| ExitStatus::from_raw(i32::from_ne_bytes(status)))
    }
}

/// Starts the process, and waits for its end: until then, this thread's memory is that of the process.
fn serve(mut task: Task) {
    let _ = SigSet::all().thread_block();
    let mut stack = vec![MaybeUninit::<u128>::uninit(); STACK / size_of::<u128>()];
    let tell = task.tell;
    // SAFETY: the stack and the task live until the process has ended, and this thread touches neither them nor what is its own alone.
    let id = unsafe {
        let (top, task) = (stack.as_mut_ptr_range().end, &raw mut task);
        libc::clone(keep, top.cast(), libc::CLONE_VM | libc::SIGCHLD, task.cast())
    };
    // The process has a descriptor of its own.
    // SAFETY: nobody else uses this one.
    unsafe { rustix::io::close(tell) };
    let Some(id) = Pid::from_raw(id.max(0)) else { return };
    let ended = loop {
        match waitpid(Some(id), WaitOptions::empty()) {
            Ok(Some((_, status))) => break Some(status),
            Err(Errno::CHILD) => break None,
            // A signal that stops and continues this process breaks the wait off.
            Ok(None) | Err(_) => {}
        }
    };
    // Nobody else would end the runner of a keeper that was killed. It began in a group of its own.
    if let Some(runner) = Pid::from_raw(task.started.load(Ordering::SeqCst).max(0))
        && ended.is_some_and(|ended| ended.signaled())
    {
        let _ = kill_process_group(runner, Signal::KILL);
    }
}

/// What the keeper does.
extern "C" fn keep(task: *mut c_void) -> c_int {
    // SAFETY: `serve` passes a task, and waits until this process has ended.
    let task = unsafe { &*task.cast::<Task>() };
    // SAFETY: it is open in this process.
    let tell = unsafe { BorrowedFd::borrow_raw(task.tell) };
    match begin(task) {
        Err(error) => task.started.store(-error.raw_os_error(), Ordering::SeqCst),
        Ok((runner, folders)) => {
            task.started.store(runner.as_raw_nonzero().get(), Ordering::SeqCst);
            if rustix::io::write(tell, &getpid().as_raw_nonzero().get().to_ne_bytes()).is_ok() {
                keep_until_ended(runner, &folders, tell);
            }
        }
    }
    0
}

/// The folders of a keeper's open files and of all processes.
type Folders = [OwnedFd; 2];

/// Makes this process a keeper, and starts the runner.
fn begin(task: &Task) -> Result<(Pid, Folders), Errno> {
    // Where it is ignored, nobody is told that a child has ended.
    // SAFETY: the default action is no function of this program.
    unsafe { signal(Awaited::SIGCHLD, SigHandler::SigDfl) }.map_err(|error| Errno::from_raw_os_error(error as i32))?;
    set_child_subreaper(Some(getpid()))?;
    die_with(task.harness)?;
    let folders = [folder(c"/proc/self/fd")?, folder(c"/proc")?];
    let runner = task.program.start();
    Pid::from_raw(runner.max(0)).map(|runner| (runner, folders)).ok_or(Errno::from_raw_os_error(-runner))
}

/// Asks to be ended when the harness ends, or the thread that waits for this process.
fn die_with(parent: Pid) -> Result<(), Errno> {
    set_parent_process_death_signal(Some(END))?;
    // It may have ended before the signal was asked for.
    if getppid() == Some(parent) { Ok(()) } else { Err(Errno::SRCH) }
}

fn folder(path: &std::ffi::CStr) -> Result<OwnedFd, Errno> {
    openat(CWD, path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}

fn keep_until_ended(runner: Pid, [open_files, processes]: &Folders, tell: BorrowedFd<'_>) {
    let kept = [open_files.as_fd(), processes.as_fd(), tell].map(|fd| fd.as_raw_fd());
    // Pipes of the runner must end with it, and locks of the harness with the harness.
    for_each_number(open_files, |fd| {
        if !kept.contains(&fd) {
            let _ = nix::unistd::close(fd);
        }
    });
    let mut ended = 0;
    let mut is_to_end = false;
    loop {
        let options = if is_to_end { WaitOptions::empty() } else { WaitOptions::NOHANG };
        match wait(options) {
            Ok(Some((child, status))) if child == runner => {
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
