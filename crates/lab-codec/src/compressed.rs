//! Sizes after compression.

use std::io::Write as _;

/// The level of gzip (RFC 1952).
pub const GZIP_LEVEL: u32 = 6;

/// The level of zstd (RFC 8878).
pub const ZSTD_LEVEL: i32 = 3;

/// The size of `bytes` as gzip at [`GZIP_LEVEL`], in bytes.
///
/// # Errors
/// Where memory runs out.
pub fn gzip(bytes: &[u8]) -> std::io::Result<usize> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

/// The size of `bytes` as zstd at [`ZSTD_LEVEL`], in bytes.
///
/// # Errors
/// Where memory runs out.
pub fn zstd(bytes: &[u8]) -> std::io::Result<usize> {
    Ok(zstd::bulk::compress(bytes, ZSTD_LEVEL)?.len())
}
