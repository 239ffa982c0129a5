//! The languages whose codecs a run did not measure: how many candidates each adds, counted from the catalogue, and
//! how.

use wirecost_catalog::Catalog;
use wirecost_codec_protocol::Binding;
use wirecost_lab_codec::runners::{self, More};
use wirecost_model::{Lab, RunDocument, Status};
use wirecost_report::terminal::OtherLanguage;

use crate::cmd::setup::java;
use crate::paths::Paths;

/// The languages of the catalogue of which `run` has no measured codec.
pub fn others(run: &RunDocument, paths: &Paths, catalog: &Catalog) -> Vec<OtherLanguage> {
    let measured = |language: &str| {
        let mut codecs = run.cases.iter().filter(|case| case.lab == Lab::CODEC && case.status == Status::Ok);
        codecs.any(|case| case.language == language)
    };
    let (found, unusable) = runners::find(catalog, &paths.cache, &[]);
    let missing = unusable.into_iter().map(|runner| runner.name).filter(|name| !measured(name));
    let missing = missing.map(|language| {
        let command = runners::remedy(catalog, &language);
        (java_candidates(&language, paths, catalog), command, language)
    });
    let more = found.iter().filter(|spec| measured(&spec.name)).filter_map(|spec| {
        let More { command, candidates, .. } = spec.more.clone()?;
        Some(OtherLanguage { language: spec.name.clone(), command, candidates: Some(candidates) })
    });
    let more: Vec<OtherLanguage> = more.collect();
    let left_out = found.into_iter().filter(|spec| !measured(&spec.name)).map(|spec| {
        let counted = java_candidates(&spec.name, paths, catalog);
        // A virtual machine is not started to be counted.
        let described = counted.is_none().then(|| spec.describe_cached(&paths.cache));
        match described {
            Some(Err(_)) => (None, spec.remedy, spec.name),
            Some(Ok(runner)) => {
                let own = |binding: Binding| !matches!(binding, Binding::Nothing | Binding::Floor);
                let count = runner.candidates.iter().filter(|candidate| own(candidate.binding)).count();
                (Some(count), Some(choice(&spec.name)), spec.name)
            }
            None => (counted, Some(choice(&spec.name)), spec.name),
        }
    });
    let language = |(candidates, command, language): (Option<usize>, Option<String>, String)| {
        Some(OtherLanguage { language, command: command?, candidates })
    };
    missing.chain(left_out).filter_map(language).chain(more).collect()
}

/// What adds codecs that are installed, and that the suite leaves out.
fn choice(language: &str) -> String {
    format!("--language {language}")
}

/// How many candidates the tables of Java have; none of another language.
fn java_candidates(language: &str, paths: &Paths, catalog: &Catalog) -> Option<usize> {
    (language == java::LANGUAGE).then(|| java::count(paths, catalog)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_is_counted_from_the_tables_of_the_catalogue() {
        let folder = tempfile::tempdir().unwrap();
        let [database, cache, data, overlay] = ["runs.db", "cache", "data", "overlay"].map(|it| folder.path().join(it));
        let paths = Paths { database, cache, data, overlay };
        let tables = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../candidates/codec/java/candidate");
        let in_table = |path: std::path::PathBuf| {
            let text = std::fs::read_to_string(path).unwrap();
            text.lines().filter(|line| line.trim() == "[[candidate]]").count()
        };
        let files = std::fs::read_dir(tables).unwrap().map(|entry| entry.unwrap().path());
        let tables = files.filter(|path| path.extension().is_some_and(|it| it == "toml")).map(in_table);
        let counted = java_candidates("java", &paths, &Catalog::new(None)).unwrap();
        assert_eq!(counted, tables.sum::<usize>());
        assert!(counted > 10);
    }
}
