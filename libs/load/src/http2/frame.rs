//! The form of frames (RFC 9113, 4.1 and 6).

use super::violation::{Code, Violation};

/// Types of frames (RFC 9113, 6).
pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const PRIORITY: u8 = 2;
pub(crate) const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PUSH_PROMISE: u8 = 5;
pub(crate) const PING: u8 = 6;
pub(crate) const GOAWAY: u8 = 7;
pub(crate) const WINDOW_UPDATE: u8 = 8;
pub(crate) const CONTINUATION: u8 = 9;

/// Flags of frames.
pub(crate) const END_STREAM: u8 = 0x1;
pub(crate) const ACK: u8 = 0x1;
pub(crate) const END_HEADERS: u8 = 0x4;
pub(crate) const PADDED: u8 = 0x8;
pub(crate) const PRIORITY_FIELDS: u8 = 0x20;

/// The payload that every endpoint takes, and the most that this side takes, bytes (RFC 9113, 4.2).
pub(crate) const MOST_PAYLOAD: usize = 16_384;

/// What a client says first (RFC 9113, 3.4).
pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The head of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FrameHead {
    pub length: usize,
    pub kind: u8,
    pub flags: u8,
    pub stream: u32,
}

impl FrameHead {
    /// Bytes of the form below.
    pub(crate) const LENGTH: usize = 9;

    #[inline]
    pub(crate) fn from_bytes(bytes: &[u8; Self::LENGTH]) -> Self {
        let [a, b, c, kind, flags, stream @ ..] = *bytes;
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        // The first bit is reserved and ignored.
        Self { length, kind, flags, stream: u32::from_be_bytes(stream) & 0x7fff_ffff }
    }

    #[inline]
    pub(crate) fn to_bytes(self) -> [u8; Self::LENGTH] {
        let ([_, a, b, c], [d, e, f, g]) = ((self.length as u32).to_be_bytes(), self.stream.to_be_bytes());
        [a, b, c, self.kind, self.flags, d, e, f, g]
    }

    #[inline]
    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The payload without its padding (RFC 9113, 6.1).
    #[inline]
    pub(crate) fn unpadded<'p>(&self, payload: &'p [u8]) -> Result<&'p [u8], Violation> {
        if !self.has(PADDED) {
            return Ok(payload);
        }
        let (&padding, rest) =
            payload.split_first().ok_or_else(|| Violation::size("a padded frame without its padding length"))?;
        let length = rest.len().checked_sub(padding.into());
        length.map(|length| &rest[..length]).ok_or_else(|| Violation::protocol("padding longer than its frame"))
    }
}

/// Appends a frame.
#[inline]
pub(crate) fn put(out: &mut Vec<u8>, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
    out.extend_from_slice(&FrameHead { length: payload.len(), kind, flags, stream }.to_bytes());
    out.extend_from_slice(payload);
}

/// Appends the HEADERS of a request and, where the block is longer than a frame, CONTINUATION frames (RFC 9113, 6.2 and
/// 6.10). `prefix` comes before the block.
#[inline]
pub(crate) fn put_headers(out: &mut Vec<u8>, stream: u32, end_stream: u8, prefix: &[u8], block: &[u8]) {
    if prefix.len() + block.len() <= MOST_PAYLOAD {
        let flags = end_stream | END_HEADERS;
        let head = FrameHead { length: prefix.len() + block.len(), kind: HEADERS, flags, stream };
        out.extend_from_slice(&head.to_bytes());
        out.extend_from_slice(prefix);
        out.extend_from_slice(block);
        return;
    }
    let whole = [prefix, block].concat();
    let last = whole.len().div_ceil(MOST_PAYLOAD) - 1;
    for (index, piece) in whole.chunks(MOST_PAYLOAD).enumerate() {
        let end_headers = if index == last { END_HEADERS } else { 0 };
        match index {
            0 => put(out, HEADERS, end_stream | end_headers, stream, piece),
            _ => put(out, CONTINUATION, end_headers, stream, piece),
        }
    }
}

/// Appends a RST_STREAM (RFC 9113, 6.4).
pub(crate) fn put_reset(out: &mut Vec<u8>, stream: u32, code: Code) {
    put(out, RST_STREAM, 0, stream, &(code as u32).to_be_bytes());
}

/// Appends a GOAWAY that names no stream, for the server opened none (RFC 9113, 6.8).
pub(crate) fn put_goaway(out: &mut Vec<u8>, code: Code) {
    let [a, b, c, d] = (code as u32).to_be_bytes();
    put(out, GOAWAY, 0, 0, &[0, 0, 0, 0, a, b, c, d]);
}

/// Appends a WINDOW_UPDATE (RFC 9113, 6.9).
pub(crate) fn put_window_update(out: &mut Vec<u8>, stream: u32, increment: u32) {
    put(out, WINDOW_UPDATE, 0, stream, &increment.to_be_bytes());
}
