//! The decode path allocates nothing per event once its tables are warm.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fastinfoset::{Decoder, DocumentInfo, Event, Writer};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is passed on unchanged; the counter is a thread-local `Cell` without destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

/// One element of each kind first, then `rounds` times the same.
fn document(rounds: usize) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.start_document(&DocumentInfo::default()).unwrap();
    writer.start_element("root").unwrap();
    for _ in 0..rounds {
        writer.namespace("p", "urn:p").unwrap();
        writer.start_element("p:item").unwrap();
        writer.attribute("kind", "same").unwrap();
        writer.attribute("p:long", "a value that is too long for the table of values").unwrap();
        writer.characters("indexed").unwrap();
        writer.start_element("inner").unwrap();
        writer.characters("character data that is too long for the table of chunks").unwrap();
        writer.end_element().unwrap();
        writer.characters_typed(fastinfoset::TypedValue::Ints(&[1, 2, 3])).unwrap();
        writer.comment("comment").unwrap();
        writer.end_element().unwrap();
    }
    writer.end_element().unwrap();
    writer.end_document().unwrap();
    writer.take_bytes()
}

#[test]
fn nothing_is_allocated_after_the_first_of_each_kind() {
    let bytes = document(1000);
    let mut reader = fastinfoset::Reader::new(&bytes);
    // The first two rounds fill the tables and the vectors.
    for _ in 0..30 {
        reader.read_event().unwrap();
    }
    let mut events = 0;
    let count = allocations(|| {
        loop {
            match reader.read_event().unwrap() {
                Event::StartElement(element) => {
                    events += element.attributes().map(|a| a.name.local().len()).sum::<usize>()
                }
                Event::EndDocument => break,
                _ => events += 1,
            }
        }
    });
    assert!(events > 9000);
    assert_eq!(count, 0);
}

#[test]
fn a_reused_decoder_allocates_for_new_names_only() {
    let bytes = document(3);
    let mut decoder = Decoder::default();
    let mut counts = Vec::new();
    for _ in 0..4 {
        counts.push(allocations(|| {
            let mut reader = std::mem::take(&mut decoder).reader(&bytes);
            while !matches!(reader.read_event().unwrap(), Event::EndDocument) {}
            decoder = reader.into_decoder();
        }));
    }
    assert!(counts[3] < counts[0], "{counts:?}");
    assert_eq!(counts[2], counts[3], "{counts:?}");
}
