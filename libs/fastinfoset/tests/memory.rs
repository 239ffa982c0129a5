//! The memory that the names of a document take, in bytes a name: `wirecost size` writes documents with a million of them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use fastinfoset::{DocumentInfo, Output, Reader, Registry, VocabularyBuilder, WriteOptions, Writer};

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

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Large vectors grow in place, or their pages are moved: the two are never there at once.
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        MOST.fetch_max(NOW.fetch_add(size, Ordering::Relaxed) + size, Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Just below seven eighths of a power of two, where tables are as full as they get.
const NAMES: usize = 225_000;

/// A root with an empty element of each name.
fn write<O: Output>(writer: &mut Writer<O>) -> fastinfoset::Result<()> {
    writer.start_document(&DocumentInfo::default())?;
    writer.start_element("message")?;
    for number in 0..NAMES {
        writer.start_element(&format!("key{number}"))?;
        writer.end_element()?;
    }
    writer.end_element()?;
    writer.end_document()
}

/// What `work` gives, and the most bytes a name that it had at once.
fn bytes_a_name<T>(what: &str, most_allowed: usize, work: impl FnOnce() -> T) -> T {
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let done = work();
    let most = (MOST.load(Ordering::Relaxed) - before) / NAMES;
    println!("{what}: {most} bytes a name, {most_allowed} allowed");
    assert!(most <= most_allowed, "{what}: {most} bytes a name, {most_allowed} allowed");
    done
}

#[test]
fn a_name_takes_bounded_memory_in_every_table() {
    let bytes = bytes_a_name("a writer", 200, || {
        let mut writer = Writer::with_options(&WriteOptions::without_value_indexes()).unwrap();
        write(&mut writer).unwrap();
        writer.take_bytes()
    });
    let builder = bytes_a_name("a reader and the builder of a vocabulary", 200, || {
        let mut builder = VocabularyBuilder::new();
        builder.add(&mut Reader::new(&bytes)).unwrap();
        builder
    });
    drop(bytes);
    let vocabulary = bytes_a_name("a vocabulary", 100, || builder.build().unwrap());
    drop(builder);
    let file = bytes_a_name("the file of a vocabulary", 30, || vocabulary.to_file("urn:v").unwrap());
    drop(file);
    bytes_a_name("a writer with an external vocabulary", 130, || {
        let mut vocabularies = Registry::new();
        vocabularies.register("urn:v", vocabulary);
        let external_vocabulary = Some("urn:v".into());
        let options = WriteOptions { external_vocabulary, vocabularies, ..WriteOptions::without_value_indexes() };
        let mut writer = Writer::to_stream(std::io::sink(), &options).unwrap();
        write(&mut writer).unwrap();
    });
}
