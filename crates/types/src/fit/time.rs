//! Times and dates as RFC 3339 writes them.

use jiff::civil;

pub const NANOS: i128 = 1_000_000_000;

/// Seconds from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, as RFC 3339 and Protocol Buffers bound them.
pub const TIMESTAMP_SECONDS: std::ops::RangeInclusive<i128> = -62_135_596_800..=253_402_300_799;

/// Seconds and nanoseconds from 1970 on; nanoseconds count forward in any case.
pub fn timestamp(text: &str) -> Option<(i128, i128)> {
    // The library also reads dates alone, names of time zones, and a leap second as the second before.
    let is_plain = text.is_ascii() && !text.contains(['[', ' ']) && !text.contains(":60");
    let pieces = jiff::fmt::temporal::Pieces::parse(text).ok().filter(|_| is_plain)?;
    // The library's own instants end hours before the year does.
    let clock = civil::DateTime::from_parts(pieces.date(), pieces.time()?);
    let total = clock.duration_since(epoch().at(0, 0, 0, 0)).as_nanos()
        - i128::from(pieces.to_numeric_offset()?.seconds()) * NANOS;
    let seconds = total.div_euclid(NANOS);
    TIMESTAMP_SECONDS.contains(&seconds).then_some((seconds, total.rem_euclid(NANOS)))
}

/// The time as RFC 3339 writes it, in UTC, with 0, 3, 6 or 9 digits of the second; none before the year 1 or after 9999.
pub fn timestamp_text(seconds: i128, nanos: i128) -> Option<String> {
    if !TIMESTAMP_SECONDS.contains(&seconds) {
        return None;
    }
    let clock = epoch().at(0, 0, 0, 0).checked_add(jiff::SignedDuration::from_secs(seconds.try_into().ok()?)).ok()?;
    let fraction = match nanos {
        0 => String::new(),
        n if n % 1_000_000 == 0 => format!(".{:03}", n / 1_000_000),
        n if n % 1_000 == 0 => format!(".{:06}", n / 1_000),
        n => format!(".{n:09}"),
    };
    Some(format!("{clock}{fraction}Z"))
}

/// Days from 1970-01-01 to a date such as 2026-02-03.
pub fn days(text: &str) -> Option<i128> {
    let is_plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let date: civil::Date = text.parse().ok().filter(|_| is_plain)?;
    Some(i128::from(date.since(epoch()).ok()?.get_days()))
}

/// The date that many days from 1970-01-01; none outside the years 1 to 9999.
pub fn date_text(days: i128) -> Option<String> {
    let span = jiff::Span::new().try_days(i64::try_from(days).ok()?).ok()?;
    let date = epoch().checked_add(span).ok()?;
    (1..=9999).contains(&date.year()).then(|| date.to_string())
}

fn epoch() -> civil::Date {
    civil::date(1970, 1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_dates_read_and_print() {
        for (text, seconds, nanos) in [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
            ("9999-12-31T23:59:59.500Z", 253_402_300_799, 500_000_000),
        ] {
            assert_eq!(timestamp(text), Some((seconds, nanos)), "{text}");
            assert_eq!(timestamp_text(seconds, nanos).as_deref(), Some(text));
        }
        assert_eq!(timestamp("2026-02-03T04:05:06+01:00"), Some((1_770_087_906, 0)));
        assert_eq!(timestamp_text(-62_135_596_801, 0), None);
        for (text, due) in [("1970-01-02", 1), ("1969-12-31", -1), ("2026-11-23", 20_780), ("0001-01-01", -719_162)] {
            assert_eq!(days(text), Some(due), "{text}");
            assert_eq!(date_text(due).as_deref(), Some(text));
        }
        for text in ["2026-02-30", "2026-2-3", "20260203", "+002026-02-03", ""] {
            assert_eq!(days(text), None, "{text}");
        }
        assert_eq!(date_text(i128::from(i32::MAX)), None);
    }
}
