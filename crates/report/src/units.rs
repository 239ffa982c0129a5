//! Numbers for people: three significant digits and a unit.

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

/// Three significant digits, without an exponent.
pub fn significant(value: f64) -> String {
    let digits = match value.abs() {
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
    fn three_digits_and_a_unit() {
        let times: Vec<String> = [0.4567, 1.0, 12.345, 999.6, 1_234.0, 56_789.0, 1.5e6, 2e9].map(time).to_vec();
        assert_eq!(times, ["0.457 ns", "1.00 ns", "12.3 ns", "1.00 us", "1.23 us", "56.8 us", "1.50 ms", "2.00 s"]);
        assert_eq!([389.0, 20_480.0, 67_108_864.0].map(size), ["389 B", "20.0 KiB", "64.0 MiB"]);
        assert_eq!(rate(389.0, 100.0), "3890 MB/s");
        assert_eq!([3.0, 2.5].map(count), ["3", "2.50"]);
    }
}
