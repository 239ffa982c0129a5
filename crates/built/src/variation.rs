//! Another version of a candidate's library, other features, a checkout, or a build for this very processor: `prost@0.13`,
//! `serde_json+arbitrary_precision`, `serde_json+-float_roundtrip`, `postcard=../postcard`, `sonic-rs@native`.

use std::fmt;
use std::path::PathBuf;

/// A candidate as the command line names it, where it is not the usual one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The name of the usual candidate.
    pub candidate: String,
    /// What differs.
    pub changes: Vec<Change>,
}

/// What differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// This version where it is given in full, or one that fits: that of wirecost's lock file, or else the newest.
    Version(String),
    /// This feature as well.
    Feature(String),
    /// Without this feature, which wirecost asks for.
    NoFeature(String),
    /// The sources in this folder.
    Path(PathBuf),
    /// With all instructions of the processor at hand, which some libraries choose by when they are compiled.
    Native,
}

impl Variation {
    /// Reads `NAME@VERSION`, `NAME@native`, `NAME+FEATURE`, `NAME+-FEATURE` and `NAME=PATH`; all but the last go together, in any
    /// number. None where the text is a name or a glob alone.
    pub fn parse(text: &str) -> Option<Self> {
        let end = text.find(['@', '+', '='])?;
        let (candidate, mut rest) = text.split_at(end);
        let mut changes = Vec::new();
        while let Some(mark) = rest.chars().next() {
            let body = &rest[1..];
            let length = match mark {
                // A path may hold any of the marks.
                '=' => body.len(),
                _ => body.find(['@', '+', '=']).unwrap_or(body.len()),
            };
            let (value, next) = body.split_at(length);
            if value.is_empty() || candidate.is_empty() {
                return None;
            }
            changes.push(match mark {
                '@' if value == NATIVE => Change::Native,
                '@' => Change::Version(value.to_owned()),
                '+' => match value.strip_prefix('-') {
                    Some(off) => Change::NoFeature(off.to_owned()),
                    None => Change::Feature(value.to_owned()),
                },
                _ => Change::Path(PathBuf::from(value)),
            });
            rest = next;
        }
        Some(Self { candidate: candidate.to_owned(), changes })
    }
}

/// What stands for the processor at hand, as the compiler calls it.
const NATIVE: &str = "native";

impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.candidate)?;
        self.changes.iter().try_for_each(|change| match change {
            Change::Version(version) => write!(f, "@{version}"),
            Change::Feature(feature) => write!(f, "+{feature}"),
            Change::NoFeature(feature) => write!(f, "+-{feature}"),
            Change::Path(path) => write!(f, "={}", path.display()),
            Change::Native => write!(f, "@{NATIVE}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variation_reads_as_it_is_written() {
        let version = |text: &str| Change::Version(text.into());
        let feature = |text: &str| Change::Feature(text.into());
        for (text, candidate, changes) in [
            ("prost@0.13", "prost", vec![version("0.13")]),
            (
                "serde_json@1.0.100+arbitrary_precision+raw_value",
                "serde_json",
                vec![version("1.0.100"), feature("arbitrary_precision"), feature("raw_value")],
            ),
            ("serde_json+-float_roundtrip", "serde_json", vec![Change::NoFeature("float_roundtrip".into())]),
            ("sonic-rs@native", "sonic-rs", vec![Change::Native]),
            ("mylib=../a+b@c", "mylib", vec![Change::Path("../a+b@c".into())]),
        ] {
            let variation = Variation::parse(text).unwrap();
            assert_eq!((variation.candidate.as_str(), &variation.changes), (candidate, &changes));
            assert_eq!(variation.to_string(), text);
        }
        for plain in ["prost", "serde*", "prost@", "@0.13", "prost@0.13+", ""] {
            assert_eq!(Variation::parse(plain), None, "{plain}");
        }
    }
}
