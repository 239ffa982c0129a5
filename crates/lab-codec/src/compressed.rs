//! Sizes after compression.

use std::io::Write as _;

/// The level of gzip (RFC 1952).
pub const GZIP_LEVEL: u32 = 6;

/// The level of zstd (RFC 8878).
pub const ZSTD_LEVEL: i32 = 3;

/// The size of `bytes` as gzip at [`GZIP_LEVEL`], in bytes.
///
/// # Errors
/// If memory runs out.
pub fn gzip(bytes: &[u8]) -> std::io::Result<usize> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// The size of `bytes` as zstd at [`ZSTD_LEVEL`], in bytes.
///
/// # Errors
/// If memory runs out.
pub fn zstd(bytes: &[u8]) -> std::io::Result<usize> {
    Ok(zstd::bulk::compress(bytes, ZSTD_LEVEL)?.len())
}

/// The most bytes that a dictionary has: what zstd takes where nothing else is said.
const DICTIONARY_BYTES: usize = 112_640;

/// A dictionary of zstd for messages like these.
///
/// # Errors
/// If they are too few or too small for one.
pub fn dictionary(samples: &[Vec<u8>]) -> std::io::Result<Vec<u8>> {
    zstd::dict::from_samples(samples, DICTIONARY_BYTES)
}

/// The size of `bytes` as zstd at [`ZSTD_LEVEL`] with a dictionary that both ends have, in bytes.
///
/// # Errors
/// If memory runs out.
pub fn zstd_with(bytes: &[u8], dictionary: &[u8]) -> std::io::Result<usize> {
    Ok(zstd::bulk::Compressor::with_dictionary(ZSTD_LEVEL, dictionary)?.compress(bytes)?.len())
}
