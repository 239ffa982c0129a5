//! The name that somebody may have meant who gave one that is not there.

/// From this likeness on, of 1, a name may have been meant.
const ALIKE: f64 = 0.8;

/// The end of a sentence about a name that is not there: `; did you mean "prost"?`, or nothing if no name is like it.
pub fn did_you_mean<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match alike(given, known) {
        Some(name) => format!("; did you mean {name:?}?"),
        None => String::new(),
    }
}

/// The name that is most like `given`, which may be a pattern.
fn alike<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| name.replace(['*', '?'], "").replace('_', "-").to_lowercase();
    let given = plain(given);
    let likeness = |name: &'a str| (strsim::jaro_winkler(&given, &plain(name)), name);
    let best = known.into_iter().map(likeness).max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.filter(|(likeness, _)| *likeness > ALIKE).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 5] = ["serde_json", "sonic-rs", "prost", "go-net-http", "echo-float"];

    #[test]
    fn a_name_that_is_nearly_right_finds_the_one_that_was_meant() {
        for (given, meant) in [
            ("serde-json", "serde_json"),
            ("serdejson*", "serde_json"),
            ("Prots", "prost"),
            ("go-nethttp", "go-net-http"),
            ("echo_flot", "echo-float"),
        ] {
            assert_eq!(did_you_mean(given, KNOWN), format!("; did you mean {meant:?}?"), "{given}");
        }
    }

    #[test]
    fn nothing_is_proposed_for_what_is_like_no_name() {
        assert_eq!(["xyz", "", "*", "wirecost"].map(|given| did_you_mean(given, KNOWN)), [""; 4]);
    }
}
