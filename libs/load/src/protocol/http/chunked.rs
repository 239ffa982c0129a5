//! The chunked transfer coding (RFC 9112, 7.1), in pieces of any size.

/// Not the chunked coding.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// How far a call came.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Progress {
    pub consumed: usize,
    pub complete: bool,
}

/// Where in the coding a connection is.
#[derive(Debug, Default)]
pub(super) struct Chunks {
    position: Position,
    /// Of a chunk's size while it is read, of its data after.
    remaining: u64,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Position {
    #[default]
    SizeStart,
    Size,
    /// An extension, or the end of the size line.
    Extension,
    SizeLf,
    Data,
    DataCr,
    DataLf,
    TrailerStart,
    Trailer,
    EndLf,
}

impl Chunks {
    /// Takes bytes off the front of `input`, giving pieces of the content to `content`, until the coding or the input
    /// ends.
    pub(super) fn decode(&mut self, input: &[u8], mut content: impl FnMut(&[u8])) -> Result<Progress, Malformed> {
        let mut at = 0;
        while let Some(&byte) = input.get(at) {
            at += 1;
            self.position = match (self.position, byte) {
                (Position::Data, _) => {
                    at -= 1;
                    let here = (input.len() - at).min(usize::try_from(self.remaining).unwrap_or(usize::MAX));
                    content(&input[at..at + here]);
                    at += here;
                    self.remaining -= here as u64;
                    if self.remaining == 0 { Position::DataCr } else { Position::Data }
                }
                (Position::SizeStart | Position::Size, byte) if byte.is_ascii_hexdigit() => {
                    let digit = (byte as char).to_digit(16).ok_or(Malformed)?;
                    self.remaining = self.remaining.checked_mul(16).ok_or(Malformed)? + u64::from(digit);
                    Position::Size
                }
                (Position::Size | Position::Extension, b'\r') => Position::SizeLf,
                (Position::Size, b';' | b' ' | b'\t') => Position::Extension,
                (Position::Extension, byte) if byte != b'\n' => Position::Extension,
                (Position::SizeLf, b'\n') if self.remaining == 0 => Position::TrailerStart,
                (Position::SizeLf, b'\n') => Position::Data,
                (Position::DataCr, b'\r') => Position::DataLf,
                (Position::DataLf, b'\n') => Position::SizeStart,
                (Position::TrailerStart, b'\r') => Position::EndLf,
                (Position::TrailerStart, byte) if byte != b'\n' => Position::Trailer,
                (Position::Trailer, b'\n') => Position::TrailerStart,
                (Position::Trailer, _) => Position::Trailer,
                (Position::EndLf, b'\n') => return Ok(Progress { consumed: at, complete: true }),
                _ => return Err(Malformed),
            };
        }
        Ok(Progress { consumed: at, complete: false })
    }
}
