//! A document of 1 GB (10^9 bytes) is read from a stream; the program says how much memory that took.
//!
//! `cargo bench --bench stream [-- MEGABYTES]`

use std::io::{self, Read};

use fastinfoset::{DocumentInfo, Event, StreamReader, Writer};

/// A document whose middle part repeats.
struct Repeated {
    head: Vec<u8>,
    middle: Vec<u8>,
    tail: Vec<u8>,
    times: u64,
    position: usize,
}

impl Read for Repeated {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let in_middle = self.head.is_empty() && self.times > 0;
        let part = match (self.head.is_empty(), in_middle) {
            (false, _) => &mut self.head,
            (true, true) => &mut self.middle,
            (true, false) => &mut self.tail,
        };
        let taken = out.len().min(part.len() - self.position);
        out[..taken].copy_from_slice(&part[self.position..self.position + taken]);
        self.position += taken;
        if self.position == part.len() {
            self.position = 0;
            if in_middle { self.times -= 1 } else { part.clear() }
        }
        Ok(taken)
    }
}

/// One record; the first puts everything into the tables, all others are alike.
fn record(writer: &mut Writer) -> Result<(), fastinfoset::Error> {
    writer.start_element("record")?;
    writer.attribute("kind", "same")?;
    for _ in 0..20 {
        writer.start_element("field")?;
        writer.characters(&"text that is not indexed, because it is longer than the limit. ".repeat(4))?;
        writer.end_element()?;
    }
    writer.end_element()
}

fn main() -> Result<(), fastinfoset::Error> {
    let megabytes = std::env::args().find_map(|argument| argument.parse::<u64>().ok()).unwrap_or(1000);
    let mut writer = Writer::new();
    writer.start_document(&DocumentInfo::default())?;
    writer.start_element("records")?;
    let mut ends = Vec::new();
    for _ in 0..3 {
        record(&mut writer)?;
        // The terminator of a record is written with what follows; a comment settles it.
        writer.comment("")?;
        ends.push(writer.bytes().len());
    }
    writer.end_element()?;
    writer.end_document()?;
    let bytes = writer.bytes();
    let middle = bytes[ends[1]..ends[2]].to_vec();
    let times = megabytes * 1_000_000 / middle.len() as u64;
    let source =
        Repeated { head: bytes[..ends[1]].to_vec(), middle, tail: bytes[ends[2]..].to_vec(), times, position: 0 };

    let mut reader = StreamReader::new(source);
    let (mut elements, mut text) = (0u64, 0u64);
    loop {
        match reader.read_event()? {
            Event::StartElement(_) => elements += 1,
            Event::Characters(value) => text += value.as_text().unwrap_or_default().len() as u64,
            Event::EndDocument => break,
            _ => {}
        }
    }
    println!("{} bytes: {elements} elements, {text} bytes of text", reader.position());
    let status = std::fs::read_to_string("/proc/self/status")?;
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("peak memory is not known here"));
    Ok(())
}
