//! Bodies that are compressed.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::MAX_EXPANDED;
use crate::{Coding, Message};

/// The body without its compression, and whether all of it is there.
///
/// # Errors
/// If it cannot be decompressed, with the reason.
pub(super) fn plain(message: &Message) -> Result<(Cow<'_, [u8]>, bool), String> {
    let bytes = message.body.bytes();
    match message.coding {
        Coding::Identity => Ok((Cow::Borrowed(bytes), true)),
        _ if bytes.is_empty() => Ok((Cow::Borrowed(bytes), true)),
        Coding::Gzip => expand(MultiGzDecoder::new(bytes), message),
        // Some servers send it without the frame of zlib (RFC 9110, 8.4.1.2).
        Coding::Deflate => expand(ZlibDecoder::new(bytes), message)
            .or_else(|framed| expand(DeflateDecoder::new(bytes), message).map_err(|_| framed)),
        Coding::Other => Err("its content-encoding is not decoded here".into()),
    }
}

fn expand<'a>(decoder: impl Read, message: &Message) -> Result<(Cow<'a, [u8]>, bool), String> {
    let mut plain = Vec::new();
    match decoder.take(MAX_EXPANDED as u64 + 1).read_to_end(&mut plain) {
        Ok(_) => {}
        // What is cut ends early, and its beginning is right.
        Err(_) if !message.body.is_whole() && !plain.is_empty() => return Ok((plain.into(), false)),
        Err(error) => return Err(format!("it cannot be decompressed: {error}")),
    }
    let is_whole = plain.len() <= MAX_EXPANDED;
    plain.truncate(MAX_EXPANDED);
    Ok((plain.into(), is_whole))
}
