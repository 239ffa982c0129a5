//! The memory of a result does not grow with the length of the run.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wirecost_load::{Address, CallLog, CallerLog, ClientCpu, LoggedCall, Options, Outcome, Schedule, Target};

/// Counts the bytes that are allocated now, and the most that were at once.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the allocator of the system as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MOST.fetch_max(NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const DAY_S: u64 = 86_400;
const SECOND_NS: u64 = 1_000_000_000;

/// A day of calls, one in each second, on the clock of the log: from the first count to the document, 64 MB hold it all. The
/// answers take from a microsecond to half a second, so that the distributions are wide.
#[test]
fn a_day_of_load_fits_in_64_mb() {
    let calls = (0..DAY_S).map(|second| {
        let (sent_ns, took_ns) = (second * SECOND_NS, 1000 << (second % 20));
        LoggedCall { planned_ns: sent_ns, sent_ns, ended_ns: sent_ns + took_ns, outcome: Outcome::Ok }
    });
    let log = CallLog { start_unix_ns: 0, callers: vec![CallerLog { connected: true, calls: calls.collect() }] };
    let options = Options {
        connections: 1,
        warmup: Duration::ZERO,
        duration: Duration::from_secs(DAY_S),
        ..Options::new(Target::plain("a day", Address::Unix("nowhere".into())), Schedule::constant(1.0))
    };
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let result = log.result(&options, ClientCpu::default()).unwrap();
    let document = result.to_json().unwrap();
    let most = MOST.load(Ordering::Relaxed) - before;
    assert!(most < 64_000_000, "{most} bytes at once");
    assert!(document.len() < 4_000_000, "a document of {} bytes", document.len());
    assert_eq!((result.ok, result.series.iter().map(|tenth| tenth.ok).sum::<u64>()), (DAY_S, DAY_S));
    assert!(result.series.len() <= 600, "{}", result.series.len());
    let last = result.series.last().unwrap();
    assert!((DAY_S as f64 - (last.at_s + last.length_s)).abs() < last.length_s, "{} {}", last.at_s, last.length_s);
}
