//! A program that a generator calls, which cargo does not bring.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::NotBuilt;

/// A program that a generator calls.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its name, for the PATH.
    pub name: String,
    /// The environment variable that gives a generator another path.
    pub variable: Option<String>,
    /// What `--version` must say, where the generator takes no other.
    pub version: Option<String>,
    /// The package of Debian that has it.
    pub apt: Option<String>,
    /// The package of Python that has it.
    pub pip: Option<String>,
}

impl Program {
    /// Where `wirecost setup rust` installs it, if that is not the system: a folder with `bin`.
    pub fn folder(&self, cache: &Path) -> PathBuf {
        cache.join("programs").join(&self.name)
    }

    /// Where it is: named by its variable, on the PATH, or in the cache.
    ///
    /// # Errors
    /// If it is nowhere in the version that the generator takes, with what installs it.
    pub fn find(&self, cache: &Path) -> Result<PathBuf, NotBuilt> {
        let Self { name, variable, version, .. } = self;
        let named = variable.as_ref().and_then(std::env::var_os).map(PathBuf::from);
        let places = match named {
            Some(named) => vec![named],
            None => vec![name.into(), self.folder(cache).join("bin").join(name)],
        };
        let mut found = None;
        for place in places {
            let Ok(output) = Command::new(&place).arg("--version").output() else { continue };
            let told = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            match version {
                Some(wanted) if *wanted != told => found = Some(told),
                _ => return Ok(place),
            }
        }
        let wanted = version.as_ref().unwrap_or(name);
        let found =
            found.map_or_else(|| "is not installed".to_owned(), |told| format!("is not what is here: {told:?}"));
        let package = match (&self.apt, &self.pip) {
            (Some(apt), _) => format!(" (Debian: {apt})"),
            (None, Some(pip)) => format!(" (Python: {pip})"),
            (None, None) => String::new(),
        };
        Err(NotBuilt::NoProgram(format!(
            "its generator calls {wanted}, which {found}; `wirecost setup rust` installs it{package}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str, version: &str) -> Program {
        Program {
            name: name.into(),
            variable: None,
            version: Some(version.into()),
            apt: None,
            pip: Some("it==1".into()),
        }
    }

    #[test]
    fn a_program_is_found_in_the_cache_and_by_its_version() {
        use std::os::unix::fs::PermissionsExt as _;
        let cache = tempfile::tempdir().unwrap();
        let it = program("wirecost-test-program", "it 1.0");
        let refusal = it.find(cache.path()).unwrap_err().to_string();
        assert!(refusal.contains("not installed") && refusal.contains("(Python: it==1)"), "{refusal}");
        let place = it.folder(cache.path()).join("bin").join(&it.name);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(&place, "#!/bin/sh\necho it 1.0\n").unwrap();
        std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(it.find(cache.path()).unwrap(), place);
        let refusal = program("wirecost-test-program", "it 2.0").find(cache.path()).unwrap_err().to_string();
        assert!(refusal.contains("calls it 2.0, which is not what is here: \"it 1.0\""), "{refusal}");
    }
}
