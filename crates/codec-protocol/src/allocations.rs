//! An allocator that counts while counting is on.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use wirecost_value::Value;

use crate::{Answer, CandidateError, First, Operation};

static INSTALLED: AtomicBool = AtomicBool::new(false);
static COUNTING: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, which counts allocations during `count` requests and at no other time.
///
/// A runner that wants its allocations counted makes it the global allocator:
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: wirecost_codec_protocol::CountingAllocator = wirecost_codec_protocol::CountingAllocator;
/// # fn main() {}
/// ```
pub struct CountingAllocator;

fn note(bytes: usize) {
    if COUNTING.load(Relaxed) {
        INSTALLED.store(true, Relaxed);
        ALLOCATIONS.fetch_add(1, Relaxed);
        BYTES.fetch_add(bytes as u64, Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator with the arguments it came with; the counters are atomics and
// allocate nothing.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(new_size);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, new_size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// An operation of a library that allocates by other means than the program's allocator, as one in C does: no allocations are
/// told of it, since those that can be counted would be too few.
pub fn uncounted(operation: Box<dyn Operation>) -> Box<dyn Operation> {
    Box::new(Uncounted(operation))
}

struct Uncounted(Box<dyn Operation>);

impl Operation for Uncounted {
    fn first(&mut self) -> Result<First, CandidateError> {
        self.0.first()
    }

    fn ready(
        &mut self,
        iterations: u64,
        keep: Option<Vec<u64>>,
        inputs: Option<Vec<Value>>,
    ) -> Result<(), CandidateError> {
        self.0.ready(iterations, keep, inputs)
    }

    fn run(&mut self, iterations: Range<usize>) -> Result<(), CandidateError> {
        self.0.run(iterations)
    }

    fn kept(&mut self, iteration: u64) -> Result<Answer, CandidateError> {
        self.0.kept(iteration)
    }

    fn repeat(&mut self, iterations: u64) -> Result<(), CandidateError> {
        self.0.repeat(iterations)
    }

    fn answer(&mut self, input: Value) -> Result<Answer, CandidateError> {
        self.0.answer(input)
    }

    fn counts_allocations(&self) -> bool {
        false
    }
}

/// Runs `work` and counts its allocations and the bytes they asked for; none if the allocator is not installed.
pub(crate) fn count<T>(work: impl FnOnce() -> T) -> (T, Option<(u64, u64)>) {
    ALLOCATIONS.store(0, Relaxed);
    BYTES.store(0, Relaxed);
    COUNTING.store(true, Relaxed);
    let result = work();
    let (allocations, bytes) = (ALLOCATIONS.load(Relaxed), BYTES.load(Relaxed));
    // Work without allocations must not read as an allocator that is not there.
    drop(std::hint::black_box(Box::new(0u8)));
    COUNTING.store(false, Relaxed);
    (result, INSTALLED.load(Relaxed).then_some((allocations, bytes)))
}
