//! Cases chosen by their parameters, as the command line does: `limit=16`.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::PlanError;

/// A parameter of a case and its value, written `NAME=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl FromStr for Parameter {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<Self, PlanError> {
        match text.split_once('=') {
            Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                Ok(Self { name: name.into(), value: value.into() })
            }
            _ => Err(PlanError::Choice("write a parameter as NAME=VALUE, such as limit=16".into())),
        }
    }
}

/// The values that were chosen of parameters. Several values of one name are alternatives; of several names each must
/// hold. What does not have a parameter is not chosen by it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Parameters(BTreeMap<String, BTreeSet<String>>);

impl FromIterator<Parameter> for Parameters {
    fn from_iter<I: IntoIterator<Item = Parameter>>(chosen: I) -> Self {
        let mut values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for Parameter { name, value } in chosen {
            values.entry(name).or_default().insert(value);
        }
        Self(values)
    }
}

impl Parameters {
    /// Whether nothing was chosen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a case stands; `of` gives its value of a parameter, none if it does not have it.
    pub fn admit<'a>(&self, of: impl Fn(&str) -> Option<&'a str>) -> bool {
        self.0.iter().all(|(name, values)| of(name).is_none_or(|value| values.contains(value)))
    }

    /// Whether a case is chosen by a parameter that it has, and not only let stand.
    pub fn name<'a>(&self, of: impl Fn(&str) -> Option<&'a str>) -> bool {
        self.0.keys().any(|name| of(name).is_some()) && self.admit(of)
    }

    /// Refuses a name or value that nothing has; `offered` is all that there is.
    ///
    /// # Errors
    /// With what there is in its place.
    pub fn check(&self, offered: impl IntoIterator<Item = Parameter>) -> Result<(), PlanError> {
        let offered: Self = offered.into_iter().collect();
        for (name, values) in &self.0 {
            let Some(known) = offered.0.get(name) else {
                let names: Vec<&str> = offered.0.keys().map(String::as_str).collect();
                return Err(PlanError::Choice(format!(
                    "no case has a parameter {name:?}; give one of {}",
                    names.join(", ")
                )));
            };
            if let Some(value) = values.difference(known).next() {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                return Err(PlanError::Choice(format!(
                    "no case has {name}={value}; {name} can be {}",
                    known.join(", ")
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(texts: &[&str]) -> Parameters {
        texts.iter().map(|text| text.parse::<Parameter>().unwrap()).collect()
    }

    #[test]
    fn values_of_a_name_are_alternatives_and_names_hold_together() {
        let sixteen = |name: &str| match name {
            "limit" => Some("16"),
            "vocabulary" => Some("none"),
            _ => None,
        };
        assert!(chosen(&["limit=16"]).admit(sixteen) && chosen(&["limit=16"]).name(sixteen));
        assert!(chosen(&["limit=7", "limit=16"]).admit(sixteen));
        assert!(!chosen(&["limit=7"]).admit(sixteen));
        assert!(!chosen(&["limit=16", "vocabulary=external"]).admit(sixteen));
        let other = chosen(&["compression=gzip"]);
        assert!(other.admit(sixteen) && !other.name(sixteen));
        assert!(chosen(&[]).admit(sixteen) && !chosen(&[]).name(sixteen));
    }

    #[test]
    fn an_unknown_parameter_is_refused_with_the_known_ones() {
        let offered = || ["limit=0", "limit=16", "close=fin"].map(|text| text.parse().unwrap());
        chosen(&["limit=16", "close=fin"]).check(offered()).unwrap();
        let said = chosen(&["limt=16"]).check(offered()).unwrap_err().to_string();
        assert_eq!(said, "no case has a parameter \"limt\"; give one of close, limit");
        let said = chosen(&["limit=17"]).check(offered()).unwrap_err().to_string();
        assert_eq!(said, "no case has limit=17; limit can be 0, 16");
    }

    #[test]
    fn a_parameter_has_a_name_and_a_value() {
        for text in ["limit", "=16", "limit=", ""] {
            assert!(text.parse::<Parameter>().unwrap_err().to_string().contains("NAME=VALUE"), "{text}");
        }
        assert_eq!("a=b=c".parse::<Parameter>().unwrap().value, "b=c");
    }
}
