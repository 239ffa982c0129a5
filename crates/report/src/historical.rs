//! What the historical experiments published: a file for each in `historical/`, found by its folder.
//!
//! A new experiment is a new file. The tables of a file say where a report shows them: `codecs` and `comparisons` beside the
//! messages of a run, `calls` beside its round trips, `stores` beside its stores, `work` in the projections of an application, `network` in `doctor`,
//! `claims` in `historical`.

use std::sync::LazyLock;

use rust_embed::RustEmbed;
use serde::Deserialize;

use crate::claims::Claim;
use crate::published::{Calls, Codecs, Comparison, Stores};

#[derive(RustEmbed)]
#[folder = "historical"]
struct Files;

/// A published measurement that wirecost runs again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// That of its file.
    #[serde(skip)]
    pub name: String,
    /// When it was published.
    pub year: u16,
    /// Who published it, and under which title.
    pub document: String,
    /// What it asked.
    pub question: String,
    /// The suites that run it again.
    pub suites: Vec<String>,
    /// Those that run it again with all of its data, which takes hours.
    #[serde(default)]
    pub whole: Vec<String>,
    /// What it says, as today's runs can show it.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// Times of codecs.
    #[serde(default)]
    pub(crate) codecs: Vec<Codecs>,
    /// Statements about one format against another.
    #[serde(default)]
    pub(crate) comparisons: Vec<Comparison>,
    /// Round trips.
    #[serde(default)]
    pub(crate) calls: Vec<Calls>,
    /// Rates of stores.
    #[serde(default)]
    pub(crate) stores: Vec<Stores>,
    /// What an application did between two calls.
    #[serde(default)]
    pub work: Vec<Work>,
    /// The network settings of its machine.
    pub network: Option<Network>,
}

/// Work of an application for each call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// What it is.
    pub name: String,
    /// How long it takes, milliseconds.
    pub time_ms: f64,
}

/// The network settings of a machine.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// Kernel parameters (`sysctl`) with their values, in the order of the publication.
    pub sysctl: Vec<(String, String)>,
    /// The limit of open files (`ulimit -n`).
    pub open_files: String,
}

/// All historical experiments, the oldest first.
pub fn experiments() -> &'static [Experiment] {
    static ALL: LazyLock<Vec<Experiment>> = LazyLock::new(|| {
        // A broken file is left out; a test excludes that there is one.
        let mut all: Vec<Experiment> = Files::iter().filter_map(|name| read(&name).ok()).collect();
        all.sort_by_key(|experiment| (experiment.year, experiment.name.clone()));
        all
    });
    &ALL
}

impl Experiment {
    /// Whether a run of the suite `suite` measures it again.
    pub fn is_of(&self, suite: &str) -> bool {
        self.suites.iter().chain(&self.whole).any(|own| own == suite)
    }
}

fn read(name: &str) -> Result<Experiment, toml::de::Error> {
    let file = Files::get(name).map(|file| file.data).unwrap_or_default();
    let experiment: Experiment = toml::from_str(&String::from_utf8_lossy(&file))?;
    Ok(Experiment { name: name.trim_end_matches(".toml").to_owned(), ..experiment })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_can_be_read_and_every_historical_suite_has_one() {
        let read = Files::iter().map(|name| read(&name).unwrap_or_else(|error| panic!("{name}: {error}")));
        let suites: BTreeSet<String> = read.flat_map(|it| it.suites.into_iter().chain(it.whole)).collect();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let names = files.filter_map(|name| Some(name.strip_suffix(".toml")?.to_owned()));
        let historical: BTreeSet<String> = names.filter(|name| name.starts_with("historical-")).collect();
        assert_eq!(suites, historical);
    }

    #[test]
    fn every_figure_has_a_source_a_machine_and_a_time() {
        for experiment in experiments() {
            let Experiment { codecs, comparisons, calls, stores, work, network, claims, .. } = experiment;
            for it in codecs {
                assert!(!it.source.is_empty() && !it.machine.is_empty() && !it.figures.is_empty(), "{}", it.title);
                assert!(it.figures.iter().all(|figure| figure.time_us > 0.0 && !figure.same.is_empty()));
            }
            for it in comparisons {
                assert!(!it.source.is_empty() && !it.machine.is_empty() && !it.claims.is_empty(), "{}", it.title);
            }
            for it in calls {
                assert!(!it.source.is_empty() && !it.machine.is_empty() && !it.figures.is_empty(), "{}", it.title);
                assert!(it.figures.iter().all(|call| call.time_us > 0.0 && !call.same.is_empty()));
            }
            for claim in claims {
                claim.check().unwrap_or_else(|lack| panic!("{}: {lack}", claim.claim));
            }
            assert!(work.iter().all(|work| work.time_ms > 0.0));
            for it in stores {
                assert!(!it.source.is_empty() && !it.machine.is_empty() && !it.figures.is_empty(), "{}", it.title);
                assert!(it.figures.iter().all(|store| store.set_per_s > 0.0 && store.get_per_s > 0.0));
            }
            let tables = codecs.len() + comparisons.len() + calls.len() + stores.len() + work.len() + claims.len();
            assert!(tables > 0 || network.is_some(), "{:?} publish nothing", experiment.suites);
        }
    }
}
