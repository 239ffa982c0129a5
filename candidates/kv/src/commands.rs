//! Carries out commands.

use std::io::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::engine::{Batch, Failure};
use crate::entry::Entry;
use crate::protocol::{self, Command, How, MAX_VALUE_BYTES};

/// An end up to here counts from now, and one beyond it is a second since 1970, as memcached has it.
const LONGEST_SPAN_S: i64 = 60 * 60 * 24 * 30;
/// A `get` of many keys answers with no more than this.
const MOST_ANSWER_BYTES: usize = 64 << 20;

/// What carries out commands: what it knows beside the entries, and room to work in.
#[derive(Debug)]
pub struct Keeper {
    /// The number of the next write.
    number: u64,
    now_s: u32,
    figures: Figures,
    /// An entry that is being put together.
    entry: Vec<u8>,
    /// A value that was read to make another of it.
    value: Vec<u8>,
}

/// What the server counts.
#[derive(Debug, Default)]
struct Figures {
    gets: u64,
    hits: u64,
    sets: u64,
    turns: u64,
}

impl Default for Keeper {
    /// Numbers begin at the present time, so that none is used twice when a store is opened again.
    fn default() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            number: since.as_nanos() as u64,
            now_s: since.as_secs() as u32,
            figures: Figures::default(),
            entry: Vec::new(),
            value: Vec::new(),
        }
    }
}

/// What is known of an entry that was found.
#[derive(Debug, Clone, Copy)]
struct Head {
    flags: u32,
    ends_s: u32,
    number: u64,
}

impl Keeper {
    /// A turn begins: what the clock says now holds for all of it.
    pub fn tick(&mut self) {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.now_s = since.as_secs() as u32;
        self.figures.turns += 1;
    }

    /// Carries out a command, and writes its answer to `out`. [`Command::Quit`] is the connection's.
    ///
    /// # Errors
    /// That the engine gave up.
    pub fn execute(&mut self, command: &Command<'_>, batch: &mut dyn Batch, out: &mut Vec<u8>) -> Result<(), Failure> {
        let (answer, quiet): (&[u8], bool) = match *command {
            Command::Get { keys, with_number } => return self.get(keys, with_number, batch, out),
            Command::Store { how, key, flags, ends, value, quiet } => {
                (self.store(how, key, flags, ends, value, batch)?, quiet)
            }
            Command::Delete { key, quiet } => {
                let was_there = self.head(key, batch)?.is_some();
                (if batch.delete(key)? && was_there { b"DELETED" } else { b"NOT_FOUND" }, quiet)
            }
            Command::Count { key, by, up, quiet } => {
                return self.count(key, by, up, batch, if quiet { None } else { Some(out) });
            }
            Command::Touch { key, ends, quiet } => match self.read(key, batch)? {
                Some(head) => {
                    let ends_s = self.end(ends);
                    let value = std::mem::take(&mut self.value);
                    self.write(key, Head { ends_s, ..head }, &value, batch)?;
                    self.value = value;
                    (b"TOUCHED", quiet)
                }
                None => (b"NOT_FOUND", quiet),
            },
            Command::Stats => {
                self.stats(out);
                (b"END", false)
            }
            Command::Version => (concat!("VERSION ", env!("CARGO_PKG_VERSION"), " wirecost").as_bytes(), false),
            Command::Verbosity { quiet } => (b"OK", quiet),
            Command::FlushAll { quiet } => {
                batch.clear()?;
                (b"OK", quiet)
            }
            Command::Quit => return Ok(()),
        };
        if !quiet {
            out.extend_from_slice(answer);
            out.extend_from_slice(b"\r\n");
        }
        Ok(())
    }

    fn get(&mut self, keys: &[u8], with_number: bool, batch: &mut dyn Batch, out: &mut Vec<u8>) -> Result<(), Failure> {
        let (now_s, before) = (self.now_s, out.len());
        for key in protocol::keys(keys) {
            let mut hit = false;
            batch.get(key, &mut |bytes| {
                let entry = Entry::read(bytes).filter(|entry| entry.is_there(now_s));
                hit = entry.is_some();
                entry.iter().for_each(|entry| write_value(key, entry, with_number, out));
            })?;
            self.figures.gets += 1;
            self.figures.hits += u64::from(hit);
            if out.len() - before > MOST_ANSWER_BYTES {
                // As memcached does: no part of the answer may come before an error.
                out.truncate(before);
                out.extend_from_slice(b"SERVER_ERROR out of memory writing get response\r\n");
                return Ok(());
            }
        }
        out.extend_from_slice(b"END\r\n");
        Ok(())
    }

    fn store(
        &mut self,
        how: How,
        key: &[u8],
        flags: u32,
        ends: i64,
        value: &[u8],
        batch: &mut dyn Batch,
    ) -> Result<&'static [u8], Failure> {
        let head = Head { flags, ends_s: self.end(ends), number: 0 };
        match how {
            How::Set => {}
            How::Add if self.head(key, batch)?.is_some() => return Ok(b"NOT_STORED"),
            How::Replace if self.head(key, batch)?.is_none() => return Ok(b"NOT_STORED"),
            How::Add | How::Replace => {}
            How::Compare(unique) => match self.head(key, batch)? {
                Some(head) if head.number == unique => {}
                Some(_) => return Ok(b"EXISTS"),
                None => return Ok(b"NOT_FOUND"),
            },
            How::Append | How::Prepend => return self.extend(how, key, value, batch),
        }
        self.write(key, head, value, batch)?;
        Ok(b"STORED")
    }

    /// Puts a value behind or before the one that is there, which keeps its flags and its end.
    fn extend(&mut self, how: How, key: &[u8], more: &[u8], batch: &mut dyn Batch) -> Result<&'static [u8], Failure> {
        let Some(head) = self.read(key, batch)? else { return Ok(b"NOT_STORED") };
        if self.value.len() + more.len() > MAX_VALUE_BYTES {
            return Ok(b"SERVER_ERROR object too large for cache");
        }
        let mut value = std::mem::take(&mut self.value);
        match how {
            How::Prepend => drop(value.splice(..0, more.iter().copied())),
            _ => value.extend_from_slice(more),
        }
        self.write(key, head, &value, batch)?;
        self.value = value;
        Ok(b"STORED")
    }

    fn count(
        &mut self,
        key: &[u8],
        by: u64,
        up: bool,
        batch: &mut dyn Batch,
        out: Option<&mut Vec<u8>>,
    ) -> Result<(), Failure> {
        let answer = match self.read(key, batch)? {
            None => "NOT_FOUND".to_owned(),
            Some(head) => {
                match std::str::from_utf8(&self.value).ok().and_then(|text| text.trim_end().parse::<u64>().ok()) {
                    None => "CLIENT_ERROR cannot increment or decrement non-numeric value".to_owned(),
                    Some(number) => {
                        // As memcached: up wraps around, down stops at 0.
                        let number = if up { number.wrapping_add(by) } else { number.saturating_sub(by) };
                        let text = number.to_string();
                        self.write(key, head, text.as_bytes(), batch)?;
                        text
                    }
                }
            }
        };
        if let Some(out) = out {
            out.extend_from_slice(answer.as_bytes());
            out.extend_from_slice(b"\r\n");
        }
        Ok(())
    }

    /// What is known of a key's entry.
    fn head(&mut self, key: &[u8], batch: &mut dyn Batch) -> Result<Option<Head>, Failure> {
        let (now_s, mut head) = (self.now_s, None);
        batch.get(key, &mut |bytes| head = living(bytes, now_s).map(|entry| Head::of(&entry)))?;
        Ok(head)
    }

    /// Reads a key's entry; its value is in `self.value`.
    fn read(&mut self, key: &[u8], batch: &mut dyn Batch) -> Result<Option<Head>, Failure> {
        let (now_s, mut head) = (self.now_s, None);
        let value = &mut self.value;
        batch.get(key, &mut |bytes| {
            if let Some(entry) = living(bytes, now_s) {
                head = Some(Head::of(&entry));
                value.clear();
                value.extend_from_slice(entry.value);
            }
        })?;
        Ok(head)
    }

    /// Writes an entry, with a number of its own.
    fn write(&mut self, key: &[u8], head: Head, value: &[u8], batch: &mut dyn Batch) -> Result<(), Failure> {
        self.number += 1;
        self.figures.sets += 1;
        Entry { flags: head.flags, ends_s: head.ends_s, number: self.number, value }.write(&mut self.entry);
        batch.set(key, &self.entry)
    }

    /// The second since 1970 at which a value ends.
    fn end(&self, ends: i64) -> u32 {
        match ends {
            0 => 0,
            // Over at once. 0 would be never.
            ..0 => 1,
            1..=LONGEST_SPAN_S => self.now_s.saturating_add(ends as u32),
            _ => u32::try_from(ends).unwrap_or(u32::MAX),
        }
    }

    fn stats(&self, out: &mut Vec<u8>) {
        let Figures { gets, hits, sets, turns } = self.figures;
        let figures = [
            ("pid", u64::from(std::process::id())),
            ("time", self.now_s.into()),
            ("cmd_get", gets),
            ("cmd_set", sets),
            ("get_hits", hits),
            ("get_misses", gets - hits),
            // It gives up before it forgets.
            ("evictions", 0),
            // Of the event loop: what has come together is carried out together.
            ("turns", turns),
        ];
        for (name, value) in figures {
            // Writing to memory cannot fail.
            let _ = write!(out, "STAT {name} {value}\r\n");
        }
    }
}

impl Head {
    fn of(entry: &Entry<'_>) -> Self {
        Self { flags: entry.flags, ends_s: entry.ends_s, number: entry.number }
    }
}

fn living(bytes: &[u8], now_s: u32) -> Option<Entry<'_>> {
    Entry::read(bytes).filter(|entry| entry.is_there(now_s))
}

fn write_value(key: &[u8], entry: &Entry<'_>, with_number: bool, out: &mut Vec<u8>) {
    out.reserve(key.len() + entry.value.len() + 64);
    out.extend_from_slice(b"VALUE ");
    out.extend_from_slice(key);
    out.push(b' ');
    write_number(entry.flags.into(), out);
    out.push(b' ');
    write_number(entry.value.len() as u64, out);
    if with_number {
        out.push(b' ');
        write_number(entry.number, out);
    }
    out.extend_from_slice(b"\r\n");
    out.extend_from_slice(entry.value);
    out.extend_from_slice(b"\r\n");
}

/// A number in decimal, without the machinery of formatting: it is written for each value.
fn write_number(mut number: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return out.extend_from_slice(&digits[first..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Map;
    use crate::protocol::{Parsed, parse};

    /// What a store answers to commands.
    fn said(commands: &str) -> String {
        let (mut map, mut keeper, mut out) = (Map::default(), Keeper::default(), Vec::new());
        let mut rest = commands.as_bytes();
        while !rest.is_empty() {
            match parse(rest) {
                Parsed::Command(command, bytes) => {
                    keeper.execute(&command, &mut map, &mut out).unwrap();
                    rest = &rest[bytes..];
                }
                other => panic!("{commands:?}: {other:?}"),
            }
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn values_are_stored_under_conditions() {
        assert_eq!(said("set k 5 0 1\r\nv\r\nget k x\r\n"), "STORED\r\nVALUE k 5 1\r\nv\r\nEND\r\n");
        assert_eq!(said("add k 0 0 1\r\nv\r\nadd k 0 0 1\r\nw\r\n"), "STORED\r\nNOT_STORED\r\n");
        assert_eq!(said("replace k 0 0 1\r\nv\r\nappend k 0 0 1\r\nw\r\n"), "NOT_STORED\r\nNOT_STORED\r\n");
        let extended = said("set k 1 0 1\r\nb\r\nappend k 9 0 1\r\nc\r\nprepend k 9 0 1\r\na\r\nget k\r\n");
        assert!(extended.ends_with("VALUE k 1 3\r\nabc\r\nEND\r\n"), "{extended}");
        assert_eq!(said("cas k 0 0 1 7\r\nv\r\n"), "NOT_FOUND\r\n");
        assert!(said("set k 0 0 1\r\nv\r\ncas k 0 0 1 7\r\nw\r\n").ends_with("EXISTS\r\n"));
    }

    #[test]
    fn an_answer_has_a_bound() {
        let set = format!("set k 0 0 {}\r\n{}\r\n", MAX_VALUE_BYTES, "v".repeat(MAX_VALUE_BYTES));
        let get = |keys: usize| said(&format!("{set}get{}\r\nget x\r\n", " k".repeat(keys)));
        assert!(get(60).len() > 60 * MAX_VALUE_BYTES);
        assert_eq!(get(65), "STORED\r\nSERVER_ERROR out of memory writing get response\r\nEND\r\n");
    }

    #[test]
    fn numbers_are_counted() {
        assert_eq!(said("set k 0 0 2\r\n10\r\nincr k 5\r\ndecr k 20\r\n"), "STORED\r\n15\r\n0\r\n");
        let wraps = format!("set k 0 0 20\r\n{}\r\nincr k 2\r\n", u64::MAX);
        assert_eq!(said(&wraps), "STORED\r\n1\r\n");
        assert!(said("set k 0 0 1\r\nv\r\nincr k 1\r\n").contains("non-numeric"));
        assert_eq!(said("incr k 1\r\nincr k 1 noreply\r\n"), "NOT_FOUND\r\n");
    }

    #[test]
    fn an_ended_process_is_not_listed() {
        assert_eq!(said("set k 0 -1 1\r\nv\r\nget k\r\ndelete k\r\n"), "STORED\r\nEND\r\nNOT_FOUND\r\n");
        assert!(said("set k 0 60 1\r\nv\r\ntouch k -1\r\nget k\r\n").ends_with("TOUCHED\r\nEND\r\n"));
        assert!(said("set k 0 0 1\r\nv\r\nflush_all\r\nget k\r\n").ends_with("OK\r\nEND\r\n"));
    }

    #[test]
    fn numbers_are_written_in_decimal() {
        for number in [0, 7, 10, 1_048_576, u64::MAX] {
            let mut out = Vec::new();
            write_number(number, &mut out);
            assert_eq!(out, number.to_string().as_bytes());
        }
    }
}
