//! The memory that messages of 8 MiB take on their way through a module, the broker and a caller.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use common::{LONG, echo, echo_method, private};
use sbw::caller::Caller;

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

const MESSAGE: usize = 8 << 20;

/// What a connection keeps for its next message.
const KEPT: usize = 1 << 20;

/// Caller, broker and module share this process, so the count is that of all three. Beside the caller's argument, a message is
/// there six times at the most: as a frame of the caller, in the broker and at the module's end, and so is its answer.
#[test]
fn a_message_of_8_mib_is_there_six_times_at_the_most_and_leaves_nothing() {
    let broker = private();
    let module = echo(&broker, "echo");
    let mut caller = Caller::connect(broker.address(), broker.key(), "").unwrap();
    let (arguments, method) = ((vec![1.5; MESSAGE / 8],), echo_method(module.id()));
    let before = NOW.load(Ordering::Relaxed);
    for _ in 0..6 {
        MOST.store(NOW.load(Ordering::Relaxed), Ordering::Relaxed);
        let answer = caller.call(method, &arguments).unwrap();
        assert!(answer.items().len() > MESSAGE);
        drop(answer);
        let most = MOST.load(Ordering::Relaxed) - before;
        assert!(most <= 6 * MESSAGE + KEPT, "{most} bytes at once for a message of {MESSAGE}");
        // Broker and module may give memory back after the caller has its answer.
        let start = Instant::now();
        while NOW.load(Ordering::Relaxed) > before + KEPT {
            assert!(start.elapsed() < LONG, "{} bytes are left", NOW.load(Ordering::Relaxed) - before);
            std::thread::yield_now();
        }
    }
}
