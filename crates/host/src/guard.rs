//! A process that outlives this one by a moment, to end what this one started.
//!
//! The kernel kills the server when this process dies, but not what the server itself started: the workers of nginx, for
//! one. The guard waits on a pipe that only this process holds, and kills the server's whole group when it breaks.

use rustix::process::Pid;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// Reads the group and a word of dismissal; without the word it kills.
const SCRIPT: &str = "read -r group && { read -r dismissed || kill -s KILL -- \"-$group\"; }";

/// The guard of one server.
#[derive(Debug)]
pub(crate) struct Guard {
    process: Child,
}

impl Guard {
    /// Starts a guard that waits for the process to guard.
    pub(crate) fn start() -> io::Result<Guard> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A signal from the terminal is for this process; the guard acts when it is gone.
        Ok(Guard { process: command.process_group(0).spawn()? })
    }

    /// Tells the guard its group.
    pub(crate) fn watch(&mut self, group: Pid) -> io::Result<()> {
        self.say(&format!("{}\n", group.as_raw_pid()))
    }

    fn say(&mut self, words: &str) -> io::Result<()> {
        match &mut self.process.stdin {
            Some(pipe) => pipe.write_all(words.as_bytes()),
            None => Ok(()),
        }
    }
}

impl Drop for Guard {
    /// Sends the guard home: the group is gone.
    fn drop(&mut self) {
        // If it is gone already, there is nobody to tell.
        let _ = self.say("dismissed\n");
        self.process.stdin = None;
        let _ = self.process.wait();
    }
}
