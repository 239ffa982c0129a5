//! XML bytes of any usual encoding as UTF-8.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};

const BUFFER: usize = 32 << 10;
/// The bytes in which an XML declaration is looked for.
const SNIFF: usize = 1024;

enum Coding {
    Utf8,
    /// Exactly ISO-8859-1, where `encoding_rs` would take windows-1252.
    Latin1,
    Other(Box<Decoder>),
}

/// Reads XML and gives it out as UTF-8, without a byte order mark. UTF-8 itself passes unchanged.
///
/// It counts what is taken, so that one event of the parser above cannot grow without bound.
pub(super) struct Transcoder<R> {
    source: R,
    coding: Coding,
    raw: Vec<u8>,
    raw_start: usize,
    raw_end: usize,
    text: Vec<u8>,
    text_start: usize,
    ended: bool,
    allowance: u64,
}

impl<R: Read> Transcoder<R> {
    pub(super) fn new(source: R) -> io::Result<Self> {
        let mut transcoder = Self {
            source,
            coding: Coding::Utf8,
            raw: vec![0; BUFFER],
            raw_start: 0,
            raw_end: 0,
            text: Vec::new(),
            text_start: 0,
            ended: false,
            allowance: u64::MAX,
        };
        while transcoder.raw_end < SNIFF && !transcoder.ended {
            transcoder.read_more()?;
        }
        transcoder.sniff()?;
        Ok(transcoder)
    }

    /// From here on, taking more than this many bytes is an error.
    pub(super) fn allow(&mut self, bytes: u64) {
        self.allowance = bytes;
    }

    /// Whether the allowance is used up.
    pub(super) fn is_exhausted(&self) -> bool {
        self.allowance == 0
    }

    fn read_more(&mut self) -> io::Result<()> {
        self.raw.copy_within(self.raw_start..self.raw_end, 0);
        self.raw_end -= self.raw_start;
        self.raw_start = 0;
        if self.raw_end == self.raw.len() {
            return Ok(());
        }
        loop {
            match self.source.read(self.raw.get_mut(self.raw_end..).unwrap_or_default()) {
                Ok(0) => self.ended = true,
                Ok(read) => self.raw_end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }

    /// Finds the encoding out (XML 1.0 appendix F).
    fn sniff(&mut self) -> io::Result<()> {
        let start = &self.raw[..self.raw_end];
        let (encoding, mark) = match start {
            [0xEF, 0xBB, 0xBF, ..] => (UTF_8, 3),
            [0xFE, 0xFF, ..] => (UTF_16BE, 2),
            [0xFF, 0xFE, ..] => (UTF_16LE, 2),
            [0, b'<', 0, ..] => (UTF_16BE, 0),
            [b'<', 0, _, 0, ..] => (UTF_16LE, 0),
            _ => return self.set_declared(),
        };
        self.raw_start = mark;
        if encoding != UTF_8 {
            self.coding = Coding::Other(Box::new(encoding.new_decoder_without_bom_handling()));
        }
        Ok(())
    }

    fn set_declared(&mut self) -> io::Result<()> {
        let start = &self.raw[..self.raw_end.min(SNIFF)];
        let label = declared_encoding(start).unwrap_or("UTF-8").to_ascii_lowercase();
        self.coding = match label.as_str() {
            "iso-8859-1" | "iso_8859-1" | "latin1" | "l1" => Coding::Latin1,
            // UTF-8 finds bytes that are not ASCII, unless they happen to be UTF-8.
            "us-ascii" | "ascii" | "utf-8" | "utf8" => Coding::Utf8,
            label => match Encoding::for_label(label.as_bytes()) {
                Some(encoding) if encoding.is_ascii_compatible() => {
                    Coding::Other(Box::new(encoding.new_decoder_without_bom_handling()))
                }
                _ => {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        if label.starts_with("utf-16") {
                            format!("it declares {label}, and its bytes are not (XML 1.0, 4.3.3)")
                        } else {
                            format!("encoding {label:?} is not supported")
                        },
                    ));
                }
            },
        };
        Ok(())
    }

    /// Makes `text` hold at least a byte, or the end of the input.
    fn transcode(&mut self) -> io::Result<()> {
        self.text.clear();
        self.text_start = 0;
        while self.text.is_empty() && !(self.ended && self.raw_start == self.raw_end) {
            if !self.ended {
                self.read_more()?;
            }
            let raw = &self.raw[self.raw_start..self.raw_end];
            match &mut self.coding {
                Coding::Utf8 => self.raw_start = self.raw_end,
                Coding::Latin1 => {
                    self.text.resize(raw.len() * 2, 0);
                    let written = encoding_rs::mem::convert_latin1_to_utf8(raw, &mut self.text);
                    self.text.truncate(written);
                    self.raw_start = self.raw_end;
                }
                Coding::Other(decoder) => {
                    let room = decoder.max_utf8_buffer_length_without_replacement(raw.len()).unwrap_or(4 * BUFFER);
                    self.text.resize(room, 0);
                    let (result, read, written) =
                        decoder.decode_to_utf8_without_replacement(raw, &mut self.text, self.ended);
                    self.text.truncate(written);
                    self.raw_start += read;
                    if matches!(result, encoding_rs::DecoderResult::Malformed(..)) {
                        return Err(io::Error::new(io::ErrorKind::InvalidData, "bytes outside the declared encoding"));
                    }
                    if self.ended && self.raw_start == self.raw_end {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The encoding in the XML declaration at the start, if there is one.
fn declared_encoding(start: &[u8]) -> Option<&str> {
    let declaration = start.strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|pair| pair == b"?>")?;
    let declaration = std::str::from_utf8(declaration.get(..end)?).ok()?;
    let after = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    after.get(1..)?.split(quote).next()
}

impl<R: Read> Read for Transcoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let filled = self.fill_buf()?;
        let taken = filled.len().min(out.len());
        out[..taken].copy_from_slice(&filled[..taken]);
        self.consume(taken);
        Ok(taken)
    }
}

impl<R: Read> BufRead for Transcoder<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.allowance == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "one item of the XML document is too long"));
        }
        if matches!(self.coding, Coding::Utf8) {
            if self.raw_start == self.raw_end && !self.ended {
                self.read_more()?;
            }
            return Ok(&self.raw[self.raw_start..self.raw_end]);
        }
        if self.text_start == self.text.len() {
            self.transcode()?;
        }
        Ok(&self.text[self.text_start..])
    }

    fn consume(&mut self, bytes: usize) {
        self.allowance = self.allowance.saturating_sub(bytes as u64);
        match self.coding {
            Coding::Utf8 => self.raw_start = (self.raw_start + bytes).min(self.raw_end),
            _ => self.text_start = (self.text_start + bytes).min(self.text.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        Transcoder::new(bytes)?.read_to_string(&mut text)?;
        Ok(text)
    }

    fn utf16(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    }

    #[test]
    fn finds_the_encoding_out() {
        assert_eq!(read("\u{FEFF}<é/>".as_bytes()).unwrap(), "<é/>");
        assert_eq!(read("<日/>".as_bytes()).unwrap(), "<日/>");
        for big in [true, false] {
            assert_eq!(read(&utf16("\u{FEFF}<日𝄞/>", big)).unwrap(), "<日𝄞/>");
            assert_eq!(read(&utf16("<?xml encoding='UTF-16'?><日/>", big)).unwrap(), "<?xml encoding='UTF-16'?><日/>");
        }
        let latin = b"<?xml version='1.0' encoding = \"ISO-8859-1\"?><a>\xE9\x80</a>";
        assert_eq!(read(latin).unwrap(), "<?xml version='1.0' encoding = \"ISO-8859-1\"?><a>\u{E9}\u{80}</a>");
        let long = [&latin[..latin.len() - 4], &[0xE9; 100_000], b"</a>"].concat();
        assert_eq!(read(&long).unwrap().chars().filter(|c| *c == 'é').count(), 100_001);
        assert!(read(b"<?xml version='1.0' encoding='windows-1251'?><a>\xC4</a>").unwrap().contains('Д'));
    }

    #[test]
    fn long_input_crosses_the_buffers() {
        let text = format!("\u{FEFF}<a>{}</a>", "日本é𝄞".repeat(20_000));
        assert_eq!(read(&utf16(&text, true)).unwrap(), text[3..]);
    }

    #[test]
    fn wrong_bytes_are_errors() {
        assert!(read(b"<?xml version='1.0' encoding='wtf-99'?><a/>").is_err());
        assert!(read(b"\xFE\xFF\0<\xD8\0\0a").is_err());
        assert!(read(b"\xFE\xFF\0<\0").is_err());
    }
}
