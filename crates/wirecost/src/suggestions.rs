//! Names that somebody may have meant: what is said where a choice of candidates names none.

use anyhow::anyhow;
use wirecost_catalog::{Catalog, PlanError, did_you_mean, glob, unmatched};

use crate::cmd::list;
use crate::paths::Paths;

/// The names of all candidates of this machine; none if they cannot be listed.
pub fn candidates(paths: &Paths, catalog: &Catalog) -> Vec<String> {
    list::candidate_names(paths, catalog).unwrap_or_default()
}

/// What was made of a choice of candidates; where that failed because one is misspelt, the error says what may have been
/// meant. `known` is only asked then.
pub fn or_meant<T>(
    made: Result<T, PlanError>,
    chosen: &[String],
    known: impl FnOnce() -> Vec<String>,
) -> anyhow::Result<T> {
    let error = match made {
        Ok(made) => return Ok(made),
        Err(error @ PlanError::NoCandidate(_)) => error,
        Err(error) => return Err(error.into()),
    };
    let known = known();
    Err(misspelt(chosen, &known).map_or_else(|| error.into(), |said| anyhow!(said)))
}

/// What is said of the first choice that names no candidate, but nearly does.
pub fn misspelt(chosen: &[String], known: &[String]) -> Option<String> {
    chosen.iter().find_map(|name| {
        // Another version of a candidate, such as `prost@0.13`, names it all the same.
        let pattern = glob(name.split(['@', '+', '=']).next().unwrap_or(name)).ok()?;
        if known.iter().any(|known| pattern.is_match(known)) {
            return None;
        }
        let meant = did_you_mean(name, known.iter().map(String::as_str));
        (!meant.is_empty()).then(|| format!("no candidate matches {name:?}{meant} `wirecost list` shows all"))
    })
}

/// Refuses a choice of candidates of which one names none of `known`.
pub fn check(chosen: &[String], known: &[String]) -> anyhow::Result<()> {
    let Some(unmatched) = unmatched(chosen, known)? else { return Ok(()) };
    let plain = || format!("no candidate matches {unmatched}; `wirecost list` shows them");
    Err(anyhow!(misspelt(std::slice::from_ref(unmatched), known).unwrap_or_else(plain)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_choice_that_names_nothing_is_misspelt() {
        let known = ["serde_json", "prost"].map(str::to_owned);
        let said = |chosen: &[&str]| misspelt(&chosen.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>(), &known);
        assert_eq!(said(&["pro*"]), None);
        assert_eq!(said(&["nothing-like-it"]), None);
        let expected = "no candidate matches \"serde-jsn\"; did you mean \"serde_json\"? `wirecost list` shows all";
        assert_eq!(said(&["prost", "serde-jsn"]).as_deref(), Some(expected));
    }

    #[test]
    fn each_choice_must_name_something() {
        let known = ["serde_json", "prost"].map(str::to_owned);
        let checked = |chosen: &[&str]| {
            check(&chosen.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>(), &known)
                .map_err(|error| error.to_string())
        };
        assert_eq!(checked(&[]), Ok(()));
        assert_eq!(checked(&["pro*", "serde_json"]), Ok(()));
        let refused = checked(&["prost", "nothing-like-it"]).unwrap_err();
        assert_eq!(refused, "no candidate matches nothing-like-it; `wirecost list` shows them");
        assert!(checked(&["serde-jsn", "prost"]).unwrap_err().contains("did you mean"));
    }
}
