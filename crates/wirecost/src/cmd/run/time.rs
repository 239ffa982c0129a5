//! The time that a run may take, as people write it.

use std::time::Duration;

use wirecost_plan::suite::Span;

/// A span as people write it; a number alone is seconds.
///
/// # Errors
/// A text that is neither.
pub fn parse_span(text: &str) -> Result<Span, String> {
    if let Ok(seconds) = text.trim().parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map(Span).map_err(|error| error.to_string());
    }
    text.parse().map_err(|error| format!("{error}; write it as 30s, 10m, or 10 for seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_alone_is_seconds() {
        assert_eq!(parse_span("10"), Ok(Span(Duration::from_secs(10))));
        assert_eq!(parse_span("1.5"), Ok(Span(Duration::from_millis(1500))));
        assert_eq!(parse_span("30m"), Ok(Span(Duration::from_secs(1800))));
        for broken in ["soon", "-1", "inf", ""] {
            assert!(parse_span(broken).is_err(), "{broken}");
        }
    }
}
