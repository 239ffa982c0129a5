use super::*;
use hdrhistogram::serialization::{Deserializer, Serializer as _, V2DeflateSerializer, V2Serializer};
use proptest::prelude::*;

/// What the library reads from its own form.
fn by_library(bytes: &[u8]) -> Histogram<u64> {
    let mut histogram: Histogram<u64> = Deserializer::new().deserialize(&mut &*bytes).unwrap();
    histogram.auto(true);
    histogram
}

fn compressed(histogram: &Histogram<u64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    V2DeflateSerializer::new().serialize(histogram, &mut bytes).unwrap();
    bytes
}

fn plain(histogram: &Histogram<u64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    V2Serializer::new().serialize(histogram, &mut bytes).unwrap();
    bytes
}

fn decoded(bytes: &[u8]) -> Result<Distribution, String> {
    Decoder::new().decoded(&STANDARD.encode(bytes))
}

/// Values of every size, so that neighbours, gaps and growth all occur.
fn values() -> impl Strategy<Value = Vec<(u64, u64)>> {
    let value = (any::<u64>(), 0..64_u32).prop_map(|(value, bits)| value >> bits);
    let count = prop_oneof![4 => 1..200_u64, 1 => 1..u64::MAX >> 1];
    prop::collection::vec((value, count), 0..60)
}

fn histogram_of(digits: u8, values: &[(u64, u64)]) -> Histogram<u64> {
    let mut histogram = Histogram::<u64>::new(digits).unwrap();
    for (value, count) in values {
        // Counts of more than 63 bits have no form.
        if histogram.count_at(*value).checked_add(*count).is_some_and(|sum| sum <= u64::MAX >> 1) {
            histogram.record_n(*value, *count).unwrap();
        }
    }
    histogram
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What is read is what the library reads, to the last byte that is written of it again.
    #[test]
    fn a_distribution_is_what_the_library_reads(digits in 0..=3_u8, values in values()) {
        let bytes = compressed(&histogram_of(digits, &values));
        let (own, library) = (decoded(&bytes).unwrap().to_histogram(), by_library(&bytes));
        prop_assert_eq!(&own, &library);
        prop_assert_eq!((own.high(), own.max(), own.min_nz()), (library.high(), library.max(), library.min_nz()));
        prop_assert_eq!(compressed(&own), compressed(&library));
        let plain = plain(&library);
        prop_assert_eq!(Distribution::from_plain(&plain).unwrap().to_histogram(), library);
    }

    /// A sum of distributions is the sum that the library makes of whole histograms, to the last byte.
    #[test]
    fn adding_is_what_the_library_adds(
        sum_digits in 0..=3_u8,
        parts in prop::collection::vec((0..=3_u8, values()), 1..8),
    ) {
        let [mut own, mut library] = [(); 2].map(|()| Histogram::<u64>::new(sum_digits).unwrap());
        for (digits, values) in parts {
            let bytes = compressed(&histogram_of(digits, &values));
            decoded(&bytes).unwrap().add_to(&mut own);
            by_library(&bytes).add_to(&mut library);
            prop_assert_eq!(own.high(), library.high());
            prop_assert_eq!(own.max(), library.max());
        }
        prop_assert_eq!(own.mean().to_bits(), library.mean().to_bits());
        // A count that became too large has no form, and neither has the sum.
        let form = |histogram: &Histogram<u64>| histogram::encode(histogram).map_err(|fault| fault.to_string());
        prop_assert_eq!(form(&own), form(&library));
    }

    /// Bytes of any kind are refused or read, as what they hold and within its range.
    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), digits in 0..5_u8, high in any::<u64>()) {
        let _ = decoded(&bytes);
        let _ = Distribution::from_plain(&bytes);
        let head = [
            &(PLAIN as u32).to_be_bytes()[..],
            &(bytes.len() as u32).to_be_bytes(),
            &0_u32.to_be_bytes(),
            &u32::from(digits).to_be_bytes(),
            &1_u64.to_be_bytes(),
            &high.to_be_bytes(),
            &1.0_f64.to_be_bytes(),
        ];
        let whole = [&head.concat()[..], &bytes].concat();
        if let Ok(distribution) = Distribution::from_plain(&whole) {
            prop_assert_eq!(distribution.to_histogram(), by_library(&whole));
        }
    }

    /// No part of a distribution is one.
    #[test]
    fn truncated_input_is_refused(values in values(), at in any::<prop::sample::Index>()) {
        let histogram = histogram_of(3, &values);
        for bytes in [compressed(&histogram), plain(&histogram)] {
            let cut = &bytes[..at.index(bytes.len())];
            prop_assert!(decoded(cut).is_err() && Distribution::from_plain(cut).is_err());
        }
    }
}

#[test]
fn counts_are_laid_out_as_the_library_does() {
    for digits in 0..=3 {
        for high in [2, 3, 100, 2047, 2048, 1 << 40, u64::MAX >> 1, u64::MAX] {
            let histogram = Histogram::<u64>::new_with_bounds(1, high, digits).unwrap();
            assert_eq!(Layout::of(digits).counts(high), histogram.distinct_values(), "{digits} digits to {high}");
        }
    }
}

#[test]
fn a_distribution_that_inflates_beyond_what_one_can_be_is_refused() {
    let zeros = miniz_oxide::deflate::compress_to_vec_zlib(&vec![0; MOST_BYTES + 1], 6);
    let head = [(COMPRESSED as u32).to_be_bytes(), (zeros.len() as u32).to_be_bytes()].concat();
    let fault = decoded(&[head, zeros].concat()).unwrap_err();
    assert_eq!(fault, "it is larger than a distribution of a result can be");
    // The largest that is one is read.
    let mut most = Histogram::<u64>::new(3).unwrap();
    for index in 0..Layout::of(3).counts(u64::MAX) {
        most.record_n(Layout::of(3).values(index).0, u64::MAX >> 1).unwrap();
    }
    assert_eq!(plain(&most).len(), MOST_BYTES);
    assert_eq!(decoded(&compressed(&most)).unwrap().counts.len(), most.distinct_values());
}

#[test]
fn a_length_that_lies_is_refused() {
    let bytes = plain(&histogram_of(3, &[(5, 1), (70_000, 3)]));
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        Distribution::from_plain(&bytes).unwrap_err()
    };
    assert_eq!(with(0, 0), "it does not hold the plain HDR form");
    assert_eq!(with(4, 0xff), "its counts are not as long as it says");
    assert_eq!(with(15, 4), "its unit, its range or its digits are not those of a result");
    assert_eq!(with(23, 2), "its unit, its range or its digits are not those of a result");
    let mut narrow = bytes.clone();
    narrow[24..32].copy_from_slice(&2_u64.to_be_bytes());
    assert_eq!(Distribution::from_plain(&narrow).unwrap_err(), "it has more counts than its range needs");
}
