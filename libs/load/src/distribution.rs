//! A distribution as a document holds it. It comes from another machine, so it is decoded with hard limits; and a merge
//! decodes a hundred of each result, so only the counts that are not zero are kept, and buffers are used again.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hdrhistogram::Histogram;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use crate::error::Error;
use crate::histogram::{self, Addend};

/// What the HDR interchange form, version 2, begins with: compressed, and the plain form within.
const COMPRESSED: u64 = 0x1c84_9314;
const PLAIN: u64 = 0x1c84_9313;
/// Bytes before the compressed bytes: the mark and their length.
const COMPRESSED_HEAD: usize = 8;
/// Bytes before the counts of the plain form.
const PLAIN_HEAD: usize = 40;
/// No distribution of a result has more significant digits.
const MOST_DIGITS: u64 = 3;
/// Bytes of one count, at the most.
const COUNT_BYTES: usize = 9;
/// Bytes of the plain form, at the most: every count that three digits and 64 bits need, each as long as it can be.
const MOST_BYTES: usize = PLAIN_HEAD + Layout { half_bits: 10 }.counts(u64::MAX) * COUNT_BYTES;
/// Bytes that are enough for most distributions.
const FIRST_BYTES: usize = 16_384;

/// Which count stands for which values, where the unit is 1. The values from 0 on have a count each, up to twice the
/// values of a bucket; each further bucket is as many counts, each for twice as many values as those before.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Layout {
    /// Counts of a bucket, as a power of 2.
    half_bits: u32,
}

impl Layout {
    /// That of histograms with this many significant digits: values up to 2 * 10^digits are distinguished.
    fn of(digits: u8) -> Self {
        Self { half_bits: (2 * 10_u32.pow(digits.into())).next_power_of_two().ilog2() - 1 }
    }

    /// How many counts there are for values from 0 to `high`.
    const fn counts(self, high: u64) -> usize {
        let bits = u64::BITS - high.leading_zeros();
        let buckets = bits.saturating_sub(self.half_bits);
        (if buckets < 1 { 2 } else { buckets as usize + 1 }) << self.half_bits
    }

    /// The least value that a count stands for, and how many it stands for.
    fn values(self, index: usize) -> (u64, u64) {
        match (index >> self.half_bits) as u32 {
            0 => (index as u64, 1),
            bucket => {
                let half = 1 << self.half_bits;
                ((((index & (half - 1)) + half) as u64) << (bucket - 1), 1 << (bucket - 1))
            }
        }
    }
}

/// The counts of a distribution that are not zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Distribution {
    digits: u8,
    /// The range for which it was made.
    high: u64,
    /// Which count, and the count; ascending.
    counts: Vec<(usize, u64)>,
}

/// Decodes distributions one after the other.
pub(crate) struct Decoder {
    inflater: Box<DecompressorOxide>,
    compressed: Vec<u8>,
    plain: Vec<u8>,
}

impl Decoder {
    pub(crate) fn new() -> Self {
        Self { inflater: Box::default(), compressed: Vec::new(), plain: vec![0; FIRST_BYTES] }
    }

    /// Decodes what [`histogram::encode`] wrote.
    ///
    /// # Errors
    /// [`Error::Document`] if it is no distribution of a result.
    pub(crate) fn decode(&mut self, text: &str) -> Result<Distribution, Error> {
        self.decoded(text).map_err(|fault| Error::Document(format!("histogram: {fault}")))
    }

    fn decoded(&mut self, text: &str) -> Result<Distribution, String> {
        self.compressed.clear();
        STANDARD.decode_vec(text, &mut self.compressed).map_err(|fault| fault.to_string())?;
        Ok(Distribution::from_plain(self.inflated()?)?)
    }

    /// The plain form within the compressed one.
    fn inflated(&mut self) -> Result<&[u8], &'static str> {
        let (head, bytes) = self.compressed.split_at_checked(COMPRESSED_HEAD).ok_or("it is cut off")?;
        if number(&head[..4]) != COMPRESSED {
            return Err("it does not begin as the compressed HDR form does");
        }
        if number(&head[4..]) != bytes.len() as u64 {
            return Err("it is not as long as it says");
        }
        self.inflater.init();
        let flags =
            inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (mut read, mut written) = (0, 0);
        loop {
            let (status, more_read, more_written) =
                decompress(&mut self.inflater, &bytes[read..], &mut self.plain, written, flags);
            (read, written) = (read + more_read, written + more_written);
            match status {
                TINFLStatus::Done if read == bytes.len() => return Ok(&self.plain[..written]),
                TINFLStatus::HasMoreOutput if self.plain.len() < MOST_BYTES => {
                    let longer = self.plain.len() * 2;
                    self.plain.resize(longer.min(MOST_BYTES), 0);
                }
                TINFLStatus::HasMoreOutput => return Err("it is larger than a distribution of a result can be"),
                _ => return Err("its compressed bytes are damaged"),
            }
        }
    }
}

/// A number of several bytes, the most significant first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Takes a number from the front: seven bits a byte, the least significant first, the ninth byte whole.
fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for at in 0..COUNT_BYTES {
        let byte = *bytes.get(at)?;
        let is_last = byte < 0x80 || at == COUNT_BYTES - 1;
        let bits = if at == COUNT_BYTES - 1 { byte } else { byte & 0x7f };
        value |= u64::from(bits) << (7 * at);
        if is_last {
            *bytes = &bytes[at + 1..];
            return Some(value);
        }
    }
    None
}

impl Distribution {
    /// Reads the plain form.
    pub(crate) fn from_plain(bytes: &[u8]) -> Result<Self, &'static str> {
        let (head, mut rest) = bytes.split_at_checked(PLAIN_HEAD).ok_or("it is cut off")?;
        let [mark, length, offset, digits] = [0, 4, 8, 12].map(|at| number(&head[at..at + 4]));
        let [low, high, ratio] = [16, 24, 32].map(|at| number(&head[at..at + 8]));
        if mark != PLAIN {
            return Err("it does not hold the plain HDR form");
        }
        if length != rest.len() as u64 {
            return Err("its counts are not as long as it says");
        }
        if offset != 0 || ratio != 1.0_f64.to_bits() || low != 1 || high < 2 || digits > MOST_DIGITS {
            return Err("its unit, its range or its digits are not those of a result");
        }
        let digits = digits as u8;
        let end = Layout::of(digits).counts(high);
        let (mut counts, mut index) = (Vec::new(), 0);
        while !rest.is_empty() {
            let folded = take_number(&mut rest).ok_or("it is cut off")?;
            // Even numbers are counts, odd ones say how many counts are zero.
            let half = folded >> 1;
            let is_count = folded & 1 == 0;
            let more = if is_count { 1 } else { half + 1 };
            if more > (end - index) as u64 {
                return Err("it has more counts than its range needs");
            }
            if is_count && half > 0 {
                counts.push((index, half));
            }
            index += more as usize;
        }
        Ok(Self { digits, high, counts })
    }

    /// How many values there are.
    pub(crate) fn count(&self) -> u64 {
        self.counts.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// As a histogram that grows.
    pub(crate) fn to_histogram(&self) -> Histogram<u64> {
        let mut histogram = Histogram::new_with_bounds(1, self.high, self.digits)
            .unwrap_or_else(|fault| unreachable!("range and digits were checked: {fault}"));
        histogram.auto(true);
        self.add_to(&mut histogram);
        histogram
    }
}

impl Addend for Distribution {
    fn add_to(&self, sum: &mut Histogram<u64>) {
        let layout = Layout::of(self.digits);
        let Some((last, _)) = self.counts.last() else { return };
        let (least, width) = layout.values(*last);
        let (top, _) = Layout::of(sum.sigfig()).values(sum.distinct_values() - 1);
        // As the library counts, for which no value is above all that 64 bits hold.
        if least.saturating_add(width) - 1 > sum.highest_equivalent(top) {
            // The sum must grow, and to what range is for the library to say.
            histogram::add(sum, &self.to_histogram());
            return;
        }
        for (index, count) in &self.counts {
            if let Err(fault) = sum.record_n(layout.values(*index).0, *count) {
                unreachable!("a histogram that grows did not: {fault}");
            }
        }
    }
}

/// What `bytes` are as the plain form and as the compressed one, for the fuzz target.
#[doc(hidden)]
pub fn distributions_of(bytes: &[u8]) -> [Option<Histogram<u64>>; 2] {
    let plain = Distribution::from_plain(bytes).ok();
    let compressed = Decoder::new().decode(&STANDARD.encode(bytes)).ok();
    [plain, compressed].map(|distribution| distribution.map(|distribution| distribution.to_histogram()))
}

#[cfg(test)]
mod tests;
