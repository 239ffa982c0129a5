//! Values of options, as users of other load generators write them.

use std::time::Duration;

/// A length of time: seconds where there is no unit, as wrk and ab write them.
pub fn span(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|fault| fault.to_string()),
        Err(_) => humantime::parse_duration(text).map_err(|fault| fault.to_string()),
    }
}

/// Requests a second: `500`, or as vegeta writes it, `500/s` and `30/1m`.
pub fn rate(text: &str) -> Result<f64, String> {
    let (number, per) = text.split_once('/').unwrap_or((text, "1s"));
    let per = if per.starts_with(|first: char| first.is_ascii_digit()) { per.into() } else { format!("1{per}") };
    let per = humantime::parse_duration(&per).map_err(|fault| fault.to_string())?;
    let rate_per_s = number.trim().parse::<f64>().map_err(|fault| fault.to_string())? / per.as_secs_f64();
    if rate_per_s.is_finite() && rate_per_s > 0.0 { Ok(rate_per_s) } else { Err("a rate is above 0".into()) }
}

/// `Name: value`, in characters that cannot end the header.
pub fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("a header is written Name: value")?;
    if name.trim().is_empty() || text.contains(['\r', '\n']) {
        return Err("a header has a name and no line end".into());
    }
    Ok((name.trim().into(), value.trim().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_rates_are_read_as_other_tools_write_them() {
        assert_eq!(span("10"), Ok(Duration::from_secs(10)));
        assert_eq!(span("250ms"), Ok(Duration::from_millis(250)));
        assert!(span("-1").is_err() && span("x").is_err());
        assert_eq!(
            ["500", "500/s", "500/1s", "30/1m", "1/100ms"].map(|text| rate(text).unwrap()),
            [500.0, 500.0, 500.0, 0.5, 10.0]
        );
        for text in ["0", "-1", "x", "1/0s", "NaN", "1/"] {
            assert!(rate(text).is_err(), "{text}");
        }
    }

    #[test]
    fn headers_are_taken_apart() {
        assert_eq!(header("Accept:  text/xml "), Ok(("Accept".into(), "text/xml".into())));
        assert!(header("Accept").is_err() && header(": x").is_err() && header("a: b\r\nc: d").is_err());
    }
}
