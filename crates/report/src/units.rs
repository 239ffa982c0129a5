//! Numbers for people: three significant digits and a unit.

use std::time::Duration;

/// A time given in nanoseconds.
pub fn time(ns: f64) -> String {
    let (value, unit) = match ns.abs() {
        x if x < 999.5 => (ns, "ns"),
        x if x < 999.5e3 => (ns / 1e3, "us"),
        x if x < 999.5e6 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    format!("{} {unit}", significant(value))
}

/// A size given in bytes.
pub fn size(bytes: f64) -> String {
    match bytes.abs() {
        x if x < 10_000.0 => format!("{bytes:.0} B"),
        x if x < 999.5 * 1024.0 => format!("{} KiB", significant(bytes / 1024.0)),
        x if x < 999.5 * 1024.0 * 1024.0 => format!("{} MiB", significant(bytes / 1024.0 / 1024.0)),
        _ => format!("{} GiB", significant(bytes / 1024.0 / 1024.0 / 1024.0)),
    }
}

/// Bytes per nanosecond as megabytes (10^6 bytes) per second.
pub fn rate(bytes: f64, ns: f64) -> String {
    format!("{} MB/s", significant(bytes / ns * 1e3))
}

/// A count, whole where it is.
pub fn count(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { significant(value) }
}

/// A rate per second: `28,318`, or `3.14` where that says more.
pub fn per_s(per_s: f64) -> String {
    /// What is less has digits behind its point that mean something.
    const WHOLE: f64 = 1000.0;
    if per_s < WHOLE { count(per_s) } else { grouped(per_s) }
}

/// A span for people: `40 s`, `1 m 27 s`, `1 h 30 m`.
pub fn span(span: Duration) -> String {
    match span.as_secs_f64().round() as u64 {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} m {} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {} m", seconds / 3600, seconds % 3600 / 60),
    }
}

/// A whole number with a comma between thousands.
pub fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let (sign, digits) = digits.split_at(usize::from(digits.starts_with('-')));
    let mut out = sign.to_owned();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// An exact size given in bytes: to the byte as long as people can read it.
pub fn bytes(bytes: f64) -> String {
    if bytes.abs() < 1e5 { format!("{} B", grouped(bytes)) } else { size(bytes) }
}

/// Bytes a second, in units of 1000.
pub fn bytes_per_s(bytes: f64) -> String {
    let (value, unit) = match bytes.abs() {
        x if x < 999.5 => (bytes, "B/s"),
        x if x < 999.5e3 => (bytes / 1e3, "kB/s"),
        x if x < 999.5e6 => (bytes / 1e6, "MB/s"),
        _ => (bytes / 1e9, "GB/s"),
    };
    format!("{} {unit}", significant(value))
}

/// A ratio: `0.21x`, `1.04x`, `4.3x`, `23x`.
pub fn ratio(ratio: f64) -> String {
    match ratio.abs() {
        x if x >= 9.95 => format!("{}x", grouped(ratio)),
        x if x >= 1.995 => format!("{ratio:.1}x"),
        x if x >= 0.0095 => format!("{ratio:.2}x"),
        _ => format!("{ratio:.3}x"),
    }
}

/// A ratio that may as well be another: `~1.0x`.
pub fn about(ratio: f64) -> String {
    if (0.05..9.95).contains(&ratio) { format!("~{ratio:.1}x") } else { format!("~{}", self::ratio(ratio)) }
}

/// Three significant digits, without an exponent.
pub fn significant(value: f64) -> String {
    let digits = match value.abs() {
        0.0 => 0,
        x if x >= 99.95 => 0,
        x if x >= 9.995 => 1,
        x if x >= 0.9995 => 2,
        _ => 3,
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_groups_of_digits_or_digits_behind_its_point() {
        assert_eq!([28_318.0, 999.6, 7.2468, 20_000.4].map(per_s), ["28,318", "1000", "7.25", "20,000"]);
    }

    #[test]
    fn three_digits_and_a_unit() {
        let times: Vec<String> = [0.4567, 1.0, 12.345, 999.6, 1_234.0, 56_789.0, 1.5e6, 2e9].map(time).to_vec();
        assert_eq!(times, ["0.457 ns", "1.00 ns", "12.3 ns", "1.00 us", "1.23 us", "56.8 us", "1.50 ms", "2.00 s"]);
        assert_eq!([389.0, 20_480.0, 67_108_864.0].map(size), ["389 B", "20.0 KiB", "64.0 MiB"]);
        assert_eq!(rate(389.0, 100.0), "3890 MB/s");
        assert_eq!([3.0, 2.5].map(count), ["3", "2.50"]);
        let grouped = [0.0, 999.0, 1_629.0, 99_999.4, 1_234_567.0, -1_000.0].map(grouped);
        assert_eq!(grouped, ["0", "999", "1,629", "99,999", "1,234,567", "-1,000"]);
        assert_eq!([1_629.0, 99_999.0, 204_800.0].map(bytes), ["1,629 B", "99,999 B", "200 KiB"]);
        assert_eq!([5.0, 32_580_000.0, 2e9].map(bytes_per_s), ["5.00 B/s", "32.6 MB/s", "2.00 GB/s"]);
        let ratios = [0.004, 0.214, 1.0, 1.04, 4.26, 23.4].map(ratio);
        assert_eq!(ratios, ["0.004x", "0.21x", "1.00x", "1.04x", "4.3x", "23x"]);
        assert_eq!([0.98, 0.21, 23.4].map(about), ["~1.0x", "~0.2x", "~23x"]);
    }

    #[test]
    fn spans_are_for_people() {
        let spans = [0.4, 40.0, 59.6, 86.977, 5400.0].map(|seconds| span(Duration::from_secs_f64(seconds)));
        assert_eq!(spans, ["0 s", "40 s", "1 m 0 s", "1 m 27 s", "1 h 30 m"]);
    }
}
