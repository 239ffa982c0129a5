//! The commands of memcached's text protocol (`doc/protocol.txt` of its source, sections "Storage commands" to "flush_all").

use memchr::memchr;

/// A key is no longer than this.
pub const MAX_KEY_BYTES: usize = 250;
/// A value is no longer than this, as memcached's is without an option.
pub const MAX_VALUE_BYTES: usize = 1 << 20;
/// A line is no longer than this: a `get` may name many keys.
pub const MAX_LINE_BYTES: usize = 64 << 10;

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    /// Gives the values of keys, which are separated by spaces.
    Get {
        /// The keys, checked.
        keys: &'a [u8],
        /// Whether each comes with its number.
        with_number: bool,
    },
    /// Stores a value.
    Store {
        /// Under which condition.
        how: How,
        /// The key.
        key: &'a [u8],
        /// Kept with the value.
        flags: u32,
        /// When it ends.
        ends: i64,
        /// The value.
        value: &'a [u8],
        /// Whether nobody waits for an answer.
        quiet: bool,
    },
    /// Removes a key.
    Delete {
        /// The key.
        key: &'a [u8],
        /// Whether nobody waits for an answer.
        quiet: bool,
    },
    /// Adds to a number, or subtracts from it.
    Count {
        /// The key.
        key: &'a [u8],
        /// By how much.
        by: u64,
        /// Whether it is added.
        up: bool,
        /// Whether nobody waits for an answer.
        quiet: bool,
    },
    /// Changes when a value ends.
    Touch {
        /// The key.
        key: &'a [u8],
        /// When it ends.
        ends: i64,
        /// Whether nobody waits for an answer.
        quiet: bool,
    },
    /// Tells figures of the server.
    Stats,
    /// Tells the version of the server.
    Version,
    /// Changes how much the server logs. This server logs nothing.
    Verbosity {
        /// Whether nobody waits for an answer.
        quiet: bool,
    },
    /// Removes all keys.
    FlushAll {
        /// Whether nobody waits for an answer.
        quiet: bool,
    },
    /// Ends the connection.
    Quit,
}

/// Under which condition a value is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// In any case.
    Set,
    /// Where there is none.
    Add,
    /// Where there is one.
    Replace,
    /// Behind the one that is there.
    Append,
    /// Before the one that is there.
    Prepend,
    /// Where the one that is there still has this number.
    Compare(u64),
}

/// What the bytes of a connection begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parsed<'a> {
    /// Less than a command.
    Partial,
    /// A command of this many bytes.
    Command(Command<'a>, usize),
    /// What is no command, and is answered with this line.
    Refused {
        /// The line, without its end.
        answer: &'static str,
        /// How many bytes it stands for. Some may not have arrived yet.
        bytes: usize,
        /// Whether the connection cannot go on.
        closes: bool,
    },
}

const BAD_LINE: &str = "CLIENT_ERROR bad command line format";
const BAD_CHUNK: &str = "CLIENT_ERROR bad data chunk";
const BAD_NUMBER: &str = "CLIENT_ERROR invalid numeric delta argument";
const BAD_END: &str = "CLIENT_ERROR invalid exptime argument";
const TOO_LARGE: &str = "SERVER_ERROR object too large for cache";
const TOO_LONG: &str = "CLIENT_ERROR line too long";
const ERROR: &str = "ERROR";

/// Reads the command at the front of `input`.
pub fn parse(input: &[u8]) -> Parsed<'_> {
    let Some(end) = memchr(b'\n', &input[..input.len().min(MAX_LINE_BYTES)]) else {
        return if input.len() < MAX_LINE_BYTES {
            Parsed::Partial
        } else {
            Parsed::Refused { answer: TOO_LONG, bytes: input.len(), closes: true }
        };
    };
    let bytes = end + 1;
    let line = input[..end].strip_suffix(b"\r").unwrap_or(&input[..end]);
    let (verb, rest) = split(line);
    let how = match verb {
        b"get" | b"gets" => return get(rest, verb == b"gets", bytes),
        b"set" => How::Set,
        b"add" => How::Add,
        b"replace" => How::Replace,
        b"append" => How::Append,
        b"prepend" => How::Prepend,
        b"cas" => How::Compare(0),
        _ => {
            return match simple(verb, rest) {
                Ok(command) => Parsed::Command(command, bytes),
                Err(answer) => Parsed::Refused { answer, bytes, closes: false },
            };
        }
    };
    store(how, rest, input, bytes)
}

/// The first word of a line and what follows it.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii_start();
    match memchr(b' ', line) {
        Some(space) => (&line[..space], line[space..].trim_ascii_start()),
        None => (line, b""),
    }
}

/// The words of what follows a verb.
fn words(rest: &[u8]) -> impl Iterator<Item = &[u8]> {
    rest.split(|byte| *byte == b' ').filter(|word| !word.is_empty())
}

fn is_key(word: &[u8]) -> bool {
    !word.is_empty() && word.len() <= MAX_KEY_BYTES && word.iter().all(|byte| *byte > b' ' && *byte != 0x7f)
}

fn get(keys: &[u8], with_number: bool, bytes: usize) -> Parsed<'_> {
    if keys.trim_ascii().is_empty() {
        return Parsed::Refused { answer: ERROR, bytes, closes: false };
    }
    if words(keys).all(is_key) {
        Parsed::Command(Command::Get { keys, with_number }, bytes)
    } else {
        Parsed::Refused { answer: BAD_LINE, bytes, closes: false }
    }
}

fn number<N: std::str::FromStr>(word: &[u8]) -> Option<N> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A command that stores what follows its line.
fn store<'a>(how: How, rest: &'a [u8], input: &'a [u8], line_bytes: usize) -> Parsed<'a> {
    let mut words = words(rest);
    let mut next = || words.next().unwrap_or_default();
    let (key, flags, ends, size) = (next(), number(next()), number(next()), number::<u32>(next()));
    let (mut last, mut how) = (next(), how);
    let mut compares = true;
    if let How::Compare(_) = how {
        match number(last) {
            Some(unique) => how = How::Compare(unique),
            None => compares = false,
        }
        last = next();
    }
    // Without a size, nobody knows where the next command begins: as memcached does, it is looked for in the next line.
    let Some(size) = size.map(|size| size as usize) else {
        return Parsed::Refused { answer: BAD_LINE, bytes: line_bytes, closes: false };
    };
    let whole = line_bytes + size + 2;
    if size > MAX_VALUE_BYTES {
        return Parsed::Refused { answer: TOO_LARGE, bytes: whole, closes: false };
    }
    let (true, true, Some(flags), Some(ends), b"" | b"noreply") = (is_key(key), compares, flags, ends, last) else {
        return Parsed::Refused { answer: BAD_LINE, bytes: whole, closes: false };
    };
    let Some(value) = input.get(line_bytes..line_bytes + size) else { return Parsed::Partial };
    match &input[line_bytes + size..] {
        [b'\r', b'\n', ..] => {
            let quiet = !last.is_empty();
            Parsed::Command(Command::Store { how, key, flags, ends, value, quiet }, whole)
        }
        [] | [b'\r'] => Parsed::Partial,
        // Too long or too short: what follows the value begins at its next line end, where that is in reach.
        tail => match memchr(b'\n', tail) {
            Some(end) => Parsed::Refused { answer: BAD_CHUNK, bytes: line_bytes + size + end + 1, closes: false },
            None if tail.len() > MAX_LINE_BYTES => {
                Parsed::Refused { answer: BAD_CHUNK, bytes: input.len(), closes: true }
            }
            None => Parsed::Partial,
        },
    }
}

/// A command of one line.
fn simple<'a>(verb: &[u8], rest: &'a [u8]) -> Result<Command<'a>, &'static str> {
    let mut words = words(rest);
    let mut next = || words.next().unwrap_or_default();
    let quiet = |word: &[u8]| word == b"noreply";
    match verb {
        b"version" | b"stats" | b"quit" if !next().is_empty() => Err(ERROR),
        b"version" => Ok(Command::Version),
        b"stats" => Ok(Command::Stats),
        b"quit" => Ok(Command::Quit),
        b"verbosity" => {
            let (level, last, more) = (next(), next(), next());
            if level.is_empty() || !more.is_empty() {
                Err(ERROR)
            } else {
                Ok(Command::Verbosity { quiet: quiet(level) || quiet(last) })
            }
        }
        b"flush_all" => {
            let (delay, last) = (next(), next());
            match number::<u32>(delay) {
                // A later end for all that is there would have to be kept by every engine.
                Some(later) if later > 0 => Err("SERVER_ERROR flush_all with a delay is not supported"),
                None if !delay.is_empty() && !quiet(delay) => Err(BAD_END),
                _ => Ok(Command::FlushAll { quiet: quiet(delay) || quiet(last) }),
            }
        }
        b"delete" | b"incr" | b"decr" | b"touch" => {
            let key = next();
            if key.is_empty() {
                return Err(ERROR);
            }
            if !is_key(key) {
                return Err(BAD_LINE);
            }
            let (second, last) = (next(), next());
            match verb {
                // "delete KEY 0" is an old form that memcached still takes.
                b"delete" if second == b"0" => Ok(Command::Delete { key, quiet: quiet(last) }),
                b"delete" if second.is_empty() || quiet(second) => Ok(Command::Delete { key, quiet: quiet(second) }),
                b"delete" => Err("CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]"),
                b"touch" => {
                    let ends = number(second).ok_or(BAD_END)?;
                    Ok(Command::Touch { key, ends, quiet: quiet(last) })
                }
                _ => {
                    let by = number(second).ok_or(BAD_NUMBER)?;
                    Ok(Command::Count { key, by, up: verb == b"incr", quiet: quiet(last) })
                }
            }
        }
        _ => Err(ERROR),
    }
}

/// The keys of a `get`.
pub fn keys(keys: &[u8]) -> impl Iterator<Item = &[u8]> {
    words(keys)
}

#[cfg(test)]
mod tests;
