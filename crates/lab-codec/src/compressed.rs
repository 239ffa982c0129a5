//! Sizes after compression.

use std::io::{Read as _, Write as _};
use std::time::Instant;

/// The level of gzip (RFC 1952).
pub const GZIP_LEVEL: u32 = 6;

/// The level of zstd (RFC 8878).
pub const ZSTD_LEVEL: i32 = 3;

/// The size of `bytes` as gzip at [`GZIP_LEVEL`], in bytes.
///
/// # Errors
/// If memory runs out.
pub fn gzip(bytes: &[u8]) -> std::io::Result<usize> {
    Ok(to_gzip(bytes)?.len())
}

/// `bytes` as gzip at [`GZIP_LEVEL`].
///
/// # Errors
/// If memory runs out.
pub fn to_gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(GZIP_LEVEL));
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// What [`to_gzip`] made of bytes of this length.
///
/// # Errors
/// If it is no gzip.
pub fn from_gzip(bytes: &[u8], length: usize) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(length);
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut out)?;
    Ok(out)
}

/// The size of `bytes` as zstd at [`ZSTD_LEVEL`], in bytes.
///
/// # Errors
/// If memory runs out.
pub fn zstd(bytes: &[u8]) -> std::io::Result<usize> {
    Ok(to_zstd(bytes)?.len())
}

/// `bytes` as zstd at [`ZSTD_LEVEL`].
///
/// # Errors
/// If memory runs out.
pub fn to_zstd(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, ZSTD_LEVEL)
}

/// What [`to_zstd`] made of bytes of this length.
///
/// # Errors
/// If it is no zstd, or longer.
pub fn from_zstd(bytes: &[u8], length: usize) -> std::io::Result<Vec<u8>> {
    zstd::bulk::decompress(bytes, length)
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

/// Bytes under a compression: their size, and what compressing and decompressing took, nanoseconds of wall time.
pub(crate) struct Compressed {
    pub size_bytes: f64,
    pub there_ns: f64,
    pub back_ns: f64,
}

impl Compressed {
    /// Compresses `bytes`, and decompresses them again.
    pub fn of(
        bytes: &[u8],
        there: fn(&[u8]) -> std::io::Result<Vec<u8>>,
        back: fn(&[u8], usize) -> std::io::Result<Vec<u8>>,
    ) -> std::io::Result<Self> {
        let start = Instant::now();
        let small = there(bytes)?;
        let there_ns = start.elapsed().as_nanos() as f64;
        let start = Instant::now();
        let whole = back(&small, bytes.len())?;
        let back_ns = start.elapsed().as_nanos() as f64;
        if whole != bytes {
            return Err(std::io::Error::other("decompressed, it is another message"));
        }
        Ok(Self { size_bytes: small.len() as f64, there_ns, back_ns })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_comes_back() {
        for bytes in [&b""[..], b"a", &[7; 100_000]] {
            assert_eq!(from_gzip(&to_gzip(bytes).unwrap(), bytes.len()).unwrap(), bytes);
            assert_eq!(from_zstd(&to_zstd(bytes).unwrap(), bytes.len()).unwrap(), bytes);
        }
        assert!(from_gzip(b"no gzip", 7).is_err() && from_zstd(b"no zstd", 7).is_err());
    }
}
