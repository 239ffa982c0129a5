//! The tables of a suite that are for labs, each of which reads its own.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Deserializer as _, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::PlanError;
use crate::suite::toml_error;

/// Tables by the names of their labs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Tables {
    #[serde(flatten)]
    values: BTreeMap<String, Value>,
    /// Where they come from; none for a suite that was stored with a run.
    #[serde(skip)]
    source: Option<Source>,
}

/// A suite's file, to say where something is wrong in it.
#[derive(Debug, Clone, PartialEq)]
struct Source {
    place: String,
    text: String,
}

impl Tables {
    /// Notes the text that they were read from; `place` names it in errors.
    pub(crate) fn come_from(&mut self, place: &str, text: &str) {
        self.source = Some(Source { place: place.into(), text: text.into() });
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names().next().is_none()
    }

    /// The names of the tables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        // A run that was stored by an earlier release has null for a table that its suite did not have.
        self.values.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name.as_str())
    }

    /// The names of entries that are no tables, and so mean nothing.
    pub(crate) fn strays(&self) -> impl Iterator<Item = &str> {
        self.names().filter(|name| !self.values[*name].is_object())
    }

    /// Reads the table `name`; none if the suite does not have it.
    ///
    /// # Errors
    /// If it cannot be read, with file, line and column.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, PlanError> {
        let Some(value) = self.values.get(name).filter(|value| !value.is_null()) else { return Ok(None) };
        T::deserialize(value).map(Some).map_err(|error| {
            // Read once more for the position.
            self.positioned::<T>(name).unwrap_or_else(|| self.fault(name, error))
        })
    }

    /// What is wrong with a table according to its text.
    fn positioned<T: DeserializeOwned>(&self, name: &str) -> Option<PlanError> {
        let Source { place, text } = self.source.as_ref()?;
        let document = toml::Deserializer::parse(text).ok()?;
        let error = document.deserialize_map(Only::<T> { name, table: std::marker::PhantomData }).err()?;
        Some(toml_error(place, text, &error))
    }

    /// Puts a table in the place of the one of that name.
    ///
    /// # Errors
    /// If `table` is none.
    pub fn set(&mut self, name: &str, table: &impl Serialize) -> Result<(), PlanError> {
        let value = serde_json::to_value(table).map_err(|error| self.fault(name, error))?;
        self.values.insert(name.to_owned(), value);
        Ok(())
    }

    /// That something is wrong with what the table `name` says.
    pub fn fault(&self, name: &str, fault: impl std::fmt::Display) -> PlanError {
        let place = self.source.as_ref().map_or("the stored suite", |source| &source.place);
        PlanError::at(place, format!("[{name}] {fault}"))
    }

    /// That nothing reads the entry `name`, with what is read in its place.
    pub fn unknown(&self, name: &str, known: &[&str]) -> PlanError {
        let known: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let fault = format!("unknown field `{name}`, expected one of {}", known.join(", "));
        let Some(Source { place, text }) = &self.source else { return PlanError::at("the stored suite", fault) };
        let keys = toml::from_str::<BTreeMap<toml::Spanned<String>, IgnoredAny>>(text).unwrap_or_default();
        match keys.keys().find(|key| key.get_ref() == name) {
            Some(key) => {
                let position = wirecost_value::Position::at(text.as_bytes(), key.span().start);
                PlanError::at_position(place, position, fault)
            }
            None => PlanError::at(place, fault),
        }
    }
}

/// Reads one table of a document, so that an error says where it is.
struct Only<'a, T> {
    name: &'a str,
    table: std::marker::PhantomData<T>,
}

impl<'de, T: DeserializeOwned> serde::de::Visitor<'de> for Only<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a suite")
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == self.name {
                map.next_value::<T>()?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::Suite;

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Kites {
        trials: usize,
    }

    const SUITE: &str = "summary = \"wind\"\n\n[kites]\ntrials = 3\n";

    #[test]
    fn a_lab_reads_its_own_table() {
        let mut suite = Suite::parse("s", "s.toml", SUITE).unwrap();
        assert_eq!(suite.tables.names().collect::<Vec<_>>(), ["kites"]);
        assert_eq!(suite.tables.get("kites").unwrap(), Some(Kites { trials: 3 }));
        assert_eq!(suite.tables.get::<Kites>("boats").unwrap(), None);
        suite.tables.set("kites", &Kites { trials: 5 }).unwrap();
        assert_eq!(suite.tables.get("kites").unwrap(), Some(Kites { trials: 5 }));
    }

    #[test]
    fn a_fault_in_a_table_has_a_position() {
        let error = |text: &str| {
            let suite = Suite::parse("s", "s.toml", text).unwrap();
            suite.tables.get::<Kites>("kites").unwrap_err().to_string()
        };
        let unknown = error(&SUITE.replace("trials", "tirals"));
        assert!(unknown.starts_with("s.toml:4:1: unknown field `tirals`"), "{unknown}");
        let wrong = error(&SUITE.replace('3', "\"3\""));
        assert!(wrong.starts_with("s.toml:4:10: invalid type"), "{wrong}");
        let suite = Suite::parse("s", "s.toml", SUITE).unwrap();
        let unknown = suite.tables.unknown("kites", &["http"]).to_string();
        assert_eq!(unknown, "s.toml:3:2: unknown field `kites`, expected one of `http`");
    }

    /// Releases before this one wrote each lab as a field, and null for one that the suite did not have.
    #[test]
    fn a_suite_that_an_earlier_release_stored_can_be_read() {
        let stored = r#"{"summary":"s","budget":"1s","trials":2,"messages":["a"],"candidates":["*"],"exclude":[],
            "operations":["decode"],"rules":{"sample":"1ms","warmup":"1ms","window":"1ms","min_samples":5},
            "best_of":null,"interpreted":{"share_process":true},"answer_timeout":"30s","http":null,"kites":{"trials":4}}"#;
        let suite: Suite = serde_json::from_str(stored).unwrap();
        assert_eq!(suite.tables.names().collect::<Vec<_>>(), ["kites"]);
        assert_eq!(suite.tables.get("kites").unwrap(), Some(Kites { trials: 4 }));
        let again: Suite = serde_json::from_str(&serde_json::to_string(&suite).unwrap()).unwrap();
        assert_eq!(again, suite);
    }
}
