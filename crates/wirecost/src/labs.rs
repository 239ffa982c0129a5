//! The labs of wirecost.

use wirecost_lab::Labs;

/// Every lab, in the order in which labs take turns: by name. A lab is part of wirecost by its line in `Cargo.toml`; the build
/// script finds it there.
pub const LABS: Labs<'static> = Labs(include!(concat!(env!("OUT_DIR"), "/labs.rs")));

#[cfg(test)]
mod tests {
    use super::*;
    use wirecost_catalog::{Catalog, Suite};

    #[test]
    fn every_suite_in_the_binary_has_sound_parts() {
        let catalog = Catalog::default();
        for name in Suite::names(&catalog) {
            LABS.suite(&name, &catalog).unwrap();
        }
    }

    #[test]
    fn a_table_that_no_lab_has_is_refused_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml").display().to_string();
        std::fs::write(&file, "summary = \"s\"\n[htpp]\ntrials = 1\n").unwrap();
        let error = LABS.suite(&file, &Catalog::default()).unwrap_err().to_string();
        let expected =
            format!("{file}:2:2: unknown field `htpp`, expected one of `codec`, `feed`, `http`, `kv`, `rpc`");
        assert_eq!(error, expected);
    }
}
