//! The parsers that are no part of the interface, each with what must hold of it, for the targets of libs/sbw/fuzz.
//! Each panics if it does not hold.

use crate::broker::cutter::{Cutter, Next};
use crate::broker::registration::words;
use crate::broker::registry_file;
use crate::key::{MAX_KEY, MAX_NAME, read_hello};
use crate::message::{Incoming, MessageReader};

/// A hello is read, or refused, or not whole yet; what follows it makes no difference.
pub fn hello(bytes: &[u8]) {
    let Ok(Some(hello)) = read_hello(bytes) else { return };
    assert!(hello.key.len() <= MAX_KEY && hello.name.len() <= MAX_NAME && hello.bytes <= bytes.len());
    let short = read_hello(&bytes[..hello.bytes]).expect("what was read is read again").expect("it is whole");
    assert_eq!((short.key, short.name), (hello.key, hello.name));
    for cut in 0..hello.bytes {
        assert!(matches!(read_hello(&bytes[..cut]), Ok(None)), "a beginning is not refused");
    }
}

/// The broker cuts a stream that comes in pieces of `piece` bytes into the messages that a module reads from it.
pub fn stream(bytes: &[u8], piece: usize, max: usize) {
    let (mut cutter, mut cut, mut end) = (Cutter::default(), Vec::new(), false);
    'pieces: for mut new in bytes.chunks(piece.max(1)) {
        while !new.is_empty() {
            let taken = match cutter.next(new, max) {
                Ok(Next::Whole(size)) => {
                    cut.push(Incoming::Message(new[..size].to_vec()));
                    size
                }
                Ok(Next::Joined(message, taken)) => {
                    cut.push(Incoming::Message(message));
                    taken
                }
                Ok(Next::Discarded(oversized, taken)) => {
                    cut.push(Incoming::Oversized(oversized));
                    taken
                }
                Ok(Next::Kept) => new.len(),
                Ok(Next::Disconnect) | Err(_) => {
                    end = true;
                    break 'pieces;
                }
            };
            new = &new[taken..];
            assert!(cutter.held() <= max.max(13), "no more is kept than one message");
        }
    }
    let mut reader = MessageReader::new(bytes, max);
    let read: Vec<Incoming> = std::iter::from_fn(|| reader.read_incoming().ok().flatten()).collect();
    assert_eq!(cut, read, "ended: {end}");
}

/// A registry's file is read or refused; what is read is written so that it is read as the same.
pub fn registry(text: &str) {
    let Ok(modules) = registry_file::parse(text) else { return };
    let again = registry_file::parse(&registry_file::print(&modules)).expect("what was written is read");
    assert_eq!(again, modules);
}

/// The small files and texts: run.properties, and a command line, whose words hold nothing that was not in it.
pub fn small(text: &[u8]) {
    if let Ok(text) = std::str::from_utf8(text) {
        crate::rendezvous::port(text);
    }
    if let Some(words) = words(text) {
        assert!(words.iter().map(Vec::len).sum::<usize>() <= text.len());
    }
}
