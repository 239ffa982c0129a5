//! Decimal numbers as text, in one spelling.

/// The decimal number of `text` with exactly `scale` digits after the point; none if it is no number, or has more
/// digits than `precision` and `scale` leave it.
pub fn canonical(text: &str, precision: u8, scale: u8) -> Option<String> {
    let (precision, scale) = (usize::from(precision), usize::from(scale));
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > scale || whole.len() > precision - scale {
        return None;
    }
    let is_zero = whole.is_empty() && fraction.is_empty();
    let sign = if is_zero { "" } else { sign };
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction:0<scale$}") })
}

/// The number without its point: `-12.30` is -1230. Only of a [`canonical`] decimal.
pub fn unscaled(canonical: &str) -> Option<i128> {
    canonical.replacen('.', "", 1).parse().ok()
}

/// The canonical decimal of an unscaled number.
pub fn scaled(unscaled: i128, scale: u8) -> String {
    let scale = usize::from(scale);
    let sign = if unscaled < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", unscaled.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_one_spelling() {
        for (text, spelt, unscaled_due) in [
            ("12.3", Some("12.30"), 1230),
            ("-012.300", Some("-12.30"), -1230),
            ("-0", Some("0.00"), 0),
            ("999.99", Some("999.99"), 99_999),
            ("-0.05", Some("-0.05"), -5),
            ("1000", None, 0),
            ("0.001", None, 0),
            ("1e2", None, 0),
            (".5", None, 0),
            ("5.", None, 0),
            ("", None, 0),
            ("+1", None, 0),
        ] {
            let found = canonical(text, 5, 2);
            assert_eq!(found.as_deref(), spelt, "{text}");
            if let Some(found) = found {
                assert_eq!(unscaled(&found), Some(unscaled_due));
                assert_eq!(scaled(unscaled_due, 2), found);
            }
        }
        assert_eq!(canonical("7", 1, 0).as_deref(), Some("7"));
        assert_eq!(canonical("0.5", 1, 1).as_deref(), Some("0.5"));
        let longest = "9".repeat(38);
        assert_eq!(canonical(&longest, 38, 0).as_deref(), Some(longest.as_str()));
        assert_eq!(scaled(unscaled(&longest).unwrap(), 0), longest);
    }
}
