//! A program that is made ready so far that a process without memory of its own can start it: nothing is left but a system call.

use std::ffi::{CString, OsStr, OsString, c_char};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::ptr;

use nix::libc;
use nix::sys::signal::{SigSet, Signal};

/// What a process is started from, in a process group of its own.
pub(crate) struct Program {
    path: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
    /// Pointers to these, each with a null pointer behind it.
    argv: Vec<*mut c_char>,
    envp: Vec<*mut c_char>,
    actions: libc::posix_spawn_file_actions_t,
    attributes: libc::posix_spawnattr_t,
}

// SAFETY: the pointers are to what it owns.
unsafe impl Send for Program {}

impl Program {
    /// What `command` says, with these as standard input, output and error, which must be open until it is started. What `command` says of
    /// these is not looked at.
    pub(crate) fn of(command: &Command, streams: &[OwnedFd; 3]) -> io::Result<Self> {
        let mut environment: Vec<(OsString, OsString)> = std::env::vars_os().collect();
        for (name, value) in command.get_envs() {
            environment.retain(|(other, _)| other != name);
            environment.extend(value.map(|value| (name.into(), value.into())));
        }
        let path_of =
            |name: &OsStr| environment.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone());
        let program = found(command.get_program(), path_of("PATH".as_ref()))?;
        let arguments = [command.get_program()].into_iter().chain(command.get_args());
        let arguments = arguments.map(|argument| text(argument.as_bytes())).collect::<io::Result<Vec<_>>>()?;
        let pair = |(name, value): (OsString, OsString)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat());
        let environment = environment.into_iter().map(pair).collect::<io::Result<Vec<_>>>()?;
        let folder = command.get_current_dir().map(|folder| text(folder.as_os_str().as_bytes())).transpose()?;
        let pointers = |texts: &[CString]| -> Vec<*mut c_char> {
            texts.iter().map(|text| text.as_ptr().cast_mut()).chain([ptr::null_mut()]).collect()
        };
        let (argv, envp) = (pointers(&arguments), pointers(&environment));
        let (mut actions, mut attributes) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let default = SigSet::from_iter([Signal::SIGPIPE]);
        let blocked = SigSet::thread_get_mask()?;
        let flags = libc::POSIX_SPAWN_SETPGROUP | libc::POSIX_SPAWN_SETSIGMASK | libc::POSIX_SPAWN_SETSIGDEF;
        // SAFETY: each is made by its own function before it is used; all that is passed is copied.
        let (actions, attributes) = unsafe {
            checked(libc::posix_spawn_file_actions_init(actions.as_mut_ptr()))?;
            let mut actions = actions.assume_init();
            for (number, stream) in (0..).zip(streams) {
                checked(libc::posix_spawn_file_actions_adddup2(&raw mut actions, stream.as_raw_fd(), number))?;
            }
            if let Some(folder) = &folder {
                checked(libc::posix_spawn_file_actions_addchdir_np(&raw mut actions, folder.as_ptr()))?;
            }
            checked(libc::posix_spawnattr_init(attributes.as_mut_ptr()))?;
            let mut attributes = attributes.assume_init();
            checked(libc::posix_spawnattr_setflags(&raw mut attributes, flags as i16))?;
            checked(libc::posix_spawnattr_setsigmask(&raw mut attributes, blocked.as_ref()))?;
            checked(libc::posix_spawnattr_setsigdefault(&raw mut attributes, default.as_ref()))?;
            (actions, attributes)
        };
        Ok(Self { path: program, arguments, environment, argv, envp, actions, attributes })
    }

    /// Starts it, with nothing but system calls, and gives its identifier; an error of the system as a number below 0.
    pub(crate) fn start(&self) -> i32 {
        let mut id = 0;
        // SAFETY: all of it is valid, and ends with null where it must.
        let error = unsafe {
            libc::posix_spawn(
                &raw mut id,
                self.path.as_ptr(),
                &raw const self.actions,
                &raw const self.attributes,
                self.argv.as_ptr(),
                self.envp.as_ptr(),
            )
        };
        if error == 0 { id } else { -error }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        debug_assert_eq!((self.argv.len(), self.envp.len()), (self.arguments.len() + 1, self.environment.len() + 1));
        // SAFETY: both were made, and are not used again.
        unsafe {
            libc::posix_spawn_file_actions_destroy(&raw mut self.actions);
            libc::posix_spawnattr_destroy(&raw mut self.attributes);
        }
    }
}

fn checked(error: i32) -> io::Result<()> {
    if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error)) }
}

fn text(bytes: &[u8]) -> io::Result<CString> {
    Ok(CString::new(bytes)?)
}

/// The file of a program, which is looked for in the folders of `path` if it is a mere name.
fn found(program: &OsStr, path: Option<OsString>) -> io::Result<CString> {
    if program.as_bytes().contains(&b'/') {
        return text(program.as_bytes());
    }
    let runs = |file: &PathBuf| file.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0);
    // Without a path, no folder is looked in, not even the current one.
    let folders: Vec<PathBuf> = path.iter().flat_map(std::env::split_paths).collect();
    let mut files = folders.into_iter().map(|folder| folder.join(program));
    let file = files.find(runs).ok_or(io::ErrorKind::NotFound)?;
    text(file.as_os_str().as_bytes())
}
