//! A generator that could not do its work says so.

mod common;

use common::{HELLO, load, options};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use wirecost_load::{NullServer, Schedule};

/// Threads that leave others a sliver of one core, until dropped.
struct Crowd {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Crowd {
    fn on(core: usize, size: usize) -> Crowd {
        let stop = Arc::new(AtomicBool::new(false));
        let spin = |_| {
            let stop = stop.clone();
            std::thread::spawn(move || {
                let mut set = CpuSet::new();
                set.set(core);
                sched_setaffinity(None, &set).unwrap();
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        };
        let threads = (0..size).map(spin).collect();
        Crowd { stop, threads }
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// METHOD 20: pinned to a sliver of a core, the generator refuses its own result.
#[test]
fn method_20_a_generator_on_a_sliver_of_a_core_is_refused() {
    let allowed = sched_getaffinity(None).unwrap();
    let core = (0..CpuSet::MAX_CPU).rfind(|&core| allowed.is_set(core)).unwrap();
    let server = NullServer::start(HELLO, |_| {}).unwrap();
    let _crowd = Crowd::on(core, 9);
    for schedule in [Schedule::closed(), Schedule::constant(20_000.0)] {
        let mut options = options(server.address(), schedule.clone());
        options.cores = vec![core];
        options.duration = Duration::from_secs(1);
        options.drain = Duration::ZERO;
        let result = load(&options);
        let reason = result.reason.unwrap_or_default();
        assert!(!result.valid, "{schedule:?} was accepted");
        assert!(reason.contains("generator") || reason.contains("schedule was missed"), "{reason}");
        assert!(result.generator.core_wanted > 0.1, "{:?}", result.generator);
    }
}
