//! The whole of a distribution as text, for `--hdr FILE`.

use std::io::{self, Write};

use hdrhistogram::Histogram;

/// Writes the percentile distribution in the form of the HDR tools (`.hgrm`), as wrk2 prints it; values in milliseconds.
///
/// # Errors
/// Those of `out`.
pub fn write_spectrum(histogram: &Histogram<u64>, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "{:>12} {:>14} {:>10} {:>14}\n", "Value", "Percentile", "TotalCount", "1/(1-Percentile)")?;
    for value in histogram.iter_quantiles(5) {
        let (milliseconds, quantile) = (value.value_iterated_to() as f64 / 1e6, value.quantile_iterated_to());
        write!(out, "{milliseconds:>12.3} {quantile:>14.12} ")?;
        let count = histogram.count_between(0, value.value_iterated_to());
        if quantile < 1.0 {
            writeln!(out, "{count:>10} {:>14.2}", 1.0 / (1.0 - quantile))?;
        } else {
            writeln!(out, "{count:>10}")?;
        }
    }
    let (mean, deviation) = (histogram.mean() / 1e6, histogram.stdev() / 1e6);
    writeln!(out, "#[Mean    = {mean:>12.3}, StdDeviation   = {deviation:>12.3}]")?;
    writeln!(out, "#[Max     = {:>12.3}, Total count    = {:>12}]", histogram.max() as f64 / 1e6, histogram.len())?;
    writeln!(out, "#[Buckets = {:>12}, SubBuckets     = {:>12}]", histogram.buckets(), 1 << 11)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::histogram;

    #[test]
    fn a_spectrum_ends_with_everything() {
        let mut values = histogram::precise();
        for value in 1..=100 {
            histogram::record(&mut values, value * 1_000_000);
        }
        let mut text = Vec::new();
        write_spectrum(&values, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("\n      10.002 0.100000000000         10           1.11\n"), "{text}");
        assert!(text.contains(" 1.000000000000        100\n"), "{text}");
        assert!(text.contains("Total count    =          100]"), "{text}");
    }
}
