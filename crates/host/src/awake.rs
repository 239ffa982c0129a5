//! Cores that do not fall asleep.
//!
//! A core with nothing to do sleeps, and takes time to wake: up to hundreds of microseconds, on a virtual machine with a
//! way through the hypervisor. A thread of the class SCHED_IDLE keeps it awake and gives way to every other at once.

use rustix::process::Pid;
use rustix::thread::{CpuSet, gettid, sched_setaffinity};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

/// Keeps cores awake until it is dropped.
#[derive(Debug)]
pub struct KeepAwake {
    stop: Arc<AtomicBool>,
    threads: Vec<(Pid, JoinHandle<()>)>,
}

impl KeepAwake {
    /// Keeps every core awake that this process may use, where that helps more than it harms; none elsewhere. It helps on
    /// a virtual machine, where the way to sleep and back leads through the hypervisor, which meanwhile gives the core
    /// to others. It harms where two of the cores are threads of one, since even a thread that only waits takes its share.
    pub fn on_virtual_machine() -> Option<Self> {
        let cores = crate::available_cores();
        let is_alone = |core: &usize| {
            let siblings = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
            std::fs::read_to_string(siblings).is_ok_and(|siblings| siblings.trim() == core.to_string())
        };
        // Measuring goes on without it where it does not start.
        if is_virtual_machine() && cores.iter().all(is_alone) { Self::start(&cores).ok() } else { None }
    }

    /// Keeps `cores` awake.
    ///
    /// # Errors
    /// If there is no such core, or the system gives no thread of the class SCHED_IDLE.
    pub fn start(cores: &[usize]) -> io::Result<Self> {
        let mut awake = Self { stop: Arc::default(), threads: Vec::new() };
        for &core in cores {
            let (told, identity) = mpsc::channel();
            let (begin, beginning) = mpsc::channel::<()>();
            let stop = Arc::clone(&awake.stop);
            let thread = thread::spawn(move || {
                // Whoever asked waits for it, and lets it begin or drops the other end.
                let _ = told.send(gettid());
                let _ = beginning.recv();
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
            let id = identity.recv().map_err(io::Error::other)?;
            awake.threads.push((id, thread));
            // It cannot do so itself and tell how it went: beside a thread that is always busy, it hardly gets a turn.
            settle(id, core)?;
            begin.send(()).map_err(io::Error::other)?;
        }
        Ok(awake)
    }
}

impl Drop for KeepAwake {
    fn drop(&mut self) {
        // Among equals, a thread soon has the turn in which it ends. Where that is not allowed, nobody waits for it.
        let threads = self.threads.drain(..);
        let equals: Vec<_> = threads.filter(|(id, _)| put_into(*id, libc::SCHED_OTHER).is_ok()).collect();
        self.stop.store(true, Ordering::Relaxed);
        for (_, thread) in equals {
            // A thread that spins cannot panic.
            let _ = thread.join();
        }
    }
}

/// Whether a hypervisor says that it is there.
fn is_virtual_machine() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        /// The bit of leaf 1 that hypervisors set (AMD64 Architecture Programmer's Manual, volume 3, E.3.2).
        const HYPERVISOR: u32 = 1 << 31;
        std::arch::x86_64::__cpuid(1).ecx & HYPERVISOR != 0
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Puts a thread on `core`, behind every other thread.
fn settle(thread: Pid, core: usize) -> io::Result<()> {
    if core >= CpuSet::MAX_CPU {
        return Err(io::Error::other(format!("there is no core {core}")));
    }
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(Some(thread), &set)?;
    put_into(thread, libc::SCHED_IDLE)
}

/// Puts a thread into one of the classes that have no priorities.
fn put_into(thread: Pid, class: libc::c_int) -> io::Result<()> {
    let none = libc::sched_param { sched_priority: 0 };
    // SAFETY: the call reads the structure that it is given, and changes the class of one thread of this process.
    match unsafe { libc::sched_setscheduler(thread.as_raw_nonzero().get(), class, &none) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
