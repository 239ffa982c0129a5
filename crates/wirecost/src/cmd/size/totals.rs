//! What many messages take together in each format.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use wirecost_lab_codec::sizes::{FormatSize, MessageSizes};
use wirecost_measure::compare::geometric_mean;
use wirecost_report::fitted::wrapped;

use crate::screen::Screen;

/// What others are compared with: the first that holds every message.
const BASES: [&str; 4] = ["xml", "json", "fast-infoset", "cbor"];

/// A format, with the sizes of the messages that it holds.
struct Total {
    format: String,
    messages: usize,
    plain: usize,
    gzip: usize,
    zstd: usize,
    /// Its bytes as a share of those of the base, for each message that both hold.
    ratios: Vec<f64>,
}

/// A table of all messages: a row for each format, the smallest first.
pub fn table(all: &[MessageSizes], screen: Screen) -> String {
    let base = BASES.into_iter().find(|base| all.iter().all(|message| size(message, base).is_some()));
    let mut out = format!("{} messages together: bytes plain, by gzip, by zstd, each message by itself\n", all.len());
    let of_base = base.map(|base| format!("{:>9}{:>14}", "of ".to_owned() + base, "least to most")).unwrap_or_default();
    let _ = writeln!(out, "  {:<24}{:>9}{:>11}{:>11}{:>11}{of_base}", "format", "messages", "plain", "gzip", "zstd");
    let totals = totals(all, base);
    for total in &totals {
        let share = match geometric_mean(&total.ratios) {
            Some(mean) => {
                let [least, most] =
                    [f64::min, f64::max].map(|of| total.ratios.iter().copied().reduce(of).unwrap_or(mean));
                format!("{mean:>9.2}{:>14}", format!("{least:.2} to {most:.2}"))
            }
            None => String::new(),
        };
        let Total { format, messages, plain, gzip, zstd, .. } = total;
        let _ = writeln!(out, "  {format:<24}{messages:>9}{plain:>11}{gzip:>11}{zstd:>11}{share}");
    }
    if let Some(base) = base {
        let note = format!(
            "of {base}: the geometric mean of each message's plain bytes as a share of those in {base}. It gives each message the same \
             weight, whatever its size and however often it is sent; the sums give each byte the same"
        );
        let _ = writeln!(out, "{}", wrapped(&note, screen.width, 2, 4));
    }
    if totals.iter().any(|total| total.messages < all.len()) {
        let note = "sums of formats that hold different numbers of messages cannot be compared; `wirecost size FILE` says why a \
                    format does not hold a message";
        let _ = writeln!(out, "{}", wrapped(note, screen.width, 2, 4));
    }
    out
}

fn size<'a>(message: &'a MessageSizes, format: &str) -> Option<&'a FormatSize> {
    message.sizes.iter().find(|size| size.format == format)
}

fn totals(all: &[MessageSizes], base: Option<&str>) -> Vec<Total> {
    let mut totals: BTreeMap<&str, Total> = BTreeMap::new();
    for message in all {
        let of = base.and_then(|base| size(message, base));
        for size in &message.sizes {
            let total = totals.entry(&size.format).or_insert_with(|| Total {
                format: size.format.clone(),
                messages: 0,
                plain: 0,
                gzip: 0,
                zstd: 0,
                ratios: Vec::new(),
            });
            total.messages += 1;
            total.plain += size.size_bytes;
            total.gzip += size.gzip_bytes;
            total.zstd += size.zstd_bytes;
            total.ratios.extend(of.map(|of| size.size_bytes as f64 / of.size_bytes.max(1) as f64));
        }
    }
    let mut totals: Vec<Total> = totals.into_values().collect();
    let mean = |total: &Total| geometric_mean(&total.ratios).unwrap_or(f64::INFINITY);
    totals.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(name: &str, sizes: &[(&str, usize)]) -> MessageSizes {
        let size = |(format, bytes): &(&str, usize)| FormatSize {
            format: (*format).to_owned(),
            size_bytes: *bytes,
            gzip_bytes: bytes / 2,
            zstd_bytes: bytes / 2,
            zstd_dictionary_bytes: None,
            dictionary_bytes: None,
            batch: None,
            by_types: None,
            bytes: None,
        };
        MessageSizes { message: name.into(), sizes: sizes.iter().map(size).collect(), unfit: BTreeMap::new() }
    }

    #[test]
    fn a_small_message_weighs_as_much_as_a_large_one() {
        let all =
            [sizes("a", &[("xml", 100), ("avro", 50)]), sizes("b", &[("xml", 10_000), ("avro", 1_250), ("xdr", 2)])];
        let totals = totals(&all, Some("xml"));
        let shown: Vec<_> = totals.iter().map(|it| (it.format.as_str(), it.messages, it.plain)).collect();
        assert_eq!(shown, [("xdr", 1, 2), ("avro", 2, 1_300), ("xml", 2, 10_100)]);
        let mean = geometric_mean(&totals[1].ratios).unwrap();
        assert!((mean - 0.25).abs() < 1e-12, "the root of 0.5 times 0.125: {mean}");
        let table = table(&all, Screen { width: 80, verbose: false, quiet: true });
        assert!(table.contains("0.25  0.12 to 0.50"), "{table}");
        assert!(table.contains("cannot be compared"), "{table}");
    }
}
