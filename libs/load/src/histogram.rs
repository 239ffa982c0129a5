//! Distributions in nanoseconds that merge without loss.

use base64::{Engine, engine::general_purpose::STANDARD};
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2DeflateSerializer};

use crate::distribution::Decoder;
use crate::error::Error;

/// What can be added to a histogram: another one, or a distribution as a document holds it.
pub(crate) trait Addend {
    /// Adds all values to `sum`, which grows.
    fn add_to(&self, sum: &mut Histogram<u64>);
}

impl Addend for Histogram<u64> {
    fn add_to(&self, sum: &mut Histogram<u64>) {
        add(sum, self);
    }
}

/// A distribution with three significant digits, of as large a range as its values need: nothing is clamped.
pub(crate) fn precise() -> Histogram<u64> {
    with_digits(3)
}

/// A distribution with two significant digits, for the many of a time series.
pub(crate) fn coarse() -> Histogram<u64> {
    with_digits(2)
}

fn with_digits(digits: u8) -> Histogram<u64> {
    // `new` makes one that grows, and fails only beyond five digits.
    Histogram::new(digits).unwrap_or_else(|fault| unreachable!("{digits} digits: {fault}"))
}

/// Counts a value as it is: `saturating_record` would clamp it to the range so far.
#[inline]
pub(crate) fn record(histogram: &mut Histogram<u64>, value_ns: u64) {
    if let Err(fault) = histogram.record(value_ns) {
        unreachable!("a histogram that grows did not: {fault}");
    }
}

/// Adds all values of `other`.
pub(crate) fn add(histogram: &mut Histogram<u64>, other: &Histogram<u64>) {
    // Fails only where the sum does not fit a histogram that cannot grow.
    if let Err(fault) = histogram.add(other) {
        unreachable!("a histogram that grows did not: {fault}");
    }
}

/// The HDR interchange form (version 2, compressed) in base64, as other HDR tools read and write it.
pub(crate) fn encode(histogram: &Histogram<u64>) -> Result<String, Error> {
    let mut bytes = Vec::new();
    V2DeflateSerializer::new()
        .serialize(histogram, &mut bytes)
        .map_err(|fault| Error::Document(format!("a histogram cannot be written: {fault}")))?;
    Ok(STANDARD.encode(bytes))
}

/// The reverse of [`encode`].
///
/// # Errors
/// [`Error::Document`] if it is not a histogram.
pub(crate) fn decode(text: &str) -> Result<Histogram<u64>, Error> {
    Ok(Decoder::new().decode(text)?.to_histogram())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distribution_survives_its_document() {
        let mut histogram = precise();
        [0, 1, 5_000_000_000, u64::MAX >> 2].into_iter().for_each(|value| record(&mut histogram, value));
        assert_eq!(decode(&encode(&histogram).unwrap()).unwrap(), histogram);
    }

    #[test]
    fn a_distribution_that_is_no_result_is_refused() {
        let odd = Histogram::new_with_bounds(1000, 1_000_000, 5).unwrap();
        for text in ["", "====", "AAAA", encode(&odd).unwrap().as_str()] {
            assert!(matches!(decode(text), Err(Error::Document(_))), "{text}");
        }
    }
}
