//! Suites: TOML files that say what to run.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wirecost_codec_protocol::OperationKind;
use wirecost_measure::periods::Periods;
use wirecost_measure::quiet::Need;
use wirecost_measure::trial::{BATCH_NS, PART_NS, Rules};

use crate::input::read_file;
use crate::{Catalog, PlanError, Tables, did_you_mean};

/// The suite of a run that names none.
pub const DEFAULT: &str = "quick";

/// What a suite says. Keys that are not known are errors, so that a misspelt one cannot be ignored; a table that no lab has
/// is refused by whoever knows the labs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// Its name: that of its file.
    #[serde(skip)]
    pub name: String,
    /// One line for people.
    #[serde(default)]
    pub summary: String,
    /// The longest that the measuring of the codec lab may be predicted to take.
    #[serde(default)]
    pub budget: Span,
    /// Trials of each case of the codec lab.
    #[serde(default)]
    pub trials: usize,
    /// Globs of the messages to encode and decode; none for a suite without codec lab.
    #[serde(default)]
    pub messages: Vec<String>,
    /// Globs of the candidates to run.
    #[serde(default = "all")]
    pub candidates: Vec<String>,
    /// Globs of candidates that stand only where the command line names them, or where they are trees of values and a
    /// message has no type.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// The operations to run.
    #[serde(default = "every_operation")]
    pub operations: Vec<OperationKind>,
    /// The rules of a trial of the codec lab.
    #[serde(default)]
    pub rules: SuiteRules,
    /// The statistic of a historical experiment, taken beside ours in the first trial of each case.
    #[serde(default)]
    pub best_of: Option<BestOf>,
    /// How candidates in an interpreter are measured.
    #[serde(default)]
    pub interpreted: Interpreted,
    /// How long a runner may take to answer one request before it counts as hung.
    #[serde(default = "answer_timeout")]
    pub answer_timeout: Span,
    /// What other labs are to do: a table for each.
    #[serde(flatten)]
    pub tables: Tables,
}

fn answer_timeout() -> Span {
    Span(Duration::from_secs(30))
}

fn every_operation() -> Vec<OperationKind> {
    vec![OperationKind::Decode, OperationKind::Encode, OperationKind::Borrow, OperationKind::RoundTrip]
}

fn all() -> Vec<String> {
    vec!["*".into()]
}

/// A trial's rules as a suite states them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteRules {
    /// The shortest sample.
    pub sample: Span,
    /// The longest warm-up.
    pub warmup: Span,
    /// The samples of a trial together.
    pub window: Span,
    /// The longest that the samples of a trial may go on while the machine is disturbed; four times the window where a suite
    /// does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<Span>,
    /// The fewest samples.
    pub min_samples: usize,
}

impl From<SuiteRules> for Rules {
    fn from(rules: SuiteRules) -> Self {
        Self {
            part_ns: PART_NS,
            sample_ns: rules.sample.nanoseconds(),
            batch_ns: BATCH_NS,
            patience_ns: rules.patience.unwrap_or(rules.window.times(4.0)).nanoseconds(),
            reserve_ns: 0,
            min_operations: 0,
            need: Need::USUAL,
            warmup_least_ns: 0,
            warmup_ns: rules.warmup.nanoseconds(),
            window_ns: rules.window.nanoseconds(),
            min_samples: rules.min_samples,
        }
    }
}

/// The best of several long periods.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestOf {
    /// How many.
    pub periods: usize,
    /// How long each lasts.
    pub length: Span,
    /// What of its beginning does not count.
    pub dropped: Span,
}

impl From<BestOf> for Periods {
    fn from(best_of: BestOf) -> Self {
        Self {
            count: best_of.periods,
            length_ns: best_of.length.nanoseconds(),
            dropped_ns: best_of.dropped.nanoseconds(),
        }
    }
}

/// How candidates in an interpreter are measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interpreted {
    /// Whether one process measures all messages of one candidate, in random order.
    pub share_process: bool,
}

/// A span of time as people write it: `45s`, `10m`, `500us`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(pub Duration);

impl Span {
    /// A share of it.
    pub fn times(self, share: f64) -> Self {
        Self(self.0.mul_f64(share))
    }

    fn nanoseconds(self) -> u64 {
        u64::try_from(self.0.as_nanos()).unwrap_or(u64::MAX)
    }
}

impl std::str::FromStr for Span {
    type Err = humantime::DurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        humantime::parse_duration(text).map(Self)
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        humantime::format_duration(self.0).fmt(f)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Suite {
    /// Reads the suite that `name` names: a file where it ends in `.toml`, else one of the catalogue.
    ///
    /// # Errors
    /// If there is no such suite, or it is broken, with file, line and column.
    pub fn load(name: &str, catalog: &Catalog) -> Result<Self, PlanError> {
        if name.ends_with(".toml") {
            let text = read_file(std::path::Path::new(name))?;
            let text = String::from_utf8(text).map_err(|_| PlanError::at(name, "it is no UTF-8 text"))?;
            let stem = std::path::Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
            return Self::parse(stem, name, &text);
        }
        let path = format!("suites/{name}.toml");
        let bytes = catalog.read(&path).ok_or_else(|| {
            let known: Vec<String> = Self::names(catalog);
            PlanError::Choice(format!(
                "no suite {name:?}{}; give one of {} (the name of your own file must end in .toml)",
                did_you_mean(name, known.iter().map(String::as_str)),
                known.join(", ")
            ))
        })?;
        Self::parse(name, &path, &String::from_utf8_lossy(&bytes))
    }

    /// The names of the suites of the catalogue.
    pub fn names(catalog: &Catalog) -> Vec<String> {
        catalog.list("suites").iter().filter_map(|file| file.strip_suffix(".toml")).map(str::to_owned).collect()
    }

    /// Whether it has a part for the codec lab.
    pub fn has_codec(&self) -> bool {
        !self.messages.is_empty()
    }

    /// The keys of a suite, beside those of its tables.
    fn keys(&self) -> Vec<String> {
        let bare = Self { tables: Tables::default(), ..self.clone() };
        match serde_json::to_value(&bare) {
            Ok(serde_json::Value::Object(fields)) => fields.into_iter().map(|(key, _)| key).collect(),
            _ => Vec::new(),
        }
    }

    /// Reads the text of a suite; `place` names it in errors.
    ///
    /// # Errors
    /// If the text is no suite.
    pub fn parse(name: &str, place: &str, text: &str) -> Result<Self, PlanError> {
        let mut suite: Self = toml::from_str(text).map_err(|error| toml_error(place, text, &error))?;
        name.clone_into(&mut suite.name);
        suite.tables.come_from(place, text);
        if let Some(stray) = suite.tables.strays().next() {
            return Err(suite.tables.unknown(stray, &suite.keys().iter().map(String::as_str).collect::<Vec<_>>()));
        }
        if !suite.has_codec() {
            return if suite.tables.is_empty() {
                Err(PlanError::at(place, "neither messages for the codec lab nor a table for another lab"))
            } else {
                Ok(suite)
            };
        }
        if suite.budget.0.is_zero() || suite.trials == 0 || suite.rules.min_samples == 0 {
            return Err(PlanError::at(place, "budget, trials and rules.min_samples must be there and at least 1"));
        }
        if suite.best_of.is_some_and(|best_of| best_of.dropped >= best_of.length) {
            return Err(PlanError::at(place, "nothing of a period is left: dropped must be shorter than length"));
        }
        if suite.rules.sample.0.is_zero() {
            return Err(PlanError::at(place, "a sample must last longer than 0"));
        }
        Ok(suite)
    }
}

/// A TOML error as `file:line:column: reason`.
pub(crate) fn toml_error(place: &str, text: &str, error: &toml::de::Error) -> PlanError {
    match error.span() {
        Some(span) => {
            let position = wirecost_value::Position::at(text.as_bytes(), span.start);
            PlanError::at_position(place, position, error.message())
        }
        None => PlanError::at(place, error.message()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_suite_in_the_binary_can_be_read() {
        let catalog = Catalog::default();
        let names = Suite::names(&catalog);
        assert!(names.contains(&"quick".to_owned()), "{names:?}");
        for name in names {
            Suite::load(&name, &catalog).unwrap();
        }
    }

    #[test]
    fn method_24_the_default_suites_have_three_shapes_of_message() {
        let catalog = Catalog::default();
        for name in ["quick", "full"] {
            let suite = Suite::load(name, &catalog).unwrap();
            let globs = crate::globs(&suite.messages).unwrap();
            let messages = crate::Message::names(&catalog).into_iter().filter(|message| globs.is_match(message));
            let types: std::collections::BTreeSet<_> = messages
                .filter_map(|name| crate::Message::load(&name, &catalog).unwrap().defined().cloned())
                .map(|told| told.root)
                .collect();
            assert!(types.len() >= 3, "{name}: {types:?}");
        }
    }

    #[test]
    fn a_broken_suite_says_where() {
        let rules = "sample = \"1ms\"\nwarmup = \"1ms\"\nwindow = \"1ms\"\nmin_samples = 5\n";
        let text = format!("budget = \"1s\"\ntrials = 1\nmessages = []\ntirals = 2\n[rules]\n{rules}");
        let error = Suite::parse("x", "x.toml", &text).unwrap_err().to_string();
        assert!(error.starts_with("x.toml:4:1: unknown field `tirals`, expected one of"), "{error}");
        assert!(error.contains("`trials`"), "{error}");
        let text = format!("budget = \"1s\"\ntrials = \"many\"\nmessages = []\n[rules]\n{rules}");
        let error = Suite::parse("x", "x.toml", &text).unwrap_err().to_string();
        assert!(error.starts_with("x.toml:2:10: invalid type"), "{error}");
        let text = format!("budget = \"1s\"\ntrials = 1\nmessages = [\"a\"]\n[rules]\n{rules}samples = 5\n");
        let error = Suite::parse("x", "x.toml", &text).unwrap_err().to_string();
        assert!(error.starts_with("x.toml:9:1: unknown field `samples`"), "{error}");
        let error = Suite::load("nope", &Catalog::default()).unwrap_err().to_string();
        assert!(error.contains("quick") && error.contains("\"nope\""), "{error}");
    }
}
