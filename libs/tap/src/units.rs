//! Numbers for people.

use std::time::Duration;

/// A span with three significant digits.
pub(crate) fn span(span: Duration) -> String {
    let ns = span.as_nanos() as f64;
    let (value, unit) = match ns {
        _ if ns < 1e3 => (ns, "ns"),
        _ if ns < 1e6 => (ns / 1e3, "us"),
        _ if ns < 1e9 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    match value {
        _ if value < 10.0 && unit != "ns" => format!("{value:.2} {unit}"),
        _ if value < 100.0 && unit != "ns" => format!("{value:.1} {unit}"),
        _ => format!("{value:.0} {unit}"),
    }
}

/// A number with commas between its thousands.
pub(crate) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many things.
pub(crate) fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { more })
}

/// So many bytes.
pub(crate) fn bytes(count: u64) -> String {
    counted(count, "byte", "bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        let of = |ns| span(Duration::from_nanos(ns));
        assert_eq!(
            [of(0), of(999), of(1_000), of(34_567), of(345_678)],
            ["0 ns", "999 ns", "1.00 us", "34.6 us", "346 us"]
        );
        assert_eq!([of(12_000_000), of(90_000_000_000)], ["12.0 ms", "90.0 s"]);
        assert_eq!([number(0), number(999), number(1_000), number(8_000_036)], ["0", "999", "1,000", "8,000,036"]);
        assert_eq!([bytes(1), bytes(1_000)], ["1 byte", "1,000 bytes"]);
    }
}
