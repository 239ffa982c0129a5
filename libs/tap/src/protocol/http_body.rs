//! Bodies in chunks (RFC 9112, 7.1).

use std::time::Duration;

use crate::Message;

/// The bytes of a line between chunks: a size with its extensions, a trailer field.
const MAX_LINE: usize = 16 << 10;
/// The bytes of all trailer fields.
const MAX_TRAILERS: usize = 64 << 10;

/// Where in a chunked body the next byte belongs.
#[derive(Debug, Default)]
pub(super) struct Chunks {
    part: Part,
    line: Vec<u8>,
    trailers: usize,
}

#[derive(Debug, Default)]
enum Part {
    #[default]
    Size,
    Data(u64),
    DataEnd,
    Trailers,
}

impl Chunks {
    /// Takes bytes of the body; gives how many, and whether the body is complete.
    ///
    /// # Errors
    /// If it is not in chunks, with how many bytes were taken.
    pub(super) fn take(
        &mut self,
        bytes: &[u8],
        at: Duration,
        message: &mut Message,
    ) -> Result<(usize, bool), (usize, String)> {
        let mut taken = 0;
        while taken < bytes.len() {
            let left = &bytes[taken..];
            if let Part::Data(size) = &mut self.part {
                let part = &left[..left.len().min(usize::try_from(*size).unwrap_or(usize::MAX))];
                message.content(at, part);
                taken += part.len();
                *size -= part.len() as u64;
                if *size == 0 {
                    self.part = Part::DataEnd;
                }
                continue;
            }
            let left = &left[..left.len().min(MAX_LINE + 1 - self.line.len())];
            let end = left.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
            let part = &left[..end.unwrap_or(left.len())];
            message.frame(at, part.len());
            taken += part.len();
            self.line.extend_from_slice(part);
            if self.line.len() > MAX_LINE {
                return Err((taken, format!("a line of a chunked body is over {MAX_LINE} bytes")));
            }
            if end.is_some() {
                let line = std::mem::take(&mut self.line);
                if self.line(line.trim_ascii(), message).map_err(|reason| (taken, reason))? {
                    return Ok((taken, true));
                }
            }
        }
        Ok((taken, false))
    }

    /// Takes a whole line; true if it ends the body.
    fn line(&mut self, line: &[u8], message: &mut Message) -> Result<bool, String> {
        match self.part {
            Part::Size => {
                let digits = line.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
                let size = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|o| o.is_ascii_hexdigit()));
                let size = size
                    .and_then(|text| u64::from_str_radix(text, 16).ok())
                    .ok_or("the size of a chunk is not a number")?;
                self.part = if size == 0 { Part::Trailers } else { Part::Data(size) };
            }
            Part::DataEnd if line.is_empty() => self.part = Part::Size,
            Part::DataEnd => return Err("a chunk is longer than its size says".into()),
            Part::Trailers if line.is_empty() => return Ok(true),
            Part::Trailers => {
                self.trailers += line.len();
                if self.trailers > MAX_TRAILERS {
                    return Err(format!("trailers over {MAX_TRAILERS} bytes"));
                }
                message.head.push_str("trailer ");
                message.head.push_str(&String::from_utf8_lossy(line));
                message.head.push('\n');
            }
            Part::Data(_) => {}
        }
        Ok(false)
    }
}
