//! Cores that do not fall asleep.
//!
//! A core with nothing to do sleeps, and takes time to wake: up to hundreds of microseconds, on a virtual machine with a
//! way through the hypervisor. A thread of the class SCHED_IDLE keeps it awake and gives way to every other at once.

use rustix::thread::{CpuSet, sched_setaffinity};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

/// Keeps cores awake until it is dropped.
#[derive(Debug)]
pub struct KeepAwake {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
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
        match is_virtual_machine() && cores.iter().all(is_alone) {
            // Measuring goes on without it.
            true => Self::start(&cores).ok(),
            false => None,
        }
    }

    /// Keeps `cores` awake.
    ///
    /// # Errors
    /// If there is no such core, or the system gives no thread of the class SCHED_IDLE.
    pub fn start(cores: &[usize]) -> io::Result<Self> {
        let mut awake = Self { stop: Arc::default(), threads: Vec::new() };
        for &core in cores {
            let (ready, readiness) = mpsc::channel();
            let stop = Arc::clone(&awake.stop);
            awake.threads.push(thread::spawn(move || {
                let settled = settle(core);
                let is_settled = settled.is_ok();
                // Whoever asked waits for it.
                let _ = ready.send(settled);
                while is_settled && !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            }));
            readiness.recv().map_err(io::Error::other)??;
        }
        Ok(awake)
    }
}

impl Drop for KeepAwake {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
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

/// Puts the calling thread on `core`, behind every other thread.
fn settle(core: usize) -> io::Result<()> {
    if core >= CpuSet::MAX_CPU {
        return Err(io::Error::other(format!("there is no core {core}")));
    }
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set)?;
    let lowest = libc::sched_param { sched_priority: 0 };
    // SAFETY: the call reads the structure that it is given, and changes the calling thread's class only.
    match unsafe { libc::sched_setscheduler(0, libc::SCHED_IDLE, &lowest) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
