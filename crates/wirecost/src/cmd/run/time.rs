//! The time that a run may take, as people write it.

use std::time::Duration;

use anyhow::anyhow;
use wirecost_catalog::suite::Span;

/// A span as people write it; a number alone is seconds.
///
/// # Errors
/// A text that is neither.
pub fn parse_span(text: &str) -> anyhow::Result<Span> {
    if let Ok(seconds) = text.trim().parse::<f64>() {
        return Ok(Span(Duration::try_from_secs_f64(seconds)?));
    }
    text.parse().map_err(|error| anyhow!("{error}; write it as 30s, 10m, or 10 for seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_alone_is_seconds() {
        assert_eq!(parse_span("10").unwrap(), Span(Duration::from_secs(10)));
        assert_eq!(parse_span("1.5").unwrap(), Span(Duration::from_millis(1500)));
        assert_eq!(parse_span("30m").unwrap(), Span(Duration::from_secs(1800)));
        for broken in ["soon", "-1", "inf", ""] {
            assert!(parse_span(broken).is_err(), "{broken}");
        }
    }
}
