//! Where servers are started: on a thread that lives as long as the process.
//!
//! PR_SET_PDEATHSIG kills a child when the *thread* that started it ends (prctl(2)), so that a server started by a
//! thread of the caller's would go with it.

use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};

type Job = (Command, Sender<io::Result<Child>>);

/// Starts a command in a process group of its own, on the given cores and with so much memory for data at the most, to be killed
/// when this process dies.
pub(crate) fn spawn(mut command: Command, cores: &[usize], data_bytes: Option<u64>) -> io::Result<Child> {
    static SPAWNER: OnceLock<Sender<Job>> = OnceLock::new();
    let mut set = CpuSet::new();
    for &core in cores {
        if core >= CpuSet::MAX_CPU {
            return Err(io::Error::other(format!("there is no core {core}")));
        }
        set.set(core);
    }
    let pinned = !cores.is_empty();
    command.process_group(0);
    // SAFETY: the closure runs between fork and exec, and makes system calls only: it takes no lock and no memory.
    unsafe {
        command.pre_exec(move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            if pinned {
                sched_setaffinity(None, &set)?;
            }
            if data_bytes.is_some() {
                setrlimit(Resource::Data, Rlimit { current: data_bytes, maximum: data_bytes })?;
            }
            Ok(())
        });
    }
    let spawner = SPAWNER.get_or_init(|| {
        let (jobs, waiting) = mpsc::channel::<Job>();
        std::thread::spawn(move || {
            for (mut command, result) in waiting {
                // Whoever asked waits for the result.
                let _ = result.send(command.spawn());
            }
        });
        jobs
    });
    let (result, child) = mpsc::channel();
    spawner.send((command, result)).map_err(io::Error::other)?;
    child.recv().map_err(io::Error::other)?
}
